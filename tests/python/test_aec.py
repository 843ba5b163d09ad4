"""Tests of the PettingZoo environment: PettingZoo's own, and all that they leave open."""

from __future__ import annotations

import copy
import gc
import pickle
import warnings
import weakref
from collections.abc import Iterator

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from ninelives import (
    CARD_NAMES,
    EXPANSIONS,
    FIELDS,
    PRESETS,
    Game,
    NineLivesVec,
    ninelives_v1,
    register_envs,
)
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    render_test,
    seed_test,
)
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import aec_to_parallel
from walking import walk


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("preset", PRESETS)
def test_RL_1_pettingzoo_api_test(preset, players):
    api_test(ninelives_v1.env(players=players, preset=preset), num_cycles=300)


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize("skip_forced", [True, False])
def test_RL_1_pettingzoo_api_test_of_the_widest_game(skip_forced):
    options = dict(players=6, expansions=EXPANSIONS, level="history", skip_forced=skip_forced)
    api_test(ninelives_v1.env(**options), num_cycles=1000)


def test_RL_1_pettingzoo_seed_test():
    seed_test(lambda: ninelives_v1.env(players=4), num_cycles=500)


def test_RL_1_pettingzoo_parallel_api_test_through_the_converter():
    parallel_api_test(ninelives_v1.parallel_env(players=3), num_cycles=300)


def test_RL_1_pettingzoo_render_test(capsys):
    render_test(lambda render_mode: ninelives_v1.env(players=3, render_mode=render_mode))
    assert "your hand" in capsys.readouterr().out


class Alternating(wrappers.BaseWrapper):
    """For max_cycles_test alone, which samples without a mask and wants every agent in each cycle:
    whoever is asked draws, and the deal has no kitten in reach."""

    metadata = {**ninelives_v1.raw_env.metadata, "is_parallelizable": True}

    def reset(self, seed=None, options=None):
        super().reset(seed=12, options=options)

    def step(self, action):
        super().step(action if action is None else 0)


class AlternatingModule:
    @staticmethod
    def env(max_cycles):
        options = dict(players=2, house_rules={"first": "zero"}, max_cycles=max_cycles)
        return Alternating(ninelives_v1.raw_env(**options))

    @classmethod
    def parallel_env(cls, max_cycles):
        return aec_to_parallel(cls.env(max_cycles))


def test_RL_1_pettingzoo_max_cycles_test():
    max_cycles_test(AlternatingModule)


@pytest.mark.parametrize("players", [2, 5])
def test_RL_1_whole_episodes_repeat_and_equal_the_engine(players):
    first, second = (ninelives_v1.env(players=players) for _ in range(2))
    first.reset(seed=21)
    second.reset(seed=21)
    actions = []
    for a, b in zip(walk(first), walk(second), strict=True):
        np.testing.assert_equal(a, b)
        if a[-1] is not None:
            actions.append(a[-1])
    game = Game(players, rules=first.unwrapped.options.rules, seed=21)
    for action in actions:
        game.skip_forced()
        game.apply(action)
    game.skip_forced()
    assert game.over
    assert game.record() == first.unwrapped.game.record() == second.unwrapped.game.record()


def test_RL_1_without_a_seed_the_stream_of_games_goes_on():
    env = ninelives_v1.raw_env()
    records = []
    for seed in (5, None, None, 5, None):
        env.reset(seed=seed)
        records.append(env.game.record())
    assert records[0] == records[3]
    assert records[1] == records[4]
    assert len({*records[:3]}) == 3
    fresh = {ninelives_v1.raw_env() for _ in range(3)}
    for one in fresh:
        one.reset()
    assert len({one.game.record() for one in fresh}) == 3


@pytest.mark.parametrize("players", [2, 4])
def test_RL_1_a_row_of_the_vector_environment_is_the_same_game(players):
    vec = NineLivesVec(3, players, seed=77)
    env = ninelives_v1.raw_env(players=players)
    row, episodes = 2, 0
    env.reset(seed=77, options={"number": row << 32})
    while episodes < 3:
        while env.terminations[env.agent_selection]:
            env.step(None)
        agent = env.agent_selection
        assert agent == f"player_{vec.players[row]}"
        seen = env.observe(agent)
        assert (seen["observation"] == vec.observations[row]).all()
        assert (seen["action_mask"] == vec.masks[row]).all()
        actions = vec.sample().copy()
        vec.step(actions)
        env.step(int(actions[row]))
        if vec.terminated[row]:
            episodes += 1
            env.reset(seed=77, options={"number": (row << 32) + vec.episode(row)})


