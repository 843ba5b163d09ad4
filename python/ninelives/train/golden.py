"""python -m ninelives.train.golden FOLDER: PyTorch's outputs for some observations, for the test
that the program's networks give the same (tests/bots/net_test.cpp).

FOLDER gets, for each network that is shipped, what it saw (rows of bytes: `observations.bin`,
`net-observations.bin`, `critic-observations.bin`) and what it made of it (rows of 32-bit floats:
`logits.bin`, …).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from ..game import Game
from ..rules import EXPANSIONS, PRESETS, rules_block, rules_text
from .export import from_file

ROWS = 48


def observations(level: str = "counting", privileged: bool = False) -> np.ndarray:
    """Of the official base box."""
    rows = []
    number = 0
    while len(rows) < ROWS:
        game = Game(2 + number % 4, rules=rules_text(), seed=11, number=number)
        number += 1
        for step in range(30):
            if game.over:
                break
            if step % 9 == number % 9:
                seen = game.observe(level=level)
                rows.append(np.concatenate([seen, game.privileged()]) if privileged else seen)
            game.apply(game.sample())
    return np.stack(rows[:ROWS])


def policy_inputs() -> np.ndarray:
    """Of every preset with all boxes: the past and the rules are inputs, too."""
    rows = []
    for number in range(ROWS):
        rules = rules_text(PRESETS[number % len(PRESETS)], EXPANSIONS)
        game = Game(2 + number % 4, rules=rules, seed=11, number=number)
        for _ in range(number % 30):
            if not game.over:
                game.apply(game.sample())
        seen = game.observe(seat=0, level="history")
        block = np.frombuffer(rules_block(rules, game.players), np.uint8)
        rows.append(np.concatenate([seen, block]))
    return np.stack(rows)


def write(net: Path, rows: np.ndarray, folder: Path, prefix: str) -> None:
    with torch.no_grad():
        logits = from_file(net)(torch.from_numpy(rows)).numpy()
    (folder / f"{prefix}observations.bin").write_bytes(rows.astype(np.uint8).tobytes())
    (folder / f"{prefix}logits.bin").write_bytes(logits.astype("<f4").tobytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--nets", type=Path, default=Path("data/nets"), help="their folder")
    options = parser.parse_args()
    write(options.nets / "policy.nlnet", observations(), options.folder, "")
    write(options.nets / "net.nlnet", policy_inputs(), options.folder, "net-")
    critics = observations(privileged=True)
    write(options.nets / "critic.nlnet", critics, options.folder, "critic-")


if __name__ == "__main__":
    main()
