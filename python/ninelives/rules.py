"""Rules of a game: presets, expansions, house rules, and the small games of the literature."""

from __future__ import annotations

import itertools
import json
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from ._library import bytes_from, lib, text_from

Level = Literal["raw", "counting", "history"]
Preset = Literal["official", "srs", "family", "implosion"]
LEVELS = ("raw", "counting", "history")


def _names(name: Callable[[int], bytes | None]) -> tuple[str, ...]:
    """The library's names by number, up to the first number that has none."""
    found = itertools.takewhile(bool, map(name, itertools.count()))
    return tuple(text.decode() for text in found if text)


PRESETS = _names(lib.nl_preset_name)
EXPANSIONS = _names(lib.nl_expansion_name)
CARD_NAMES = _names(lib.nl_card_name)
PHASE_NAMES = _names(lib.nl_phase_name)


def _setting(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def rules_text(
    preset: str = "official",
    expansions: str | Iterable[str] = (),
    overrides: Mapping[str, Any] | None = None,
) -> str:
    """The rules as the C interface wants them; it checks them and says what is wrong."""
    if not isinstance(expansions, str):
        expansions = ",".join(expansions)
    words = [f"preset={preset}", f"expansions={expansions or 'none'}"]
    words += [f"{field}={_setting(value)}" for field, value in (overrides or {}).items()]
    for word in words:
        if word.split() != [word]:
            raise ValueError(f"rules: expected a word without spaces, got {word!r}")
    return " ".join(words)


def rules_of(text: str, players: int) -> dict[str, Any]:
    """All fields of the rules that a text stands for."""
    return json.loads(text_from(lib.nl_rules_text, text.encode(), whole("players", players)))


def rules_block(text: str, players: int) -> bytes:
    """The rules as an input for agents: a byte for each field of `RULES_FIELDS`."""
    return bytes_from(lib.nl_rules_block, text.encode(), whole("players", players))


def whole(what: str, value: Any) -> int:
    """A whole number that fits the C interface; anything else says so."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what}: expected a whole number, got {value!r}") from None
    if not -(2**31) <= number < 2**31:
        raise ValueError(f"{what}: expected a number of 32 bits, got {number}")
    return number


def seed_of(value: Any) -> int:
    """A seed: a whole number from 0 to 2**64 - 1."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"seed: expected a whole number or None, got {value!r}") from None
    if not 0 <= number < 2**64:
        raise ValueError(f"seed: expected 0 to 2**64 - 1, got {number}")
    return number


def level_of(name: str) -> int:
    """The number of an observation level."""
    if name not in LEVELS:
        raise ValueError(f"level: expected one of {', '.join(LEVELS)}, got {name!r}")
    return LEVELS.index(name)


# The deck of a small game, by letter.
_LETTERS = {
    "S": "skip",
    "A": "attack",
    "F": "see",
    "H": "shuffle",
    "N": "nope",
    "V": "favor",
    "C": "tacocat",
}

SMALL_GAMES = (
    *("SA(0)", "SAF(0)", "SSAF(0)", "SSAF(1)", "SAFN(1)", "SSAFN(1)", "SSAFH(1)"),
    *("SSAFV(1)", "SSAFCC(1)", "SSAAFN(1)", "SSAFNH(1)", "SSAFNCC(1)"),
)


def small_game(name: str, players: int = 2) -> str:
    """The rules of a small game that can be solved exactly, such as "SSAF(1)".

    The letters are the deck (S skip, A attack, F see the future, H shuffle, N nope, V favor,
    C cat), the number is how many cards each player is dealt beside a Defuse.
    """
    match = re.fullmatch(r"([SAFHNVC]+)\((\d)\)", name)
    if match is None:
        raise ValueError(f"small game: expected letters of SAFHNVC and a number, got {name!r}")
    copies = dict.fromkeys(CARD_NAMES, 0) | {"exploding": players - 1, "defuse": players}
    for letter in match[1]:
        copies[_LETTERS[letter]] += 1
    house = {"combos": "cats", "first": "zero", "extra_defuses": "none", "hand": match[2]}
    house |= {f"copies.{card}": count for card, count in copies.items()}
    return rules_text(overrides=house)