@pytest.mark.parametrize("players", [2, 3, 6])
def test_RL_1_masks_deaths_and_rewards(players):
    options = dict(players=players, expansions=EXPANSIONS)
    env = ninelives_v1.raw_env(**options)
    for seed in range(15):
        env.reset(seed=seed)
        totals = dict.fromkeys(env.agents, 0.0)
        dead_steps = []
        for agent, observation, reward, terminated, truncated, info, _ in walk(env):
            totals[agent] += reward
            mask = observation["action_mask"]
            assert mask.dtype == np.int8
            assert (mask == info["action_mask"]).all()
            assert agent not in dead_steps
            if terminated:
                dead_steps.append(agent)
                assert not mask.any()
                continue
            assert not truncated
            assert np.flatnonzero(mask).tolist() == env.game.legal(int(agent[-1]))
            assert env.observation_space(agent).contains(observation)
        assert sorted(dead_steps) == env.possible_agents
        assert env.agents == []
        assert sum(totals.values()) == pytest.approx(0)
        assert sorted(totals.values())[-1] == 1
        assert totals[f"player_{env.game.winner}"] == 1


def test_RL_1_observing_is_free_of_side_effects_and_only_the_mover_has_a_mask():
    env = ninelives_v1.raw_env(players=4)
    env.reset(seed=3)
    before = env.game.state_text()
    for agent in env.agents:
        first, again = env.observe(agent), env.observe(agent)
        np.testing.assert_equal(first, again)
        assert first["action_mask"].any() == (agent == env.agent_selection)
    assert env.game.state_text() == before


@pytest.mark.parametrize("seed", range(8))
def test_BEN_2_paired_worlds_give_an_agent_the_same_bytes(seed):
    """An agent's bytes must not depend on hidden state, on any surface."""
    env = ninelives_v1.raw_env(players=4, expansions=EXPANSIONS, level="history")
    env.reset(seed=seed)
    for step, _ in enumerate(walk(env)):
        if step != 6 + 5 * seed or len(env.agents) < 2:
            continue
        for agent in env.agents:
            world = env.determinize(agent, seed=step)
            seen, imagined = env.observe(agent), world.observe(agent)
            assert pickle.dumps(seen) == pickle.dumps(imagined)
            assert repr(env) == repr(world)
            assert env.agent_selection == world.agent_selection
            assert env.rewards == world.rewards
            np.testing.assert_equal(env.infos[agent], world.infos[agent])
            assert env.game.state_text() != world.game.state_text()
        return


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e)), "clone"]
)
def test_RL_1_copies_go_on_alike(copied):
    env = ninelives_v1.raw_env(players=3)
    env.reset(seed=6)
    for _ in range(20):
        env.step(env.game.sample())
    twin = env.clone() if copied == "clone" else copied(env)
    other = ninelives_v1.raw_env(players=3)
    other.reset(seed=1)
    other.restore(env)
    for a, b, c in zip(walk(env), walk(twin), walk(other), strict=True):
        np.testing.assert_equal(a, b)
        np.testing.assert_equal(a, c)
    assert env.game.record() == twin.game.record() == other.game.record()


def test_RL_1_a_limit_of_rounds_truncates_all_at_once():
    env = ninelives_v1.raw_env(players=3, max_cycles=2)
    env.reset(seed=3)
    while not any(env.truncations.values()):
        assert env.game.turns <= 6
        env.step(env.game.sample())
    assert env.game.turns == 7
    for agent in env.agents:
        assert env.truncations[agent] != env.terminations[agent]
        assert not env.infos[agent]["action_mask"].any()


@pytest.mark.parametrize("players", [2, 3])
def test_BEN_2_who_is_cut_off_learns_nothing_from_when(players):
    """Counted in decisions, the end came sooner where somebody had a Nope to think about, and in
    the middle of a window. Now everybody stands before a turn that all have seen begin."""
    seen = set()
    for number in range(60):
        env = ninelives_v1.raw_env(players=players, max_cycles=2)
        env.reset(seed=5, options={"number": number})
        while env.agents and not any(env.truncations.values()):
            if all(env.terminations.values()):
                break
            if env.terminations[env.agent_selection]:
                env.step(None)
                continue
            env.step(env.game.sample())
        if not any(env.truncations.values()):
            continue  # over before
        assert env.game.turns == 2 * players + 1
        view = env.game.view(-1)
        assert view["phase"]["name"] == "turn"
        seen.add(env.game.turns)
    assert seen


