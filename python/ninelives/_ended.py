"""Final observations and infos of ended rows, made at the first look.

What a step of many games says of the rows that have ended, made when somebody looks.

Gymnasium wants an object for each of them, which takes as long as a tenth of the step; who learns
from rewards and flags never looks at one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._library import ACTIONS


class Ended:
    """The rows that have ended, what they showed then, and to whom."""

    KEYS = ("final_obs", "_final_obs", "final_info", "_final_info")

    def __init__(self, rows: bytes, seen: bytes, games: int) -> None:
        """Bytes as nl_batch_step_ends writes them: pairs of row and seat, and observations."""
        self._rows = np.frombuffer(rows, np.int64).reshape(-1, 2)
        seen_by_row = np.frombuffer(bytearray(seen), np.uint8)  # trainers may write into it
        self._seen = seen_by_row.reshape(len(self._rows), -1)
        self._games = games

    def made(self, key: str) -> Any:
        """What Gymnasium's own vector environments give under that key."""
        if key == "final_obs":
            return self._observations()
        return self._info if key == "final_info" else self._flags

    def _observations(self) -> NDArray[np.object_]:
        last = np.empty(self._games, object)
        masks = np.zeros((len(self._rows), ACTIONS), np.int8)
        rows = self._rows[:, 0].tolist()
        for row, observation, mask in zip(rows, self._seen, masks, strict=True):
            last[row] = {"observation": observation, "action_mask": mask}
        return last

    @cached_property
    def _flags(self) -> NDArray[np.bool_]:
        flags = np.zeros(self._games, np.bool_)
        flags[self._rows[:, 0]] = True
        return flags

    @cached_property
    def _info(self) -> dict[str, NDArray[Any]]:
        players = np.zeros(self._games, np.int32)
        players[self._rows[:, 0]] = self._rows[:, 1]
        return {"player": players, "_player": self._flags}


class StepInfo(dict[str, Any]):
    """A dictionary in which the four keys of what has ended are there, and made at a look.

    Whoever copies it, goes through it or hands it on gets an ordinary dictionary with all of them.
    """

    ended: tuple[bytes, bytes, int] | None = None  # what Ended is made from
    _ended: Ended | None = None

    def _look(self) -> Ended:
        if self._ended is None:
            assert self.ended is not None
            self._ended = Ended(*self.ended)
        return self._ended

    def __missing__(self, key: str) -> Any:
        if self.ended is None or key not in Ended.KEYS:
            raise KeyError(key)
        self[key] = made = self._look().made(key)
        return made

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or (self.ended is not None and key in Ended.KEYS)

    def get(self, key: str, default: Any = None) -> Any:
        return self[key] if key in self else default  # noqa: SIM401

    def settle(self) -> None:
        """Makes all that is not made yet."""
        if self.ended is None:
            return
        for key in Ended.KEYS:
            if not super().__contains__(key):
                self[key] = self._look().made(key)
        self.ended = self._ended = None

    def __reduce_ex__(self, _: Any) -> tuple[Any, ...]:
        return dict, (dict(self),)


def _settled(name: str) -> Callable[..., Any]:
    of_dict = getattr(dict, name)

    def method(self: StepInfo, *arguments: Any) -> Any:
        self.settle()
        return of_dict(self, *arguments)

    method.__name__, method.__doc__ = name, of_dict.__doc__
    return method


for _name in (
    *("__iter__", "__reversed__", "__len__", "__repr__", "__eq__", "__ne__", "__delitem__"),
    *("__or__", "__ror__", "__ior__", "keys", "values", "items", "pop", "popitem", "setdefault"),
    *("copy", "clear"),
):
    setattr(StepInfo, _name, _settled(_name))
