#!/usr/bin/env python3
"""Style check of presets and boxes: they are data in src/engine/rules.h, and no other source asks for one by name."""

import re
import sys
from pathlib import Path

SOURCES = ("src", "bench", "fuzz", "web/engine")
ROWS = Path("src/engine/rules.h")
NAMED = re.compile(r"\bPreset::[A-Z]\w*|\bk(?:Imploding|Streaking|Stray)\b")
COMMENT = re.compile(r"//[^\n]*")
PAGE = "web/src"
PAGE_TYPES = Path("web/src/net/protocol.ts")  # made from the schema
KEY = re.compile(r'case Preset::\w+:\s*return \{"(\w+)"|default: return \{"(\w+)"')


def named_in(source: str) -> list[tuple[int, str]]:
    lines = enumerate(COMMENT.sub("", source).splitlines(), 1)
    return [(number, name) for number, line in lines for name in NAMED.findall(line)]


def names_of_rows(rules: str) -> set[str]:
    """The names that the pattern above must know: all of them, so that a new row is not missed."""
    presets = re.search(r"enum class Preset[^{]*\{([^}]*)\}", rules)[1]
    boxes = re.findall(r"constexpr Expansions (k\w+) = [1-9]\d*;", rules)
    return {f"Preset::{name.strip()}" for name in presets.split(",")} | set(boxes)


def keys_of_presets(rules: str) -> set[str]:
    return {one or other for one, other in KEY.findall(rules)}


def quoted_in(source: str, keys: set[str]) -> list[tuple[int, str]]:
    quoted = re.compile("[\"'](" + "|".join(sorted(keys)) + ")[\"']")
    lines = enumerate(COMMENT.sub("", source).splitlines(), 1)
    return [(number, name) for number, line in lines for name in quoted.findall(line)]


def complaints_of_page(root: Path, keys: set[str]) -> list[str]:
    bad = []
    for path in sorted((root / PAGE).rglob("*.*")):
        here = path.relative_to(root)
        if path.suffix not in {".ts", ".svelte"} or here == PAGE_TYPES:
            continue
        for number, name in quoted_in(path.read_text(encoding="utf-8"), keys):
            bad.append(f'{here}:{number}: asks for "{name}"; the list that the engine gives should say it')
    return bad


def self_test() -> None:
    assert quoted_in('x === "srs" // "family"', {"srs", "family"}) == [(1, "srs")]
    assert named_in("// Preset::Srs\nif (p == Preset::Srs) x;") == [(2, "Preset::Srs")]
    assert named_in("e & kStreaking") == [(1, "kStreaking")]
    assert named_in("Preset preset = kDefaultPreset; kBase;") == []


def main() -> int:
    self_test()
    root = Path(__file__).resolve().parents[2]
    rules = (root / ROWS).read_text(encoding="utf-8")
    rows = names_of_rows(rules)
    bad = [f"tests/style/presets_as_data.py: does not look for {name}" for name in rows if not NAMED.fullmatch(name)]
    keys = keys_of_presets(rules)
    if len(keys) != sum(name.startswith("Preset::") for name in rows):
        bad.append(f"tests/style/presets_as_data.py: reads the words of {len(keys)} presets only")
    bad += complaints_of_page(root, keys)
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*.*")):
            here = path.relative_to(root)
            if here == ROWS or path.suffix not in {".h", ".cpp", ".cu", ".cuh"}:
                continue
            for number, name in named_in(path.read_text(encoding="utf-8")):
                bad.append(f"{here}:{number}: asks for {name}; a field of its row should say it")
    print("\n".join(bad) or f"nobody asks for one of {len(rows)} rows by name")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
