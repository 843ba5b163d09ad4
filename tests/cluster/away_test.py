"""Test of a database outage of eight seconds: the node keeps its port open, is not ready, says so once in its log, and
goes on by itself. systemd's watchdog hears of it all the time. CLU-3.

    python3 away_test.py PROGRAM

Exits with 77 where PostgreSQL is not installed.
"""

import os
import socket
import sys
import tempfile
import time

from game import make_lobbies
from nodes import Cluster, wait
from wire import http

PROGRAM = os.path.abspath(sys.argv[1])


def status(node, path):
    return http(node.port, path)[0]


def states(manager):
    """States that the service manager has received since the last call."""
    found = []
    while True:
        try:
            found += manager.recv(4096).decode().split("\n")
        except BlockingIOError:
            return found


def main():
    with Cluster() as cluster, tempfile.TemporaryDirectory() as folder:
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        manager.bind(f"{folder}/notify")
        manager.setblocking(False)
        node = cluster.add(PROGRAM, env={"NOTIFY_SOCKET": f"{folder}/notify", "WATCHDOG_USEC": "4000000"})
        node.start().wait_ready()
        make_lobbies(node, 3)
        before = node.log()
        node.wire.held = True  # as when PostgreSQL is paused
        wait(lambda: status(node, "/readyz") == 503)
        end = time.monotonic() + 8
        fed = time.monotonic()
        while time.monotonic() < end:
            if "WATCHDOG=1" in states(manager):
                fed = time.monotonic()
            assert time.monotonic() - fed < 4, "systemd would have killed it"
            assert status(node, "/healthz") == 200, "it lives"
            assert status(node, "/readyz") == 503, "it is not ready"
            time.sleep(0.1)
        node.wire.held = False
        node.wait_ready()
        wait(lambda: node.figures()["ninelives_rooms"] == 3)
        lines = [line for line in node.log()[len(before):].splitlines() if " warning " in line]
        assert len(lines) <= 6, "\n".join(lines)
        assert node.stop() == 0
        print("the port stays open while the database is away")


main()
