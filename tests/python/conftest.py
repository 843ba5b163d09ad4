"""Shared fixtures: long tests on request, and the program for comparisons."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

# One thread for NumPy, before it is loaded: its threads wait by spinning.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

ROOT = Path(__file__).resolve().parents[2]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long tests too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    for item in items:
        if "long" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="long: ./test long runs it"))


@pytest.fixture
def start_ray():
    """Calls what starts Ray. It gives itself 30 seconds, which a busy machine may not: a skip."""

    def start(ray_starts, *arguments, **options):
        try:
            return ray_starts(*arguments, **options)
        except Exception as error:
            if "timed out" not in str(error):
                raise
            return pytest.skip(f"this machine is too busy to start Ray: {error}")

    return start


@pytest.fixture(scope="session")
def program() -> str:
    """The program `ninelives`, to compare with what C++ plays."""
    path = Path(os.environ.get("NINELIVES_PROGRAM", ROOT / "build/release/ninelives"))
    if not path.exists():
        pytest.skip(f"{path} is not built: ./run builds it")
    return str(path)
