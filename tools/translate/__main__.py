"""Languages of the game as gettext PO, and checks of translations.

    python3 tools/translate new CODE               begins lang/CODE.json with the right plural forms
    python3 tools/translate export CODE            writes the PO file to standard output
    python3 tools/translate import FILE.po         writes lang/CODE.json
    python3 tools/translate check [CODE...]        reports what is missing or wrong; exit status 1 if anything is
    python3 tools/translate pseudo en-XA|ar-XB     writes a pseudo-language to standard output
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import catalogue
import po
import pseudo
import templates

# CLDR's cardinal forms of integers, as tables of last digits. Others are added by hand.
PLURALS = {
    "one_other": ({"1": 1, "*": 2}, "da de el en es et fi fr hu it nb nl pt sv tr"),
    "other": ({"*": 1}, "id ja ko ms th vi zh"),
    "slavic": (
        {**{f"*{n}": 1 for n in (1,)}, **{f"*{n}": 2 for n in (2, 3, 4)}, **{f"*{n}": 3 for n in (11, 12, 13, 14)}, "*": 3},
        "be bs hr ru sr uk",
    ),
    "czech": ({"1": 1, "2": 2, "3": 2, "4": 2, "*": 3}, "cs sk"),
}


def plurals_of(code: str) -> dict:
    for table, codes in PLURALS.values():
        if code in codes.split():
            return table
    sys.exit(f"The plural forms of '{code}' are not known here: add them to PLURALS in {__file__}")


def write_json(code: str, language: dict) -> Path:
    file = catalogue.LANG / f"{code}.json"
    file.write_text(json.dumps(language, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return file


def begin(code: str) -> None:
    if (catalogue.LANG / f"{code}.json").exists():
        sys.exit(f"lang/{code}.json is there already")
    write_json(code, {catalogue.GRAMMAR: {"plurals": plurals_of(code)}})
    listed = catalogue.LANG / "languages.json"
    codes = json.loads(listed.read_text())
    listed.write_text(json.dumps([*codes, code]) + "\n")
    print(f"lang/{code}.json begun. Next: python3 tools/translate export {code} > {code}.po")


def faults_in(code: str) -> list[str]:
    source, language = catalogue.read(catalogue.SOURCE), catalogue.read(code)
    sources, texts = catalogue.texts_of(source), catalogue.texts_of(language)
    grammar = language[catalogue.GRAMMAR]
    count, particles = catalogue.plural_forms(grammar), set(grammar.get("particles", {}))
    found = [f"{path}: not translated" for path in sources if path not in texts]
    for path, text in texts.items():
        if path in sources:
            found += [f"{path}: {fault}" for fault in templates.faults(sources[path], text, count, particles)]
        most = pseudo.LONGEST.get(path.split(".")[-1]) if path.startswith("cards.") else None
        if most and len(text) > most:
            found.append(f"{path}: {len(text)} letters, too long for its box ({most})")
    return found


def check(codes: list[str]) -> int:
    listed = json.loads((catalogue.LANG / "languages.json").read_text())
    bad = 0
    for code in codes or [code for code in listed if code != catalogue.SOURCE]:
        found = faults_in(code)
        bad += len(found)
        print("\n".join(f"{code}: {fault}" for fault in found) or f"{code}: complete")
    return 1 if bad else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/translate", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("new", "export"):
        commands.add_parser(name).add_argument("code")
    commands.add_parser("import").add_argument("file")
    commands.add_parser("check").add_argument("codes", nargs="*")
    commands.add_parser("pseudo").add_argument("kind", choices=sorted(pseudo.KINDS))
    given = parser.parse_args()
    if given.command == "new":
        begin(given.code)
    elif given.command == "export":
        sys.stdout.write(po.to_po(given.code, catalogue.read(given.code), catalogue.read(catalogue.SOURCE)))
    elif given.command == "import":
        try:
            code, language = po.from_po(Path(given.file).read_text(encoding="utf-8"))
        except po.PoError as error:
            sys.exit(f"{given.file}: {error}")
        print(f"wrote {write_json(code, language).relative_to(catalogue.ROOT)}")
        return check([code])
    elif given.command == "check":
        return check(given.codes)
    else:
        print(json.dumps(pseudo.make(given.kind), ensure_ascii=False, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
