"""Many games at once, for training at full speed: one call a step, arrays that are never copied."""

from __future__ import annotations

import copy as copies
import ctypes
from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._ended import StepInfo
from ._library import (
    ACTIONS,
    BatchArrays,
    BatchEnds,
    BatchOptions,
    bytes_from,
    checked,
    error,
    lib,
    text_from,
)
from ._machine import processors
from .aec import observation_space
from .options import GameOptions
from .rules import Level, Preset, level_of, seed_of, whole
from .spec import observation_size, privileged_size

SELF_PLAY, ANY_SEAT = -2, -1
_AUTORESET = {
    AutoresetMode.SAME_STEP: 0,
    AutoresetMode.NEXT_STEP: 1,
    AutoresetMode.DISABLED: 2,
}
_ILLEGAL = {"error": 0, "forfeit": 1}
_OF_THIS_PROCESS = ("_handle", "_bridge", "_ends", "_ended_bytes", "_last_bytes")  # not in pickles


class VecOptions(TypedDict, total=False):
    """Options of NineLivesVec that other environments pass on: a misspelt one is a type error."""

    preset: Preset
    expansions: str | Iterable[str]
    nope_way: str
    house_rules: Mapping[str, Any] | None
    level: Level
    skip_forced: bool
    learner_seat: int | None
    max_turns: int
    privileged: bool


def _learner(opponents: Any, learner_seat: int | None, players: int) -> int:
    if opponents is None:
        if learner_seat is not None:
            raise ValueError("learner_seat: expected None in self-play; name the opponents too")
        return SELF_PLAY
    if learner_seat is None:
        return ANY_SEAT
    if not 0 <= whole("learner_seat", learner_seat) < players:
        raise ValueError(f"learner_seat: expected 0 to {players - 1}, got {learner_seat}")
    return whole("learner_seat", learner_seat)


def _opponents(opponents: str | Iterable[str] | None, players: int) -> str:
    """The bots' names with spaces between them: one for all seats, or one for each."""
    names = [opponents] if isinstance(opponents, str) else list(opponents or ())
    if opponents is not None and len(names) not in (1, players - 1):
        raise ValueError(
            f"opponents: expected one name, or {players - 1} for {players} players, got {len(names)}"
        )
    return " ".join(names)


def _rows(mask: Any, rows: int) -> NDArray[np.uint8]:
    """Rows that a mask chooses. A number that is neither 0 nor 1 is an error."""
    array = np.asarray(mask)
    clear = array.dtype.kind in "biu" and bool(((array == 0) | (array == 1)).all())
    if not clear or array.shape != (rows,):
        raise ValueError(
            f"reset_mask: expected {rows} entries that are True or False, "
            f"got {array.dtype} of shape {array.shape}"
        )
    return np.ascontiguousarray(array, np.uint8)


def _aligned(rows: int, size: int) -> NDArray[np.uint8]:
    """Zeros that begin where a line of the processor's cache does: NumPy's own begin anywhere, and
    then a row is written to one line more."""
    line = 64
    room = np.zeros(rows * size + line, np.uint8)
    begin = -room.ctypes.data % line
    return room[begin : begin + rows * size].reshape(rows, size)


def _autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(m.value for m in AutoresetMode)
        raise ValueError(f"autoreset_mode: expected one of {names}, got {mode!r}") from None


