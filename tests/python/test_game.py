"""Tests of the Game class: one game, its texts, its copies, and errors for wrong arguments."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
from ninelives import (
    CARD_NAMES,
    EXPANSIONS,
    FIELDS,
    PRESETS,
    Game,
    bot_names,
    observation_size,
    rules_text,
    small_game,
)

STRAY = rules_text(expansions="stray")
ALL_GAMES = [
    (preset, expansions, players)
    for preset in PRESETS
    for expansions in ((), *((one,) for one in EXPANSIONS), EXPANSIONS)
    for players in (2, 4, 5)
]


def play(game: Game, moves: int) -> Game:
    for _ in range(moves):
        if game.over:
            break
        game.apply(game.sample())
    return game


@pytest.mark.parametrize(("preset", "expansions", "players"), ALL_GAMES)
def test_RL_1_every_game_plays_to_its_end(preset, expansions, players):
    game = Game(players, rules=rules_text(preset, expansions), seed=3)
    while not game.over:
        legal = game.legal()
        assert legal
        for action in legal:
            assert game.parse(game.text(action)) == action
        game.apply(game.sample())
    assert game.alive == [game.winner]
    assert sum(game.rewards()) == pytest.approx(0)
    assert '"winner"' in game.record().splitlines()[-1]


def test_RL_1_the_same_seed_gives_the_record_of_the_program(program):
    arguments = ["record", "--seats", "4", "--seed", "9", "--games", "3"]
    arguments += ["--expansions", ",".join(EXPANSIONS)]
    told = subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout
    played = ""
    for number in range(3):
        rules = rules_text(expansions=EXPANSIONS)
        game = Game(4, rules=rules, seed=9, number=number)
        game.play_random()
        played += game.record()
    assert played == told


def test_RL_1_the_program_replays_our_records(program, tmp_path):
    game = Game(5, rules=rules_text("srs", EXPANSIONS), seed=4)
    play(game, 30)
    game.forfeit(game.alive[-1])
    game.play_random()
    path = tmp_path / "game.jsonl"
    path.write_text(game.record())
    subprocess.run([program, "replay", str(path)], check=True, capture_output=True)


def test_RL_1_clones_pickles_and_restored_games_go_on_alike():
    game = play(Game(3, seed=5), 25)
    copies = [game.clone(), copy.deepcopy(game), copy.copy(game), pickle.loads(pickle.dumps(game))]
    other = Game(3, seed=99)
    other.restore(game)
    game.play_random()
    for one in [*copies, other]:
        one.play_random()
        assert one.record() == game.record()


@pytest.mark.parametrize("seed", range(20))
def test_RL_1_determinized_worlds_look_the_same_and_are_not(seed):
    game = play(Game(4, rules=rules_text(expansions=EXPANSIONS), seed=seed), 5 + 4 * seed)
    if game.over:
        return
    for seat in game.alive:
        world = game.determinize(seat, seed=seed + 1)
        for level in ("raw", "counting", "history"):
            assert (world.observe(seat, level) == game.observe(seat, level)).all()
        assert (world.mask(seat) == game.mask(seat)).all()
        assert world.view(seat) == game.view(seat)
        assert world.story(seat) == game.story(seat)
        assert repr(world) == repr(game)
        assert world.odds(seat=seat) == game.odds(seat=seat)
        # The comparison has something to find: the truth is another one.
        assert world.state_text() != game.state_text()
        world.play_random()


def test_RL_1_a_watcher_and_the_repr_tell_no_secrets():
    game = play(Game(3, seed=8), 12)
    assert "hand" not in game.view(-1)
    assert str(2**63 + 5) not in repr(Game(2, seed=2**63 + 5))


def test_RL_1_observations_say_what_is_true():
    game = play(Game(4, seed=2), 10)
    seat = game.player
    row, view = game.observe(seat), game.view(seat)
    hand = {CARD_NAMES[i]: int(n) for i, n in enumerate(row[FIELDS["hand"].slice]) if n}
    assert hand == view["hand"]
    assert row[FIELDS["pile_size"].offset] == view["pile"]
    assert row[FIELDS["top_odds"].offset] == pytest.approx(game.odds() * 255, abs=1)
    assert [observation_size(level) for level in ("raw", "counting", "history")] == [132, 363, 875]
    assert (game.observe(seat, "history")[:363] == row).all()


def test_RL_1_the_privileged_state_holds_all_hands_and_the_pile():
    game = Game(3, seed=1)
    bytes_ = game.privileged(0)
    hands = bytes_[: 6 * 32].reshape(6, 32)
    assert hands.sum(axis=1).tolist() == [8, 8, 8, 0, 0, 0]
    assert np.count_nonzero(bytes_[6 * 32 :]) == game.view(0)["pile"]
    assert (hands[0] == game.observe(0)[FIELDS["hand"].slice]).all()


def test_RL_3_every_bot_answers_and_strong_ones_beat_random():
    for bot in bot_names():
        game = Game(2, seed=1)
        assert game.bot_action(bot, seed=1) in game.legal()
    wins = 0
    for number in range(60):
        game = Game(2, seed=1, number=number)
        while not game.over:
            bot = "careful" if game.player == number % 2 else "random"
            game.apply(game.bot_action(bot, seed=game.moves))
        wins += game.winner == number % 2
    assert wins > 40


def test_RL_1_explicit_chance_lists_every_outcome():
    game = Game(2, rules=small_game("SAF(0)"), explicit_chance=True)
    while not game.over:
        if game.at_chance:
            outcomes = game.chance()
            assert sum(p for _, p in outcomes) == pytest.approx(1)
            game.choose(outcomes[0][0])
        else:
            assert game.chance() == []
            game.apply(game.legal()[-1])
    assert '"winner"' in game.record()


@pytest.mark.parametrize(
    ("wrong", "kind", "said"),
    [
        (lambda: Game(9), ValueError, "2"),
        (lambda: Game("two"), TypeError, "whole number"),
        (lambda: Game(2, seed=-1), ValueError, "2\\*\\*64"),
        (lambda: Game(2, seed=1.5), TypeError, "whole number"),
        (lambda: Game(2, rules="preset=chess"), ValueError, "official srs family implosion"),
        (lambda: Game(2, rules="nope_way=loud"), ValueError, "commit"),
        (lambda: Game(2, rules="colour=red"), ValueError, "colour"),
        (lambda: Game(2).apply(16), ValueError, "expected one of 0 \\(draw\\)"),
        (lambda: Game(2).apply(300), ValueError, "0 to 255"),
        (lambda: Game(2).apply("fly"), ValueError, "expected one of"),
        (lambda: Game(2).apply(None), TypeError, "action"),
        (lambda: Game(2).mask(5), ValueError, "0 to 1"),
        (lambda: Game(2).observe(0, "all"), ValueError, "raw, counting, history"),
        (lambda: Game(2).bot_action("deep blue"), ValueError, "random"),
        (lambda: Game(2, rules=STRAY).bot_action("net+search"), ValueError, "never met"),
        (lambda: Game(2).story(language="fr"), ValueError, "en or ko"),
        (lambda: Game(2).restore(None), TypeError, "Game"),
        (lambda: Game(2).choose(0), ValueError, "nothing is to be chosen"),
        (lambda: rules_text("official", overrides={"hand": "7 7"}), ValueError, "without spaces"),
        (lambda: small_game("XYZ"), ValueError, "SAFHNVC"),
    ],
)
def test_BEN_6_wrong_arguments_say_what_was_expected(wrong, kind, said):
    with pytest.raises(kind, match=said):
        wrong()


def test_BEN_6_threads_that_share_a_game_wait_for_each_other():
    """In any order, the process lives and every answer is one that the game gave."""
    code = """if True:
        import threading
        import ninelives
        games = [ninelives.Game(5, seed=1), ninelives.Game(5, seed=2)]
        def use(me):
            for i in range(1500):
                game = games[i % 2]
                try:
                    game.apply(game.sample())
                    game.observe(me, "history"), game.mask(me), game.record() if i % 50 == 0 else 0
                    game.restore(games[(i + me) % 2]) if i % 7 == 0 else game.clone()
                except ValueError:
                    game.restore(ninelives.Game(5, seed=i))  # it was over, or another one's turn
        threads = [threading.Thread(target=use, args=(i,)) for i in range(4)]
        [t.start() for t in threads]
        [t.join() for t in threads]
        print("alive")
    """
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (told.returncode, told.stdout) == (0, "alive\n"), told.stderr
