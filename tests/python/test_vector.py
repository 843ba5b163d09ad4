"""Tests of the vector environment and the single-learner one."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from ninelives import EXPANSIONS, FIELDS, Game, NineLivesSingle, NineLivesVec


def arrays(vec: NineLivesVec) -> list[np.ndarray]:
    names = ("observations", "masks", "rewards", "terminated", "truncated", "players")
    return [getattr(vec, name).copy() for name in names]


def same(one: NineLivesVec, other: NineLivesVec, steps: int) -> None:
    """Both go on alike."""
    for _ in range(steps):
        first, second = one.sample(), other.sample()
        assert (first == second).all()
        one.step(first)
        other.step(second)
        for a, b in zip(arrays(one), arrays(other), strict=True):
            assert (a == b).all()


@pytest.mark.parametrize("opponents", [None, ["careful", "random", "counting"]])
@pytest.mark.parametrize("level", ["raw", "counting", "history"])
@pytest.mark.parametrize("rows", [5, 300, 1100])  # a few and many, and shares of several blocks
def test_RL_2_threads_change_nothing(rows, level, opponents):
    options = dict(players=4, level=level, seed=3, opponents=opponents)
    same(NineLivesVec(rows, threads=1, **options), NineLivesVec(rows, threads=4, **options), 60)


@pytest.mark.parametrize("threads", [1, 3])
def test_RL_2_actions_are_chosen_by_softmax_over_what_is_legal(threads):
    vec = NineLivesVec(300, players=3, seed=3, threads=threads)
    generator = np.random.default_rng(5)
    logits = generator.standard_normal((300, 256)).astype(np.float32)
    weights = np.where(vec.masks != 0, np.exp(logits), 0)
    probabilities = weights / weights.sum(1, keepdims=True)
    counts = np.zeros((300, 256))
    for _ in range(400):
        actions = vec.choose(logits, generator)
        assert (vec.masks[np.arange(300), actions] == 1).all()
        chances = probabilities[np.arange(300), actions]
        assert np.exp(vec.log_probabilities) == pytest.approx(chances, rel=1e-4)
        counts[np.arange(300), actions] += 1
    expected = 400 * probabilities
    likely = expected > 5
    chi_square = ((counts - expected)[likely] ** 2 / expected[likely]).sum()
    freedom = likely.sum() - 300
    assert chi_square < freedom + 6 * (2 * freedom) ** 0.5


def test_RL_2_wrong_logits_are_refused_and_ended_rows_choose_nothing():
    vec = NineLivesVec(4, seed=1, autoreset_mode="Disabled", threads=1)
    generator = np.random.default_rng(1)
    with pytest.raises(ValueError, match="logits: expected shape"):
        vec.choose(np.zeros((4, 255), np.float32), generator)
    impossible = np.full((4, 256), np.nan, np.float32)
    assert (vec.masks[np.arange(4), vec.choose(impossible, generator)] == 1).all()
    same = [vec.choose(np.zeros((4, 256)), np.random.default_rng(7)).tolist() for _ in range(2)]
    assert same[0] == same[1]


def test_RL_2_more_rows_do_not_change_the_first_ones():
    few, many = NineLivesVec(4, players=3, seed=5), NineLivesVec(64, players=3, seed=5)
    for _ in range(200):
        actions = many.sample().copy()
        assert (few.sample() == actions[:4]).all()
        few.step(actions[:4])
        many.step(actions)
        assert (few.observations == many.observations[:4]).all()


@pytest.mark.parametrize("expansions", [(), EXPANSIONS])
@pytest.mark.parametrize("level", ["counting", "history"])
def test_RL_2_rows_are_the_games_of_the_engine(level, expansions):
    vec = NineLivesVec(5, players=4, expansions=expansions, level=level, seed=8)
    games = [Game(4, rules=vec.options.rules, seed=8, number=r << 32) for r in range(5)]
    for game in games:
        game.skip_forced()
    for _ in range(400):
        for row, game in enumerate(games):
            assert game.player == vec.players[row]
            assert (game.mask() == vec.masks[row]).all()
            assert (game.observe(level=level) == vec.observations[row]).all()
            assert game.state_text() == vec.state_text(row)
        actions = vec.sample().copy()
        vec.step(actions)
        for row, game in enumerate(games):
            game.apply(int(actions[row]))
            game.skip_forced()
            assert game.over == vec.terminated[row]
            if not game.over:
                assert not vec.rewards[row].any()
                continue
            assert vec.rewards[row] == pytest.approx(game.rewards())
            number = (row << 32) + vec.episode(row)
            games[row] = Game(4, rules=vec.options.rules, seed=8, number=number)
            games[row].skip_forced()


@pytest.mark.parametrize("opponents", [None, "random"])
def test_RL_2_advance_is_a_step_that_returns_nothing(opponents):
    options = dict(players=3, seed=9, opponents=opponents)
    plain, bare = NineLivesVec(40, **options), NineLivesVec(40, **options)
    for step in range(80):
        plain.step(plain.sample())
        actions = bare.sample()
        assert bare.advance(actions if step % 2 else actions.astype(np.int64)) is None
        for a, b in zip(arrays(plain), arrays(bare), strict=True):
            assert (a == b).all()
        assert (plain.final_observations == bare.final_observations).all()
    before = arrays(bare)
    with pytest.raises(ValueError, match="row 0: action 16 is not legal"):
        bare.advance(np.full(40, 16))
    with pytest.raises(ValueError, match="actions: expected 40 whole numbers"):
        bare.advance(np.zeros(40))
    for a, b in zip(before, arrays(bare), strict=True):
        assert (a == b).all()
    bare.close()
    with pytest.raises(ClosedEnvironmentError):
        bare.advance(bare._actions)


QUICK_KINDS = [
    dict(preset=preset, expansions=expansions, players=players, **ways)
    for preset in ("official", "srs", "family", "implosion")
    for expansions in ((), ("imploding", "streaking", "stray"))
    for players in (2, 5)
    for ways in (
        dict(nope_way="commit"),
        dict(nope_way="immediate", skip_forced=False),
        dict(autoreset_mode="NextStep", illegal="forfeit"),
    )
]


@pytest.mark.parametrize("options", QUICK_KINDS)
@pytest.mark.parametrize("registers", [16, 32, 64])
def test_RL_2_BEN_2_quick_rows_write_what_others_write(options, registers, monkeypatch):
    """A limit of turns that is never reached makes the batch go the long way, row by row, and so do
    registers of sixteen bytes. Where the processor has no wider ones than those, nor has the test."""
    rows = 150  # more than a block of those that are played together
    monkeypatch.setenv("NINELIVES_REGISTERS", "16")
    slow = NineLivesVec(rows, seed=6, max_turns=10**6, **options)
    monkeypatch.setenv("NINELIVES_REGISTERS", str(registers))
    quick = NineLivesVec(rows, seed=6, **options)
    forfeits, ended = options.get("illegal") == "forfeit", 0
    for step in range(3000):
        if ended >= 30 and step >= 100:
            break
        actions = quick.sample().copy()
        assert (actions == slow.sample()).all()
        if forfeits and step % 7 == 0:
            actions[step % rows] = 15  # means nothing, in any game
        quick.step(actions), slow.step(actions)
        for name in ("observations", "masks", "rewards", "terminated", "truncated", "players"):
            assert (getattr(quick, name) == getattr(slow, name)).all(), name
        assert (quick.final_observations == slow.final_observations).all()
        ended += quick.terminated.sum()
    assert ended >= 30
    assert [quick.state_text(r) for r in range(rows)] == [slow.state_text(r) for r in range(rows)]


def test_RL_2_rewards_sum_to_zero_and_one_player_wins():
    vec = NineLivesVec(128, players=5, seed=2)
    ended = 0
    for _ in range(300):
        actors = vec.players.copy()
        _, reward, terminated, truncated, info = vec.step(vec.sample())
        rewards = info["rewards"]
        assert np.abs(rewards.sum(axis=1)).max() < 1e-6
        assert ((rewards == 1).sum(axis=1) == terminated).all()
        assert (reward == rewards[np.arange(128), actors]).all()
        assert not truncated.any()
        ended += terminated.sum()
    assert ended > 100


def test_RL_2_nobody_is_asked_what_leaves_no_choice():
    vec = NineLivesVec(64, players=3, seed=2)
    for _ in range(100):
        assert (vec.masks.sum(axis=1) > 1).all()
        vec.step(vec.sample())


def test_RL_2_arrays_are_not_copied_unless_asked():
    vec = NineLivesVec(4, seed=1)
    observation, _ = vec.reset()
    assert observation["observation"] is vec.observations
    assert observation["action_mask"] is vec.masks
    kept = NineLivesVec(4, seed=1, copy=True)
    observation, _ = kept.reset()
    before = observation["observation"].copy()
    kept.step(kept.sample())
    assert (observation["observation"] == before).all()


def test_RL_2_reset_with_and_without_a_seed():
    vec = NineLivesVec(8, seed=4)
    first = vec.reset()[0]["observation"].copy()
    going_on = vec.reset()[0]["observation"].copy()
    again = vec.reset(seed=4)[0]["observation"].copy()
    assert (first == again).all()
    assert (first != going_on).any()
    assert (vec.reset()[0]["observation"] == going_on).all()


def test_RL_2_declared_autoreset_modes():
    assert NineLivesVec(1).metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    vec = NineLivesVec(16, seed=1, autoreset_mode="NextStep")
    assert vec.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    for _ in range(300):
        ended = vec.terminated.copy()
        episodes = [vec.episode(row) for row in range(16)]
        vec.step(vec.sample())
        for row in np.flatnonzero(ended):
            assert not vec.terminated[row]
            assert not vec.rewards[row].any()
            assert vec.episode(row) == episodes[row] + 1
    vec = NineLivesVec(16, seed=1, autoreset_mode="Disabled")
    while not vec.terminated.any():
        vec.step(vec.sample())
    with pytest.raises(ValueError, match="expected a reset"):
        vec.step(vec.sample())
    ended = vec.terminated.copy()
    before = vec.observations.copy()
    vec.reset(options={"reset_mask": ended})
    assert (vec.observations[~ended] == before[~ended]).all()
    assert not vec.terminated.any()
    vec.step(vec.sample())


@pytest.mark.parametrize("level", ["counting", "history"])
@pytest.mark.parametrize("opponents", [None, "careful"])
def test_RL_2_pickles_and_saved_batches_go_on_alike(opponents, level):
    vec = NineLivesVec(16, players=3, seed=9, opponents=opponents, level=level)
    for _ in range(50):
        vec.step(vec.sample())
    twins = [pickle.loads(pickle.dumps(vec)), copy.deepcopy(vec)]
    saved = vec.save()
    for a, b in zip(arrays(vec), arrays(twins[0]), strict=True):
        assert (a == b).all()
    same(vec, twins[0], 100)
    twins[1].load(saved)
    vec.load(saved)
    same(vec, twins[1], 100)


def stands_at_its_last_turn(vec: NineLivesVec, row: int, played: list[int], turns: int) -> Game:
    """The row's first game, played again up to where so many turns have begun."""
    game = Game(vec.options.players, rules=vec.options.rules, seed=1, number=row << 32)
    for action in [*played, None]:
        while len(game.legal()) == 1 and game.turns < turns:
            game.apply(game.legal()[0])
        if action is not None:
            game.apply(action)
    return game


