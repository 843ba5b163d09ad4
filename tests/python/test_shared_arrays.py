"""Tests of data exchange with trainers: shared arrays, JAX, PufferLib."""

from __future__ import annotations

import numpy as np
import pytest
from ninelives import NineLivesVec


def test_BEN_5_arrays_are_shared_by_dlpack_and_know_their_namespace():
    vec = NineLivesVec(8, players=3, seed=1, threads=1)
    shared = np.from_dlpack(vec.observations)
    assert np.shares_memory(shared, vec.observations)
    before = shared.copy()
    for _ in range(3):
        vec.step(vec.sample())
    assert (shared != before).any()
    assert (shared == vec.observations).all()
    for array in (vec.observations, vec.masks, vec.rewards, vec.players):
        assert array.__array_namespace__().sum(array) == array.sum()
        assert array.__dlpack_device__() == (1, 0)  # the CPU


def test_BEN_5_RL_2_a_compiled_program_plays_what_the_vector_environment_plays(tmp_path, monkeypatch):
    jax = pytest.importorskip("jax")
    jnp = jax.numpy
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    rows, steps = 16, 50
    vec = NineLivesVec(rows, players=3, seed=0, threads=1, opponents="careful")
    handle, reset, step = vec.xla()

    @jax.jit
    def play(handle):
        handle, seen = reset(handle, 7)

        def one(carry, _):
            handle, seen = carry
            action = jnp.argmax(seen["action_mask"], axis=1)
            handle, seen = step(handle, action)
            return (handle, seen), (action, seen)

        _, (actions, seen) = jax.lax.scan(one, (handle, seen), length=steps)
        return actions, seen

    actions, seen = play(handle)
    plain = NineLivesVec(rows, players=3, seed=7, threads=1, opponents="careful")
    for i in range(steps):
        np.testing.assert_array_equal(actions[i], plain.masks.argmax(axis=1))
        observation, reward, terminated, truncated, _ = plain.step(np.array(actions[i]))
        np.testing.assert_array_equal(seen["observation"][i], observation["observation"])
        np.testing.assert_array_equal(seen["action_mask"][i], observation["action_mask"])
        np.testing.assert_array_equal(seen["reward"][i], reward)
        np.testing.assert_array_equal(seen["terminated"][i], terminated)
        np.testing.assert_array_equal(seen["truncated"][i], truncated)
        np.testing.assert_array_equal(seen["player"][i], plain.players)
    with pytest.raises(Exception, match="not legal"):
        jax.block_until_ready(step(handle, jnp.full(rows, 15)))


def test_BEN_5_pufferlib_gets_a_native_environment():
    pytest.importorskip("pufferlib")
    from ninelives.adapters.pufferlib import NineLivesPuffer, split

    env = NineLivesPuffer(32, opponents="careful", players=3, seed=1, threads=1, log_every=10)
    seen, _ = env.reset(seed=1)
    plain = NineLivesVec(32, players=3, opponents="careful", seed=1, threads=1)
    for _ in range(100):
        observation, mask = split(seen)
        np.testing.assert_array_equal(observation, plain.observations)
        np.testing.assert_array_equal(mask, plain.masks)
        action = mask.argmax(axis=1)
        seen, rewards, terminals, truncations, infos = env.step(action)
        _, plain_rewards, terminated, truncated, _ = plain.step(action)
        np.testing.assert_array_equal(rewards, plain_rewards)
        np.testing.assert_array_equal(terminals, terminated)
        np.testing.assert_array_equal(truncations, truncated)
        for info in infos:
            assert 0 <= info["won"] <= 1
