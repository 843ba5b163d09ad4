"""A database, nodes on it, a wire between each node and the database that can be cut, and players who find their table."""

import contextlib
import itertools
import json
import os
import pathlib
import random
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "net"))

from player import PLAYED, Player  # noqa: E402
from wire import Closed, http  # noqa: E402


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


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
                while self.held or (self.one_way and is_answer):
                    time.sleep(0.02)
                ready, _, _ = select.select([source], [], [], 0.1)
                if not ready or self.held or (self.one_way and is_answer):
                    continue
                part = source.recv(65536)
                if not part:
                    break
                if is_answer and self.swallow > 0 and b"INSERT" in part:
                    self.swallow -= 1
                    break
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


class Node:
    def __init__(self, program, folder, number, database, env=None, options=(), ports=(), settings=""):
        """`settings`: lines of its file, beside those that take limits away."""
        self.program, self.folder, self.number = program, pathlib.Path(folder), number
        self.wire = Wire(*(ports or (database.port,)))
        self.store = f"postgres://ninelives@127.0.0.1:{self.wire.port}/postgres"
        self.port = free_port()
        self.url = f"ws://127.0.0.1:{self.port}/ws"
        self.env, self.options = env or {}, list(options) or ["--config", self.free_of_limits(settings)]
        self.process = None

    def free_of_limits(self, settings):
        """All players of a campaign have one address, and make more tables than people would."""
        config = self.folder / f"node{self.number}.toml"
        limits = ["rooms_per_address", "bots_per_address", "room_burst", "game_burst", "hint_burst", "enter_burst", "host_burst"]
        # Tables that were left go soon, but not while their players look for them.
        config.write_text(settings + "\n[pace]\nempty_ms = 90000\n[limits]\n" + "".join(f"{limit} = 10000\n" for limit in limits))
        return config

    def start(self):
        data = self.folder / f"node{self.number}"
        key = self.folder / "the.key"
        if not key.exists():
            key.write_bytes(os.urandom(32))
            key.chmod(0o600)
        log = open(self.folder / f"node{self.number}.log", "ab")
        command = [self.program, "serve", "--bind", "127.0.0.1", "--port", str(self.port), "--data", data, "--key", key,
                   "--store", self.store, "--node-url", self.url, *self.options]
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


def place_of(url):
    """Where a WebSocket is: a port, or a port and a path."""
    port, path = re.fullmatch(r"ws://[^:]+:(\d+)(/.*)", url).groups()
    return int(port) if path == "/ws" else (int(port), path)


class Elsewhere(Exception):
    def __init__(self, url):
        super().__init__(url)
        self.place = place_of(url)


class Guest(Player):
    """A player who follows `elsewhere`, and tries one node after the other."""

    # What is said again after a lost line may have counted before it.
    may_be_refused = PLAYED | {"not_your_turn", "game_over", "out_of_game"}

    def __init__(self, name, seed, ports):
        super().__init__(name, seed, fair=True)
        self.ports = list(ports)
        self.node = self.dice.choice(self.ports)
        self.moves = 0

    def connect(self, place):
        port, path = place if isinstance(place, tuple) else (place, "/ws")
        return super().connect(port, path=path)

    def on_elsewhere(self, m):
        self.moves += 1
        raise Elsewhere(m["url"])

    def on_welcome(self, m):
        for url in m.get("nodes", []):
            place = place_of(url)
            if place not in self.ports:
                self.ports.append(place)

    def find(self, enter, seconds=60):
        """Does `enter(port)` at the node where the table is."""
        end, port = time.monotonic() + seconds, self.node
        order = self.ports[:]
        while True:
            try:
                enter(port)
                self.node = port
                return self
            except Elsewhere as there:
                self.close()
                port = there.place
            except (Closed, OSError):
                self.close()
                order = order[1:] + order[:1]
                port = order[0]
                time.sleep(0.05)
            assert time.monotonic() < end, f"{self.name}: the table {self.room} is nowhere"


# How moves stand in a record, and as which events they are told. Not all do: a Nope may come too late to count.
MOVES = {"draw": {"drew", "drew_kitten", "drew_nothing"}, "play": {"played"}, "pair": {"played_pair"}, "triple": {"played_triple"}}


def moves_of(record):
    """Who did what of these, in order."""
    moves = [json.loads(line) for line in record]
    return [(move["seat"], move["do"].split()[0]) for move in moves if "do" in move and move["do"].split()[0] in MOVES]


def moves_told(events):
    kinds = {kind: move for move, kinds in MOVES.items() for kind in kinds}
    return [(event["seat"], kinds[event["kind"]]) for event in events if event.get("kind") in kinds]


