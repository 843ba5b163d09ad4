"""python -m ninelives.gpu.check: the GPU's games against the CPU's, byte by byte.

Every preset, expansion, number of players and way of answering a window; random legal play, in
which both must show the same observations, past events, masks, privileged states, rewards and ends.
Half of the kinds are played by a batch that shows no past, which must not change the rest, and
a third with masks as bits.
"""

from __future__ import annotations

import ctypes
import itertools

import numpy as np

from .._library import ACTIONS, MAX_SEATS, BatchArrays, BatchOptions, checked, error, lib
from ..rules import EXPANSIONS, PRESETS, rules_of, rules_text
from ..spec import observation_size, privileged_size
from .batch import EVENT_BYTES, EVENTS, GpuBatch

_HISTORY, _SELF_PLAY, _SAME_STEP, _FORFEIT = 2, -2, 0, 1


class CpuBatch:
    """nl_batch with the options that GpuBatch has."""

    def __init__(self, games: int, players: int, rules: str, seed: int) -> None:
        self.seen = np.zeros((games, observation_size("history")), np.uint8)
        counted = observation_size("counting")
        self.observations = self.seen[:, :counted]
        self.events = self.seen[:, counted : counted + EVENTS * EVENT_BYTES]
        self.masks = np.zeros((games, ACTIONS), np.int8)
        self.rewards = np.zeros((games, players), np.float32)
        self.terminated = np.zeros(games, np.bool_)
        self.truncated = np.zeros(games, np.bool_)
        self.players = np.zeros(games, np.int32)
        self.privileged = np.zeros((games, privileged_size()), np.uint8)
        self.actions = np.zeros(games, np.int32)
        options = BatchOptions(
            rules.encode(), b"", seed, players, games, 1,
            _HISTORY, _SELF_PLAY, 1, _SAME_STEP, _FORFEIT, 0,
        )  # fmt: skip
        fields = (self.seen, self.masks, self.rewards, self.terminated, self.truncated)
        places = [a.ctypes.data for a in (*fields, self.players)]
        arrays = BatchArrays(*places, None, self.privileged.ctypes.data)
        self._handle = lib.nl_batch_new(ctypes.byref(options), ctypes.byref(arrays))
        if not self._handle:
            raise error()

    def __del__(self) -> None:
        handle = self.__dict__.pop("_handle", None)
        if handle:
            lib.nl_batch_free(handle)

    def sample(self) -> np.ndarray:
        checked(lib.nl_batch_sample(self._handle, self.actions.ctypes.data))
        return self.actions

    def step(self, actions: np.ndarray) -> None:
        checked(lib.nl_batch_step(self._handle, actions.ctypes.data))


_SHOWN = ("observations", "masks", "rewards", "terminated", "players", "privileged")


def compare(
    players: int,
    rules: str,
    games: int = 64,
    steps: int = 200,
    seed: int = 5,
    events: bool = True,
    packed: bool = False,
) -> int:
    """Plays both; returns how many games ended. Raises AssertionError where they part."""
    gpu = GpuBatch(games, players, rules, seed, True, events, packed)
    cpu = CpuBatch(games, players, rules, seed)
    ended = 0
    for step in range(steps):
        for name in (*_SHOWN, "events") if events else _SHOWN:
            theirs = getattr(gpu, name).cpu().numpy()
            if packed and name == "masks":
                theirs = np.unpackbits(theirs, axis=1, bitorder="little")
            assert (theirs == getattr(cpu, name)).all(), f"{rules}: {name} differ at step {step}"
        actions = gpu.sample()
        assert (actions.cpu().numpy() == cpu.sample()).all(), f"{rules}: samples differ"
        cpu.step(cpu.actions)
        gpu.step(actions)
        ended += int(cpu.terminated.sum())
    return ended


def all_games():
    """Every game that the presets allow, as (players, rules)."""
    boxes = [box for n in range(len(EXPANSIONS) + 1) for box in itertools.combinations(EXPANSIONS, n)]
    for preset, box, way in itertools.product(PRESETS, boxes, ("immediate", "commit")):
        rules = rules_text(preset, box, {"nope_way": way})
        for players in range(2, MAX_SEATS + 1):
            if _allowed(rules, players):
                yield players, rules


def _allowed(rules: str, players: int) -> bool:
    try:
        rules_of(rules, players)
    except ValueError:
        return False
    return True


def main() -> None:
    kinds = ended = 0
    for players, rules in all_games():
        ended += compare(players, rules, events=kinds % 2 == 0, packed=kinds % 3 == 0)
        kinds += 1
    print(
        f"equal: {kinds} kinds of games, {ended} games to their end, {kinds * 64 * 200} decisions"
    )


if __name__ == "__main__":
    main()
