#!/usr/bin/env python3
"""Self-test of the record checker: python3 tests/checker/selftest.py

Three kinds of tests: a literal record with every state written by hand;
scripts whose states after chosen moves are stated by hand; and random games of
all presets, which must end, must check, and must stop checking once any
single thing in them is changed.
"""

import copy
import itertools
import random
import sys

from made_records import FAILED, R, bad, check, check_game, claim, good, random_game, script

# ---- a literal record --------------------------------------------------

TINY = dict(exploding=1, defuse=2, skip=1, nope=1, attack=1, tacocat=2)
TINY_RULES = {
    "min_players": 2, "max_players": 5, "hand": 2, "extra_defuses": "none",
    "extra_defuses_dealt": False, "kittens": 0, "copies": TINY, "see": 3,
    "combos": "any", "first": "any", "times": False, "nope_asks": "all",
    "nope_way": "immediate", "stack": "add", "chain": False, "targeted": "jump",
    "dead": "out", "keep_ends": True, "loose": "at_once", "five": False,
    "faster": False, "window_ms": 3000,
}


def st(turn, owed, actors, alive, hands, pile, discard, attacked=False):
    return {"state": {
        "turn": turn, "owed": owed, "actors": actors, "alive": alive,
        "hands": [h.split() for h in hands], "pile": pile.split(),
        "discard": discard.split(), "direction": 1, "attacked": attacked,
        "pending": [0, 0], "faceup": False, "cursed": [], "marked": [[], []],
    }}


LITERAL = [
    {"record": 1, "preset": "official", "expansions": [], "rules": TINY_RULES, "seats": 2},
    {"deal": {"first": 1, "hands": [["defuse", "nope", "skip"], ["tacocat", "defuse", "attack"]],
              "pile": ["exploding", "tacocat"], "removed": []}},
    {"seat": 1, "do": "play attack", "legal": ["draw", "play attack"]},
    st(1, 1, [0], [0, 1], ["nope skip defuse", "defuse tacocat"], "exploding tacocat", "attack"),
    {"seat": 0, "do": "nope", "legal": ["nope", "pass"]},
    st(1, 1, [1], [0, 1], ["skip defuse", "defuse tacocat"], "exploding tacocat", "attack nope"),
    {"seat": 1, "do": "pass", "legal": ["pass"]},
    st(1, 1, [1], [0, 1], ["skip defuse", "defuse tacocat"], "exploding tacocat", "nope attack"),
    {"seat": 1, "do": "draw", "legal": ["draw"]},
    st(1, 1, [1], [0, 1], ["skip defuse", "tacocat"], "tacocat", "attack nope defuse"),
    {"seat": 1, "do": "depth 1", "legal": ["depth 0", "depth 1"]},
    st(0, 1, [0], [0, 1], ["skip defuse", "tacocat"], "tacocat exploding", "attack nope defuse"),
    {"seat": 0, "do": "play skip", "legal": ["draw", "play skip"]},
    st(0, 1, [1], [0, 1], ["defuse", "tacocat"], "tacocat exploding", "attack nope defuse skip"),
    {"seat": 1, "do": "pass", "legal": ["pass"]},
    st(1, 1, [1], [0, 1], ["defuse", "tacocat"], "tacocat exploding", "attack nope defuse skip"),
    {"seat": 1, "do": "draw", "legal": ["draw"]},
    st(0, 1, [0], [0, 1], ["defuse", "tacocat tacocat"], "exploding", "attack nope defuse skip"),
    {"seat": 0, "do": "draw", "legal": ["draw"]},
    st(0, 1, [0], [0, 1], ["", "tacocat tacocat"], "", "attack nope defuse skip defuse"),
    {"seat": 0, "do": "depth 0", "legal": ["depth 0"]},
    st(1, 1, [1], [0, 1], ["", "tacocat tacocat"], "exploding", "attack nope defuse skip defuse"),
    {"seat": 1, "do": "draw", "legal": ["draw", "x"]},
    st(1, 1, [], [0], ["", ""], "", "attack nope defuse skip defuse"),
    {"end": {"winner": 0, "died": [1]}},
]
# A pair needs a target with a card, and seat 0's hand is empty by then.
LITERAL[-3]["legal"] = ["draw"]


