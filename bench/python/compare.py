"""Speed of the environments beside their peers, in one run on one machine.

    python bench/python/compare.py [--only peers|learner|loop|threads|sizes ...] [--seconds 3] [--out build/bench]

Everybody plays random legal moves with observations and masks, and draws them by the same cheap
sampler, one random number a move. Like is compared with like: one game in Python with one game in
Python, an environment for use (`env()`) with an environment for use, the bare one with an empty one,
the vector environment with the bare loop of the same number of players, a batch with batches of peers. A
batch beside a single game says what a batch is worth, not which game is faster: such a ratio is printed
as that. Peers that are not installed
are left out by name: `pip install rlcard open_spiel pygame shimmy`. Rates are decisions a second of
processor time, so that a busy machine disturbs them less, the median of rounds in which all take
turns; what can be compared are the ratios. Threads are measured by the clock, beside two processes in
the same rounds: two processes share nothing, so what they make is what the machine has to give, and
where it is busy otherwise they show it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import resource
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from gymnasium import spaces
from ninelives import Game, NineLivesVec, ninelives_v1, rules_text
from ninelives._library import lib
from pettingzoo import AECEnv

Play = Callable[[], int]  # plays a little and returns the number of decisions
ROUNDS = 5
ROOT = Path(__file__).resolve().parents[2]


def processor_time() -> float:
    """Of this process and of those it has started and waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def rounds_of(players: dict[str, Play], seconds: float) -> dict[str, np.ndarray]:
    """Decisions a second of each, in several rounds in which all take turns: what else the machine
    does disturbs nobody alone."""
    found: dict[str, list[float]] = {name: [] for name in players}
    for play in players.values():
        play()
    for _ in range(ROUNDS):
        for name, play in players.items():
            start, decisions = processor_time(), 0
            while (used := processor_time() - start) < seconds / ROUNDS:
                decisions += play()
            found[name].append(decisions / used)
    return {name: np.array(rounds) for name, rounds in found.items()}


def rates(players: dict[str, Play], seconds: float) -> dict[str, float]:
    """The median of those rounds."""
    return {name: float(np.median(found)) for name, found in rounds_of(players, seconds).items()}


# ---- ours -------------------------------------------------------------------------------------