def test_RL_1_an_illegal_action_ends_the_wrapped_game_and_is_refused_by_the_raw_one():
    env = ninelives_v1.env()
    env.reset(seed=1)
    agent = env.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(16)
    assert all(env.terminations.values())
    assert env.unwrapped._cumulative_rewards[agent] == -1
    raw = ninelives_v1.raw_env()
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="not legal for seat"):
        raw.step(16)


def test_RL_1_the_registries_know_the_game():
    gymnasium = pytest.importorskip("gymnasium")
    registration = pytest.importorskip("pettingzoo.env_registry.registration")
    register_envs()
    register_envs()
    env = registration.make("aec", "NineLives-v1", players=3)
    env.reset(seed=1)
    assert env.num_agents == 3
    assert gymnasium.make("NineLives-v1", players=3).reset(seed=1)
    assert gymnasium.make_vec("NineLives-v1", num_envs=4, players=3).num_envs == 4


@pytest.mark.parametrize(
    ("options", "kind", "said"),
    [
        (dict(players=7), ValueError, "2"),
        (dict(players="x"), TypeError, "whole number"),
        (dict(preset="chess"), ValueError, "official"),
        (dict(expansions="cats"), ValueError, "imploding"),
        (dict(nope_way="x"), ValueError, "commit"),
        (dict(house_rules={"hand": 99}), ValueError, "hand"),
        (dict(house_rules=["hand"]), (TypeError, ValueError), "."),
        (dict(level="x"), ValueError, "raw, counting, history"),
        (dict(render_mode="3d"), ValueError, "ansi"),
        (dict(max_cycles=0), ValueError, "at least 1"),
    ],
)
def test_BEN_6_wrong_options_say_what_was_expected(options, kind, said):
    with pytest.raises(kind, match=said):
        ninelives_v1.env(**options)


# ---- manners -------------------------------------------------------------------------------------


def test_BEN_6_environments_that_are_gone_leave_nothing_behind():
    """A cache on a method would keep every environment for ever."""
    env = ninelives_v1.raw_env(players=3)
    env.reset(seed=1)
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
    gone = weakref.ref(env), weakref.ref(env.game)
    del env, agent
    gc.collect()
    assert [one() for one in gone] == [None, None]


@pytest.mark.parametrize(
    "asked",
    [
        lambda env: env.step(0),
        lambda env: env.observe("player_0"),
        lambda env: env.last(),
        lambda env: env.state(),
        lambda env: env.render(),
        lambda env: env.determinize("player_0"),
        lambda env: env.game,
        lambda env: env.agent_selection,
        lambda env: env.infos,
        lambda env: env.rewards,
    ],
)
def test_BEN_6_before_a_reset_the_environment_says_so(asked):
    env = ninelives_v1.raw_env(render_mode="ansi")
    with pytest.raises(ResetNeeded, match="reset"):
        asked(env)
    assert not hasattr(env, "agent_selection")
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = env.nothing_of_the_kind


def test_BEN_6_what_was_closed_does_not_go_on():
    env = ninelives_v1.raw_env()
    env.reset(seed=1)
    env.close()
    with pytest.raises(ClosedEnvironmentError, match="closed"):
        env.step(0)
    with pytest.raises(ClosedEnvironmentError, match="closed"):
        env.reset()
    assert env.observe("player_0")["observation"].any()


def test_BEN_6_unknown_reset_options_are_named():
    """PettingZoo's own test hands in options that nobody knows, so that it can't be an error."""
    with pytest.warns(UserWarning, match="expected number, got nmber"):
        ninelives_v1.raw_env().reset(seed=1, options={"nmber": 3})


def test_BEN_2_in_an_imagined_world_the_others_may_do_what_they_may_there():
    """Not what they may in truth, which would tell what they hold."""
    looked = differs = 0
    for seed in range(20):
        env = ninelives_v1.env(players=3)
        env.reset(seed=seed)
        draw = np.random.default_rng(seed)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            onlooker = next(a for a in env.agents if a != agent)
            world = env.determinize(onlooker, seed=looked)
            asked = world.agent_selection
            legal = world.game.mask(world._seat_of[asked])
            assert legal.any()
            assert (world.last()[0]["action_mask"] == legal).all()
            assert (world.infos[asked]["action_mask"] == legal).all()
            differs += asked != agent or (legal != observation["action_mask"]).any()
            world.step(int(legal.nonzero()[0][-1]))  # is played there, and ends no game by a fault
            assert not any(world.truncations.values())
            looked += 1
            env.step(int(draw.choice(observation["action_mask"].nonzero()[0])))
    assert differs > looked / 4


