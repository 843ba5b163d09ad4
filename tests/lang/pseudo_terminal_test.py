#!/usr/bin/env python3
"""Pseudo-languages in the terminal's plain lines: pseudo_terminal_test.py PROGRAM

No line has words that do not come from lang/, and a mirrored language plays as any other. Requirements: LANG-1
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ""
# Words that no language translates: names of people and of the game, files, commands and options that are typed.
KNOWN = re.compile(r"Nine Lives|\bAnn\b|\bBob\b|English|Deutsch|\bFSI\b|[\w./-]+\.jsonl?|ninelives(?: [a-z-]+)*|--[a-z]+|\(=\S+=\)")
COMMANDS = ("help", "hand", "table", "odds", "log", "cards", "card 1", "hint", "back", "quit", "2")


def play(code: str, typed: list[str], *options: str) -> str:
    """Output of a game in that language until the typed lines are at an end."""
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run([sys.executable, ROOT / "tools/translate", "pseudo", code], capture_output=True, text=True, check=True)
        file = Path(folder) / f"{code}.json"
        file.write_text(made.stdout, encoding="utf-8")
        asked = [PROGRAM, "play", "--plain", "--lang", code, "--seed", "7", *options]
        done = subprocess.run(asked, input="\n".join(typed) + "\n", capture_output=True, text=True, timeout=120,
                              env={**os.environ, "NINELIVES_LANGUAGE_FILE": str(file), "LC_ALL": "C.UTF-8"})
        assert done.returncode in (0, 1), done.stderr
        return done.stdout


GAME = ("--preset", "official", "--expansions", "none", "--players", "3", "--names", "Ann,Bob", "--bots", "1")
ANSWERS = ["0", "", *COMMANDS, *(["1", "0", "", "2", "1"] * 40)]


class Pseudo(unittest.TestCase):
    def test_LANG_1_every_line_comes_from_lang(self):
        foreign = [line for line in play("en-XA", ANSWERS, *GAME).splitlines() if re.search(r"[A-Za-z]{2,}", KNOWN.sub("", line))]
        self.assertEqual(foreign, [])

    def test_LANG_1_no_line_is_cut(self):
        text = play("en-XA", ANSWERS, *GAME)
        self.assertGreater(text.count("["), 100)
        self.assertEqual(text.count("["), text.count("]"))

    def test_LANG_1_a_mirrored_language_tells_the_same_game(self):
        # The same game in English, word for word, once the marks of direction are taken out.
        marks = str.maketrans("", "", "\u2067\u202e\u202c\u2069")
        mirrored = play("ar-XB", ANSWERS, *GAME)
        english = subprocess.run([PROGRAM, "play", "--plain", "--lang", "en", "--seed", "7", *GAME], input="\n".join(ANSWERS) + "\n",
                                 capture_output=True, text=True, timeout=120, env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout
        self.assertIn("\u202e", mirrored)
        self.assertEqual(mirrored.count("\u2067"), mirrored.count("\u2069"))
        self.assertEqual(mirrored.translate(marks), english)


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
