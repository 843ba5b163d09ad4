"""Recorded games of bots, as seeds and actions, and a loader that replays them into arrays.

    python -m ninelives.data make games.nlgames --games 1000000 --bots net,counting,careful
    python -m ninelives.data info games.nlgames

    from ninelives.data import Recorded
    for batch in Recorded("games.nlgames").batches():
        batch.observation, batch.mask, batch.action, batch.won     # imitation
        batch.privileged                                           # what nobody saw: beliefs

A game is its number and one byte for every decision in which somebody had a choice; the engine
plays it again. A file begins with a line of JSON, then come chunks: four bytes with their size, the
smallest first, and that many bytes, compressed by zlib: lengths (two bytes a game), winners (one
byte a game), actions.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import json
import struct
import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._library import ACTIONS, Games, ReplayArrays, checked, lib
from ._machine import processors
from .rules import level_of, rules_of, rules_text, seed_of, whole
from .spec import observation_size, privileged_size

FORMAT = "ninelives-games-1"
CHUNK = 4096  # games
_MOST = 400  # decisions a game, on the average of a chunk


@dataclass(frozen=True)
class Batch:
    """Some games, one row for every decision in which somebody had a choice."""

    observation: NDArray[np.uint8]  # what the one who decided saw
    mask: NDArray[np.int8]
    action: NDArray[np.uint8]
    player: NDArray[np.uint8]  # the seat that decided
    bot: NDArray[np.uint8]  # … and which of the file's bots sat there
    won: NDArray[np.bool_]  # whether that player won in the end
    game: NDArray[np.int64]  # the number of the game
    privileged: NDArray[np.uint8] | None  # all hands and the pile, if asked for

    def __len__(self) -> int:
        return len(self.action)


def _games(header: dict[str, Any], first: int, games: int) -> Games:
    return Games(
        rules=header["rules"].encode(),
        bots=" ".join(header["bots"]).encode(),
        seed=seed_of(header["seed"]),
        first=seed_of(first),
        games=games,
        seats=whole("players", header["players"]),
    )


def _play(header: dict[str, Any], first: int, games: int) -> bytes:
    """A chunk: games of these numbers, compressed."""
    lengths, winners = np.zeros(games, np.uint16), np.zeros(games, np.uint8)
    actions = np.zeros(games * _MOST, np.uint8)
    used = checked(
        lib.nl_games_play(
            ctypes.byref(_games(header, first, games)),
            *(array.ctypes.data for array in (lengths, winners, actions)),
            actions.size,
        )
    )
    return zlib.compress(lengths.tobytes() + winners.tobytes() + actions[:used].tobytes(), 9)


def make(
    path: str | Path,
    games: int,
    bots: tuple[str, ...] = ("net",),
    *,
    players: int = 2,
    rules: str | None = None,
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
    quiet: bool = True,
) -> None:
    """Plays games of bots and writes them to a file, which is the same whatever `threads` is."""
    header = {
        "format": FORMAT,
        "rules": rules_text(overrides={"nope_way": "commit"}) if rules is None else rules,
        "players": players,
        "bots": list(bots),
        "seed": seed,
        "first": first,
        "games": games,
        "chunk": CHUNK,
        "engine": lib.nl_engine_hash().decode(),
    }
    rules_of(header["rules"], players)
    starts = range(first, first + games, CHUNK)
    path = Path(path)
    part = path.with_name(path.name + ".part")
    with ThreadPoolExecutor(threads or processors()) as pool, part.open("wb") as out:
        out.write(json.dumps(header).encode() + b"\n")
        sizes = (min(CHUNK, first + games - start) for start in starts)
        chunks = pool.map(lambda start, size: _play(header, start, size), starts, sizes)
        for done, chunk in enumerate(chunks, 1):
            out.write(struct.pack("<I", len(chunk)) + chunk)
            if not quiet:
                print(f"\r{min(games, done * CHUNK):,} of {games:,} games ", end="", file=sys.stderr)
    if not quiet:
        print(file=sys.stderr)
    part.rename(path)


class Recorded:
    """A file of recorded games."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        with self.path.open("rb") as file:
            try:
                header = json.loads(file.readline())
            except ValueError:
                header = {}
            self._start = file.tell()
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise ValueError(f"{path}: expected a file of {FORMAT}")
        self.header: dict[str, Any] = header

    def __len__(self) -> int:
        """Number of games."""
        return self.header["games"]

    def chunks(self) -> Iterator[tuple[int, NDArray[np.uint16], NDArray[np.uint8], bytes]]:
        """The first number, lengths, winners and actions of some games at a time."""
        left, first = len(self), self.header["first"]
        with self.path.open("rb") as file:
            file.seek(self._start)
            while left > 0:
                games = min(left, self.header["chunk"])
                try:
                    (size,) = struct.unpack("<I", file.read(4))
                    data = zlib.decompress(file.read(size))
                    lengths = np.frombuffer(data, np.uint16, games)
                    winners = np.frombuffer(data, np.uint8, games, 2 * games)
                except (struct.error, zlib.error, ValueError):
                    raise ValueError(f"{self.path}: damaged, or it ends too early") from None
                yield first, lengths, winners, data[3 * games :]
                left, first = left - games, first + games

    def _replay(self, chunk: Any, level: str, privileged: bool) -> Batch:
        first, lengths, winners, data = chunk
        rows = int(lengths.sum())
        actions = np.frombuffer(data, np.uint8)
        if actions.size != rows:
            raise ValueError(f"{self.path}: expected {rows} actions, got {actions.size}")
        seen = np.empty((rows, observation_size(level)), np.uint8)
        mask = np.empty((rows, ACTIONS), np.int8)
        player = np.empty(rows, np.uint8)
        hidden = np.empty((rows, privileged_size()), np.uint8) if privileged else None
        arrays = ReplayArrays(
            seen.ctypes.data,
            mask.ctypes.data,
            None if hidden is None else hidden.ctypes.data,
            player.ctypes.data,
            level_of(level),
        )
        checked(
            lib.nl_games_replay(
                ctypes.byref(_games(self.header, first, len(lengths))),
                lengths.ctypes.data,
                actions.ctypes.data,
                rows,
                ctypes.byref(arrays),
            )
        )
        game = np.repeat(np.arange(first, first + len(lengths)), lengths)
        bot = ((player + game) % len(self.header["bots"])).astype(np.uint8)
        won = player == np.repeat(winners, lengths)
        return Batch(seen, mask, actions, player, bot, won, game, hidden)

    def batches(
        self, level: str = "counting", *, privileged: bool = False, threads: int = 1
    ) -> Iterator[Batch]:
        """All games, some thousands at a time; with threads the next ones are replayed meanwhile."""
        if threads < 2:
            yield from (self._replay(chunk, level, privileged) for chunk in self.chunks())
            return
        with ThreadPoolExecutor(threads) as pool:
            waiting: list[Any] = []
            for chunk in self.chunks():
                waiting.append(pool.submit(self._replay, chunk, level, privileged))
                if len(waiting) > threads:
                    yield waiting.pop(0).result()
            for one in waiting:
                yield one.result()


