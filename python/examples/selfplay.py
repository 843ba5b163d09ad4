"""Self-play in one file, in the style of CleanRL: PPO with PyTorch on the vector environment.

    python python/examples/selfplay.py                      # on a GPU, or slowly without one
    python python/examples/selfplay.py --seed 2 --decisions 32000000
    python python/examples/selfplay.py --resume             # goes on with what is in the folder

All seats are played by the one policy that learns, and it never sees a bot while it does: `careful`
is met only to draw the curve. What is learnt is saved as a network that the program itself plays, so
`ninelives arena --bots net:runs/selfplay/agent.nlnet,careful` is the next thing to type.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np
import torch
from ninelives import NineLivesVec
from ninelives.evaluate import match
from ninelives.train.export import export
from ninelives.train.features import policy_features
from ninelives.train.nets import Net, draw, masked
from torch import Tensor, nn


@dataclass
class Settings:
    """Settings, each an option of its name."""

    players: int = 2
    games: int = 1024
    steps: int = 64  # decisions of a row between updates
    decisions: int = 16_000_000
    hidden: int = 256
    layers: int = 1
    rate: float = 1e-3
    epochs: int = 2
    minibatch: int = 8192
    clip: float = 0.2
    entropy: float = 0.02  # at the beginning; a tenth of it at the end
    trace: float = 0.95
    every: int = 16  # updates between points of the curve
    deals: int = 500  # of the match that makes a point
    threads: int = 1  # of the environment
    seed: int = 1
    device: str = "cuda" if torch.cuda.is_available() else "cpu"
    out: str = "runs/selfplay"


class Agent(nn.Module):
    """A policy and a value, each with a network of its own."""

    def __init__(self, s: Settings) -> None:
        super().__init__()
        self.policy = Net(policy_features(), s.hidden, s.layers, 256)
        self.value = Net(policy_features(), s.hidden, s.layers, 1)

    def act(self, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The likeliest actions, for matches."""
        device = self.policy.last.weight.device
        with torch.no_grad():
            logits = self.policy(torch.from_numpy(seen).to(device)).cpu().numpy()
        return np.where(mask > 0, logits, -1e9).argmax(axis=1)


def advantages(
    value: np.ndarray,
    reward: np.ndarray,
    done: np.ndarray,
    player: np.ndarray,
    last: tuple[np.ndarray, np.ndarray],
    trace: float,
) -> tuple[np.ndarray, np.ndarray]:
    """GAE along each seat's own decisions, since a row's next decision may be somebody else's.

    `last` has the players who are asked after the rollout, and the values there. The second result
    is False where a seat's next decision lies beyond the rollout: what it was worth isn't known.
    """
    steps, games = value.shape
    rows, shape = np.arange(games), reward.shape[1:]
    ahead, following, paid = (np.zeros(shape, np.float32) for _ in range(3))
    known = np.zeros(shape, bool)
    out, good = np.zeros_like(value), np.zeros(value.shape, bool)
    ahead[rows, last[0]], known[rows, last[0]] = last[1], True
    for t in reversed(range(steps)):
        ended = done[t]
        ahead[ended], following[ended], paid[ended], known[ended] = 0, 0, reward[t][ended], True
        at = (rows, player[t])
        good[t] = known[at]
        surprise = paid[at] + ahead[at] - value[t]
        out[t] = np.where(good[t], surprise + trace * following[at], 0)
        ahead[at], following[at], paid[at], known[at] = value[t], out[t], 0, True
    return out, good


