"""The layout of observations and actions, asked from the engine so that it can't drift."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ._library import ACTIONS, lib, text_from
from .rules import LEVELS, level_of


class Field(NamedTuple):
    """Some bytes of an observation; ``observation[..., field.slice]`` are they."""

    name: str
    offset: int
    size: int

    @property
    def slice(self) -> slice:
        return slice(self.offset, self.offset + self.size)


def _fields(function: Callable[..., int]) -> dict[str, Field]:
    lines = text_from(function).splitlines()
    rows = (line.split() for line in lines)
    return {name: Field(name, int(offset), int(size)) for name, offset, size in rows}


FIELDS: dict[str, Field] = _fields(lib.nl_observation_fields)
# Of `rules.rules_block`.
RULES_FIELDS: dict[str, Field] = _fields(lib.nl_rules_block_fields)
NUM_ACTIONS = ACTIONS

DRAW, PASS, NOPE, BLIND, FIVE, KEEP, DEFUSE = range(7)
TARGET, NUMBER, PLAY, PAIR, TRIPLE, CARD = 16, 24, 128, 160, 192, 224


def observation_size(level: str) -> int:
    return lib.nl_observation_size(level_of(level))


def privileged_size() -> int:
    return lib.nl_privileged_size()


def bot_names() -> list[str]:
    """All bots, weakest first."""
    return text_from(lib.nl_bot_names).split()


__all__ = [
    "FIELDS", "LEVELS", "NUM_ACTIONS", "RULES_FIELDS", "Field", "bot_names", "observation_size",
]  # fmt: skip
