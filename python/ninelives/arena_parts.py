"""Parts of a tournament for array jobs (SLURM): each task plays its blocks into a file of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol, TypeVar


class _Log(Protocol):
    def add(self, lines: str) -> None: ...


Block = TypeVar("Block")


def part_of(text: str) -> tuple[int, int]:
    """`3/100` as (3, 100): the fourth of a hundred parts."""
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if match is None or not int(match[1]) < int(match[2]):
        raise ValueError(f"--part: expected NUMBER/PARTS, from 0/PARTS on, got {text}")
    return int(match[1]), int(match[2])


def blocks_of_part(blocks: Iterable[Block], number: int, parts: int) -> list[Block]:
    """Every block belongs to one part."""
    return [block for i, block in enumerate(blocks) if i % parts == number]


def file_of_part(log: Path, number: int, parts: int) -> Path:
    """File of a part's lines until they are collected."""
    return log.with_name(f"{log.name}.{number}-of-{parts}")


def write_part(file: Path, results: Iterator[str]) -> None:
    """The lines of a part. A task that is run again begins again: a part is whole or is not there."""
    unfinished = file.with_name(file.name + ".unfinished")
    unfinished.write_text("".join(results))
    unfinished.replace(file)


def collect(log: Path, book: _Log) -> int:
    """Adds what parts have played to the log; how many parts there were."""
    files = sorted(log.parent.glob(f"{log.name}.*-of-*"))
    files = [file for file in files if re.fullmatch(r"\d+-of-\d+", file.name[len(log.name) + 1 :])]
    for file in files:
        book.add(file.read_text())
    return len(files)
