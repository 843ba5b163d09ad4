"""How fast the environments are, beside their peers, in one run on one machine.

    python bench/python/compare.py [--seconds 2] [--bench build/release/bench_play] [--out folder]

Everybody plays random legal moves with observations and masks. Peers that are not installed are
left out by name: `pip install rlcard open_spiel pygame`. Rates are decisions a second of processor
time, so that a busy machine disturbs them less; what can be compared are the ratios. The figure of
two threads is the only one that goes by the clock.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from gymnasium import spaces
from ninelives import Game, NineLivesVec, ninelives_v0, rules_text
from pettingzoo import AECEnv

Play = Callable[[], int]  # plays a little and returns the number of decisions


def rate(play: Play, seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """Decisions a second, the best of three stretches: others can only slow us down."""
    play()
    best = 0.0
    for _ in range(3):
        start, decisions = clock(), 0
        while (used := clock() - start) < seconds / 3:
            decisions += play()
        best = max(best, decisions / used)
    return best


# ---- ours -------------------------------------------------------------------------------------


def vector(rows: int, threads: int = 1, **options) -> Play:
    vec = NineLivesVec(rows, threads=threads, seed=1, **options)

    def play() -> int:
        rounds = max(1, 20000 // rows)
        for _ in range(rounds):
            vec.step(vec.sample())
        return rounds * rows

    return play


def aec_loop(env: AECEnv) -> Play:
    """PettingZoo's loop; `sample` of the action space draws by the mask."""
    space = env.action_space(env.possible_agents[0])

    def play() -> int:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(space.sample(observation["action_mask"]))
            decisions += 1
        return decisions

    return play


class Empty(AECEnv):
    """A PettingZoo environment that does nothing, of the same shape: what the loop itself costs."""

    metadata = {"name": "empty_v0", "render_modes": []}

    def __init__(self, like: AECEnv, length: int = 60) -> None:
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


def bare_loop(program: Path, games: int = 20000) -> float | None:
    """Decisions a second of the loop in C++ that writes the same observations and masks."""
    if not program.exists():
        return None
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [str(program), "--mode", "observe", "--games", str(games)]
    decisions = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return decisions / (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)


# ---- peers ------------------------------------------------------------------------------------


def rlcard_game(name: str) -> Play:
    import rlcard

    env = rlcard.make(name, config={"seed": 1})
    draws = np.random.default_rng(1)

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(int(draws.choice(list(state["legal_actions"]))))
            decisions += 1
        return decisions

    return play


def classic_game(name: str) -> Play:
    import importlib

    return aec_loop(importlib.import_module(f"pettingzoo.classic.{name}").env())


def openspiel_game(name: str) -> Play:
    import pyspiel

    game = pyspiel.load_game(name)
    draws = np.random.default_rng(1)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(outcomes[int(draws.integers(len(outcomes)))])
                continue
            state.information_state_tensor()
            actions = state.legal_actions()
            state.apply_action(actions[int(draws.integers(len(actions)))])
            decisions += 1
        return decisions

    return play


def peers() -> Iterator[tuple[str, Callable[[], Play]]]:
    for name in ("uno", "leduc-holdem", "gin-rummy"):
        yield f"RLCard {name}", lambda name=name: rlcard_game(name)
    for name in ("leduc_holdem_v4", "texas_holdem_v4", "gin_rummy_v4", "hanabi_v5"):
        yield f"PettingZoo {name}", lambda name=name: classic_game(name)
    yield "OpenSpiel hearts", lambda: openspiel_game("hearts")


# ---- the run ----------------------------------------------------------------------------------


def show(name: str, value: float, base: float) -> None:
    print(f"{name:44} {value:12,.0f} /s   {base / value:8.1f}")


def measure_peers(seconds: float, ours: float) -> None:
    for name, make in peers():
        try:
            show(name, rate(make(), seconds), ours)
        except Exception as error:  # a peer that fails is no failure of ours
            print(f"{name:44} left out: {type(error).__name__}: {str(error).splitlines()[0][:60]}")


def measure_sizes(seconds: float, out: Path) -> None:
    """Time a step and decision against the number of games."""
    sizes = [4**k for k in range(9)]
    times = [1e9 / rate(vector(size, players=4), seconds) for size in sizes]
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
    figure.savefig(out / "steps.png", dpi=120)
    print(f"plot: {out / 'steps.png'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--bench", type=Path, default=Path("build/release/bench_play"))
    parser.add_argument("--out", type=Path, default=Path("build/bench"))
    args = parser.parse_args()
    print(f"{'random legal play':44} {'decisions':>15} {'ours is x times':>15}")
    best = rate(vector(256, players=4), args.seconds)
    show("NineLivesVec, 4 players, one thread", best, best)
    show("NineLivesVec, 2 players", rate(vector(256, players=2), args.seconds), best)
    show("Game class", rate(single_games(), args.seconds), best)
    raw = ninelives_v0.raw_env()
    aec = rate(aec_loop(raw), args.seconds)
    empty = rate(aec_loop(Empty(raw)), args.seconds)
    show("AEC environment", aec, best)
    show("empty PettingZoo environment", empty, best)
    measure_peers(args.seconds, best)
    print(f"\nAEC / empty PettingZoo environment: {aec / empty:.2f}")
    same = dict(nope_way="immediate", skip_forced=False)
    rates = [rate(vector(256, players=n, **same), args.seconds) for n in (2, 3, 4, 5)]
    if (bare := bare_loop(args.bench)) is not None:
        print(f"vector / bare C++ loop, one core, same rules: {np.mean(rates) / bare:.2f}")
    else:
        print(f"bare C++ loop left out: {args.bench} is not built")
    clock = time.perf_counter
    one, two = (rate(vector(4096, n, players=4), args.seconds, clock) for n in (1, 2))
    print(f"two threads / one thread, by the clock: {two / one:.2f}")
    measure_sizes(args.seconds / 2, args.out)


if __name__ == "__main__":
    main()
