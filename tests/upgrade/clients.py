#!/usr/bin/env python3
"""Test of clients and servers of two releases, which play whole games together: clients.py NEW OLD. SHIP-3

Each program serves once; a terminal client of the other one plays against a bot of the server. The client is told
nothing of its sentences: it types a few words again and again, and is asked again where one doesn't fit."""

import itertools
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "net"))

from player import Player  # noqa: E402
from wire import Server, readable  # noqa: E402

NEW, OLD = (str(pathlib.Path(program).resolve()) for program in sys.argv[1:3])
WORDS = ("draw", "2", "0", "1")
PATIENCE = 300  # seconds


def play(server_program, client_program, work):
    work.mkdir()
    with Server(server_program, work / "store") as server:
        host = Player("Ann", fair=True).create(server.port, seats=3, bots=1, window_ms=500, rules={"hand": 2})
        command = [client_program, "join", f"127.0.0.1:{server.port}", host.room, "--plain", "--name", "Guest"]
        home = {"PATH": "/usr/bin:/bin", "HOME": str(work), "LANG": "C.UTF-8"}
        with open(work / "said", "wb") as said:
            guest = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=said, stderr=subprocess.STDOUT, env=home)
        try:
            end = time.monotonic() + PATIENCE
            while len(host.lobby["players"]) < 3:
                host.until("room")
                assert time.monotonic() < end, (work / "said").read_text()
            host.say("start")
            words = itertools.cycle(WORDS)
            while host.over is None:
                if host.socket.buffer or readable([host.socket.socket], 0.15):
                    host.step()
                if host.question:
                    host.answer()
                assert guest.poll() is None and time.monotonic() < end, (work / "said").read_text()
                guest.stdin.write(next(words).encode() + b"\n")
                guest.stdin.flush()
                time.sleep(0.02)
        finally:
            guest.kill()
            host.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        play(NEW, OLD, work / "old-client")
        print("a client of the old release played on the new server")
        play(OLD, NEW, work / "new-client")
        print("a client of the new release played on the old server")


main()
