"""Self-play with RLlib: all seats are one module, in the PettingZoo environment.

    pip install 'ray[rllib]' torch
    python python/examples/selfplay_rllib.py --seed 1

RLlib keeps each agent's decisions apart, so a shared module is self-play without more. `careful` is
met only to draw the curve.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from ninelives.adapters import rllib
from ninelives.evaluate import match
from ninelives.train.export import export
from ninelives.train.features import policy_features
from ninelives.train.nets import Net
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch.torch_rl_module import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env


class Masked(TorchRLModule, ValueFunctionAPI):
    """A policy over the legal actions, and a value."""

    def setup(self) -> None:
        self.policy = Net(policy_features(), 256, 1, 256)
        self.value = Net(policy_features(), 256, 1, 1)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.policy(seen["observations"])
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen["action_mask"] == 0, -1e9)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        return self.value(batch[Columns.OBS]["observations"])[:, 0]


def policy_of(module: Masked) -> Any:
    def act(seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            logits = module.policy(torch.from_numpy(seen)).numpy()
        return np.where(mask > 0, logits, -1e9).argmax(axis=1)

    return act


def config_of(args: argparse.Namespace) -> PPOConfig:
    register_env("ninelives", lambda _: PettingZooEnv(rllib.env(players=args.players)))
    return (
        PPOConfig()
        .environment("ninelives")
        # A batch may take minutes; after RLlib's own limit nothing would be learned, without a word.
        .env_runners(num_env_runners=args.runners, sample_timeout_s=3600)
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda *_, **__: "all")
        .rl_module(
            rl_module_spec=MultiRLModuleSpec(
                rl_module_specs={"all": RLModuleSpec(module_class=Masked)}
            )
        )
        .training(
            lr=5e-4,
            gamma=1.0,
            lambda_=0.95,
            entropy_coeff=0.01,
            train_batch_size_per_learner=args.batch,
            minibatch_size=min(2048, args.batch),
            num_epochs=3,
        )
        .debugging(seed=args.seed)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--batch", type=int, default=16_384, help="decisions of an iteration")
    parser.add_argument("--runners", type=int, default=2, help="processes that play")
    parser.add_argument("--deals", type=int, default=500, help="of a match")
    parser.add_argument("--out", type=Path, default=Path("runs/rllib"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    algorithm = config_of(args).build_algo()
    start, lines = time.perf_counter(), [{"recipe": "rllib", "seed": args.seed}]
    for iteration in range(args.iterations):
        algorithm.train()
        if (iteration + 1) % 10 and iteration + 1 < args.iterations:
            continue
        module = algorithm.get_module("all")
        result = match(policy_of(module), "careful", args.deals, args.players)
        seconds = time.perf_counter() - start
        lines.append(
            {
                "decisions": (iteration + 1) * args.batch,
                "seconds": round(seconds, 1),
                "won": result.share,
                "low": result.low,
                "high": result.high,
            }
        )
        print(f"iteration {iteration + 1}, {seconds:.0f} s, against careful: {result}", flush=True)
        (args.out / "curve.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        export(module.policy, args.out / "agent.nlnet")
    algorithm.stop()


if __name__ == "__main__":
    main()
