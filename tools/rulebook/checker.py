"""Record checker: the lines of a game, what follows from them, where they differ.

Open points by number: see tests/checker/check_records.py.
"""

import json

from .compare import compare_state
from .game import Game
from .rules import Malformed, Mismatch, bag_difference, check_deal, is_cards, is_int, read_header

KNOWN = frozenset(("do", "chance", "state", "end", "deal", "record"))


class Feed:
    """The lines of one game, and the outcomes of chance that they tell."""

    def __init__(self, lines):
        self.lines = lines  # (line number, object)
        self.at = 0
        self.where = lines[0][0] if lines else 0

    def peek(self):
        return self.lines[self.at][1] if self.at < len(self.lines) else None

    def take(self):
        if self.at >= len(self.lines):
            return None
        self.where, line = self.lines[self.at]
        self.at += 1
        return line

    def chance_follows(self, kind):
        line = self.peek()
        return line is not None and line.get("chance") == kind

    def chance(self, kind):
        line = self.take()
        if line is None:
            raise Mismatch(f"the record ends where a chance line '{kind}' is due")
        if line.get("chance") != kind:
            raise Mismatch(f"expected a chance line '{kind}', got {json.dumps(line)[:200]}")
        return line

    def card(self, kind, choices):
        card = self.chance(kind).get("card")
        if card not in choices:
            raise Mismatch(f"chance '{kind}': {card!r} is not among {sorted(choices)}")
        return card

    def nope_of(self, seats):
        """Seat whose committed Nope counts (open point 13)."""
        if len(seats) == 1 and not self.chance_follows("nope"):
            return seats[0]
        seat = self.chance("nope").get("seat")
        if seat not in seats:
            raise Mismatch(f"chance 'nope': seat {seat!r} is not among {seats}")
        return seat

    def shuffled(self, pile, optional=False, kittens_on_top=0):
        if optional and not self.chance_follows("shuffle"):
            return pile
        new = self.chance("shuffle").get("pile")
        if not is_cards(new):
            raise Malformed("chance 'shuffle': 'pile' is no list of cards")
        if sorted(new) != sorted(pile):
            raise Mismatch(f"chance 'shuffle': no permutation of the pile: {bag_difference(pile, new)}")
        if new[:kittens_on_top].count("exploding") != kittens_on_top:
            raise Mismatch(f"chance 'shuffle': expected {kittens_on_top} kittens on top, got {new[:kittens_on_top]}")
        return list(new)

    def shuffle_follows(self):
        return self.chance_follows("shuffle")

    def times_follow(self):
        """True if the next action is `times` (open point 12)."""
        coming = (line["do"] for _, line in self.lines[self.at:] if "do" in line)
        return str(next(coming, "")).startswith("times ")


