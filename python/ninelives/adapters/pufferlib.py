"""A native environment for PufferLib (3 and later): its buffers are written by the engine itself.

    from ninelives.adapters.pufferlib import NineLivesPuffer
    env = NineLivesPuffer(1024, opponents="careful")

PufferLib wants one flat array an agent, so the mask stands behind the observation: `split` takes
them apart in a policy.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pufferlib
from gymnasium import spaces

from .._library import ACTIONS
from ..spec import observation_size
from ..vector import NineLivesVec


class NineLivesPuffer(pufferlib.PufferEnv):
    """One agent a row: the learner among bots, or in self-play whoever is to move."""

    def __init__(
        self,
        num_envs: int = 256,
        opponents: str | Iterable[str] | None = "careful",
        *,
        level: str = "counting",
        log_every: int = 128,
        seed: int = 0,
        buf: Any = None,
        **options: Any,
    ) -> None:
        """`options` are NineLivesVec's."""
        self._options = {"level": level, "illegal": "forfeit", **options}
        self.vec = NineLivesVec(num_envs, opponents=opponents, seed=seed, **self._options)
        self.bytes = observation_size(level)
        self.single_observation_space = spaces.Box(0, 255, (self.bytes + ACTIONS,), np.uint8)
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.num_agents = num_envs
        self._log_every, self._steps, self._won, self._ended = log_every, 0, 0, 0
        super().__init__(buf)

    def meet(self, opponents: str | Iterable[str], seed: int = 0) -> None:
        """Other opponents from now on, and new games: for self-play by generations."""
        self.vec.close()
        self.vec = NineLivesVec(self.num_agents, opponents=opponents, seed=seed, **self._options)
        self.async_reset()

    def _show(self) -> None:
        self.observations[:, : self.bytes] = self.vec.observations
        self.observations[:, self.bytes :] = self.vec.masks

    def reset(self, seed: int | None = None) -> tuple[np.ndarray, list[dict[str, Any]]]:
        self.vec.reset(seed=seed)
        self._show()
        self.rewards[:], self.terminals[:], self.truncations[:] = 0, False, False
        return self.observations, []

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, list[Any]]:
        _, rewards, terminated, truncated, _ = self.vec.step(np.asarray(actions).reshape(-1))
        self._show()
        self.rewards[:], self.terminals[:], self.truncations[:] = rewards, terminated, truncated
        self._ended += int(terminated.sum())
        self._won += int((rewards[terminated] > 0).sum())
        self._steps += 1
        infos = []
        if self._steps % self._log_every == 0 and self._ended:
            infos.append({"won": self._won / self._ended, "episodes": self._ended})
            self._won = self._ended = 0
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def close(self) -> None:
        self.vec.close()


def split(flat: Any, level: str = "counting") -> tuple[Any, Any]:
    """Observation and mask from a row of the buffer, of NumPy or PyTorch."""
    size = observation_size(level)
    return flat[..., :size], flat[..., size:]
