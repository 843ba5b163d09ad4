"""Tests of attacks on every kind of rules, and by a team (needs PyTorch)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
NETS = Path(__file__).parents[2] / "data" / "nets"
SHORT = "--games 64 --steps 4 --minibatch 256 --minutes 0.02 --device cpu".split()


def run(module, *words, log):
    command = [sys.executable, "-m", f"ninelives.train.{module}", NETS, *words, *SHORT, "--log", log]
    subprocess.run([str(word) for word in command], check=True, timeout=300)
    return [json.loads(line) for line in log.read_text().splitlines()]


def test_AGT_3_an_attack_takes_presets_boxes_and_house_rules(tmp_path):
    words = "--preset srs family --boxes none --set hand=6 --players 2 3".split()
    rows = run("best_response", *words, log=tmp_path / "log")
    assert [(r["preset"], r["seats"]) for r in rows] == [
        ("srs hand=6", 2), ("srs hand=6", 3), ("family hand=6", 2), ("family hand=6", 3),
    ]  # fmt: skip


def test_a_team_plays_against_one(tmp_path):
    rows = run("team", "--players", "3", log=tmp_path / "log")
    assert rows[0]["team"] and rows[0]["seats"] == 3 and 0 <= rows[0]["won"] <= 1