class Table:
    """Two who play game after game, wherever their table is. A thread of its own; `fault` is what must not happen."""

    SMALL = {
        "seats": 2, "window_ms": 500, "turn_s": 0,
        "rules": {"hand": 3, "copies.attack": 1, "copies.skip": 1, "copies.favor": 1, "copies.shuffle": 1,
                  "copies.see": 1, "copies.nope": 2, "copies.tacocat": 2, "copies.cattermelon": 0, "copies.potato": 0,
                  "copies.beard": 0, "copies.rainbow": 0},
    }

    def __init__(self, program, folder, seed, ports, pace=0.0):
        self.program, self.folder, self.seed, self.pace = program, pathlib.Path(folder), seed, pace
        self.ports = ports
        self.bots = int(seed % 3 == 0)
        self.games = 0
        self.fault = None
        self.ending = False
        self.repeated = 0  # answers that were said twice
        self.moved = []  # (when the line broke, when the table was heard of again)
        self.players = []
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        try:
            while not self.ending:
                self.play()
                self.games += 1
        except BaseException as fault:  # noqa: BLE001
            self.fault = self.fault or f"table {self.seed}: {type(fault).__name__}: {fault}"

    def settings(self):
        return {**self.SMALL, "seats": 2 + self.bots, "bots": self.bots}

    def sit_down(self):
        ann, bob = (Guest(name, self.seed * 1000 + self.games, self.ports) for name in ("Ann", "Bob"))
        ann.find(lambda port: ann.create(port, **self.settings()) if ann.token is None else ann.resume(port))
        bob.node = ann.node

        tries = itertools.count()

        def enter(port):
            if bob.token:
                return bob.resume(port)
            if next(tries) > 0:
                self.kick_the_ghost(ann)
            return bob.join(port, ann.room)

        bob.find(enter)
        self.players = [ann, bob]

    def kick_the_ghost(self, ann):
        """Somebody joined, and the answer never came."""
        ann.close()
        ann.find(ann.resume)
        seats = [player["name"] for player in ann.lobby["players"]]
        if "Bob" in seats:
            ann.say("kick", seat=seats.index("Bob"))
            while "Bob" in [player["name"] for player in ann.lobby["players"]]:
                ann.step()

    def play(self):
        self.sit_down()
        broke = None
        while True:
            try:
                if broke:
                    self.come_back()
                    self.moved.append((broke, time.monotonic()))
                    broke = None
                self.play_on()
                break
            except (Closed, OSError, Elsewhere):
                broke = broke or time.monotonic()
        self.check()
        self.leave()

    def leave(self):
        """Back to the lobby, and away: nobody is left, and the room is closed."""
        with contextlib.suppress(Closed, OSError, Elsewhere):
            host = next(player for player in self.players if player.seat == player.lobby["host"])
            host.say("rematch")
            host.drain()
            for player in self.players:
                player.say("leave")
                player.drain()
        for player in self.players:
            player.close()

    def come_back(self):
        """What was said last is said again: nobody can know whether it was heard, and it must count once."""
        for player in self.players:
            player.close()
            player.find(player.resume)
            if player.last_answer and not player.over:
                player.say("answer", **player.last_answer)
                self.repeated += 1

    def play_on(self):
        ann, bob = self.players
        ann.drain()
        if ann.lobby["phase"] == "lobby":
            ann.say("start")
        while not (ann.over and bob.over):
            ready = [p for p in self.players if p.socket.buffer]
            if not ready:
                sockets = {p.socket.socket: p for p in self.players}
                ready = [sockets[s] for s in select.select(list(sockets), [], [], 6)[0]]
            if not ready:  # as a client whose pings nobody answers
                raise Closed()
            for player in ready:
                player.step()
            for player in self.players:
                if player.question:
                    if self.pace:
                        time.sleep(self.pace)
                    player.answer()

    def check(self):
        """Both have the same record, it verifies, and it holds what they were told: every move once, in its order."""
        while True:
            try:
                record = self.players[0].fetch_record()
                assert record == self.players[1].fetch_record(), "two records of one game"
                break
            except (Closed, OSError, Elsewhere):
                self.come_back()
        for player in self.players:
            told = moves_told(player.events)
            assert told and told == moves_of(record), f"{player.name} was told {told}, the record has {moves_of(record)}"
        file = self.folder / f"record-{self.seed}-{self.games}.jsonl"
        file.write_text("\n".join(record) + "\n")
        done = subprocess.run([self.program, "verify", file], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert done.returncode == 0, f"the record does not verify: {done.stdout}"
        file.unlink()


def seeded(seed):
    return random.Random(seed)
