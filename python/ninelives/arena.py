"""Tournaments on many processes or machines: `python -m ninelives.arena`.

    python -m ninelives.arena --bots careful,counting --seats 2 --deals 1000 --workers 8
    python -m ninelives.arena --bots careful,counting --deals 100000 --ray auto

A block of deals is a task that can be played anywhere and any number of times with the same result,
so a worker that dies costs its block's time and nothing else. Results are added to a log of
`ninelives arena`; a run that was stopped goes on from it, and the board is `ninelives leaderboard`.
"""

from __future__ import annotations

import argparse
import ctypes
import datetime
import functools
import hashlib
import itertools
import json
import re
import secrets
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from ._library import ArenaOptions, error, lib
from ._machine import processors
from .arena_parts import blocks_of_part, collect, file_of_part, part_of, write_part
from .rules import EXPANSIONS, PRESETS, rules_of, rules_text, seed_of, whole

FORMATS = ("text", "markdown", "json", "html")
_ARENA = "python -m ninelives.arena"
_PATIENCE = 5  # workers that die one after another without a block finished


@dataclass(frozen=True)
class Block:
    """Some deals of a tournament: all that their result depends on."""

    rules: str
    bots: tuple[str, ...]
    programs: tuple[str, ...]  # NAME=COMMAND
    seats: int
    seed: int
    first: int
    deals: int
    timeout_ms: int = 5000
    no_sandbox: bool = False
    hidden: tuple[str, ...] = ()  # files that programs must not see
    luck: bool = False  # whether to measure what luck was worth in each game

    def board(self) -> tuple[str, str, int]:
        """The kind of game, as the log has it: preset and house rules, expansions, seats."""
        rules = dict(word.split("=", 1) for word in self.rules.split())
        preset, expansions = rules.pop("preset"), rules.pop("expansions")
        house = (f"{field}={value}" for field, value in rules.items())
        return " ".join([preset, *house]), expansions, self.seats

    def field(self) -> Agents:
        """The agents by name and hash: results belong to what an agent was, not to its name."""
        return _field_of(self._anywhere())

    def about(self) -> list[str]:
        """Lines for the log: what submissions say of themselves."""
        return [line for line in _said_of_field(self._anywhere()) if line[0] == "{"]

    def without_sandbox(self) -> list[str]:
        """The programs that no sandbox holds."""
        lines = (line.partition("\t") for line in _said_of_field(self._anywhere()))
        return [agent.split(" ", 1)[1] for agent, _, word in lines if word == "no sandbox"]

    def _anywhere(self) -> Block:
        return replace(self, seed=0, first=0, deals=0)

    def options(self) -> ArenaOptions:
        """All of it for the library."""
        return ArenaOptions(
            rules=self.rules.encode(),
            bots=" ".join(self.bots).encode(),
            programs="\n".join(self.programs).encode(),
            seed=seed_of(self.seed),
            first=seed_of(self.first),
            deals=self.deals,
            seats=whole("seats", self.seats),
            threads=1,
            timeout_ms=whole("timeout_ms", self.timeout_ms),
            no_sandbox=int(self.no_sandbox),
            hidden="\n".join(self.hidden).encode(),
        )

    def play(self) -> str:
        """The lines for the log."""
        play = lib.nl_arena_play_with_luck if self.luck else lib.nl_arena_play
        return _text(play(ctypes.byref(self.options())))


@functools.cache  # bots are asked what they would do, and files are read
def _said_of_field(block: Block) -> list[str]:
    return _text(lib.nl_arena_field(ctypes.byref(block.options()))).splitlines()


def _field_of(block: Block) -> Agents:
    lines = (line.partition("\t")[0] for line in _said_of_field(block) if line[0] != "{")
    return tuple((name, known) for known, name in (line.split(" ", 1) for line in lines))


def _text(pointer: int | None) -> str:
    if not pointer:
        raise error()
    try:
        return ctypes.string_at(pointer).decode()
    finally:
        lib.nl_text_free(pointer)


def engine_hash() -> str:
    """The hash of the engine that this package plays with."""
    return lib.nl_engine_hash().decode()


def board(log: str, form: str = "text", date: str | None = None) -> str:
    """Output of `ninelives leaderboard` for the lines of a log."""
    day = date or datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    return _text(lib.nl_arena_board(log.encode(), form.encode(), day.encode()))


