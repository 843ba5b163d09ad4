"""Rules of the independent record checker: cards, presets and the deal, from the rule texts alone.

Written from shared/requirements.md, cards.md and record.md alone; no code or
data is shared with the engine.
"""

from collections import Counter
from types import SimpleNamespace

CARDS = (
    "exploding imploding streaking defuse attack targeted skip superskip reverse "
    "bottom favor nope shuffle see see5 alter alter5 swap garbage catomic mark "
    "curse feral tacocat cattermelon potato beard rainbow "
    "personal share potluck bury"
).split()
VERSIONS = (1, 2)  # of records
INDEX = {card: i for i, card in enumerate(CARDS)}

KITTENS = frozenset(("exploding", "imploding"))
# Neither may be part of a combo, nor be taken from the discard pile by a five.
NO_COMBO = KITTENS | {"streaking"}
CATS = frozenset("feral tacocat cattermelon potato beard rainbow".split())
NOT_ALONE = NO_COMBO | CATS | {"defuse", "nope"}
PLAYABLE = frozenset(CARDS) - NOT_ALONE

BASE = dict(
    exploding=4, defuse=6, attack=4, skip=4, favor=4, nope=5, shuffle=4, see=5,
    tacocat=4, cattermelon=4, potato=4, beard=4, rainbow=4,
)
ADDED = {
    "imploding": dict(imploding=1, targeted=3, reverse=4, bottom=4, alter=4, feral=4),
    "streaking": dict(
        exploding=1, streaking=1, superskip=1, see5=1, alter5=1, swap=3,
        garbage=1, catomic=1, mark=3, curse=2,
    ),
    "stray": dict(personal=4, share=2, potluck=2, bury=2),
}

OFFICIAL = dict(
    min_players=2, max_players=5, hand=7, extra_defuses="two",
    extra_defuses_dealt=True, kittens=0, see=3, combos="any", first="any",
    times=False, nope_asks="all", nope_way="immediate", stack="add", chain=False,
    targeted="jump", dead="out", keep_ends=True, loose="at_once", five=False,
    faster=False, window_ms=3000,
)
# Changes of each preset to `official`; `copies` here replaces base counts.
PRESETS = {
    "official": {},
    "srs": dict(
        hand=5, extra_defuses="rest", extra_defuses_dealt=False, see=2,
        combos="cats", first="zero", times=True, nope_asks="holders", chain=True,
        targeted="wait", dead="kitten", keep_ends=False, loose="at_draw",
        copies=dict(attack=3, nope=4),
    ),
    "family": dict(
        hand=4, extra_defuses="rest", extra_defuses_dealt=False, combos="cats",
        dead="discard",
    ),
    "implosion": dict(
        hand=4, extra_defuses="none", extra_defuses_dealt=False, first="zero",
        stack="flat", dead="discard", copies=dict(cattermelon=0, beard=0),
    ),
}

# A field's domain: bool, int, or the words it may have.
DOMAIN = dict(
    min_players=int, max_players=int, hand=int, extra_defuses=("two", "rest", "none"),
    extra_defuses_dealt=bool, kittens=int, see=int, combos=("any", "cats"),
    first=("any", "zero"), times=bool, nope_asks=("all", "holders"),
    nope_way=("immediate", "commit"), stack=("add", "flat"), chain=bool,
    targeted=("jump", "wait"), dead=("out", "kitten", "discard"), keep_ends=bool,
    loose=("at_once", "at_draw"), five=bool, faster=bool, window_ms=int,
)
# No text ties these to a preset (open point 1).
FREE = frozenset(("nope_way",))


class Mismatch(Exception):
    """The record differs from what the rules say (exit 1)."""


class Malformed(Exception):
    """The record cannot be read as one (exit 2)."""


def is_cards(value):
    return isinstance(value, list) and all(isinstance(c, str) and c in INDEX for c in value)


def is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)


def bag_difference(expected, got):
    """The difference of two multisets in words."""
    want, have = Counter(expected), Counter(got)
    missing = sorted((want - have).elements())
    extra = sorted((have - want).elements())
    return f"missing {missing}, extra {extra}"


def implied_rules(preset, expansions):
    """The rules value that a preset with expansions stands for."""
    changes = dict(PRESETS[preset])
    copies = dict(BASE)
    copies.update(changes.pop("copies", {}))
    for name in expansions:
        for card, count in ADDED[name].items():
            copies[card] = copies.get(card, 0) + count
    rules = dict(OFFICIAL, **changes)
    rules["copies"] = {card: copies.get(card, 0) for card in CARDS}
    if "imploding" in expansions:
        rules["max_players"] = 6
    if "streaking" in expansions:
        rules["kittens"] = 1
    return rules


def _in_domain(value, domain):
    if domain is bool:
        return isinstance(value, bool)
    if domain is int:
        return is_int(value)
    return isinstance(value, str) and value in domain


def _given_fields(given):
    for field, domain in DOMAIN.items():
        if field not in given:
            raise Mismatch(f"header: rules field '{field}' is missing")
        if not _in_domain(given[field], domain):
            raise Mismatch(f"header: rules field '{field}' has no valid value: {given[field]!r}")
    copies = given.get("copies")
    if not isinstance(copies, dict):
        raise Mismatch("header: rules field 'copies' is missing or no object")
    for card, count in copies.items():
        if card not in INDEX or not is_int(count) or count < 0:
            raise Mismatch(f"header: copies: bad entry {card!r}: {count!r}")
    rules = {field: given[field] for field in DOMAIN}
    rules["copies"] = {card: copies.get(card, 0) for card in CARDS}
    return rules


