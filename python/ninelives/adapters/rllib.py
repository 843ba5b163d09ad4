"""RLlib's conventions: its action-masking modules want the key "observations"."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import BaseWrapper

from .. import ninelives_v1


def _renamed(observation: Any) -> Any:
    if not isinstance(observation, dict):
        return observation
    return {
        "observations": observation["observation"],
        "action_mask": observation["action_mask"],
    }


def _renamed_space(space: Any) -> spaces.Dict:
    return spaces.Dict({"observations": space["observation"], "action_mask": space["action_mask"]})


class RLlibKeys(BaseWrapper):
    """`ninelives_v1` with RLlib's key; hand it to `ray.rllib.env.PettingZooEnv`."""

    def __init__(self, env: AECEnv) -> None:
        super().__init__(env)
        # Made once: PettingZoo wants the same object whenever it asks.
        self._spaces = {
            agent: _renamed_space(env.observation_space(agent)) for agent in env.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._spaces[agent]

    def observe(self, agent: str) -> Any:
        return _renamed(self.env.observe(agent))


def env(**options: Any) -> RLlibKeys:
    """RLlib's modules mask by themselves, but its check of environments draws without a mask: so an
    illegal action ends the game for its agent here, and is no error."""
    return RLlibKeys(ninelives_v1.env(**options))
