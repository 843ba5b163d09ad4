"""Self-play with PufferLib's own trainer, by generations (PufferLib 3: the last one on PyPI).

    pip install pufferlib      # builds its own games, too, for which it downloads their sources
    python python/examples/selfplay_puffer.py --seed 1

The learner sits against the network that it was a generation ago, which the engine itself plays
(`net:FILE`); then it becomes the opponent, and so on. `careful` is met only to draw the curve.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pufferlib.vector
import torch
from ninelives.adapters.pufferlib import NineLivesPuffer, split
from ninelives.evaluate import match
from ninelives.train.export import export
from ninelives.train.features import policy_features
from ninelives.train.nets import Net
from pufferlib import pufferl
from torch import nn


class Policy(nn.Module):
    """Actions that are not legal get no chance: the mask stands behind the observation."""

    def __init__(self) -> None:
        super().__init__()
        self.policy = Net(policy_features(), 256, 1, 256)
        self.value = Net(policy_features(), 256, 1, 1)

    def forward_eval(self, flat: torch.Tensor, state: Any = None) -> tuple[Any, Any]:
        seen, mask = split(flat)
        return self.policy(seen).masked_fill(mask == 0, -1e9), self.value(seen)

    forward = forward_eval

    def act(self, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The likeliest actions, for matches."""
        device = self.policy.last.weight.device
        with torch.no_grad():
            logits = self.policy(torch.from_numpy(seen).to(device)).cpu().numpy()
        return np.where(mask > 0, logits, -1e9).argmax(axis=1)


def defaults() -> dict[str, Any]:
    """PufferLib's own settings. Its loader reads the command line, too, and stops at what is ours."""
    own, sys.argv = sys.argv, sys.argv[:1]
    try:
        return pufferl.load_config("default")["train"]
    finally:
        sys.argv = own


def learn(policy: Policy, opponent: str, args: argparse.Namespace, seed: int) -> None:
    """One generation."""
    vecenv = pufferlib.vector.make(
        NineLivesPuffer,
        num_envs=1,
        backend=pufferlib.vector.Serial,
        env_kwargs={"num_envs": args.games, "opponents": opponent},
    )
    config = defaults() | {"data_dir": str(args.out / "checkpoints")}
    config |= {"env": "ninelives", "seed": seed, "device": args.device, "optimizer": "adam"}
    config |= {"total_timesteps": args.decisions, "bptt_horizon": 64, "batch_size": "auto"}
    config |= {"minibatch_size": min(8192, 64 * args.games), "learning_rate": 5e-4}
    config |= {"gamma": 1.0, "gae_lambda": 0.95, "ent_coef": 0.01, "update_epochs": 3}
    trainer = pufferl.PuffeRL(config, vecenv, policy)
    while trainer.epoch < trainer.total_epochs:
        trainer.evaluate()
        trainer.train()
    trainer.close()  # and the environments with it


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--decisions", type=int, default=196_608, help="of each generation")
    parser.add_argument("--games", type=int, default=512)
    parser.add_argument("--deals", type=int, default=500, help="of the match after each")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--out", type=Path, default=Path("runs/puffer"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(args.seed)
    policy = Policy().to(args.device)
    start, lines = time.perf_counter(), [{"recipe": "puffer", "seed": args.seed}]
    for generation in range(args.generations):
        before = args.out / f"generation-{generation}.nlnet"  # the engine reads a name once
        export(policy.policy, before)
        learn(policy, f"net:{before}", args, args.seed * 1000 + generation)
        before.unlink()
        result = match(policy.act, "careful", args.deals)
        seconds = time.perf_counter() - start
        lines.append(
            {
                "decisions": (generation + 1) * args.decisions,
                "seconds": round(seconds, 1),
                "won": result.share,
                "low": result.low,
                "high": result.high,
            }
        )
        print(f"generation {generation + 1}, {seconds:.0f} s, careful: {result}", flush=True)
        (args.out / "curve.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    export(policy.policy, args.out / "agent.nlnet")


if __name__ == "__main__":
    main()