class Learner:
    """PPO, all seats at once."""

    def __init__(self, settings: Settings) -> None:
        s = self.s = settings
        torch.manual_seed(s.seed)
        self.vec = NineLivesVec(s.games, s.players, seed=s.seed, threads=s.threads)
        self.agent = Agent(s).to(s.device)
        self.adam = torch.optim.Adam(self.agent.parameters(), lr=s.rate, eps=1e-5)
        self.curve: list[dict] = []
        self.done = 0  # updates

    def on_device(self, array: np.ndarray) -> Tensor:
        return torch.from_numpy(array).to(self.s.device)

    def value_of(self, seen: Tensor) -> Tensor:
        return self.agent.value(seen)[:, 0].tanh()  # between a loss and a win

    @torch.no_grad()
    def play(self) -> dict[str, Tensor]:
        """`steps` decisions in every row, with what they were worth."""
        s, vec = self.s, self.vec
        kept: dict[str, list] = {name: [] for name in ("seen", "mask", "action", "logp")}
        rollout: dict[str, list] = {name: [] for name in ("value", "reward", "done", "player")}
        for _ in range(s.steps):
            seen, mask = self.on_device(vec.observations), self.on_device(vec.masks)
            logits = self.agent.policy(seen)
            action = draw(logits, mask).long()
            logp = masked(logits, mask).gather(1, action[:, None])[:, 0]
            for name, tensor in zip(kept, (seen, mask, action, logp), strict=True):
                kept[name].append(tensor.clone())
            rollout["value"].append(self.value_of(seen).cpu().numpy())
            rollout["player"].append(vec.players.copy())
            vec.step(action.cpu().numpy())
            rollout["reward"].append(vec.rewards.copy())
            rollout["done"].append(vec.terminated.copy())
        last = vec.players.copy(), self.value_of(self.on_device(vec.observations)).cpu().numpy()
        arrays = {name: np.stack(rollout[name]) for name in ("value", "reward", "done", "player")}
        better, good = advantages(**arrays, last=last, trace=s.trace)
        batch = {name: torch.cat(rows) for name, rows in kept.items()}
        batch["better"] = self.on_device(better.reshape(-1))
        batch["goal"] = self.on_device((better + arrays["value"]).reshape(-1))
        chosen = self.on_device(good.reshape(-1))
        return {name: rows[chosen] for name, rows in batch.items()}

    def update(self, batch: dict[str, Tensor], entropy: float) -> None:
        better = batch["better"]
        batch["better"] = (better - better.mean()) / (better.std() + 1e-6)
        for _ in range(self.s.epochs):
            order = torch.randperm(len(better), device=self.s.device)
            for rows in order.split(self.s.minibatch):
                loss = self.loss({name: all_[rows] for name, all_ in batch.items()}, entropy)
                self.adam.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.agent.parameters(), 0.5)
                self.adam.step()

    def loss(self, part: dict[str, Tensor], entropy: float) -> Tensor:
        logp = masked(self.agent.policy(part["seen"]), part["mask"])
        ratio = (logp.gather(1, part["action"][:, None])[:, 0] - part["logp"]).exp()
        near = ratio.clamp(1 - self.s.clip, 1 + self.s.clip)
        gain = torch.minimum(ratio * part["better"], near * part["better"]).mean()
        spread = -(logp.exp() * logp.clamp(min=-50)).sum(dim=1).mean()
        wrong = (self.value_of(part["seen"]) - part["goal"]).square().mean()
        return 0.5 * wrong - gain - entropy * spread

    def measure(self, decisions: int, seconds: float) -> None:
        """A point of the curve: a match with the careful bot, every deal from every seat."""
        result = match(self.agent.act, "careful", self.s.deals, self.s.players, threads=1)
        point = {"decisions": decisions, "seconds": round(seconds, 1), "won": result.share}
        self.curve.append({**point, "low": result.low, "high": result.high})
        print(f"{decisions:12,} decisions  {seconds:6.1f} s  against careful: {result}", flush=True)

    def train(self) -> None:
        s = self.s
        updates = max(1, s.decisions // (s.games * s.steps))
        if not self.curve:
            self.measure(0, 0.0)
        start = time.perf_counter() - self.curve[-1]["seconds"]
        for update in range(self.done, updates):
            left = 1 - update / updates
            self.adam.param_groups[0]["lr"] = s.rate * (0.05 + 0.95 * left)
            self.update(self.play(), s.entropy * (0.1 + 0.9 * left))
            if (update + 1) % s.every == 0 or update + 1 == updates:
                self.done = update + 1
                self.measure(self.done * s.games * s.steps, time.perf_counter() - start)
                self.save()

    def save(self) -> None:
        out = Path(self.s.out)
        out.mkdir(parents=True, exist_ok=True)
        export(self.agent.policy, out / "agent.nlnet")
        lines = [{"recipe": "selfplay", **asdict(self.s)}, *self.curve]
        (out / "curve.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        games = torch.frombuffer(bytearray(self.vec.save()), dtype=torch.uint8)
        state = {"done": self.done, "curve": self.curve, "games": games}
        state |= {"agent": self.agent.state_dict(), "adam": self.adam.state_dict()}
        torch.save({**state, "lots": torch.get_rng_state()}, out / "state.pt")

    def go_on(self) -> None:
        """With what was saved, in the middle of its games."""
        state = torch.load(Path(self.s.out) / "state.pt")
        self.done, self.curve = state["done"], state["curve"]
        self.agent.load_state_dict(state["agent"])
        self.adam.load_state_dict(state["adam"])
        self.vec.load(state["games"].numpy().tobytes())
        torch.set_rng_state(state["lots"])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    for field in fields(Settings):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    parser.add_argument("--resume", action="store_true", help="go on with what is in the folder")
    args = vars(parser.parse_args())
    resume = args.pop("resume")
    learner = Learner(Settings(**args))
    if resume:
        learner.go_on()
    learner.train()


if __name__ == "__main__":
    main()