def test_RL_2_BEN_2_a_row_is_cut_off_before_a_turn_that_everybody_saw_begin():
    """Counted in decisions, a row ended sooner where somebody had a Nope to think about, and in the
    middle of a window: everybody else could see it by the end."""
    rows, turns = 64, 5
    vec = NineLivesVec(rows, players=3, seed=1, max_turns=turns, autoreset_mode="Disabled")
    played: list[list[int]] = [[] for _ in range(rows)]
    open_, decisions = np.ones(rows, bool), set()
    while open_.any():
        actions = vec.sample()
        for row in np.flatnonzero(open_):
            played[row].append(int(actions[row]))
        vec.step(actions)
        for row in np.flatnonzero(vec.truncated & open_):
            game = stands_at_its_last_turn(vec, row, played[row], turns + 1)
            assert game.turns == turns + 1
            assert game.view()["phase"]["name"] == "turn"
            assert (vec.final_observations[row] == game.observe(game.player)).all()
            decisions.add(len(played[row]))
        open_ &= ~(vec.truncated | vec.terminated)
        vec.reset(options={"reset_mask": vec.truncated | vec.terminated})
    assert len(decisions) > 3  # so many decisions are as many turns


def test_RL_2_BEN_2_among_bots_a_row_is_cut_off_there_as_well():
    phase = FIELDS["phase"]
    vec = NineLivesVec(64, players=4, seed=2, max_turns=6, opponents="careful")
    turn = Game(4, seed=2).observe()[phase.offset]  # a game begins with a turn
    cut = 0
    for _ in range(40):
        vec.step(vec.sample())
        cut += vec.truncated.sum()
        assert (vec.final_observations[vec.truncated, phase.offset] == turn).all()
        assert (vec.masks.any(axis=1)).all()
    assert cut > 50


