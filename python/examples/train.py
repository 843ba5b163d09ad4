"""Trains an agent with nothing but NumPy: a masked policy gradient (PPO) on the vector environment.

    python python/examples/train.py                       # two minutes, then a match and a plot
    python python/examples/train.py --seconds 30 --opponent random
    python python/examples/train.py --resume              # goes on with what is in the folder
    python python/examples/train.py --serve trained/agent.npz     # an agent for the arena

Everything is here to be read and changed: the features, the network with its gradients by hand, the
advantages, the update. The agent learns against a bot; with the same seed it learns the same.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: its threads wait by spinning

import numpy as np
from ninelives import FIELDS, NineLivesVec
from ninelives.agent import serve
from ninelives.evaluate import match

# ---- what the network sees -----------------------------------------------------------------------

ONE_HOTS = {"phase": 17, "play_card": 29, "play_by": 7, "turn": 7, "play_combo": 4, "owed": 4}


def features(rows: np.ndarray) -> np.ndarray:
    """The `counting` bytes as numbers of about one: thermometers, one-hots and a few ratios."""

    def part(name: str) -> np.ndarray:
        return rows[:, FIELDS[name].slice]

    hand, places = part("hand"), part("places")[:, :6]
    kitten = (places == 1) | (places == 2)
    pile = part("pile_size").astype(np.float32)
    odds = part("top_odds").astype(np.float32) / 255
    columns = [hand >= 1, hand >= 2, hand >= 3, kitten, (places > 0) & ~kitten]
    columns += [part("discard") / np.float32(4), part("unseen") / np.float32(4)]
    columns += [part("certain")[:, :32] / np.float32(2), part("hand_size") / np.float32(8)]
    columns += [part("alive"), part("peeked") / np.float32(3), part("attacked"), part("committed")]
    columns += [pile / 40, 1 / (1 + pile), odds, odds == 0, odds == 1, odds > 0.2]
    columns += [part("bottom_odds") / np.float32(255), part("play_nopes") % 2]
    for name, size in ONE_HOTS.items():
        columns.append(np.minimum(part(name), size - 1) == np.arange(size, dtype=np.uint8))
    return np.concatenate(columns, axis=1, dtype=np.float32, casting="unsafe")


# ---- the network, by hand ------------------------------------------------------------------------


class Network:
    """Two hidden layers; one head gives a preference an action, the other the value."""

    def __init__(self, inputs: int, hidden: int, rng: np.random.Generator) -> None:
        def layer(n: int, m: int, scale: float) -> np.ndarray:
            return (rng.standard_normal((n, m)) * scale / np.sqrt(n)).astype(np.float32)

        self.p = {
            "w1": layer(inputs, hidden, 1.4),
            "b1": np.zeros(hidden, np.float32),
            "w2": layer(hidden, hidden, 1.4),
            "b2": np.zeros(hidden, np.float32),
            "wp": layer(hidden, 256, 0.01),
            "bp": np.zeros(256, np.float32),
            "wv": layer(hidden, 1, 0.1),
            "bv": np.zeros(1, np.float32),
        }

    def forward(self, x: np.ndarray, mask: np.ndarray):
        """Log-probabilities of the legal actions (-inf for the others), values, and the layers."""
        p = self.p
        h1 = np.maximum(x @ p["w1"] + p["b1"], 0)
        h2 = np.maximum(h1 @ p["w2"] + p["b2"], 0)
        logits = np.where(mask > 0, h2 @ p["wp"] + p["bp"], np.float32(-1e9))
        logits -= logits.max(axis=1, keepdims=True)
        logp = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        value = (h2 @ p["wv"] + p["bv"])[:, 0]
        return logp, value, (x, h1, h2)

    def backward(self, layers, d_logits: np.ndarray, d_value: np.ndarray) -> dict[str, np.ndarray]:
        """Gradients of the loss by the parameters, from those by the two heads."""
        x, h1, h2 = layers
        dv = d_value[:, None]
        dh2 = (d_logits @ self.p["wp"].T + dv @ self.p["wv"].T) * (h2 > 0)
        dh1 = (dh2 @ self.p["w2"].T) * (h1 > 0)
        return {
            "wp": h2.T @ d_logits,
            "bp": d_logits.sum(axis=0),
            "wv": h2.T @ dv,
            "bv": dv.sum(axis=0),
            "w2": h1.T @ dh2,
            "b2": dh2.sum(axis=0),
            "w1": x.T @ dh1,
            "b1": dh1.sum(axis=0),
        }

    def save(self, path: str | Path) -> None:
        np.savez_compressed(path, **self.p)

    @classmethod
    def load(cls, path: str | Path) -> Network:
        network = cls.__new__(cls)
        with np.load(path) as stored:
            network.p = {name: stored[name] for name in stored.files}
        return network


class Adam:
    """Adam, with the gradient clipped."""

    def __init__(self, parameters: dict[str, np.ndarray], rate: float) -> None:
        self.p, self.rate, self.t = parameters, rate, 0
        self.m = {k: np.zeros_like(v) for k, v in parameters.items()}
        self.v = {k: np.zeros_like(v) for k, v in parameters.items()}

    def step(self, gradients: dict[str, np.ndarray], rate: float) -> None:
        norm = np.sqrt(sum(float((g * g).sum()) for g in gradients.values()))
        clip = min(1.0, 0.5 / (norm + 1e-8))
        self.t += 1
        for k, g in gradients.items():
            self.m[k] += 0.1 * (clip * g - self.m[k])
            self.v[k] += 0.001 * ((clip * g) ** 2 - self.v[k])
            mean = self.m[k] / (1 - 0.9**self.t)
            spread = np.sqrt(self.v[k] / (1 - 0.999**self.t))
            self.p[k] -= np.float32(rate) * mean / (spread + 1e-8)


CURVE = ("seconds", "decisions", "won")  # of a line of curve.jsonl

# ---- learning ------------------------------------------------------------------------------------


@dataclass
class Settings:
    """Settings. The defaults learn on one core in minutes."""

    opponent: str = "careful"
    players: int = 2
    seconds: float = 120.0  # of processor time
    updates: int = 10**9  # whichever comes first
    games: int = 256
    steps: int = 32  # decisions of a row between updates
    hidden: int = 128
    rate: float = 1e-3
    epochs: int = 3
    minibatch: int = 1024
    clip: float = 0.2
    entropy: float = 0.01
    discount: float = 1.0
    trace: float = 0.95
    seed: int = 1
    quiet: bool = False


@dataclass
class Rollout:
    """Experience of `steps` decisions of all rows."""

    x: list = field(default_factory=list)
    mask: list = field(default_factory=list)
    action: list = field(default_factory=list)
    logp: list = field(default_factory=list)
    value: list = field(default_factory=list)
    reward: list = field(default_factory=list)
    done: list = field(default_factory=list)


def draw(logp: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """An action for each row, by the probabilities: one uniform number against their sums."""
    sums = np.cumsum(np.exp(logp), axis=1)
    goal = rng.random(len(logp), np.float32)[:, None] * sums[:, -1:]
    return np.minimum((sums <= goal).sum(axis=1), 255).astype(np.int32)


class Learner:
    """PPO against bots, in the single-learner layout."""

    def __init__(self, settings: Settings) -> None:
        s = self.s = settings
        self.rng = np.random.default_rng(s.seed)
        self.vec = NineLivesVec(s.games, s.players, opponents=s.opponent, seed=s.seed, threads=1)
        self.network = Network(features(self.vec.observations).shape[1], s.hidden, self.rng)
        self.adam = Adam(self.network.p, s.rate)
        self.curve: list[tuple[float, int, float]] = []  # seconds, decisions, share of games won

    def legal_draw(self, logp: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """Rounding can reach past the last legal action: then take the likeliest."""
        action = draw(logp, self.rng)
        wrong = mask[np.arange(len(action)), action] == 0
        action[wrong] = logp[wrong].argmax(axis=1)
        return action

    def play(self) -> tuple[Rollout, np.ndarray, list[float]]:
        """Plays `steps` decisions in every row."""
        rollout, outcomes = Rollout(), []
        rows = np.arange(self.s.games)
        for _ in range(self.s.steps):
            x, mask = features(self.vec.observations), self.vec.masks.copy()
            logp, value, _ = self.network.forward(x, mask)
            action = self.legal_draw(logp, mask)
            _, reward, done, _, _ = self.vec.step(action)
            outcomes += (reward[done] > 0).tolist()
            rollout.x.append(x)
            rollout.mask.append(mask)
            rollout.action.append(action)
            rollout.logp.append(logp[rows, action])
            rollout.value.append(value)
            rollout.reward.append(reward.copy())
            rollout.done.append(done.copy())
        last = self.network.forward(features(self.vec.observations), self.vec.masks)[1]
        return rollout, last, outcomes

    def advantages(self, rollout: Rollout, last: np.ndarray) -> np.ndarray:
        """Advantage of each action over the expected value (GAE)."""
        s, value, following = self.s, last, np.zeros_like(last)
        out = np.zeros((s.steps, s.games), np.float32)
        for t in reversed(range(s.steps)):
            goes_on = 1 - rollout.done[t].astype(np.float32)
            surprise = rollout.reward[t] + s.discount * goes_on * value - rollout.value[t]
            following = surprise + s.discount * s.trace * goes_on * following
            out[t], value = following, rollout.value[t]
        return out

    def update(self, rollout: Rollout, advantage: np.ndarray, rate: float) -> None:
        """A few passes over what was played, in small batches."""
        flat = {k: np.concatenate(getattr(rollout, k)) for k in ("x", "mask", "action", "logp")}
        advantage = advantage.reshape(-1)
        goal = advantage + np.concatenate(rollout.value)
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        for _ in range(self.s.epochs):
            order = self.rng.permutation(len(goal))
            for at in range(0, len(order), self.s.minibatch):
                rows = order[at : at + self.s.minibatch]
                part = {k: v[rows] for k, v in flat.items()}
                self.adam.step(self.gradients(part, advantage[rows], goal[rows]), rate)

    def gradients(self, part: dict, advantage: np.ndarray, goal: np.ndarray) -> dict:
        """Of the clipped objective, with a bonus for entropy and the value's squared error."""
        n = len(goal)
        logp, value, layers = self.network.forward(part["x"], part["mask"])
        p = np.exp(logp)
        rows = np.arange(n)
        ratio = np.exp(logp[rows, part["action"]] - part["logp"])
        clipped = np.where(advantage > 0, ratio > 1 + self.s.clip, ratio < 1 - self.s.clip)
        weight = np.where(clipped, 0, advantage * ratio) / n
        d_logits = p * weight[:, None]
        d_logits[rows, part["action"]] -= weight
        safe = np.where(part["mask"] > 0, logp, 0)
        entropy = -(p * safe).sum(axis=1, keepdims=True)
        d_logits += self.s.entropy / n * p * (safe + entropy)
        return self.network.backward(layers, d_logits, 0.5 * (value - goal) / n)

    def save(self, folder: Path) -> None:
        """Agent, optimizer and curve, from which `load` goes on."""
        folder.mkdir(parents=True, exist_ok=True)
        self.network.save(folder / "agent.npz")
        moments = {f"{which}_{k}": v for which in "mv" for k, v in vars(self.adam)[which].items()}
        np.savez_compressed(folder / "optimizer.npz", t=self.adam.t, **moments)
        lines = (dict(zip(CURVE, point, strict=True)) for point in self.curve)
        (folder / "curve.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))

    def load(self, folder: Path) -> None:
        """Goes on with what `save` wrote; the games that are dealt are new ones."""
        self.network.p.update(Network.load(folder / "agent.npz").p)
        with np.load(folder / "optimizer.npz") as stored:
            self.adam.t = int(stored["t"])
            for which in "mv":
                vars(self.adam)[which] = {k: stored[f"{which}_{k}"] for k in self.network.p}
        lines = (folder / "curve.jsonl").read_text().splitlines()
        self.curve = [tuple(json.loads(line)[key] for key in CURVE) for line in lines]
        self.vec.reset(seed=self.s.seed + self.adam.t)

    def train(self, folder: Path | None = None) -> list[tuple[float, int, float]]:
        """Learns until the time is up, by what this process has used; returns the curve.

        With a folder what was learnt is written there now and then, and at the end.
        """
        before = self.curve[-1] if self.curve else (0.0, 0, 0.0)
        start, decisions, seen, update = time.process_time(), before[1], [], 0
        while (used := time.process_time() - start) < self.s.seconds and update < self.s.updates:
            rollout, last, outcomes = self.play()
            seen = (seen + outcomes)[-2000:]
            done = max(used / self.s.seconds, update / self.s.updates)
            self.update(rollout, self.advantages(rollout, last), self.s.rate * (1 - 0.9 * done))
            decisions += self.s.steps * self.s.games
            update += 1
            share = float(np.mean(seen)) if seen else before[2]
            self.curve.append((before[0] + used, decisions, share))
            if folder is not None and update % 100 == 0:
                self.save(folder)
            if update % 20 == 0 and not self.s.quiet:
                left = f"{done:4.0%} done"
                print(f"{left}  {used:6.1f} s  {decisions:9,} decisions  wins {share:.1%}")
        if folder is not None:
            self.save(folder)
        return self.curve


def policy_of(network: Network):
    """The network as a policy for matches: the likeliest action, no chance."""

    def act(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return network.forward(features(observations), masks)[0].argmax(axis=1)

    return act


def plot(curve: list[tuple[float, int, float]], path: Path, settings: Settings) -> bool:
    """The learning curve as a picture, where matplotlib is installed."""
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        return False
    _, decisions, share = zip(*curve, strict=True)
    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    axes.plot(decisions, np.multiply(share, 100))
    axes.axhline(100 / settings.players, linestyle="--", color="grey", label="even")
    axes.set(xlabel="decisions", ylabel="games won while learning, %")
    axes.set_title(f"Learning against {settings.opponent}, {settings.players} players")
    axes.legend()
    figure.savefig(path, dpi=120)
    return True


OPTIONS = {
    "opponent": "the bot in the other seats",
    "players": "at the table",
    "seconds": "of processor time to learn",
    "seed": "the same seed learns the same",
    "updates": "of the network, if they come first",
}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    for name, what in OPTIONS.items():
        default = getattr(Settings, name)
        parser.add_argument(f"--{name}", type=type(default), default=default, help=what)
    parser.add_argument("--deals", type=int, default=2000, help="of the match at the end")
    parser.add_argument("--out", type=Path, default=Path("trained"), help="folder for the results")
    parser.add_argument("--resume", action="store_true", help="go on with what is in the folder")
    parser.add_argument("--serve", type=Path, help="a saved agent, to play in the arena")
    return parser.parse_args()


def main() -> None:
    args = arguments()
    if args.serve:
        return serve(policy_of(Network.load(args.serve)))
    settings = Settings(args.opponent, args.players, args.seconds, args.updates, seed=args.seed)
    learner = Learner(settings)
    if args.resume and (args.out / "optimizer.npz").exists():
        learner.load(args.out)
    curve = learner.train(args.out)
    drawn = plot(curve, args.out / "curve.png", settings)
    print(f"agent: {args.out / 'agent.npz'}, curve: {args.out / 'curve.jsonl'}")
    print(f"learning curve: {args.out / 'curve.png' if drawn else 'install matplotlib to see it'}")
    for opponent in dict.fromkeys(("random", args.opponent)):
        result = match(policy_of(learner.network), opponent, args.deals, args.players)
        print(f"against {opponent}: {result}")
    return None


if __name__ == "__main__":
    main()
