"""Test of a node that sleeps between a room lookup and its answer: the answer is outdated when it
wakes. Who asked has gone on elsewhere long ago; a second tab of theirs that has waited all the time is shown nothing old. CLU-2.

    python3 asleep_test.py PROGRAM

Exits with 77 where PostgreSQL is not installed.
"""

import os
import pathlib
import signal
import sys
import threading

from game import Game
from nodes import Cluster, wait
from player import Player, play_on
from table import Closed, Elsewhere

PROGRAM = os.path.abspath(sys.argv[1])


class SecondTab(Player):
    """Of a player: it has their seat's token, and hears by itself."""

    def __init__(self, of):
        super().__init__(of.name)
        self.room, self.token = of.room, of.token
        self.views, self.closed = [], False

    def on_view(self, m):
        self.views.append(m)

    def on_events(self, m):
        self.views.append(m)

    def wait(self, port):
        """Comes back at this node, and hears whatever it says until it says no more."""
        try:
            self.resume(port)
            while True:
                self.step()
                if self.question:
                    self.answer()
        except (Closed, OSError, Elsewhere):
            self.closed = True


def is_asleep(node):
    """All of it: a thread that runs on for a moment could still read the word and show the room, which is no fault then."""
    states = pathlib.Path(f"/proc/{node.process.pid}/task").glob("*/stat")
    return all(state.read_text().rpartition(")")[2].split()[0] == "T" for state in states)


def sleep_on_the_word(node):
    """From the moment at which the database has said that a room is this node's; the word waits to be read."""
    fell_asleep = threading.Event()

    def look(part):
        if not fell_asleep.is_set() and node.url.encode() in part:
            node.signal(signal.SIGSTOP)
            wait(lambda: is_asleep(node))
            fell_asleep.set()

    node.wire.before_answer = look
    return fell_asleep


def main():
    with Cluster() as cluster:
        sleeper, other = cluster.start(PROGRAM, 2)
        game = Game(PROGRAM, 3, sleeper.port, [other.port])
        ann = game.players[0]
        ann.close()
        tab = SecondTab(ann)
        asleep = sleep_on_the_word(sleeper)
        waiting = threading.Thread(target=tab.wait, args=(sleeper.port,))
        waiting.start()
        assert asleep.wait(30), "nobody asked the database"
        wait(lambda: cluster.database.sql(f"SELECT count(*) FROM ninelives.node WHERE url = '{sleeper.url}'") == "0")
        game.comes_back([other.port])
        known = ann.last
        play_on(game.players, until=lambda: ann.last > known)
        sleeper.signal(signal.SIGCONT)
        waiting.join(60)
        assert tab.closed, "a node that was taken for dead goes on"
        assert not tab.views, f"told {ann.last} events elsewhere, and shown {tab.views} here"
        game.ends(cluster.folder)
        print("a word that was heard too late showed nothing; the game went on elsewhere, and verifies")


main()
