#!/usr/bin/env python3
"""Checker of four terminals' screens against the record of their game.

    screens.py <folder> <lang> "<names in the order of their seats>"

The folder has game.jsonl, and of each player the screens NAME.dealt and NAME.end. Right after the
deal a screen names the cards of its player's hand and no others (NET-6); at the end all name the
same winner (NET-3)."""

import json
import re
import sys

FOLDER, LANG, NAMES = sys.argv[1], sys.argv[2], sys.argv[3].split()
WINNER = {"en": "winner", "ko": "우승"}
# A name may be broken into rows: one word of it is enough, where no other name has it.
WORD = {
    "en": {"see": "Future", "cattermelon": "Catter", "potato": "Potato", "beard": "Beard", "rainbow": "Rainbow"},
    "ko": {"see": "미래", "tacocat": "타코", "cattermelon": "수박", "potato": "감자", "beard": "수염",
           "rainbow": "무지개"},
}


def read(name):
    with open(f"{FOLDER}/{name}", encoding="utf-8") as file:
        return file.read()


def words_of(language):
    with open(f"{LANG}/{language}.json", encoding="utf-8") as file:
        cards = json.load(file)["cards"]
    return {card: WORD[language].get(card, text["name"]) for card, text in cards.items()}


def fail(why):
    sys.exit(f"screens.py: {why}")


def main():
    lines = [json.loads(line) for line in read("game.jsonl").splitlines()]
    hands = next(line["deal"]["hands"] for line in lines if "deal" in line)
    base = {card for hand in hands for card in hand} | {"defuse"}
    winners = set()
    for seat, name in enumerate(NAMES):
        dealt, end = read(f"{name}.dealt"), read(f"{name}.end")
        language = "ko" if re.search("[가-힣]", dealt) else "en"
        words = words_of(language)
        named = {card for card in base if words[card] in dealt}
        if named != set(hands[seat]):
            fail(f"{name} holds {sorted(set(hands[seat]))}, the screen names {sorted(named)}")
        winner = re.findall(rf"^ *(\w+) +{WINNER[language]}\b", end, re.M)
        if len(winner) != 1:
            fail(f"{name} sees no winner")
        winners.add(winner[0])
    if len(winners) != 1 or not winners <= set(NAMES):
        fail(f"winners: {winners}")
    if len({tuple(sorted(hand)) for hand in hands}) < 2:
        fail("all hands are alike: the deal says nothing")


main()
