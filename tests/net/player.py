"""Test player: keeps a view from events, answers at random, checks every message."""

import hashlib
import random
import time

from wire import WebSocket, merge_patch, readable


# Refusals of answers given by chance. The last two: an answer that was on its way, or said again after it
# came too fast, when the clock or another's move had ended the game or its player's part in it.
PLAYED = {"no_nope", "late_nope", "stale", "too_fast", "game_over", "out_of_game"}


class Player:
    may_be_refused = PLAYED

    def __init__(self, name, seed=0, fair=False):
        self.name, self.fair = name, fair
        self.dice = random.Random(f"{name} {seed}")
        self.socket = None
        self.room = self.token = self.seat = None
        self.game = self.last = 0
        self.events = []  # all that this player was told of the game, in order
        self.view = None
        self.question = None
        self.window = None
        self.lobby = None
        self.over = None
        self.record = []
        self.commitments = {}  # of the server, by game
        self.refused = []
        self.last_answer = None
        self.chats = []
        self.share = hashlib.sha256(self.name.encode()).digest()

    # ---- connecting ----------------------------------------------------------------------------

    def connect(self, port, **options):
        self.socket = WebSocket(port, **options)
        self.socket.send({"t": "hello", "version": 1, "fair": self.fair})
        self.until("welcome")
        return self

    def create(self, port, **settings):
        self.connect(port).say("create", name=self.name, **settings)
        self.until("room")
        return self

    def find_table(self, port, seats, source):
        """Waits in the queue, from an address of its own."""
        self.connect(port, source=source).say("find", name=self.name, seats=seats, wait_s=600)
        return self

    def join(self, port, room):
        self.connect(port).say("join", room=room, name=self.name)
        self.until("room")
        return self

    def resume(self, port):
        """Takes the seat back. Its earlier view must still be true."""
        self.question = self.window = None
        self.connect(port).say("resume", room=self.room, token=self.token, game=self.game, last=0)
        self.until("room")
        return self

    def close(self):
        if self.socket:
            self.socket.close()
            self.socket = None

    # ---- talking -------------------------------------------------------------------------------

    def say(self, kind, **fields):
        self.socket.send({"t": kind, **fields})

    def answer(self, action=None):
        """Answers the open question; by chance where no action is given."""
        question, self.question = self.question, None
        if action is None:
            action = self.dice.choice(question["legal"])
        self.last_answer = {"game": question["game"], "decision": question["decision"], "action": action}
        self.say("answer", **self.last_answer)
        return action

    def step(self):
        """Takes in one message."""
        message = self.socket.receive()
        handler = getattr(self, "on_" + message["t"], None)
        if handler:
            handler(message)
        return message

    def until(self, kind):
        while True:
            message = self.step()
            if message["t"] == kind:
                return message
            assert message["t"] != "refused" or message["reason"] in self.may_be_refused, f"{self.name}: {message}"

    def drain(self):
        """Takes in what the server has sent up to now: it answers a ping after all of it."""
        self.say("ping", id=77)
        self.until("pong")

    # ---- hearing -------------------------------------------------------------------------------

    def on_joined(self, m):
        self.room, self.seat = m["room"], m.get("seat")
        self.token = m.get("token", self.token)

    def on_room(self, m):
        self.lobby = m
        self.seat = m.get("seat")

    def on_fair(self, m):
        before = self.commitments.setdefault(m["game"], m["commitment"])
        assert before == m["commitment"], f"{self.name}: the server has drawn its seed again"
        if not self.fair or self.seat is None:
            return
        if m["stage"] == "commit":
            self.say("commit", commitment=self.commitment(m))
        else:
            self.say("reveal", share=self.share.hex())

    def commitment(self, m):
        sha = lambda *parts: hashlib.sha256(b"".join(parts)).digest()
        digest = sha(b"ninelives fair 1 game\n", bytes.fromhex(m["id"]), m["terms"].encode())
        return sha(b"ninelives fair 1 share\n", digest, bytes.fromhex(m["commitment"]), bytes([self.seat]),
                   self.share).hex()

    def on_view(self, m):
        told = m["events"]
        if m["game"] == self.game:
            assert m["n"] >= self.last, f"{self.name}: told {self.last} events, now there are {m['n']}"
            known = self.events[m["from"] - 1:]
            assert told[:len(known)] == known, f"{self.name}: what was told has changed"
            assert m["n"] > self.last or m["view"] == self.view, f"{self.name}: another view of the same"
        self.events = ([] if m["game"] != self.game else self.events[:m["from"] - 1]) + told
        self.game, self.last, self.view = m["game"], m["n"], m["view"]

    def on_events(self, m):
        assert m["game"] == self.game and m["from"] == self.last + 1, f"{self.name}: a gap in the events"
        self.events += m["events"]
        self.last += len(m["events"])
        self.view = merge_patch(self.view, m.get("view", {}))

    def on_question(self, m):
        self.question = m

    def on_window(self, m):
        self.window = m

    def on_refused(self, m):
        self.refused.append(m)
        if m["reason"] == "too_fast" and self.last_answer:
            # Only a program is as quick as that: a moment later it is heard.
            time.sleep(1)
            self.say("answer", **self.last_answer)

    def on_chat(self, m):
        self.chats.append(m)

    def on_over(self, m):
        self.over = m

    def on_record(self, m):
        assert m["from"] == len(self.record)
        self.record += m["lines"]

    def fetch_record(self):
        self.record = []
        total = 1
        while len(self.record) < total:
            self.say("record", **{"from": len(self.record)})
            total = self.until("record")["total"]
        return self.record


def play_on(players, until=lambda: False):
    """Plays to the end of the game, or until something holds. Raises Closed where the server goes."""
    while not all(p.over for p in players) and not until():
        ready = [p for p in players if p.socket.buffer]
        if not ready:
            sockets = {p.socket.socket: p for p in players}
            ready = [sockets[s] for s in readable(sockets, 30)]
            assert ready, "nothing happens"
        for player in ready:
            player.step()
        for player in players:
            if player.question:
                player.answer()
