#!/usr/bin/env python3
"""Style check of line lengths in the written pages: paragraphs and list items wrap at 100 columns.

    tests/style/wrap.py           names each page that isn't wrapped
    tests/style/wrap.py --fix     wraps them

Tables, code, headings, comments and printed parts stay as they are. Code spans and links are never broken."""

import re
import sys
from pathlib import Path

from prose import ROOT, pages

WIDTH = 100
# A word, a code span or a link, with the signs around it.
ATOM = re.compile(r"(?:`[^`\n]*`|!?\[[^\]\n]*\]\([^)\n]*\)|[^\s`\[!]|[!`\[])+")
# At the beginning of a line these would be markup.
MARKUP = re.compile(r"([-+*>|#=]|\d+[.)]|<)(\s|$)|[|<]|```")
ITEM = re.compile(r"( *)([-*+]|\d+[.)])( +)")
UNWRAPPED = ("|", "#", ">", "<", "---", "===", "***", ":::", "!!!", "[^")


def wrap(text: str, first: str, rest: str) -> list[str]:
    lines, line, is_empty = [], first, True
    for atom in ATOM.findall(text):
        if not is_empty and len(line) + 1 + len(atom) > WIDTH and not MARKUP.match(atom):
            lines.append(line)
            line, is_empty = rest, True
        line += ("" if is_empty else " ") + atom
        is_empty = False
    return [*lines, line]


class Page:
    """A page that is read line by line and written again with wrapped paragraphs."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.paragraph: tuple[str, str, list[str]] | None = None  # first and further indentation, texts
        self.ends_with = ""  # of a part that stays as it is

    def flush(self) -> None:
        if self.paragraph:
            first, rest, texts = self.paragraph
            self.lines += wrap(" ".join(texts), first, rest)
            self.paragraph = None

    def keep(self, line: str) -> None:
        self.flush()
        self.lines.append(line)

    def begin_kept_part(self, line: str) -> None:
        """A code block, a comment or a printed part."""
        self.keep(line)
        text = line.strip()
        if text.startswith("<!-- printed:"):
            self.ends_with = "<!-- end -->"
        elif text.startswith("<!--"):
            self.ends_with = "" if "-->" in text else "-->"
        else:
            self.ends_with = text[:3]

    def read(self, line: str) -> None:
        text = line.strip()
        item = ITEM.match(line)
        if self.ends_with:
            self.lines.append(line)
            if self.ends_with in line:
                self.ends_with = ""
        elif text.startswith(("```", "~~~", "<!--")):
            self.begin_kept_part(line)
        elif not text or text.startswith(UNWRAPPED) or re.match(r"\[[^\]]+\]: ", text) or line.endswith(("  ", "\\")):
            self.keep(line)
        elif item:
            self.flush()
            self.paragraph = (item[0], " " * len(item[0]), [line[item.end():].strip()])
        elif self.paragraph:
            self.paragraph[2].append(text)
        else:
            indent = line[: len(line) - len(line.lstrip())]
            if len(indent) >= 4 and (not self.lines or not self.lines[-1].strip()):
                self.keep(line)  # an indented code block
            else:
                self.paragraph = (indent, indent, [text])


def wrapped(content: str) -> str:
    page = Page()
    for line in content.splitlines():
        page.read(line)
    page.flush()
    return "\n".join(page.lines) + "\n"


def main() -> int:
    assert wrapped("a " * 60) == "a " * 49 + "a\n" + "a " * 9 + "a\n"
    assert wrapped("- " + "b" * 60 + " `c d` " + "e" * 40) == "- " + "b" * 60 + " `c d`\n  " + "e" * 40 + "\n"
    wrong = [page for page in pages() if wrapped(page.read_text()) != page.read_text()]
    if sys.argv[1:] == ["--fix"]:
        for page in wrong:
            page.write_text(wrapped(page.read_text()))
        return 0
    for page in wrong:
        print(f"{page.relative_to(ROOT)} isn't wrapped at {WIDTH} columns: tests/style/wrap.py --fix")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
