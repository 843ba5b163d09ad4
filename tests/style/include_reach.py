#!/usr/bin/env python3
"""Style check of includes: few translation units of src/ may include the headers that hold the rules.

One changed line in such a header rebuilds every unit that includes it, directly or not.

    include_reach.py              checks the limits
    include_reach.py HEADER...    prints the units of each header
"""

import sys
from pathlib import Path

from folder_dependencies import ROOT, includes_under

LIMITS = {"engine/referee.h": 60, "engine/fold.h": 60}


def reached_headers(unit, includes):
    reached, waiting = set(), [unit]
    while waiting:
        for header in includes[waiting.pop()]:
            if header not in reached:
                reached.add(header)
                waiting.append(header)
    return reached


def units_by_header(includes):
    """header -> the .cpp files of src/ that include it, directly or not"""
    units = {}
    for unit in includes:
        if unit.endswith(".cpp") and not unit.startswith("web/"):
            for header in reached_headers(unit, includes):
                units.setdefault(header, []).append(unit)
    return units


def self_test():
    graph = {"a.cpp": ["x.h"], "b.cpp": ["y.h"], "x.h": ["y.h"], "y.h": ["x.h"]}
    assert units_by_header(graph) == {"x.h": ["a.cpp", "b.cpp"], "y.h": ["a.cpp", "b.cpp"]}


def main():
    self_test()
    units = units_by_header(includes_under(ROOT))
    if sys.argv[1:]:
        for header in sys.argv[1:]:
            print(header, len(units[header]), *units[header])
        return 0
    failed = 0
    for header, limit in LIMITS.items():
        if header not in units:  # renamed: the limit would hold nothing
            print(f"no unit includes {header}")
            failed = 1
        elif len(units[header]) > limit:
            print(f"{header} reaches {len(units[header])} units of src/, limit {limit}")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
