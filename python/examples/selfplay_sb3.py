"""Self-play with Stable-Baselines3's MaskablePPO, by generations.

    pip install sb3-contrib
    python python/examples/selfplay_sb3.py --seed 1
    python python/examples/selfplay_sb3.py --seed 1 --resume        # goes on where it was stopped

The learner sits against the network that it was a generation ago, which the engine itself plays
(`net:FILE`); then it becomes the opponent, and so on. `careful` is met only to draw the curve.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from ninelives import NineLivesVec
from ninelives.evaluate import match
from ninelives.train.export import export
from ninelives.train.features import policy_features
from ninelives.train.nets import Net
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv


class Rows(VecEnv):
    """NineLivesVec as Stable-Baselines3 wants it."""

    def __init__(self, games: int, opponents: str, seed: int, threads: int = 1) -> None:
        self.vec = NineLivesVec(games, opponents=opponents, seed=seed, threads=threads)
        spaces = self.vec.single_observation_space["observation"], self.vec.single_action_space
        super().__init__(games, *spaces)

    def reset(self) -> np.ndarray:
        self.vec.reset()
        return self.vec.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        seen, reward, terminated, truncated, _ = self.vec.step(self.actions)
        done = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(done):
            infos[row]["terminal_observation"] = self.vec.final_observations[row].copy()
        return seen["observation"].copy(), reward.copy(), done, infos

    def env_method(self, name: str, *_: Any, **__: Any) -> list[Any]:
        assert name == "action_masks"
        return list(self.vec.masks.astype(bool))

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        if name not in ("action_masks", "render_mode"):
            raise AttributeError(name)
        return [None] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(name)

    def env_is_wrapped(self, wrapper: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.vec.close()


class Trunk(BaseFeaturesExtractor):
    """The network up to its last layer, which is Stable-Baselines3's own."""

    def __init__(self, space: Any, hidden: int = 256, layers: int = 1) -> None:
        super().__init__(space, hidden)
        self.net = Net(policy_features(), hidden, layers, 256)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.net.first(self.net.expand(seen.to(torch.uint8))))
        for layer in self.net.middle:
            x = x + torch.relu(layer(x))
        return x


def save(model: MaskablePPO, path: Path) -> str:
    """The policy as a network that the engine plays; returns the bot's name."""
    net = model.policy.pi_features_extractor.net
    net.last.load_state_dict(model.policy.action_net.state_dict())
    export(net, path)
    return f"net:{path}"


def policy_of(model: MaskablePPO) -> Any:
    def act(seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return model.predict(seen, action_masks=mask.astype(bool), deterministic=True)[0]

    return act


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--decisions", type=int, default=196_608, help="of each generation")
    parser.add_argument("--games", type=int, default=512)
    parser.add_argument("--deals", type=int, default=500, help="of the match after each")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--resume", action="store_true", help="go on with what is in the folder")
    parser.add_argument("--out", type=Path, default=Path("runs/sb3"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    model = MaskablePPO(
        "MlpPolicy",
        Rows(args.games, "random", args.seed),
        learning_rate=5e-4,
        n_steps=64,
        batch_size=4096,
        n_epochs=3,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={
            "features_extractor_class": Trunk,
            "share_features_extractor": False,
            "net_arch": [],
        },
        device=args.device,
        seed=args.seed,
    )
    curve, lines = args.out / "curve.jsonl", [{"recipe": "sb3", "seed": args.seed}]
    if args.resume:
        model.set_parameters(args.out / "model.zip")
        lines = [json.loads(line) for line in curve.read_text().splitlines()]
        model.num_timesteps = lines[-1]["decisions"]
    start = time.perf_counter() - lines[-1].get("seconds", 0)
    for generation in range(len(lines) - 1, args.generations):
        before = args.out / f"generation-{generation}.nlnet"  # the engine reads a name once
        model.set_env(Rows(args.games, save(model, before), args.seed * 1000 + generation))
        before.unlink()
        model.learn(args.decisions, reset_num_timesteps=False)
        result = match(policy_of(model), "careful", args.deals)
        seconds = time.perf_counter() - start
        lines.append(
            {
                "decisions": model.num_timesteps,
                "seconds": round(seconds, 1),
                "won": result.share,
                "low": result.low,
                "high": result.high,
            }
        )
        print(f"generation {generation + 1}, {seconds:.0f} s, careful: {result}", flush=True)
        curve.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        model.save(args.out / "model.zip")
        save(model, args.out / "agent.nlnet")


if __name__ == "__main__":
    main()
