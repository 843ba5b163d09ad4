"""Comparison of a recorded `state` line with the checker's own state.

The texts leave some moments open; there the comparison is lenient, and says
by number which open point (see check_records.py) it leans on.
"""

from collections import Counter

from .phases import CHOICE, FIVE, GUESS, ORDER
from .rules import Malformed, Mismatch, bag_difference

LISTS = ("actors", "alive", "hands", "pile", "discard", "pending", "cursed", "marked")
PLAIN = ("turn", "owed", "direction", "attacked", "faceup")


def compare_state(game, state):
    """Raise unless the recorded state is the game's."""
    check_shape(game, state)
    try:
        compare_table(game, state)
        compare_cards(game, state)
        check_conserved(game, state)
    except TypeError as error:  # e.g. a number among the card names
        raise Malformed(f"state: a value of a wrong type ({error})") from None


def check_shape(game, state):
    for field in PLAIN + LISTS:
        if field not in state:
            raise Mismatch(f"state: field '{field}' is missing")
    for field in LISTS:
        if not isinstance(state[field], list):
            raise Malformed(f"state: '{field}' is no list")
    for field in ("hands", "marked", "pending"):
        if len(state[field]) != game.seats:
            raise Mismatch(f"state: '{field}' has {len(state[field])} entries for {game.seats} seats")


def expect(field, expected, got):
    if expected != got:
        raise Mismatch(f"state: {field}: expected {expected!r}, got {got!r}")


def living(game, alive):
    """`alive` as a list of seats, whether seats or truths were written (open point 2)."""
    if len(alive) == game.seats and all(isinstance(a, bool) for a in alive):
        return [s for s, a in enumerate(alive) if a]
    return sorted(alive)


def compare_table(game, state):
    """Everything that is not a card in a zone."""
    alive = [s for s in range(game.seats) if game.alive[s]]
    expect("alive", alive, living(game, state["alive"]))
    expect("actors", game.actors(), sorted(state["actors"]))
    expect("direction", game.direction, state["direction"])
    if not game.over and game.alive[game.turn]:  # open points 5 and 10
        expect("turn", game.turn, state["turn"])
        expect("owed", game.owed, state["owed"])
        expect("attacked", game.attacked, state["attacked"])
    if not game.over:
        expect("pending", game.pending, state["pending"])
    expect("cursed", sorted(game.cursed), sorted(set(state["cursed"]) & set(alive)))
    in_box = game.rules.copies["imploding"]
    if not in_box or "imploding" in game.pile:  # open point 4
        expect("faceup", game.faceup, bool(state["faceup"]))


def compare_cards(game, state):
    for hands, pile, discard in variants(game):
        if zones_agree(game, state, hands, pile, discard):
            break
    else:
        report_zones(game, state)
    for seat, (ours, theirs) in enumerate(zip(game.marked, state["marked"])):
        naming_five = game.phase == FIVE and seat == game.actor
        if not naming_five and not same_bag(ours, theirs):
            raise Mismatch(f"state: marked[{seat}]: {bag_difference(ours, theirs)}")
    if game.pile_open:
        game.pile = list(state["pile"])


def variants(game):
    """The zones as we have them, then as the texts also allow them."""
    hands, pile, discard = game.hands, game.pile, game.discard
    yield hands, pile, discard
    if game.limbo and game.phase in (CHOICE, GUESS):  # open point 6
        kitten = [game.limbo]
        yield with_hand(game, hands[game.actor] + kitten), pile, discard
        yield hands, kitten + pile, discard
        yield hands, pile + kitten, discard
    if game.phase == FIVE:  # open point 9
        left = Counter(discard) - Counter(game.picks)
        yield with_hand(game, hands[game.actor] + game.picks), pile, list(left.elements())


def with_hand(game, hand):
    hands = list(game.hands)
    hands[game.actor] = hand
    return hands


def zones_agree(game, state, hands, pile, discard):
    return (
        piles_agree(game, pile, state["pile"])
        and all(map(same_bag, hands, state["hands"]))
        and same_bag(discard, state["discard"])
    )


def same_bag(ours, theirs):
    return ours == theirs or sorted(ours) == sorted(theirs)


def piles_agree(game, ours, theirs):
    if ours == theirs:
        return True
    if game.pile_open:  # open points 3 and 5
        return same_bag(ours, theirs)
    if game.phase == ORDER:  # open point 11
        n = game.alter_to
        return same_bag(ours[:n], theirs[:n]) and ours[n:] == theirs[n:]
    return False


def report_zones(game, state):
    """Say which zone differs, and how."""
    for seat, (ours, theirs) in enumerate(zip(game.hands, state["hands"])):
        if not same_bag(ours, theirs):
            raise Mismatch(f"state: hands[{seat}]: {bag_difference(ours, theirs)}")
    if not same_bag(game.discard, state["discard"]):
        raise Mismatch(f"state: discard: {bag_difference(game.discard, state['discard'])}")
    ours, theirs = game.pile, state["pile"]
    if not same_bag(ours, theirs):
        raise Mismatch(f"state: pile: {bag_difference(ours, theirs)}")
    at = next(i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b)
    raise Mismatch(f"state: pile differs from place {at}: expected {ours[at:at + 6]}…, got {theirs[at:at + 6]}…")


def check_conserved(game, state):
    """All cards of the box are somewhere: in a zone, out, or on their way."""
    shown = state["pile"] + state["discard"] + game.out
    for hand in state["hands"]:
        shown += hand
    if game.limbo and len(shown) < len(game.box):
        shown.append(game.limbo)
    if sorted(shown) != game.box:
        raise Mismatch(f"state: cards against the box: {bag_difference(game.box, shown)}")


def dump_state(game):
    """The state line that we would write (for the self-test's records)."""
    return {
        "turn": game.turn, "owed": game.owed, "actors": game.actors(),
        "alive": [s for s in range(game.seats) if game.alive[s]],
        "hands": game.hands, "pile": game.pile, "discard": game.discard,
        "direction": game.direction, "attacked": game.attacked,
        "pending": game.pending, "faceup": game.faceup,
        "cursed": sorted(game.cursed), "marked": game.marked,
    }
