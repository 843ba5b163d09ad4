"""What the network looks at: one 0 or 1 for each row of a table.

A feature is a byte of the observation and a range; it is 1 where the byte lies in the range. Counts
become thermometers (from 1 up, from 2 up, …), ids become one-hots. The table is exported with the
weights, so that the program that plays needs to know nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ..rules import CARD_NAMES, PHASE_NAMES
from ..spec import FIELDS, observation_size

if TYPE_CHECKING:  # a table can be made without PyTorch
    from torch import Tensor

BASE_BOX = (
    "exploding", "defuse", "attack", "skip", "favor", "nope", "shuffle", "see",
    "tacocat", "cattermelon", "potato", "beard", "rainbow",
)  # fmt: skip
KINDS = tuple(CARD_NAMES.index(name) for name in BASE_BOX)
SEATS = 5
CARD_PLACES = 32
MAX_SEATS = 6
EVENT_BYTES = 8
EVENT_KINDS = 64  # more than there are


class Feature(NamedTuple):
    byte: int
    low: int
    high: int


def thermometer(byte: int, levels: Iterable[int]) -> list[Feature]:
    return [Feature(byte, level, 255) for level in levels]


def one_hot(byte: int, values: Iterable[int]) -> list[Feature]:
    return [Feature(byte, value, value) for value in values]


def card_ids() -> list[int]:
    """Cards as an observation names them: 0 is none."""
    return [kind + 1 for kind in KINDS]


def _at(name: str, index: int = 0) -> int:
    return FIELDS[name].offset + index


def policy_features(memory: int = 0) -> list[Feature]:
    """The features of a `counting` observation in the base box, and of so many past events."""
    table: list[Feature] = []
    for field, top in (("hand", 6), ("discard", 5), ("unseen", 6)):
        for kind in KINDS:
            table += thermometer(_at(field, kind), range(1, top + 1))
    for seat in range(SEATS):
        table += thermometer(_at("alive", seat), [1])
        table += thermometer(_at("hand_size", seat), range(1, 13))
        table += thermometer(_at("peeked", seat), range(1, 4))
    for name in ("turn", "phase_seat", "play_by", "play_target", "play_last"):
        table += one_hot(_at(name), range(1, SEATS + 1))
    table += one_hot(_at("seats"), range(2, SEATS + 1))
    table += thermometer(_at("owed"), range(2, 9))
    table += thermometer(_at("attacked"), [1])
    table += thermometer(_at("committed"), [1])
    table += one_hot(_at("phase"), range(PHASE_NAMES.index("over") + 1))  # those of the base box
    for name in ("play_card", "play_named", "discard_top"):
        table += one_hot(_at(name), card_ids())
    table += one_hot(_at("play_combo"), range(1, 4))
    table += thermometer(_at("play_nopes"), range(1, 5))
    table += thermometer(_at("pile_size"), range(1, 46))
    for other in range(SEATS - 1):
        for kind in KINDS:
            table += thermometer(_at("certain", other * CARD_PLACES + kind), range(1, 4))
    for place in range(12):
        shown = card_ids() if place < 6 else card_ids()[:2]
        table += one_hot(_at("places", place), shown)
    table += one_hot(_at("bottom"), card_ids()[:2])
    for i in range(3):
        table += one_hot(_at("ranges", 3 * i), card_ids()[:2])
        table += thermometer(_at("ranges", 3 * i + 1), (1, 2, 3, 4, 6, 9))
        table += thermometer(_at("ranges", 3 * i + 2), (1, 2, 3, 4, 6, 9, 13, 18))
    table += thermometer(_at("top_odds"), range(4, 256, 8))
    table += thermometer(_at("bottom_odds"), range(4, 256, 32))
    for ago in range(memory):
        table += _event_features(_at("events", EVENT_BYTES * ago))
    return table


def _event_features(first: int) -> list[Feature]:
    kind, seat, other, card, number, *secrets = range(first, first + EVENT_BYTES)
    table = one_hot(kind, range(1, EVENT_KINDS))
    table += one_hot(seat, range(1, SEATS + 1)) + one_hot(other, range(1, SEATS + 1))
    table += one_hot(card, card_ids()) + thermometer(number, range(1, 6))
    for secret in secrets:
        table += one_hot(secret, range(1, CARD_PLACES))
    return table


def used(table: list[Feature], values: Tensor) -> list[Feature]:
    """Those features that are 1 for some but not for all of the values that each byte has had."""
    one = [values[f.byte, f.low : f.high + 1].any() for f in table]
    zero = [values[f.byte].sum() > values[f.byte, f.low : f.high + 1].sum() for f in table]
    return [f for f, some, others in zip(table, one, zero, strict=True) if some and others]


def critic_features(memory: int = 0) -> list[Feature]:
    """… and of the privileged state, which lies behind the observation: all hands, the pile."""
    base = observation_size("history" if memory else "counting")
    table = policy_features(memory)
    for seat in range(1, SEATS):
        for kind in KINDS:
            table += thermometer(base + seat * CARD_PLACES + kind, range(1, 5))
    pile = base + MAX_SEATS * CARD_PLACES
    for place in range(40):
        shown = card_ids() if place < 12 else card_ids()[:2]
        table += one_hot(pile + place, shown)
    return table
