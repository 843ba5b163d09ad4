#!/usr/bin/env python3
"""Style check of the engine's headers, for every compiler: only these headers, no heap, no floating point."""

import re
import sys
from pathlib import Path

ALLOWED = {
    "algorithm", "array", "bit", "cassert", "compare", "concepts", "cstddef", "cstdint", "limits", "span",
    "string_view", "type_traits", "utility",
    "smmintrin.h",  # the processor's own shuffles of bytes, in observe.h, behind a check that it has them
}
FORBIDDEN = re.compile(r"\b(float|double|new|malloc|calloc|realloc|throw|iostream)\b")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# Strings come first, so that a // inside one starts no comment.
NOISE = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def blank(match: re.Match) -> str:
    """Removes a comment or a string's content, keeping the line numbers."""
    text = match.group()
    return '""' if text.startswith('"') else "\n" * text.count("\n")


def complaints(source: str) -> list[tuple[int, str]]:
    found = []
    for number, line in enumerate(source.splitlines(), 1):
        include = INCLUDE.match(line)
        if include:
            own = include[1] == '"' and include[2].startswith("engine/")
            if not own and not (include[1] == "<" and include[2] in ALLOWED):
                found.append((number, f"may not include {include[2]}"))
    for number, line in enumerate(NOISE.sub(blank, source).splitlines(), 1):
        if not INCLUDE.match(line):
            found += [(number, f"may not use {word}") for word in FORBIDDEN.findall(line)]
    return found


def self_test() -> None:
    good = '#include <array>\n#include "engine/a.h"\n// a new\n/* double\n */ f("throw // x"); new_game();'
    assert complaints(good) == [], complaints(good)
    for bad in ("#include <vector>", '#include "text/a.h"', "int* p = new int;", "/* */ float x;"):
        assert len(complaints(bad)) == 1, bad


def main() -> int:
    self_test()
    root = Path(__file__).resolve().parents[2]
    bad = [
        f"{path.relative_to(root)}:{number}: {reason}"
        for path in sorted((root / "src/engine").rglob("*.*"))
        for number, reason in complaints(path.read_text(encoding="utf-8"))
    ]
    print("\n".join(bad) or "src/engine keeps its rules")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
