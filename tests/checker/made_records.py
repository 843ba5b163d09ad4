"""Records for the checker's self-test: of scripts, and of games played at random. Their properties are
claimed here; FAILED lists the claims that did not hold."""

import json
import random
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import rulebook.rules as R  # noqa: E402
from rulebook.checker import check_game  # noqa: E402
from rulebook.compare import dump_state  # noqa: E402
from rulebook.game import Game  # noqa: E402

FAILED = []


def claim(truth, what):
    if not truth:
        FAILED.append(what)
        print(f"FAILED: {what}")


def check(lines, house=True):
    """(status, line, reason) of a record given as objects."""
    options = SimpleNamespace(house=house, legal=False, full=False)
    return check_game((1, "\n".join(map(json.dumps, lines)), options))


def good(name, lines, house=True):
    result = check(lines, house)
    claim(result[0] == 0, f"{name}: should check, but {result}")


def bad(name, lines, words, house=True, status=1):
    result = check(lines, house)
    claim(result[0] == status and words in result[2], f"{name}: should say '{words}', but {result}")


# ---- scripts -----------------------------------------------------------


def make_rules(preset="official", expansions=(), **changes):
    rules = R.implied_rules(preset, expansions)
    rules.update(changes)
    return rules


def make_deal(rules, hands, top, first=0):
    """A deal with these hands (a Defuse is added to each) and this pile on top."""
    space = SimpleNamespace(**rules)
    seats = len(hands)
    left = Counter({c: n for c, n in rules["copies"].items() if n})
    hands = [["defuse"] + list(h) for h in hands]
    for hand in hands:
        left -= Counter(hand)
    removed = ["exploding"] * (rules["copies"]["exploding"] - R.exploding_in_deck(space, seats))
    removed += ["defuse"] * R.extra_defuses(space, seats)[1]
    rest = left - Counter(top) - Counter(removed)
    return {"first": first, "hands": hands, "pile": list(top) + sorted(rest.elements()), "removed": removed}


class ScriptFeed:
    """Chance as the script says it; piles are turned over when shuffled."""

    def __init__(self):
        self.cards, self.lines = [], []

    def card(self, kind, choices):
        card = self.cards.pop(0)
        self.lines.append({"chance": kind, "card": card})
        return card

    def nope_of(self, seats):
        if len(seats) == 1:
            return seats[0]
        seat = self.cards.pop(0)
        self.lines.append({"chance": "nope", "seat": seat})
        return seat

    def shuffled(self, pile, optional=False, kittens_on_top=0):
        if optional:
            return pile
        rest = list(reversed(pile))
        kittens = [c for c in rest if c == "exploding"] if kittens_on_top else []
        new = kittens + [c for c in rest if not (kittens and c == "exploding")]
        self.lines.append({"chance": "shuffle", "pile": new})
        return list(new)  # the line must not change with the game

    def shuffle_follows(self):
        return False

    def times_follow(self):
        return False


def record_of(rules, deal, seats, feed, moves, preset="official", expansions=()):
    """Play moves (objects with seat, do and what is expected after) into a record."""
    listed = dict(rules, copies={card: n for card, n in rules["copies"].items() if n})
    header = {"record": 2, "preset": preset, "expansions": list(expansions), "rules": listed, "seats": seats}
    lines = [header, {"deal": deal}]
    game = Game(SimpleNamespace(**rules), seats, deal, feed)
    for seat, text, expected, name in moves(game):
        lines.append({"seat": seat, "do": text, "legal": game.legal(seat)})
        game.act(seat, text)
        lines += feed.lines
        feed.lines = []
        lines.append({"state": json.loads(json.dumps(dump_state(game)))})  # a copy
        for field, value in expected.items():
            ours = sorted(game.hands[int(field[4:])]) if field.startswith("hand") else getattr(game, field)
            claim(ours == value, f"{name}: after {seat} {text}: {field} is {ours}, not {value}")
    if game.over:
        lines.append({"end": {"winner": game.winner(), "died": game.died}})
    return lines