# ---- the command ---------------------------------------------------------------------------------


def _info(path: Path) -> None:
    recorded = Recorded(path)
    for key, value in recorded.header.items():
        print(f"{key}: {value}")
    decisions, won = 0, np.zeros(len(recorded.header["bots"]), int)
    for first, lengths, winners, _ in recorded.chunks():
        decisions += int(lengths.sum())
        bots = (winners + np.arange(first, first + len(winners))) % len(won)
        won += np.bincount(bots, minlength=len(won))
    print(f"decisions: {decisions}")
    for bot, wins in zip(recorded.header["bots"], won, strict=True):
        print(f"won by {bot}: {wins} ({wins / len(recorded):.1%})")


_FIELDS = {
    "observation": ("sc:Integer", "what the one who decided saw, bytes of the layout ninelives_v1"),
    "mask": ("sc:Integer", "1 for each legal action, 256 of them"),
    "action": ("sc:Integer", "what was played, an id from 0 to 255"),
    "player": ("sc:Integer", "the seat that decided"),
    "bot": ("sc:Integer", "which of the file's bots sat there"),
    "won": ("sc:Boolean", "whether that player won in the end"),
    "game": ("sc:Integer", "the number of the game; split by it, not by rows"),
    "privileged": ("sc:Integer", "all hands and the pile, which nobody saw"),
}


def croissant(path: Path) -> dict[str, Any]:
    """Description of a file in the words of Croissant 1.0, for people who look for data."""
    header = Recorded(path).header
    source = {"fileObject": {"@id": "games"}, "extract": {"fileProperty": "content"}}
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"decisions/{name}",
            "name": name,
            "description": f"{what} (made by ninelives.data.Recorded)",
            "dataType": kind,
            "source": source,
        }
        for name, (kind, what) in _FIELDS.items()
    ]
    return {
        "@context": {
            "@language": "en",
            "@vocab": "https://schema.org/",
            "sc": "https://schema.org/",
            "cr": "http://mlcommons.org/croissant/",
            "dct": "http://purl.org/dc/terms/",
            "conformsTo": "dct:conformsTo",
            "recordSet": "cr:recordSet",
            "field": "cr:field",
            "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
            "source": "cr:source",
            "fileObject": "cr:fileObject",
            "extract": "cr:extract",
            "fileProperty": "cr:fileProperty",
        },
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "nine-lives-games",
        "description": (
            f"{header['games']:,} games of Nine Lives, {header['players']} players, "
            f"by the bots {', '.join(header['bots'])}, as seeds and actions."
        ),
        "license": "https://spdx.org/licenses/MIT",
        "version": header["format"],
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": "games",
                "name": path.name,
                "contentUrl": path.name,
                "contentSize": f"{path.stat().st_size} B",
                "encodingFormat": "application/octet-stream",
                "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            }
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "decisions",
                "name": "decisions",
                "description": "one record for every decision in which somebody had a choice",
                "field": fields,
            }
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ninelives.data", description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    maker = commands.add_parser("make", help="plays games of bots and writes them to a file")
    maker.add_argument("file", type=Path)
    maker.add_argument("--games", type=int, default=1_000_000)
    maker.add_argument("--bots", default="net,counting,careful", help="with commas; seats in turn")
    maker.add_argument("--players", type=int, default=2)
    maker.add_argument("--seed", type=int, default=0)
    maker.add_argument("--first", type=int, default=0, help="the number of the first game")
    maker.add_argument("--threads", type=int)
    shower = commands.add_parser("info", help="says what a file holds")
    shower.add_argument("file", type=Path)
    describer = commands.add_parser("croissant", help="prints a file's Croissant metadata")
    describer.add_argument("file", type=Path)
    args = parser.parse_args()
    try:
        if args.command == "info":
            return _info(args.file)
        if args.command == "croissant":
            return print(json.dumps(croissant(args.file), indent=1))
        make(
            args.file,
            args.games,
            tuple(args.bots.split(",")),
            players=args.players,
            seed=args.seed,
            first=args.first,
            threads=args.threads,
            quiet=not sys.stderr.isatty(),
        )
    except (ValueError, OSError) as wrong:
        sys.exit(f"python -m ninelives.data: {wrong}")


if __name__ == "__main__":
    main()
