#!/usr/bin/env python3
"""Summary of failures in the runners' reports (JUnit's XML): python3 failures.py REPORT...

Parts run one after another, so that of an early one's failures nothing is left at the end of a long output."""

import sys
from pathlib import Path
from xml.etree import ElementTree

LINES = 12


def failures(report: Path):
    """Name and last lines of each test in it that failed."""
    for case in ElementTree.parse(report).iter("testcase"):
        wrong = case.findall("failure") + case.findall("error")
        if not wrong and case.get("status") != "fail":
            continue
        told = [part.text or part.get("message") or "" for part in wrong + case.findall("system-out")]
        lines = [line for line in "\n".join(told).splitlines() if line.strip()]
        yield case.get("name"), lines[-LINES:]


def main(reports: list[str]) -> None:
    found = [(report.stem, *failure) for report in map(Path, reports) if report.is_file() for failure in failures(report)]
    for where, name, lines in found:
        print(f"== {where}: {name}", *(f"    {line[:200]}" for line in lines), sep="\n")
    # Names last: of the end of an output most is read.
    for where, name, _ in found:
        print(f"failed in {where}: {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
