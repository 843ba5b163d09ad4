"""Play on rule sets that no agent was trained on: `python -m ninelives.evaluate --rules held-out`.

Two agents share each table, the agent and a reference bot. Half of the seats, or one fewer, are the
agent's. A deal is played in every order around the table (five players: balanced for neighbours).
The agent openspiel:50 is OpenSpiel's IS-MCTS with 50 simulations, through our adapter: too slow for so
many games, it plays one deal of each rule set, each rotation once, outside the arena.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from . import arena
from ._machine import processors
from .rule_sets import RuleSet, held_out_rules

REFERENCE = "careful"
# Deals of a rule set, by players: about 48 games each.
DEALS = {2: 24, 3: 8, 4: 2, 5: 2}


@dataclass(frozen=True)
class HeldOutResult:
    """Wins from the reference, 0.5 being even: the mean over rule sets, with the 95 % interval of a
    bootstrap over rule sets."""

    agent: str
    reference: str
    share: float
    low: float
    high: float
    rule_sets: int
    below_even: int  # rule sets in which the reference won more
    games: int

    def row(self) -> list[str]:
        share, low, high = (f"{100 * value:.1f}" for value in (self.share, self.low, self.high))
        return [
            self.agent, f"{share} [{low}, {high}]", str(self.below_even), str(self.rule_sets),
            str(self.games),
        ]  # fmt: skip


def tournament_of(
    one: RuleSet, agent: str, reference: str, deals: int, options: argparse.Namespace | None = None
) -> arena.Block:
    """A rule set as a tournament of two; the reference comes first and has the odd seat."""
    program = "=" in agent or Path(agent).is_dir()
    bots = (reference,) if program else (reference, agent)
    return arena.Block(
        rules=one.rules,
        bots=bots,
        programs=(agent,) if program else (),
        seats=one.players,
        seed=0,
        first=0,
        deals=deals,
        timeout_ms=options.timeout if options else 5000,
        no_sandbox=bool(options and options.no_sandbox),
    )


def wins_from(lines: Iterable[str], reference: str) -> float | None:
    """Agent's share of the games that either won, mean over seats; None without a game."""
    wins, seats = [0.0, 0.0], [0, 0]
    for line in lines:
        deal = json.loads(line)
        for places in deal["places"]:
            for agent, place in zip(deal["agents"], places, strict=True):
                side = int(agent != reference)
                seats[side] += 1
                wins[side] += place == 1
    if not all(seats) or not any(wins):
        return None
    rates = [won / count for won, count in zip(wins, seats, strict=True)]
    return rates[1] / sum(rates)


def result_of(agent: str, reference: str, by_rules: list[list[str]]) -> HeldOutResult:
    """The result of the log's lines, in one list for each rule set."""
    shares = [share for lines in by_rules if (share := wins_from(lines, reference)) is not None]
    if not shares:
        raise ValueError("no game was finished")
    values = np.array(shares)
    draws = np.random.default_rng(0).integers(0, len(values), (2000, len(values)))
    low, high = np.quantile(values[draws].mean(axis=1), (0.025, 0.975))
    games = sum(len(json.loads(line)["places"]) for lines in by_rules for line in lines)
    below = int((values < 0.5).sum())
    return HeldOutResult(
        agent, reference, float(values.mean()), float(low), float(high), len(shares), below, games
    )


