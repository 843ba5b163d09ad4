"""Build backend of pip: scikit-build-core's, with a notice before the slow compilation.

pip keeps to itself what a build prints, so the word goes to the terminal, where there is one.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import project_metadata
from scikit_build_core import build as scikit
from scikit_build_core.build import (
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]


def announce() -> None:
    """Says on the terminal that C++ is compiled."""
    words = (
        f"ninelives: compiling the C++ engine on {os.cpu_count()} processors, which takes minutes. "
        "A wheel of a release needs no compiler.\n"
    )
    try:
        with open("/dev/tty", "w") as terminal:
            terminal.write(words)
    except OSError:
        print(words, end="", flush=True)


def build_wheel(*arguments: Any, **options: Any) -> str:
    """Hook that pip calls for `pip install .`."""
    announce()
    return scikit.build_wheel(*arguments, **options)


def build_editable(*arguments: Any, **options: Any) -> str:
    """Hook that pip calls for `pip install -e .`."""
    announce()
    return scikit.build_editable(*arguments, **options)


def build_sdist(*arguments: Any, **options: Any) -> str:
    """A source distribution has no git: it carries the version in a file."""
    file = Path("VERSION")
    known = file.exists()
    if not known:
        file.write_text(project_metadata.version_text("file") + "\n")
    try:
        return scikit.build_sdist(*arguments, **options)
    finally:
        if not known:
            file.unlink()