def _compare_fields(rules, implied):
    for field, expected in implied.items():
        if field in FREE or rules[field] == expected:
            continue
        if field == "extra_defuses_dealt" and implied["extra_defuses"] == "none":
            continue  # says nothing where none are put in
        raise Mismatch(f"header: rules field '{field}': expected {expected!r}, got {rules[field]!r}")


def read_header(header, house):
    """The rules and the number of seats of a header line, checked."""
    version = header.get("record")
    if not is_int(version) or version not in VERSIONS:
        raise Malformed(f"unknown record version {version!r}")
    given, expansions = header.get("rules"), header.get("expansions")
    if not isinstance(given, dict) or not isinstance(expansions, list):
        raise Malformed("header: 'rules' or 'expansions' is missing")
    seats = header.get("seats")
    if not is_int(seats):
        raise Malformed("header: 'seats' is missing")
    rules = _given_fields(given)
    if version > 1 and 0 in given["copies"].values():
        raise Mismatch("header: copies: from version 2 on only what is not zero is listed")
    if not house:
        if header.get("preset") not in PRESETS:
            raise Mismatch(f"header: unknown preset {header.get('preset')!r}")
        if not all(isinstance(e, str) and e in ADDED for e in expansions) or len(set(expansions)) != len(expansions):
            raise Mismatch(f"header: bad expansions {expansions!r}")
        _compare_fields(rules, implied_rules(header["preset"], expansions))
    if not rules["min_players"] <= seats <= rules["max_players"]:
        raise Mismatch(f"header: {seats} seats, but {rules['min_players']} to {rules['max_players']} may play")
    return SimpleNamespace(**rules), seats


def exploding_in_deck(rules, seats):
    """Number of Exploding Kittens in the deck."""
    imploding = rules.copies["imploding"]
    wanted = seats - 1 + rules.kittens - imploding
    if imploding:
        wanted = max(wanted, 1)  # two players: one of each
    return max(0, min(wanted, rules.copies["exploding"]))


def extra_defuses(rules, seats):
    """(Defuses put into the deck, Defuses that leave the game)."""
    left = rules.copies["defuse"] - seats
    extra = {"two": min(2, left), "rest": left, "none": 0}[rules.extra_defuses]
    return extra, left - extra


def _check_hands(rules, hands, extra):
    for seat, hand in enumerate(hands):
        if len(hand) != rules.hand + 1:
            raise Mismatch(f"deal: seat {seat} has {len(hand)} cards, expected {rules.hand + 1}")
        if KITTENS & set(hand):
            raise Mismatch(f"deal: seat {seat} was dealt a kitten")
        defuses = hand.count("defuse")
        may_have_more = extra > 0 and rules.extra_defuses_dealt
        if defuses < 1 or (defuses > 1 and not may_have_more):
            raise Mismatch(f"deal: seat {seat} has {defuses} Defuses")


def _check_removed(rules, seats, pile, removed):
    exploding = exploding_in_deck(rules, seats)
    _, defuses_out = extra_defuses(rules, seats)
    fixed = Counter(exploding=rules.copies["exploding"] - exploding, defuse=defuses_out)
    bag = Counter(removed)
    if fixed - bag:
        raise Mismatch(f"deal: removed: missing {sorted((fixed - bag).elements())}")
    rest = sorted((bag - fixed).elements())
    if KITTENS & set(rest):
        raise Mismatch(f"deal: removed: too many kittens: {rest}")
    in_pile = Counter(pile)
    kittens = in_pile["exploding"] + in_pile["imploding"]
    third = (len(rest) + len(pile) - kittens) // 3 if rules.faster else 0
    if len(rest) != third:
        raise Mismatch(f"deal: removed: {len(rest)} cards besides kittens and Defuses, expected {third}: {rest}")


def check_deal(rules, seats, deal):
    """Raise unless this deal can come from these rules."""
    hands, pile, removed = deal.get("hands"), deal.get("pile"), deal.get("removed")
    shaped = isinstance(hands, list) and all(is_cards(h) for h in hands)
    if not (shaped and is_cards(pile) and is_cards(removed) and is_int(deal.get("first"))):
        raise Malformed("deal: 'first', 'hands', 'pile' or 'removed' is missing or no list of cards")
    if len(hands) != seats:
        raise Mismatch(f"deal: {len(hands)} hands for {seats} seats")
    box = Counter({c: n for c, n in rules.copies.items() if n})
    dealt = Counter(pile + removed + [c for hand in hands for c in hand])
    if box != dealt:
        raise Mismatch(f"deal: cards against the box: {bag_difference(box, dealt)}")
    _check_hands(rules, hands, extra_defuses(rules, seats)[0])
    expected = exploding_in_deck(rules, seats)
    if pile.count("exploding") != expected:
        raise Mismatch(f"deal: {pile.count('exploding')} Exploding Kittens in the pile, expected {expected}")
    _check_removed(rules, seats, pile, removed)
    first = deal["first"]
    if not 0 <= first < seats or (rules.first == "zero" and first != 0):
        raise Mismatch(f"deal: first player {first} under first={rules.first}, {seats} seats")
