"""The trained policy as a small file that the program plays from (src/bots/net_file.h reads it).

    8 bytes    "NLNET001"
    4 × u32    features, hidden, layers, outputs
    u32        one bit for each kind of card that the network knows
    features × (u16 byte, u8 low, u8 high)
    then as 16-bit floats, weights by input and then by output:
    first [features][hidden], bias; layers × ([hidden][hidden], bias); last [hidden][outputs], bias

All numbers little-endian.
"""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import torch

from .features import KINDS
from .nets import Net

MAGIC = b"NLNET001"


def export(net: Net, path: Path) -> None:
    table = net.table
    hidden, outputs = net.first.out_features, net.last.out_features
    parts = [
        MAGIC,
        struct.pack("<5I", len(table), hidden, len(net.middle), outputs, _known()),
        b"".join(struct.pack("<HBB", *feature) for feature in table),
    ]
    for layer in (net.first, *net.middle, net.last):
        weight = layer.weight.detach().cpu().numpy().T
        bias = layer.bias.detach().cpu().numpy()
        parts += [np.ascontiguousarray(weight, "<f2").tobytes(), bias.astype("<f2").tobytes()]
    path.write_bytes(b"".join(parts))


def load(net: Net, path: Path) -> None:
    """Puts an exported file's weights into a network of the same shape."""
    data = path.read_bytes()
    features = len(net.table)
    shape = (features, net.first.out_features, len(net.middle), net.last.out_features)
    if data[:8] != MAGIC or struct.unpack_from("<4I", data, 8) != shape:
        raise ValueError(f"{path}: expected a network of the shape {shape}")
    values = np.frombuffer(data, "<f2", offset=28 + 4 * features).astype(np.float32)
    first = 0
    with torch.no_grad():
        for layer in (net.first, *net.middle, net.last):
            weight, bias = layer.weight, layer.bias
            rows = values[first : first + weight.numel()].reshape(weight.shape[::-1])
            weight.copy_(torch.from_numpy(rows.T.copy()))
            first += weight.numel()
            bias.copy_(torch.from_numpy(values[first : first + bias.numel()].copy()))
            first += bias.numel()


def _known() -> int:
    return sum(1 << kind for kind in KINDS)
