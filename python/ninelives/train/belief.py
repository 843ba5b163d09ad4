"""Belief head of the policy network: guesses hidden cards.

What a player may guess of the cards it can't see: a second head of the policy's network.

Of each other seat, for each kind of card whether its hand has one, and a second; and which kind
lies at each of the pile's first eight places. The labels are the privileged state's, so the head is
taught in training and learns what play has told; it makes memory worth having, and search can draw
its worlds by it.

    python -m ninelives.data make four.nlgames --games 6000 --bots net --players 4 --seed 5
    python -m ninelives.train.belief four.nlgames

measures how much play tells of the other hands, against even chances.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from ..data import Recorded
from ..game import Game
from ..rules import CARD_NAMES
from ..spec import FIELDS
from .features import CARD_PLACES, MAX_SEATS, Feature, policy_features, used
from .nets import Net

OTHERS, COPIES, TOP = MAX_SEATS - 1, 2, 8
HANDS = OTHERS * COPIES * CARD_PLACES
OUTPUTS = HANDS + TOP * CARD_PLACES


def loss(logits: Tensor, privileged: Tensor) -> Tensor:
    """In nats, for each row; `privileged` are its bytes: all hands, the player's first, and the
    pile from the top as ids + 1."""
    hands = privileged[:, CARD_PLACES : (1 + OTHERS) * CARD_PLACES]
    hands = hands.reshape(-1, OTHERS, 1, CARD_PLACES)
    least = torch.arange(1, COPIES + 1, device=logits.device).reshape(1, 1, COPIES, 1)
    held = (hands >= least).float().reshape(-1, HANDS)
    guessed = nn.functional.binary_cross_entropy_with_logits(
        logits[:, :HANDS], held, reduction="none"
    ).sum(1)
    pile = MAX_SEATS * CARD_PLACES
    top = privileged[:, pile : pile + TOP].long() - 1
    places = logits[:, HANDS:].reshape(-1, TOP, CARD_PLACES).transpose(1, 2)
    seen = nn.functional.cross_entropy(places, top, ignore_index=-1, reduction="none").sum(1)
    return guessed + seen


# ---- what play tells -----------------------------------------------------------------------------

COUNTS = 5  # copies of a kind in a hand: 0 to 3, and 4 or more


def hand_counts(privileged: Tensor, players: int) -> Tensor:
    """Copies of each kind in each other hand: (rows, players - 1, kinds)."""
    hands = privileged[:, CARD_PLACES : players * CARD_PLACES].long()
    return hands.reshape(-1, players - 1, CARD_PLACES).clamp_max(COUNTS - 1)


def evenly(seen: Tensor, players: int) -> Tensor:
    """Logarithm of the chance of each number of copies if every deal of the cards that the player
    can't account for is as likely: (rows, players - 1, kinds, COUNTS)."""
    unseen = seen[:, FIELDS["unseen"].slice].double()
    unseen[:, CARD_NAMES.index("exploding")] = 0  # never in a hand
    certain = seen[:, FIELDS["certain"].slice].double().reshape(-1, OTHERS, CARD_PLACES)
    certain = certain[:, : players - 1]
    sizes = seen[:, FIELDS["hand_size"].slice].double()[:, 1:players]
    places = (sizes - certain.sum(2)).clamp_min(0).unsqueeze(2)  # whose card is not known
    cards, kind = unseen.sum(1).reshape(-1, 1, 1), unseen.unsqueeze(1)

    def choose(n: Tensor, k: Tensor) -> Tensor:
        made = torch.lgamma(n + 1) - torch.lgamma(k.clamp_min(0) + 1)
        made = made - torch.lgamma((n - k).clamp_min(0) + 1)
        return made.where((k >= 0) & (k <= n), torch.full_like(made, -torch.inf))

    logs = []
    for count in range(COUNTS):
        drawn = count - certain
        logs.append(
            choose(kind, drawn) + choose(cards - kind, places - drawn) - choose(cards, places)
        )
    chances = torch.stack(logs, 3).exp()
    chances[..., -1] = (1 - chances[..., :-1].sum(3)).clamp_min(0)
    return chances.clamp_min(1e-6).log()


