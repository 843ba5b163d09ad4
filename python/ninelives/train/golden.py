"""python -m ninelives.train.golden FOLDER: what PyTorch makes of some observations, for the test
that the program's networks give the same (tests/bots/net_test.cpp).

FOLDER gets, for each network that is shipped, what it saw (rows of bytes: `observations.bin`,
`net-observations.bin`, `critic-observations.bin`) and what it made of it (rows of 32-bit floats:
`logits.bin`, …).
"""

from __future__ import annotations

import argparse
import struct
from pathlib import Path

import numpy as np
import torch

from ..game import Game
from ..rules import EXPANSIONS, rules_text
from .export import MAGIC
from .features import Feature
from .nets import Net

ROWS = 48


def read(path: Path) -> Net:
    """The network of an exported file, with the file's 16-bit weights."""
    data = path.read_bytes()
    assert data[:8] == MAGIC
    features, hidden, layers, outputs, _ = struct.unpack_from("<5I", data, 8)
    table = [Feature(*row) for row in struct.iter_unpack("<HBB", data[28 : 28 + 4 * features])]
    net = Net(table, hidden, layers, outputs)
    at = 28 + 4 * features
    for layer in (net.first, *net.middle, net.last):
        for tensor in (layer.weight, layer.bias):
            part = tensor[:, :features] if tensor is net.first.weight else tensor
            values = np.frombuffer(data, "<f2", part.numel(), at).astype(np.float32)
            at += 2 * part.numel()
            with torch.no_grad():
                matrix = torch.from_numpy(values.reshape(tuple(part.shape)[::-1]))
                part.copy_(matrix.T if part.dim() == 2 else matrix)
    return net


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
        logits = read(net)(torch.from_numpy(rows)).numpy()
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
