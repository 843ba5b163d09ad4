"""Test players that follow their table between nodes and check that every move counts once."""

import contextlib
import itertools
import json
import pathlib
import re
import subprocess
import threading
import time

import nodes  # noqa: F401  (where to find the next two)
from player import PLAYED, Player, play_on  # noqa: F401
from wire import Closed, readable


def place_of(url):
    """Place of a WebSocket: a port, or a port and a path."""
    port, path = re.fullmatch(r"ws://[^:]+:(\d+)(/.*)", url).groups()
    return int(port) if path == "/ws" else (int(port), path)


class Elsewhere(Exception):
    def __init__(self, url):
        super().__init__(url)
        self.place = place_of(url)


class Answer:
    """A player's answer to one question, however often it is sent: always the same."""

    def __init__(self, question, action):
        self.in_window, self.action, self.said = question["phase"] == "window", action, 0


class Guest(Player):
    """A player who follows `elsewhere`, tries one node after the other, and keeps a book of all answers."""

    # The last: an answer that has counted already, or the end of its window has, and no other question was put since.
    may_be_refused = PLAYED | {"not_your_turn"}
    # Seconds in which a table has to be found.
    patience = 60

    def __init__(self, name, seed, ports):
        super().__init__(name, seed, fair=True)
        self.ports = list(ports)
        self.node = self.dice.choice(self.ports)
        self.moves = 0
        self.book = {}  # answers by the number of their question

    def connect(self, place, **options):
        port, path = place if isinstance(place, tuple) else (place, "/ws")
        return super().connect(port, path=path, **options)

    # ---- where the table is ----------------------------------------------------------------------

    def on_elsewhere(self, m):
        self.moves += 1
        raise Elsewhere(m["url"])

    def on_welcome(self, m):
        self.on_nodes({"nodes": m.get("nodes", [])})

    def on_nodes(self, m):
        for url in m["nodes"]:
            place = place_of(url)
            if place not in self.ports:
                self.ports.append(place)

    def find(self, enter):
        """Does `enter(port)` at the node where the table is."""
        end, port = time.monotonic() + self.patience, self.node
        order, tried = self.ports[:], []
        while True:
            began = time.monotonic()
            try:
                enter(port)
                self.node = port
                return self
            except Elsewhere as there:
                self.close()
                tried.append(f"{port}: it is at {there.place}, {time.monotonic() - began:.1f} s")
                port = there.place
            except (Closed, OSError) as why:
                self.close()
                tried.append(f"{port}: {why or 'closed'}, {time.monotonic() - began:.1f} s")
                order = order[1:] + order[:1]
                port = order[0]
                time.sleep(0.05)
            assert time.monotonic() < end, f"{self.name}: the table {self.room} is nowhere; tried {len(tried)} times, at last {tried[-20:]}"

    # ---- answers ---------------------------------------------------------------------------------

    def on_view(self, m):
        if m["game"] != self.game:
            self.book = {}
        super().on_view(m)

    def answer(self, action=None):
        """A question that was answered before and is asked again is answered as before."""
        question = self.question
        told = self.book.setdefault(question["decision"], Answer(question, action or self.dice.choice(question["legal"])))
        told.said += 1
        return super().answer(told.action)

    def say_again(self):
        """Repeat the last request: nobody can know whether it was heard, and it must count once. False without one."""
        if not self.last_answer or self.over:
            return False
        self.book[self.last_answer["decision"]].said += 1
        self.say("answer", **self.last_answer)
        return True

    def say(self, kind, **fields):
        super().say(kind, **({"id": fields["decision"], **fields} if kind == "answer" else fields))

    def on_refused(self, m):
        """In a window others may be quicker, or the time be over. Any other question waits for its answer: only what was said
        again may be refused, since it has counted, and the record must then have it."""
        super().on_refused(m)
        if m.get("re") != "answer":
            return
        told = self.book[m["id"]]
        assert told.in_window or told.said > 1, f"{self.name}: {told.action!r} was said once and refused: {m}"


# Words for moves in a record, and their events.
MOVES = {"draw": {"drew", "drew_kitten", "drew_nothing"}, "play": {"played"}, "pair": {"played_pair"}, "triple": {"played_triple"},
         "nope": {"noped"}}


def steps_of(record):
    """Seats and their moves, in order."""
    lines = [json.loads(line) for line in record]
    return [(line["seat"], line["do"]) for line in lines if "do" in line]


def moves_of(record):
    """Public ones of them, with their kinds."""
    return [(seat, step.split()[0]) for seat, step in steps_of(record) if step.split()[0] in MOVES]


