#!/usr/bin/env python3
"""Style check of first lines: every source file begins with a noun phrase that says what it is, no clause ("What …").

    tests/style/first_lines.py            complains
    tests/style/first_lines.py SEED       also prints 60 files drawn at random with their first lines
"""

import random
import re
import sys
from pathlib import Path

from prose import tracked_files

ROOT = Path(__file__).resolve().parents[2]
ENDINGS = {".h", ".cpp", ".cc", ".c", ".cu", ".cuh", ".py", ".ts", ".svelte", ".mjs", ".js", ".sh", ".go"}
SKIPPED = re.compile(r"#!.*|/\*\*?|<!--|\"\"\"|<script[^>]*>|\s*")
COMMENT = re.compile(r'\s*(?://+|#+(?= )|/\*+|<!--|r?""")\s*(.*)')
CLAUSE = re.compile(r"(?:What|Whether|How|Who|Whoever|Which|Where|That|When|If|Why)\b")


def first_line(source: str) -> str | None:
    """The words of the first comment; None if the file begins with code."""
    for line in source.splitlines():
        words = COMMENT.match(line)
        if words and words[1] and not line.startswith("#!"):
            return words[1].removesuffix('"""')
        if not SKIPPED.fullmatch(line):
            return line if '"""' in source.partition(line)[0] else None  # a docstring below its quotes
    return None


def complaint(source: str) -> str | None:
    line = first_line(source)
    if line is None:
        return "has no first line that says what it is"
    return f"begins with a clause: {line}" if CLAUSE.match(line) else None


def self_test() -> None:
    assert complaint("#include <x>\n// Reader.\n") and complaint("// What who is asked sees.\n")
    assert complaint("// Reader.\n") is None and complaint("#!/bin/sh\n# Server.\n") is None
    assert complaint('<script lang="ts">\n  // Menu.\n') is None and complaint('"""\nBots.\n"""\n') is None
    assert complaint('<script lang="ts">\n  import x;\n') and complaint('"""Whether it is."""\n')


def main() -> int:
    self_test()
    files = [path for path in tracked_files() if path.suffix in ENDINGS and path.stat().st_size > 0]
    if sys.argv[1:]:
        for path in sorted(random.Random(int(sys.argv[1])).sample(files, 60)):
            print(f"| `{path.relative_to(ROOT)}` | {first_line(path.read_text())} |")
    wrong = [f"{path.relative_to(ROOT)} {bad}" for path in files if (bad := complaint(path.read_text(errors='replace')))]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
