"""History of a fault campaign: requests and responses of players, with the times of call and return, for linear/ (Porcupine)."""

import json
import pathlib
import subprocess
import threading
import time

from table import Guest, Table, moves_told, steps_of

CHECKER = pathlib.Path(__file__).resolve().parent / "linear"


class History:
    """One operation a line. An operation that nobody answered has no return."""

    def __init__(self, file):
        self.path = pathlib.Path(file)
        self.file = self.path.open("w")
        self.lock = threading.Lock()

    def add(self, **operation):
        with self.lock:
            self.file.write(json.dumps(operation) + "\n")

    def is_linearizable(self):
        """What Porcupine says of every room; false where a room's operations have no order."""
        with self.lock:
            self.file.flush()
        done = subprocess.run(["go", "run", ".", self.path.resolve()], cwd=CHECKER, capture_output=True, text=True)
        print(done.stdout, end="", flush=True)
        assert done.returncode == 0 or "not linearizable" in done.stdout, done.stderr
        return done.returncode == 0


def public_moves(events):
    return [f"{seat} {move}" for seat, move in moves_told(events)]


class Witness(Guest):
    """A player who notes operations."""

    history = None

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.entered = 0  # when this line asked for the room
        self.reads = False  # … and has not been shown it yet
        self.unanswered = []  # answers that nothing was heard of
        self.told = -1

    def note(self, kind, call, end, **fields):
        self.history.add(room=f"{self.room}/{self.game}", kind=kind, seat=self.seat, call=call, **{"return": end}, **fields)

    def connect(self, place):
        """Requests of the line before, without an answer, may have counted, may yet count, or never will."""
        self.leave_unknown()
        self.entered, self.reads, self.told = time.monotonic_ns(), False, -1
        return super().connect(place)

    def resume(self, port):
        self.asks_for_room = True
        return super().resume(port)

    def on_welcome(self, m):
        super().on_welcome(m)
        self.reads = getattr(self, "asks_for_room", False)
        self.asks_for_room = False

    # ---- what it is told -------------------------------------------------------------------------

    def on_view(self, m):
        """Noted before it is looked at: where it is wrong, the history has it."""
        now = time.monotonic_ns()
        same = m["game"] == self.game
        if self.reads and same:
            events = self.events[: m["from"] - 1] + m["events"]
            self.note("read", self.entered, now, moves=public_moves(events))
        self.reads = False
        super().on_view(m)
        self.note_told(now)

    def on_events(self, m):
        now = time.monotonic_ns()
        super().on_events(m)
        self.note_told(now)

    def note_told(self, now):
        moves = public_moves(self.events)
        if len(moves) > self.told:
            self.note("told", now - 1, now, moves=moves)
        self.told = len(moves)

    def on_question(self, m):
        now = time.monotonic_ns()
        super().on_question(m)
        self.note("question", now - 1, now, decision=m["decision"])
        self.close_answers(lambda one: one["decision"] < m["decision"], "closed", now)

    def on_over(self, m):
        super().on_over(m)
        self.close_answers(lambda one: True, "closed", time.monotonic_ns())

    # ---- what it says ----------------------------------------------------------------------------

    def say(self, kind, **fields):
        if kind == "answer":
            decision = fields["decision"]
            self.unanswered.append({"call": time.monotonic_ns(), "decision": decision, "action": fields["action"],
                              "window": self.book[decision].in_window})
        super().say(kind, **fields)

    def on_refused(self, m):
        """Of several that said the same the last one is meant: those before it went over lines that are gone."""
        same = [one for one in self.unanswered if m.get("re") == "answer" and one["decision"] == m.get("id")]
        if same:
            outcome = "unread" if m["reason"] == "too_fast" else "refused"
            self.close_answers(lambda one: one is same[-1], outcome, time.monotonic_ns())
        super().on_refused(m)

    def close_answers(self, which, outcome, now):
        for one in [one for one in self.unanswered if which(one)]:
            self.unanswered.remove(one)
            self.note("answer", end=now, outcome=outcome, **one)

    def leave_unknown(self):
        self.close_answers(lambda one: True, "", None)


class WitnessedTable(Table):
    GUEST = Witness

    def verified(self):
        call = time.monotonic_ns()
        record = super().verified()
        for player in self.players:
            player.leave_unknown()
        steps = {player.seat: [step for seat, step in steps_of(record) if seat == player.seat] for player in self.players}
        self.players[0].note("record", call, time.monotonic_ns(), steps=steps)
        return record
