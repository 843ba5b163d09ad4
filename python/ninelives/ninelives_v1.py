"""`ninelives_v1`: PettingZoo's entry points. `env()` guards itself as PettingZoo's wrappers guard its own games."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv, ParallelEnv

from .aec import NineLivesAEC, NineLivesGuarded

raw_env = NineLivesAEC


def env(render_mode: str | None = None, **options: Any) -> AECEnv:
    """The environment for use: an illegal action ends the game and its agent gets -1.

    Options are those of `raw_env`: players, preset, expansions, nope_way, house_rules, level,
    skip_forced, max_cycles.
    """
    return NineLivesGuarded(render_mode=render_mode, **options)


def parallel_env(
    render_mode: str | None = None, skip_forced: bool = False, **options: Any
) -> ParallelEnv:
    """All agents send an action at each step, only the one to move is heard.

    Everybody looks on at every step here, so nobody's answer may be skipped: a window that shows up
    only where somebody has a choice in it would tell the others who holds a Nope.
    """
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    if skip_forced:
        raise ValueError(
            "skip_forced: expected False in parallel_env, where the others would see it"
        )
    return turn_based_aec_to_parallel(env(render_mode=render_mode, skip_forced=False, **options))


def register() -> None:
    """Enters the game in PettingZoo's registry, where this PettingZoo has one."""
    try:
        from pettingzoo.env_registry import registration
    except ImportError:
        return
    for kind, entry in (("aec", "env"), ("parallel", "parallel_env")):
        if "NineLives-v1" not in registration._get_registry(kind):
            registration.register(kind, "NineLives-v1", f"ninelives.ninelives_v1:{entry}")


__all__ = ["env", "parallel_env", "raw_env", "register"]