class Checker:
    """Checks one game, line by line."""

    def __init__(self, lines, options, feed=None):
        self.feed = feed or Feed(lines)
        self.options = options
        self.game = None
        # None until the first action shows whether the record has them.
        self.has_legal = True if options.legal else None
        self.has_state = True if options.full else None

    def run(self):
        self.start()
        while (line := self.feed.take()) is not None:
            if "do" in line:
                self.action(line)
            elif "end" in line:
                self.end(line["end"])
                return
            else:
                raise Mismatch(f"expected an action or the end, got {json.dumps(line)[:200]}")
        if self.game.over:
            raise Mismatch(f"the game is over, but no end line follows; winner {self.game.winner()}")

    def start(self):
        header = self.feed.take()
        if header is None or "record" not in header:
            raise Malformed("a game must begin with its header")
        rules, seats = read_header(header, self.options.house)
        line = self.feed.take()
        if line is None or not isinstance(line.get("deal"), dict):
            raise Malformed("no deal follows the header")
        self.check_deal(rules, seats, line["deal"])
        self.game = Game(rules, seats, line["deal"], self.feed)
        if "state" in (self.feed.peek() or ()):
            self.state(self.feed.take())

    def check_deal(self, rules, seats, deal):
        check_deal(rules, seats, deal)

    def action(self, line):
        seat, text = line.get("seat"), line["do"]
        if not is_int(seat) or not isinstance(text, str):
            raise Malformed("an action needs 'seat' and 'do'")
        if self.game.over:
            raise Mismatch(f"seat {seat} '{text}': the game is over")
        if not 0 <= seat < self.game.seats:
            raise Mismatch(f"seat {seat} '{text}': no such seat")
        self.permitted(line, seat, text)
        self.game.act(seat, text)
        self.follow_up(seat, text)

    def permitted(self, line, seat, text):
        game = self.game
        expected, also = game.legal(seat), game.legal_too(seat)
        self.legal_list(line, seat, text, expected, also)
        if text == "forfeit" or text in expected or (also and text in also):
            return
        if seat not in game.actors():
            raise Mismatch(f"seat {seat} '{text}': not its move ({game.phase}); expected one of {game.actors()}")
        raise Mismatch(f"seat {seat} '{text}': not legal ({game.phase}); legal: {expected}")

    def legal_list(self, line, seat, text, expected, also):
        got = line.get("legal")
        if text != "forfeit":
            if self.has_legal is None:
                self.has_legal = got is not None
            if self.has_legal != (got is not None):
                raise Mismatch(f"seat {seat} '{text}': 'legal' on some actions and not on others")
        if got is None or got == expected or (also and got == also):
            return
        if not isinstance(got, list) or not all(isinstance(a, str) for a in got):
            raise Malformed("'legal' is no list of actions")
        what = bag_difference(expected, got) if sorted(got) != expected else f"not sorted as text: {got}"
        raise Mismatch(f"seat {seat} '{text}': legal list ({self.game.phase}): {what}")

    def follow_up(self, seat, text):
        """After an action and its chance lines: a state, or the next action."""
        following = self.feed.peek() or {}
        if "chance" in following:
            self.feed.take()
            raise Mismatch(f"seat {seat} '{text}': unexpected chance line {json.dumps(following)[:200]}")
        has = "state" in following
        if self.has_state is None:
            self.has_state = has
        if self.has_state != has:
            raise Mismatch(f"seat {seat} '{text}': a state line after some actions and not after others")
        if has:
            self.state(self.feed.take(), f"after seat {seat} '{text}': ")

    def state(self, line, context=""):
        if not isinstance(line["state"], dict):
            raise Malformed("'state' is no object")
        try:
            compare_state(self.game, line["state"])
        except Mismatch as difference:
            raise Mismatch(f"{context}{difference}") from None

    def end(self, end):
        game = self.game
        if not isinstance(end, dict):
            raise Malformed("'end' is no object")
        if not game.over:
            raise Mismatch(f"end, but the game is not over: {game.phase}, actors {game.actors()}")
        expected = {"winner": game.winner(), "died": game.died}
        for field, value in expected.items():
            if end.get(field) != value:
                raise Mismatch(f"end: {field}: expected {value!r}, got {end.get(field)!r}")
        if (line := self.feed.take()) is not None:
            raise Mismatch(f"a line after the end: {json.dumps(line)[:200]}")


def parse(first, text):
    """The objects of a game's lines; those with no known key are passed over."""
    lines = []
    for number, raw in enumerate(text.split("\n"), first):
        if not raw or raw.isspace():
            continue
        try:
            line = json.loads(raw)
        except ValueError as error:
            raise Malformed((number, f"malformed: no JSON: {error}")) from None
        if not isinstance(line, dict):
            raise Malformed((number, "malformed: no JSON object"))
        if not KNOWN.isdisjoint(line):
            lines.append((number, line))
    return lines


def check_game(job):
    """(exit status, line number, reason) of one game."""
    first, text, options = job
    try:
        lines = parse(first, text)
    except Malformed as error:
        return 2, *error.args[0]
    checker = Checker(lines, options)
    try:
        checker.run()
    except Mismatch as difference:
        return 1, checker.feed.where or first, str(difference)
    except Malformed as error:
        return 2, checker.feed.where or first, f"malformed: {error}"
    return 0, 0, ""


def begins_game(raw):
    if '"record"' not in raw:
        return False
    if raw.startswith('{"record"'):
        return True
    try:  # the key may stand elsewhere, or deeper in another line
        line = json.loads(raw)
    except ValueError:
        return False
    return isinstance(line, dict) and "record" in line


def games(stream):
    """(first line number, lines) of each game."""
    first, current = 1, []
    for number, raw in enumerate(stream, 1):
        if current and begins_game(raw):
            yield first, current
            current = []
        if current or not raw.isspace():
            first = first if current else number
            current.append(raw)
    if current:
        yield first, current