def test_RL_2_the_privileged_state_is_there_for_critics():
    vec = NineLivesVec(4, players=3, seed=1, privileged=True)
    game = Game(3, rules=vec.options.rules, seed=1)
    game.skip_forced()
    assert (vec.privileged[0] == game.privileged()).all()


def test_BEN_6_illegal_actions_are_refused_or_forfeit():
    vec = NineLivesVec(4, players=3, seed=1)
    before = arrays(vec)
    actions = vec.sample().copy()
    actions[2] = 16
    with pytest.raises(ValueError, match="row 2: action 16 is not legal; expected one of 0 "):
        vec.step(actions)
    for a, b in zip(before, arrays(vec), strict=True):
        assert (a == b).all()
    losing = NineLivesVec(4, players=2, seed=1, illegal="forfeit")
    loser = losing.players.copy()
    losing.step(np.full(4, 16))
    assert losing.terminated.all()
    assert (losing.rewards[np.arange(4), loser] == -1).all()


def test_RL_2_the_single_learner_sits_in_every_seat_and_beats_nobody_by_chance():
    vec = NineLivesVec(64, players=3, opponents="careful", seed=1)
    seats, outcomes = set(), []
    for _ in range(400):
        seats |= set(vec.players.tolist())
        _, rewards, terminated, _, _ = vec.step(vec.sample())
        outcomes += rewards[terminated].tolist()
    assert seats == {0, 1, 2}
    assert set(outcomes) == {-0.5, 1.0}
    assert len(outcomes) > 500
    assert np.mean(outcomes) < -0.2
    fixed = NineLivesVec(8, players=3, opponents="random", learner_seat=1, seed=1)
    for _ in range(50):
        fixed.step(fixed.sample())
        assert (fixed.players == 1).all()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("flat", [True, False])
