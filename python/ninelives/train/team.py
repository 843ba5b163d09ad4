"""python -m ninelives.train.team: how often a frozen agent still wins when all others play against it.

All seats but one are one learner, which wants nothing but that the frozen agent does not win. They
share the goal and the network, not their cards.
"""

from __future__ import annotations

import json
import sys

from torch import Tensor

from .__main__ import torch_here
from .best_response import attack, attacker, parse, results, with_house_rules
from .selfplay import Trainer


class TeamTrainer(Trainer):
    """Every seat but the chosen one learns, and gains what the chosen one loses."""

    def _acts(self, players: Tensor, chosen_seats: Tensor) -> Tensor:
        return players != chosen_seats

    def _gains(self, surprise: Tensor) -> Tensor:
        victim = self.learner_seat.reshape(1, -1, 1).expand(surprise.shape[0], -1, 1)
        return -surprise.gather(2, victim).squeeze(2)

    # `_wins` counts the games of the chosen seat, which is the frozen agent here.


def main() -> None:
    options = parse("python -m ninelives.train.team", __doc__)
    torch = torch_here()
    options.device = options.device or ("cuda" if torch.cuda.is_available() else "cpu")
    try:
        if options.bot != "net":
            raise ValueError("a team is trained against a network: leave --bot out")
        trainer = attacker(options, torch, TeamTrainer)
    except (ValueError, OSError) as wrong:
        sys.exit(f"python -m ninelives.train.team: {wrong}")
    attack(trainer, options)
    for result in results(trainer, options.name or options.bot):
        result = with_house_rules(result, options.set) | {"seed": options.seed, "team": True}
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
