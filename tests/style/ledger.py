#!/usr/bin/env python3
"""Style check of test names against docs/reference/requirements.md.

Every requirement id in a test's name must be on that page. Every id on the page must be named by a test,
unless the page lists it as still open.
"""

import re
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
PAGE = (TESTS.parent / "docs" / "reference" / "requirements.md").read_text()
IDS = re.findall(r"^\| ([A-Z]+-(?:\d+|N)) \|", PAGE, re.MULTILINE)
OPEN = re.findall(r"[A-Z]+-\d+", re.search(r"^Still open: (.*?)\.$", PAGE, re.MULTILINE | re.DOTALL)[1])
TEST = re.compile(r"^\s*(?:TEST(?:_F|_P)?\(|def test_|func Test|test(?:\.\w+)*\().*$", re.MULTILINE)
REQUIREMENT = re.compile(r"(?<![A-Za-z0-9])(?!SHA|UTF)([A-Z]{2,6})[_-](\d+|N)(?![A-Za-z0-9])")


def named_in(source: str) -> set[str]:
    return {f"{family}-{n}" for test in TEST.findall(source) for family, n in REQUIREMENT.findall(test)}


def in_order(one: str) -> tuple[str, int, str]:
    family, n = one.split("-")
    return family, int(n) if n.isdigit() else 0, n


def wrong_ids() -> list[str]:
    page_tests = TESTS.parent / "web" / "tests"
    files = [*TESTS.rglob("*.cpp"), *TESTS.rglob("*.py"), *TESTS.rglob("*.go"), *page_tests.rglob("*.ts")]
    named = set().union(*(named_in(path.read_text()) for path in files))
    twice = sorted({one for one in IDS if IDS.count(one) > 1})
    unknown = sorted((named | set(OPEN)) - set(IDS), key=in_order)
    unnamed = [one for one in IDS if one not in named and one not in OPEN]
    return (
        [f"{one} stands twice in docs/reference/requirements.md" for one in twice]
        + [f"{one} is not in docs/reference/requirements.md" for one in unknown]
        + [f"{one} is named by no test, and not listed as open in docs/reference/requirements.md" for one in unnamed]
    )


complaints = wrong_ids()
print("\n".join(complaints), end="\n" if complaints else "")
sys.exit(1 if complaints else 0)
