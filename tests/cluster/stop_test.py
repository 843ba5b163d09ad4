"""Test of two nodes stopped in a row.

One node after the other is stopped, the second while it takes what the first has left: each ends with 0, and whoever
comes next has every room. CLU-3.

    python3 stop_test.py PROGRAM [TIMES]

Exits with 77 where PostgreSQL is not installed.
"""

import os
import sys
import time

from game import make_lobbies
from nodes import Cluster, wait

PROGRAM = os.path.abspath(sys.argv[1])
TIMES = int(sys.argv[2]) if len(sys.argv) > 2 else 4
ROOMS = 150


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


main()
