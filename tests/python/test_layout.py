"""Golden test of the layout of `ninelives_v1`: observations and masks of many games, kept as a file.

    python tests/python/test_layout.py      writes the file again, which is `_v2`'s to do
"""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from ninelives import CARD_NAMES, FIELDS, Game, observation_size, rules_text
from ninelives.spec import NUM_ACTIONS, privileged_size

GOLDEN = Path(__file__).with_name("observations_v1.jsonl")
ALL = ("imploding", "streaking", "stray")
# players, preset, expansions, house rules
GAMES = [
    (2, "official", (), {"nope_way": "commit"}),
    (4, "official", ("imploding",), {"nope_way": "immediate"}),
    (5, "official", ("streaking",), {"nope_way": "commit"}),
    (6, "official", ALL, {"nope_way": "commit"}),
    (3, "family", (), {"nope_way": "immediate"}),
    (3, "implosion", ALL, {"nope_way": "commit", "nope_asks": "holders"}),
]
EVERY = 23  # decisions


def fields_of(bytes_: np.ndarray) -> dict[str, list[int]]:
    """Fields that are not 0, by name."""
    found = {name: bytes_[field.slice].tolist() for name, field in FIELDS.items()}
    return {name: trimmed(values) for name, values in found.items() if any(values)}


def trimmed(values: list[int]) -> list[int]:
    while values[-1] == 0:
        values = values[:-1]
    return values


def golden_lines() -> list[str]:
    layout = {
        "layout": {name: [field.offset, field.size] for name, field in FIELDS.items()},
        "sizes": [observation_size(level) for level in ("raw", "counting", "history")],
        "actions": NUM_ACTIONS,
        "privileged": privileged_size(),
        "cards": list(CARD_NAMES),
    }
    lines = [json.dumps(layout)]
    for number, (players, preset, expansions, house) in enumerate(GAMES):
        game = Game(players, rules=rules_text(preset, expansions, house), seed=1, number=number)
        while (player := game.player) is not None:
            if game.moves % EVERY == 0:
                seen = game.observe(player, "history")
                privileged = game.privileged(player)
                line = {
                    "game": number,
                    "move": game.moves,
                    "seat": player,
                    "legal": game.legal(player),
                    "privileged": trimmed(privileged.tolist()),
                    **fields_of(seen),
                }
                lines.append(json.dumps(line, separators=(",", ":")))
            game.apply(game.sample(), player)
    return lines


def test_BEN_4_RL_2_no_byte_of_v1_has_moved():
    kept = GOLDEN.read_text().splitlines()
    assert len(kept) > 50
    for now, then in zip(golden_lines(), kept, strict=True):
        assert json.loads(now) == json.loads(then)


def test_RL_1_every_level_begins_with_the_one_before():
    game = Game(3, seed=2)
    while (player := game.player) is not None:
        raw, counting, history = (game.observe(player, one) for one in ("raw", "counting", "history"))
        assert (raw == counting[: raw.size]).all()
        assert (counting == history[: counting.size]).all()
        game.apply(game.sample(), player)


def test_BEN_4_there_is_the_room_that_v1_promises(program):
    import subprocess

    spec = subprocess.run([program, "spec"], capture_output=True, text=True, check=True).stdout
    rows = {}
    for line in spec.partition("## Actions")[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and cells[1].isdigit():
            rows[cells[0]] = (int(cells[1]), int(cells[2]))
    assert "ninelives_v1" in spec
    room = {what: most for what, (_, most) in rows.items()}
    assert room["kinds of cards"] == 32
    assert room["players"] == 6
    assert room["cards in a box, places in the pile"] == 104
    assert room["phases"] == 32
    assert room["kinds of events"] == 64
    assert all(taken <= most for taken, most in rows.values())


def test_RL_1_v0_is_gone():
    with pytest.raises(ImportError):
        importlib.import_module("ninelives.ninelives_v0")
    assert "NineLives-v1" in gymnasium.registry
    assert "NineLives-v0" not in gymnasium.registry


@pytest.mark.parametrize("level", ["raw", "counting", "history"])
def test_RL_2_sizes_are_those_of_the_spec(level):
    assert observation_size(level) == {"raw": 132, "counting": 363, "history": 875}[level]


if __name__ == "__main__":
    GOLDEN.write_text("".join(f"{line}\n" for line in golden_lines()))