def changed(lines, at, **fields):
    """A copy with other fields in one line (in the object of a state or deal too)."""
    lines = list(lines)
    line = lines[at] = copy.deepcopy(lines[at])
    inner = next((line[k] for k in ("state", "deal", "end") if k in line), line)
    inner.update(fields)
    return lines


def test_literal():
    good("literal", LITERAL)
    good("in mid-game", LITERAL[:12])
    bare = [{k: v for k, v in line.items() if k != "legal"} for line in LITERAL if "state" not in line]
    good("without legal and full", bare)
    good("other lines", LITERAL + [{"fair": {"record": 1}}])
    good("alive as truths", changed(LITERAL, -2, alive=[True, False]))
    bad("not a move", changed(bare, 2, do="play skip"), "not legal")
    bad("legal too long", changed(LITERAL, 2, legal=["draw", "play attack", "x"]), "extra ['x']")
    bad("legal unsorted", changed(LITERAL, 2, legal=["play attack", "draw"]), "not sorted")
    bad("owed", changed(LITERAL, 3, owed=2), "owed: expected 1, got 2")
    bad("wrong seat", changed(bare, 3, seat=1), "not its move")
    bad("pile order", changed(LITERAL, 11, pile=["exploding", "tacocat"]), "pile differs from place 0")
    bad("hand", changed(LITERAL, 11, hands=[["skip", "defuse"], ["beard"]]), "hands[1]")
    bad("winner", changed(LITERAL, -1, winner=1), "winner: expected 0, got 1")
    bad("died", changed(LITERAL, -1, died=[]), "died")
    bad("no end", LITERAL[:-1], "no end line")
    bad("early end", LITERAL[:12] + LITERAL[-1:], "not over")
    bad("state left out", LITERAL[:5] + LITERAL[6:], "a state line after some")
    bad("chance", bare[:3] + [{"chance": "steal", "card": "nope"}] + bare[3:], "unexpected chance")
    bad("box", changed(LITERAL, 1, pile=["exploding", "beard"]), "cards against the box")
    bad("preset", LITERAL, "rules field 'hand'", house=False)
    bad("no header", LITERAL[1:], "header", status=2)
    bad("no object", [LITERAL[0], 5], "no JSON object", status=2)
    claim(check_game((4, "{not json", None))[:2] == (2, 4), "broken JSON is malformed")


def test_deals():
    """Piles at the start as cards.md counts them, and deals that are wrong."""
    for seats, size in ((2, 35), (3, 29), (4, 23), (5, 16)):
        lines = random_game("official", (), seats, seed=seats)[:2]
        claim(len(lines[1]["deal"]["pile"]) == size, f"pile of {seats}: {size}")
        good(f"deal of {seats}", lines, house=False)
    lines = random_game("srs", (), 3, seed=1)[:2]
    bad("srs first", changed(lines, 1, first=1), "first player", house=False)
    rules = lines[0]["rules"]
    less = {field: value for field, value in rules.items() if field != "see"}
    bad("field missing", changed(lines, 0, rules=less), "'see' is missing", house=False)
    more = dict(rules, copies=dict(rules["copies"], attack=4))
    bad("copies", changed(lines, 0, rules=more), "copies", house=False)
    zeros = dict(rules, copies=dict(rules["copies"], mark=0))
    bad("zeros in version 2", changed(lines, 0, rules=zeros), "not zero", house=False)
    good("zeros in version 1", changed([lines[0] | {"record": 1}, *lines[1:]], 0, rules=zeros), house=False)
    bad("version 3", [lines[0] | {"record": 3}, *lines[1:]], "record version", status=2)
    hands = copy.deepcopy(lines[1]["deal"]["hands"])
    moved = hands[0].pop()
    hands[1].append(moved)
    bad("hand sizes", changed(lines, 1, hands=hands), "seat 0 has 5 cards", house=False)
    deal = copy.deepcopy(lines[1]["deal"])
    deal["pile"].remove("exploding")
    deal["removed"].append("exploding")
    bad("kittens", [lines[0], {"deal": deal}], "Exploding Kittens in the pile", house=False)


