#!/usr/bin/env python3
"""Style check of classes: at most 40 member functions, with overloads. More belong into parts, unless a comment above the
class says why it is large, beginning with "Large:".

    tests/style/class_size.py [folder]     default: src
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOST = 40
# Classes that still have to be split or explained. Nothing may be added.
NOT_YET: set[str] = set()

HEAD = re.compile(r"\b(?:class|struct) (?:alignas\([^)]*\) )?(\w+)(?: final)?(?: : [^;{}]*)? \{")
NOT_FUNCTIONS = ("friend ", "using ", "static_assert", "typedef ", "enum ", "struct ", "class ", "union ")


def without_text(source: str) -> str:
    return re.sub(r'//.*|/\*.*?\*/|R"\((?:.|\n)*?\)"|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\]|\\.)\'', "", source, flags=re.MULTILINE)


def body_end(source: str, start: int) -> int:
    """Behind the brace that closes the one before `start`."""
    depth = 1
    for at in range(start, len(source)):
        depth += {"{": 1, "}": -1}.get(source[at], 0)
        if depth == 0:
            return at
    return len(source)


def members(body: str) -> list[str]:
    """Declarations of a class body, each without what stands in its braces."""
    found, text, depth = [], "", 0
    for c in body:
        if c == "{":
            depth += 1
        elif c == "}":
            depth -= 1
            if depth == 0 and "(" in text:  # the end of a function
                found.append(text)
                text = ""
        elif depth == 0 and c == ";":
            found.append(text)
            text = ""
        elif depth == 0:
            text += c
    return found


def function_name(declaration: str) -> str | None:
    text = re.sub(r"\b(?:public|private|protected):", "", declaration).strip()
    operator = re.search(r"\boperator\b\s*(\(\)|[^\s(]+)", text)
    if text.startswith(NOT_FUNCTIONS) or re.match(r"template\b[^;]*>\s*friend\b", text):
        return None
    if operator:
        return f"operator{operator.group(1)}"
    while (plain := re.sub(r"<[^<>]*>", "", text)) != text:  # what stands in angle brackets
        text = plain
    match = re.search(r"(~?\w+)\s*\(", text.split("=", 1)[0])
    return match.group(1) if match else None


def sizes(source: str) -> dict[str, int]:
    source = without_text(source)
    found = {}
    for head in HEAD.finditer(source):
        body = source[head.end() : body_end(source, head.end())]
        found[head.group(1)] = sum(function_name(one) is not None for one in members(body))
    return found


def self_test() -> None:
    source = """class A final : public B {
 public:
  A() = default;
  explicit A(int x) : x_(x) { if (x) { y(); } }
  int f() const { return g({1, 2}); }
  template <class T>
  void h(const T&) {}
  friend bool operator==(const A&, const A&) = default;
  bool operator<(const A& other) const;
  struct Inner {
    void in();
  };
 private:
  std::function<void(int)> call_;
  int x_ = f();
  std::vector<int> list_{1, 2};
};"""
    assert sizes(source) == {"A": 5, "Inner": 1}, sizes(source)
    assert explained("// Large: a table.\n// Really.\nclass A {", "A") and not explained("// Table.\nclass A {", "A")


def explained(source: str, name: str) -> bool:
    return re.search(rf"// Large:.*\n(?://.*\n)*(?:template.*\n)?(?:class|struct) (?:alignas\([^)]*\) )?{name}\b", source) is not None


def main() -> int:
    self_test()
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "src"
    found = {}
    for path in sorted([*folder.rglob("*.h"), *folder.rglob("*.cpp")]):
        source = path.read_text()
        for name, size in sizes(source).items():
            if size > MOST and not explained(source, name):
                found[name] = f"{path.relative_to(folder)}: {name} has {size} member functions, {MOST} are the most"
    wrong = [text for name, text in found.items() if name not in NOT_YET]
    wrong += [f"{name} is in the list of large classes and needs not to be" for name in sorted(NOT_YET - found.keys())]
    print("\n".join(wrong) or f"no class but {len(NOT_YET)} has more than {MOST} member functions")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
