#!/usr/bin/env python3
"""Engine build with a 33rd card in a box of its own, made by the steps of CONTRIBUTING's "How to add a card".

    tests/engine/scratch_card.py SCRATCH_FOLDER
"""

import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRATCH = Path(sys.argv.pop(1) if len(sys.argv) > 1 else "/tmp/ninelives_scratch_card")
PLACES = 40


def example(kind: str) -> str:
    """The C++ example of CONTRIBUTING's list that defines this struct or function, without its indentation."""
    section = (ROOT / "CONTRIBUTING.md").read_text().split("## How to add a card", 1)[1].split("\n## ", 1)[0]
    blocks = re.findall(r"^ *```cpp\n(.*?)^ *```$", section, re.MULTILINE | re.DOTALL)
    found = [block for block in blocks if kind in block]
    assert len(found) == 1, f"CONTRIBUTING needs one example with {kind}"
    return re.sub(r"^   ", "", found[0], flags=re.MULTILINE)


class Source:
    """A header of the copy."""

    def __init__(self, name: str) -> None:
        self.path = SCRATCH / "engine" / name

    def replace(self, old: str, new: str) -> None:
        text = self.path.read_text()
        assert text.count(old) == 1, f"{self.path.name}: {old!r} must stand there once, for CONTRIBUTING's list names it"
        self.path.write_text(text.replace(old, new))


def add_card() -> None:
    """Steps 1 to 3, nothing else."""
    card = Source("card.h")
    card.replace("#define NINELIVES_CARD_PLACES 32", f"#define NINELIVES_CARD_PLACES {PLACES}")
    card.replace("  Bury,\n", "  Bury,\n  Nap,\n")
    card.replace("kLastCard = Card::Bury;", "kLastCard = Card::Nap;")
    cards = Source("cards.h")
    cards.replace("template <class... Cards>\nstruct CardList", example("struct NapCard") + "\ntemplate <class... Cards>\nstruct CardList")
    cards.replace("BuryCard>;", "BuryCard, NapCard>;")
    rules = Source("rules.h")
    rules.replace("inline constexpr int kBoxes = 3;", "inline constexpr Expansions kNap = 8;\ninline constexpr int kBoxes = 4;")
    rules.replace("// In the order of their bits.\n", example("nap_box()") + "\n// In the order of their bits.\n")
    rules.replace("stray_box()};", "stray_box(), nap_box()};")
    rules.replace("== 56 + 35 + 10);", "== 56 + 35 + 10 + 3);")


class ScratchCard(unittest.TestCase):
    def test_ENG_1_scratch_card_is_dealt_played_and_noped_in_ten_thousand_games(self) -> None:
        shutil.rmtree(SCRATCH, ignore_errors=True)
        shutil.copytree(ROOT / "src/engine", SCRATCH / "engine")
        add_card()
        program = SCRATCH / "play"
        flags = ["-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined", "-fno-sanitize-recover"]
        subprocess.run(["g++", *flags, f"-I{SCRATCH}", ROOT / "tests/engine/scratch_card_driver.cc", "-o", program], check=True)
        done = subprocess.run([program, "10000"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        counts = dict(re.findall(r"(\w+) (\d+)", done.stdout))
        self.assertEqual(counts["games"], "10000", done.stdout)
        for what in ("dealt", "played", "effects", "noped", "paired", "named", "known"):
            self.assertGreater(int(counts[what]), 20, done.stdout)
        self.assertEqual((counts["version"], counts["actions"]), ("2", str(128 + 4 * PLACES)))

    def test_ENG_1_shipped_layout_has_32_places_and_version_1(self) -> None:
        source = (
            '#include "engine/encode.h"\n'
            "static_assert(nl::kCardPlaces == 32 && nl::kLayoutVersion == 1 && nl::kActions == 256);\n"
            "static_assert(sizeof(nl::RawObservation) == 132 && sizeof(nl::HistoryObservation) == 875);\n"
        )
        command = ["g++", "-std=c++20", f"-I{ROOT / 'src'}", "-fsyntax-only", "-x", "c++", "-"]
        subprocess.run(command, input=source, text=True, check=True)


if __name__ == "__main__":
    unittest.main()
