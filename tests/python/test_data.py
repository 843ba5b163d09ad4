"""Tests of recorded games: small, the same whoever plays them, and replayed byte for byte."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from ninelives import Game, rules_text
from ninelives.data import Recorded, make

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "data/games/sample.nlgames"


def test_RL_1_replayed_rows_are_those_of_the_game_class(tmp_path):
    file = tmp_path / "games.nlgames"
    make(file, 5, ("careful", "counting", "random"), players=3, seed=7, first=11)
    recorded = Recorded(file)
    (batch,) = recorded.batches(privileged=True)
    row = 0
    for number in range(11, 16):
        game = Game(3, rules=recorded.header["rules"], seed=7, number=number)
        game.skip_forced()
        start = row
        while (player := game.player) is not None:
            assert batch.game[row] == number
            assert batch.player[row] == player
            assert batch.bot[row] == (player + number) % 3
            np.testing.assert_array_equal(batch.observation[row], game.observe(player))
            np.testing.assert_array_equal(batch.mask[row], game.mask(player))
            np.testing.assert_array_equal(batch.privileged[row], game.privileged(player))
            game.apply(int(batch.action[row]), player)
            game.skip_forced()
            row += 1
        won = batch.player[start:row] == game.winner
        np.testing.assert_array_equal(batch.won[start:row], won)
    assert row == len(batch)


def test_RL_1_threads_change_neither_file_nor_rows(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    make(one, 5000, ("random", "draw"), threads=1)
    make(two, 5000, ("random", "draw"), threads=3)
    assert one.read_bytes() == two.read_bytes()
    alone, beside = Recorded(one).batches("raw"), Recorded(two).batches("raw", threads=3)
    for a, b in zip(alone, beside, strict=True):
        np.testing.assert_array_equal(a.observation, b.observation)


def test_BEN_6_damaged_files_are_refused(tmp_path):
    file = tmp_path / "games.nlgames"
    make(file, 20, ("random",))
    whole = file.read_bytes()
    for wrong in (b"", b"{}\n", b"\xff\xfe", whole[:-5], whole.replace(b'"seed": 0', b'"seed": 1')):
        file.write_bytes(wrong)
        with pytest.raises(ValueError, match="expected|damaged|legal"):
            list(Recorded(file).batches())


def test_RL_1_the_sample_is_small_and_says_what_it_holds():
    assert SAMPLE.stat().st_size <= 1_000_000
    recorded = Recorded(SAMPLE)
    rows = won = 0
    for batch in recorded.batches("raw"):
        rows += len(batch)
        assert (batch.mask[np.arange(len(batch)), batch.action] == 1).all()
        won += len(np.unique(batch.game[batch.won]))
    card = (ROOT / "data/games/README.md").read_text()
    assert f"{len(recorded):,} games" in card
    assert f"{rows:,} decisions" in card
    croissant = json.loads((ROOT / "data/games/croissant.json").read_text())
    assert croissant["conformsTo"].startswith("http://mlcommons.org/croissant/")
    (file,) = (one for one in croissant["distribution"] if one["contentUrl"].endswith(".nlgames"))
    import hashlib

    assert file["sha256"] == hashlib.sha256(SAMPLE.read_bytes()).hexdigest()
    fields = {one["name"] for one in croissant["recordSet"][0]["field"]}
    assert fields == {"observation", "mask", "action", "player", "bot", "won", "game", "privileged"}


def test_RL_1_the_command_makes_and_describes_a_file(tmp_path):
    file = str(tmp_path / "games.nlgames")
    command = [sys.executable, "-m", "ninelives.data"]
    subprocess.run([*command, "make", file, "--games", "30", "--bots", "careful,random"], check=True)
    told = subprocess.run([*command, "info", file], capture_output=True, text=True, check=True)
    assert "won by careful" in told.stdout
    wrong = subprocess.run(
        [*command, "make", file, "--games", "3", "--bots", "nobody"], capture_output=True, text=True
    )
    assert wrong.returncode != 0
    assert "nobody" in wrong.stderr
    assert "Traceback" not in wrong.stderr


def test_RL_1_other_rules_can_be_recorded(tmp_path):
    file = tmp_path / "games.nlgames"
    rules = rules_text("family", ["imploding"], {"nope_way": "commit"})
    make(file, 10, ("counting",), players=4, rules=rules)
    assert sum(len(batch) for batch in Recorded(file).batches()) > 0
