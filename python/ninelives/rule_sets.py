"""A distribution over rule sets: which games an agent may meet that was made for all of them."""

from __future__ import annotations

import random
from typing import NamedTuple

from .rules import EXPANSIONS, PRESETS, rules_of, rules_text

COUNT = 1000
HELD_OUT_EVERY = 5  # one rule set of five is never trained on


class RuleSet(NamedTuple):
    """Rules as `rules_text` writes them, and a number of players for which they are a game."""

    rules: str
    players: int


def sample(seed: int = 0, count: int = COUNT) -> list[RuleSet]:
    """Playable rule sets; the same seed gives the same ones, and a longer list begins as a shorter
    one does."""
    chance = random.Random(seed)
    found: list[RuleSet] = []
    while len(found) < count:
        one = _draw(chance)
        if _playable(one):
            found.append(one)
    return found


def training_rules(seed: int = 0) -> list[RuleSet]:
    return [one for i, one in enumerate(sample(seed)) if i % HELD_OUT_EVERY]


def held_out_rules(seed: int = 0) -> list[RuleSet]:
    return [one for i, one in enumerate(sample(seed)) if i % HELD_OUT_EVERY == 0]


# Fields that vary, each with its values; a rule set changes some of them.
_FIELDS: dict[str, tuple[str, ...]] = {
    "hand": ("3", "4", "5", "6", "7", "8"),
    "extra_defuses": ("two", "rest", "none"),
    "see": ("1", "2", "3", "4", "5"),
    "combos": ("any", "cats"),
    "stack": ("add", "flat"),
    "chain": ("true", "false"),
    "dead": ("out", "kitten", "discard"),
    "five": ("true", "false"),
    "faster": ("true", "false"),
    "times": ("true", "false"),
    "nope_way": ("commit", "immediate"),
}
_COPIES = {
    "attack": (2, 6), "skip": (2, 6), "favor": (2, 6), "nope": (3, 8), "shuffle": (2, 6),
    "see": (2, 7), "defuse": (6, 8),
}  # fmt: skip


def _draw(chance: random.Random) -> RuleSet:
    boxes = [box for box in EXPANSIONS if chance.random() < 0.3]
    house: dict[str, object] = {}
    for field, values in _FIELDS.items():
        if chance.random() < 0.3:
            house[field] = chance.choice(values)
    for card, (low, high) in _COPIES.items():
        if chance.random() < 0.3:
            house[f"copies.{card}"] = chance.randint(low, high)
    players = chance.randint(2, 5)
    return RuleSet(rules_text(chance.choice(PRESETS), boxes, house), players)


def _playable(one: RuleSet) -> bool:
    try:
        rules_of(one.rules, one.players)
    except ValueError:
        return False
    return True


