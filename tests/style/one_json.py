#!/usr/bin/env python3
"""Style check of JSON readers: one reader (src/text/json_reader.h) with one error type, and no raw JSON in
the logic of clients, terminals and the server.

    tests/style/one_json.py [folder]     default: src
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = (".h", ".cpp")

# Logic that handles messages as types. The exceptions are the readers and writers of these folders.
TYPED = ("client", "server", "terminal")
RAW = re.compile(r"\bJson\b|\bJsonReader\b|\bnlohmann\b")
WRITERS = {
    "client/ladder_client.cpp": "reads the ladder's list and writes signed statements",
    "client/seat_store.cpp": "reads and writes the file of a seat",
    "server/room_event.cpp": "reads and writes stored events",
    "server/voided_game.cpp": "writes the note of a void room",
}

# Parts of a second reader: parsing, and asking a value for its type.
READS = re.compile(r"[jJ]son::parse\(|\bis_(?:string|boolean|array|discarded|number\w*)\(\)|\bget_ref<|\.get_to\(")
READERS = {
    "text/json_reader.h": "the reader",
    "text/json_reader.cpp": "the reader",
    "text/words.cpp": "the language files that are compiled in, as the tests have checked them",
    "text/grammar.cpp": "the language files that are compiled in, as the tests have checked them",
    "text/characters.cpp": "a file that is compiled in, as the tests have checked it",
    "app/options.cpp": "types of TOML values",
    "app/serve_options.cpp": "types of TOML values",
    "game/replay.cpp": "compares the tree of a state as a whole and reads no field of it",
}


def uses(source: str, pattern: re.Pattern) -> list[str]:
    plain = re.sub(r'//.*|"(?:[^"\\\n]|\\.)*"', "", source)
    return sorted(set(pattern.findall(plain)))


def complaints(folder: Path) -> list[str]:
    found, needed = [], set()
    for path in sorted(folder.rglob("*")):
        if path.suffix not in CODE:
            continue
        name, source = path.relative_to(folder).as_posix(), path.read_text()
        room = name.split("/")[0]
        checks = [(room in TYPED, RAW, WRITERS, "raw JSON"), (True, READS, READERS, "a JSON reader of its own")]
        for wanted, pattern, exceptions, what in checks:
            words = uses(source, pattern) if wanted else []
            if words and name in exceptions:
                needed.add(name)
            elif words:
                found.append(f"{name} has {what}: {', '.join(words)}")
    spare = (WRITERS.keys() | READERS.keys()) - needed
    return found + [f"{name} is listed here and needs not to be" for name in sorted(spare)]


def self_test() -> None:
    assert uses("void on(const Json& message);", RAW) == ["Json"]
    assert not uses("// Json\ncatch (const JsonError& bad) {}", RAW)
    assert uses("if (!json[key].is_string()) return;", READS) == ["is_string()"]
    assert uses("Json::parse(text)", READS) and uses("nlohmann::json::parse(text)", READS)
    assert not uses('json["seat"].seat(); x.is_object();', READS)


def main() -> int:
    self_test()
    found = complaints(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "src")
    print("\n".join(found) or "JSON is read in one way")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
