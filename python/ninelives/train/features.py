"""Input features of the policy network.

What the network looks at: one 0 or 1 for each row of a table.

A feature is a byte of the observation and a range; it is 1 where the byte lies in the range. Counts
become thermometers (from 1 up, from 2 up, …), ids become one-hots. The table is exported with the
weights, so that the program that plays needs to know nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ..rules import CARD_NAMES, PHASE_NAMES
from ..spec import FIELDS, RULES_FIELDS, observation_size, privileged_size

if TYPE_CHECKING:  # a table can be made without PyTorch
    from torch import Tensor

CARD_PLACES = 32
MAX_SEATS = 6
EVENT_BYTES = 8
MOST_EVENTS = 32  # that a GPU shows
EVENT_KINDS = 64  # more than there are
# Offset of the rules in a policy's table, behind all events that an observation can hold.
RULES_AT = observation_size("history")
RULES_BYTES = max(field.offset + field.size for field in RULES_FIELDS.values())
NO_KITTEN = 33  # in what is known of the pile: some card that is no kitten

_BASE_BOX = (
    "exploding", "defuse", "attack", "skip", "favor", "nope", "shuffle", "see",
    "tacocat", "cattermelon", "potato", "beard", "rainbow",
)  # fmt: skip


def _ids(names: Iterable[str]) -> tuple[int, ...]:
    """Cards as an observation names them: 0 is none."""
    return tuple(CARD_NAMES.index(name) + 1 for name in names)


@dataclass(frozen=True)
class Scope:
    """The games that a network is made for: what can be seen in them."""

    cards: tuple[str, ...]
    fateful: tuple[str, ...]  # cards whose place in the pile matters most
    seats: int
    phases: int
    pile: int  # the most cards that are told apart
    ranges: int
    beyond_base: bool  # marks, curses, a turned direction, a kitten that lies face up

    @property
    def kinds(self) -> tuple[int, ...]:
        return tuple(CARD_NAMES.index(name) for name in self.cards)


SCOPES = {
    "base": Scope(
        cards=_BASE_BOX,
        fateful=("exploding", "defuse"),
        seats=5,
        phases=PHASE_NAMES.index("over") + 1,
        pile=45,
        ranges=3,
        beyond_base=False,
    ),
    "every": Scope(
        cards=CARD_NAMES,
        fateful=("exploding", "imploding", "streaking", "defuse"),
        seats=MAX_SEATS,
        phases=len(PHASE_NAMES),
        pile=80,
        ranges=6,
        beyond_base=True,
    ),
}


class Feature(NamedTuple):
    byte: int
    low: int
    high: int


def thermometer(byte: int, levels: Iterable[int]) -> list[Feature]:
    return [Feature(byte, level, 255) for level in levels]


def one_hot(byte: int, values: Iterable[int]) -> list[Feature]:
    return [Feature(byte, value, value) for value in values]


def _at(name: str, index: int = 0) -> int:
    return FIELDS[name].offset + index


def policy_features(
    memory: int = 0, scope: str = "base", rules: bool = False
) -> list[Feature]:
    """The features of a `counting` observation in those games, of so many past events, and of the
    rules."""
    games = SCOPES[scope]
    cards, fateful = _ids(games.cards), _ids(games.fateful)
    table: list[Feature] = []
    for field, top in (("hand", 6), ("discard", 5), ("unseen", 6)):
        for kind in games.kinds:
            table += thermometer(_at(field, kind), range(1, top + 1))
    for seat in range(games.seats):
        table += thermometer(_at("alive", seat), [1])
        table += thermometer(_at("hand_size", seat), range(1, 13))
        table += thermometer(_at("peeked", seat), range(1, 4))
    for name in ("turn", "phase_seat", "play_by", "play_target", "play_last"):
        table += one_hot(_at(name), range(1, games.seats + 1))
    table += one_hot(_at("seats"), range(2, games.seats + 1))
    table += thermometer(_at("owed"), range(2, 9))
    table += thermometer(_at("attacked"), [1])
    table += thermometer(_at("committed"), [1])
    table += one_hot(_at("phase"), range(games.phases))
    for name in ("play_card", "play_named", "discard_top"):
        table += one_hot(_at(name), cards)
    table += one_hot(_at("play_combo"), range(1, 4))
    table += thermometer(_at("play_nopes"), range(1, 5))
    table += thermometer(_at("pile_size"), range(1, games.pile + 1))
    for other in range(games.seats - 1):
        for kind in games.kinds:
            table += thermometer(_at("certain", other * CARD_PLACES + kind), range(1, 4))
    for place in range(12):
        table += one_hot(_at("places", place), cards if place < 6 else fateful)
    table += one_hot(_at("bottom"), fateful)
    for i in range(games.ranges):
        table += one_hot(_at("ranges", 3 * i), fateful)
        table += thermometer(_at("ranges", 3 * i + 1), (1, 2, 3, 4, 6, 9))
        table += thermometer(_at("ranges", 3 * i + 2), (1, 2, 3, 4, 6, 9, 13, 18))
    table += thermometer(_at("top_odds"), range(4, 256, 8))
    table += thermometer(_at("bottom_odds"), range(4, 256, 32))
    if games.beyond_base:
        table += _features_of_expansions(games)
    for ago in range(memory):
        table += _event_features(games, ago)
    return table + rules_features(games, RULES_AT) if rules else table


# The most that a field's thermometer tells apart; other fields are small numbers.
_TALL_RULES = {"hand": 8, "see": 5, "kittens": 3}


def rules_features(games: Scope, first: int) -> list[Feature]:
    """The features of a rules block that begins at that byte."""
    table: list[Feature] = []
    for name, field in RULES_FIELDS.items():
        if name != "copies":
            table += thermometer(first + field.offset, range(1, _TALL_RULES.get(name, 2) + 1))
    for kind in games.kinds:
        table += thermometer(first + RULES_FIELDS["copies"].offset + kind, range(1, 7))
    return table


def _features_of_expansions(games: Scope) -> list[Feature]:
    table: list[Feature] = []
    for seat in range(games.seats):
        table += thermometer(_at("cursed", seat), [1])
        table += thermometer(_at("pending", seat), range(1, 5))
    for mark in range(4):
        table += one_hot(_at("marks", 2 * mark), range(1, games.seats + 1))
        table += one_hot(_at("marks", 2 * mark + 1), _ids(games.cards))
    for name in ("forward", "faceup", "doom_on_top"):
        table += thermometer(_at(name), [1])
    for name in ("phase_a", "phase_b"):
        table += one_hot(_at(name), range(1, 34))
    for place in range(12):
        table += one_hot(_at("places", place), [NO_KITTEN])
    others = [card for card in games.cards if card not in games.fateful]
    return table + one_hot(_at("bottom"), [NO_KITTEN, *_ids(others)])


# The last events are seen whole, older ones in less and less detail: who did what with which card,
# then who did what.
_WHOLE, _WITH_CARD = 6, 13


def _event_features(games: Scope, ago: int) -> list[Feature]:
    first = _at("events", EVENT_BYTES * ago)
    kind, seat, other, card, number, secret = range(first, first + 6)
    seats = range(1, games.seats + 1)
    table = one_hot(kind, range(1, EVENT_KINDS)) + one_hot(seat, seats)
    if ago < _WITH_CARD:
        table += one_hot(card, _ids(games.cards))
    if ago < _WHOLE:
        table += one_hot(other, seats) + thermometer(number, range(1, 4))
        table += one_hot(secret, range(1, CARD_PLACES))
    return table


def used(table: list[Feature], values: Tensor) -> list[Feature]:
    """Those features that are 1 for some but not for all of the values that each byte has had;
    `values` has a row for each byte."""
    one = [values[f.byte, f.low : f.high + 1].any() for f in table]
    zero = [values[f.byte].sum() > values[f.byte, f.low : f.high + 1].sum() for f in table]
    return [f for f, some, others in zip(table, one, zero, strict=True) if some and others]


def critic_features(scope: str = "base", rules: bool = False) -> list[Feature]:
    """Of what can be counted, of the privileged state, which lies behind it (all hands and the
    pile), and of the rules behind that. A critic sees all cards, so it needs no memory."""
    games = SCOPES[scope]
    base = observation_size("counting")
    table = policy_features(scope=scope)
    for seat in range(1, games.seats):
        for kind in games.kinds:
            table += thermometer(base + seat * CARD_PLACES + kind, range(1, 5))
    pile = base + MAX_SEATS * CARD_PLACES
    for place in range(40):
        shown = _ids(games.cards) if place < 12 else _ids(games.fateful)
        table += one_hot(pile + place, shown)
    return table + rules_features(games, base + privileged_size()) if rules else table


def events_seen(table: list[Feature]) -> int:
    """Number of past events in a policy's table."""
    behind = max(f.byte for f in table if f.byte < RULES_AT) - _at("events")
    return behind // EVENT_BYTES + 1 if behind >= 0 else 0


def reads_rules(table: list[Feature]) -> bool:
    """True if the rules are an input of a policy."""
    return any(feature.byte >= RULES_AT for feature in table)


def known_cards(scope: str) -> int:
    """One bit for each kind of card in those games."""
    return sum(1 << kind for kind in SCOPES[scope].kinds)