class NineLivesVec(VectorEnv):
    """`num_envs` games in step.

    Self-play layout (no `opponents`): a row is a decision of whoever is to move, `info["player"]`
    says who. The reward of a row is that of the player who acted; `self.rewards`, also in
    `info["rewards"]`, has all players', (num_envs, players), not 0 in the step that ends a game.

    Single-learner layout (`opponents="careful"` or a list of bots for the seats after the
    learner's): a row is the learner's decision, and the episode ends when the learner is dead or
    has won. The learner's seat changes from episode to episode unless `learner_seat` fixes it.

    Arrays are written in place at the next step: copy what you keep, or ask for `copy=True`.
    """

    metadata = {
        "name": "ninelives_v1",
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 64,
        players: int = 2,
        preset: Preset = "official",
        expansions: str | Iterable[str] = (),
        nope_way: str = "commit",
        house_rules: Mapping[str, Any] | None = None,
        level: Level = "counting",
        skip_forced: bool = True,
        *,
        opponents: str | Iterable[str] | None = None,
        learner_seat: int | None = None,
        threads: int | None = None,
        seed: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        illegal: str = "error",
        max_turns: int = 0,
        privileged: bool = False,
        copy: bool = False,
    ) -> None:
        """Deals all games; `reset` need not be called for a first look.

        `illegal="forfeit"` makes a seat lose by an illegal action instead of raising an error.
        `max_turns` truncates a game before the turn after so many; turns are counted, and not
        decisions, since everybody sees them: how many decisions there were depends on who holds a
        Nope. `privileged=True` fills `self.privileged` with what no player sees, for critics.
        """
        self.options = GameOptions(
            players, preset, expansions, nope_way, dict(house_rules or {}), level, skip_forced
        )
        if illegal not in _ILLEGAL:
            raise ValueError(f"illegal: expected error or forfeit, got {illegal!r}")
        self.num_envs = whole("num_envs", num_envs)
        if self.num_envs < 1:
            raise ValueError(f"num_envs: expected at least 1, got {num_envs}")
        self.copy = copy
        mode = _autoreset(autoreset_mode)
        self.autoreset_mode = mode  # where Gymnasium's own vector environments have it
        self._same_step = mode is AutoresetMode.SAME_STEP
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self._learner = _learner(opponents, learner_seat, players)
        self._bots = _opponents(opponents, players)
        self._threads = threads or processors()
        self._settings = (_AUTORESET[mode], _ILLEGAL[illegal], whole("max_turns", max_turns))
        self._set_up_spaces()
        self._set_up_arrays(privileged)
        entropy = np.random.SeedSequence().generate_state(1, np.uint64)[0]
        self._handle = self._new_batch(int(entropy) if seed is None else seed_of(seed))
        self._fresh = True

    def _set_up_spaces(self) -> None:
        self.single_observation_space = observation_space(self.options.level)
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def _set_up_arrays(self, privileged: bool) -> None:
        n, size = self.num_envs, observation_size(self.options.level)
        self._size = size
        if n < 1:
            raise ValueError(f"num_envs: expected at least 1, got {n}")
        many = self._learner == SELF_PLAY
        self.observations: NDArray[np.uint8] = _aligned(n, size)
        self.masks: NDArray[np.int8] = _aligned(n, ACTIONS).view(np.int8)
        self.rewards: NDArray[np.float32] = np.zeros(
            (n, self.options.players) if many else n, np.float32
        )
        self.terminated: NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.truncated: NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.players: NDArray[np.int32] = np.zeros(n, np.int32)
        self.final_observations: NDArray[np.uint8] = np.zeros((n, size), np.uint8)
        shape = (n, privileged_size()) if privileged else (0, privileged_size())
        self.privileged: NDArray[np.uint8] = np.zeros(shape, np.uint8)
        self._actions = np.zeros(n, np.int32)
        self.log_probabilities: NDArray[np.float32] = np.zeros(n, np.float32)  # of `choose`
        # Rows that the last step has ended: who acted there, what they showed, and what all who
        # acted were paid.
        self._ended_rows = np.zeros((n, 2), np.int64)
        self._last = np.empty((n, size), np.uint8)
        self._paid = np.zeros(n, np.float32)
        self._keep_addresses()

    def _keep_addresses(self) -> None:
        """To ask NumPy for an address costs as much as ten decisions."""
        self._actions_at = self._actions.ctypes.data
        ends = (self._ended_rows, self._last, self._paid)
        self._ends = BatchEnds(*(array.ctypes.data for array in ends))
        self._ends_at = ctypes.addressof(self._ends)
        self._ended_bytes = self._ended_rows.data.cast("B")
        self._last_bytes = self._last.data.cast("B")

    def _new_batch(self, seed: int) -> int:
        autoreset, illegal, max_turns = self._settings
        options = BatchOptions(
            rules=self.options.rules.encode(),
            bots=self._bots.encode(),
            seed=seed,
            seats=self.options.players,
            games=self.num_envs,
            threads=whole("threads", self._threads),
            level=level_of(self.options.level),
            learner=self._learner,
            skip_forced=int(self.options.skip_forced),
            autoreset=autoreset,
            illegal=illegal,
            max_turns=max_turns,
        )
        fields = (
            self.observations,
            self.masks,
            self.rewards,
            self.terminated,
            self.truncated,
            self.players,
            self.final_observations,
        )
        places = [array.ctypes.data for array in fields]
        arrays = BatchArrays(*places, self.privileged.ctypes.data if self.privileged.size else None)
        handle = lib.nl_batch_new(ctypes.byref(options), ctypes.byref(arrays))
        if not handle:
            raise error()
        return handle

    def __del__(self) -> None:
        handle = self.__dict__.pop("_handle", None)
        if handle:
            lib.nl_batch_free(handle)

    def __repr__(self) -> str:
        o = self.options
        layout = "self-play" if self._learner == SELF_PLAY else f"against {self._bots}"
        return f"NineLivesVec({self.num_envs} games of {o.players}, {o.preset!r}, {layout})"

    # ---- Gymnasium's interface ------------------------------------------------------------------

    def _given(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else array

    def _looked(self, info: dict[str, Any]) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Observation and info, filled in: in as few words as are needed, at every step."""
        observations, masks, players = self.observations, self.masks, self.players
        rewards, shown = self.rewards, masks
        if self.copy:
            observations, masks, shown = observations.copy(), masks.copy(), masks.copy()
            players, rewards = players.copy(), rewards.copy()
        info["action_mask"] = shown
        info["player"] = players
        if self._learner == SELF_PLAY:
            info["rewards"] = rewards
        return {"observation": observations, "action_mask": masks}, info

    def _check_open(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("the environment was closed: expected a new one")

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """A seed begins again with it; without one the stream of games goes on.

        `options={"reset_mask": rows}` begins the next episode in those rows alone.
        """
        self._check_open()
        if unknown := sorted(set(options or {}) - {"reset_mask"}):
            raise ValueError(f"reset options: expected reset_mask, got {', '.join(unknown)}")
        rows = (options or {}).get("reset_mask")
        if seed is not None and rows is not None:
            raise ValueError("reset: expected a seed, which begins all rows, or a reset_mask")
        if seed is not None:
            checked(lib.nl_batch_reset(self._handle, seed_of(seed)))
        elif rows is not None:
            mask = _rows(rows, self.num_envs)
            checked(lib.nl_batch_next_episode(self._handle, mask.ctypes.data))
        elif not self._fresh:
            checked(lib.nl_batch_next_episode(self._handle, None))
        self._fresh = False
        return self._looked({})

    def _checked_actions(self, actions: Any) -> NDArray[np.int32]:
        array = np.asarray(actions)
        if array.dtype.kind not in "iu" or array.shape != (self.num_envs,):
            raise ValueError(
                f"actions: expected {self.num_envs} whole numbers, "
                f"got {array.dtype} of shape {array.shape}"
            )
        narrow = np.ascontiguousarray(array, np.int32)
        if array.dtype.itemsize > 2 and (narrow != array).any():
            row = int((narrow != array).argmax())
            raise ValueError(f"row {row}: action {array[row]} is not legal; expected 0 to 255")
        return narrow

    def _address(self, actions: Any) -> tuple[int, Any]:
        """Address of the actions, and the object to keep alive while they are read."""
        if actions is self._actions:
            return self._actions_at, actions
        array = self._checked_actions(actions)
        return array.ctypes.data, array

    def advance(self, actions: Any) -> None:
        """One decision in every row, and nothing is made for it: what there is to see is written
        into `observations`, `masks`, `rewards`, `terminated`, `truncated`, `players` and, where a
        row has ended, `final_observations`. What `step` returns on top costs as much as some twenty
        decisions.
        """
        if self.closed:
            self._check_open()
        self._fresh = False
        at, _kept = self._address(actions)
        if lib.nl_batch_step(self._handle, at) < 0:
            raise error()

    def step(
        self, actions: Any
    ) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One decision in every row: observation, reward, terminated, truncated, info."""
        if self.closed:
            self._check_open()
        self._fresh = False
        at, _kept = self._address(actions)
        count = lib.nl_batch_step_ends(self._handle, at, self._ends_at)
        if count < 0:
            raise error()
        info: dict[str, Any] = {}
        if count and self._same_step:
            # Copies of what Gymnasium wants to be made of the rows that have ended.
            rows = self._ended_bytes[: 16 * count].tobytes()
            seen = self._last_bytes[: self._size * count].tobytes()
            info = StepInfo()
            info.ended = rows, seen, self.num_envs
        observation, info = self._looked(info)
        paid = self._paid.copy() if self._learner == SELF_PLAY else self._given(self.rewards)
        terminated, truncated = self.terminated, self.truncated
        if self.copy:
            terminated, truncated = terminated.copy(), truncated.copy()
        return observation, paid, terminated, truncated, info

    def sample(self) -> NDArray[np.int32]:
        """A legal action for every row, each as likely, drawn in C."""
        if self.closed:
            self._check_open()
        if lib.nl_batch_sample(self._handle, self._actions_at) < 0:
            raise error()
        return self._actions

    def choose(
        self, logits: NDArray[np.float32], generator: np.random.Generator
    ) -> NDArray[np.int32]:
        """A legal action for every row by a network's output, drawn in C by softmax over the legal
        actions. `self.log_probabilities` has the logarithm of each one's probability.
        """
        self._check_open()
        given = np.ascontiguousarray(logits, np.float32)
        if given.shape != (self.num_envs, ACTIONS):
            raise ValueError(
                f"logits: expected shape {(self.num_envs, ACTIONS)}, got {given.shape}"
            )
        uniform = generator.random(self.num_envs, dtype=np.float32)
        places = [given.ctypes.data, uniform.ctypes.data]
        places += [self._actions_at, self.log_probabilities.ctypes.data]
        if lib.nl_batch_choose(self._handle, *places) < 0:
            raise error()
        return self._actions

    def close_extras(self, **_: Any) -> None:
        """Nothing is played from now on. The games are freed when the environment is gone."""

    def xla(self) -> tuple[Any, Any, Any]:
        """(handle, reset, step) for programs that JAX compiles; see adapters/xla.py."""
        from .adapters.xla import xla

        return xla(self)

    # ---- more -----------------------------------------------------------------------------------

    def episode(self, row: int) -> int:
        """The number of the episode that a row is in, from 0."""
        return checked(lib.nl_batch_episode(self._handle, whole("row", row)))

    def state_text(self, row: int) -> str:
        """The whole truth of a row in a line, for bug reports."""
        return text_from(lib.nl_batch_state_text, self._handle, whole("row", row))

    def save(self) -> bytes:
        """All games as bytes, secrets and all."""
        return bytes_from(lib.nl_batch_save, self._handle)

    def load(self, saved: bytes) -> None:
        """Goes on where a batch of the same options was saved; what ended before isn't repeated."""
        checked(lib.nl_batch_load(self._handle, saved, len(saved)))
        self._fresh = False

    def __copy__(self) -> NineLivesVec:
        """Arrays and games belong together: a copy has both of its own."""
        return copies.deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        state = {k: v for k, v in self.__dict__.items() if k not in _OF_THIS_PROCESS}
        return {**state, "saved": self.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        saved = state.pop("saved")
        fresh = state["_fresh"]
        self.__dict__.update(state)
        self._keep_addresses()
        kept = [a.copy() for a in (self.rewards, self.terminated, self.truncated)]
        finals = self.final_observations.copy()
        self._handle = self._new_batch(0)
        self.load(saved)
        for array, value in zip((self.rewards, self.terminated, self.truncated), kept, strict=True):
            array[...] = value
        self.final_observations[...] = finals
        self._fresh = fresh