def play_held_out(
    agents: list[str], log: Path, rule_sets: list[RuleSet], options: argparse.Namespace
) -> list[HeldOutResult]:
    """Plays what the log lacks, from one seed that is sealed until all is played."""
    fewer = 8 if options.quick else 1
    tables = {
        agent: [
            tournament_of(one, agent, REFERENCE, max(1, DEALS[one.players] // fewer), options)
            for one in rule_sets
        ]
        for agent in agents
    }
    blocks = [block for table in tables.values() for block in table]
    arena.check_sealed(log, blocks)
    if not arena.all_played(log, blocks):
        _play(log, blocks, options)
    return [
        result_of(agent, REFERENCE, _lines_by_rules(log, table)) for agent, table in tables.items()
    ]


def _play(log: Path, blocks: list[arena.Block], options: argparse.Namespace) -> None:
    seed = arena.seed_for(log)
    blocks = [replace(block, seed=seed) for block in blocks]
    for block in blocks:
        arena.write_about(log, block.about())
        arena.write_schedule(log, block)
    workers = options.workers or processors()
    quiet = options.format != "text" or not sys.stderr.isatty()
    arena.run(blocks, log, block=max(DEALS.values()), workers=workers, quiet=quiet)
    arena.reveal_seed(log)


def openspiel_result(agent: str, rule_sets: list[RuleSet], workers: int) -> HeldOutResult:
    """A row for OpenSpiel's IS-MCTS; `agent` is openspiel:SIMULATIONS."""
    simulations = int(agent.partition(":")[2] or 50)
    jobs = [(one, number, simulations) for number, one in enumerate(rule_sets)]
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        by_rules = pool.starmap(_play_openspiel, jobs)
    return result_of(agent, REFERENCE, by_rules)


def _play_openspiel(one: RuleSet, number: int, simulations: int) -> list[str]:
    """A log's line of one deal: alternate seats around the table, from every rotation."""
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    from .adapters import openspiel  # noqa: F401

    game = pyspiel.load_game("python_ninelives", {"rules": one.rules, "players": one.players})
    agents = [("openspiel", REFERENCE)[(seat + 1) % 2] for seat in range(one.players)]
    places = []
    for turn in range(one.players):
        rng = np.random.RandomState(number)  # the same deal for all
        search = ismcts.ISMCTSBot(
            game, mcts.RandomRolloutEvaluator(1, np.random.RandomState(number)), 1.0, simulations,
            final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            random_state=np.random.RandomState(turn),
        )  # fmt: skip
        state = game.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                action = int(rng.choice(outcomes, p=chances))
            elif agents[(player + turn) % one.players] == REFERENCE:
                seed = number * 10_000 + state.game.moves
                action = state.game.bot_action(REFERENCE, player, seed=seed)
            else:
                action = search.step(state)
            state.apply_action(action)
        winner = (int(np.argmax(state.returns())) + turn) % one.players
        places.append([1 if seat == winner else 2 for seat in range(one.players)])
    return [json.dumps({"agents": agents, "places": places})]


def _lines_by_rules(log: Path, blocks: list[arena.Block]) -> list[list[str]]:
    found: dict[tuple[tuple[str, str, int], arena.Agents], list[str]] = {}
    for line in log.read_text().splitlines():
        if key := arena.key_of(line):
            found.setdefault((key[:3], key[5]), []).append(line)
    lineup = [arena.lineups(block.field(), block.seats)[0] for block in blocks]
    kinds = zip(blocks, lineup, strict=True)
    return [found.get((block.board(), agents), []) for block, agents in kinds]


def command(options: argparse.Namespace) -> None:
    """Prints a row for each agent; `options` are those of `python -m ninelives.evaluate`."""
    rule_sets = held_out_rules()[:: 10 if options.quick else 1]
    agents = [options.agent] if "=" in options.agent else options.agent.split(",")
    ours = [agent for agent in agents if not agent.startswith("openspiel")]
    results = play_held_out(ours, Path(options.log), rule_sets, options) if ours else []
    workers = options.workers or processors()
    results += [openspiel_result(a, rule_sets, workers) for a in agents if a not in ours]
    if options.format == "json":
        print("\n".join(json.dumps(asdict(result)) for result in results))
        return
    heading = ["agent", f"wins against {REFERENCE}, %", "sets below even", "rule sets", "games"]
    for row in (heading, ["---"] * len(heading), *(result.row() for result in results)):
        print("| " + " | ".join(row) + " |")
