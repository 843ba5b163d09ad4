"""Test of timing leaks: a player with a clock against a server's bots: python3 timing_test.py PROGRAM [GAMES [BOT ...]]

In each game the player plays a Skip at once and notes when `window` came after its `events`, and when the bot's answer
came after that. What the bot held is read in the record when all is over. Neither time may tell a hand with a Nope from
one without. A busy machine makes all times longer, but not those of one kind of hand: the two kinds are compared with
each other, never with a clock.
"""

import json
import math
import sys
import time
import unittest

from case import Served
from player import Player

GAMES = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 150
BOTS = sys.argv[1:] or ["random", "draw", "careful", "counting", "flat", "ismcts", "net", "net+search", "strongest", "easy",
                        "medium", "hard"]
del sys.argv[1:]
RULES = {"first": "zero", "hand": 3, "copies.nope": 12, "copies.skip": 40}


def told_apart(a, b):
    """The largest difference of the two distribution functions: 1 where a look at the clock is enough."""
    share = lambda times, x: sum(t <= x for t in times) / len(times)
    return max(abs(share(a, x) - share(b, x)) for x in a + b)


def by_chance(a, b):
    """Largest difference of two samples of the same, but for once in a million."""
    return 2.7 * math.sqrt((len(a) + len(b)) / (2 * len(a) * len(b)))


class Times(Served):
    config = ("[limits]\ngame_burst = 100000\nmessage_burst = 100000\nhost_burst = 100000\n"
              "[pace]\nbot_ms = 60\nbot_spread_ms = 40\n")

    def one_game(self, ann):
        """True if the bot held a Nope; the time until `window`, and from there to what the bot did. None: no Skip."""
        ann.question = ann.window = None
        ann.over = None
        ann.say("start")
        while not ann.question:
            ann.step()
        sample = None
        if "play skip" in ann.question["legal"]:
            ann.answer("play skip")
            ann.until("events")
            begun = time.perf_counter()
            ann.until("window")
            window = time.perf_counter()
            ann.until("events")
            sample = window - begun, time.perf_counter() - window
        ann.say("forfeit")
        while not ann.over:
            ann.step()
        hands = next(json.loads(line)["deal"]["hands"] for line in ann.fetch_record() if '"deal"' in line)
        ann.say("rematch")
        while ann.lobby["phase"] != "lobby":
            ann.step()
        return sample and ("nope" in hands[1], *sample)

    def test_NOPE_9_no_time_tells_a_bots_nope(self):
        for bot in BOTS:
            ann = Player("Ann").create(self.port, seats=2, window_ms=5_000, turn_s=0, rules=RULES)
            ann.say("add_bot", bot=bot)
            samples = [sample for sample in (self.one_game(ann) for _ in range(GAMES)) if sample]
            ann.close()
            for what, place in (("the window comes", 1), ("the bot answers", 2)):
                with_nope = [s[place] for s in samples if s[0]]
                without = [s[place] for s in samples if not s[0]]
                self.assertGreater(min(len(with_nope), len(without)), GAMES / 10, bot)
                apart, most = told_apart(with_nope, without), by_chance(with_nope, without)
                print(f"{bot}: {what}: {len(with_nope)} with a Nope, {len(without)} without: {apart:.2f}, "
                      f"by chance up to {most:.2f}", flush=True)
                self.assertLess(apart, most, f"{bot}: when {what} tells whether it holds a Nope")


if __name__ == "__main__":
    unittest.main(verbosity=2)