def test_RL_1_gymnasium_check_env(flat):
    check_env(NineLivesSingle(players=3, flat=flat), skip_render_check=True)


def test_RL_1_single_learner_masks_and_illegal_actions():
    env = NineLivesSingle(players=2, opponents="random")
    observation, info = env.reset(seed=3)
    assert env.action_masks().dtype == np.bool_
    assert (env.action_masks() == observation["action_mask"]).all()
    assert (info["action_mask"] == observation["action_mask"]).all()
    _, reward, terminated, truncated, info = env.step(16)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal_action"]
    again, _ = env.reset(seed=3)
    assert (again["observation"] == observation["observation"]).all()


@pytest.mark.parametrize(
    ("make", "kind", "said"),
    [
        (lambda: NineLivesVec(0), ValueError, "at least 1"),
        (lambda: NineLivesVec(1, players=9), ValueError, "2"),
        (lambda: NineLivesVec(1, opponents="deep blue"), ValueError, "careful"),
        (lambda: NineLivesVec(1, opponents="random", learner_seat=4), ValueError, "0 to 1"),
        (lambda: NineLivesVec(1, opponents="random", learner_seat=-1), ValueError, "0 to 1"),
        (lambda: NineLivesVec(1, opponents="random", learner_seat=-2), ValueError, "0 to 1"),
        (lambda: NineLivesVec(1, opponents="net+search", expansions="stray"), ValueError, "never met"),
        (lambda: NineLivesVec(2).step(np.array([0, 2**32])), ValueError, "row 1: action 42949"),
        (lambda: NineLivesVec(1).step(np.array([2**32], np.uint64)), ValueError, "row 0"),
        (lambda: NineLivesVec(1).reset(options={"seed": 1}), ValueError, "got seed"),
        (lambda: NineLivesVec(1).reset(options={"reset_mask": [0.5]}), ValueError, "True or False"),
        (lambda: NineLivesVec(1).reset(options={"reset_mask": [2]}), ValueError, "True or False"),
        (lambda: NineLivesSingle().reset(options={"number": 1}), ValueError, "got number"),
        (lambda: NineLivesSingle().step(0.7), TypeError, "whole number"),
        (lambda: NineLivesVec(1, learner_seat=0), ValueError, "opponents"),
        (lambda: NineLivesVec(1, illegal="x"), ValueError, "error or forfeit"),
        (lambda: NineLivesVec(1, autoreset_mode="x"), ValueError, "SameStep"),
        (lambda: NineLivesVec(1, threads=-1), ValueError, "threads"),
        (lambda: NineLivesVec(2).step([0]), ValueError, "2 whole numbers"),
        (lambda: NineLivesVec(2).step([0.5, 0.5]), ValueError, "whole numbers"),
        (lambda: NineLivesVec(2).load(b"x" * 100), ValueError, "saved"),
        (lambda: NineLivesVec(2).load(NineLivesVec(3).save()), ValueError, "rows 2, got 3"),
        (lambda: NineLivesVec(1).episode(4), ValueError, "0 to 0"),
    ],
)
def test_BEN_6_wrong_arguments_say_what_was_expected(make, kind, said):
    with pytest.raises(kind, match=said):
        make()


