"""Fault campaign: nodes and their database fail during games; no sent event is lost or changed, and every record verifies.

    python3 faults_test.py PROGRAM FAULTS [NODES [TABLES [SEED [OLD]]]]

FAULTS is a number, or a part of a campaign that is played in several runs side by side: 63/1000. With more than a hundred
faults in all, pauses are of up to 30 s, the database also fails over to a synchronous standby and has its
disk filled (a small tmpfs: as root), players' lines are cut, also without a word and one way, and nodes' clocks jump by ten
minutes (libfaketime). What can't be done here ends the test, unless NINELIVES_FAULTS_LEFT_OUT names it (clocks, disks): then
the summary says so. Where OLD is named, another build of the program, the second node is of that; its rules may be others
(ninelives_other_engine), and then games wait for it while it is away. After NINELIVES_FAULTS_SECONDS no fault is begun any
more; the summary says how many there were.

Each fault is drawn from a seed, which is printed. What is told to players they check themselves (tests/net/player.py):
events have no gaps, and after a move to another node all that was told before is told again, the same. At the end
`ninelives store check` opens every blob of every room: no gaps, no term that falls. Porcupine checks the history of all
requests and answers, room by room (history.py, linear/).

Exits with 77 where PostgreSQL is not installed.
"""

import contextlib
import glob
import os
import random
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time

from history import History, Witness, WitnessedTable
from nodes import Cluster, Database, start_all
from table import Guest

PROGRAM = os.path.abspath(sys.argv[1])
FAULTS, OF_ALL = (int(number) for number in (sys.argv[2].split("/") * 2)[:2])
NODES = int(sys.argv[3]) if len(sys.argv) > 3 else 2
TABLES = int(sys.argv[4]) if len(sys.argv) > 4 else 6
SEED = int(sys.argv[5]) if len(sys.argv) > 5 else int(time.time())
OLD = os.path.abspath(sys.argv[6]) if len(sys.argv) > 6 else PROGRAM
LONG = OF_ALL > 100
SECONDS = float(os.environ.get("NINELIVES_FAULTS_SECONDS", "inf"))
FAKETIME = next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), None)
LEFT_OUT = os.environ.get("NINELIVES_FAULTS_LEFT_OUT", "").split()


def can(what, possible, why):
    if not LONG or what in LEFT_OUT:
        return False
    if not possible:
        sys.exit(f"{what}: {why}; NINELIVES_FAULTS_LEFT_OUT={what} goes without")
    return True


CLOCKS = can("clocks", FAKETIME, "libfaketime is not installed (./test long does)")
DISKS = can("disks", os.geteuid() == 0, "only root can mount a small disk")
# All players and wires share one process. Many tables think longer (seconds, on average), so that it keeps up, and look for
# their node longer: all of them do so at once, and the next fault is on its way.
PACE = max(0.1, TABLES / 200) if LONG else 0.02
Guest.patience = max(60, TABLES)
SPANS = [1, 2, 7, 15, 30] if LONG else [0.5, 2, 7]


