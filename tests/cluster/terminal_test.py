"""Test of a terminal client in a cluster: it asks a node that has not the table and is sent on; the node that has it is
killed in the middle of a Nope window; both play on, and the record verifies. CLU-2, CLU-4.

    python3 terminal_test.py PROGRAM [proxy|later]

With `proxy` all lines go through HAProxy, as deploy/haproxy.cfg says. With `later` the third node comes when they sit at
the table, and the other two are killed: they know of it by word alone. Exits with 77 where PostgreSQL (or HAProxy) is
not installed.
"""

import os
import subprocess
import sys
import threading
import time

from nodes import Cluster, start_all
from proxy import NODE_SETTINGS, Proxy
from table import Closed, Elsewhere, Guest, place_of, verified

PROGRAM = os.path.abspath(sys.argv[1])
THROUGH_PROXY, LATER = sys.argv[2:] == ["proxy"], sys.argv[2:] == ["later"]
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


def until(player, happened, say_again=lambda: None, seconds=120):
    """Takes in what is told, over whatever lines there are, until something holds. The last message may be lost with
    a line, and is said again."""
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, f"{player.name} waits in vain at {player.lobby}"
        try:
            if player.socket.pending(0.05):
                player.step()
        except (Closed, OSError, Elsewhere):
            player.close()
            player.find(player.resume)
            say_again()


def say_until(player, word, happened):
    player.say(word)
    until(player, happened, lambda: player.say(word))


def play_on_elsewhere(cluster, nodes, proxy, terminals):
    places = [place_of(node.url) for node in nodes]
    ann = Guest("Ann", 0, places[:1])
    ann.create(places[0], seats=2, window_ms=60_000, turn_s=0, rules=RULES)
    # Through the proxy: whichever node it likes. Else one that has not the table.
    door = proxy.port if proxy else nodes[1].port
    bob = Terminal(cluster.folder, "join", f"127.0.0.1:{door}", ann.room, "--name", "Bob", "--plain")
    terminals.append(bob)
    until(ann, lambda: len(ann.lobby["players"]) == 2)
    if LATER:
        nodes[2].start().wait_ready()
    until(ann, lambda: set(places) <= set(ann.ports))
    # Both are at one node: what Bob hears from here on comes after that word.
    say_until(ann, "start", lambda: ann.question)
    ann.answer("play skip")
    until(ann, lambda: "Play a Nope?" in bob.said, ann.say_again)
    bob.said = ""
    killed = time.monotonic()
    for node in nodes[:2 if LATER else 1]:
        node.kill()
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
    say_until(ann, "forfeit", lambda: ann.over)
    verified(PROGRAM, [ann], cluster.folder / "record.jsonl")
    print(f"killed in a window; both were back after {back:.2f} s, and the record verifies")


def main():
    with Cluster() as cluster:
        # A busy machine takes longer than the window that a taken room begins with.
        config = cluster.folder / "server.toml"
        config.write_text((NODE_SETTINGS if THROUGH_PROXY else "") + "[pace]\nafter_restart_ms = 60000\n")
        nodes = [cluster.add(PROGRAM, options=["--config", config]) for _ in range(3)]
        proxy, terminals = Proxy(cluster.folder, nodes) if THROUGH_PROXY else None, []
        try:
            start_all(nodes[:2] if LATER else nodes)
            if proxy:
                proxy.wait_ready()
            play_on_elsewhere(cluster, nodes, proxy, terminals)
        finally:
            for terminal in terminals:
                terminal.process.kill()
            if proxy:
                proxy.stop()


main()
