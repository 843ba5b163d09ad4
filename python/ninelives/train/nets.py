"""The two networks: a policy that sees what a player sees, and a critic that sees everything."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from .features import Feature

ACTIONS = 256


class Expand(nn.Module):
    """Bytes to features, 0 or 1."""

    def __init__(self, table: list[Feature]) -> None:
        super().__init__()
        for name, column in zip(Feature._fields, zip(*table, strict=True), strict=True):
            kind = torch.long if name == "byte" else torch.uint8
            self.register_buffer(name, torch.tensor(column, dtype=kind), persistent=False)

    def forward(self, rows: Tensor, dtype: torch.dtype) -> Tensor:
        bytes_ = rows[:, self.byte]
        return ((bytes_ >= self.low) & (bytes_ <= self.high)).to(dtype)


class Net(nn.Module):
    """A first layer over the features, residual layers, an output."""

    def __init__(self, table: list[Feature], hidden: int, layers: int, outputs: int) -> None:
        super().__init__()
        self.table = table
        self.expand = Expand(table)
        self.first = nn.Linear(len(table), hidden)
        self.middle = nn.ModuleList(nn.Linear(hidden, hidden) for _ in range(layers))
        self.last = nn.Linear(hidden, outputs)
        nn.init.normal_(self.first.weight, std=0.1)
        for layer in self.middle:
            nn.init.orthogonal_(layer.weight, 0.5)
            nn.init.zeros_(layer.bias)
        nn.init.orthogonal_(self.last.weight, 0.01)
        nn.init.zeros_(self.last.bias)

    def forward(self, rows: Tensor) -> Tensor:
        dtype = torch.bfloat16 if rows.is_cuda else torch.float32
        with torch.autocast(rows.device.type, torch.bfloat16, enabled=rows.is_cuda):
            x = torch.relu(self.first(self.expand(rows, dtype)))
            for layer in self.middle:
                x = x + torch.relu(layer(x))
            return self.last(x).float()


def masked(logits: Tensor, mask: Tensor) -> Tensor:
    """Log-probabilities of the legal actions; the others get a very small one."""
    return torch.log_softmax(logits.masked_fill(mask == 0, -1e9), dim=1)


def draw(logits: Tensor, mask: Tensor) -> Tensor:
    """An action by its probability (the Gumbel trick: one pass, no sums)."""
    noise = -torch.log(-torch.log(torch.rand_like(logits).clamp_(1e-9, 1 - 1e-7)))
    return (logits.masked_fill(mask == 0, -1e9) + noise).argmax(dim=1).to(torch.int32)
