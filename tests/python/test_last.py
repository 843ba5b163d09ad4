"""Tests of `last`, `observe` and `infos` of the PettingZoo environments."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from ninelives import ninelives_v1
from ninelives._library import BUSY, game_answer
from walking import walk


def test_BEN_6_what_a_trainer_was_given_is_its_own():
    """Kept arrays never change, may be written into, and writing changes nothing in the game."""
    env = ninelives_v1.raw_env(players=3)
    env.reset(seed=8)
    kept = []
    for _, observation, _, _, _, info, action in walk(env):
        given = [observation["observation"], observation["action_mask"], info["action_mask"]]
        kept.append((given, [array.copy() for array in given]))
        if action is not None and len(kept) % 3 == 0:
            for array in given:
                array[:] = 1
            kept[-1] = (given, [np.ones_like(array) for array in given])
            assert np.flatnonzero(env._buffers.mask).tolist() == env.game.legal()
    assert len(kept) > 20
    for given, as_it_was in kept:
        np.testing.assert_equal(given, as_it_was)


@pytest.mark.parametrize("looks", ["infos first", "last first", "an onlooker first"])
def test_RL_1_infos_are_the_same_whoever_looks_first(looks):
    env = ninelives_v1.raw_env(players=3)
    env.reset(seed=4)
    draw = np.random.default_rng(2)
    while env.agents:
        agent = env.agent_selection
        if looks == "infos first":
            info = env.infos[agent]
            assert env.last()[4] is info
        if looks == "an onlooker first":
            for onlooker in env.agents:
                env.observe(onlooker)
        observation, _, terminated, truncated, info = env.last()
        assert info is env.infos[agent] is env.last(observe=False)[4]
        assert observation["action_mask"] is info["action_mask"]
        assert sorted(env.infos) == sorted(env.agents)
        over = terminated or truncated
        asked = None if env.game.over else env.possible_agents[env.game.player]
        for other in env.agents:
            mask = env.infos[other]["action_mask"]
            legal = env.game.legal(int(other[-1])) if other == asked else []
            assert np.flatnonzero(mask).tolist() == legal
            assert (env.observe(other)["action_mask"] == mask).all()
        env.infos[agent]["note"] = "the trainer's"
        assert env.last()[4]["note"] == "the trainer's"
        legal = observation["action_mask"].nonzero()[0]
        env.step(None if over else draw.choice(legal))  # one of NumPy's numbers


def test_RL_1_who_observes_in_another_way_is_shown_that_by_last():
    class Short(ninelives_v1.raw_env):
        def observe(self, agent):
            return super().observe(agent)["observation"][:3]

    env = Short()
    env.reset(seed=1)
    assert (env.last()[0] == env.observe(env.agent_selection)).all()
    assert len(env.last()[0]) == 3
    assert env.last(observe=False)[0] is None


def test_RL_1_who_is_not_asked_can_not_step_in():
    env = ninelives_v1.raw_env()
    env.reset(seed=1)
    env.agent_selection = next(a for a in env.agents if a != env.agent_selection)
    with pytest.raises(ValueError, match="is not asked"):
        env.step(0)


def test_BEN_6_a_step_waits_for_another_thread_that_looks_at_the_game(monkeypatch):
    """The quick call keeps Python's lock, so it must never wait, and nothing may be lost by it."""
    answers = []

    def answer(*arguments):
        answers.append(game_answer(*arguments))
        return answers[-1]

    monkeypatch.setattr("ninelives.aec.game_answer", answer)

    def record_of(disturbed: bool) -> str:
        env = ninelives_v1.raw_env(players=5)
        env.reset(seed=9)
        done = threading.Event()

        def look() -> None:
            while not done.is_set():
                env.game.record()

        onlookers = [threading.Thread(target=look) for _ in range(2 if disturbed else 0)]
        for thread in onlookers:
            thread.start()
        try:
            for _ in walk(env):
                pass
        finally:
            done.set()
            for thread in onlookers:
                thread.join()
        return env.game.record()

    quiet = record_of(disturbed=False)
    assert BUSY not in answers
    for _ in range(50):
        assert record_of(disturbed=True) == quiet
        if BUSY in answers:
            return
    pytest.fail("no step has met another thread")


# ---- what is skipped for one must not show to another --------------------------------------------
