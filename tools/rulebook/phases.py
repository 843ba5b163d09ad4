"""Phases of a game, and the spelling of answers."""

from functools import lru_cache

MAIN, CHAIN, TARGET, NAME, FIVE, WINDOW = "main", "chain", "target", "name", "five", "window"
TIMES, ORDER, GIVE, GARBAGE, TAKE = "times", "order", "give", "garbage", "take"
CHOICE, GUESS, DEPTH = "choice", "guess", "depth"
POTLUCK, BURY = "potluck", "bury"
KITTEN_PHASES = (CHOICE, GUESS, DEPTH)

GOES_ON, ENDS_ONE = "goes on", "ends one"  # what becomes of the turn afterwards

AIMED = frozenset(("targeted", "favor", "mark", "curse", "pair", "triple"))


@lru_cache(maxsize=None)
def numbered(verb, first, last):
    """`verb first` … `verb last`, sorted as text."""
    return sorted(f"{verb} {i}" for i in range(first, last + 1))


def named_cards(cards):
    return sorted(f"card {c}" for c in set(cards))
