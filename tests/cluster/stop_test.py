"""Tests of two nodes stopped in a row, and of rooms that go to nodes with fewer.

One node after the other is stopped, the second while it takes what the first has left: each ends with 0, and whoever
comes next has every room. A node that comes to one with many rooms gets its share, and games go on. CLU-3, CLU-4.

    python3 stop_test.py PROGRAM [TIMES]

Exits with 77 where PostgreSQL is not installed.
"""

import os
import sys
import time

from game import Game, make_lobbies
from nodes import Cluster, wait
from table import Elsewhere

PROGRAM = os.path.abspath(sys.argv[1])
TIMES = int(sys.argv[2]) if len(sys.argv) > 2 else 4
ROOMS = 150


def is_sent_on(player):
    """True if the player has received `elsewhere`."""
    try:
        player.drain()
        return False
    except Elsewhere:
        return True


def balanced():
    with Cluster() as cluster:
        first, second = (cluster.add(PROGRAM) for _ in range(2))
        first.start().wait_ready()
        make_lobbies(first, 40)
        games = [Game(PROGRAM, seed, first.port) for seed in range(8)]
        second.start().wait_ready()
        rooms = lambda node: node.figures()["ninelives_rooms"]
        wait(lambda: rooms(second) >= 20)
        assert rooms(first) + rooms(second) == 48, (rooms(first), rooms(second))
        assert "rooms_balanced" in first.log()
        moved = sum("rooms_taken" in line for line in second.log().splitlines())
        sent_on = sum(is_sent_on(player) for game in games for player in game.players)
        for game in games:
            game.comes_back()
            game.ends(cluster.folder)
        there = sum(player.node == second.port for game in games for player in game.players)
        assert sent_on == there > 0, (sent_on, there)
        print(f"a second node has half of 48 rooms after {moved} parcels; {there} of 16 players were sent on, and 8 games ended")


def main():
    with Cluster() as cluster:
        first, second = (cluster.add(PROGRAM) for _ in range(2))
        first.start().wait_ready()
        make_lobbies(first, ROOMS)
        for i in range(TIMES):
            second.start().wait_ready()
            assert first.stop() == 0, f"the first ended with {first.process.returncode}"
            time.sleep(0.04 * i)
            assert second.stop() == 0, f"the second ended with {second.process.returncode}"
            first.start().wait_ready()
            wait(lambda: first.figures()["ninelives_rooms"] == ROOMS)
        print(f"{TIMES} times two stops in a row: both end well, and {ROOMS} rooms go on")


if __name__ == "__main__":
    main()
    balanced()
