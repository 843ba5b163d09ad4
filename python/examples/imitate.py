"""Imitation with nothing but NumPy: a network learns from recorded games what the best bot did.

    python python/examples/imitate.py                                 # the sample in the repository
    python python/examples/imitate.py --games games.nlgames --bot net --epochs 1

The network is that of train.py. Its file can be served to the arena by `train.py --serve`.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
from ninelives.data import Batch, Recorded
from ninelives.evaluate import match
from train import Adam, Network, features, policy_of


def gradients(network: Network, x: np.ndarray, mask: np.ndarray, action: np.ndarray) -> tuple:
    """Of the cross-entropy; and how often the likeliest action was the one that was played."""
    logp, value, layers = network.forward(x, mask)
    rows = np.arange(len(action))
    d_logits = np.exp(logp)
    d_logits[rows, action] -= 1
    same = float((logp.argmax(axis=1) == action).mean())
    return network.backward(layers, d_logits / len(action), np.zeros_like(value)), same


def chosen(batch: Batch, bot: int) -> np.ndarray:
    """The rows in which that bot decided."""
    return np.flatnonzero(batch.bot == bot)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("--games", type=Path, default=Path("data/games/sample.nlgames"))
    parser.add_argument("--bot", default="net", help="whom to imitate")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--minibatch", type=int, default=512)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=500, help="of a match")
    parser.add_argument("--out", type=Path, default=Path("runs/imitate"))
    args = parser.parse_args()
    recorded, rng = Recorded(args.games), np.random.default_rng(args.seed)
    bot = recorded.header["bots"].index(args.bot)
    first = next(recorded.batches())
    network = Network(features(first.observation[:1]).shape[1], args.hidden, rng)
    adam = Adam(network.p, args.rate)
    chunks = -(-len(recorded) // recorded.header["chunk"])
    start, seen = time.process_time(), 0
    lines: list[dict] = [{"recipe": "imitate", "seed": args.seed, "bot": args.bot}]
    for epoch in range(args.epochs):
        for number, batch in enumerate(recorded.batches()):
            order = rng.permutation(chosen(batch, bot))
            rate = args.rate * (1 - 0.95 * (epoch + number / chunks) / args.epochs)
            agreed = []
            for at in range(0, len(order), args.minibatch):
                rows = order[at : at + args.minibatch]
                x = features(batch.observation[rows])
                found, same = gradients(network, x, batch.mask[rows], batch.action[rows])
                adam.step(found, rate)
                agreed.append(same)
            seen += len(order)
            result = match(policy_of(network), "careful", args.deals, threads=1)
            seconds = time.process_time() - start
            lines.append(
                {
                    "decisions": seen,
                    "seconds": round(seconds, 1),
                    "agreed": round(float(np.mean(agreed)), 4),
                    "won": result.share,
                    "low": result.low,
                    "high": result.high,
                }
            )
            print(f"{seen:10,} decisions  agreed {lines[-1]['agreed']:.1%}  {result}", flush=True)
    args.out.mkdir(parents=True, exist_ok=True)
    network.save(args.out / "agent.npz")
    (args.out / "curve.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))


if __name__ == "__main__":
    main()
