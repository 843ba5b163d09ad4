#!/usr/bin/env python3
"""Style check of private helpers: none stands in two files of a folder: the second one is a copy, or
the two want names of their own. Files that are compiled together (cmake/speed.cmake) rely on it.

    tests/style/one_helper.py [folder]...     default: those that are compiled together
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRIVATE = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.DOTALL | re.MULTILINE)
TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)", re.MULTILINE)
FUNCTION = re.compile(r"^(?! |TEST|INSTANTIATE|static_assert|using)[\w:<>,&* ]+?[ &*](\w+)\(((?:[^(){}]|\{\})*)\) \{", re.MULTILINE)
CONSTANT = re.compile(r"^(?:constexpr|const|volatile) [^=({\n]*?(\w+)(?:\[\])?(?: =|\{)", re.MULTILINE)


def kinds(parameters: str) -> str:
    """The parameters without their names and defaults: a function may share its name, not these as well."""
    ones = [re.sub(r" = .*", "", " ".join(one.split())) for one in parameters.split(",")]
    return ", ".join(re.sub(r"(?<=[\w>&*]) \w+$", "", one) for one in ones)


def helpers(source: str) -> set[str]:
    found = set()
    for block in PRIVATE.findall(source):
        found |= set(TYPE.findall(block)) | set(CONSTANT.findall(block))
        found |= {f"{name}({kinds(parameters)})" for name, parameters in FUNCTION.findall(block)}
    return found


def folders_compiled_together() -> list[Path]:
    return [folder for kind in ("src", "tests") for folder in sorted((ROOT / kind).iterdir()) if folder.is_dir()]


def twins(folder: Path) -> dict[str, list[str]]:
    files = defaultdict(list)
    for path in sorted(folder.glob("*.cpp")):
        for name in helpers(path.read_text()):
            files[name].append(path.name)
    return {name: where for name, where in files.items() if len(where) > 1}


def self_test() -> None:
    private = "namespace {\nconstexpr int kA = 1;\nint f(int a, const B& b = {}) {\n}\nstruct S {\n};\n}  // namespace\n"
    assert helpers(private) == {"kA", "f(int, const B&)", "S"}, helpers(private)
    assert helpers("int f(int a) {\n}\n") == set()


def main() -> int:
    self_test()
    folders = [Path(name) for name in sys.argv[1:]] or folders_compiled_together()
    found = [(folder, name, where) for folder in folders for name, where in sorted(twins(folder).items())]
    for folder, name, where in found:
        print(f"{folder.relative_to(ROOT) if folder.is_absolute() else folder}: {name} is in {' and '.join(where)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
