"""The checker must find a loss where there is one: an asynchronous standby takes over, and lacks moves that were told.

    python3 loss_test.py PROGRAM

The same failover with a synchronous standby loses nothing: a move that the standby doesn't have is told to nobody.
"""

import contextlib
import os
import pathlib
import sys
import tempfile
import time

from nodes import Database, Node, Table, Wire

PROGRAM = os.path.abspath(sys.argv[1])


def fail_over(folder, synchronous):
    """What the players found wrong, after a failover to a standby that has not heard of the last second."""
    folder = pathlib.Path(folder)
    folder.chmod(0o755)
    primary = Database(folder / "pg1", "fsync=off")
    between = Wire(primary.port)
    standby = Database(folder / "pg2", "fsync=off", of=between.port)
    if synchronous:
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.sql("SELECT pg_reload_conf()")
    nodes = [Node(PROGRAM, folder, i, primary).start() for i in range(2)]
    try:
        for node in nodes:
            node.wait_ready()
        tables = [Table(PROGRAM, folder, i, [node.port for node in nodes], pace=0.05) for i in range(4)]
        for table in tables:
            table.thread.start()
        time.sleep(3)
        between.held = True
        time.sleep(1.5)
        primary.stop()
        between.cut()
        standby.order("promote")
        standby.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
        standby.sql("SELECT pg_reload_conf()")
        for node in nodes:
            node.wire.to = [standby.port]
        time.sleep(12)
        for table in tables:
            table.ending = True
        for table in tables:
            table.thread.join(90)
        return [table.fault for table in tables if table.fault]
    finally:
        for node in nodes:
            if node.running():
                node.kill()
        for database in (primary, standby):
            with contextlib.suppress(AssertionError):
                database.stop()


def main():
    with tempfile.TemporaryDirectory() as folder:
        faults = fail_over(folder, synchronous=False)
        print("asynchronous:", faults)
        assert faults, "moves that were told were lost, and nobody noticed"
    with tempfile.TemporaryDirectory() as folder:
        faults = fail_over(folder, synchronous=True)
        print("synchronous:", faults)
        assert not faults


main()
