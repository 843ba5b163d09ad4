"""Belief head of the policy network: guesses hidden cards.

What a player may guess of the cards it can't see: a second head of the policy's network.

Of each other seat, for each kind of card whether its hand has one, and a second; and which kind
lies at each of the pile's first eight places. The labels are the privileged state's, so the head is
taught in training and learns what play has told; it makes memory worth having, and search can draw
its worlds by it.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from .features import CARD_PLACES, MAX_SEATS

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
