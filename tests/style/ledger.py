#!/usr/bin/env python3
"""Each file of tests says at its top which requirements its tests name, in the ledger's own spelling:
whoever looks for NET-4 finds them by that word.

    tests/style/ledger.py         complains of files whose line is missing or wrong
    tests/style/ledger.py --fix   writes the lines
"""

import re
import sys
import textwrap
from pathlib import Path

WIDTH = 100
TESTS = Path(__file__).resolve().parents[1]
FAMILIES = "ATK|BOT|CAT|COMBO|EK|FAIR|FAV|HINT|IMP|NET|NOPE|RL|SET|SHUF|SKIP|STF|STR|TERM|TURN|WEB"
TEST = re.compile(r"^\s*(?:TEST(?:_F|_P)?\(|def test_).*$", re.MULTILINE)
REQUIREMENT = re.compile(rf"(?<![A-Za-z0-9])({FAMILIES})_(\d+)(?![A-Za-z0-9])")
LINE = re.compile(r"^(?://|#) Requirements: .*\n", re.MULTILINE)


def wanted_lines(path: Path, source: str) -> str:
    """What the file should have at its top; empty where its tests name nothing."""
    named = {(family, int(n)) for test in TEST.findall(source) for family, n in REQUIREMENT.findall(test)}
    if not named:
        return ""
    begin = ("#" if path.suffix == ".py" else "//") + " Requirements: "
    ids = ", ".join(f"{family}-{n}" for family, n in sorted(named))
    return "".join(f"{begin}{line}\n" for line in textwrap.wrap(ids, WIDTH - len(begin), break_on_hyphens=False))


def with_lines(path: Path, source: str, lines: str) -> str:
    """Below what the file says of itself."""
    bare = LINE.sub("", source)
    if path.suffix == ".py":
        before = re.match(r'(?:#!.*\n)?(?:""".*?"""\n)?', bare, re.DOTALL)
    else:
        before = re.match(r"(?://.*\n)*", bare)
    return bare[: before.end()] + lines + bare[before.end() :]


def main() -> int:
    wrong = 0
    for path in sorted([*TESTS.rglob("*.cpp"), *TESTS.rglob("*.py")]):
        source = path.read_text()
        lines = wanted_lines(path, source)
        if "".join(LINE.findall(source)) == lines:
            continue
        if "--fix" in sys.argv:
            path.write_text(with_lines(path, source, lines))
            continue
        wrong += 1
        print(f"{path.relative_to(TESTS.parent)}: its top should say: {lines.strip() or 'nothing'}")
    return 1 if wrong else 0


sys.exit(main())