# ---- where blocks are played ---------------------------------------------------------------------


def play_block(block: Block) -> str:
    """The task: a function of its block alone."""
    return block.play()


def play_here(blocks: Iterable[Block]) -> Iterator[str]:
    """One after another, in this process."""
    return map(play_block, blocks)


def play_locally(blocks: Iterable[Block], workers: int) -> Iterator[str]:
    """On processes of this machine. Unfinished blocks of a killed one are repeated."""
    waiting, deaths = set(blocks), 0
    while waiting:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            tasks = {pool.submit(play_block, block): block for block in waiting}
            try:
                for task in as_completed(tasks):
                    lines = task.result()
                    waiting.discard(tasks[task])
                    deaths = 0
                    yield lines
            except BrokenProcessPool:
                deaths += 1
                if deaths == _PATIENCE:
                    raise


def play_on_ray(blocks: Iterable[Block], address: str) -> Iterator[str]:
    """On a Ray cluster ("auto", "local" or an address) that has this package on every node."""
    try:
        import ray
    except ImportError as missing:
        raise ValueError("--ray: expected Ray to be installed: pip install ray") from missing
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False)
    task = ray.remote(max_retries=_PATIENCE, scheduling_strategy="SPREAD")(play_block)
    waiting = [task.remote(block) for block in blocks]
    while waiting:
        done, waiting = ray.wait(waiting)
        yield from ray.get(done)


# ---- the log -------------------------------------------------------------------------------------

Agents = tuple[tuple[str, str], ...]  # by name and hash
Key = tuple[str, str, int, int, int, Agents, str]


