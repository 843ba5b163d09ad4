#!/usr/bin/env python3
"""Style check of the written pages: long sentences, roundabout nouns, number of words; and retired words in all files.

    tests/style/prose.py            complains, and fails where a limit is passed
    tests/style/prose.py --words    also prints the words of each page
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
LONGEST_SENTENCE = 40  # words, table cells included
MOST_WHAT_IS = 39  # "what is kept", "what was told" as a noun, in all pages together
MOST_WORDS = 40_000  # in docs/, without docs/log and printed pages
# A comment begins with a noun or is a plain sentence: no "What …", "Whether …", "How many …", "Those of …".
OPENING = r"^[ \t]*(?://+|#|/\*\*?|\*|<!--|r?\"\"\"|--)[ ]?"
PRONOUN = r"(?:What|Whatever|Who|Whoever|Whom|Whose|How|Where|Wherever|Which|Whichever|That(?! is| was| would)|Whether|Why|Those of)"
CLAUSE = re.compile(OPENING + r"(?:.*[.!?] )?" + PRONOUN + r" [a-z0-9`'\"(](?!.*\?[\"*/> -]*$)")
RETIRED = re.compile(r"\b(anew|by lot|the own|in turns|glimpses?|omens?|teller|told parts|front door|operator's desk)\b", re.IGNORECASE)
SUBJECT = re.compile(r"(?:What|Whatever|Who|Whoever|Whose|How (?!to\b)|Where (?!to\b)|Which|Whether|Why)\b.*[^?]$")
WHAT_IS = re.compile(r"\bwhat (?:is|was)\b", re.IGNORECASE)
SOURCES = {".h", ".cpp", ".cc", ".c", ".cu", ".cuh", ".py", ".ts", ".svelte", ".mjs", ".js", ".css", ".html", ".sh", ".zsh", ".cmake",
           ".tla", ".toml", ".yml", ".cfg", ".sql", ""}
# Pages and parts of pages that the program or a tool prints; tests compare them with its output.
PRINTED_PAGES = {"reference/spec.md", "reference/licences.md", "train/leaderboard.md", "play/transcript.md", "play/transcript-page.md"}
PRINTED_PART = re.compile(r"<!-- printed: .*?-->.*?<!-- end -->", re.DOTALL)


def tracked_files() -> list[Path]:
    """All files of the repository; an unpacked source archive has none."""
    if not (ROOT / ".git").exists():
        return []
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def retired_words() -> list[str]:
    """Retired words in names, comments and texts of any file but the dated logs, and comments that begin with a clause."""
    wrong = []
    for path in tracked_files():
        content = path.read_bytes()
        if path == Path(__file__).resolve() or path.is_relative_to(DOCS / "log") or b"\0" in content:
            continue
        for number, line in enumerate(content.decode(errors="replace").splitlines(), 1):
            place = f"{path.relative_to(ROOT)}:{number}"
            wrong += [f"{place}: '{found[0]}'" for found in RETIRED.finditer(line.replace("_", " "))]
            if path.suffix in SOURCES and CLAUSE.match(line):
                wrong.append(f"{place}: begins with a clause: {line.strip()[:90]}")
    return wrong


def pages() -> list[Path]:
    written = [path for path in sorted(DOCS.rglob("*.md")) if path.relative_to(DOCS).parts[0] != "log"]
    written = [path for path in written if path.relative_to(DOCS).as_posix() not in PRINTED_PAGES]
    top = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
    return [*(ROOT / name for name in top), *written]


def without_code(text: str) -> str:
    text = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"`[^`\n]*`", "Code", text)
    return re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)


def blocks(text: str) -> list[str]:
    """Paragraphs, list items, headings and table cells, each on one line."""
    found: list[str] = []
    open_block = False
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("|"):
            found += [cell.strip() for cell in line.strip("|").split("|")]
            open_block = False
        elif not line or line.startswith("#"):
            found += [line] if line else []
            open_block = False
        elif re.match(r"([-*]|\d+\.) ", line) or not open_block:
            found.append(re.sub(r"^([-*]|\d+\.) ", "", line))
            open_block = True
        else:
            found[-1] += " " + line
    return [block for block in found if count(block)]


def sentences(block: str) -> list[str]:
    return re.split(r"(?<=[.!?])[)\"*]*\s+(?=[\"(*]*[A-Z0-9`])", block)


def count(text: str) -> int:
    return sum(1 for word in text.split() if re.search(r"\w", word))


def words_of(path: Path) -> int:
    return count(PRINTED_PART.sub("", path.read_text()))


def complaints() -> list[str]:
    wrong: list[str] = []
    what_is: list[str] = []
    total = 0
    for path in pages():
        name = path.relative_to(ROOT).as_posix()
        raw = PRINTED_PART.sub("", path.read_text())
        if path.is_relative_to(DOCS):
            total += count(raw)
        prose = without_code(raw)
        in_table = {cell.strip() for line in prose.splitlines() if line.strip().startswith("|")
                    for cell in line.strip().strip("|").split("|")}
        for block in blocks(prose):
            parts = [block] if block in in_table else sentences(block)
            wrong += [f"{name}: {count(part)} words: {part[:90]} ..." for part in parts if count(part) > LONGEST_SENTENCE]
            for part in sentences(block):
                if SUBJECT.match(part) and not block.startswith("#"):
                    wrong.append(f"{name}: begins with a clause: {part[:90]}")
                if not part.endswith("?"):
                    what_is += [f"{name}: {part[:90]}" for _ in WHAT_IS.finditer(part)]
        if "--words" in sys.argv:
            print(f"{words_of(path):6} {name}")
    if len(what_is) > MOST_WHAT_IS:
        wrong += [*what_is, f"'what is' or 'what was' as a noun {len(what_is)} times, at most {MOST_WHAT_IS}"]
    if total > MOST_WORDS:
        wrong.append(f"docs/ has {total} words, at most {MOST_WORDS}: move figures and history to docs/log")
    if "--words" in sys.argv:
        print(f"{total:6} docs/; {len(what_is)} times 'what is' or 'what was'")
    return wrong


def main() -> int:
    assert all(CLAUSE.match(line) for line in ("  // What waits is kept.", '    """Whether it is."""', "# What is kept.", "/* Who asks. */"))
    assert not any(CLAUSE.match(line) for line in ("// Waits.", "// What is kept?", "# Whatsapp", "# That is final.", "/* True if it is. */"))
    assert RETIRED.search("begin anew".replace("_", " ")) and not RETIRED.search("their own, renewed")
    found = complaints() + retired_words()
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