def vector(rows: int, threads: int = 1, bare: bool = False, **options) -> Play:
    """`bare`: without what Gymnasium's `step` returns on top of the arrays."""
    vec = NineLivesVec(rows, threads=threads, seed=1, **options)
    step = vec.advance if bare else vec.step

    def play() -> int:
        rounds = max(1, (200 if options.get("opponents") == "net" else 20000) // rows)
        for _ in range(rounds):
            step(vec.sample())
        return rounds * rows

    return play


def answers_of_nets(rows: int, players: int) -> Play:
    """The same games, by the answers that the networks give in them: a learner's decision waits for
    those of all others."""
    vec = NineLivesVec(rows, threads=1, seed=1, players=players, opponents="net")

    def play() -> int:
        before = lib.nl_batch_answers(vec._handle)
        for _ in range(4):
            vec.step(vec.sample())
        return lib.nl_batch_answers(vec._handle) - before

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
    command = ["g++", "-std=c++20", "-O3", "-DNDEBUG", "-march=x86-64-v2", f"-I{ROOT / 'src'}"]
    subprocess.run([*command, str(ROOT / "bench/play.cpp"), "-o", str(program)], check=True)
    return program


def bare_loop(program: Path, players: int, games: int = 20000) -> Play:
    """The same loop in a process of its own, one game after another: so many games that the start of
    two milliseconds doesn't count."""
    command = [str(program), "--mode", "observe", "--games", str(games), "--players", str(players)]
    return lambda: int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


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


BATCH = 64


def openspiel_batch(name: str) -> Play:
    """OpenSpiel's own vector environment, with its time steps: observations and legal actions."""
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.rl_environment import Environment
    from open_spiel.python.vector_env import SyncVectorEnv

    vec = SyncVectorEnv([Environment(name) for _ in range(BATCH)])
    draw = random.Random(1).random
    times = [vec.reset()]

    def play() -> int:
        chosen = []
        for step in times[0]:
            observation = step.observations
            legal = observation["legal_actions"][observation["current_player"]]
            chosen.append(StepOutput(legal[int(draw() * len(legal))], None))
        times[0], *_ = vec.step(chosen, reset_if_done=True)
        return BATCH

    return play


def gymnasium_batch() -> Play:
    """Our environment for one game, batched as Gymnasium batches any."""
    from gymnasium.vector import SyncVectorEnv
    from ninelives import NineLivesSingle

    vec = SyncVectorEnv([lambda: NineLivesSingle(opponents="random") for _ in range(BATCH)])
    generator = np.random.default_rng(1)
    shown = [vec.reset(seed=1)[0]["action_mask"]]

    def play() -> int:
        observation, *_ = vec.step(drawn(shown[0], generator))
        shown[0] = observation["action_mask"]
        return BATCH

    return play


def batches() -> Iterator[tuple[str, Callable[[], Play]]]:
    for name in ("leduc_poker", "hearts"):
        yield f"OpenSpiel's SyncVectorEnv, {BATCH} × {name}", lambda name=name: openspiel_batch(name)
    yield f"Gymnasium's SyncVectorEnv, {BATCH} × NineLivesSingle", gymnasium_batch


# ---- a learner's loop -----------------------------------------------------------------------------


def drawn(masks: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """A legal action for every row, each as likely, in NumPy: by the list of all that are legal."""
    flat = np.flatnonzero(masks.view(np.bool_))
    counts = np.bincount(flat >> 8, minlength=len(masks))
    first = np.cumsum(counts) - counts
    picked = flat[first + (generator.random(len(masks)) * counts).astype(np.int64)]
    return (picked & 255).astype(np.int32)


def drawn_by_scores(masks: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """The same as most write it: the legal action with the highest random score."""
    return (generator.random(masks.shape, dtype=np.float32) * masks).argmax(1).astype(np.int32)


def learner(rows: int, way: str) -> Play:
    """A learner's loop without its network: observations as float32, actions by some way."""
    vec = NineLivesVec(rows, threads=1, seed=1, players=4)
    generator = np.random.default_rng(1)
    floats = np.empty(vec.observations.shape, np.float32)
    logits = generator.standard_normal((rows, 256), dtype=np.float32)

    def play() -> int:
        rounds = max(1, 20000 // rows)
        for _ in range(rounds):
            np.copyto(floats, vec.observations)
            if way == "choose":
                vec.step(vec.choose(logits, generator))
            elif way == "list":
                vec.step(drawn(vec.masks, generator))
            else:
                vec.step(drawn_by_scores(vec.masks, generator))
        return rounds * rows

    return play


def measure_learner(seconds: float) -> None:
    """Cost of a learner beside its network: one thread, 1,024 games of four players."""
    ways = {
        "choose": "vec.choose(logits, generator): softmax over what is legal, in C",
        "list": "NumPy, by the list of what is legal",
        "scores": "NumPy, by the highest of 256 random scores a row",
    }
    found = rates({way: learner(1024, way) for way in ways} | {"step": vector(1024, players=4)}, seconds)
    print("\nlearner's loop, float32, 1,024 games                            decisions/s   of step alone")
    for way, words in ways.items():
        print(f"{words:62} {found[way]:13,.0f} {found[way] / found['step']:15.2f}")


def peers() -> Iterator[tuple[str, Callable[[], Play]]]:
    for name in ("uno", "leduc-holdem", "gin-rummy"):
        yield f"RLCard {name}", lambda name=name: rlcard_game(name)
    for name in ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5"):
        yield f"PettingZoo {name}", lambda name=name: classic_game(name)
    for name in ("leduc_poker", "hearts"):
        yield f"OpenSpiel {name}", lambda name=name: openspiel_game(name)


def those_there(candidates: Iterator[tuple[str, Callable[[], Play]]]) -> dict[str, Play]:
    """The peers that are installed; the others are named."""
    there = {}
    for name, make in candidates:
        try:
            there[name] = make()
            there[name]()
        except Exception as error:  # a peer that fails is no failure of ours
            there.pop(name, None)
            print(f"left out: {name}: {type(error).__name__}: {str(error).splitlines()[0][:60]}")
    return there


# ---- threads ----------------------------------------------------------------------------------


def by_the_clock(play: Play, seconds: float) -> float:
    start, decisions = time.perf_counter(), 0
    while (used := time.perf_counter() - start) < seconds:
        decisions += play()
    return decisions / used


def in_two_processes(make: Callable[[], Play], seconds: float) -> float:
    """Decisions a second of two processes that begin together."""
    fork = multiprocessing.get_context("fork")
    begin, found = fork.Barrier(2), fork.Queue()

    def work() -> None:
        play = make()
        play()
        begin.wait()
        found.put(by_the_clock(play, seconds))

    both = [fork.Process(target=work) for _ in range(2)]
    for process in both:
        process.start()
    rate = sum(found.get() for _ in both)
    for process in both:
        process.join()
    return rate


def measure_threads(seconds: float) -> None:
    """Two threads and two processes against one, by the clock, interleaved: with Gymnasium's `step`, of
    which what Python makes is done by one thread alone, and with `advance`, which makes nothing."""
    print("\ngames             two threads   two processes   one thread, decisions/s")
    for rows in (256, 1024, 4096, 16384):
        for bare in (False, True):
            measure_pair(rows, bare, seconds / ROUNDS)


def measure_pair(rows: int, bare: bool, each: float) -> None:
    one, two = (vector(rows, threads, bare, players=4) for threads in (1, 2))
    one(), two()
    threads, processes, alone = [], [], []
    for _ in range(ROUNDS):
        before = by_the_clock(one, each / 2)
        with_threads = by_the_clock(two, each)
        pair = in_two_processes(lambda: vector(rows, bare=bare, players=4), each)
        alone.append((before + by_the_clock(one, each / 2)) / 2)
        threads.append(with_threads / alone[-1])
        processes.append(pair / alone[-1])
    ratios = f"{np.median(threads):13.2f} {np.median(processes):15.2f}"
    print(f"{rows:6,} {'advance' if bare else 'step':9} {ratios} {np.median(alone):14,.0f}")


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
ADVANCE = "… and `advance` in place of Gymnasium's `step`"
SAME_BATCH = f"NineLivesVec, {BATCH} games, forced answers asked for too"
SINGLE = "the class Game"
RAW, EMPTY = "ninelives_v1.raw_env", "empty PettingZoo environment"
ENV = "ninelives_v1.env"
ENV_ASKED = "ninelives_v1.env, forced answers asked for too"


def measure_all(seconds: float) -> dict[str, float]:
    raw = ninelives_v1.raw_env()
    found = rates(
        {
            OURS: vector(1024, players=4),
            ASKED: vector(1024, players=4, skip_forced=False),
            ADVANCE: vector(1024, bare=True, players=4, skip_forced=False),
            "NineLivesVec, 2 players": vector(1024, players=2),
            SAME_BATCH: vector(BATCH, players=4, skip_forced=False),
            SINGLE: single_games(),
            RAW: aec_loop(raw),
            EMPTY: aec_loop(Empty(raw)),
            ENV: aec_loop(ninelives_v1.env()),
            ENV_ASKED: aec_loop(ninelives_v1.env(skip_forced=False)),
            NETS: vector(256, players=4, opponents="net"),
            "… and what the three answer": answers_of_nets(256, players=4),
            "NineLivesVec, a learner against one `net`": vector(256, players=2, opponents="net"),
            "NineLivesVec, a learner among three `careful`": vector(256, players=4, opponents="careful"),
            **those_there(peers()),
            **those_there(batches()),
        },
        seconds,
    )
    print(f"\n{'random legal play, one core':54} {'decisions/s':>12}")
    for name, value in found.items():
        print(f"{name:54} {value:12,.0f}")
    return found


def measure_peers(seconds: float) -> None:
    found = measure_all(seconds)
    print(f"\nraw_env / empty PettingZoo environment: {found[RAW] / found[EMPTY]:.2f}")
    print("\ngame against game: a game in Python each                     env() is   the class Game is")
    for name in [name for name, _ in peers() if name in found]:
        print(f"{name:54} {found[ENV_ASKED] / found[name]:13.1f} x {found[SINGLE] / found[name]:15.1f} x")
    print("\nbatch against batch: one call for many games          NineLivesVec, as many games, is")
    for name in [name for name, _ in batches() if name in found]:
        print(f"{name:54} {found[SAME_BATCH] / found[name]:13.1f} x")
    if uno := found.get("RLCard uno"):
        print(f"\na batch of 1,024 beside one game of RLCard's uno: {found[ASKED] / uno:.0f} x; a batch does this, not the game")


def measure_loop(seconds: float, out: Path) -> None:
    """The vector environment beside the bare loop, same rules, same players, everything asked."""
    program = bare_program(out)
    same = dict(nope_way="immediate", skip_forced=False)
    sizes = (64, 256, 1024, 4096)
    print("\nvector / bare loop in C++, by the number of games at once")
    print("players         " + "".join(f"{size:8,}" for size in sizes) + "   bare loop, decisions/s")
    found: dict[str, list[list[float]]] = {"step": [], "advance": []}
    for players in (2, 3, 4, 5):
        batches = {
            f"{way} {size}": vector(size, bare=way == "advance", players=players, **same)
            for way in found
            for size in sizes
        }
        rounds = rounds_of({"bare": bare_loop(program, players), **batches}, seconds)
        for way, rows in found.items():
            rows.append([float(np.median(rounds[f"{way} {n}"] / rounds["bare"])) for n in sizes])
            row = "".join(f"{ratio:8.2f}" for ratio in rows[-1])
            print(f"{players:7} {way:8}{row} {np.median(rounds['bare']):14,.0f}")
    for way, rows in found.items():
        print(f"   mean {way:8}" + "".join(f"{mean:8.2f}" for mean in np.mean(rows, axis=0)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="of processor time for each")
    parser.add_argument("--out", type=Path, default=Path("build/bench"))
    parts = ("peers", "learner", "loop", "threads", "sizes")
    parser.add_argument("--only", choices=parts, nargs="+", default=parts, help="parts to measure")
    args = parser.parse_args()
    if "peers" in args.only:
        measure_peers(args.seconds)
    if "learner" in args.only:
        measure_learner(args.seconds)
    if "loop" in args.only:
        measure_loop(args.seconds, args.out)
    if "threads" in args.only:
        measure_threads(args.seconds)
    if "sizes" in args.only:
        measure_sizes(args.seconds, args.out)


if __name__ == "__main__":
    main()