def moves_told(events):
    kinds = {kind: move for move, kinds in MOVES.items() for kind in kinds}
    return [(event["seat"], kinds[event["kind"]]) for event in events if event.get("kind") in kinds]


def check_book(book, steps):
    """Every answer of a player is one step of theirs in the record, in the order of the questions, and every step is such an
    answer. Only a question in a window may have none: another's Nope ended it; or a pass that nobody said: its time ran out,
    perhaps while the player was away and never saw it."""
    questions = [book.get(number) for number in range(1, max(book, default=0) + 1)]
    for step in steps:
        while questions:
            asked = questions.pop(0)
            if asked and not asked.in_window:
                assert step == asked.action, f"after {asked.action!r} was said the record goes on with {step!r}"
                break
            if step == "pass" or (step == "nope" and asked and asked.action == "nope"):
                break
        else:
            assert step == "pass", f"the record has {step!r}, which was not said, or is counted twice"
    lost = [asked.action for asked in questions if asked and not asked.in_window]
    assert not lost, f"said, and not in the record: {lost}"


def leave_room(players):
    """Back to the lobby, and away: nobody is left, and the room is closed."""
    host = next(player for player in players if player.seat == player.lobby["host"])
    host.say("rematch")
    host.drain()
    for player in players:
        player.say("leave")
        player.drain()
        player.close()


def verified(program, players, file):
    """Their record, which all of them have and which verifies."""
    record = players[0].fetch_record()
    for player in players[1:]:
        assert record == player.fetch_record(), "two records of one game"
    file.write_text("\n".join(record) + "\n")
    done = subprocess.run([program, "verify", file], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, f"the record does not verify: {done.stdout}"
    file.unlink()
    return record


class Table:
    """Two who play game after game, wherever their table is. A thread of its own; `fault` is what must not happen."""

    GUEST = Guest
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
        self.answers = 0  # that were found in records, once each
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
        ann, bob = (self.GUEST(name, self.seed * 1000 + self.games, self.ports) for name in ("Ann", "Bob"))
        ann.find(lambda port: ann.create(port, **self.settings()) if ann.token is None else ann.resume(port))
        bob.node = ann.node

        tries = itertools.count()

        def enter(port):
            if bob.token:
                return bob.resume(port)
            if next(tries) > 0:
                self.kick_the_ghost(ann, bob)
            return bob.join(port, ann.room)

        bob.find(enter)
        self.players = [ann, bob]

    def kick_the_ghost(self, ann, bob):
        """Somebody joined, and the answer never came. A kicked player stays out under that name."""
        ann.close()
        ann.find(ann.resume)
        names = lambda: [player["name"] for player in ann.lobby["players"]]
        if bob.name in names():
            ann.say("kick", seat=names().index(bob.name))
            while bob.name in names():
                ann.step()
            bob.name += "by"

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
        with contextlib.suppress(Closed, OSError, Elsewhere):
            leave_room(self.players)
        for player in self.players:
            player.close()

    def come_back(self):
        for player in self.players:
            player.close()
            player.find(player.resume)
            self.repeated += player.say_again()

    def play_on(self):
        ann, bob = self.players
        ann.drain()
        if ann.lobby["phase"] == "lobby":
            ann.say("start")
        while not (ann.over and bob.over):
            ready = [p for p in self.players if p.socket.buffer]
            if not ready:
                sockets = {p.socket.socket: p for p in self.players}
                ready = [sockets[s] for s in readable(sockets, 6)]
            if not ready:  # as a client whose pings nobody answers
                raise Closed()
            for player in ready:
                player.step()
            for player in self.players:
                if player.question:
                    time.sleep(self.pace * player.dice.uniform(0.1, 1.9))
                    player.answer()

    def verified(self):
        return verified(self.program, self.players, self.folder / f"record-{self.seed}-{self.games}.jsonl")

    def check(self):
        """Both have the same record, it verifies, and it holds what they were told and what they said: every move once, in its
        order."""
        while True:
            try:
                record = self.verified()
                break
            except (Closed, OSError, Elsewhere):
                self.come_back()
        for player in self.players:
            told = moves_told(player.events)
            assert told and told == moves_of(record), f"{player.name} was told {told}, the record has {moves_of(record)}"
            try:
                check_book(player.book, [step for seat, step in steps_of(record) if seat == player.seat])
            except AssertionError as fault:
                raise AssertionError(f"{player.name}: {fault}") from fault
            self.answers += sum(not told.in_window for told in player.book.values())
