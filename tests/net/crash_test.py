"""Servers killed with -9 while games go on: nothing told is lost, doubled or dealt anew.

    python3 crash_test.py PROGRAM points KILLER.so     at every change of the store's files
    python3 crash_test.py PROGRAM random TIMES [SEED]  at random moments
"""

import concurrent.futures
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading

from player import Player, play_on
from wire import Closed, Server

PROGRAM = os.path.abspath(sys.argv[1])
VERIFIER = pathlib.Path(__file__).resolve().parents[2] / "tools/verify.py"

# A game of a dozen steps with everything in it that is stored: windows, defuses, steals.
SMALL = {
    "seats": 2, "window_ms": 500, "turn_s": 0,
    "rules": {"hand": 3, "copies.attack": 1, "copies.skip": 1, "copies.favor": 1, "copies.shuffle": 1,
              "copies.future": 1, "copies.nope": 2, "copies.tacocat": 2, "copies.melon": 0, "copies.potato": 0,
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
        subprocess.run([sys.executable, VERIFIER, file], check=True, stdout=subprocess.DEVNULL)
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
            status = server.process.wait(30)
            assert status == -9, f"point {point}: the server ended with {status}"
    table.close()
    if not survived:
        with Server(PROGRAM, data, "--log", "off") as server:
            table.play(server.port)
            assert server.stop() == 0
        table.close()
    return not survived


def every_point(killer):
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        # Games differ in length by chance, so the last point is where several games in a row survived.
        point, spared = 2, 0
        while spared < 16:
            batch = range(point, point + 16)
            died = list(pool.map(lambda p: killed_at(p, killer, folder), batch))
            spared = 0 if any(died) else spared + len(died)
            point += len(batch)
    assert point > 100, "the killer was not loaded"
    print(f"killed at {point - 16 - 2} points, nothing lost")


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


if sys.argv[2] == "points":
    every_point(os.path.abspath(sys.argv[3]))
else:
    at_random(int(sys.argv[3]), int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(10**6))
