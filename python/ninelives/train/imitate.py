"""Trains a network to answer as a bot does, from games that were recorded.

    python -m ninelives.data make games.nlgames --games 20000 --bots net,ismcts:1000
    python -m ninelives.train.imitate games.nlgames --bot ismcts:1000 --save ismcts.nlnet

A bot that thinks for milliseconds can't sit at a million tables; a network that answers as often as
it would each of the answers can (`python -m ninelives.train --rivals net:ismcts.nlnet`).
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..data import Recorded
from .__main__ import torch_here

if TYPE_CHECKING:
    from torch import Tensor

    from .nets import Net

HELD_OUT = 20  # one game in so many is kept to judge by


@dataclass
class Decisions:
    """The bot's prompts and its answers."""

    seen: Tensor
    masks: Tensor
    actions: Tensor

    def __len__(self) -> int:
        return len(self.actions)

    def of(self, rows: Tensor) -> Decisions:
        return Decisions(self.seen[rows], self.masks[rows], self.actions[rows])


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m ninelives.train.imitate", description=__doc__.split("\n")[0]
    )
    parser.add_argument("files", type=Path, nargs="+", help="of recorded games")
    parser.add_argument("--bot", required=True, help="whose answers, as the files name it")
    parser.add_argument("--save", type=Path, required=True, help="the network's file")
    parser.add_argument("--begin", type=Path, help="a network to begin as, without memory")
    parser.add_argument("--hidden", type=int, default=384, help="units of the layers")
    parser.add_argument("--layers", type=int, default=2, help="residual layers")
    parser.add_argument("--epochs", type=int, default=8, help="passes over all decisions")
    parser.add_argument("--minibatch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=1e-3, help="at first; it falls to 0")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", help="cuda or cpu; without it: a GPU where there is one")
    return parser.parse_args()


def decisions_in(files: list[Path], bot: str) -> tuple[Decisions, Decisions]:
    """The bot's decisions that left a choice: to learn from, and of other games, to judge by."""
    import torch

    kept: tuple[list, list] = ([], [])
    for file in files:
        recorded = Recorded(file)
        if bot not in recorded.header["bots"]:
            raise ValueError(f"{file}: {bot} is not among {', '.join(recorded.header['bots'])}")
        number = recorded.header["bots"].index(bot)
        for batch in recorded.batches():
            theirs = (batch.bot == number) & (batch.mask.sum(axis=1, dtype=np.int32) > 1)
            apart = batch.game % HELD_OUT == 0
            for part, rows in zip(kept, (theirs & ~apart, theirs & apart), strict=True):
                part.append((batch.observation[rows], batch.mask[rows], batch.action[rows]))
    learn, judge = (
        Decisions(*(torch.from_numpy(np.concatenate(arrays)) for arrays in zip(*part, strict=True)))
        for part in kept
    )
    if not len(learn) or not len(judge):
        raise ValueError(f"too few games: {HELD_OUT} at least, in which {bot} had a choice")
    return learn, judge


def losses(net: Net, asked: Decisions) -> tuple[Tensor, Tensor]:
    """The mean of −log of the chance that the network gave each answer, and how often its likeliest
    answer was the one."""
    from .nets import masked

    logs = masked(net(asked.seen), asked.masks)
    answers = asked.actions.long().unsqueeze(1)
    right = logs.argmax(dim=1, keepdim=True) == answers
    return -logs.gather(1, answers).mean(), right.float().mean()


def judged(net: Net, judge: Decisions) -> str:
    import torch

    with torch.no_grad():
        surprise, right = (x.item() for x in losses(net, judge))
    return f"surprise {surprise:.4f}, the likeliest answer is right in {100 * right:.1f} %"


def imitate(options: argparse.Namespace) -> None:
    import torch

    from .export import begin_from, export
    from .features import policy_features
    from .nets import ACTIONS, Net

    for name in ("hidden", "epochs", "minibatch"):
        if (given := getattr(options, name)) < 1:
            raise ValueError(f"--{name} {given}: expected 1 or more")
    options.save.parent.mkdir(parents=True, exist_ok=True)  # now, not when all is learned
    torch.manual_seed(options.seed)
    device = options.device or ("cuda" if torch.cuda.is_available() else "cpu")
    learn, judge = decisions_in(options.files, options.bot)
    print(f"{len(learn):,} decisions of {options.bot}, {len(judge):,} of other games", flush=True)
    net = Net(policy_features(), options.hidden, options.layers, ACTIONS).to(device)
    if options.begin:
        begin_from(net, options.begin)
    on = lambda part: Decisions(*(x.to(device) for x in vars(part).values()))  # noqa: E731
    learn, judge = on(learn), on(judge)
    steps = options.epochs * -(-len(learn) // options.minibatch)
    optimizer = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=0.01)
    falling = torch.optim.lr_scheduler.OneCycleLR(optimizer, options.rate, steps, pct_start=0.05)
    print(f"at first: {judged(net, judge)}", flush=True)
    for epoch in range(options.epochs):
        for rows in torch.randperm(len(learn), device=device).split(options.minibatch):
            loss, _ = losses(net, learn.of(rows))
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            falling.step()
        print(f"pass {epoch + 1} of {options.epochs}: {judged(net, judge)}", flush=True)
    export(net, options.save)


def main() -> None:
    options = parse()
    torch_here()
    try:
        imitate(options)
    except (ValueError, OSError) as wrong:
        sys.exit(f"python -m ninelives.train.imitate: {wrong}")


if __name__ == "__main__":
    main()
