"""How good a policy is: every deal in every seat, and the share of wins with an interval."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .vector import NineLivesVec

# Observations (n, bytes) and masks (n, 256) to n actions.
Policy = Callable[[NDArray[np.uint8], NDArray[np.int8]], NDArray[np.integer]]


@dataclass(frozen=True)
class Result:
    """Share of games won, with the 95 % interval of a bootstrap over deals."""

    share: float
    low: float
    high: float
    deals: int
    players: int

    def __str__(self) -> str:
        return (
            f"{self.share:.1%} of games won ({self.low:.1%} to {self.high:.1%}; "
            f"even is {1 / self.players:.0%}; {self.deals} deals in all {self.players} seats)"
        )

    @property
    def beats(self) -> bool:
        """Better than even, by more than the interval."""
        return self.low > 1 / self.players


def _wins_from(
    seat: int, policy: Policy, opponents: Any, deals: int, options: dict[str, Any]
) -> NDArray[np.int8]:
    """1 for each deal that the policy wins from this seat, 0 for each that it loses.

    A game that a step limit (`max_steps`) cuts off is not won; the row's next game doesn't count.
    """
    vec = NineLivesVec(deals, opponents=opponents, learner_seat=seat, **options)
    won = np.zeros(deals, np.int8)
    open_ = np.ones(deals, bool)
    while open_.any():
        _, rewards, terminated, truncated, _ = vec.step(policy(vec.observations, vec.masks))
        won[open_ & terminated] = rewards[open_ & terminated] > 0
        open_ &= ~(terminated | truncated)
    return won


def match(
    policy: Policy,
    opponents: str | Iterable[str] = "careful",
    deals: int = 1000,
    players: int = 2,
    seed: int = 2**32,
    **options: Any,
) -> Result:
    """Plays `deals` deals from every seat against bots; `options` are NineLivesVec's."""
    options = {"players": players, "seed": seed, **options}
    seats = [_wins_from(seat, policy, opponents, deals, options) for seat in range(players)]
    shares = np.mean(seats, axis=0)
    draws = np.random.default_rng(0).integers(0, deals, (1000, deals))
    low, high = np.quantile(shares[draws].mean(axis=1), (0.025, 0.975))
    return Result(float(shares.mean()), float(low), float(high), deals, players)