@pytest.mark.parametrize("level", ["raw", "counting"])
def test_RL_1_the_single_learner_is_told_what_it_holds(level):
    env = NineLivesSingle(players=2, level=level, render_mode="ansi")
    env.reset(seed=3)
    pile, hand = env.render().splitlines()
    assert pile.startswith("pile: ")
    assert ("a kitten on top" in pile) == (level != "raw")
    assert "defuse" in hand


# ---- Gymnasium's manners -------------------------------------------------------------------------


def test_RL_2_wrappers_find_the_autoreset_mode_where_gymnasium_has_it():
    for mode in AutoresetMode:
        vec = NineLivesVec(2, autoreset_mode=mode)
        assert vec.autoreset_mode is mode is vec.metadata["autoreset_mode"]


@pytest.mark.long
@pytest.mark.parametrize(
    "make",
    [
        lambda: NineLivesVec(4, opponents="random", seed=1, copy=True, autoreset_mode="Disabled"),
        lambda: NineLivesSingle(opponents="random", seed=1),
    ],
    ids=["vector", "single"],
)
def test_BEN_5_torchrl_plays_whole_games_by_the_mask(make):
    envs = pytest.importorskip("torchrl.envs", reason="torchrl is not installed")
    played = envs.TransformedEnv(envs.GymWrapper(make()), envs.ActionMask()).rollout(
        200, break_when_any_done=False
    )
    assert played["observation"].shape == (*played.shape, 363)
    assert (played["action"] * played["action_mask"]).sum(-1).eq(1).all()  # legal, each of them
    done, reward = played["next", "done"], played["next", "reward"]
    assert done.sum() >= 3
    assert reward[done].abs().eq(1).all()
    assert reward[~done].eq(0).all()
    pile = played["observation"][..., FIELDS["pile_size"].offset].int()
    grew = (pile[..., 1:] - pile[..., :-1])[done[..., :-1, 0]]
    assert grew.float().mean() > 3  # new games have begun; one that was over at once hardly counts


