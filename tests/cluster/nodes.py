"""Cluster fixture: a database, nodes, and a connection per node that tests can cut."""

import contextlib
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "net"))

from wire import http, wait_until  # noqa: E402


def free_port():
    """Not one of those that the system gives to whoever connects somewhere: such a one could be taken while its node is down."""
    first_given = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    while True:
        port = random.SystemRandom().randrange(10_000, max(first_given, 20_000))
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def wait_for_port(port, seconds=20):
    end = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            assert time.monotonic() < end, f"nobody listens at {port}"
            time.sleep(0.02)


class Database:
    """PostgreSQL in a folder, on a port of the loopback."""

    def __init__(self, folder, *settings, of=None):
        """`of`: the port at which the database is whose standby this is."""
        self.folder, self.port = pathlib.Path(folder), free_port()
        if of:
            self.order("standby", of, self.port, *settings)
        else:
            self.order("start", self.port, *settings)

    def order(self, what, *rest):
        done = subprocess.run([HERE / "postgres.sh", what, self.folder, *map(str, rest)], stdout=subprocess.PIPE, text=True)
        if done.returncode == 77:
            sys.exit(77)
        assert done.returncode == 0, f"postgres.sh {what}"
        return done.stdout.strip()

    def address(self, *ports):
        hosts = ",".join(f"127.0.0.1:{port}" for port in ports or (self.port,))
        return f"postgres://ninelives@{hosts}/postgres"

    def sql(self, query):
        done = subprocess.run(["psql", "-XAtq", "-c", query, self.address()], stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout.strip()

    def follow(self, synchronous):
        """Its standbys must have what it acknowledges, or need not."""
        self.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{'*' if synchronous else ''}'")
        self.sql("SELECT pg_reload_conf()")

    def promote(self):
        """The standby stands alone from here on."""
        self.order("promote")
        self.follow(synchronous=False)

    def answers(self, seconds=5):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with contextlib.suppress(subprocess.CalledProcessError):
                return self.sql("SELECT 1") == "1"
            time.sleep(0.2)
        return False

    def stop(self, how="immediate"):
        subprocess.run([HERE / "postgres.sh", "stop", self.folder, how], check=False, stderr=subprocess.DEVNULL)


class Wire:
    """Between a node and the database, or players and a node: whole, held (nothing gets through, nothing is closed), cut, or
    without answers."""

    def __init__(self, *to):
        self.to = list(to)  # ports; the first that takes a connection
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.held = self.one_way = False
        self.swallow = 0  # so many answers get lost, and their connections with them
        self.before_answer = lambda part: None  # called with each before it goes on
        self.pairs = []
        self.lock = threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            far = None
            for port in self.to:
                with contextlib.suppress(OSError):
                    far = socket.create_connection(("127.0.0.1", port))
                    break
            if far is None:
                near.close()
                continue
            pair = (near, far)
            with self.lock:
                self.pairs.append(pair)
            threading.Thread(target=self.carry, args=(near, far, False, pair), daemon=True).start()
            threading.Thread(target=self.carry, args=(far, near, True, pair), daemon=True).start()

    def carry(self, source, target, is_answer, pair):
        try:
            while True:
                part = source.recv(65536)
                # The end of a line gets through as little as words do.
                while self.held or (self.one_way and is_answer):
                    time.sleep(0.05)
                if not part:
                    break
                if is_answer and self.swallow > 0 and b"INSERT" in part:
                    self.swallow -= 1
                    break
                if is_answer:
                    self.before_answer(part)
                target.sendall(part)
        except (OSError, ValueError):
            pass
        self.close(pair)

    def close(self, pair):
        with self.lock:
            if pair in self.pairs:
                self.pairs.remove(pair)
        for end in pair:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def cut(self):
        for pair in list(self.pairs):
            self.close(pair)


def free_of_limits(file, settings=""):
    """A file of settings: all players of a campaign have one address, and make more tables than people would."""
    limits = ["rooms_per_address", "bots_per_address", "room_burst", "game_burst", "hint_burst", "enter_burst", "host_burst"]
    # Tables that were left go soon, but not while their players look for them; and no bot takes a seat, so that every move in
    # a record is its player's own.
    pace = "\n[pace]\nempty_ms = 90000\ngrace_ms = 3600000\n"
    file.write_text("per_address = 10000\n" + settings + pace + "[limits]\n" + "".join(f"{limit} = 10000\n" for limit in limits))
    return file


class Node:
    def __init__(self, program, folder, number, database, env=None, options=(), ports=(), settings=""):
        """`settings`: lines of its file, beside those that take limits away."""
        self.program, self.folder, self.number = program, pathlib.Path(folder), number
        self.wire = Wire(*(ports or (database.port,)))
        self.store = f"postgres://ninelives@127.0.0.1:{self.wire.port}/postgres"
        self.port = free_port()
        self.url = f"ws://127.0.0.1:{self.port}/ws"
        free = self.folder / f"node{number}.toml"
        self.env, self.options = env or {}, list(options) or ["--config", free_of_limits(free, settings)]
        self.process = None

    def start(self):
        data = self.folder / f"node{self.number}"
        key = self.folder / "the.key"
        if not key.exists():
            key.write_bytes(os.urandom(32))
            key.chmod(0o600)
        log = open(self.folder / f"node{self.number}.log", "ab")
        command = [self.program, "serve", "--bind", "127.0.0.1", "--port", str(self.port), "--data", data, "--key", key,
                   "--store", self.store, "--node-url", self.url, "--open-metrics", *self.options]
        self.process = subprocess.Popen([str(part) for part in command], stdout=log, stderr=log, env={**os.environ, **self.env})
        log.close()
        return self

    def signal(self, what):
        self.process.send_signal(what)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def put_wire_in_front(self):
        """Players reach the node through it, and know no other way."""
        self.front = Wire(self.port)
        self.url = f"ws://127.0.0.1:{self.front.port}/ws"
        return self

    def running(self):
        return self.process is not None and self.process.poll() is None

    def ready(self):
        try:
            return http(self.port, "/readyz")[0] == 200
        except OSError:
            return False

    def wait_ready(self, seconds=60):
        end = time.monotonic() + seconds
        while not self.ready():
            assert time.monotonic() < end, f"node {self.number} is never ready"
            assert self.running(), f"node {self.number} ended: {self.process.returncode}"
            time.sleep(0.05)
        return self

    def figures(self):
        text = http(self.port, "/metrics")[2].decode()
        return {name: float(value) for name, value in re.findall(r"^(ninelives_\w+) (\S+)$", text, re.MULTILINE)}

    def log(self):
        """Output so far, in all its lives."""
        file = self.folder / f"node{self.number}.log"
        return file.read_text() if file.exists() else ""


def start_all(nodes):
    """At once; when they are ready."""
    for node in nodes:
        node.start()
    return [node.wait_ready() for node in nodes]


class Cluster:
    """A folder, a database in it and nodes on that; all of it ends with the test, and where that fails the nodes' logs are shown."""

    def __init__(self, *settings):
        """`settings` of the database; without any it need not outlive the machine."""
        self.settings = settings or ("fsync=off",)
        self.nodes, self.databases = [], []

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        self.folder.chmod(0o755)  # PostgreSQL runs as another user
        try:
            self.database = self.add_database()
        except BaseException:
            self.temporary.cleanup()
            raise
        return self

    def __exit__(self, kind, *_):
        if kind not in (None, SystemExit):
            for node in self.nodes:
                print(f"--- node {node.number}\n{node.log()[-3000:]}", file=sys.stderr)
        self.end_nodes()
        for database in self.databases:
            self.end_database(database)
        self.temporary.cleanup()

    def add_database(self, of=None):
        database = Database(self.folder / f"pg{len(self.databases)}", *self.settings, of=of)
        self.databases.append(database)
        return database

    def end_database(self, database):
        database.stop()

    def add(self, program, **options):
        """A node that has not started yet."""
        self.nodes.append(Node(program, self.folder, len(self.nodes), options.pop("database", self.database), **options))
        return self.nodes[-1]

    def start(self, program, count, **options):
        """So many more nodes, when they are ready."""
        return start_all([self.add(program, **options) for _ in range(count)])

    def end_nodes(self):
        for node in self.nodes:
            if node.running():
                node.signal(signal.SIGCONT)
                node.kill()


def wait(what, seconds=90):
    """The limit is there to end a hung test, not to measure."""
    wait_until(what, "what was waited for", seconds)