def script(name, steps, hands, top=(), first=0, preset="official", expansions=(), **changes):
    """A record of a script: 'SEAT action', 'SEAT action / chance …', or 'all pass'.

    A dict after a step says what must be the state then."""
    changes.setdefault("hand", len(hands[0]))
    rules = make_rules(preset, expansions, **changes)
    deal = make_deal(rules, hands, top, first)
    feed = ScriptFeed()

    def moves(game):
        for at, step in enumerate(steps):
            if isinstance(step, dict):
                continue
            move, _, chances = step.partition(" / ")
            feed.cards = [int(c) if c.isdigit() else c for c in chances.split()]
            expected = steps[at + 1] if at + 1 < len(steps) and isinstance(steps[at + 1], dict) else {}
            if move == "all pass":
                for seat in game.actors()[:-1]:
                    yield seat, "pass", {}, name
                move = f"{game.actors()[0]} pass"
            seat, _, text = move.partition(" ")
            legal = game.legal(int(seat)) + ["forfeit"]
            claim(text in legal, f"{name}: {step} is not in {legal}")
            yield int(seat), text, expected, name

    lines = record_of(rules, deal, len(hands), feed, moves, preset, expansions)
    good(name, lines)
    return lines


# ---- random games ------------------------------------------------------


class RandomFeed(ScriptFeed):
    def __init__(self, rng):
        super().__init__()
        self.rng = rng

    def card(self, kind, choices):
        self.cards = [self.rng.choice(sorted(choices))]
        return super().card(kind, choices)

    def nope_of(self, seats):
        self.cards = [self.rng.choice(seats)]
        return super().nope_of(seats)

    def shuffled(self, pile, optional=False, kittens_on_top=0):
        pile = self.rng.sample(pile, len(pile))
        return super().shuffled(pile, optional, kittens_on_top)


def random_deal(rules, seats, rng):
    space = SimpleNamespace(**rules)
    kittens = ["exploding"] * R.exploding_in_deck(space, seats) + ["imploding"] * space.copies["imploding"]
    extra, gone = R.extra_defuses(space, seats)
    removed = ["defuse"] * gone + ["exploding"] * (space.copies["exploding"] - kittens.count("exploding"))
    aside = R.KITTENS | {"defuse"}
    deck = [c for c, n in space.copies.items() if c not in aside for _ in range(n)]
    before = ["defuse"] * extra if space.extra_defuses_dealt else []
    deck = rng.sample(deck + before, len(deck) + len(before))
    hands = [["defuse"] + [deck.pop() for _ in range(space.hand)] for _ in range(seats)]
    deck += ["defuse"] * (extra - len(before))
    deck = rng.sample(deck, len(deck))
    if space.faster:
        third = len(deck) // 3
        removed, deck = removed + deck[:third], deck[third:]
    pile = rng.sample(deck + kittens, len(deck) + len(kittens))
    first = 0 if space.first == "zero" else rng.randrange(seats)
    return {"first": first, "hands": hands, "pile": pile, "removed": removed}


def random_game(preset, expansions, seats, seed, forfeits=False, **changes):
    rng = random.Random(seed)
    rules = make_rules(preset, expansions, **changes)
    deal = random_deal(rules, seats, rng)

    def moves(game):
        for _ in range(20000):
            if game.over:
                return
            if forfeits and rng.random() < 0.01:
                yield rng.choice([s for s in range(seats) if game.alive[s]]), "forfeit", {}, "random"
                continue
            seat = rng.choice(game.actors())
            actions = game.legal(seat)
            claim(actions, f"{preset} {expansions}: no action in {game.phase}")
            yield seat, rng.choice(actions), {}, "random"

    lines = record_of(rules, deal, seats, RandomFeed(rng), moves, preset, expansions)
    claim("end" in lines[-1], f"{preset} {expansions} {seats} seed {seed}: no end")
    return lines
