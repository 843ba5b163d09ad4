"""RLlib's conventions: its action-masking modules want the key "observations"."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo.utils.wrappers import BaseWrapper

from .. import ninelives_v0


def _renamed(observation: Any) -> Any:
    if not isinstance(observation, dict):
        return observation
    return {
        "observations": observation["observation"],
        "action_mask": observation["action_mask"],
    }


class RLlibKeys(BaseWrapper):
    """`ninelives_v0` with RLlib's key; hand it to `ray.rllib.env.PettingZooEnv`."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        space = self.env.observation_space(agent)
        return spaces.Dict(
            {"observations": space["observation"], "action_mask": space["action_mask"]}
        )

    def observe(self, agent: str) -> Any:
        return _renamed(self.env.observe(agent))


def env(**options: Any) -> RLlibKeys:
    """RLlib's modules mask by themselves, but its check of environments draws without a mask: so an
    illegal action ends the game for its agent here, and is no error."""
    return RLlibKeys(ninelives_v0.env(**options))