# ---- scripts -----------------------------------------------------------


def test_attacks():
    two = ["attack", "skip"]
    script("official stacking", [
        "0 play attack", "all pass", {"turn": 1, "owed": 2, "attacked": True},
        "1 play attack", "all pass", {"turn": 2, "owed": 4},
        "2 play skip", "all pass", {"turn": 2, "owed": 3, "attacked": True},
        "2 play attack", "all pass", {"turn": 0, "owed": 5},
    ], [two, two, two], ["beard"] * 2)
    script("after one turn done", [
        "0 play attack", "all pass", "1 draw", {"turn": 1, "owed": 1, "attacked": True},
        "1 play attack", "all pass", {"turn": 2, "owed": 3},
        "2 draw", "2 draw", "2 draw", {"turn": 0, "owed": 1, "attacked": False},
    ], [two, two, two], ["beard"] * 4)
    script("implosion is flat", [
        "0 play attack", "all pass", "1 play attack", "all pass", {"turn": 2, "owed": 2},
    ], [two, two, two], ["tacocat"] * 3, preset="implosion")
    script("srs asks at once", [
        "0 play attack", "2 pass", {"phase": "chain", "turn": 1, "owed": 2},
        "1 play attack", {"phase": "window"},
        "2 nope", {"phase": "main", "turn": 1, "owed": 2},  # no second Attack: not asked again
        "1 draw", "1 draw", {"turn": 2, "owed": 1},
    ], [["attack", "skip"], ["attack", "beard"], ["nope", "beard"]], ["skip", "skip"],
        preset="srs")
    script("srs declines, then attacks", [
        "0 play attack", "1 pass", {"phase": "main", "owed": 2},
        "1 play attack", {"turn": 2, "owed": 4},
    ], [["attack"], ["attack"], ["skip"]], preset="srs")
    script("srs targeted waits", [
        "0 play targeted", "0 target 2",
        {"turn": 1, "owed": 1, "pending": [0, 0, 2], "attacked": False},
        "1 play attack", {"turn": 2, "owed": 4, "pending": [0, 0, 0], "attacked": True},
    ], [["targeted", "skip"], ["attack", "skip"], ["skip", "skip"]], preset="srs", expansions=["imploding"])
    script("official targeted jumps", [
        "0 play targeted", "0 target 2", "all pass", {"turn": 2, "owed": 2, "pending": [0, 0, 0]},
        "2 play reverse", "all pass", {"turn": 2, "owed": 1, "direction": -1},
        "2 draw", {"turn": 1, "owed": 1, "attacked": False},
    ], [["targeted"], ["skip"], ["reverse"]], ["beard"], expansions=["imploding"])


def test_windows():
    hand = ["nope", "skip"]
    script("nope on nope", [
        "0 play skip", "2 pass", "1 nope", {"asked": {0, 2}, "nopes": 1},
        "0 nope", {"asked": {1, 2}}, "2 pass", "1 pass", {"turn": 1, "discard": ["skip", "nope", "nope"]},
    ], [hand] * 3)
    script("commit", [
        "0 play skip", "1 nope", {"asked": {2}, "discard": ["skip"]},
        "2 nope / 2",
        {"asked": {0, 1}, "discard": ["skip", "nope"], "hand1": ["defuse", "nope", "skip"]},
        "0 pass", "1 nope", {"asked": {0, 2}, "nopes": 2}, "all pass", {"turn": 1},
    ], [hand] * 3, nope_way="commit")
    lines = script("lone commit", [
        "0 play skip", "1 nope", "2 pass", {"asked": {0, 2}, "nopes": 1}, "all pass", {"turn": 0, "phase": "main"},
    ], [hand] * 3, nope_way="commit")
    at = next(i for i, line in enumerate(lines) if line.get("seat") == 2)
    good("lone commit with its line", lines[:at + 1] + [{"chance": "nope", "seat": 1}] + lines[at + 1:])
    wrong = lines[:at + 1] + [{"chance": "nope", "seat": 2}] + lines[at + 1:]
    bad("lone commit, wrong seat", wrong, "seat 2 is not among [1]")


