"""Differences between systems: number of processors, name of the library."""

from __future__ import annotations

import os
import sys


def processors() -> int:
    """Those that this process may use, where the system tells; else all of them."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def library_name(stem: str) -> str:
    ending = {"win32": "dll", "darwin": "dylib"}.get(sys.platform, "so")
    return f"lib{stem}.{ending}"
