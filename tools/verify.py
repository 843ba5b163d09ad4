#!/usr/bin/env python3
"""Independent verifier of fair games, which shares nothing with the program that dealt them.

    verify.py [--commitment DIGITS] [--share SEAT:DIGITS] RECORD …

Re-derives the deal, the first player and every random outcome of a record from the seeds in its
`fair` line, as docs/explain/fairness.md says. Prints `ok: G games, L lines` and exits 0; or prints
`FILE:LINE: reason` for the first difference of each game and exits 1; or exits 2 where there is
nothing to verify. Give --commitment and --share as your client showed them while the game was
dealt: without them the record only proves that its seeds and its cards belong together.

Python's standard library alone; tools/rulebook has the rules, written from the rule texts.
"""

import argparse
import hashlib
import hmac
import json
import sys
from itertools import count
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parent))

from rulebook.checker import KNOWN, Checker, Feed, begins_game  # noqa: E402
from rulebook.rules import ADDED, CARDS, INDEX, PRESETS, Malformed, Mismatch  # noqa: E402
from rulebook.rules import exploding_in_deck, extra_defuses, is_int, read_header  # noqa: E402

PURPOSES = ("deal", "first", "shuffle", "steal", "nope", "mark", "blind")
STATUSES = ("given", "supplied", "missing")
TERMS = ("record", "preset", "expansions", "rules", "seats")
HEX = frozenset("0123456789abcdef")


# ---- seeds and commitments -------------------------------------------------------------------


def sha256(label, *parts):
    return hashlib.sha256(b"ninelives fair 1 " + label + b"\n" + b"".join(parts)).digest()


def keyed(key, label, *parts):
    message = b"ninelives fair 1 " + label + b"\n" + b"".join(parts)
    return hmac.new(key, message, hashlib.sha256).digest()


