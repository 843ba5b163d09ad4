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


def test_AGT_3_a_team_plays_against_one(tmp_path):
    rows = run("team", "--players", "3", log=tmp_path / "log")
    assert rows[0]["team"] and rows[0]["seats"] == 3 and 0 <= rows[0]["won"] <= 1
    words = "--decks SAF(0) --players 3 --shared-hands".split()
    rows = run("team", *words, log=tmp_path / "shared")
    assert rows[0]["shared_hands"] and rows[0]["preset"] == "SAF(0)"


def test_AGT_3_mates_see_each_others_cards_and_nothing_of_the_third():
    """The rows of the team, and of nobody else, name each card of a mate's hand once."""
    import torch
    from ninelives.spec import FIELDS
    from ninelives.train.games import Games, full_game
    from ninelives.train.nets import draw
    from ninelives.train.team import CARDS, show_mates

    games = Games(full_game(64, [4]), torch.device("cpu"), 5)
    chosen = torch.arange(64) % 4
    shown = 0
    for _ in range(40):
        before = games.seen.clone()
        show_mates(games, chosen)
        hands = before[:, games.width :][:, : 4 * CARDS].reshape(64, 4, CARDS)
        certain = games.seen[:, FIELDS["certain"].slice].reshape(64, 5, CARDS)
        unseen = FIELDS["unseen"].slice
        victims = games.players == chosen
        assert torch.equal(games.seen[victims], before[victims])
        added = torch.zeros(64, CARDS, dtype=torch.long)
        for distance in range(1, 4):
            seat = (games.players + distance) % 4
            mate = ~victims & (seat != chosen)
            assert torch.equal(certain[mate, distance - 1], hands[mate, distance])
            was = before[:, FIELDS["certain"].slice].reshape(64, 5, CARDS)[:, distance - 1]
            assert torch.equal(certain[~mate, distance - 1], was[~mate])
            added[mate] += (hands[mate, distance].long() - was[mate].long())
        assert (added >= 0).all()
        assert torch.equal(before[:, unseen].long() - games.seen[:, unseen].long(), added)
        shown += int(added.sum())
        games.step(draw(torch.zeros(64, 256), games.masks))
    assert shown > 1000


def test_a_team_of_one_is_refused(tmp_path):
    command = [sys.executable, "-m", "ninelives.train.team", NETS, "--players", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 1 and "a team needs three players or more" in done.stderr
