"""A terminal at a table of three nodes: it asks a node that has not the table and is sent on; the node that has it is
killed in the middle of a Nope window; both play on, and the record verifies. CLU-2, CLU-4.

    python3 terminal_test.py PROGRAM [proxy]

With `proxy` all lines go through HAProxy, as deploy/haproxy.cfg says. Exits with 77 where PostgreSQL (or HAProxy) is not
installed.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

from nodes import Closed, Database, Elsewhere, Guest, Node, place_of
from proxy import NODE_SETTINGS, Proxy

PROGRAM = os.path.abspath(sys.argv[1])
THROUGH_PROXY = sys.argv[2:] == ["proxy"]
# Hardly anything but cards that open a window; Ann begins.
RULES = {"first": "zero", "hand": 4, "copies.attack": 0, "copies.skip": 30, "copies.favor": 0, "copies.shuffle": 0, "copies.see": 0, "copies.nope": 1,
         "copies.tacocat": 0, "copies.cattermelon": 0, "copies.potato": 0, "copies.beard": 0, "copies.rainbow": 0}


class Terminal:
    def __init__(self, state, *options):
        environment = {**os.environ, "XDG_STATE_HOME": str(state), "XDG_DATA_HOME": str(state)}
        self.process = subprocess.Popen([PROGRAM, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        env=environment)
        self.said = ""
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while chunk := os.read(self.process.stdout.fileno(), 65536):
            self.said += chunk.decode()

    def has_said(self, text, seconds):
        end = time.monotonic() + seconds
        while text not in self.said and time.monotonic() < end:
            time.sleep(0.01)
        return text in self.said

    def hears(self, text):
        assert self.has_said(text, 60), f"the terminal never said {text!r}:\n{self.said[-2000:]}"

    def type(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()


def until(player, happened):
    """Plays by what is told, over whatever lines there are, until something holds."""
    while not happened():
        try:
            player.step()
        except (Closed, OSError, Elsewhere):
            player.close()
            player.find(player.resume)


def main():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder).chmod(0o755)
        database = Database(pathlib.Path(folder) / "pg", "fsync=off")
        # A busy machine takes longer than the window that a taken room begins with.
        config = pathlib.Path(folder) / "server.toml"
        config.write_text((NODE_SETTINGS if THROUGH_PROXY else "") + "[pace]\nafter_restart_ms = 60000\n")
        nodes = [Node(PROGRAM, folder, i, database, options=["--config", config]) for i in range(3)]
        proxy = bob = None
        try:
            if THROUGH_PROXY:
                proxy = Proxy(folder, nodes)
            for node in nodes:
                node.start()
            for node in nodes:
                node.wait_ready()
            places = [place_of(node.url) for node in nodes]
            ann = Guest("Ann", 0, places)
            ann.create(places[0], seats=2, window_ms=60_000, turn_s=0, rules=RULES)
            ann.node = places[0]
            # Through the proxy: whichever node it likes. Else one that has not the table.
            door = proxy.port if proxy else nodes[1].port
            bob = Terminal(folder, "join", f"127.0.0.1:{door}", ann.room, "--name", "Bob", "--plain")
            until(ann, lambda: len(ann.lobby["players"]) == 2)
            ann.say("start")
            until(ann, lambda: ann.question)
            ann.answer("play skip")
            bob.hears("Play a Nope?")
            bob.said = ""
            killed = time.monotonic()
            nodes[0].kill()
            ann.close()
            ann.find(ann.resume)
            assert ann.node != places[0]
            bob.hears("Connected again.")
            # The question stands as it was; it is answered as soon as the table is found again.
            bob.type("2")  # no
            while not bob.has_said("draw to end your turn", 0.3):
                bob.type("2")
                assert time.monotonic() - killed < 60, bob.said
            back = time.monotonic() - killed
            ann.say("forfeit")
            until(ann, lambda: ann.over)
            record = pathlib.Path(folder) / "record.jsonl"
            record.write_text("\n".join(ann.fetch_record()) + "\n")
            subprocess.run([PROGRAM, "verify", record], check=True, stdout=subprocess.DEVNULL)
            print(f"killed in a window; both were back after {back:.2f} s, and the record verifies")
        finally:
            if bob:
                bob.process.kill()
            for node in nodes:
                if node.running():
                    node.kill()
            if proxy:
                proxy.stop()
            database.stop()


main()
