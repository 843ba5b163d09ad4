"""How fast the environments are, beside their peers, in one run on one machine.

    python bench/python/compare.py [--seconds 3] [--out build/bench]

Everybody plays random legal moves with observations and masks, and draws them by the same cheap
sampler, one random number a move. Like is compared with like: one game in Python with one game in
Python, an environment for use (`env()`) with an environment for use, the bare one with an empty one,
the vector environment with the bare loop. Peers that are not installed are left out by name:
`pip install rlcard open_spiel pygame shimmy`. Rates are decisions a second of processor time, so
that a busy machine disturbs them less, the median of rounds in which all take turns; what can be
compared are the ratios. The figure of two threads is the only one that goes by the clock; where both
cores are busy otherwise it says nothing, and whether a second thread costs processor time says more.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from gymnasium import spaces
from ninelives import Game, NineLivesVec, ninelives_v1, rules_text
from pettingzoo import AECEnv

Play = Callable[[], int]  # plays a little and returns the number of decisions
ROUNDS = 5
ROOT = Path(__file__).resolve().parents[2]


def rates(
    players: dict[str, Play], seconds: float, clock: Callable[[], float] = time.process_time
) -> dict[str, float]:
    """Decisions a second of each, the median of several rounds in which all take turns: what else
    the machine does disturbs nobody alone."""
    found: dict[str, list[float]] = {name: [] for name in players}
    for play in players.values():
        play()
    for _ in range(ROUNDS):
        for name, play in players.items():
            start, decisions = clock(), 0
            while (used := clock() - start) < seconds / ROUNDS:
                decisions += play()
            found[name].append(decisions / used)
    return {name: float(np.median(rounds)) for name, rounds in found.items()}


# ---- ours -------------------------------------------------------------------------------------


def vector(rows: int, threads: int = 1, **options) -> Play:
    vec = NineLivesVec(rows, threads=threads, seed=1, **options)

    def play() -> int:
        rounds = max(1, (200 if options.get("opponents") == "net" else 20000) // rows)
        for _ in range(rounds):
            vec.step(vec.sample())
        return rounds * rows

    return play


def aec_loop(env: AECEnv) -> Play:
    """PettingZoo's loop, with the cheap sampler."""
    draw = random.Random(1).random

    def play() -> int:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(draw() * len(legal))]))
            decisions += 1
        return decisions

    return play


