"""The vector environment inside compiled JAX programs: `vec.xla()`.

    handle, reset, step = vec.xla()

    @jax.jit
    def play(handle, key):
        handle, seen = reset(handle, seed)
        ...
        handle, seen = step(handle, actions)

`seen` is a dictionary of arrays: observation, action_mask, reward, terminated, truncated, player.
The handle orders the calls: use the one that the last call gave. The calls run on the CPU; the
first use compiles a small library with the C++ compiler that is there (`CXX`, g++), into a cache.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._library import lib

if TYPE_CHECKING:
    from ..vector import NineLivesVec

SOURCE = Path(__file__).with_name("xla_bridge.cpp")
_FIELDS = ("observation", "action_mask", "reward", "terminated", "truncated", "player")
_registered: list[ctypes.CDLL] = []


class _Bridge(ctypes.Structure):
    """Fields of Bridge in xla_bridge.cpp."""

    _fields_ = [
        *((name, ctypes.c_void_p) for name in ("batch", "step", "reset", "last_error")),
        *((name, ctypes.c_void_p) for name in _FIELDS),
        ("sizes", ctypes.c_int64 * 6),
    ]


def _cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "ninelives" / "xla"


def build() -> Path:
    """The bridge's library, compiled if it isn't in the cache: by what it is made of."""
    import jax
    import jax.ffi

    made_of = SOURCE.read_bytes() + jax.__version__.encode()
    library = _cache() / f"bridge-{hashlib.sha256(made_of).hexdigest()[:16]}.so"
    if library.exists():
        return library
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        raise RuntimeError("vec.xla(): expected a C++ compiler, such as g++, or one named in CXX")
    library.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=library.parent) as folder:
        part = Path(folder) / "bridge.so"
        flags = ["-std=c++17", "-O2", "-shared", "-fPIC", f"-I{jax.ffi.include_dir()}"]
        done = subprocess.run(
            [compiler, *flags, str(SOURCE), "-o", str(part)], capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(f"vec.xla(): the compiler says\n{done.stderr[-2000:]}")
        part.replace(library)
    return library


def _register() -> None:
    import jax.ffi

    if _registered:
        return
    library = ctypes.CDLL(str(build()))
    for name in ("NineLivesStep", "NineLivesReset"):
        call = jax.ffi.pycapsule(getattr(library, name))
        jax.ffi.register_ffi_target(f"ninelives_{name}", call, platform="cpu")
    _registered.append(library)


def _address(name: str) -> int | None:
    return ctypes.cast(getattr(lib, name), ctypes.c_void_p).value


def xla(vec: NineLivesVec) -> tuple[Any, Callable[..., Any], Callable[..., Any]]:
    """(handle, reset, step) of a vector environment; it must outlive what is compiled with it."""
    import jax
    import jax.numpy as jnp

    _register()
    arrays = (
        vec.observations,
        vec.masks,
        vec.rewards,
        vec.terminated,
        vec.truncated,
        vec.players,
    )
    calls = (_address(f"nl_{n}") for n in ("batch_step", "batch_reset", "last_error"))
    bridge = _Bridge(vec._handle, *calls)
    for name, array in zip(_FIELDS, arrays, strict=True):
        setattr(bridge, name, array.ctypes.data)
    bridge.sizes[:] = [array.nbytes for array in arrays]
    setattr(vec, "_bridge", bridge)  # noqa: B010  # lives as long as the games
    shapes = [jax.ShapeDtypeStruct((2,), jnp.uint32)]
    shapes += [jax.ShapeDtypeStruct(array.shape, array.dtype) for array in arrays]
    # An address does not fit 32 bits, which is all that JAX has unless it is told otherwise.
    handle = jnp.asarray(np.array([ctypes.addressof(bridge)], np.uint64).view(np.uint32))

    def call(name: str) -> Callable[..., Any]:
        target = jax.ffi.ffi_call(f"ninelives_{name}", shapes, has_side_effect=True)

        def run(*arguments: Any) -> tuple[Any, dict[str, Any]]:
            after, *seen = target(*arguments)
            return after, dict(zip(_FIELDS, seen, strict=True))

        return run

    reset_call, step_call = call("NineLivesReset"), call("NineLivesStep")

    def reset(handle: Any, seed: Any) -> tuple[Any, dict[str, Any]]:
        """Begins again. A seed is a number below 2**32, or two of them, the low one first."""
        low_high = jnp.zeros(2, jnp.uint32).at[: jnp.size(seed)].set(jnp.atleast_1d(seed))
        vec._fresh = False
        return reset_call(handle, low_high)

    def step(handle: Any, actions: Any) -> tuple[Any, dict[str, Any]]:
        """One decision in every row."""
        vec._fresh = False
        return step_call(handle, jnp.asarray(actions, jnp.int32))

    return handle, reset, step
