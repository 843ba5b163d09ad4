#!/usr/bin/env python3
"""Style check of copied code: no body of ten lines or more stands in two folders of src, or in one and the page's part.

    tests/style/copied_code.py

Lines are compared in two ways: as they are, and with every name replaced by the same word, so that a copy with other names
is found too. Blanks, comments, braces and includes don't count.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"
PAGE = ROOT / "web/engine"
ENDINGS = {".h", ".cpp", ".cu", ".cuh"}
LENGTH = 10
SHAPES = 5  # without names every list looks like every other: fewer different lines than this are a list
KEYWORDS = set("auto bool break case class const constexpr continue else for if int return static struct switch while".split())
SAYS_NOTHING = re.compile(r"[{}();,]*|#.*|(?:public|private|protected):|(?:using|namespace)\b.*")

Line = tuple[int, str]


def as_it_is(line: str) -> str:
    return re.sub(r"\s+", "", line)


def without_names(line: str) -> str:
    bare = re.sub(r"\s+", " ", re.sub(r'"[^"]*"', '""', line))
    return re.sub(r"[A-Za-z_]\w*", lambda word: word[0] if word[0] in KEYWORDS else "x", bare)


def lines_of(path: Path, read) -> list[Line]:
    """The lines that say something, with their numbers."""
    bare = [re.sub(r"//.*", "", line).strip() for line in path.read_text().splitlines()]
    return [(i, read(line)) for i, line in enumerate(bare, 1) if not SAYS_NOTHING.fullmatch(line)]


def twice(files: dict[Path, list[Line]], shapes: int) -> set[str]:
    """Places of a body that another folder has too."""
    places = defaultdict(list)
    for path, lines in files.items():
        for i in range(len(lines) - LENGTH + 1):
            body = tuple(text for _, text in lines[i : i + LENGTH])
            if len(set(body)) >= shapes:
                places[body].append((path, i))
    pairs = {
        (here, there)
        for found in places.values()
        for here in found
        for there in found
        if here < there and folder_of(here[0]) != folder_of(there[0])
    }
    before = lambda place: (place[0], place[1] - 1)
    begins = [pair for pair in pairs if (before(pair[0]), before(pair[1])) not in pairs]
    return {f"{shown(files, here)} stands again in {shown(files, there)}" for here, there in begins}


def folder_of(path: Path) -> str:
    return "web" if path.is_relative_to(PAGE) else path.relative_to(SOURCES).parts[0]


def shown(files: dict[Path, list[Line]], place: tuple[Path, int]) -> str:
    path, i = place
    return f"{path.relative_to(ROOT)}:{files[path][i][0]}"


def self_test() -> None:
    """A copy with other names is found in another folder, and nowhere else."""
    body = "int a(int b) {\nif (b > 1) return 0;\nfor (int i = 0; i < b; ++i) c(i);\nwhile (d()) e();\nconst int f = g(b);\n" * 2
    numbered = lambda text: list(enumerate(map(without_names, text.splitlines()), 1))
    copy = re.sub(r"\b([abcdefg])\b", r"\1x", body)
    here, there, near = (SOURCES / name for name in ("one/a.cpp", "two/b.cpp", "one/c.cpp"))
    assert twice({here: numbered(body), there: numbered(copy)}, SHAPES) == {"src/one/a.cpp:1 stands again in src/two/b.cpp:1"}
    assert twice({here: numbered(body), near: numbered(copy)}, SHAPES) == set()


self_test()
paths = sorted(path for folder in (SOURCES, PAGE) for path in folder.rglob("*") if path.suffix in ENDINGS)
complaints = twice({path: lines_of(path, as_it_is) for path in paths}, 1)
complaints |= twice({path: lines_of(path, without_names) for path in paths}, SHAPES)
print("\n".join(sorted(complaints)), end="\n" if complaints else "")
sys.exit(1 if complaints else 0)
