"""Policy and critic networks: the policy sees what a player sees, the critic everything."""

from __future__ import annotations

import struct

import torch
from torch import Tensor, nn

from .features import Feature

ACTIONS = 256


# Matrix units want inputs in whole blocks: the features are filled up with some that are never 1.
BLOCK = 64


class Expand(nn.Module):
    """Bytes to features, 0 or 1. `skip`: where so many bytes lie in the rows that the table doesn't
    know of, as (first, count)."""

    def __init__(self, table: list[Feature], skip: tuple[int, int] = (0, 0)) -> None:
        super().__init__()
        first, count = skip
        moved = [f._replace(byte=f.byte + (count if f.byte >= first else 0)) for f in table]
        moved += [Feature(0, 1, 0)] * (-len(table) % BLOCK)
        self.features = len(moved)
        self.width = max(f.byte for f in moved) + 1
        packed = b"".join(struct.pack("<HBB", *feature) for feature in moved)
        rows = torch.frombuffer(bytearray(packed), dtype=torch.uint8).reshape(-1, 4)
        self.register_buffer("packed", rows.clone(), persistent=False)
        for name, column in zip(Feature._fields, zip(*moved, strict=True), strict=True):
            kind = torch.long if name == "byte" else torch.uint8
            self.register_buffer(name, torch.tensor(column, dtype=kind), persistent=False)

    @torch.no_grad()
    def forward(self, rows: Tensor) -> Tensor:
        if rows.is_cuda:
            from ..gpu.batch import expand

            return expand(rows, self.width, self.packed)
        bytes_ = rows.index_select(1, self.byte)
        return ((bytes_ >= self.low) & (bytes_ <= self.high)).to(torch.float32)


class Net(nn.Module):
    """A first layer over the features, residual layers, an output. `aside`: outputs of a second
    head, which is not exported with the first."""

    def __init__(
        self,
        table: list[Feature],
        hidden: int,
        layers: int,
        outputs: int,
        skip: tuple[int, int] = (0, 0),
        aside: int = 0,
    ) -> None:
        super().__init__()
        self.table = table
        self.expand = Expand(table, skip)
        self.first = nn.Linear(self.expand.features, hidden)
        self.middle = nn.ModuleList(nn.Linear(hidden, hidden) for _ in range(layers))
        self.last = nn.Linear(hidden, outputs)
        self.aside = nn.Linear(hidden, aside) if aside else None
        nn.init.normal_(self.first.weight, std=0.1)
        for layer in self.middle:
            nn.init.orthogonal_(layer.weight, 0.5)
            nn.init.zeros_(layer.bias)
        nn.init.orthogonal_(self.last.weight, 0.01)
        nn.init.zeros_(self.last.bias)

    def forward(self, rows: Tensor) -> Tensor:
        return self.think(self.expand(rows))

    def think(self, features: Tensor) -> Tensor:
        """Hidden layers' output for features, which networks of one table may share."""
        return self.think_twice(features, self.last)[0]

    def think_twice(self, features: Tensor, *heads: nn.Linear) -> list[Tensor]:
        """The same for several heads, for the price of one."""
        with torch.autocast(features.device.type, torch.bfloat16, enabled=features.is_cuda):
            x = torch.relu(self.first(features))
            for layer in self.middle:
                x = x + torch.relu(layer(x))
            return [head(x).float() for head in heads]


def masked(logits: Tensor, mask: Tensor) -> Tensor:
    """Log-probabilities of the legal actions; the others get a very small one."""
    return torch.log_softmax(logits.masked_fill(mask == 0, -1e9), dim=1)


def draw(logits: Tensor, mask: Tensor) -> Tensor:
    """An action by its probability (the Gumbel trick: one pass, no sums)."""
    noise = -torch.log(-torch.log(torch.rand_like(logits).clamp_(1e-9, 1 - 1e-7)))
    return (logits.masked_fill(mask == 0, -1e9) + noise).argmax(dim=1).to(torch.int32)
