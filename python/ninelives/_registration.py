"""Enters `NineLives-v1` with Gymnasium, as soon as both are there.

`gymnasium.make("ninelives:NineLives-v1")` imports this package and then looks the name up. A single
game needs NumPy alone, so Gymnasium is never imported from here: where it comes later, we are told.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

NAME = "NineLives-v1"


def register() -> None:
    """Adds the environment to Gymnasium's registry, unless it is there already."""
    import gymnasium

    if NAME in gymnasium.registry:
        return
    gymnasium.register(
        NAME,
        entry_point="ninelives.single:NineLivesSingle",
        vector_entry_point="ninelives.single:make_vec",
        disable_env_checker=True,
    )


class _WhenItComes(MetaPathFinder):
    """Stands first in the line of those who find modules, once, and registers behind Gymnasium."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "gymnasium":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def load_and_register(module: ModuleType) -> None:
                load(module)
                register()

            spec.loader.exec_module = load_and_register  # type: ignore[method-assign]
        return spec


def register_when_it_comes() -> None:
    """Registers now where Gymnasium is loaded, otherwise when it is."""
    if hasattr(sys.modules.get("gymnasium"), "registry"):
        register()
    elif "gymnasium" not in sys.modules:
        sys.meta_path.insert(0, _WhenItComes())
