#!/usr/bin/env python3
"""Queues of the server and the client: each stands with its limit in the table "Queues and their limits" of
docs/explain/design.md.

    tests/style/queues.py
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("client", "net", "server", "site", "ssh", "store")
QUEUE = re.compile(r"^ *std::(?:deque|queue|priority_queue)<[^;()]*> \w+(?:\{\})?;", re.MULTILINE)


def files_with_queues() -> set[str]:
    files = (path for folder in FOLDERS for path in (ROOT / "src" / folder).iterdir())
    return {path.relative_to(ROOT / "src").as_posix() for path in files if QUEUE.search(path.read_text())}


def files_on_page() -> set[str]:
    part = (ROOT / "docs/explain/design.md").read_text().partition("### Queues and their limits")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `([\w/.]+)`:", part, re.MULTILINE))


def main() -> int:
    assert QUEUE.search("  std::deque<std::pair<A, B>> waiting_;") and not QUEUE.search("std::deque<A>::iterator next();")
    page, code = files_on_page(), files_with_queues()
    wrong = [f"docs/explain/design.md states no limit for the queue of src/{name}" for name in sorted(code - page)]
    wrong += [f"docs/explain/design.md: there is no src/{name}" for name in sorted(page) if not (ROOT / "src" / name).exists()]
    if len(code) < 8:
        wrong.append("too few queues found: the pattern of this check is wrong")
    print("\n".join(wrong) or f"ok: {len(code)} queues have a limit")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
