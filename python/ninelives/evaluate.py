"""Evaluation of a policy: every deal in every seat, and the share of wins with an interval."""

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

    A game that a limit (`max_turns`) cuts off is not won; the row's next game doesn't count.
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


# ---- the protocol, as a command ------------------------------------------------------------------

ANCHORS = "random,careful,counting,net"
# Deals for each line-up, by players: about as many games each (docs/train/benchmark.md).
PROTOCOL_DEALS = {2: 200, 3: 70, 4: 20, 5: 20}


def main(given: list[str] | None = None) -> None:
    """Plays an agent by the protocol of docs/train/benchmark.md, and prints its boards."""
    import argparse
    import os

    from . import arena

    parser = argparse.ArgumentParser(
        prog="python -m ninelives.evaluate",
        description="An agent, by the protocol of docs/train/benchmark.md.",
    )
    add = parser.add_argument
    add("agent", help="a bot's name, NAME=COMMAND, or a folder with a manifest.json")
    add("--seats", default="2,3,4,5", help="players, with commas")
    add("--quick", action="store_true", help="a tenth of the deals: a first look")
    add("--log", default="evaluation.jsonl", help="a run that was stopped goes on")
    add("--timeout", type=int, default=5000, help="milliseconds for an answer")
    add("--workers", type=int, help="processes; otherwise one for each processor")
    add("--no-sandbox", action="store_true", help="a command may do whatever you may")
    add("--luck", action="store_true", help="measures luck, for wins without it; takes longer")
    add("--learners", metavar="FILE", help="a log of best_response: what learners win from it")
    add("--small-games", metavar="FILE", help="a log of exploit: its exploitability")
    add("--format", choices=arena.FORMATS, default="text")
    add("--rules", choices=["protocol", "held-out"], default="protocol",
        help="held-out: the 200 rule sets that nobody trains on, against careful; several bots "
        "with commas")  # fmt: skip
    args = parser.parse_args(given)
    if args.rules == "held-out":
        from . import held_out

        try:
            return held_out.command(args)
        except (ValueError, RuntimeError, OSError) as wrong:
            parser.error(str(wrong))
    program = "=" in args.agent or os.path.isdir(args.agent)
    bots = ANCHORS if program or args.agent in ANCHORS.split(",") else f"{ANCHORS},{args.agent}"
    seats = [int(number) if number.isdigit() else 0 for number in args.seats.split(",")]
    if not set(seats) <= PROTOCOL_DEALS.keys():
        parser.error(f"--seats: expected some of 2,3,4,5, got {args.seats}")
    deals = [max(1, PROTOCOL_DEALS[n] // 10) if args.quick else PROTOCOL_DEALS[n] for n in seats]
    # One tournament for all: its seed is revealed when everything is played, and not before.
    options = ["--bots", bots, "--log", args.log, "--timeout", str(args.timeout)]
    options += ["--seats", args.seats, "--deals", ",".join(map(str, deals))]
    options += ["--format", args.format]
    options += ["--agent", args.agent] if program else []
    options += ["--no-sandbox"] if args.no_sandbox else []
    options += ["--luck"] if args.luck else []
    options += ["--workers", str(args.workers)] if args.workers else []
    options += ["--learners", args.learners] if args.learners else []
    options += ["--small-games", args.small_games] if args.small_games else []
    arena.main(options, parser.prog, sealed=True)


if __name__ == "__main__":
    main()