def test_BEN_2_an_imagined_world_deals_other_games_than_the_true_one():
    env = ninelives_v1.raw_env()
    env.reset(seed=2**63 + 12345)
    world = env.determinize("player_0", seed=4)
    assert world._seed != env._seed
    env.reset()
    world.reset()
    assert env.game.record() != world.game.record()


# ---- what is made when somebody looks ------------------------------------------------------------


def play_of(env, agent: str, names: tuple[str, ...]) -> int | None:
    """A play of one of these cards that the agent could make now."""
    seat = int(agent[-1])
    for name in names:
        action = 128 + CARD_NAMES.index(name)
        if env.game.mask(seat)[action]:
            return action
    return None


def others_pass(env, agent: str, action: int) -> Iterator[None]:
    """The agent plays; everybody else passes, until the card has done what it does."""
    env.step(action)
    yield
    while env.game.phase == "window":
        env.step(1)
        yield


def worlds_of(env, agent: str, count: int):
    """Copies of the environment that the agent can't tell from it, half of them such that somebody
    else holds a Nope and half such that nobody does."""
    kinds = {True: [], False: []}
    for seed in range(400):
        world = env.determinize(agent, seed=seed)
        others = [seat for seat in world.game.alive if f"player_{seat}" != agent]
        nope = FIELDS["hand"].slice.start + CARD_NAMES.index("nope")
        holds = any(world.game.observe(seat)[nope] for seat in others)
        kinds[holds].append(world)
        if min(map(len, kinds.values())) >= count:
            return kinds[True][:count] + kinds[False][:count]
    return []


@pytest.mark.parametrize("players", [2, 4])
def test_BEN_2_paired_worlds_over_a_sequence_of_parallel_steps(players):
    """Everybody looks on at every step: whether a window shows up, and how long it stays, must be
    the same whoever holds a Nope."""
    compared = 0
    for seed in range(6):
        par = ninelives_v1.parallel_env(players=players)
        par.reset(seed=seed)
        env = par.unwrapped
        while isinstance(env, wrappers.BaseWrapper) or not isinstance(env, ninelives_v1.raw_env):
            env = getattr(env, "aec_env", None) or env.env
        agent = env.agent_selection
        action = play_of(env, agent, ("skip", "attack"))
        if action is None:
            continue
        told = set()
        for world in worlds_of(env, agent, 3):
            seen = [world.observe(agent)["observation"].tobytes()]
            seen += [
                world.observe(agent)["observation"].tobytes()
                for _ in others_pass(world, agent, action)
            ]
            told.add(tuple(seen))
            compared += 1
        assert len(told) <= 1, f"seed {seed}: what the agent sees depends on others' hands"
    assert compared >= 12


@pytest.mark.parametrize("players", [2, 4])
def test_BEN_2_paired_worlds_over_the_turns_of_an_agent(players):
    """With `skip_forced` an agent is shown what it is asked, and nothing in between: what it gets
    when it is asked next must be the same whoever holds a Nope."""
    compared = 0
    for seed in range(12):
        env = ninelives_v1.raw_env(players=players)
        env.reset(seed=seed)
        agent = env.agent_selection
        action = play_of(env, agent, ("shuffle", "see"))
        if action is None:
            continue
        told = set()
        for world in worlds_of(env, agent, 3):
            world.step(action)
            while world.agent_selection != agent:
                world.step(1)
            observation, reward, terminated, truncated, info = world.last()
            if action == 128 + CARD_NAMES.index("see"):  # it has seen what differs
                told.add((reward, terminated, truncated, info["action_mask"].tobytes()))
            else:
                told.add((observation["observation"].tobytes(), reward, terminated, truncated))
            compared += 1
        assert len(told) <= 1
    assert compared >= 12


def test_BEN_2_the_parallel_environment_skips_nothing():
    with pytest.raises(ValueError, match="the others would see"):
        ninelives_v1.parallel_env(skip_forced=True)
