#!/usr/bin/env python3
"""Digest of a wheel's games, equal on every system.

What a wheel plays, as one digest: the same on every system and processor. same_games.py    prints it
Observations, masks and rewards of a batch on two threads, and a game of bots: one that counts, one that thinks, and
a network, whose sums of fractions must not depend on the processor."""

import hashlib

import ninelives
from ninelives.arena import engine_hash


def batch(digest):
    vec = ninelives.NineLivesVec(32, players=4, expansions="imploding,streaking", level="history", threads=2, seed=7)
    for _ in range(200):
        seen, rewards, *_ = vec.step(vec.sample())
        for array in (seen["observation"], seen["action_mask"], rewards):
            digest.update(array.tobytes())


def bots(digest):
    game = ninelives.Game(3, seed=9)
    names = ("counting", "careful", "net")
    while game.player is not None:
        game.apply(game.bot_action(names[game.player], seed=game.moves), game.player)
    assert game.over
    digest.update(game.record().encode())


def main():
    digest = hashlib.sha256()
    batch(digest)
    bots(digest)
    print(engine_hash(), digest.hexdigest())


main()
