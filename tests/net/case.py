"""Test case with its own folder and server. The first command-line argument is the program."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from wire import Server, WebSocket

PROGRAM = sys.argv.pop(1)
ROOT = pathlib.Path(__file__).resolve().parents[2]
HELLO = {"t": "hello", "version": 1}
FAST = {"window_ms": 500, "turn_s": 60, "rules": {"hand": 2}}


class Case(unittest.TestCase):
    config = ""  # of every server that is started

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.data = self.folder / "data"

    def serve(self, *options, config=None, data=None, **more):
        text = self.config if config is None else config
        if text:
            file = self.folder / "server.toml"
            file.write_text(text)
            options = ("--config", str(file), *options)
        if "metrics" not in text:
            options = ("--open-metrics", *options)
        server = Server(PROGRAM, data or self.data, *options, **more)
        self.addCleanup(server.__exit__)
        return server

    def refused_start(self, *options):
        """Reason why it does not start."""
        ran = subprocess.run([PROGRAM, "serve", "--bind", "127.0.0.1", "--port", "0", "--data", self.data, *options],
                             capture_output=True, text=True, timeout=120)
        self.assertEqual(ran.returncode, 1, ran.stdout)
        return ran.stderr

    def log(self):
        return pathlib.Path(str(self.data) + ".log").read_text()

    def admin(self, *words, data=None, status=0):
        """The lines of the answer; where it is refused, why."""
        ran = subprocess.run([PROGRAM, "admin", "--data", str(data or self.data), *map(str, words)], capture_output=True,
                             text=True, timeout=120)
        self.assertEqual(ran.returncode, status, ran.stdout + ran.stderr)
        return [json.loads(line) for line in ran.stdout.splitlines()] if status == 0 else ran.stderr


class Served(Case):
    """One server from the beginning on."""

    options = ()

    def setUp(self):
        super().setUp()
        self.server = self.serve(*self.options)
        self.port = self.server.port


def metric_lines(server, name):
    """The lines of /metrics with this name."""
    lines = server.get("/metrics")[2].decode().splitlines()
    return [line for line in lines if line.startswith((name + " ", name + "{"))]


def metric(server, name):
    line, = metric_lines(server, name)
    return float(line.split()[1])


def greeted(port, **options):
    """A client that has said hello and nothing else."""
    socket_ = WebSocket(port, **options)
    socket_.send(HELLO)
    socket_.receive_until("welcome")
    return socket_


def verify(lines, folder):
    """Both verifiers, which share no code, take the record."""
    file = pathlib.Path(folder) / "record.jsonl"
    file.write_text("\n".join(lines) + "\n")
    subprocess.run([PROGRAM, "verify", file], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([sys.executable, ROOT / "tools/verify.py", file], check=True, stdout=subprocess.DEVNULL)