@pytest.mark.parametrize("first", ["ninelives", "gymnasium"])
def test_RL_1_gymnasium_makes_the_environment_by_its_module(first):
    code = f"import {first}; import gymnasium; "
    code += "print(gymnasium.make('ninelives:NineLives-v1', players=3).reset(seed=1)[1]['player'])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert told.stdout.strip() in {"0", "1", "2"}


@pytest.mark.parametrize("make", [lambda: NineLivesVec(2), NineLivesSingle])
def test_BEN_6_what_was_closed_does_not_go_on(make):
    env = make()
    env.reset(seed=1)
    env.close()
    with pytest.raises(ClosedEnvironmentError, match="closed"):
        env.reset()
    with pytest.raises(ClosedEnvironmentError, match="closed"):
        env.step(0)
    env.close()


def test_RL_2_a_shallow_copy_has_arrays_of_its_own():
    vec = NineLivesVec(4, seed=1)
    twin = copy.copy(vec)
    before = arrays(twin)
    vec.step(vec.sample())
    for a, b in zip(before, arrays(twin), strict=True):
        assert (a == b).all()
    assert not np.shares_memory(vec.observations, twin.observations)
    twin.step(twin.sample())
    same(vec, twin, 50)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (dict(players=6, expansions="imploding"), "players 2, got 6"),
        (dict(preset="family"), "rules "),
        (dict(house_rules={"hand": 5}), "rules "),
        (dict(level="raw"), "level 1, got 0"),
        (dict(opponents="careful"), "learner -2, got -1"),
        (dict(skip_forced=False), "skip_forced 1, got 0"),
        (dict(autoreset_mode="Disabled"), "autoreset 0, got 2"),
    ],
)
def test_BEN_6_what_was_saved_with_other_options_is_refused(other, said):
    vec = NineLivesVec(2, seed=1)
    before = arrays(vec)
    with pytest.raises(ValueError, match=said):
        vec.load(NineLivesVec(2, seed=1, **other).save())
    for a, b in zip(before, arrays(vec), strict=True):
        assert (a == b).all()


def test_RL_2_another_opponents_rows_are_refused():
    saved = NineLivesVec(2, opponents="random").save()
    with pytest.raises(ValueError, match="bots careful, got random"):
        NineLivesVec(2, opponents="careful").load(saved)


def test_BEN_6_threads_outlive_a_fork():
    """A batch with threads that was made before a fork goes on in both processes, alike; it is
    given back in the child, which ends in the ordinary way."""
    code = """if True:
        import os, sys
        import ninelives
        vec = ninelives.NineLivesVec(600, players=3, threads=4, seed=1)
        vec.step(vec.sample())
        child = os.fork()
        for _ in range(50):
            vec.step(vec.sample())
        # One write: with PYTHONUNBUFFERED print makes two, and the other process may come between.
        os.write(1, b"%d\\n" % hash(vec.observations.tobytes() + vec.masks.tobytes()))
        del vec
        if child:
            assert os.waitpid(child, 0)[1] == 0
        sys.exit()
    """
    told = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=600,  # what hangs must end some day
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )
    assert told.returncode == 0, told.stderr
    mine, childs = told.stdout.split()
    assert mine == childs
