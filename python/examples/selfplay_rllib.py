"""Self-play with RLlib's PPO: every seat is the one module that learns.

    pip install 'ray[rllib]' torch
    python python/examples/selfplay_rllib.py --seed 1
    python python/examples/selfplay_rllib.py --seed 1 --resume      # goes on where it was stopped

RLlib's own runners step one environment after another in Python. `Tables` plays many games at once
in the vector environment, and hands RLlib what each seat saw and did as an episode of its own.
`careful` is met only to draw the curve.
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
from ninelives.train.nets import Net, draw, masked
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch.torch_rl_module import TorchRLModule
from ray.rllib.env.single_agent_env_runner import SingleAgentEnvRunner
from ray.rllib.env.single_agent_episode import SingleAgentEpisode
from ray.rllib.env.utils.infinite_lookback_buffer import InfiniteLookbackBuffer
from ray.tune.registry import register_env

ENV = "ninelives"


class Masked(TorchRLModule, ValueFunctionAPI):
    """A policy over the legal actions and a value: two heads of one small network."""

    def setup(self) -> None:
        self.net = Net(policy_features(), self.model_config["hidden"], 1, 256, aside=1)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        logits, value = self.heads(batch)
        logits = logits.masked_fill(batch[Columns.OBS]["action_mask"] == 0, -1e9)
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: value}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        """RLlib hands on what _forward called embeddings: the value, which is there already."""
        return (self.heads(batch)[1] if embeddings is None else embeddings)[:, 0]

    def heads(self, batch: dict[str, Any]) -> list[torch.Tensor]:
        features = self.net.expand(batch[Columns.OBS]["observation"])
        return self.net.think_twice(features, self.net.last, self.net.aside)


class Tables(SingleAgentEnvRunner):
    """Plays many games in step. One seat's part of a game is one episode."""

    def _sample(self, *, num_timesteps: int, **_: Any) -> list[SingleAgentEpisode]:
        vec = self.env.unwrapped
        if self._needs_initial_reset:
            vec.reset(seed=self._seed)
            self._needs_initial_reset = False
        # A seat's last decision only says what the one before was worth, so some more are played.
        steps = num_timesteps // self.num_envs + vec.rewards.shape[1]
        episodes = cut(self.play(vec, steps))
        done = [episode for episode in episodes if episode.is_done]
        self._done_episodes_for_metrics += done
        self._increase_sampled_metrics(sum(map(len, episodes)), len(done))
        return episodes

    @torch.no_grad()
    def play(self, vec: NineLivesVec, steps: int) -> dict[str, np.ndarray]:
        """So many decisions in every game: arrays of (games, steps, …)."""
        names = ("observation", "action_mask", "action", "logits", "logp", "player", "paid", "over")
        kept: dict[str, list[np.ndarray]] = {name: [] for name in names}
        for _ in range(steps):
            mask = torch.from_numpy(vec.masks)
            logits = self.module.net(torch.from_numpy(vec.observations))
            action = draw(logits, mask)
            logp = masked(logits, mask).gather(1, action[:, None].long())[:, 0]
            logits = logits.masked_fill(mask == 0, -1e9)
            arrays = (vec.observations, vec.masks, action, logits, logp, vec.players)
            for name, array in zip(names, arrays, strict=False):
                kept[name].append(np.array(array))
            vec.advance(action.numpy())
            kept["paid"].append(vec.rewards.copy())
            kept["over"].append(vec.terminated.copy())
        return {name: np.stack(rows, axis=1) for name, rows in kept.items()}


def cut(played: dict[str, np.ndarray]) -> list[SingleAgentEpisode]:
    """An episode for each seat of each game. One that isn't over yet ends with what its seat saw
    before its last decision."""
    over, player = played["over"], played["player"]
    game = np.cumsum(over, axis=1) - over  # of its row
    episodes = []
    for row in range(len(over)):
        ends = np.flatnonzero(over[row])
        for number in range(game[row, -1] + 1):
            for seat in range(played["paid"].shape[2]):
                at = np.flatnonzero((game[row] == number) & (player[row] == seat))
                paid = played["paid"][row, ends[number], seat] if number < len(ends) else None
                if len(at) > (paid is None):
                    episodes.append(episode_of(played, row, at, paid))
    return episodes


