"""Crash tests: servers are killed while games go on, and no sent event is lost, doubled or dealt again.

    python3 crash_test.py PROGRAM points KILLER.so     at every change of the store's files
    python3 crash_test.py PROGRAM random TIMES [SEED]  at random moments
    python3 crash_test.py PROGRAM power TIMES [SEED]   power cuts: the file system stops, what was not on the disk is gone

Exits with 77 where the last can't be done: it needs root, a loop device and ext4.
"""

import concurrent.futures
import contextlib
import fcntl
import os
import pathlib
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading

from player import Player, play_on
from wire import Closed, Server, wait_until

PROGRAM = os.path.abspath(sys.argv[1])

# A game of a dozen steps with everything in it that is stored: windows, defuses, steals.
SMALL = {
    "seats": 2, "window_ms": 500, "turn_s": 0,
    "rules": {"hand": 3, "copies.attack": 1, "copies.skip": 1, "copies.favor": 1, "copies.shuffle": 1,
              "copies.see": 1, "copies.nope": 2, "copies.tacocat": 2, "copies.cattermelon": 0, "copies.potato": 0,
              "copies.beard": 0, "copies.rainbow": 0},
}


class Table:
    """Two players who come back whenever their server is started again."""

    def __init__(self, folder, seed):
        self.folder, self.seed = pathlib.Path(folder), seed
        self.ann, self.bob = Player("Ann", seed, fair=True), Player("Bob", seed, fair=True)
        self.players = [self.ann, self.bob]

    def play(self, port, until=lambda: False):
        """From wherever it stands to the end of the game. Raises Closed where the server goes."""
        for player in self.players:
            player.over = None
            if player.token:
                player.resume(port)
        if not self.ann.token:
            self.ann.create(port, **SMALL)
        if not self.bob.token:
            lost = len(self.ann.lobby["players"]) == 2  # joined, but the answer never came
            if lost:
                self.ann.say("kick", seat=1)
                self.bob.name = "Bobby"  # a kick holds for the name, where both have one address
            self.bob.join(port, self.ann.room)
        self.ann.drain()
        if self.ann.lobby["phase"] == "lobby":
            self.ann.say("start")
        play_on(self.players, until)
        if not until():
            self.check_record()

    def check_record(self):
        record = self.ann.fetch_record()
        assert record == self.bob.fetch_record(), "two records of one game"
        file = self.folder / f"record-{self.seed}.jsonl"
        file.write_text("\n".join(record) + "\n")
        subprocess.run([PROGRAM, "verify", file], check=True, stdout=subprocess.DEVNULL)
        file.unlink()

    def close(self):
        for player in self.players:
            player.close()


def killed_at(point, killer, folder):
    """Plays a game with a server that dies at this point, and to its end with another. False: it never died."""
    data = pathlib.Path(folder) / f"point-{point}"
    table = Table(folder, point)
    env = {"LD_PRELOAD": killer, "NL_KILL_AT": str(point)}
    survived = False
    with Server(PROGRAM, data, "--log", "off", env=env, wait=False) as server:
        if server.wait_for_address():
            try:
                table.play(server.port)
                survived = True
            except Closed:
                pass
            except ConnectionError:
                pass
        if survived:
            server.stop()
        else:
            status = server.process.wait(120)
            assert status == -9, f"point {point}: the server ended with {status}"
    table.close()
    if not survived:
        with Server(PROGRAM, data, "--log", "off") as server:
            table.play(server.port)
            assert server.stop() == 0
        table.close()
    shutil.rmtree(data)
    return not survived


def every_point(killer):
    # A game is two seconds of waiting and hardly any work: many can be played at a time.
    at_a_time = 24
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(at_a_time) as pool:
        # Games differ in length by chance, so the last point is where several games in a row survived.
        point, spared = 1, 0
        while spared < 16:
            batch = range(point, point + at_a_time)
            died = list(pool.map(lambda p: killed_at(p, killer, folder), batch))
            spared = 0 if any(died) else spared + len(died)
            point += len(batch)
    assert point > 100, "the killer was not loaded"
    print(f"killed at {point - at_a_time - 1} points, nothing lost")