class Empty(AECEnv):
    """A PettingZoo environment that does nothing, of the same shape: what the loop itself costs."""

    metadata = {"name": "empty_v0", "render_modes": []}

    def __init__(self, like: AECEnv, length: int = 45) -> None:
        super().__init__()
        self.possible_agents = like.possible_agents
        self.observation_spaces = like.observation_spaces
        self.action_spaces = like.action_spaces
        self.length = length
        self.mask = np.zeros(256, np.int8)
        self.mask[:4] = 1

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict:
        return {"observation": np.zeros(363, np.uint8), "action_mask": self.mask.copy()}

    def reset(self, seed=None, options=None) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.steps = 0

    def step(self, action) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            return self._was_dead_step(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.steps += 1
        if self.steps == self.length:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[self.steps % len(self.agents)]
        self._accumulate_rewards()
        self._deads_step_first()
        return None


def single_games(players: int = 2) -> Play:
    """The low-level class, observation and mask at every decision."""
    rules = rules_text(overrides={"nope_way": "commit"})
    number = iter(range(10**9))

    def play() -> int:
        game = Game(players, rules=rules, seed=1, number=next(number))
        decisions = 0
        while (player := game.player) is not None:
            game.observe(player)
            game.mask(player)
            game.apply(game.sample(), player)
            decisions += 1
        return decisions

    return play


def bare_program(folder: Path) -> Path:
    """The loop in C++ that writes the same observations and masks, compiled as the wheel is."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "play"
    command = ["g++", "-std=c++20", "-O3", "-march=x86-64-v2", f"-I{ROOT / 'src'}"]
    subprocess.run([*command, str(ROOT / "bench/play.cpp"), "-o", str(program)], check=True)
    return program


def bare_loop(program: Path, games: int = 4000) -> float:
    """Decisions a second of that loop; it plays with 2, 3, 4 and 5 players in turn."""
    found = []
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        command = [str(program), "--mode", "observe", "--games", str(games)]
        decisions = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        found.append(decisions / used)
    return float(np.median(found))


# ---- peers ------------------------------------------------------------------------------------


def rlcard_game(name: str) -> Play:
    import rlcard

    env = rlcard.make(name, config={"seed": 1})
    draw = random.Random(1).random

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(draw() * len(legal))])
            decisions += 1
        return decisions

    return play


def classic_game(name: str) -> Play:
    import importlib

    return aec_loop(importlib.import_module(f"pettingzoo.classic.{name}").env())


def openspiel_game(name: str) -> Play:
    import pyspiel

    game = pyspiel.load_game(name)
    draw = random.Random(1).random

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(outcomes[int(draw() * len(outcomes))])
                continue
            state.information_state_tensor()
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            decisions += 1
        return decisions

    return play


def peers() -> Iterator[tuple[str, Callable[[], Play]]]:
    for name in ("uno", "leduc-holdem", "gin-rummy"):
        yield f"RLCard {name}", lambda name=name: rlcard_game(name)
    for name in ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5"):
        yield f"PettingZoo {name}", lambda name=name: classic_game(name)
    yield "OpenSpiel hearts", lambda: openspiel_game("hearts")


def those_there() -> dict[str, Play]:
    """The peers that are installed; the others are named."""
    there = {}
    for name, make in peers():
        try:
            there[name] = make()
            there[name]()
        except Exception as error:  # a peer that fails is no failure of ours
            there.pop(name, None)
            print(f"left out: {name}: {type(error).__name__}: {str(error).splitlines()[0][:60]}")
    return there


# ---- the run ----------------------------------------------------------------------------------


def measure_sizes(seconds: float, out: Path) -> None:
    """Time a step and decision against the number of games."""
    sizes = [4**k for k in range(9)]
    found = rates({str(size): vector(size, players=4) for size in sizes}, seconds)
    times = [1e9 / found[str(size)] for size in sizes]
    print("\ngames        ns a decision")
    for size, nanoseconds in zip(sizes, times, strict=True):
        print(f"{size:6,} {nanoseconds:12,.0f}")
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        return
    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    axes.loglog(sizes, times, marker="o")
    axes.set(xlabel="games in the vector environment", ylabel="ns a decision, one thread")
    axes.set_title("counting observations and masks, four players")
    axes.grid(visible=True, which="both", alpha=0.3)
    out.mkdir(parents=True, exist_ok=True)
    figure.savefig(out / "steps.svg")
    print(f"plot: {out / 'steps.svg'}")


NETS = "NineLivesVec, a learner among three `net`"
OURS = "NineLivesVec, 4 players"
ASKED = "NineLivesVec, 4 players, forced answers asked for too"
RAW, EMPTY = "ninelives_v1.raw_env", "empty PettingZoo environment"
ENV = "ninelives_v1.env"
ENV_ASKED = "ninelives_v1.env, forced answers asked for too"


def measure_all(seconds: float) -> dict[str, float]:
    raw = ninelives_v1.raw_env()
    found = rates(
        {
            OURS: vector(256, players=4),
            ASKED: vector(256, players=4, skip_forced=False),
            "NineLivesVec, 2 players": vector(256, players=2),
            "Game class": single_games(),
            RAW: aec_loop(raw),
            EMPTY: aec_loop(Empty(raw)),
            ENV: aec_loop(ninelives_v1.env()),
            ENV_ASKED: aec_loop(ninelives_v1.env(skip_forced=False)),
            NETS: vector(256, players=4, opponents="net"),
            "NineLivesVec, a learner among three `careful`": vector(256, players=4, opponents="careful"),
            **those_there(),
        },
        seconds,
    )
    print(f"\n{'random legal play, one core':54} {'decisions/s':>12} {'NineLivesVec is':>16}")
    for name, value in found.items():
        print(f"{name:54} {value:12,.0f} {found[OURS] / value:14.1f} x")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="of processor time for each")
    parser.add_argument("--out", type=Path, default=Path("build/bench"))
    args = parser.parse_args()
    found = measure_all(args.seconds)
    print(f"\nraw_env / empty PettingZoo environment: {found[RAW] / found[EMPTY]:.2f}")
    if uno := found.get("RLCard uno"):
        print(f"env() / RLCard uno, a game each: {found[ENV] / uno:.2f}")
        print(f"env(), forced answers asked for as there / uno: {found[ENV_ASKED] / uno:.2f}")
        print(f"vector / RLCard uno: {found[OURS] / uno:.0f}")
        print(f"vector / RLCard uno, forced answers asked for as there: {found[ASKED] / uno:.0f}")
    same = dict(nope_way="immediate", skip_forced=False)
    four = {str(n): vector(1024, players=n, **same) for n in (2, 3, 4, 5)}
    mean = np.mean(list(rates(four, args.seconds).values()))
    bare = bare_loop(bare_program(args.out))
    print(f"vector / bare C++ loop, one core, same rules: {mean / bare:.2f}")
    threads = {str(n): vector(4096, n, players=4) for n in (1, 2)}
    found = rates(threads, args.seconds, time.perf_counter)
    print(f"two threads / one thread, by the clock: {found['2'] / found['1']:.2f}")
    found = rates(threads, args.seconds)
    print(f"… processor time of a decision, two threads / one: {found['1'] / found['2']:.2f}")
    measure_sizes(args.seconds, args.out)


if __name__ == "__main__":
    main()
