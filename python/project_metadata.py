"""Metadata of the wheel from other files, for scikit-build-core.

The version is what cmake/version.cmake says, authors and addresses those of packaging/identity.json, and the
description is a page of the docs whose links also work on an index.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = Path("docs/train/environment.md")


def version_text(form: str) -> str:
    """The version in one of the forms of cmake/version.cmake."""
    command = ["cmake", "-P", str(ROOT / "cmake/version.cmake"), form]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def identity() -> dict[str, str]:
    """Authors and address of the project."""
    read: dict[str, str] = json.loads((ROOT / "packaging/identity.json").read_text())
    return read


def absolute_links(text: str, page: Path, base: str) -> str:
    """Markdown whose links to files of the repository lead to `base`."""

    def lead(match: re.Match[str]) -> str:
        path, mark, place = match[2].partition("#")
        parts: list[str] = []
        for part in (*page.parent.parts, *path.split("/")):
            if part == "..":
                parts.pop()
            elif part != ".":
                parts.append(part)
        return f"{match[1]}({base}/{'/'.join(parts)}{mark}{place})"

    return re.sub(r"(\])\((?!\w+:|#)([^()\s]+)\)", lead, text)


def dynamic_metadata(field: str, settings: dict[str, Any] | None = None) -> Any:
    """Hook that scikit-build-core calls."""
    known = identity()
    match field:
        case "version":
            return version_text("python")
        case "authors":
            return [{"name": known["authors"], "email": known["email"]}]
        case "urls":
            return {"Homepage": known["homepage"], "Source": known["source"]}
        case "readme":
            base = f"{known['source']}/blob/main"
            text = absolute_links((ROOT / PAGE).read_text(), PAGE, base)
            return {"content-type": "text/markdown", "text": text}
    raise RuntimeError(f"nothing is known of the field {field}")


def get_requires_for_dynamic_metadata(settings: dict[str, Any] | None = None) -> list[str]:
    """CMake from PyPI where the machine has none."""
    return [] if shutil.which("cmake") else ["cmake>=3.25"]