def test_combos():
    script("pair with a Feral", [
        "0 pair tacocat", "0 target 1", "all pass / skip", {"hand0": ["defuse", "feral", "skip", "tacocat"]},
    ], [["tacocat", "tacocat", "tacocat", "feral"], ["skip"] * 4], expansions=["imploding"])
    script("Feral fills up", [
        "0 triple beard", "0 target 1", "0 card nope", "all pass",
        {"hand0": ["attack", "defuse"], "hand1": ["defuse", "skip", "skip", "skip", "skip"]},
    ], [["beard", "feral", "feral", "attack"], ["skip"] * 4], expansions=["imploding"])
    script("five", [
        "0 five", "0 card defuse", "0 card attack", "0 card skip", "0 card favor", "0 card see",
        "all pass", "0 card defuse", {"hand0": ["defuse", "tacocat"], "phase": "main"},
    ], [["attack", "skip", "favor", "see", "tacocat"], ["skip", "skip", "see", "see", "see"]], five=True)
    lines = script("favor", [
        "0 play favor", "0 target 1", "all pass", {"phase": "give", "actor": 1},
        "1 card defuse", {"hand1": ["skip"], "phase": "main"},
    ], [["favor"], ["skip"]])
    at = next(i for i, line in enumerate(lines) if line.get("do") == "target 1")
    bad("oneself", changed(lines, at, do="target 0"), "not legal")
    steps = ["0 play shuffle", "0 times 3", {"phase": "main"}]
    lines = script("srs shuffle", steps, [["shuffle"], ["skip"]], preset="srs")
    at = next(i for i, line in enumerate(lines) if "chance" in line)
    bad("two of three", lines[:at] + lines[at + 1:], "expected a chance line 'shuffle'")
    bad("no permutation", changed(lines, at, pile=lines[at]["pile"][1:]), "no permutation")


def test_imploding():
    script("face down, then up", [
        "0 draw", {"phase": "depth", "limbo": "imploding"},
        "0 depth 1", {"turn": 1, "faceup": True, "hand0": ["defuse", "skip"]},
        "1 draw", "0 draw", {"over": True, "died": [0]},
    ], [["skip"], ["skip"]], ["imploding", "skip"], expansions=["imploding"])
    script("alter and bottom", [
        "0 play alter", "all pass", "0 order 2", "0 order 1", {"phase": "main"},
        "0 play bottom", "all pass", {"turn": 1}, "1 draw", {"hand1": ["defuse", "see", "skip", "skip"]},
    ], [["alter", "bottom"], ["skip", "skip"]], ["beard", "nope", "see"], expansions=["imploding"])


def test_strays():
    stray = dict(expansions=["stray"])
    script("personal: three turns, passed on by an Attack", [
        "0 play personal", "all pass", {"turn": 0, "owed": 3, "attacked": True},
        "0 draw", {"owed": 2}, "0 play attack", "all pass", {"turn": 1, "owed": 4},
    ], [["personal", "attack"], ["skip", "skip"]], ["beard"], **stray)
    script("personal under srs: no chain question", [
        "0 play personal", {"phase": "main", "turn": 0, "owed": 3},
    ], [["personal", "attack"], ["attack", "skip"]], preset="srs", **stray)
    script("share: an order of three", [
        "0 play share", "all pass", {"phase": "order"}, "0 order 2", "0 order 1",
        {"phase": "main", "turn": 0}, "0 draw", {"hand0": ["defuse", "see"]},
    ], [["share"], ["skip"]], ["beard", "nope", "see"], **stray)
    script("potluck: round the table, the last on top", [
        "0 play potluck", "all pass", {"phase": "potluck", "actor": 0}, "0 card skip",
        {"actor": 1}, "1 card beard", {"phase": "main", "turn": 0, "owed": 1},
        "0 draw", {"hand0": ["beard", "defuse"]}, "1 draw", {"hand1": ["defuse", "see", "skip"]},
    ], [["potluck", "skip"], ["beard", "see"]], **stray)
    script("potluck: who leaves is passed over", [
        "0 play potluck", "all pass", "0 card skip", "1 forfeit", {"phase": "potluck", "actor": 2},
        "2 card see", {"phase": "main", "turn": 0}, "0 draw", {"hand0": ["defuse", "see"]},
    ], [["potluck", "skip"], ["beard", "skip"], ["see", "skip"]], **stray)
    script("bury: a kitten goes down, nothing goes off", [
        "0 play bury", "all pass", {"phase": "bury", "limbo": "exploding"}, "0 depth 1",
        {"turn": 1, "limbo": None, "hand0": ["defuse"]}, "1 draw", {"hand1": ["beard", "defuse", "skip"]},
        "0 draw", {"phase": "depth"},
    ], [["bury"], ["skip"]], ["exploding", "beard"], **stray)
    script("bury: who leaves puts it back on top", [
        "0 play bury", "all pass", "0 forfeit", {"turn": 1, "limbo": None},
        "1 draw", {"hand1": ["beard", "defuse", "see", "skip"]},
    ], [["bury", "skip"], ["skip", "see"], ["see", "see"]], ["beard"], **stray)