class Campaign(Cluster):
    def begin(self, dice):
        self.dice, self.done = dice, {}
        for number in range(NODES):
            self.add(OLD if number == 1 else PROGRAM, env=self.clock(number)).put_wire_in_front()
        start_all(self.nodes)
        ports = [node.front.port for node in self.nodes]
        Witness.history = self.history = History(os.environ.get("NINELIVES_HISTORY") or self.folder / "history.jsonl")
        self.tables = [WitnessedTable(PROGRAM, self.folder, SEED % 1000 * 100 + i, ports, PACE) for i in range(TABLES)]

    def add_database(self, of=None):
        disk = self.folder / f"pg{len(self.databases)}"
        if DISKS:
            disk.mkdir()
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={400 + 3 * TABLES}m", "tmpfs", disk], check=True)
        self.databases.append(Database(disk, *self.settings, of=of))
        return self.databases[-1]

    def end_database(self, database):
        super().end_database(database)
        if DISKS:
            subprocess.run(["umount", "-l", database.folder], check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(database.folder, ignore_errors=True)

    def clock(self, number):
        """A clock that can be set: by a file for each node."""
        if not CLOCKS:
            return {}
        self.clock_file(number).write_text("+0s\n")
        return {"LD_PRELOAD": FAKETIME, "FAKETIME_TIMESTAMP_FILE": str(self.clock_file(number)), "FAKETIME_CACHE_DURATION": "1",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1"}

    def clock_file(self, number):
        return self.folder / f"clock{number}"

    # ---- what happens to them ----------------------------------------------------------------------

    def kill(self, node):
        node.kill()
        time.sleep(self.dice.uniform(0.1, 2))
        node.start()

    def pause(self, node):
        node.signal(signal.SIGSTOP)
        time.sleep(self.dice.choice(SPANS))
        node.signal(signal.SIGCONT)

    def for_a_while(self, wire, how):
        setattr(wire, how, True)
        time.sleep(self.dice.choice([0.5, 2, 7]))
        setattr(wire, how, False)

    def hold(self, node):
        """Nothing gets through between the node and the database, and neither of them is told."""
        self.for_a_while(node.wire, "held")

    def hold_answers(self, node):
        self.for_a_while(node.wire, "one_way")

    def cut(self, node):
        node.wire.cut()

    def lose_an_answer(self, node):
        """A commit is done, and its answer never comes."""
        node.wire.swallow = 1
        time.sleep(1)
        node.wire.swallow = 0

    def deploy(self, node):
        assert node.stop() == 0, "a stop in good order"
        node.start()

    def restart_database(self, _):
        self.database.stop()
        time.sleep(self.dice.uniform(0.1, 1))
        self.database.order("again")

    def fail_over(self, _):
        """The database dies, and a synchronous standby takes its place: what was acknowledged is there."""
        standby = self.add_database(of=self.database.port)
        self.database.follow(synchronous=True)
        time.sleep(self.dice.uniform(0.5, 2))
        self.database.stop()
        standby.promote()
        self.end_database(self.database)
        self.database = standby
        for node in self.nodes:
            node.wire.to = [standby.port]

    def fill_disk(self, _):
        """The database can't write any more; most often it dies of that."""
        filler = self.database.folder / "filler"
        subprocess.run(["dd", "if=/dev/zero", f"of={filler}", "bs=64k"], check=False, stderr=subprocess.DEVNULL)
        time.sleep(self.dice.uniform(0.5, 3))
        filler.unlink()
        if not self.database.answers():
            self.database.stop()
            self.database.order("again")

    def jump_clock(self, node):
        self.clock_file(node.number).write_text(self.dice.choice(["+600s\n", "-600s\n", "+0s\n"]))

    def cut_players(self, _):
        for table in self.tables:
            for player in table.players:
                line = player.socket
                if line and self.dice.random() < 0.5:
                    with contextlib.suppress(OSError):
                        line.socket.shutdown(socket.SHUT_RDWR)

    def hold_players(self, node):
        """Nothing gets through between the node and its players, and neither of them is told."""
        self.for_a_while(node.front, "held")

    def hold_words_to_players(self, node):
        """Their messages arrive, and they hear nothing."""
        self.for_a_while(node.front, "one_way")

    LONG_KINDS = [fail_over, cut_players] + [jump_clock] * CLOCKS + [fill_disk] * DISKS
    KINDS = [kill, kill, pause, hold, hold_answers, cut, lose_an_answer, lose_an_answer, deploy, restart_database,
             hold_players, hold_words_to_players]

    # ---- and that nothing comes of it --------------------------------------------------------------

    def run(self):
        for table in self.tables:
            table.thread.start()
        time.sleep(1)
        # Each kind once, then as the dice fall.
        every = self.KINDS + (self.LONG_KINDS if LONG else [])
        kinds = list(dict.fromkeys(every))
        self.dice.shuffle(kinds)
        end = time.monotonic() + SECONDS
        for number in range(FAULTS):
            if time.monotonic() > end:
                break
            kind = kinds[number] if number < len(kinds) else self.dice.choice(every)
            node = self.dice.choice(self.nodes)
            games = sum(table.games for table in self.tables)
            print(f"  {number + 1}: {kind.__name__} of node {node.number}, after {games} games", flush=True)
            kind(self, node)
            self.done[kind.__name__] = self.done.get(kind.__name__, 0) + 1
            node.wait_ready()
            time.sleep(self.dice.uniform(0.2, 1))
            self.look_at_tables()
        self.end()

    def look_at_tables(self):
        for table in self.tables:
            assert table.fault is None, table.fault

    def end(self):
        for table in self.tables:
            table.ending = True
        for table in self.tables:
            table.thread.join(120 + 200 * PACE)
            assert table.fault is None, table.fault
            assert not table.thread.is_alive(), f"table {table.seed} does not end: {table.players}"
        assert self.history.is_linearizable(), "what players were told has no order"
        figures = [node.figures() for node in self.nodes]
        address = self.database.address()
        check = subprocess.run([PROGRAM, "store", "check", address, "--key", self.folder / "the.key"])
        assert check.returncode == 0, "the store is not whole"
        moves = [(b - a) for table in self.tables for a, b in table.moved]
        print(f"{sum(self.done.values())} faults {self.done}, {sum(t.games for t in self.tables)} games, "
              f"{sum(t.answers for t in self.tables)} answers each once in the record, {sum(t.repeated for t in self.tables)} "
              f"said twice, {len(moves)} lines found again in "
              f"{statistics.median(moves):.2f} s (p50), {max(moves):.2f} s (longest); "
              f"taken {sum(f['ninelives_rooms_taken_total'] for f in figures):.0f} rooms, "
              f"fenced {sum(f['ninelives_fences_total'] for f in figures):.0f} times since their last start" + (f"; LEFT OUT: {' '.join(LEFT_OUT)}" if LONG and LEFT_OUT else ""))
        for node in self.nodes:
            assert node.stop() == 0, f"node {node.number} ended with {node.process.returncode}"


print(f"seed {SEED}", flush=True)
with Campaign() as campaign:
    campaign.begin(random.Random(SEED))
    campaign.run()
