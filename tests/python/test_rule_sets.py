"""Tests of rules as an input, and of the distribution over rule sets."""

import json
import subprocess

import pytest

from ninelives import evaluate, held_out
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


@pytest.fixture
def few_rule_sets(monkeypatch):
    """Ten rule sets, one deal each."""
    monkeypatch.setattr(held_out, "DEALS", dict.fromkeys((2, 3, 4, 5), 1))
    monkeypatch.setattr(held_out, "held_out_rules", lambda: held_out_rules()[:10])


def test_AGT_4_bots_are_evaluated_on_held_out_rule_sets(tmp_path, few_rule_sets, capsys, program):
    log = tmp_path / "log.jsonl"
    words = ["--rules", "held-out", "--log", str(log), "--workers", "1", "--format", "json"]
    evaluate.main(["counting,random", *words])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["agent"] for row in rows] == ["counting", "random"]
    for row in rows:
        assert row["rule_sets"] == 10
        assert row["low"] <= row["share"] <= row["high"]
    assert rows[1]["share"] < 0.3 < rows[0]["share"]
    # The log holds what was scheduled, and all of it is played again.
    done = subprocess.run([program, "leaderboard", "--check", "--log", log], capture_output=True)
    assert done.returncode == 0, done.stdout.decode()
    # A second run plays nothing and finds the same.
    before = log.read_text()
    evaluate.main(["counting,random", *words])
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == rows
    assert log.read_text() == before


def test_AGT_4_shares_count_seats_and_not_places():
    line = {"agents": ["careful", "careful", "mine"], "places": [[2, 3, 1], [1, 2, 3], [2, 1, 3]]}
    # One of three games for one seat, two of three for two seats: even.
    assert held_out.wins_from([json.dumps(line)], "careful") == pytest.approx(0.5)
    assert held_out.wins_from([], "careful") is None


def test_AGT_4_wrong_agents_are_named(tmp_path, few_rule_sets, capsys):
    with pytest.raises(SystemExit):
        evaluate.main(["nobody", "--rules", "held-out", "--log", str(tmp_path / "log.jsonl")])
    assert "nobody" in capsys.readouterr().err
