#!/usr/bin/env python3
"""Tests and docs/requirements.md are held to each other: an id that a test names stands on that page, and
an id of that page, unless it is listed there as still open, is named by a test. Each file of tests says at its
top which requirements its tests name, in the page's own spelling: whoever looks for NET-4 finds them by that word.

    tests/style/ledger.py         complains of what is missing or wrong
    tests/style/ledger.py --fix   writes the lines at the files' tops
"""

import re
import sys
import textwrap
from pathlib import Path

WIDTH = 100
TESTS = Path(__file__).resolve().parents[1]
PAGE = (TESTS.parent / "docs" / "requirements.md").read_text()
IDS = re.findall(r"^\| ([A-Z]+-(?:\d+|N)) \|", PAGE, re.MULTILINE)
OPEN = re.findall(r"[A-Z]+-\d+", re.search(r"^Still open: (.*?)\.$", PAGE, re.MULTILINE | re.DOTALL)[1])
TEST = re.compile(r"^\s*(?:TEST(?:_F|_P)?\(|def test_|test(?:\.\w+)*\().*$", re.MULTILINE)
REQUIREMENT = re.compile(r"(?<![A-Za-z0-9])(?!SHA|UTF)([A-Z]{2,6})[_-](\d+|N)(?![A-Za-z0-9])")
LINE = re.compile(r"^(?://|#) Requirements: .*\n", re.MULTILINE)


def named_in(source: str) -> set[str]:
    return {f"{family}-{n}" for test in TEST.findall(source) for family, n in REQUIREMENT.findall(test)}


def in_order(one: str) -> tuple[str, int, str]:
    family, n = one.split("-")
    return family, int(n) if n.isdigit() else 0, n


def wanted_lines(path: Path, source: str) -> str:
    """What the file should have at its top; empty where its tests name nothing."""
    named = named_in(source)
    if not named:
        return ""
    begin = ("#" if path.suffix == ".py" else "//") + " Requirements: "
    ids = ", ".join(sorted(named, key=in_order))
    return "".join(f"{begin}{line}\n" for line in textwrap.wrap(ids, WIDTH - len(begin), break_on_hyphens=False))


def with_lines(path: Path, source: str, lines: str) -> str:
    """Below what the file says of itself."""
    bare = LINE.sub("", source)
    if path.suffix == ".py":
        before = re.match(r'(?:#!.*\n)?(?:""".*?"""\n)?', bare, re.DOTALL)
    else:
        before = re.match(r"(?://.*\n)*", bare)
    return bare[: before.end()] + lines + bare[before.end() :]


def wrong_tops() -> list[str]:
    complaints = []
    for path in sorted([*TESTS.rglob("*.cpp"), *TESTS.rglob("*.py")]):
        source = path.read_text()
        lines = wanted_lines(path, source)
        if "".join(LINE.findall(source)) == lines:
            continue
        if "--fix" in sys.argv:
            path.write_text(with_lines(path, source, lines))
        else:
            complaints.append(f"{path.relative_to(TESTS.parent)}: its top should say: {lines.strip() or 'nothing'}")
    return complaints


def wrong_ids() -> list[str]:
    page_tests = TESTS.parent / "web" / "tests"
    files = [*TESTS.rglob("*.cpp"), *TESTS.rglob("*.py"), *page_tests.rglob("*.ts")]
    named = set().union(*(named_in(path.read_text()) for path in files))
    twice = sorted({one for one in IDS if IDS.count(one) > 1})
    unknown = sorted((named | set(OPEN)) - set(IDS), key=in_order)
    unnamed = [one for one in IDS if one not in named and one not in OPEN]
    return (
        [f"{one} stands twice in docs/requirements.md" for one in twice]
        + [f"{one} is not in docs/requirements.md" for one in unknown]
        + [f"{one} is named by no test, and not listed as open in docs/requirements.md" for one in unnamed]
    )


complaints = wrong_tops() + wrong_ids()
print("\n".join(complaints), end="\n" if complaints else "")
sys.exit(1 if complaints else 0)
