#!/usr/bin/env python3
"""Style check of includes between the folders of src/ and web/engine: as docs/explain/design.md says, without cycles.

The page's block of arrows is the law: a line `a, b ← c, d` lets c and d include files of a and b.
An arrow that the code needs and the page doesn't have is an error, and so is one that nobody needs.

    folder_dependencies.py              checks
    folder_dependencies.py --arrows     prints what the code has, in the page's form
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
SOURCES = (".h", ".cpp", ".cu", ".cuh")


def includes_under(root):
    """file -> the files of src/ that it includes, both as paths from src/; web/engine counts as a folder."""
    files = [path for folder in ("src", "web/engine") for path in (root / folder).rglob("*")]
    known = {
        path.relative_to(root).as_posix().removeprefix("src/"): path
        for path in files
        if path.suffix in SOURCES
    }
    return {
        name: [other for other in INCLUDE.findall(path.read_text()) if other in known]
        for name, path in sorted(known.items())
    }


def folder_of(name):
    return name.split("/")[0]


def arrows_of(includes):
    """{(folder, folder that it includes): a file that does}"""
    arrows = {}
    for name, others in includes.items():
        for other in others:
            if folder_of(other) != folder_of(name):
                arrows.setdefault((folder_of(name), folder_of(other)), f"{name} includes {other}")
    return arrows


def arrows_on_page(page):
    """The same from the block that begins with ```folders."""
    block = re.search(r"^```folders\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    if block is None:
        sys.exit("docs/explain/design.md has no block of folders")
    arrows = set()
    for line in block.group(1).splitlines():
        used, arrow, users = line.partition("←")
        if not arrow:
            sys.exit(f"docs/explain/design.md: no arrow in '{line}'")
        names = [[name.strip() for name in side.split(",")] for side in (used, users)]
        arrows |= {(user, one) for user in names[1] for one in names[0]}
    return arrows


def circle_in(includes):
    """A list of files, each of which includes the next, and the last the first; None: there is none."""
    done, path = set(), []

    def visit(name):
        if name in path:
            return path[path.index(name) :] + [name]
        if name in done:
            return None
        path.append(name)
        for other in includes.get(name, []):
            if (found := visit(other)) is not None:
                return found
        done.add(path.pop())
        return None

    for name in includes:
        if (found := visit(name)) is not None:
            return found
    return None


def faults(includes, allowed):
    found = arrows_of(includes)
    wrong = [
        f"{user} must not include {used} ({why})"
        for (user, used), why in sorted(found.items())
        if (user, used) not in allowed
    ]
    wrong += [
        f"docs/explain/design.md lets {user} include {used}, which it doesn't"
        for user, used in sorted(allowed - set(found))
    ]
    folder_graph = {}
    for user, used in found:
        folder_graph.setdefault(user, []).append(used)
    for graph, what in ((includes, "files"), (folder_graph, "folders")):
        if (circle := circle_in(graph)) is not None:
            wrong.append(f"{what} include each other: " + " -> ".join(circle))
    return wrong


def selftest():
    tidy = {"a/x.h": [], "b/y.h": ["a/x.h"], "b/z.cpp": ["b/y.h"]}
    assert faults(tidy, {("b", "a")}) == []
    assert "must not include" in faults(tidy, set())[0]
    assert "doesn't" in faults(tidy, {("b", "a"), ("a", "c")})[0]
    circle = {"a/x.h": ["a/y.h"], "a/y.h": ["a/x.h"]}
    assert faults(circle, set()) == ["files include each other: a/x.h -> a/y.h -> a/x.h"]
    both_ways = {"a/x.h": ["b/y.h"], "b/y.h": [], "b/z.h": ["a/w.h"], "a/w.h": []}
    assert "folders include each other" in faults(both_ways, {("a", "b"), ("b", "a")})[0]
    assert arrows_on_page("```folders\na, b ← c\n```\n") == {("c", "a"), ("c", "b")}


def main():
    includes = includes_under(ROOT)
    if "--arrows" in sys.argv:
        uses = {}
        for user, used in arrows_of(includes):
            uses.setdefault(user, set()).add(used)
        for user in sorted(uses):
            print(", ".join(sorted(uses[user])), "←", user)
        return
    selftest()
    wrong = faults(includes, arrows_on_page((ROOT / "docs" / "explain" / "design.md").read_text()))
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"ok: {len(includes)} files, {len(arrows_of(includes))} arrows, no cycle")


if __name__ == "__main__":
    main()
