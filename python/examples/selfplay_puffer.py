"""Self-play with PufferLib's own trainer, by generations (PufferLib 3: the last one on PyPI).

    pip install pufferlib      # builds its own games, too, for which it downloads their sources
    python python/examples/selfplay_puffer.py --seed 1
    python python/examples/selfplay_puffer.py --seed 1 --resume     # goes on where it was stopped

The learner sits against the network that it was a generation ago, which the engine itself plays
(`net:FILE`); then it becomes the opponent, and so on. `careful` is met only to draw the curve.
The network is small, and shared by policy and value, so that one core is enough. (The link called
`resources` that appears in the folder is PufferLib's own.)
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
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

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.net = Net(policy_features(), hidden, 1, 256, aside=1)

    def forward_eval(self, flat: torch.Tensor, state: Any = None) -> tuple[Any, Any]:
        seen, mask = split(flat)
        heads = self.net.last, self.net.aside
        logits, value = self.net.think_twice(self.net.expand(seen), *heads)
        return logits.masked_fill(mask == 0, -1e9), value

    forward = forward_eval

    def act(self, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The likeliest actions, for matches."""
        device = self.net.last.weight.device
        with torch.no_grad():
            logits = self.net(torch.from_numpy(seen).to(device)).cpu().numpy()
        return np.where(mask > 0, logits, -1e9).argmax(axis=1)


class Trainer(pufferl.PuffeRL):
    """PufferLib's, without its dashboard: the points of the curve say how far it is."""

    def print_dashboard(self, *_: Any, **__: Any) -> None:
        pass

    def state(self) -> dict[str, Any]:
        parts = {"policy": self.policy, "optimizer": self.optimizer, "scheduler": self.scheduler}
        kept = {name: part.state_dict() for name, part in parts.items()}
        return {**kept, "epoch": self.epoch, "step": self.global_step, "rng": torch.get_rng_state()}

    def go_on(self, state: dict[str, Any]) -> None:
        for name in ("policy", "optimizer", "scheduler"):
            getattr(self, name).load_state_dict(state[name])
        self.epoch, self.global_step = state["epoch"], state["step"]
        torch.set_rng_state(state["rng"])


def config_of(args: argparse.Namespace) -> dict[str, Any]:
    """PufferLib's own settings, and ours. Its loader reads the command line, too, and stops at what
    is ours."""
    own, sys.argv = sys.argv, sys.argv[:1]
    try:
        config = pufferl.load_config("default")["train"]
    finally:
        sys.argv = own
    batch = args.games * args.steps
    return config | {
        "env": "ninelives",
        "data_dir": str(args.out / "checkpoints"),
        "seed": args.seed,
        "device": args.device,
        "total_timesteps": args.generations * args.updates * batch,
        "batch_size": batch,
        "bptt_horizon": args.steps,
        "minibatch_size": min(args.minibatch, batch),
        "update_epochs": args.epochs,
        "optimizer": "adam",
        "learning_rate": args.rate,
        "gamma": 1.0,  # only the end of a game is paid
        "gae_lambda": 0.95,
        "ent_coef": args.entropy,
        "prio_alpha": 0.0,  # all that was played is learned from alike
    }


def learn(trainer: Trainer, env: NineLivesPuffer, args: argparse.Namespace) -> None:
    """One generation, against what the policy is now."""
    generation = trainer.epoch // args.updates
    before = args.out / f"generation-{generation}.nlnet"  # the engine reads a name once
    export(trainer.policy.net, before)
    env.meet(f"net:{before}", args.seed * 1000 + generation)
    before.unlink()
    for _ in range(args.updates):
        trainer.evaluate()
        trainer.train()


def point_of(trainer: Trainer, deals: int, seconds: float) -> dict[str, Any]:
    """A point of the curve: a match with the careful bot, every deal from every seat."""
    result = match(trainer.policy.act, "careful", deals, threads=1)
    decisions = trainer.global_step
    print(f"{decisions:12,} decisions  {seconds:6.1f} s  against careful: {result}", flush=True)
    won = {"won": result.share, "low": result.low, "high": result.high}
    return {"decisions": decisions, "seconds": round(seconds, 1), **won}


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    add = parser.add_argument
    add("--seed", type=int, default=1)
    add("--generations", type=int, default=12)
    add("--updates", type=int, default=12, help="of a generation")
    add("--games", type=int, default=512, help="at once")
    add("--steps", type=int, default=32, help="decisions of a game between updates")
    add("--minibatch", type=int, default=4096)
    add("--epochs", type=int, default=2, help="how often a decision is learned from")
    add("--rate", type=float, default=2e-3, help="of learning, at the beginning")
    add("--entropy", type=float, default=0.01)
    add("--hidden", type=int, default=128, help="the network's width")
    add("--deals", type=int, default=500, help="of the match after each generation")
    add("--threads", type=int, default=1, help="of the environment")
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    add("--resume", action="store_true", help="go on with what is in the folder")
    add("--out", type=Path, default=Path("runs/puffer"))
    return parser.parse_args()


def main() -> None:
    args = options()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(args.seed)
    env = NineLivesPuffer(args.games, seed=args.seed, threads=args.threads)
    trainer = Trainer(config_of(args), env, Policy(args.hidden).to(args.device))
    lines = [{"recipe": "puffer", "seed": args.seed}]
    if args.resume:
        kept = torch.load(args.out / "state.pt")
        trainer.go_on(kept["trainer"])
        lines = kept["lines"]
    start = time.perf_counter() - lines[-1].get("seconds", 0)
    while trainer.epoch < trainer.total_epochs:
        learn(trainer, env, args)
        lines.append(point_of(trainer, args.deals, time.perf_counter() - start))
        (args.out / "curve.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        torch.save({"trainer": trainer.state(), "lines": lines}, args.out / "state.pt")
        export(trainer.policy.net, args.out / "agent.nlnet")
    trainer.close()  # and the environment with it


if __name__ == "__main__":
    main()
