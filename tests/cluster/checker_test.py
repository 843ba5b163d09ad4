"""Tests of the table checker: it finds moves that are doubled, lost or replaced. CLU-2.

    python3 checker_test.py PROGRAM

One server, whose players lose their lines after every other answer and say it again. Planted is what a server would do that
takes such an answer for another question's, or asks a question again that was answered: players say it, and keep it out of
their books. Porcupine must refuse the same histories (CLU-6).
"""

import os
import pathlib
import socket
import sys
import tempfile

from history import History, Witness, WitnessedTable
from nodes import free_of_limits
from table import Answer, Closed, check_book
from wire import Server

PROGRAM = os.path.abspath(sys.argv[1])


class Restless(Witness):
    """Says every other answer into a line that breaks, before it is heard or after."""

    def answer(self, action=None):
        turn = len(self.book) % 4
        if turn == 1:
            self.break_line()
        said = super().answer(action)
        if turn == 3:
            self.break_line()
        return said

    def break_line(self):
        self.socket.socket.shutdown(socket.SHUT_RDWR)


class Doubled(Restless):
    """A card drawn once is drawn once more at the next turn, as if the repeated answer had been for that question."""

    def answer(self, action=None):
        drew = any(told.action == "draw" for told in self.book.values())
        if not drew or "draw" not in self.question["legal"]:
            return super().answer(action)
        question, self.question = self.question, None
        return self.say_off_the_book(question, "draw")

    def say_off_the_book(self, question, action):
        self.socket.send({"t": "answer", "game": question["game"], "decision": question["decision"], "action": action})
        return action

    def on_refused(self, m):
        if "id" in m:  # else it is not in the book
            super().on_refused(m)


class Lost(Doubled):
    """A turn's answer is lost after it was taken; the question stands again, and is answered otherwise."""

    def answer(self, action=None):
        question = self.question
        if question["phase"] != "turn" or len(question["legal"]) < 2:
            return Restless.answer(self, action)
        first, other = question["legal"][:2]
        self.book[question["decision"]] = Answer(question, first)
        self.question = None
        return self.say_off_the_book(question, other)


class Unheard(Restless):
    """Joins, and the first answer never comes: a ghost has the seat, and the name."""

    heard = False

    def join(self, port, room):
        super().join(port, room)
        if not self.heard:
            self.heard, self.token = True, None
            raise Closed()
        return self


def fault_at_a_table(guest, server, folder, games):
    Witness.history = History(folder / "history.jsonl")
    table = WitnessedTable(PROGRAM, folder, 1, [server.port])
    table.GUEST = guest
    try:
        while table.games < games:
            table.play()
            table.games += 1
    except AssertionError as fault:
        return str(fault)
    assert table.repeated > 0 and table.answers > 0
    return None


def said(*actions):
    """A book of these answers; those in a window are `nope` and `pass`."""
    phase = {"nope": "window", "pass": "window"}
    return {number: Answer({"phase": phase.get(action, "turn")}, action) for number, action in enumerate(actions, 1) if action}


def passes(book, *steps):
    try:
        check_book(book, steps)
        return True
    except AssertionError:
        return False


def books():
    book = said("play see", "nope", "draw", "pass", None, "draw")
    assert passes(book, "play see", "nope", "draw", "pass", "pass", "draw")
    assert passes(book, "play see", "draw", "draw"), "windows that others ended"
    assert passes(book, "play see", "pass", "draw", "draw"), "a Nope that came too late"
    assert passes(book, "play see", "draw", "pass", "pass", "draw", "pass"), "a window after the last that was seen"
    assert not passes(book, "play see", "draw", "draw", "draw"), "drawn twice"
    assert not passes(book, "play see", "play see", "draw", "draw"), "played twice"
    assert not passes(book, "play see", "draw"), "the last is lost"
    assert not passes(book, "draw", "draw"), "the first is lost"
    assert not passes(book, "play see", "draw", "play skip"), "another one in its place"
    assert not passes(book, "play see", "nope", "nope", "draw", "draw"), "a Nope counted twice"
    assert not passes(book, "play see", "draw", "nope", "draw"), "a Nope in another window"
    assert not passes(book, "nope", "play see", "draw", "draw"), "a Nope before it was said"


books()
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    with Server(PROGRAM, folder / "data", "--config", free_of_limits(folder / "server.toml")) as started:
        for sound in (Restless, Unheard):
            assert fault_at_a_table(sound, started, folder, 3) is None
            assert Witness.history.is_linearizable(), sound
        for planted in (Doubled, Lost):
            found = fault_at_a_table(planted, started, folder, 20)
            assert found and "record" in found, f"{planted.__name__}: {found}"
            assert not Witness.history.is_linearizable(), planted
            print(f"{planted.__name__.lower()}: {found}", flush=True)
