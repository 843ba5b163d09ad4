"""python -m ninelives.train.golden FOLDER: what PyTorch makes of some observations, for the test
that the program's network gives the same (tests/bots/net_test.cpp).

FOLDER gets `observations.bin` (rows of bytes) and `logits.bin` (rows of 32-bit floats).
"""

from __future__ import annotations

import argparse
import struct
from pathlib import Path

import numpy as np
import torch

from ..game import Game
from .export import MAGIC
from .features import policy_features
from .nets import Net

ROWS = 48


def read(path: Path) -> Net:
    """The network of an exported file, with the file's 16-bit weights."""
    data = path.read_bytes()
    assert data[:8] == MAGIC
    features, hidden, layers, outputs, _ = struct.unpack_from("<5I", data, 8)
    table = policy_features()
    assert features == len(table), "exported with another table of features"
    net = Net(table, hidden, layers, outputs)
    at = 28 + 4 * features
    for layer in (net.first, *net.middle, net.last):
        for tensor in (layer.weight, layer.bias):
            values = np.frombuffer(data, "<f2", tensor.numel(), at).astype(np.float32)
            at += 2 * tensor.numel()
            shape = tensor.shape[::-1] if tensor.dim() == 2 else tensor.shape
            with torch.no_grad():
                matrix = torch.from_numpy(values.reshape(shape))
                tensor.copy_(matrix.T if tensor.dim() == 2 else matrix)
    return net


def observations() -> np.ndarray:
    rows = []
    number = 0
    while len(rows) < ROWS:
        game = Game(players=2 + number % 4, seed=11, number=number)
        number += 1
        for step in range(30):
            if game.over:
                break
            if step % 9 == number % 9:
                rows.append(game.observe().copy())
            game.apply(game.sample())
    return np.stack(rows[:ROWS])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--net", type=Path, default=Path("data/nets/policy.nlnet"))
    options = parser.parse_args()
    rows = observations()
    with torch.no_grad():
        logits = read(options.net)(torch.from_numpy(rows)).numpy()
    (options.folder / "observations.bin").write_bytes(rows.astype(np.uint8).tobytes())
    (options.folder / "logits.bin").write_bytes(logits.astype("<f4").tobytes())


if __name__ == "__main__":
    main()
