"""Tests of a cluster's readiness and metrics.

What an operator sees of a cluster: /readyz with the database away and at a stop, the figures of takeovers, fences and
sizes, and an address of two databases of which one dies. CLU-2, CLU-4.

    python3 operated_test.py PROGRAM

Exits with 77 where PostgreSQL is not installed.
"""

import os
import re
import signal
import sys

from game import Game, make_lobbies
from nodes import Cluster, http, wait

PROGRAM = os.path.abspath(sys.argv[1])


def figure(node, name):
    """-1: it is about to start again."""
    try:
        return node.figures()[f"ninelives_{name}"]
    except (OSError, KeyError, IndexError):
        return -1


def ready_status(node):
    """0: nobody is there."""
    try:
        return http(node.port, "/readyz")[0]
    except OSError:
        return 0


def given_away(node):
    """Number of rooms handed over, at its last stop."""
    return int(([0] + re.findall(r"rooms_given_away rooms=(\d+)", node.log()))[-1])


def readiness(database, nodes):
    database.stop()
    wait(lambda: ready_status(nodes[0]) == 503)
    database.order("again")
    for node in nodes:
        node.wait_ready()
        make_lobbies(node, 1)
    print("/readyz: 503 while the database is away; 200 again when writing works", flush=True)


def takeover(nodes):
    first, second = nodes
    before = figure(second, "takeovers_total"), figure(second, "rooms_taken_total")
    small = figure(second, "store_bytes")
    assert small > 0
    make_lobbies(first, 60)
    first.kill()
    wait(lambda: figure(second, "rooms_taken_total") >= before[1] + 60)
    assert figure(second, "takeovers_total") > before[0]
    first.start().wait_ready()
    wait(lambda: figure(first, "store_bytes") > small)
    print("a kill: takeovers, rooms taken and the size of the store move", flush=True)


def fences(database, nodes):
    """Once a lost epoch, whether it is noticed at a renewal or at a commit."""
    first, second = nodes
    was = figure(second, "fences_total")
    second.signal(signal.SIGSTOP)
    wait(lambda: database.sql(f"SELECT count(*) FROM ninelives.node WHERE url = '{second.url}'") == "0")
    second.signal(signal.SIGCONT)
    wait(lambda: figure(second, "fences_total") == was + 1)
    second.wait_ready()
    game = Game(PROGRAM, 1, second.port)
    database.sql(f"DELETE FROM ninelives.node WHERE url = '{second.url}'")
    game.comes_back([first.port, second.port])
    wait(lambda: figure(second, "fences_total") == was + 2)
    second.wait_ready()
    assert "fenced" in second.log()
    print("a pause, and a row taken away: a fence each", flush=True)


def stop(nodes):
    """Nobody is sent to a node that is about to stop, however long that takes."""
    first, second = nodes
    make_lobbies(first, 5)
    rooms = int(figure(first, "rooms"))
    first.wire.held = True
    first.signal(signal.SIGTERM)
    wait(lambda: ready_status(first) != 200)
    first.wire.held = False
    assert first.process.wait(60) == 0
    assert 0 < given_away(first) <= rooms or "rooms_not_given_away" in first.log(), first.log()[-1000:]
    first.start().wait_ready()
    make_lobbies(first, 5)
    rooms = int(figure(first, "rooms"))
    before = first.log().count("rooms_given_away")
    assert first.stop() == 0
    assert first.log().count("rooms_given_away") == before + 1, first.log()[-1000:]
    assert 0 < given_away(first) <= rooms, (first.log()[-1000:], rooms)  # fewer: some were closed, as nobody is there
    first.start().wait_ready()
    print("a stop: not ready, and the rooms are given away", flush=True)


def two_hosts():
    """Both in the node's own address: the first dies, the other is promoted."""
    with Cluster() as cluster:
        primary = cluster.database
        standby = cluster.add_database(of=primary.port)
        primary.follow(synchronous=True)
        node = cluster.add(PROGRAM)
        node.store = primary.address(primary.port, standby.port)
        node.start().wait_ready()
        game = Game(PROGRAM, 2, node.port)
        primary.stop()
        wait(lambda: not node.ready())
        standby.promote()
        node.wait_ready()
        game.comes_back()
        game.ends(cluster.folder)
    print("two hosts in the address: the game went on at the second", flush=True)


with Cluster() as started:
    both = started.start(PROGRAM, 2)
    readiness(started.database, both)
    takeover(both)
    fences(started.database, both)
    stop(both)
two_hosts()
