"""Options that all environments share: the rules of the game, and the level of observations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .rules import Level, Preset, level_of, rules_of, rules_text, whole


@dataclass(frozen=True)
class GameOptions:
    """A game for agents.

    Windows for a Nope are answered without seeing the others (`nope_way="commit"`), which is fair
    to all seats where agents answer one after another, and answers that leave no choice are given
    inside (`skip_forced`), so that no agent is asked what it can't decide.
    """

    players: int = 2
    preset: Preset = "official"
    expansions: str | Iterable[str] = ()
    nope_way: str = "commit"
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    level: Level = "counting"
    skip_forced: bool = True
    rules: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        level_of(self.level)
        whole("players", self.players)
        if not isinstance(self.house_rules, Mapping):
            raise TypeError(f"house_rules: expected a mapping, got {self.house_rules!r}")
        overrides = {"nope_way": self.nope_way, **self.house_rules}
        text = rules_text(self.preset, self.expansions, overrides)
        rules_of(text, self.players)  # says what is wrong with them
        object.__setattr__(self, "rules", text)
