#!/usr/bin/env python3
"""Tests of `ninelives host`: the address that it prints is the one it listens at, and a
second window of the host's own account asks before it takes the seat; the server goes on for the
others when it does. NET-1, NET-4.

    hosting.py <ninelives>"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = os.path.abspath(sys.argv[1])
PATIENCE = 900  # seconds; the machine may be busy


class Window:
    """One program with its keyboard and its screen."""

    def __init__(self, folder, *arguments):
        environment = {**os.environ, "XDG_STATE_HOME": folder, "XDG_DATA_HOME": folder}
        self.said = ""
        self.process = subprocess.Popen([PROGRAM, *arguments], env=environment, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while chunk := os.read(self.process.stdout.fileno(), 65536):
            self.said += chunk.decode()

    def type(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def wait_for(self, pattern):
        end = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self.said)):
            if time.monotonic() > end:
                sys.exit(f"FAILED: waited in vain for {pattern!r} in:\n{self.said[-3000:]}")
            time.sleep(0.05)
        return found


def main():
    with tempfile.TemporaryDirectory() as folder:
        host = Window(folder, "host", "--plain", "--name", "Hana", "--bind", "127.0.0.1", "--port",
                      "0", "--seats", "3", "--data", f"{folder}/data")
        code = host.wait_for(r"Room code: (\w+)").group(1)
        addresses = set(re.findall(r"ninelives join ([^ \n]+)", host.said))
        if len(addresses) != 1 or not (address := addresses.pop()).startswith("127.0.0.1:"):
            sys.exit(f"FAILED: it listens at 127.0.0.1 and says otherwise: {host.said}")
        second = Window(folder, "join", "--plain", "--name", "Hana", address, code)
        second.wait_for("in another window of yours")
        if host.process.poll() is not None or "somewhere else" in host.said:
            sys.exit("FAILED: nobody was asked")
        second.type("2")
        second.wait_for(r"Hana \(host\) \(you\)")
        host.wait_for("You opened this seat somewhere else")
        host.wait_for("The server goes on for the others")
        guest = Window(f"{folder}/guest", "join", "--plain", "--name", "Gus", address, code)
        guest.wait_for(r"Gus \(you\)")
        second.wait_for("Gus sits down.")
        host.process.send_signal(signal.SIGINT)
        host.wait_for("Stopped\\.")
        if host.process.wait(PATIENCE) != 0:
            sys.exit("FAILED: the host's exit status")
        for window in (second, guest):
            window.process.kill()
            window.process.wait()
    print("ok: the right address, a question before a seat is taken over, a server that goes on")


main()
