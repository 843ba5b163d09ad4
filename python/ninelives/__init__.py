"""Nine Lives: the exploding-cat card game as a fast multi-agent environment.

    from ninelives import ninelives_v1, NineLivesVec, NineLivesSingle, Game

`ninelives_v1.env()` is a PettingZoo environment, `NineLivesVec` plays many games at once,
`NineLivesSingle` puts one learner among bots, `Game` is the engine itself. `Game` needs NumPy
alone; the others are loaded when they are first asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ._library import lib
from ._registration import register_when_it_comes
from .game import Game
from .rules import CARD_NAMES, EXPANSIONS, LEVELS, PRESETS, SMALL_GAMES, rules_text, small_game
from .spec import FIELDS, NUM_ACTIONS, bot_names, observation_size

if TYPE_CHECKING:
    from . import ninelives_v1
    from .single import NineLivesSingle
    from .vector import NineLivesVec

# As PEP 440 writes it; the engine says 1.0.0~dev+gCOMMIT or 1.0.0-rc.1.
__version__: str = lib.nl_version().decode().replace("~dev", ".dev0").replace("-rc.", "rc")

_LAZY = {"NineLivesVec": "vector", "NineLivesSingle": "single"}


def __getattr__(name: str) -> Any:
    if name == "ninelives_v1":
        return importlib.import_module(f".{name}", __name__)
    if name in _LAZY:
        return getattr(importlib.import_module(f".{_LAZY[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def register_envs() -> None:
    """Enters the game in the registries of Gymnasium and PettingZoo."""
    from . import _registration, ninelives_v1

    _registration.register()
    ninelives_v1.register()


register_when_it_comes()


__all__ = [
    "CARD_NAMES",
    "EXPANSIONS",
    "FIELDS",
    "LEVELS",
    "NUM_ACTIONS",
    "PRESETS",
    "SMALL_GAMES",
    "Game",
    "NineLivesSingle",
    "NineLivesVec",
    "bot_names",
    "ninelives_v1",
    "observation_size",
    "register_envs",
    "rules_text",
    "small_game",
]
