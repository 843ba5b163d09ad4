"""One node after the other is stopped, the second while it takes what the first has left: each ends with 0, and whoever
comes next has every room. CLU-3.

    python3 stop_test.py PROGRAM [TIMES]

Exits with 77 where PostgreSQL is not installed.
"""

import os
import pathlib
import sys
import tempfile
import time

from nodes import Database, Guest, Node

PROGRAM = os.path.abspath(sys.argv[1])
TIMES = int(sys.argv[2]) if len(sys.argv) > 2 else 4
ROOMS = 150


def rooms_of(node):
    return int(node.figures()["ninelives_rooms"])


def wait_for_rooms(node):
    end = time.monotonic() + 30
    while rooms_of(node) != ROOMS:
        assert time.monotonic() < end, f"{rooms_of(node)} rooms of {ROOMS}"
        time.sleep(0.05)


def main():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder).chmod(0o755)
        database = Database(pathlib.Path(folder) / "pg", "fsync=off")
        first, second = nodes = [Node(PROGRAM, folder, i, database) for i in range(2)]
        try:
            first.start().wait_ready()
            for i in range(ROOMS):
                guest = Guest("Ann", i, [first.port])
                guest.create(first.port, seats=2)
                guest.close()
            for i in range(TIMES):
                second.start().wait_ready()
                assert first.stop() == 0, f"the first ended with {first.process.returncode}"
                time.sleep(0.04 * i)
                assert second.stop() == 0, f"the second ended with {second.process.returncode}"
                first.start().wait_ready()
                wait_for_rooms(first)
            print(f"{TIMES} times two stops in a row: both end well, and {ROOMS} rooms go on")
        finally:
            for node in nodes:
                if node.running():
                    node.kill()
            database.stop()


main()
