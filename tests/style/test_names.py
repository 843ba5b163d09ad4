#!/usr/bin/env python3
"""Style check of test names: requirement ids first, then one sentence. C++ and Go: EK_3_TheKittenGoesBack; Python:
test_EK_3_the_kitten_goes_back; TypeScript: "EK-3 the kitten goes back". A long test of C++ begins with Long.

    tests/style/test_names.py
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

ID = r"(?!SHA|UTF|UC)[A-Z]{2,6}[_-](?:\d+|N)"
USE_CASE = r"(?:(?:Attack|Kitten|Nope|Shuffle)_)?(?:UC\d+_(?:(?:\d+[ab]?|[A-C])_)*)*"  # of the source documents
# ending: (where names stand, what they must be, or None; what must not be in them, or None)
LANGUAGES = {
    ".cpp": (r"^(?:TYPED_)?TEST(?:_F|_P)?\(\w+,\s*(\w+)\)", rf"(?:Long_)?{USE_CASE}(?:{ID}_)*[A-Z][A-Za-z0-9]*", None),
    ".go": (r"^func (Test\w+)\(", rf"Test_?(?:{ID}_)*[A-Z]?[A-Za-z0-9]*", None),
    ".py": (r"^ *def (test_\w+)\(", rf"test_(?:{ID}_)*\w+", rf"^test_(?!{ID}).*_{ID}(?:_|$)"),
    ".ts": (r"^ *test(?:\.\w+(?:\([^\n]*?\))?)*\([\"`]([^\"`\n]+)[\"`]", None, rf"^(?!{ID}\b|B-UC).* {ID}\b|{ID}:"),
}
FOLDERS = {".cpp": "tests", ".go": "tests", ".py": "tests", ".ts": "web/tests"}


def wrong_names(ending: str, source: str) -> list[str]:
    where, whole, without = LANGUAGES[ending]
    names = re.findall(where, source, re.MULTILINE)
    return [name for name in names if (whole and not re.fullmatch(whole, name)) or (without and re.search(without, name))]


def self_test() -> None:
    good = "TEST(Kitten, EK_3_EK_4_ItGoesBack) {\nTEST_F(A, Plain) {\nTEST(S, Attack_UC1_ATK_1_TwoTurns) {\n"
    assert wrong_names(".cpp", good) == []
    assert wrong_names(".cpp", "TEST(Kitten, ItGoesBack_EK_3) {\nTYPED_TEST(A, WEB_1_it_goes) {") == ["ItGoesBack_EK_3", "WEB_1_it_goes"]
    assert wrong_names(".py", "def test_EK_3_it_goes():\ndef test_it_goes_EK_3():") == ["test_it_goes_EK_3"]
    assert wrong_names(".ts", 'test("EK-3 it goes", () => 1);\ntest("it goes as EK-3 says", f);') == ["it goes as EK-3 says"]


def main() -> int:
    self_test()
    wrong, seen = [], 0
    for ending, folder in FOLDERS.items():
        for path in sorted((ROOT / folder).rglob("*" + ending)):
            if "node_modules" in path.parts:
                continue
            source = path.read_text()
            seen += len(re.findall(LANGUAGES[ending][0], source, re.MULTILINE))
            wrong += [f"{path.relative_to(ROOT)}: {name}" for name in wrong_names(ending, source)]
    if seen < 2000:
        wrong.append(f"only {seen} tests found: the patterns of this check are wrong")
    print("\n".join(wrong) or f"ok: {seen} names")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