def test_streaking():
    both = dict(expansions=["streaking"])
    script("keep, then lose the kitten", [
        "0 draw", {"phase": "choice"}, "0 keep", {"turn": 1, "hand0": ["defuse", "exploding", "streaking"]},
        "1 play favor", "1 target 0", "all pass", "0 card exploding",
        {"phase": "depth", "actor": 1, "turn": 1, "hand1": []},
        "1 depth 0", {"phase": "main", "turn": 1, "owed": 1},
        "1 draw", {"over": True, "died": [1]},
    ], [["streaking"], ["favor"]], ["exploding"], **both)
    script("srs: keep goes on; a stolen one goes off at the draw", [
        "0 draw", "0 keep", {"turn": 0, "phase": "main"}, "0 draw", {"turn": 1},
        "1 play favor", "1 target 0", "0 card exploding",
        {"phase": "main", "turn": 1, "hand1": ["defuse", "exploding"]},
        "1 draw", {"phase": "depth", "turn": 1}, "1 depth 0", {"turn": 0},
    ], [["streaking"], ["favor"]], ["exploding", "beard"], preset="srs", **both)
    script("lose the Streaking Kitten out of turn", [
        "0 draw", "0 keep", "1 pair beard", "1 target 0", "all pass / streaking",
        {"phase": "depth", "actor": 0, "turn": 1}, "0 depth 3", {"phase": "main", "turn": 1, "hand0": ["skip"]},
    ], [["streaking", "skip"], ["beard", "beard"]], ["exploding"], **both)
    script("curse: blind play, guessing", [
        "0 play curse", "0 target 1", "all pass", {"cursed": {1}}, "0 draw",
        "1 blind / beard", {"phase": "main", "turn": 1},
        "1 blind / skip", {"phase": "window"}, "all pass", {"turn": 0},
        "0 draw", {"cursed": {1}}, "1 draw", {"phase": "guess"}, "1 blind / nope", {"phase": "guess"},
        "1 blind / defuse", {"phase": "depth", "cursed": set()}, "1 depth 0", {"turn": 0, "hand1": []},
    ], [["curse", "skip", "skip"], ["beard", "skip", "nope"]], ["see", "see", "exploding"], **both)
    script("curse: no Defuse found", [
        "0 play curse", "0 target 1", "all pass", "0 draw", "1 blind / defuse", {"phase": "main"},
        "1 draw", {"phase": "guess"}, "1 blind / skip", {"over": True},
    ], [["curse"], ["skip"]], ["see", "exploding"], **both)
    script("garbage and a cursed giver", [
        "0 play curse", "0 target 1", "all pass", "0 play garbage", "all pass", {"phase": "garbage", "actor": 0},
        "0 card defuse / skip", {"phase": "main", "hand0": [], "hand1": ["defuse", "skip"]},
    ], [["curse", "garbage"], ["skip", "skip"]], **both)
    lines = script("catomic ends one turn", [
        "0 play catomic", "all pass", {"turn": 1}, "1 draw", {"phase": "depth"},
    ], [["catomic"], ["skip"]], **both)
    at = next(i for i, line in enumerate(lines) if "chance" in line)
    bad("kittens not on top", changed(lines, at, pile=lines[at]["pile"][::-1]), "kittens on top")
    lines = script("mark", [
        "0 play mark", "0 target 1", "all pass / skip", {"marked": [[], ["skip"]]},
        "0 play mark", "0 target 1", "all pass / defuse", {"marked": [[], ["skip", "defuse"]]},
        "0 draw", "1 play skip", {"marked": [[], ["defuse"]]},
    ], [["mark", "mark"], ["skip", "nope"]], ["beard"], **both)
    at = max(i for i, line in enumerate(lines) if line.get("chance") == "mark")
    bad("marked twice", changed(lines, at, card="skip"), "'skip' is not among")


