#!/usr/bin/env python3
"""Style check of docs/play/wcag.md: each criterion of WCAG 2.2, levels A and AA, once, with tests that exist. ACC-2"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/play/wcag.md").read_text()
# Criteria of levels A and AA below each guideline of WCAG 2.2.
CRITERIA = {
    "1.1": [1], "1.2": [1, 2, 3, 4, 5], "1.3": [1, 2, 3, 4, 5], "1.4": [1, 2, 3, 4, 5, 10, 11, 12, 13],
    "2.1": [1, 2, 4], "2.2": [1, 2], "2.3": [1], "2.4": [1, 2, 3, 4, 5, 6, 7, 11], "2.5": [1, 2, 3, 4, 7, 8],
    "3.1": [1, 2], "3.2": [1, 2, 3, 4, 6], "3.3": [1, 2, 3, 4, 7, 8], "4.1": [2, 3],
}
wanted = [f"{guideline}.{number}" for guideline, numbers in CRITERIA.items() for number in numbers]
assert len(wanted) == 55

rows = [[cell.strip() for cell in line.split("|")[1:5]] for line in PAGE.splitlines() if re.match(r"\| \d\.\d\.\d", line)]
named = [one for first, *_ in rows for one in re.findall(r"\d\.\d\.\d+", first)]
complaints = [f"{one} is missing" for one in wanted if one not in named]
complaints += [f"{one} is no criterion, or stands twice" for one in set(named) if one not in wanted or named.count(one) > 1]
for first, _, how, test in rows:
    if not test and not how.startswith("does not apply: "):
        complaints.append(f"{first}: neither a test nor a reason")
    specs = re.findall(r"`(\w+\.spec\.ts)`", test)
    complaints += [f"{first}: no file {spec}" for spec in specs if not (ROOT / "web/tests/browser" / spec).exists()]
    if "**open**" in test:
        complaints.append(f"{first} is open")
print("\n".join(complaints), end="\n" if complaints else "")
sys.exit(1 if complaints else 0)
