"""Measurement of takeover times: from a fault until another node serves the room.

    python3 takeover_times.py PROGRAM TIMES[/CLUSTERS] [kill|pause|cut|deploy ...]

Prints a table: wanted, p50 and the longest for each kind. Two nodes, one table with a bot; the fault hits the node that
has it. Most of the time is waiting, so that several clusters, each with a database of its own, may share the TIMES. Exits
with 1 where the longest is above what is wanted.
"""

import concurrent.futures
import os
import signal
import statistics
import sys
import time

from nodes import Cluster
from table import Closed, Elsewhere, Guest

PROGRAM = os.path.abspath(sys.argv[1])
TIMES, CLUSTERS = (int(number) for number in (sys.argv[2] + "/1").split("/")[:2])
# Seconds: the limits of docs/host/cluster.md.
WANTED = {"kill": 1.5, "deploy": 1.0, "pause": 7.0, "cut": 7.0}
KINDS = sys.argv[3:] or list(WANTED)


def watch(port, room, deadline=60):
    """Until the node at this port shows the room."""
    end = time.monotonic() + deadline
    while True:
        guest = Guest("Eve", 0, [port])
        try:
            guest.connect(port)
            guest.say("watch", room=room)
            guest.until("room")
            return
        except (Closed, OSError, Elsewhere):
            assert time.monotonic() < end, "nobody has the room"
            time.sleep(0.01)
        finally:
            guest.close()


def once(kind, nodes, room, owner):
    node, other = nodes[owner], nodes[1 - owner]
    begun = time.monotonic()
    if kind == "kill":
        node.kill()
    elif kind == "pause":
        node.signal(signal.SIGSTOP)
    elif kind == "cut":
        node.wire.held = True
    else:
        node.signal(signal.SIGTERM)
    watch(other.port, room)
    took = time.monotonic() - begun
    if kind == "pause":
        node.signal(signal.SIGCONT)
    elif kind == "cut":
        node.wire.held = False
    else:
        node.process.wait(30)
        node.start()
    node.wait_ready()
    return took


def in_one_cluster(kind, times):
    with Cluster("fsync=on") as cluster:
        nodes = cluster.start(PROGRAM, 2)
        host = Guest("Ann", 0, [nodes[0].port])
        host.create(nodes[0].port, seats=3, bots=1, turn_s=0)
        return [once(kind, nodes, host.room, number % 2) for number in range(times)]


def main():
    late = False
    shares = [TIMES // CLUSTERS + (number < TIMES % CLUSTERS) for number in range(CLUSTERS)]
    print("| fault | wanted | p50 | longest | of |\n| --- | --- | --- | --- | --- |")
    with concurrent.futures.ProcessPoolExecutor(CLUSTERS) as clusters:
        for kind in KINDS:
            times = sum(clusters.map(in_one_cluster, [kind] * CLUSTERS, shares), [])
            print(f"| {kind} | ≤ {WANTED[kind]} s | {statistics.median(times):.2f} s | {max(times):.2f} s | {len(times)} |",
                  flush=True)
            late = late or max(times) > WANTED[kind]
    sys.exit(late)


main()