def key_of(line: str) -> Key | None:
    """Deal and line-up of a line; None for one that a kill cut off."""
    try:
        deal = json.loads(line)
        names = deal["agents"]
        agents = tuple(zip(names, deal.get("hashes") or [""] * len(names), strict=True))
        return (
            *(deal["preset"], deal["expansions"], deal["seats"], deal["seed"], deal["deal"]),
            *(agents, deal.get("seating", "rotations")),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


_LINK = re.compile(r',"chain":"([0-9a-f]{32})"}$')


def chained(link: str, line: str) -> tuple[str, str]:
    """A line with its link of the hash chain, and that link: docs/train/agents.md has the bytes."""
    link = hashlib.sha256(f"{link}\n{line}".encode()).hexdigest()[:32]
    return f'{line[:-1]},"chain":"{link}"}}', link


def append_lines(log: Path, lines: Iterable[str]) -> None:
    """Adds lines to a log and continues its hash chain. A line that a kill cut off is removed."""
    text = log.read_text() if log.exists() else ""
    whole_lines = text[: text.rfind("\n") + 1]
    if whole_lines != text:
        log.write_text(whole_lines)
    links = [found[1] for line in whole_lines.splitlines() if (found := _LINK.search(line))]
    link = links[-1] if links else ""
    with log.open("a") as file:
        for line in lines:
            chained_line, link = chained(link, line)
            file.write(chained_line + "\n")


def has_line(log: Path, line: str) -> bool:
    """True if a log has this line, with any link."""
    return log.exists() and f'{line[:-1]},"chain"' in log.read_text()


class Log:
    """A log of `ninelives arena`, to which only what it hasn't got is added."""

    def __init__(self, path: Path) -> None:
        self.path = path
        text = path.read_text() if path.exists() else ""
        self.played = {key for line in text.splitlines() if (key := key_of(line))}

    def add(self, lines: str) -> None:
        fresh = {key: line for line in lines.splitlines() if (key := key_of(line))}
        engines = {json.loads(line)["engine"] for line in fresh.values()}
        if engines - {engine_hash()}:
            raise RuntimeError(
                f"a worker plays with engine {', '.join(engines)}, this one with {engine_hash()}: "
                "expected the same version of ninelives everywhere"
            )
        new = fresh.keys() - self.played
        append_lines(self.path, [line for key, line in fresh.items() if key in new])
        self.played |= new


# ---- the seed ------------------------------------------------------------------------------------


def _secret_file(log: Path) -> Path:
    """File that keeps a log's seed until all is played, in a folder that no sandbox mounts."""
    return Path(_text(lib.nl_arena_seed_file(str(log).encode())))


def commitment_to(seed: int, nonce: str) -> str:
    """Commitment to a seed, published before a card is dealt: docs/train/agents.md, "Seed"."""
    label = b"ninelives arena seed"
    return hashlib.sha256(label + seed.to_bytes(8, "little") + bytes.fromhex(nonce)).hexdigest()


def seed_for(log: Path) -> int:
    """The seed of a log, so that a run that was stopped goes on; a new one is drawn and sealed."""
    kept = _secret_file(log)
    if kept.exists():
        sealed = json.loads(kept.read_text())
        commitment = json.dumps({"commitment": commitment_to(sealed["revealed"], sealed["nonce"])})
        if not has_line(log, commitment):  # a removed log leaves its seed behind
            append_lines(log, [commitment])
        return sealed["revealed"]
    text = log.read_text() if log.exists() else ""
    if seeds := [key[3] for line in text.splitlines() if (key := key_of(line))]:
        return seeds[-1]
    nonce, seed = secrets.token_hex(32), secrets.randbits(64)
    kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    kept.touch(mode=0o600)
    kept.write_text(json.dumps({"nonce": nonce, "revealed": seed}) + "\n")
    append_lines(log, [json.dumps({"commitment": commitment_to(seed, nonce)})])
    return seed


def reveal_seed(log: Path) -> None:
    """All is played: whoever has the commitment can see that nobody chose the deals."""
    kept = _secret_file(log)
    if kept.exists():
        append_lines(log, [kept.read_text().strip()])
        kept.unlink()


def write_about(log: Path, lines: list[str]) -> None:
    """Write the submissions' own descriptions, once a log."""
    append_lines(log, [line for line in lines if not has_line(log, line)])


def write_schedule(log: Path, tournament: Block) -> None:
    """Says before the first card which deals will be played: `leaderboard --check` counts them."""
    preset, expansions, seats = tournament.board()
    names, hashes = zip(*tournament.field(), strict=True)
    kept = _secret_file(log)
    sealed = json.loads(kept.read_text()) if kept.exists() else {}
    seed: dict[str, object] = {"seed": tournament.seed}
    if sealed.get("revealed") == tournament.seed:
        seed = {"commitment": commitment_to(sealed["revealed"], sealed["nonce"])}
    schedule = {
        **{"preset": preset, "expansions": expansions, "seats": seats, **seed},
        **{"agents": names, "hashes": hashes, "engine": engine_hash()},
        **{"first": tournament.first, "deals": tournament.deals, "seating": _seating(seats)},
    }
    line = json.dumps({"schedule": schedule}, sort_keys=True, separators=(",", ":"))
    if not has_line(log, line):
        append_lines(log, [line])


def of_tournaments(log: str, tournaments: list[Block]) -> str:
    """The lines of these agents alone: what others have played in the same log is another board."""
    fields = {one.board(): set(one.field()) for one in tournaments}
    lines = ((line, key_of(line)) for line in log.splitlines())
    return "".join(
        f"{line}\n"
        for line, key in lines
        if line.startswith('{"about"') or (key and set(key[5]) <= fields.get(key[:3], set()))
    )


# ---- blocks --------------------------------------------------------------------------------------


def lineups(field: Agents, seats: int) -> list[Agents]:
    """All sets of as many agents as there are seats, by name; too few take seats in turn."""
    if len(field) <= seats:
        return [tuple(sorted(field[i % len(field)] for i in range(seats)))]
    return list(itertools.combinations(sorted(field), seats))


def _seating(seats: int) -> str:
    """The usual orders around the table, as src/arena/seating.h has them."""
    return "all" if seats <= 4 else "balanced"


def _missing(block: Block, played: set[Key]) -> bool:
    """True if the log lacks any line of the block."""
    seating = _seating(block.seats)
    return any(
        (*block.board(), block.seed, deal, agents, seating) not in played
        for deal in range(block.first, block.first + block.deals)
        for agents in lineups(block.field(), block.seats)
    )


def blocks_of(whole_tournament: Block, size: int) -> list[Block]:
    """A tournament cut into blocks of `size` deals, the last one perhaps smaller."""
    end = whole_tournament.first + whole_tournament.deals
    return [
        replace(whole_tournament, first=first, deals=min(size, end - first))
        for first in range(whole_tournament.first, end, size)
    ]


def run(
    tournaments: Iterable[Block],
    log: str | Path,
    *,
    block: int = 10,
    workers: int = 1,
    ray: str | None = None,
    quiet: bool = True,
) -> None:
    """Plays what the log lacks of some tournaments, in blocks, and adds it to the log.

    The log holds the same whatever `block`, `workers` and `ray` are, but for the order of its lines
    and how long decisions took; the board depends on neither order nor blocks.
    """
    book = Log(Path(log))
    collect(Path(log), book)
    blocks = [b for t in tournaments for b in blocks_of(t, block) if _missing(b, book.played)]
    if ray is not None:
        results = play_on_ray(blocks, ray)
    elif workers > 1:
        results = play_locally(blocks, workers)
    else:
        results = play_here(blocks)
    for done, lines in enumerate(results, 1):
        book.add(lines)
        if not quiet:
            end = "\n" if done == len(blocks) else ""
            print(f"\r{done}/{len(blocks)} blocks of deals ", end=end, file=sys.stderr, flush=True)


def run_part(
    tournaments: Iterable[Block], log: str | Path, part: tuple[int, int], block: int, workers: int
) -> None:
    """Plays the blocks of one part into a file beside the log, from which `run` collects them."""
    blocks = blocks_of_part((b for t in tournaments for b in blocks_of(t, block)), *part)
    results = play_locally(blocks, workers) if workers > 1 else play_here(blocks)
    write_part(file_of_part(Path(log), *part), results)


# ---- the command ---------------------------------------------------------------------------------


def _arguments(given: list[str] | None, command: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=command,
        usage=None if command == _ARENA else argparse.SUPPRESS,  # its options are not these
        description="Tournaments on many processes or machines; docs/train/agents.md has the rest.",
    )
    add = parser.add_argument
    add("--bots", default="random,draw,careful,counting", help="with commas between them")
    add("--agent", action="append", default=[], metavar="NAME=COMMAND", help="or a folder: a program")
    add("--seats", default="2", help="players: one tournament for each number given")
    add("--deals", default="10", help="for each line-up; one number, or one for each of --seats")
    add("--seed", type=int, help="without one: that of the log, or a secret one, sealed in the log")
    add("--preset", choices=PRESETS, default="official")
    add("--expansions", default="none")
    add("--set", action="append", default=[], metavar="FIELD=VALUE", help="a house rule")
    add("--also", action="append", default=[], metavar="PRESET[:BOX+BOX][@SEATS]",
        help="another kind of game in the same log; of --seats all, or some with commas")  # fmt: skip
    add("--timeout", type=int, default=5000, help="milliseconds a program has for an answer")
    add("--no-sandbox", action="store_true", help="commands may do whatever you may")
    add("--luck", action="store_true", help="measures luck, for wins without it; takes longer")
    add("--block", type=int, default=10, help="deals in a task")
    add("--workers", type=int, default=processors(), help="processes")
    add("--part", metavar="I/N", help="plays one of N parts, for an array job; needs --seed")
    add("--ray", metavar="ADDRESS", help="a Ray cluster in place of processes: auto, local, ...")
    add("--log", default="arena.jsonl", help="added to; what it has is not played again")
    add("--format", choices=FORMATS, default="text")
    add("--learners", type=Path, metavar="FILE", help="a log of best_response, for the board")
    add("--small-games", type=Path, metavar="FILE", help="a log of exploit, for the board")
    add("--date", help="YYYY-MM-DD on the board in place of today")
    add("--quiet", action="store_true", help="no progress on standard error")
    args = parser.parse_args(given)
    try:
        args.tournaments = _tournaments(args)  # says what is wrong before a seed is drawn
        args.part = part_of(args.part) if args.part else None
        if args.part and args.seed is None:
            raise ValueError("--part: expected --seed too, the same for every part")
        for what in ("block", "workers"):
            if getattr(args, what) < 1:
                raise ValueError(f"--{what}: expected at least 1, got {getattr(args, what)}")
    except ValueError as wrong:
        parser.error(str(wrong))
    return args


def _deals(args: argparse.Namespace) -> list[int]:
    """For each number of seats."""
    seats, deals = args.seats.split(","), [int(number) for number in args.deals.split(",")]
    if min(deals) < 1:
        raise ValueError(f"--deals: expected at least 1, got {args.deals}")
    if len(deals) not in (1, len(seats)):
        raise ValueError(f"--deals: expected one number, or {len(seats)}, got {args.deals}")
    return deals * (len(seats) // len(deals))


def _rules(preset: str, expansions: str, house: dict[str, str]) -> str:
    given = expansions.replace("+", ",").split(",")
    given.sort(key=lambda name: EXPANSIONS.index(name) if name in EXPANSIONS else -1)
    return rules_text(preset, given, house)


def _kinds(args: argparse.Namespace) -> Iterator[tuple[str, int, int]]:
    """Rules, seats and deals of each tournament."""
    house = dict(rule.partition("=")[::2] for rule in args.set)
    seats = [(int(n), deals) for n, deals in zip(args.seats.split(","), _deals(args), strict=True)]
    yield from ((_rules(args.preset, args.expansions, house), *one) for one in seats)
    for kind in args.also:
        words, _, numbers = kind.partition("@")
        preset, _, boxes = words.partition(":")
        rules = _rules(preset, boxes or "none", house)
        wanted = {int(number) for number in numbers.split(",") if number}
        if not wanted <= {number for number, _ in seats}:
            raise ValueError(f"--also {kind}: expected some of --seats {args.seats} behind @")
        yield from ((rules, *one) for one in seats if not wanted or one[0] in wanted)


def _tournaments(args: argparse.Namespace) -> list[Block]:
    bots = tuple(args.bots.split(",")) if args.bots else ()
    tournaments = []
    log = Path(args.log)
    for rules, seats, deals in _kinds(args):
        rules_of(rules, seats)
        plan = Block(
            *(rules, bots, tuple(args.agent), seats, args.seed or 0),
            first=0,
            deals=deals,
            timeout_ms=args.timeout,
            no_sandbox=args.no_sandbox,
            luck=args.luck,
            hidden=tuple(str(file.resolve()) for file in (log, _secret_file(log))),
        )
        replace(plan, deals=0).play()  # says what is wrong with the field
        tournaments.append(plan)
    return tournaments


def all_played(log: Path, tournaments: list[Block]) -> bool:
    """True if the log has all of them, from its own seed."""
    played = Log(log).played
    if not played:
        return False
    seed = seed_for(log)
    return not any(_missing(replace(one, seed=seed), played) for one in tournaments)


def check_sealed(log: Path, tournaments: list[Block]) -> None:
    """The seed reveals the cards: once it can be read, nothing more is played from it."""
    if not Log(log).played or _secret_file(log).exists():
        return
    if not all_played(log, tournaments):
        raise ValueError(f"{log}: its seed is known already; expected a new log (--log)")


def _known_beside(args: argparse.Namespace) -> str:
    """Lines for the board that are no games: what was found out about the agents elsewhere."""
    return "".join(
        file.read_text() + "\n" for file in (args.learners, args.small_games) if file is not None
    )


def main(given: list[str] | None = None, command: str = _ARENA, *, sealed: bool = False) -> None:
    """The command. `sealed`: no game is played from a seed that was revealed before it."""
    args = _arguments(given, command)
    log = Path(args.log)
    try:
        if sealed:
            check_sealed(log, args.tournaments)
        seed = seed_for(log) if args.seed is None else args.seed
        tournaments = [replace(one, seed=seed) for one in args.tournaments]
        for program in tournaments[0].without_sandbox():
            print(
                f"{program} is played without a sandbox: it can read and write whatever you can, "
                "and reach the network.",
                file=sys.stderr,
            )
        if args.part:
            return run_part(tournaments, log, args.part, args.block, args.workers)
        write_about(log, tournaments[0].about())
        for tournament in tournaments:
            write_schedule(log, tournament)
        run(
            tournaments,
            args.log,
            block=args.block,
            workers=args.workers,
            ray=args.ray,
            quiet=args.quiet or not sys.stderr.isatty(),
        )
        reveal_seed(log)
        text = _known_beside(args) + of_tournaments(log.read_text(), tournaments)
        print(board(text, args.format, args.date), end="")
    except (ValueError, RuntimeError, OSError) as wrong:
        sys.exit(f"{command}: {wrong}")
    except KeyboardInterrupt:
        sys.exit(f"\nstopped; the same command goes on from {args.log}")


if __name__ == "__main__":
    # The module by its name: a cluster is sent what belongs to a program by value, with the library
    # that it holds, and what belongs to a module by name.
    from ninelives.arena import main as main_of_the_module

    main_of_the_module()
