#!/usr/bin/env python3
"""Style check of links: every relative link, anchor and repository path of the Markdown pages leads somewhere."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^()\s]+)\)")
PATH = re.compile(r"`((?:src|tests|tools|web|python|bench|cmake|data|docs|packaging|deploy|lang|spec|fuzz|examples)/[\w./*-]+)`")
SOURCE = re.compile(r"`([\w./-]+\.(?:h|cpp|cuh|cu|py|ts|svelte|sh|mjs))`")
PLACEHOLDER = re.compile(r"NAME|CODE|FOLDER|VERSION|Ownership")  # to be replaced by the reader
ELSEWHERE = {"my_agent.py", "pufferlib/extensions/pufferlib.cpp"}  # the reader's, and another project's
HEADING = re.compile(r"^#{1,6} (.*)$", re.MULTILINE)


def pages() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = [name for name in listed.stdout.split() if not name.startswith("packaging/upstream/")]  # texts for other projects
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def without_code(text: str) -> str:
    text = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(page: Path) -> set[str]:
    text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title) for title in HEADING.findall(text))
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in plain}


def dead_links(page: Path) -> list[str]:
    dead = []
    for link in LINK.findall(without_code(page.read_text())):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        if not target.exists():
            dead.append(f"{page.relative_to(ROOT)}: no file {link}")
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            dead.append(f"{page.relative_to(ROOT)}: no heading {link}")
    return dead


def path_ends() -> set[str]:
    """For src/a/b.h: src/a/b.h, a/b.h and b.h."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {name[at:] for name in listed.split("\0") for at in [0, *(m.end() for m in re.finditer("/", name))]}


def missing_sources(page: Path, ends: set[str]) -> list[str]:
    """Source files in code spans, by whatever end of their path."""
    if "log" in page.parent.parts:
        return []
    text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    named = {name for name in SOURCE.findall(text) if not PLACEHOLDER.search(name)} - ELSEWHERE
    return [f"{page.relative_to(ROOT)}: no source `{name}`" for name in sorted(named) if name.lstrip("./") not in ends]


def missing_paths(page: Path) -> list[str]:
    """Repository paths in code spans; docs/log is about earlier files."""
    if "log" in page.parent.parts:
        return []
    named = {name for name in PATH.findall(page.read_text()) if not PLACEHOLDER.search(name)}
    return [f"{page.relative_to(ROOT)}: no file `{name}`" for name in sorted(named) if not any(ROOT.glob(name.rstrip("/")))]


# An unpacked source archive has no repository.
if not (ROOT / ".git").exists():
    sys.exit(77)
known = path_ends()
found = [line for page in pages() for line in dead_links(page) + missing_paths(page) + missing_sources(page, known)]
print("\n".join(found), end="\n" if found else "")
sys.exit(1 if found else 0)
