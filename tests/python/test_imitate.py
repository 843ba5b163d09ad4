"""Tests of imitation: a network that answers as a bot does, learned from recorded games."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from ninelives.data import make

pytest.importorskip("torch", reason="PyTorch is not installed")

_COMMAND = [sys.executable, "-m", "ninelives.train.imitate"]


def run(*words) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    return subprocess.run(
        [*_COMMAND, *map(str, words)], capture_output=True, text=True, env=environment
    )


def test_AGT_1_what_a_bot_would_answer_is_learned_from_its_games_and_played(tmp_path):
    games, net = tmp_path / "careful.nlgames", tmp_path / "careful.nlnet"
    make(games, 400, ("careful", "random"), seed=3)
    options = ("--hidden", 64, "--layers", 1, "--epochs", 4, "--minibatch", 256, "--device", "cpu")
    told = run(games, "--bot", "careful", "--save", net, *options)
    assert told.returncode == 0, told.stderr
    right = [float(share) for share in re.findall(r"right in ([\d.]+) %", told.stdout)]
    assert len(right) == 5  # at first, and after each pass
    assert right[-1] > right[0] + 40
    again = tmp_path / "again.nlgames"
    make(again, 60, (f"net:{net}", "random"), seed=4)  # it sits down like any network
    assert again.stat().st_size > 500


@pytest.mark.parametrize(
    ("games", "bot", "said"),
    [
        (100, "counting", "counting is not among careful, random"),
        (15, "careful", "too few games: 20 at least"),
    ],
)
def test_AGT_1_what_cannot_be_imitated_is_said_in_a_line(tmp_path, games, bot, said):
    file = tmp_path / "few.nlgames"
    make(file, games, ("careful", "random"), first=1)
    told = run(file, "--bot", bot, "--save", tmp_path / "net.nlnet")
    assert told.returncode == 1
    assert said in told.stderr
    assert told.stderr.count("\n") == 1


def test_AGT_1_a_file_without_games_and_a_folder_that_is_not_there_are_named(tmp_path):
    no_games = tmp_path / "notes.txt"
    no_games.write_text("nothing here\n")
    for file in (no_games, tmp_path / "missing.nlgames"):
        told = run(file, "--bot", "careful", "--save", tmp_path / "net.nlnet")
        assert told.returncode == 1
        assert str(file) in told.stderr
        assert told.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--epochs", "0"], "--epochs 0: expected 1 or more"),
        (["--minibatch", "-5"], "--minibatch -5: expected 1 or more"),
        (["--save", "/dev/null/net.nlnet"], "/dev/null"),
    ],
)
def test_AGT_1_what_would_fail_in_the_end_fails_before_anything_is_learned(tmp_path, options, said):
    file = tmp_path / "some.nlgames"
    make(file, 60, ("careful", "random"))
    told = run(file, "--bot", "careful", "--save", tmp_path / "net.nlnet", *options)
    assert told.returncode == 1
    assert said in told.stderr
    assert told.stderr.count("\n") == 1
    assert told.stdout == ""