def test_forfeits():
    three = [["attack", "favor"], ["skip", "skip"], ["nope", "skip"]]
    script("on turn, in its window", [
        "0 play attack", "0 forfeit", {"turn": 1, "owed": 1, "phase": "main", "attacked": False},
    ], three)
    script("another's, in a window", [
        "0 play attack", "1 forfeit", {"asked": {2}}, "2 pass", {"turn": 2, "owed": 2},
    ], three)
    script("who was to give", [
        "0 play favor", "0 target 1", "all pass", "1 forfeit", {"turn": 0, "phase": "main", "died": [1]},
        "2 forfeit", {"over": True},
    ], three)
    script("about to place", [
        "0 draw", "0 forfeit", {"turn": 1, "limbo": None, "discard": ["defuse"]},
    ], three, ["exploding"])


# ---- random games ------------------------------------------------------

EXPANSIONS = [[], ["imploding"], ["streaking"], ["imploding", "streaking"], ["stray"], ["imploding", "streaking", "stray"]]


def test_random():
    """Every preset, expansion, number of seats and way of the window."""
    seeds = itertools.count()
    for preset, expansions in itertools.product(R.PRESETS, EXPANSIONS):
        most = 6 if "imploding" in expansions else 5
        for seats, way in itertools.product(range(2, most + 1), ("immediate", "commit")):
            name = f"{preset} {expansions} {seats} {way}"
            good(name, random_game(preset, expansions, seats, next(seeds), nope_way=way), house=False)
            house = dict(five=True, faster=True, nope_way=way, nope_asks=("all", "holders")[seats % 2])
            good(f"house {name}", random_game(preset, expansions, seats, next(seeds), forfeits=True, **house))


WRONG = dict(
    turn=9, owed=77, direction=0, attacked=None, actors=[], pending=[5, 5, 5], alive=[0],
    pile=["defuse"] * 3, discard=["defuse"] * 9, hands=[[], [], []], marked=[["skip"] * 9] * 3,
)


def test_mutations():
    """Any one state field or chance changed must be noticed."""
    rng = random.Random(7)
    for seed in range(12):
        lines = random_game(("official", "srs")[seed % 2], EXPANSIONS[3], 3, seed)
        # Before the last action: after the end some fields are not compared.
        states = [i for i, line in enumerate(lines[:-4]) if "state" in line]
        for field, value in WRONG.items():
            at = rng.choice(states)
            result = check(changed(lines, at, **{field: value}))
            claim(result[0] == 1 and result[1] == at + 1, f"mutated {field} (seed {seed}): {result}")
        for at in [i for i, line in enumerate(lines) if "chance" in line][:5]:
            result = check(lines[:at] + lines[at + 1:])
            claim(result[0] == 1, f"chance line {at} left out (seed {seed})")
        at = rng.choice([i for i, line in enumerate(lines) if "legal" in line])
        claim(check(changed(lines, at, legal=lines[at]["legal"] + ["zz"]))[0] == 1, "legal list changed")


def main():
    tests = [test_literal, test_deals, test_attacks, test_windows, test_combos, test_imploding,
             test_streaking, test_strays, test_forfeits, test_random, test_mutations]
    for test in tests:
        test()
    print(f"{len(FAILED)} failed" if FAILED else f"ok: {len(tests)} tests")
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
