"""Test of the loss checker: it finds moves that an asynchronous standby lacks after a failover.

    python3 loss_test.py PROGRAM

The same failover with a synchronous standby loses nothing: a move that the standby doesn't have is told to nobody.
Porcupine must say the same of both histories (CLU-6).
"""

import os
import sys
import time

from history import History, Witness, WitnessedTable
from nodes import Cluster, Wire, wait

PROGRAM = os.path.abspath(sys.argv[1])


def events_told(tables):
    """So far; those of games that are over count as some."""
    return sum(20 * table.games + sum(player.last for player in table.players) for table in tables)


def fail_over(synchronous):
    """Faults that the players found after a failover to a standby that has not heard of the last second."""
    with Cluster() as cluster:
        primary = cluster.database
        between = Wire(primary.port)
        standby = cluster.add_database(of=between.port)
        primary.follow(synchronous)
        nodes = cluster.start(PROGRAM, 2)
        Witness.history = History(cluster.folder / "history.jsonl")
        tables = [WitnessedTable(PROGRAM, cluster.folder, i, [node.port for node in nodes], pace=0.05) for i in range(4)]
        for table in tables:
            table.thread.start()
        wait(lambda: events_told(tables) > 40)
        between.held = True
        if synchronous:
            time.sleep(1.5)
        else:
            before = events_told(tables)
            wait(lambda: events_told(tables) > before + 20)
        primary.stop()
        between.cut()
        standby.promote()
        for node in nodes:
            node.wire.to = [standby.port]
        time.sleep(12)
        for table in tables:
            table.ending = True
        for table in tables:
            table.thread.join(90)
        faults = [table.fault for table in tables if table.fault]
        assert Witness.history.is_linearizable() == (not faults), "the two checkers disagree"
        return faults


lost = fail_over(synchronous=False)
print("asynchronous:", lost, flush=True)
assert lost, "moves that were told were lost, and nobody noticed"
lost = fail_over(synchronous=True)
print("synchronous:", lost)
assert not lost
