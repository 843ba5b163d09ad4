"""Shared helpers of the PettingZoo tests."""

from __future__ import annotations

import numpy as np


def walk(env, choose=None):
    """Plays the episode to its end and yields, for each step, what `last` said and the action."""
    draws = np.random.default_rng(0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        action = None
        if not (terminated or truncated):
            action = int(draws.choice(np.flatnonzero(observation["action_mask"])))
        yield agent, observation, reward, terminated, truncated, info, action
        env.step(action)
