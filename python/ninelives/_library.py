"""Finds libninelives and declares its C interface, one line a function.

The library lies beside this file in an installed wheel; `NINELIVES_LIBRARY` names another one, so
that a checkout can be used without installing anything.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from ctypes import POINTER, c_char_p, c_int, c_int32, c_int64, c_size_t, c_uint, c_uint64, c_void_p
from pathlib import Path
from typing import Any

from ._machine import library_name

API_VERSION = 2
ACTIONS = 256
CARDS = 32
MAX_SEATS = 6


class BatchOptions(ctypes.Structure):
    """nl_batch_options."""

    _fields_ = [
        ("rules", c_char_p),
        ("bots", c_char_p),
        ("seed", c_uint64),
        ("seats", c_int32),
        ("games", c_int32),
        ("threads", c_int32),
        ("level", c_int32),
        ("learner", c_int32),
        ("skip_forced", c_int32),
        ("autoreset", c_int32),
        ("illegal", c_int32),
        ("max_turns", c_int32),
    ]


class BatchArrays(ctypes.Structure):
    """nl_batch_arrays."""

    _fields_ = [
        (name, c_void_p)
        for name in (
            "observation",
            "mask",
            "reward",
            "terminated",
            "truncated",
            "player",
            "final_observation",
            "privileged",
        )
    ]


class BatchEnds(ctypes.Structure):
    """nl_batch_ends."""

    _fields_ = [("rows", c_void_p), ("last", c_void_p), ("reward", c_void_p)]


class Step(ctypes.Structure):
    """nl_step."""

    _fields_ = [
        ("mask", c_void_p),
        ("observation", c_void_p),
        ("alive", c_void_p),
        ("level", c_int32),
        ("skip_forced", c_int32),
        ("turns", c_int32),
    ]


class Turn(ctypes.Structure):
    """nl_turn."""

    _fields_ = [("step", Step), ("asked", c_int32)]


class Games(ctypes.Structure):
    """nl_games."""

    _fields_ = [
        ("rules", c_char_p),
        ("bots", c_char_p),
        ("seed", c_uint64),
        ("first", c_uint64),
        ("games", c_int64),
        ("seats", c_int32),
    ]


class ReplayArrays(ctypes.Structure):
    """nl_replay_arrays."""

    _fields_ = [
        ("observation", c_void_p),
        ("mask", c_void_p),
        ("privileged", c_void_p),
        ("player", c_void_p),
        ("level", c_int32),
    ]


class ArenaOptions(ctypes.Structure):
    """nl_arena_options."""

    _fields_ = [
        ("rules", c_char_p),
        ("bots", c_char_p),
        ("programs", c_char_p),
        ("seed", c_uint64),
        ("first", c_uint64),
        ("deals", c_uint64),
        ("seats", c_int32),
        ("threads", c_int32),
        ("timeout_ms", c_int32),
        ("no_sandbox", c_int32),
        ("hidden", c_char_p),
    ]


_TEXT = (c_char_p, c_size_t)
_BYTES = (c_void_p, c_size_t)

# name: (result, arguments)
_FUNCTIONS: dict[str, tuple[type | None, tuple[type, ...]]] = {
    "nl_api_version": (c_int, ()),
    "nl_version": (c_char_p, ()),
    "nl_last_error": (c_char_p, ()),
    "nl_observation_size": (c_int, (c_int,)),
    "nl_privileged_size": (c_int, ()),
    "nl_observation_fields": (c_int, _TEXT),
    "nl_card_name": (c_char_p, (c_int,)),
    "nl_phase_name": (c_char_p, (c_int,)),
    "nl_preset_name": (c_char_p, (c_int,)),
    "nl_expansion_name": (c_char_p, (c_int,)),
    "nl_bot_names": (c_int, _TEXT),
    "nl_rulebook": (c_int, (c_char_p, c_int, c_char_p, c_void_p, c_size_t)),
    "nl_rules_text": (c_int, (c_char_p, c_int, *_TEXT)),
    "nl_rules_bytes": (c_int, (c_char_p, c_int, *_BYTES)),
    "nl_rules_block": (c_int, (c_char_p, c_int, *_BYTES)),
    "nl_rules_block_fields": (c_int, _TEXT),
    "nl_game_new": (c_void_p, (c_char_p, c_int, c_uint64, c_uint64)),
    "nl_game_new_explicit": (c_void_p, (c_char_p, c_int)),
    "nl_game_copy": (c_void_p, (c_void_p,)),
    "nl_game_restore": (c_int, (c_void_p, c_void_p)),
    "nl_game_free": (None, (c_void_p,)),
    "nl_game_seats": (c_int, (c_void_p,)),
    "nl_game_over": (c_int, (c_void_p,)),
    "nl_game_winner": (c_int, (c_void_p,)),
    "nl_game_alive": (c_uint, (c_void_p,)),
    "nl_game_actors": (c_uint, (c_void_p,)),
    "nl_game_next_actor": (c_int, (c_void_p,)),
    "nl_game_phase": (c_int, (c_void_p,)),
    "nl_game_moves": (c_int, (c_void_p,)),
    "nl_game_events": (c_int, (c_void_p,)),
    "nl_game_legal": (c_int, (c_void_p, c_int, c_void_p)),
    "nl_game_apply": (c_int, (c_void_p, c_int, c_int)),
    "nl_game_forfeit": (c_int, (c_void_p, c_int)),
    "nl_game_skip_forced": (c_int, (c_void_p,)),
    "nl_game_skip_forced_until": (c_int, (c_void_p, c_int)),
    "nl_game_turns": (c_int, (c_void_p,)),
    "nl_game_step": (c_int, (c_void_p, c_int, c_int, c_void_p)),
    "nl_game_answer": (c_int, (c_void_p, c_int, c_void_p)),
    "nl_game_sample": (c_int, (c_void_p,)),
    "nl_game_bot_action": (c_int, (c_void_p, c_int, c_char_p, c_uint64)),
    "nl_game_observe": (c_int, (c_void_p, c_int, c_int, *_BYTES)),
    "nl_game_privileged": (c_int, (c_void_p, c_int, *_BYTES)),
    "nl_game_odds": (c_int, (c_void_p, c_int, c_int, POINTER(c_int), POINTER(c_int))),
    "nl_game_determinize": (c_void_p, (c_void_p, c_int, c_uint64)),
    "nl_game_chance": (c_int, (c_void_p, c_void_p)),
    "nl_game_choose": (c_int, (c_void_p, c_int)),
    "nl_game_action_text": (c_int, (c_void_p, c_int, c_int, *_TEXT)),
    "nl_game_parse_action": (c_int, (c_void_p, c_int, c_char_p)),
    "nl_game_state_text": (c_int, (c_void_p, *_TEXT)),
    "nl_game_view_text": (c_int, (c_void_p, c_int, *_TEXT)),
    "nl_game_story": (c_int, (c_void_p, c_int, c_int, c_char_p, *_TEXT)),
    "nl_game_information": (c_int, (c_void_p, c_int, *_TEXT)),
    "nl_game_record": (c_int, (c_void_p, *_TEXT)),
    "nl_game_save": (c_int64, (c_void_p, *_BYTES)),
    "nl_game_load": (c_void_p, _BYTES),
    "nl_batch_new": (c_void_p, (POINTER(BatchOptions), POINTER(BatchArrays))),
    "nl_batch_free": (None, (c_void_p,)),
    "nl_batch_reset": (c_int, (c_void_p, c_uint64)),
    "nl_batch_next_episode": (c_int, (c_void_p, c_void_p)),
    "nl_batch_step": (c_int, (c_void_p, c_void_p)),
    "nl_batch_step_ends": (c_int, (c_void_p, c_void_p, c_void_p)),
    "nl_batch_sample": (c_int, (c_void_p, c_void_p)),
    "nl_batch_choose": (c_int, (c_void_p, c_void_p, c_void_p, c_void_p, c_void_p)),
    "nl_batch_state_text": (c_int, (c_void_p, c_int, *_TEXT)),
    "nl_batch_answers": (c_int64, (c_void_p,)),
    "nl_batch_episode": (c_int64, (c_void_p, c_int)),
    "nl_batch_save": (c_int64, (c_void_p, *_BYTES)),
    "nl_batch_load": (c_int, (c_void_p, *_BYTES)),
    "nl_games_play": (c_int64, (POINTER(Games), c_void_p, c_void_p, c_void_p, c_int64)),
    "nl_games_replay": (
        c_int64,
        (POINTER(Games), c_void_p, c_void_p, c_int64, POINTER(ReplayArrays)),
    ),
    "nl_arena_play": (c_void_p, (POINTER(ArenaOptions),)),
    "nl_arena_play_with_luck": (c_void_p, (POINTER(ArenaOptions),)),
    "nl_arena_field": (c_void_p, (POINTER(ArenaOptions),)),
    "nl_arena_board": (c_void_p, (c_char_p, c_char_p, c_char_p)),
    "nl_engine_hash": (c_char_p, ()),
    "nl_arena_seed_file": (c_void_p, (c_char_p,)),
    "nl_text_free": (None, (c_void_p,)),
}


def _path() -> Path:
    """Path of the library; the error says how to get it if it is missing."""
    named = os.environ.get("NINELIVES_LIBRARY")
    if named:
        return Path(named)
    beside = Path(__file__).parent / library_name("ninelives")
    if not beside.exists():
        raise ImportError(
            f"{beside} is missing: install the package with `pip install .` in the repository, or "
            f"name a built {beside.name} in the environment variable NINELIVES_LIBRARY"
        )
    return beside


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(str(_path()))
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    if library.nl_api_version() != API_VERSION:
        raise ImportError(
            f"{_path()} speaks version {library.nl_api_version()} of the C interface, "
            f"this package expects {API_VERSION}: install both again"
        )
    return library


lib = _load()

# The two functions that an environment for one game calls at every step, without a list of what
# their arguments are: they must be of the right kind (`byref`, whole numbers of 32 bits), and are
# not converted, which takes as long as the step itself. The second one keeps Python's lock, which
# saves as much again; it can, since it is over in less than a microsecond and waits for nobody.
game_step = lib["nl_game_step"]
game_step.restype = c_int
game_answer = ctypes.PyDLL(lib._name, handle=lib._handle)["nl_game_answer"]
game_answer.restype = c_int
LOOK, FAILED, BUSY = -1, -2, -3  # nl_answered


def error() -> ValueError:
    """The library's last error, as a ValueError."""
    return ValueError(lib.nl_last_error().decode())


def checked(result: int) -> int:
    """A result of the library; a negative one is an error."""
    if result < 0:
        raise error()
    return result


def text_from(function: Callable[..., int], *arguments: Any) -> str:
    """Text from a function that fills a buffer as snprintf does."""
    size = 4096
    while True:
        buffer = ctypes.create_string_buffer(size)
        length = checked(function(*arguments, buffer, size))
        if length < size:
            return buffer.raw[:length].decode()
        size = length + 1


def bytes_from(function: Callable[..., int], *arguments: Any) -> bytes:
    """Bytes from a function that says how many it has."""
    size = checked(function(*arguments, None, 0))
    buffer = ctypes.create_string_buffer(size)
    checked(function(*arguments, buffer, size))
    return buffer.raw
