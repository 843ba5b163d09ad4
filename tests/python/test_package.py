"""Tests of the installed package: one wheel for every Python, typed."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import ninelives
import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_RL_1_one_wheel_fits_every_python():
    installed = metadata.distribution("ninelives")
    assert "Tag: py3-none-linux_" in (installed.read_text("WHEEL") or "")
    assert installed.metadata["Requires-Python"] == ">=3.10"
    assert installed.version == ninelives.__version__


def test_RL_1_the_package_says_that_it_is_typed():
    assert (Path(ninelives.__file__).parent / "py.typed").exists()


def test_RL_1_one_game_needs_numpy_alone():
    """Search and servers need no learning library: nothing but NumPy is loaded for a game."""
    code = "import sys, ninelives; ninelives.Game(3).play_random(); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"gymnasium", "pettingzoo", "torch", "ray", "PIL"} & set(told.stdout.split())


@pytest.mark.long
def test_RL_1_the_types_hold():
    pytest.importorskip("mypy", reason="mypy is not installed")
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml")]
    told = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert told.returncode == 0, told.stdout