def episode_of(
    played: dict[str, np.ndarray], row: int, at: np.ndarray, paid: float | None
) -> SingleAgentEpisode:
    """Decisions of one seat in one game; `paid` where it is over."""
    done = paid is not None
    seen, acted = (np.append(at, at[-1]), at) if done else (at, at[:-1])
    rewards = np.zeros(len(acted), np.float32)
    if done:
        rewards[-1] = paid

    def buffer(name: str) -> InfiniteLookbackBuffer:
        return InfiniteLookbackBuffer(played[name][row, acted])

    observations = {name: played[name][row, seen] for name in ("observation", "action_mask")}
    return SingleAgentEpisode(
        observations=InfiniteLookbackBuffer(observations),
        infos=[{}] * len(seen),
        actions=buffer("action"),
        rewards=InfiniteLookbackBuffer(rewards),
        extra_model_outputs={
            Columns.ACTION_DIST_INPUTS: buffer("logits"),
            Columns.ACTION_LOGP: buffer("logp"),
        },
        terminated=done,
        len_lookback_buffer=0,
    )


def policy_of(module: Masked) -> Any:
    def act(seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            logits = module.net(torch.from_numpy(seen)).numpy()
        return np.where(mask > 0, logits, -1e9).argmax(axis=1)

    return act


def config_of(args: argparse.Namespace) -> PPOConfig:
    def make(config: dict[str, Any]) -> NineLivesVec:
        return NineLivesVec(config["num_envs"], args.players, threads=1)

    register_env(ENV, make)
    batch = args.games * args.steps
    decisions = args.iterations * batch
    return (
        PPOConfig()
        .environment(ENV)
        .env_runners(
            env_runner_cls=Tables,
            num_env_runners=args.runners,
            num_envs_per_env_runner=args.games // max(1, args.runners),
            gym_env_vectorize_mode="vector_entry_point",
            rollout_fragment_length=args.steps,
            sample_timeout_s=3600,  # after RLlib's own limit nothing is learned, without a word
        )
        .rl_module(
            rl_module_spec=RLModuleSpec(module_class=Masked, model_config={"hidden": args.hidden})
        )
        .training(
            lr=[[0, args.rate], [decisions, args.rate / 20]],
            gamma=1.0,  # only the end of a game is paid
            lambda_=0.95,
            clip_param=0.2,
            entropy_coeff=[[0, args.entropy], [decisions, args.entropy / 10]],
            vf_loss_coeff=0.5,
            use_kl_loss=False,
            grad_clip=0.5,
            train_batch_size_per_learner=batch,
            minibatch_size=min(args.minibatch, batch),
            num_epochs=args.epochs,
        )
        .debugging(seed=args.seed)
    )


def point_of(
    algorithm: Algorithm, decisions: int, args: argparse.Namespace, seconds: float
) -> dict:
    """A point of the curve: a match with the careful bot, every deal from every seat."""
    act = policy_of(algorithm.get_module())
    result = match(act, "careful", args.deals, args.players, threads=1)
    print(f"{decisions:12,} decisions  {seconds:6.1f} s  against careful: {result}", flush=True)
    won = {"won": result.share, "low": result.low, "high": result.high}
    return {"decisions": decisions, "seconds": round(seconds, 1), **won}


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    add = parser.add_argument
    add("--seed", type=int, default=1)
    add("--players", type=int, default=2)
    add("--iterations", type=int, default=120)
    add("--games", type=int, default=256, help="at once")
    add("--steps", type=int, default=64, help="decisions of a game in an iteration")
    add("--minibatch", type=int, default=4096)
    add("--epochs", type=int, default=2, help="how often a decision is learned from")
    add("--rate", type=float, default=2e-3, help="of learning, at the beginning")
    add("--entropy", type=float, default=0.02, help="at the beginning")
    add("--hidden", type=int, default=128, help="the network's width")
    add("--runners", type=int, default=0, help="processes that play; 0: the one that learns")
    add("--every", type=int, default=10, help="iterations between points of the curve")
    add("--deals", type=int, default=500, help="of the match that makes a point")
    add("--resume", action="store_true", help="go on with what is in the folder")
    add("--out", type=Path, default=Path("runs/rllib"))
    return parser.parse_args()


def main() -> None:
    args = options()
    args.out.mkdir(parents=True, exist_ok=True)
    curve, checkpoint = args.out / "curve.jsonl", args.out.resolve() / "checkpoint"
    algorithm = config_of(args).build_algo()
    lines = [{"recipe": "rllib", "seed": args.seed}]
    if args.resume:
        algorithm.restore_from_path(str(checkpoint))
        lines = [json.loads(line) for line in curve.read_text().splitlines()]
    start = time.perf_counter() - lines[-1].get("seconds", 0)
    while algorithm.iteration < args.iterations:
        result = algorithm.train()
        if algorithm.iteration % args.every and algorithm.iteration < args.iterations:
            continue
        decisions = int(result["env_runners"]["num_env_steps_sampled_lifetime"])
        lines.append(point_of(algorithm, decisions, args, time.perf_counter() - start))
        curve.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        algorithm.save_to_path(str(checkpoint))
        export(algorithm.get_module().net, args.out / "agent.nlnet")
    algorithm.stop()


if __name__ == "__main__":
    main()
