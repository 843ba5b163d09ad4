#!/usr/bin/env python3
"""Style check of forbidden includes and identifiers in src, by the table "What each folder must not know" of
docs/explain/design.md says; and the limit of every queue, as its table "Queues and their limits" says.

    tests/style/folder_limits.py
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SOCKETS = r"boost/.*|sys/socket\.h|sys/un\.h|netdb\.h|arpa/inet\.h|ifaddrs\.h"
THREADS = r"thread|mutex|shared_mutex|condition_variable|future|pthread\.h"
FILES = r"fstream|filesystem|fcntl\.h|unistd\.h"
DATABASES = r"sqlite3\.h|libpq-fe\.h"
CLOCK = r"\b(?:steady_clock|system_clock|high_resolution_clock)\b"
RANDOM = r"\b(?:random_device|mt19937(?:_64)?)\b"

# folder: (forbidden <headers>, forbidden identifiers). engine_rules.py checks the engine more strictly.
RULES = {
    "engine": (f"{SOCKETS}|{THREADS}|{FILES}|{DATABASES}|chrono|vector|string|map|memory", f"{CLOCK}|{RANDOM}"),
    "protocol": (f"{SOCKETS}|{THREADS}|{FILES}|{DATABASES}", f"{CLOCK}|{RANDOM}"),
    "server": (f"{SOCKETS}|{THREADS}|{FILES}|{DATABASES}", f"{CLOCK}|{RANDOM}"),
    "fair": (f"{SOCKETS}|{THREADS}|{DATABASES}", f"{CLOCK}|{RANDOM}"),
    "names": (f"{SOCKETS}|{THREADS}|{FILES}|{DATABASES}", f"{CLOCK}|{RANDOM}"),
    "site": (SOCKETS + r"|thread|condition_variable|future|pthread\.h", None),
    "store": (SOCKETS, None),
    "client": (DATABASES, None),
    "net": (DATABASES, None),
    "ssh": (DATABASES, None),
    "text": (f"{SOCKETS}|{THREADS}|{DATABASES}", CLOCK),
    "game": (f"{SOCKETS}|{THREADS}|{DATABASES}", RANDOM),
    "table": (f"{SOCKETS}|{DATABASES}", None),
}
INCLUDE = re.compile(r"^\s*#\s*include\s+<([^>]+)>", re.MULTILINE)
NOISE = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def faults(source: str, headers: str, identifiers: str | None) -> list[str]:
    found = [f"must not include <{one}>" for one in INCLUDE.findall(source) if re.fullmatch(headers, one)]
    if identifiers:
        found += [f"must not use {one}" for one in re.findall(identifiers, NOISE.sub("", source))]
    return found


def folders_on_page(page: str) -> set[str]:
    """Folders in the first column of the page's table."""
    part = page.partition("### What each folder must not know")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE))


QUEUE_FOLDERS = ("client", "net", "server", "site", "ssh", "store")
QUEUE = re.compile(r"^ *std::(?:deque|queue|priority_queue)<[^;()]*> \w+(?:\{\})?;", re.MULTILINE)


def files_with_queues() -> set[str]:
    files = (path for folder in QUEUE_FOLDERS for path in (ROOT / "src" / folder).iterdir())
    return {path.relative_to(ROOT / "src").as_posix() for path in files if QUEUE.search(path.read_text())}


def queues_on_page() -> set[str]:
    part = (ROOT / "docs/explain/design.md").read_text().partition("### Queues and their limits")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `([\w/.]+)`:", part, re.MULTILINE))


def queue_faults() -> list[str]:
    """Queues without a limit in the table "Queues and their limits" of docs/explain/design.md."""
    page, code = queues_on_page(), files_with_queues()
    wrong = [f"docs/explain/design.md states no limit for the queue of src/{name}" for name in sorted(code - page)]
    wrong += [f"docs/explain/design.md: there is no src/{name}" for name in sorted(page) if not (ROOT / "src" / name).exists()]
    return wrong + (["too few queues found: the pattern of this check is wrong"] if len(code) < 8 else [])


def self_test() -> None:
    assert QUEUE.search("  std::deque<std::pair<A, B>> waiting_;") and not QUEUE.search("std::deque<A>::iterator next();")
    assert faults("#include <thread>\n// steady_clock\n", THREADS, CLOCK) == ["must not include <thread>"]
    assert faults("auto x = std::chrono::steady_clock::now();", THREADS, CLOCK) == ["must not use steady_clock"]
    assert faults('#include <boost/asio.hpp>\nf("mt19937");', SOCKETS, RANDOM) == ["must not include <boost/asio.hpp>"]
    assert folders_on_page("### What each folder must not know\n| `a` | x |\n## B\n| `b` | y |") == {"a"}


def main() -> int:
    self_test()
    wrong = [
        f"src/{path.relative_to(ROOT / 'src').as_posix()}: {fault}"
        for folder, (headers, identifiers) in RULES.items()
        for path in sorted((ROOT / "src" / folder).rglob("*"))
        if path.suffix in (".h", ".cpp")
        for fault in faults(path.read_text(), headers, identifiers)
    ]
    page = folders_on_page((ROOT / "docs" / "explain" / "design.md").read_text())
    wrong += [f"docs/explain/design.md has no row for {one}" for one in sorted(set(RULES) - page)]
    wrong += queue_faults()
    print("\n".join(wrong) or f"ok: {len(RULES)} folders know no more than they may")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
