"""What an operator sees of a cluster: /readyz with the database away and at a stop, the figures of takeovers, fences and
sizes, and an address of two databases of which one dies. CLU-2, CLU-4.

    python3 operated_test.py PROGRAM

Exits with 77 where PostgreSQL is not installed.
"""

import os
import pathlib
import signal
import sys
import tempfile

from game import Game, wait
from nodes import Database, Guest, Node, http

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


def lobbies(node, count):
    for i in range(count):
        guest = Guest("Ann", i, [node.port])
        guest.create(node.port, seats=2)
        guest.close()


def readiness(database, nodes):
    database.stop()
    wait(lambda: ready_status(nodes[0]) == 503)
    database.order("again")
    for node in nodes:
        node.wait_ready()
        lobbies(node, 1)
    print("/readyz: 503 while the database is away; 200 again when writing works", flush=True)


def takeover(nodes):
    first, second = nodes
    before = figure(second, "takeovers_total"), figure(second, "rooms_taken_total")
    small = figure(second, "store_bytes")
    assert small > 0
    lobbies(first, 60)
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
    log = (second.folder / f"node{second.number}.log").read_text()
    assert "fenced" in log
    print("a pause, and a row taken away: a fence each", flush=True)


def stop(nodes):
    """Nobody is sent to a node that is about to stop, however long that takes."""
    first, second = nodes
    lobbies(first, 5)
    rooms = int(figure(first, "rooms"))
    first.wire.held = True
    first.signal(signal.SIGTERM)
    wait(lambda: ready_status(first) != 200)
    first.wire.held = False
    assert first.process.wait(60) == 0
    log = (first.folder / f"node{first.number}.log").read_text()
    assert f"rooms_given_away rooms={rooms}" in log or "rooms_not_given_away" in log, log[-1000:]
    first.start().wait_ready()
    lobbies(first, 5)
    rooms = int(figure(first, "rooms"))
    assert first.stop() == 0
    log = (first.folder / f"node{first.number}.log").read_text()
    assert f"rooms_given_away rooms={rooms}" in log, log[-1000:]
    first.start().wait_ready()
    print("a stop: not ready, and the rooms are given away", flush=True)


def two_hosts(folder):
    """Both in the node's own address: the first dies, the other is promoted."""
    primary = Database(folder / "pg2", "fsync=off")
    standby = Database(folder / "pg3", "fsync=off", of=primary.port)
    primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
    primary.sql("SELECT pg_reload_conf()")
    node = Node(PROGRAM, folder, 7, primary)
    node.store = primary.address(primary.port, standby.port)
    try:
        node.start().wait_ready()
        game = Game(PROGRAM, 2, node.port)
        primary.stop()
        wait(lambda: not node.ready())
        standby.order("promote")
        standby.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
        standby.sql("SELECT pg_reload_conf()")
        node.wait_ready()
        game.comes_back()
        game.ends(folder)
        print("two hosts in the address: the game went on at the second", flush=True)
    finally:
        if node.running():
            node.kill()
        for database in (primary, standby):
            database.stop()


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        database = Database(folder / "pg", "fsync=off")
        nodes = [Node(PROGRAM, folder, i, database).start().wait_ready() for i in range(2)]
        try:
            readiness(database, nodes)
            takeover(nodes)
            fences(database, nodes)
            stop(nodes)
            two_hosts(folder)
        except BaseException:
            for node in nodes:
                print(f"--- node {node.number}", (folder / f"node{node.number}.log").read_text()[-2500:], file=sys.stderr)
            raise
        finally:
            for node in nodes:
                if node.running():
                    node.signal(signal.SIGCONT)
                    node.kill()
            database.stop()


main()
