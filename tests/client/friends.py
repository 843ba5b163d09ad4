#!/usr/bin/env python3
"""Test of a network game among friends: a host, a joined player, a watcher and a bot play a whole game of plain
lines over a network, through a kill -9 of the host's program (server and all) in the middle of a
Nope window. Then the record is verified by both programs. NET-1, NET-3, NET-4, NET-5, NET-7, FAIR-1.

    friends.py <ninelives> <verify.py>

Two network namespaces stand for two machines where there is root and `ip netns`; else both ends are
on the loopback, and that is said."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from plain_person import Person

PROGRAM = os.path.abspath(sys.argv[1])
VERIFY = os.path.abspath(sys.argv[2])
PATIENCE = 900  # seconds; the machine may be busy


class Network:
    """Two namespaces joined by a cable, or the loopback."""

    def __init__(self):
        self.names = [f"nl{os.getpid()}a", f"nl{os.getpid()}b"]
        self.split = False
        if os.geteuid() != 0 or shutil.which("ip") is None:
            print("two namespaces: skipped (needs root and ip); the loopback is used")
        elif subprocess.run(["ip", "netns", "add", self.names[0]], stderr=subprocess.DEVNULL).returncode:
            print("two namespaces: skipped (ip netns is not allowed here); the loopback is used")
        else:
            self.split = self.lay_cable()
        self.host = "10.99.7.1" if self.split else "127.0.0.1"

    def lay_cable(self):
        a, b = self.names
        commands = [
            f"ip netns add {b}", f"ip -n {a} link set lo up", f"ip -n {b} link set lo up",
            f"ip link add v{a} netns {a} type veth peer name v{b} netns {b}",
            f"ip -n {a} addr add 10.99.7.1/24 dev v{a}", f"ip -n {b} addr add 10.99.7.2/24 dev v{b}",
            f"ip -n {a} link set v{a} up", f"ip -n {b} link set v{b} up"]
        for command in commands:
            if subprocess.run(command.split(), stderr=subprocess.DEVNULL).returncode:
                self.remove()
                print(f"two namespaces: skipped ({command} failed); the loopback is used")
                return False
        return True

    def inside(self, machine, command):
        return ["ip", "netns", "exec", self.names[machine], *command] if self.split else command

    def remove(self):
        for name in self.names:
            subprocess.run(["ip", "netns", "del", name], stderr=subprocess.DEVNULL)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(what, happened, people, each=lambda: None):
    end = time.monotonic() + PATIENCE
    while not happened():
        if time.monotonic() > end:
            fail(f"waited in vain: {what}", people)
        each()
        time.sleep(0.05)


def fail(why, people=()):
    print("FAILED:", why)
    for person in people:
        print(f"---- {person.name} ----\n{person.said[-3000:]}")
    sys.exit(1)


def play(network, work, people):
    port = str(free_port())
    record = f"{work}/game.jsonl"
    rules = ["--set", "copies.skip=16", "--set", "copies.nope=12", "--set", "hand=6"]
    host = Person("host", network.inside(0, [
        PROGRAM, "host", "--plain", "--name", "Hana", "--port", port, "--data", f"{work}/data",
        "--seats", "3", "--bots", "1", "--window", "3", "--record", record, *rules]), f"{work}/a")
    people.append(host)
    wait_for("the lobby", lambda: "Room code: " in host.said and "1. Start" in host.said,
             people)
    if network.split and f"ninelives join {network.host}:{port} " not in host.said:
        fail("the address to join is not shown", people)
    code = re.search(r"Room code: (\w+)", host.said).group(1)
    address = f"{network.host}:{port}"
    guest = Person("guest", network.inside(1, [
        PROGRAM, "join", address, code, "--plain", "--name", "Gus"]), f"{work}/b")
    people.append(guest)
    watcher = Person("watcher", network.inside(1, [
        PROGRAM, "watch", address, code, "--plain"]), f"{work}/b")
    people.append(watcher)
    wait_for("all are there",
             lambda: "Gus sits down." in host.said and "1 watching." in host.said, people)
    host.type("1")

    def all_answer():
        host.answer()
        guest.answer()

    def window_is_open():
        place = watcher.said.rfind("Waiting for Nopes.")
        return place >= 0 and not re.search("Nopes |cancel|through", watcher.said[place + 18:])

    # Nobody answers in windows: one is open when the server is killed.
    host.play = guest.play = "skip"
    host.passes = guest.passes = False
    wait_for("a window", window_is_open, people, all_answer)
    host.kill()
    if not window_is_open():
        fail("the kill was not in a window", people)
    wait_for("the loss is told",
             lambda: all("Connection lost." in p.said for p in (guest, watcher)), people)
    before, host.said = host.said, ""
    host.start()
    wait_for("all are back",
             lambda: all("Connected again." in p.said for p in (guest, watcher)), people)
    wait_for("the host has the seat back", lambda: "Nope" in host.said, people)
    if "Room code" in host.said:
        fail("the host sits in another room", people)
    host.play = guest.play = "draw"
    host.passes = guest.passes = True
    wait_for("the end", lambda: all("Verified:" in p.said for p in people), people, all_answer)
    host.said = before + host.said

    for person in people:
        if "NOT verified" in person.said or "makes no sense" in person.said:
            fail(f"{person.name} was told something wrong", people)
    if "Your hand" in watcher.said or re.search(r"^You ", watcher.said, re.M):
        fail("the watcher saw a hand", people)
    for command in ([PROGRAM, "verify", record], [sys.executable, VERIFY, record]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            fail(f"{command}: {done.stdout}{done.stderr}", people)
    guest.process.send_signal(signal.SIGTERM)
    watcher.process.stdin.close()
    host.process.send_signal(signal.SIGTERM)
    for person in people:
        person.process.wait(timeout=PATIENCE)
        if person.process.returncode != 0:
            fail(f"{person.name} left with {person.process.returncode}", people)
    where = "two namespaces" if network.split else "the loopback"
    print(f"ok: a host, a guest, a watcher and a bot over {where}, through a kill -9 in a Nope "
          "window; verified by both programs")


def main():
    work = tempfile.mkdtemp()
    network = Network()
    people = []
    try:
        play(network, work, people)
    finally:
        for person in people:
            if person.process.poll() is None:
                person.process.kill()
        if network.split:
            network.remove()
        shutil.rmtree(work)


main()
