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
from ..rules import EXPANSIONS, rules_text
from .export import from_file

ROWS = 48


def observations(
    expansions: tuple[str, ...] = (), level: str = "counting", privileged: bool = False
) -> np.ndarray:
    rows = []
    number = 0
    while len(rows) < ROWS:
        rules = rules_text(expansions=expansions)
        game = Game(2 + number % 4, rules=rules, seed=11, number=number)
        number += 1
        for step in range(30):
            if game.over:
                break
            if step % 9 == number % 9:
                seen = game.observe(level=level)
                rows.append(np.concatenate([seen, game.privileged()]) if privileged else seen)
            game.apply(game.sample())
    return np.stack(rows[:ROWS])


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
    remembered = observations(EXPANSIONS, "history")
    write(options.nets / "net.nlnet", remembered, options.folder, "net-")
    critics = observations(privileged=True)
    write(options.nets / "critic.nlnet", critics, options.folder, "critic-")


if __name__ == "__main__":
    main()
