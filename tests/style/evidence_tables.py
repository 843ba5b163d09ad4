#!/usr/bin/env python3
"""Style check of two tables of evidence: each requirement stands there once, with a test that exists or a reason.

docs/explain/asvs.md has ASVS 5.0, levels 1 and 2; docs/play/wcag.md has WCAG 2.2, levels A and AA (ACC-2)."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Number of requirements of levels 1 and 2 in each chapter of ASVS 5.0.0; V10 and V17 are rows of their own.
ASVS = {1: 27, 2: 11, 3: 19, 4: 10, 5: 9, 6: 35, 7: 18, 8: 7, 9: 7, 11: 14, 12: 9, 13: 13, 14: 9, 15: 13, 16: 16}
# Criteria of levels A and AA below each guideline of WCAG 2.2.
WCAG = {
    "1.1": [1], "1.2": [1, 2, 3, 4, 5], "1.3": [1, 2, 3, 4, 5], "1.4": [1, 2, 3, 4, 5, 10, 11, 12, 13],
    "2.1": [1, 2, 4], "2.2": [1, 2], "2.3": [1], "2.4": [1, 2, 3, 4, 5, 6, 7, 11], "2.5": [1, 2, 3, 4, 7, 8],
    "3.1": [1, 2], "3.2": [1, 2, 3, 4, 6], "3.3": [1, 2, 3, 4, 7, 8], "4.1": [2, 3],
}


def asvs_faults(page: str) -> list[str]:
    rows = [line.split("|")[1:3] for line in page.splitlines() if line.startswith("| V")]
    named = [one for first, _ in rows for one in re.findall(r"V\d+\.\d+\.\d+", first)]
    faults = [f"{one} stands twice" for one in sorted(set(named)) if named.count(one) > 1]
    for chapter, wanted in ASVS.items():
        found = sum(one.startswith(f"V{chapter}.") for one in named)
        if found != wanted:
            faults.append(f"V{chapter}: {found} of {wanted} requirements")
    sources = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("*.py"))
    for code in set(re.findall(r"`([^`]+)`", page)):
        if code.startswith("test_") and f"def {code}(" not in sources:
            faults.append(f"no test {code}")
        if code.startswith(("tests/", "web/", "src/")) and not (ROOT / code).exists():
            faults.append(f"no file {code}")
    return faults


def wcag_faults(page: str) -> list[str]:
    wanted = [f"{guideline}.{number}" for guideline, numbers in WCAG.items() for number in numbers]
    assert len(wanted) == 55
    rows = [[cell.strip() for cell in line.split("|")[1:5]] for line in page.splitlines() if re.match(r"\| \d\.\d\.\d", line)]
    named = [one for first, *_ in rows for one in re.findall(r"\d\.\d\.\d+", first)]
    faults = [f"{one} is missing" for one in wanted if one not in named]
    faults += [f"{one} is no criterion, or stands twice" for one in set(named) if one not in wanted or named.count(one) > 1]
    for first, _, how, test in rows:
        if not test and not how.startswith("does not apply: "):
            faults.append(f"{first}: neither a test nor a reason")
        specs = re.findall(r"`(\w+\.spec\.ts)`", test)
        faults += [f"{first}: no file {spec}" for spec in specs if not (ROOT / "web/tests/browser" / spec).exists()]
        if "**open**" in test:
            faults.append(f"{first} is open")
    return faults


found = asvs_faults((ROOT / "docs/explain/asvs.md").read_text()) + wcag_faults((ROOT / "docs/play/wcag.md").read_text())
print("\n".join(found), end="\n" if found else "")
sys.exit(1 if found else 0)
