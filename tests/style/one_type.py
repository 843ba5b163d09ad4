#!/usr/bin/env python3
"""Style check of types: each visible one is defined once. Two of one name are one type to the linker, which takes
either's functions for both without a word: a server once crashed on that.

    tests/style/one_type.py [folder]     default: src
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINE = re.compile(r"^(?:inline )?namespace ?([\w:]*) \{|^\}  // namespace ?([\w:]*)|^(?:struct|class|union|enum class) (?:alignas\([^)]*\) )?(\w+)(?: final)?(?: : [^;{]*?)? \{", re.MULTILINE)


def public_types(source: str) -> set[str]:
    """Those outside of every nameless namespace, with the namespaces they stand in."""
    within: list[str] = []
    found = set()
    for match in LINE.finditer(source):
        opened, closed, name = match.groups()
        if opened is not None:
            within.append(opened)
        elif closed is not None:
            within.pop()
        elif "" not in within:
            found.add("::".join([*within, name]))
    return found


def defined_twice(folder: Path) -> dict[str, list[str]]:
    files = defaultdict(list)
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".h", ".cpp", ".cu", ".cuh"):
            for name in public_types(path.read_text()):
                files[name].append(path.relative_to(folder).as_posix())
    return {name: where for name, where in files.items() if len(where) > 1}


def self_test() -> None:
    source = "namespace nl {\nstruct A;\nstruct B {\n};\nnamespace {\nstruct C {\n};\n}  // namespace\nclass D final : E {\n};\n}  // namespace nl\n"
    assert public_types(source) == {"nl::B", "nl::D"}, public_types(source)


def main() -> int:
    self_test()
    twice = defined_twice(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "src")
    for name, where in sorted(twice.items()):
        print(f"{name} is defined in {' and '.join(where)}")
    return 1 if twice else 0


if __name__ == "__main__":
    sys.exit(main())