def nats(logs: Tensor, held: Tensor) -> Tensor:
    """Surprise by the hands, summed over seats and kinds, for each row."""
    return -logs.gather(3, held.unsqueeze(3)).sum((1, 2, 3))


class Guesser(nn.Module):
    """Guesses by a network, as what it adds to even chances."""

    def __init__(self, table: list[Feature], players: int) -> None:
        super().__init__()
        self.players = players
        self.net = Net(table, 128, 1, (players - 1) * CARD_PLACES * COUNTS)
        nn.init.zeros_(self.net.last.weight)

    def forward(self, seen: Tensor) -> Tensor:
        shape = (-1, self.players - 1, CARD_PLACES, COUNTS)
        even = evenly(seen, self.players).float()
        return torch.log_softmax(even + self.net(seen).reshape(shape), dim=3)


def decisions(recorded: Recorded, every: int) -> tuple[Tensor, Tensor, Tensor]:
    """One decision of so many: observation with the past, privileged state, number of the game."""
    header, rows = recorded.header, []
    for first, lengths, _, actions in recorded.chunks():
        at = 0
        for number, length in enumerate(lengths, first):
            game = Game(
                header["players"], rules=header["rules"], seed=header["seed"], number=number
            )
            for action in actions[at : at + int(length)]:
                game.skip_forced()
                if at % every == 0:
                    rows.append((game.observe(level="history"), game.privileged(), number))
                game.apply(action)
                at += 1
    seen, hidden, numbers = (torch.from_numpy(np.stack(part)) for part in zip(*rows, strict=True))
    return seen, hidden, numbers


def measure(file: Path, every: int, epochs: int, seed: int) -> dict[str, float]:
    """Mean surprise in nats in games that nobody was taught with: even chances, a network that sees
    the present, and one that remembers the last 32 events."""
    torch.manual_seed(seed)
    recorded = Recorded(file)
    players = recorded.header["players"]
    seen, hidden, game = decisions(recorded, every)
    held, kept = hand_counts(hidden, players), game % 5 == 0
    tests = kept.nonzero().squeeze(1).split(2048)
    test = lambda guess: float(  # noqa: E731
        torch.cat([nats(guess(seen[rows]), held[rows]) for rows in tests]).mean()
    )
    with torch.no_grad():
        found = {"even": test(lambda rows: evenly(rows, players))}
    values = torch.zeros(seen.shape[1], 256, dtype=torch.bool)
    values[torch.arange(len(values)), seen.long()] = True
    for name, memory in (("present", 0), ("past", 32)):
        guesser = Guesser(used(policy_features(memory, "base"), values), players)
        optimizer = torch.optim.Adam(guesser.parameters(), lr=1e-3)
        rows = (~kept).nonzero().squeeze(1)
        for epoch in range(epochs):
            for part in rows[torch.randperm(len(rows))].split(1024):
                optimizer.zero_grad()
                nats(guesser(seen[part]), held[part]).mean().backward()
                optimizer.step()
            with torch.no_grad():
                found[name] = test(guesser)
            print(f"{name}, epoch {epoch + 1}: {found[name]:.3f} nats", file=sys.stderr, flush=True)
    return found | {"rows": len(seen), "tests": int(kept.sum())}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ninelives.train.belief", description=__doc__)
    parser.add_argument("games", type=Path, help="recorded games (python -m ninelives.data make)")
    parser.add_argument("--every", type=int, default=4, help="one decision of (%(default)s)")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = measure(options.games, options.every, options.epochs, options.seed)
    print(json.dumps(found))
    told = 1 - found["past"] / found["even"]
    print(f"play tells {100 * told:.1f} % of what even chances leave open of the other hands")


if __name__ == "__main__":
    main()