def at_random(times, seed):
    dice = random.Random(seed)
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "data"
        table, games, number = Table(folder, 0), 0, 0
        for _ in range(times):
            with Server(PROGRAM, data, "--log", "off") as server:
                timer = threading.Timer(dice.uniform(0, 0.25), server.process.kill)
                timer.start()
                try:
                    while True:
                        table.play(server.port)
                        table.close()
                        games, number = games + 1, number + 1
                        table = Table(folder, number)
                except (Closed, ConnectionError):
                    pass
                timer.join()
                table.close()
        with Server(PROGRAM, data, "--log", "off") as server:
            table.play(server.port)
            assert server.stop() == 0
    print(f"killed {times} times during {games + 1} games, nothing lost")


class Disk:
    """A file system in a file, whose power can be cut."""

    def __init__(self, folder):
        self.image, self.place = pathlib.Path(folder) / "disk", pathlib.Path(folder) / "mounted"
        self.place.mkdir()
        with open(self.image, "wb") as image:
            image.truncate(64 << 20)
        self.run("mkfs.ext4", "-q", "-F", self.image)
        self.mount()

    @staticmethod
    def run(*command):
        subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True)

    def mount(self):
        self.run("mount", "-o", "loop", self.image, self.place)

    def cut(self, server):
        """Data that is not on the disk at this moment never gets there, not even the journal's last part."""
        # The process is stopped first, and with it all that it has asked of the disk comes to an end: a sync that is
        # cut off halfway can tell it, falsely, that all is well, and a process without power hears nothing at all.
        server.process.send_signal(signal.SIGSTOP)
        tasks = pathlib.Path(f"/proc/{server.process.pid}/task")
        state = lambda task: (task / "stat").read_text().rsplit(")", 1)[1].split()[0]
        wait_until(lambda: all(state(task) == "T" for task in tasks.iterdir()), "the server stands still")
        shutdown, without_journal = 0x8004587D, 2
        folder = os.open(self.place, os.O_RDONLY)
        try:
            fcntl.ioctl(folder, shutdown, struct.pack("I", without_journal))
        finally:
            os.close(folder)
            server.process.kill()

    def power_on(self):
        self.run("umount", self.place)
        self.mount()

    def end(self):
        with contextlib.suppress(subprocess.CalledProcessError):
            self.run("umount", self.place)


def power_cuts(times, seed):
    if os.geteuid() != 0:
        skip("it takes root to mount a file system")
    dice = random.Random(seed)
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        try:
            disk = Disk(folder)
        except (subprocess.CalledProcessError, FileNotFoundError) as error:
            skip(f"no loop device or no ext4: {getattr(error, 'stderr', error)}")
        try:
            games = cut_power(disk, folder, dice, times)
        finally:
            disk.end()
    print(f"cut the power {times} times during {games} games, nothing lost")


def cut_power(disk, folder, dice, times):
    # The log lies outside, and so do the records: they are the players'.
    data = disk.place / "data"
    with Server(PROGRAM, data, "--log", "off", log=os.path.join(folder, "log")) as server:
        server.stop()
    os.sync()
    table, games = Table(folder, 0), 0
    for _ in range(times):
        with Server(PROGRAM, data, "--log", "off", log=os.path.join(folder, "log")) as server:
            timer = threading.Timer(dice.uniform(0, 0.4), disk.cut, [server])
            timer.start()
            try:
                while True:
                    table.play(server.port)
                    table.close()
                    games += 1
                    table = Table(folder, games)
            except (Closed, ConnectionError):
                pass
            timer.join()
            server.process.wait(120)
            table.close()
        disk.power_on()
    with Server(PROGRAM, data, "--log", "off", log=os.path.join(folder, "log")) as server:
        table.play(server.port)
        assert server.stop() == 0
    table.close()
    return games + 1


def skip(why):
    print("skipped: " + why)
    sys.exit(77)


def main():
    way, argument = sys.argv[2:4]
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(10**6)
    if way == "points":
        every_point(os.path.abspath(argument))
    elif way == "random":
        at_random(int(argument), seed)
    else:
        power_cuts(int(argument), seed)


main()
