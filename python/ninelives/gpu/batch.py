"""libninelives_gpu by ctypes alone: its arrays are tensors that PyTorch owns."""

from __future__ import annotations

import ctypes
import functools
import os
from ctypes import POINTER, c_char_p, c_int, c_int32, c_int64, c_uint64, c_void_p
from pathlib import Path
from typing import TYPE_CHECKING

from .._library import ACTIONS, bytes_from, lib
from ..spec import observation_size, privileged_size

if TYPE_CHECKING:
    import torch

API_VERSION = 3
OBSERVATION_STRIDE = 368
EVENTS, EVENT_BYTES = 32, 8
WIDEST_ROW = 16384


class _Options(ctypes.Structure):
    _fields_ = [
        ("rules", c_char_p),
        ("rules_size", c_uint64),
        ("seed", c_uint64),
        ("seats", c_int32),
        ("games", c_int32),
    ]


class _Arrays(ctypes.Structure):
    _fields_ = [
        (name, c_void_p)
        for name in (
            "observation", "mask", "reward", "terminated", "player", "privileged", "events",
            "mask_bits",
        )  # fmt: skip
    ]


_FUNCTIONS: dict[str, tuple[type | None, tuple[type, ...]]] = {
    "nlg_api_version": (c_int, ()),
    "nlg_last_error": (c_char_p, ()),
    "nlg_batch_bytes": (c_int64, (c_int, c_int, c_int)),
    "nlg_batch_new": (c_void_p, (POINTER(_Options), POINTER(_Arrays))),
    "nlg_batch_free": (None, (c_void_p,)),
    "nlg_batch_reset": (c_int, (c_void_p, c_uint64, c_void_p)),
    "nlg_batch_step": (c_int, (c_void_p, c_void_p, c_void_p)),
    "nlg_batch_sample": (c_int, (c_void_p, c_void_p, c_void_p)),
    "nlg_expand": (
        c_int,
        (c_void_p, c_int64, c_int32, c_int32, c_void_p, c_int32, c_void_p, c_void_p),
    ),
}


@functools.cache
def gpu_library() -> ctypes.CDLL:
    """The library that `NINELIVES_GPU_LIBRARY` names, or the one beside the package."""
    named = os.environ.get("NINELIVES_GPU_LIBRARY")
    path = Path(named) if named else Path(__file__).parent.parent / "libninelives_gpu.so"
    if not path.exists():
        raise ImportError(
            f"{path} is missing: build it where nvcc is (cmake --build build/release --target "
            "ninelives_gpu) and name it in the environment variable NINELIVES_GPU_LIBRARY"
        )
    library = ctypes.CDLL(str(path))
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    if library.nlg_api_version() != API_VERSION:
        raise ImportError(f"{path}: expected version {API_VERSION} of its interface")
    return library


def _stream() -> int:
    import torch

    return torch.cuda.current_stream().cuda_stream


def expand(rows: torch.Tensor, width: int, table: torch.Tensor) -> torch.Tensor:
    """Rows of bytes to rows of features, 1 or 0. `table` is what `nlg_feature` is in C, a row of
    four bytes for each feature; of a row of bytes the first `width` are looked at."""
    import torch

    if rows.stride(1) != 1 or not table.is_contiguous():
        raise ValueError("rows and table: expected bytes side by side")
    features = table.shape[0]
    out = torch.empty((rows.shape[0], features), dtype=torch.bfloat16, device=rows.device)
    library = gpu_library()
    failed = library.nlg_expand(
        rows.data_ptr(), rows.stride(0), width, rows.shape[0],
        table.data_ptr(), features, out.data_ptr(), _stream(),
    )  # fmt: skip
    if failed < 0:
        raise RuntimeError(library.nlg_last_error().decode())
    return out


class GpuBatch:
    """`games` games in self-play; all attributes below are CUDA tensors, written in place.

    The games are those of `NineLivesVec` with the same rules and seed: answers that leave no choice
    are given inside, the next episode begins in the step that ends one, an illegal action forfeits.
    Calls queue work on PyTorch's current stream, and can be captured in a CUDA graph.
    """

    def __init__(
        self,
        games: int,
        players: int,
        rules: str,
        seed: int = 0,
        privileged: bool = False,
        events: bool = False,
        packed: bool = False,
    ) -> None:
        """`rules` is the text that `ninelives.rules.rules_text` makes. With `events` the last 32
        that the player was told are shown too, the newest first, as level "history" has them.
        With `packed` masks are 32 bytes of bits instead of 256 bytes: an action's is in byte
        id // 8 the one of value 2 ** (id % 8)."""
        import torch

        self._library = gpu_library()
        make = functools.partial(torch.zeros, device="cuda")
        self.rows = make((games, OBSERVATION_STRIDE), dtype=torch.uint8)
        self.observations = self.rows[:, : observation_size("counting")]
        self.masks = make((games, ACTIONS // 8 if packed else ACTIONS), dtype=torch.uint8)
        self.rewards = make((games, players), dtype=torch.float32)
        self.terminated = make(games, dtype=torch.bool)
        self.players = make(games, dtype=torch.int32)
        width = privileged_size() if privileged else 0
        self.privileged = make((games, width), dtype=torch.uint8)
        self.actions = make(games, dtype=torch.int32)
        self.events = make((games, EVENTS * EVENT_BYTES if events else 0), dtype=torch.uint8)
        shown = {
            "observation": self.rows,
            "mask_bits" if packed else "mask": self.masks,
            "reward": self.rewards,
            "terminated": self.terminated,
            "player": self.players,
        }
        if privileged:
            shown["privileged"] = self.privileged
        if events:
            shown["events"] = self.events
        arrays = _Arrays(**{name: tensor.data_ptr() for name, tensor in shown.items()})
        blob = bytes_from(lib.nl_rules_bytes, rules.encode(), players)
        options = _Options(blob, len(blob), seed, players, games)
        torch.cuda.synchronize()
        self._handle = self._library.nlg_batch_new(ctypes.byref(options), ctypes.byref(arrays))
        if not self._handle:
            raise self._error()

    def __del__(self) -> None:
        handle = self.__dict__.pop("_handle", None)
        if handle:
            self._library.nlg_batch_free(handle)

    def _error(self) -> RuntimeError:
        return RuntimeError(self._library.nlg_last_error().decode())

    def _queued(self, result: int) -> None:
        if result < 0:
            raise self._error()

    def reset(self, seed: int) -> None:
        """Begins again with episode 0 of `seed` in all rows."""
        self._queued(self._library.nlg_batch_reset(self._handle, seed, _stream()))

    def step(self, actions: torch.Tensor) -> None:
        """One decision in every row; `actions` is int32, contiguous, on the device."""
        self._queued(self._library.nlg_batch_step(self._handle, actions.data_ptr(), _stream()))

    def sample(self) -> torch.Tensor:
        """A legal action for every row, each as likely."""
        place = self.actions.data_ptr()
        self._queued(self._library.nlg_batch_sample(self._handle, place, _stream()))
        return self.actions
