"""Rules as an input, and the distribution over rule sets."""

import pytest

from ninelives.game import Game
from ninelives.rule_sets import COUNT, held_out_rules, sample, training_rules
from ninelives.rules import CARD_NAMES, PRESETS, rules_block, rules_of, rules_text
from ninelives.spec import RULES_FIELDS


def test_AGT_4_a_thousand_rule_sets_are_drawn_and_two_hundred_are_held_out():
    rules = sample()
    assert len(rules) == len(set(rules)) == COUNT
    assert rules == sample() and rules[:10] == sample(count=10) and rules != sample(seed=1)
    train, held = training_rules(), held_out_rules()
    assert (len(train), len(held)) == (800, 200)
    assert not set(train) & set(held)


def test_AGT_4_rule_sets_differ_in_every_field_that_they_vary():
    blocks = [rules_block(one.rules, one.players) for one in sample()]
    fixed = {name for name in RULES_FIELDS if len({b[RULES_FIELDS[name].slice] for b in blocks}) < 2}
    assert not fixed


@pytest.mark.parametrize("number", range(0, COUNT, 40))
def test_AGT_4_a_game_of_a_rule_set_ends(number):
    one = sample()[number]
    game = Game(one.players, rules=one.rules, seed=5, number=number)
    for _ in range(5000):
        if game.over:
            break
        game.apply(game.sample())
    assert game.over


@pytest.mark.parametrize("preset", PRESETS)
def test_a_rules_block_says_what_the_rules_say(preset):
    text = rules_text(preset, ("imploding",), {"hand": 6})
    block, rules = rules_block(text, 3), rules_of(text, 3)
    assert block[RULES_FIELDS["hand"].offset] == rules["hand"] == 6
    assert bool(block[RULES_FIELDS["chain"].offset]) == rules["chain"]
    copies = dict(zip(CARD_NAMES, block[RULES_FIELDS["copies"].slice], strict=False))
    assert {card: n for card, n in copies.items() if n} == {
        card: n for card, n in rules["copies"].items() if n
    }


def test_a_rules_block_has_no_clock():
    slow = rules_text(overrides={"window_ms": 9000})
    assert rules_block(slow, 2) == rules_block(rules_text(), 2)
