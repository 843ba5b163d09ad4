#!/usr/bin/env python3
"""Check game records against the rules, sharing nothing with the engine.

    check_records.py [--house] [--legal] [--full] [--jobs N] [FILE …]

Reads JSON Lines, any number of games one after another, from the files or
from standard input. Prints `ok: G games, L lines` and exits 0; or prints
`FILE:LINE: reason` for the first difference of each game and exits 1; or
exits 2 where a record cannot be read. `legal` lists and `state` lines are
checked where they are there; --legal and --full insist on them. --house takes
the header's rules as given instead of as the preset implies.

Open points: where the texts leave a detail open, and the reading chosen.

 1. Presets name no `nope_way`: either is accepted without --house. All other
    fields must be the preset's (`five`, `faster` off, `window_ms` 3000);
    `extra_defuses_dealt` is not compared where `extra_defuses` is `none`.
    `copies` may leave out cards with 0.
 2. `alive` in a state: a list of seats or a list of truths, both accepted.
    `actors`, `alive` and `cursed` in any order; the dead in `cursed` ignored.
 3. Where a card given to Garbage Collection lies before the concluding
    shuffle: the pile is compared as a multiset until then, and the recorded
    order adopted.
 4. `faceup` while the Imploding Kitten is being placed, and once it has left
    the pile: not compared. Without one in the box: false (or null).
 5. After the end `turn`, `owed`, `attacked` and `pending` are not compared.
    `srs`: whether kittens of the last one to die are still shuffled in when
    that ends the game: both accepted, the pile then compared as a multiset.
 6. Where a kitten is while `keep`/`defuse` is asked or a cursed player
    guesses: in no zone (as while its place is asked); in the hand or on either
    end of the pile is accepted too.
 7. A cursed holder of a Streaking Kitten without a Defuse: only `keep` (as
    for all); `defuse` offered as well is accepted, and leads to the guessing.
 8. Other kittens of the dead go back into the pile where `loose` is `at_draw`
    and `dead` is `kitten` (`srs`); where house rules set only one of them, a
    shuffle line in the record decides.
 9. The titles of a five leave the hand one by one as named, or all at the
    fifth: both accepted. `card` there is legal only if five can still be
    reached. `combos` = `cats` does not limit a five.
10. Forfeits: a Garbage Collection or a kitten's placing goes on when the
    player on turn leaves, and the turn passes after it (`turn`, `owed` and
    `attacked` are not compared while the player on turn is dead). A Favor whose
    asker leaves lapses. A committed Nope of one who leaves before the round is
    closed counts as a pass. A Targeted Attack on one who left does nothing,
    and the turn (or `srs`'s question) goes on. If the last legal target leaves before one
    is named, the card does nothing. A triple whose target left is still
    named and asked about. `srs`: the kitten being placed goes to the discard pile.
    A forfeit's `legal` list is the seat's (empty if it may not act).
11. Half-done Alter the Future: those places of the pile are compared as a
    multiset; placed cards first, the rest in order, is what counts if the
    player leaves. All indices are legal, for equal cards too.
12. Shuffling an empty pile: the line may be there or not; under `srs`, whether
    `times` is asked is taken from the record.
13. A lone committed Nope "needs" no chance line: one is accepted.
14. A Streaking Kitten is no "kitten": drawing it is a safe draw and ends a
    curse. A draw from an empty pile, a kept kitten and the Imploding Kitten
    put back do not.
15. A card hit blind that has no legal target is lost, without a window. A Mark
    whose target has no unmarked card left does nothing.
16. Answers in a window are accepted in any order, in the commit way too.
17. A state line directly after the deal is accepted.
18. Kittens never fewer than one Exploding beside an Imploding one (two
    players), and never more than the box has.
"""

import argparse
import json
import sys
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from compare import compare_state  # noqa: E402
from game import Game  # noqa: E402
from rules import Malformed, Mismatch, bag_difference, check_deal, is_cards, is_int, read_header  # noqa: E402

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
        """Whose committed Nope counts (open point 13)."""
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
        """Whether the next action is `times` (open point 12)."""
        coming = (line["do"] for _, line in self.lines[self.at:] if "do" in line)
        return str(next(coming, "")).startswith("times ")


class Checker:
    """Checks one game, line by line."""

    def __init__(self, lines, options):
        self.feed = Feed(lines)
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
        check_deal(rules, seats, line["deal"])
        self.game = Game(rules, seats, line["deal"], self.feed)
        if "state" in (self.feed.peek() or ()):
            self.state(self.feed.take())

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


def named_streams(files):
    if not files:
        yield "-", sys.stdin
    for name in files:
        if name == "-":
            yield name, sys.stdin
        else:
            with open(name, encoding="utf-8") as stream:
                yield name, stream


def jobs(options, names):
    """All games as jobs; the file of each is noted in `names`, in order."""
    for name, stream in named_streams(options.files):
        for first, raw in games(stream):
            names.append((name, sum(not line.isspace() for line in raw)))
            yield first, "".join(raw), options


def results(options, names):
    work = jobs(options, names)
    if options.jobs == 1:
        yield from map(check_game, work)
    else:
        with Pool(options.jobs) as pool:
            yield from pool.imap(check_game, work, chunksize=16)


def arguments(argv):
    parser = argparse.ArgumentParser(description="Check game records against the rules.")
    parser.add_argument("--house", action="store_true", help="take the header's rules as given")
    parser.add_argument("--legal", action="store_true", help="insist on legal lists")
    parser.add_argument("--full", action="store_true", help="insist on state lines")
    parser.add_argument("--jobs", type=int, default=1, help="processes to use")
    parser.add_argument("files", nargs="*", metavar="FILE", help="records; standard input if none")
    return parser.parse_args(argv)


def main(argv=None):
    options = arguments(argv)
    names, status, count, lines = [], 0, 0, 0
    try:
        for result, line, reason in results(options, names):
            name, size = names[count]
            count, lines, status = count + 1, lines + size, max(status, result)
            if result:
                print(f"{name}:{line}: {reason}")
    except (OSError, UnicodeDecodeError) as error:
        print(f"check_records: {error}", file=sys.stderr)
        return 2
    if not count:  # silence upstream must not pass for success
        print("-:0: malformed: no record in the input")
        return 2
    if not status:
        print(f"ok: {count} games, {lines} lines")
    return status


if __name__ == "__main__":
    sys.exit(main())
