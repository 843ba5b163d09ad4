"""python -m ninelives.train.team: how often a frozen agent still wins when all others play against it.

All seats but one are one learner, which wants nothing but that the frozen agent does not win. They
share the goal and the network; with --shared-hands each also knows the cards of its mates.
"""

from __future__ import annotations

import json
import sys

import torch
from torch import Tensor

from ..spec import FIELDS
from .__main__ import torch_here
from .best_response import arguments, attack, attacker, results, with_house_rules
from .games import Games
from .selfplay import Trainer

CARDS = FIELDS["hand"].size
OTHERS = FIELDS["certain"].size // CARDS


def show_mates(games: Games, chosen_seats: Tensor) -> None:
    """Writes the mates' hands into the rows of the team, as cards known in other hands."""
    seen, players, seats = games.seen, games.players, games.seats
    hands = seen[:, games.width :][:, CARDS : CARDS * (OTHERS + 1)].reshape(-1, OTHERS, CARDS)
    distance = torch.arange(1, OTHERS + 1, device=seen.device)
    seat = (players.unsqueeze(1) + distance) % seats.unsqueeze(1)
    mates = (distance < seats.unsqueeze(1)) & (seat != chosen_seats.unsqueeze(1))
    mates &= (players != chosen_seats).unsqueeze(1)
    certain, unseen = FIELDS["certain"].slice, FIELDS["unseen"].slice
    known = seen[:, certain].reshape(-1, OTHERS, CARDS)
    more = torch.where(mates.unsqueeze(2), hands - known, 0)
    seen[:, certain] = (known + more).reshape(-1, OTHERS * CARDS)
    seen[:, unseen] -= more.sum(1, dtype=torch.uint8)


class TeamTrainer(Trainer):
    """Every seat but the chosen one learns, and gains what the chosen one loses."""

    shared_hands = False

    def _play_step(self, t: int) -> None:
        if self.shared_hands:
            show_mates(self.games, self.learner_seat)
        super()._play_step(t)

    def _acts(self, players: Tensor, chosen_seats: Tensor) -> Tensor:
        return players != chosen_seats

    def _gains(self, surprise: Tensor) -> Tensor:
        victim = self.learner_seat.reshape(1, -1, 1).expand(surprise.shape[0], -1, 1)
        return -surprise.gather(2, victim).squeeze(2)

    # `_wins` counts the games of the chosen seat, which is the frozen agent here.


def main() -> None:
    parser = arguments("python -m ninelives.train.team", __doc__)
    parser.add_argument(
        "--shared-hands", action="store_true", help="each also knows the cards of its mates"
    )
    options = parser.parse_args()
    torch = torch_here()
    options.device = options.device or ("cuda" if torch.cuda.is_available() else "cpu")
    try:
        if options.bot != "net":
            raise ValueError("a team is trained against a network: leave --bot out")
        if min(options.players) < 3:
            raise ValueError("a team needs three players or more (--players)")
        trainer = attacker(options, torch, TeamTrainer)
        trainer.shared_hands = options.shared_hands
    except (ValueError, OSError) as wrong:
        sys.exit(f"python -m ninelives.train.team: {wrong}")
    attack(trainer, options)
    for result in results(trainer, options.name or options.bot):
        result = with_house_rules(result, options.set) | {"seed": options.seed, "team": True}
        if options.shared_hands:
            result |= {"shared_hands": True}
        print(
            f"{result['bot']}, {result['preset']}, boxes {result['boxes']}, {result['seats']} "
            f"players: against a team it wins {100 * result['won']:.2f} % of {result['games']} games "
            f"(fair: {100 / result['seats']:.1f} %) after {result['decisions'] / 1e6:.0f} M decisions"
        )
        if options.log:
            with options.log.open("a") as log:
                log.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
