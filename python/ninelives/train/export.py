"""Export of a trained policy as a small file that the program reads (src/bots/net_file.h).

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

from .features import Feature, known_cards
from .nets import Net

MAGIC = b"NLNET001"


def export(net: Net, path: Path, scope: str = "base") -> None:
    """`scope`: the games that it was trained on."""
    table = net.table
    hidden, outputs = net.first.out_features, net.last.out_features
    parts = [
        MAGIC,
        struct.pack("<5I", len(table), hidden, len(net.middle), outputs, known_cards(scope)),
        b"".join(struct.pack("<HBB", *feature) for feature in table),
    ]
    for layer in (net.first, *net.middle, net.last):
        weight = layer.weight.detach().cpu().numpy().T
        if layer is net.first:
            weight = weight[: len(table)]  # the rest only fills a block
        bias = layer.bias.detach().cpu().numpy()
        parts += [np.ascontiguousarray(weight, "<f2").tobytes(), bias.astype("<f2").tobytes()]
    path.write_bytes(b"".join(parts))


def table_in(path: Path) -> tuple[list[Feature], int]:
    """Input features of an exported file's network, and the kinds of cards that it knows."""
    data = path.read_bytes()
    if data[:8] != MAGIC:
        raise ValueError(f"{path}: no network")
    features, known = struct.unpack_from("<I12xI", data, 8)
    rows = struct.iter_unpack("<HBB", data[28 : 28 + 4 * features])
    return [Feature(*row) for row in rows], known


def from_file(path: Path) -> Net:
    """The network of an exported file, to be asked and not to be trained."""
    table, _ = table_in(path)
    hidden, layers, outputs = struct.unpack_from("<3I", path.read_bytes(), 12)
    net = Net(table, hidden, layers, outputs).requires_grad_(False)
    begin_from(net, path)
    return net


def begin_from(net: Net, path: Path) -> None:
    """Puts an exported file's weights into a network of the same inner shape. Features that the file
    doesn't know begin at 0, so that the network sees at first what the old one saw."""
    table, _ = table_in(path)
    data = path.read_bytes()
    features, *shape = struct.unpack_from("<4I", data, 8)
    if shape != [net.first.out_features, len(net.middle), net.last.out_features]:
        raise ValueError(f"{path}: its hidden units, layers and outputs are {shape}")
    values = np.frombuffer(data, "<f2", offset=28 + 4 * features).astype(np.float32)
    known = dict(zip(table, values.reshape(-1)[: features * shape[0]].reshape(features, -1)))
    unknown = np.zeros(shape[0], np.float32)
    first = np.stack([known.get(feature, unknown) for feature in net.table])
    at = features * shape[0]
    with torch.no_grad():
        net.first.weight[:, : len(first)].copy_(torch.from_numpy(first.T.copy()))
        for layer in (net.first, *net.middle, net.last):
            if layer is not net.first:
                rows = values[at : at + layer.weight.numel()].reshape(layer.weight.shape[::-1])
                layer.weight.copy_(torch.from_numpy(rows.T.copy()))
                at += layer.weight.numel()
            layer.bias.copy_(torch.from_numpy(values[at : at + layer.bias.numel()].copy()))
            at += layer.bias.numel()
