#!/usr/bin/env python3
"""Style check of docs/explain/asvs.md: every requirement of ASVS 5.0, levels 1 and 2, once, with tests that exist."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "explain" / "asvs.md").read_text()
# Requirements of levels 1 and 2 in each chapter of ASVS 5.0.0; V10 and V17 are rows of their own.
CHAPTERS = {1: 27, 2: 11, 3: 19, 4: 10, 5: 9, 6: 35, 7: 18, 8: 7, 9: 7, 11: 14, 12: 9, 13: 13, 14: 9, 15: 13, 16: 16}

rows = [line.split("|")[1:3] for line in PAGE.splitlines() if line.startswith("| V")]
named = [one for first, _ in rows for one in re.findall(r"V\d+\.\d+\.\d+", first)]
complaints = [f"{one} stands twice" for one in sorted(set(named)) if named.count(one) > 1]
for chapter, wanted in CHAPTERS.items():
    found = sum(one.startswith(f"V{chapter}.") for one in named)
    if found != wanted:
        complaints.append(f"V{chapter}: {found} of {wanted} requirements")
sources = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("*.py"))
for code in set(re.findall(r"`([^`]+)`", PAGE)):
    if code.startswith("test_") and f"def {code}(" not in sources:
        complaints.append(f"no test {code}")
    if code.startswith(("tests/", "web/", "src/")) and not (ROOT / code).exists():
        complaints.append(f"no file {code}")
print("\n".join(complaints), end="\n" if complaints else "")
sys.exit(1 if complaints else 0)