def terms_of(header):
    """The header as canonical text: its five keys, sorted, without spaces."""
    terms = {key: header[key] for key in TERMS if key in header}
    return json.dumps(terms, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digits(entry, key, size):
    value = entry.get(key) if isinstance(entry, dict) else None
    if not isinstance(value, str) or len(value) != 2 * size or not HEX.issuperset(value):
        raise Mismatch(f'"fair": "{key}" must be {2 * size} hexadecimal digits in lower case')
    return bytes.fromhex(value)


class FairDeal:
    """The seeds of a game, found to fit their commitments, and the key that follows from them."""

    def __init__(self, fair, terms, seats):
        if not isinstance(fair, dict) or not is_int(fair.get("version")) or fair["version"] != 1:
            raise Mismatch('"fair": only version 1 can be read')
        shares = fair.get("shares")
        if not isinstance(shares, list) or len(shares) != seats:
            raise Mismatch('"fair": "shares" must have one entry for each seat')
        self.statuses, self.shares, commitments = [], [], []
        for entry in shares:
            self.read_share(entry)
            commitments.append(digits(entry, "commitment", 32))
        self.game = sha256(b"game", digits(fair, "game", 16), terms)
        self.commitment, self.seed = digits(fair, "commitment", 32), digits(fair, "seed", 32)
        if sha256(b"server", self.game, self.seed) != self.commitment:
            raise Mismatch(
                "the server's seed, the game or its rules are not those it committed to")
        for seat, commitment in enumerate(commitments):
            self.check_share(seat, commitment)
        entries = zip(self.statuses, commitments, self.shares)
        table = b"".join(bytes([STATUSES.index(s)]) + c + share for s, c, share in entries)
        self.key = keyed(self.seed, b"key", self.game, self.commitment, table)

    def read_share(self, entry):
        status = entry.get("status") if isinstance(entry, dict) else None
        if status not in STATUSES:
            raise Mismatch('"fair": "status" must be given, supplied or missing')
        if status == "missing" and "share" in entry:
            raise Mismatch('"fair": a missing share is there')
        self.statuses.append(status)
        self.shares.append(bytes(32) if status == "missing" else digits(entry, "share", 32))

    def check_share(self, seat, commitment):
        status, share, place = self.statuses[seat], self.shares[seat], bytes([seat])
        if status == "missing":
            return
        if sha256(b"share", self.game, self.commitment, place, share) != commitment:
            raise Mismatch(f"the share of seat {seat} is not the one committed to")
        if status == "supplied" and share != keyed(self.seed, b"supplied", self.game, place):
            raise Mismatch(
                f"the supplied share of seat {seat} does not follow from the server's seed")

    def check_written_down(self, written):
        if written.commitment and written.commitment != self.commitment:
            raise Mismatch("this is not the commitment that the server published")
        for seat, share in written.shares:
            used = seat < len(self.shares) and self.statuses[seat] == "given"
            if not used or self.shares[seat] != share:
                raise Mismatch(f"the share that you gave for seat {seat} was not used")


# ---- outcomes --------------------------------------------------------------------------------


class Outcomes:
    """The random outcomes of a game, in order for each purpose."""

    def __init__(self, key):
        self.key = key
        self.numbers = dict.fromkeys(PURPOSES, 0)

    def words(self, purpose):
        """Uniform 32-bit words for the next outcome of this purpose. It counts whether or not a
        word of it is drawn: a shuffle of one card draws none."""
        start = bytes([PURPOSES.index(purpose)]) + self.numbers[purpose].to_bytes(4, "big")
        self.numbers[purpose] += 1
        return self.words_from(start)

    def words_from(self, start):
        for block in count():
            data = keyed(self.key, b"words", start, block.to_bytes(4, "big"))
            for at in range(0, 32, 4):
                yield int.from_bytes(data[at:at + 4], "big")

    @staticmethod
    def below(words, n):
        """A number below n, all equally likely: the uneven rest of the range is drawn again."""
        while True:
            product = next(words) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32

    def shuffle(self, purpose, cards):
        """Shuffles a list whose first card is the bottom one."""
        words = self.words(purpose)
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(words, i + 1)
            cards[i], cards[j] = cards[j], cards[i]

    def pick(self, purpose, choices):
        return choices[self.below(self.words(purpose), len(choices))]


def derived_deal(rules, seats, outcomes):
    """The deal line that follows from the seeds. In `deck` the last card is the top one."""
    aside = ("exploding", "imploding", "defuse")
    deck = [card for card in CARDS if card not in aside for _ in range(rules.copies[card])]
    extra, gone = extra_defuses(rules, seats)
    if rules.extra_defuses_dealt:
        deck += ["defuse"] * extra
    outcomes.shuffle("deal", deck)
    hands = [["defuse"] + [deck.pop() for _ in range(rules.hand)] for _ in range(seats)]
    if not rules.extra_defuses_dealt:
        deck += ["defuse"] * extra
    exploding = exploding_in_deck(rules, seats)
    removed = ["exploding"] * (rules.copies["exploding"] - exploding) + ["defuse"] * gone
    if rules.faster:
        if not rules.extra_defuses_dealt:
            outcomes.shuffle("deal", deck)
        removed += [deck.pop() for _ in range(len(deck) // 3)]
    deck += ["exploding"] * exploding + ["imploding"] * rules.copies["imploding"]
    outcomes.shuffle("deal", deck)
    first = 0 if rules.first == "zero" else outcomes.pick("first", range(seats))
    return {"first": first, "hands": hands, "pile": deck[::-1], "removed": removed}


def in_order(cards):
    return sorted(cards, key=INDEX.get)


class FairFeed(Feed):
    """Chance as it follows from the seeds; the record must say the same."""

    def __init__(self, lines, outcomes, last_line):
        super().__init__(lines)
        self.outcomes = outcomes
        self.last_line = last_line

    def take(self):
        if self.at >= len(self.lines):
            self.where = self.last_line
        return super().take()

    def expect(self, kind, field, value):
        line = self.chance(kind)
        if line.get(field) != value:
            told = json.dumps({"chance": kind, field: value}, separators=(",", ":"))
            raise Mismatch(f"by the seeds this is {told}")
        return value

    def card(self, kind, choices):
        return self.expect(kind, "card", self.outcomes.pick(kind, in_order(choices)))

    def nope_of(self, seats):
        if len(seats) == 1:  # nothing to draw; a record may say so
            return super().nope_of(seats)
        return self.expect("nope", "seat", self.outcomes.pick("nope", seats))

    def shuffled(self, pile, optional=False, kittens_on_top=0):
        moved = [card for card in pile if not (kittens_on_top and card == "exploding")][::-1]
        self.outcomes.shuffle("shuffle", moved)
        return list(self.expect("shuffle", "pile", ["exploding"] * kittens_on_top + moved[::-1]))


class FairChecker(Checker):
    def __init__(self, lines, deal, last_line):
        self.outcomes = Outcomes(deal.key)
        options = SimpleNamespace(house=True, legal=False, full=False)
        super().__init__(lines, options, FairFeed(lines, self.outcomes, last_line))

    def check_deal(self, rules, seats, deal):
        super().check_deal(rules, seats, deal)
        ours = derived_deal(rules, seats, self.outcomes)
        if deal["first"] != ours["first"]:
            raise Mismatch(f"by the seeds seat {ours['first']} begins")
        for seat, hand in enumerate(ours["hands"]):
            if in_order(deal["hands"][seat]) != in_order(hand):
                raise Mismatch(f"by the seeds the hand of seat {seat} is {in_order(hand)}")
        if deal["pile"] != ours["pile"]:
            raise Mismatch("the pile is not the one that follows from the seeds")
        if in_order(deal["removed"]) != in_order(ours["removed"]):
            raise Mismatch("other cards were removed by the seeds")

    def state(self, line, context=""):
        pile, was_open = list(self.game.pile), self.game.pile_open
        super().state(line, context)
        if was_open and line["state"]["pile"] != pile:  # the checker would take over the order
            raise Mismatch(f"{context}state: pile: the order differs")


# ---- records ---------------------------------------------------------------------------------


def no_constant(name):
    raise ValueError(f"{name} is no JSON")


def read_lines(numbered):
    """The objects of the lines, and the number and content of the fair line."""
    lines, fair_at, fair = [], 0, None
    for number, raw in numbered:
        try:
            line = json.loads(raw, parse_constant=no_constant)
        except ValueError:
            raise Mismatch((number, "not JSON")) from None
        if not isinstance(line, dict):
            raise Mismatch((number, "not a JSON object"))
        if "fair" in line:
            if fair_at:
                raise Mismatch((number, 'this is a second "fair" line'))
            fair_at, fair = number, line["fair"]
        if not KNOWN.isdisjoint(line):
            lines.append((number, line))
    if not fair_at:
        why = 'there is no "fair" line: this game can\'t be verified'
        raise Mismatch((numbered[-1][0], why))
    return lines, fair_at, fair


def header_of(lines, first):
    if not lines or lines[0][0] != first or "record" not in lines[0][1]:
        raise Mismatch("a game begins with its header")
    header = lines[0][1]
    if header.get("preset") not in PRESETS:
        raise Mismatch(f"there is no preset {header.get('preset')!r}")
    expansions = header.get("expansions")
    if not isinstance(expansions, list) or not all(e in ADDED for e in expansions):
        raise Mismatch(f"there are no expansions {expansions!r}")
    return header, read_header(header, house=True)[1]


def verify_game(numbered, written):
    """A verdict on one game: where (0 if all is well), why, the shares' statuses, ended."""
    where = numbered[0][0]
    try:
        lines, fair_at, fair = read_lines(numbered)
        header, seats = header_of(lines, where)
        where = fair_at
        deal = FairDeal(fair, terms_of(header), seats)
        deal.check_written_down(written)
    except (Mismatch, Malformed) as difference:
        told = difference.args[0]
        where, why = told if isinstance(told, tuple) else (where, told)
        return SimpleNamespace(where=where, why=why, statuses=[], ended=False)
    checker = FairChecker(lines, deal, numbered[-1][0])
    try:
        checker.run()
    except (Mismatch, Malformed) as difference:
        where = checker.feed.where
        return SimpleNamespace(where=where, why=str(difference), statuses=[], ended=False)
    return SimpleNamespace(where=0, why="", statuses=deal.statuses, ended=checker.game.over)


def games(stream):
    """The numbered lines of each game."""
    current = []
    for number, raw in enumerate(stream, 1):
        if raw.isspace():
            continue
        if current and begins_game(raw):
            yield current
            current = []
        current.append((number, raw))
    if current:
        yield current


# ---- the program -----------------------------------------------------------------------------


def bytes32(text):
    if len(text) != 64 or not HEX.issuperset(text):
        raise argparse.ArgumentTypeError("64 hexadecimal digits in lower case")
    return bytes.fromhex(text)


def seat_share(text):
    seat, colon, share = text.partition(":")
    if not colon or not seat.isdecimal():
        raise argparse.ArgumentTypeError("SEAT:DIGITS")
    return int(seat), bytes32(share)


def arguments(argv):
    parser = argparse.ArgumentParser(description="Verify that network games were dealt fairly.")
    parser.add_argument("--commitment", type=bytes32, help="what the server committed to")
    parser.add_argument("--share", type=seat_share, action="append", default=[], dest="shares",
                        metavar="SEAT:DIGITS", help="the share that you gave")
    parser.add_argument("files", nargs="+", metavar="RECORD", help="records, - for standard input")
    return parser.parse_args(argv)


def verdicts(options):
    for name in options.files:
        if name == "-":
            yield from ((name, game, verify_game(game, options)) for game in games(sys.stdin))
        else:
            with open(name, encoding="utf-8") as stream:
                yield from ((name, game, verify_game(game, options)) for game in games(stream))


def main(argv=None):
    options = arguments(argv)
    total = lines = refused = unended = alone = 0
    try:
        for name, game, verdict in verdicts(options):
            total, lines = total + 1, lines + len(game)
            if verdict.where:
                refused += 1
                print(f"{name}:{verdict.where}: {verdict.why}")
                continue
            unended += not verdict.ended
            alone += "given" not in verdict.statuses
    except (OSError, UnicodeDecodeError) as error:
        print(f"verify: {error}", file=sys.stderr)
        return 2
    if not total:
        print("verify: there is no record in the input", file=sys.stderr)
        return 2
    if refused:
        return 1
    print(f"ok: {total} games, {lines} lines")
    if unended:
        print(f"{unended} broken off: verified as far as they go.")
    if alone:
        print(f"{alone} without any player's share: the cards follow from the dealer's seed, "
              "but nobody else had a part in it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
