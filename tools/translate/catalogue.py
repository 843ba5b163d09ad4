"""Texts of a language file by their paths, and back: {"a": {"b": "x"}}  <->  {"a.b": "x"}."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LANG = ROOT / "lang"
SOURCE = "en"
GRAMMAR = "grammar"
NOTHING = "(nothing is said)"  # an event without a sentence

# Notes for translators on each section; the path's first word.
NOTES = {
    "cards": "A card. `name` is its title, `text` the full rule, `short` one line of at most 60 letters.",
    "presets": "A set of rules.",
    "expansions": "A box of cards that may be added.",
    "questions": "A question to the player whose turn it is to decide.",
    "actions": "An answer that the player may choose. It stands in a menu.",
    "events": "Something that happened at the table, told to a player. `you` and `seat` variants say who did it.",
    "refusals": "Why the program did not take an input. Polite and short.",
    "faults": "Why rules can't be played.",
    "parts": "A part of other sentences.",
    "commands": "A word that players type. One word, lower case; several, split by spaces, mean the same.",
    "srs": "Sentences of the preset `srs`, fixed by its source.",
    "ui": "The terminal: menus, titles, help.",
    "rulebook": "The rules, as a page.",
    "characters": "A bot's name or remark.",
    "learn": "The first game, which teaches.",
    "emotes": "A word shown at a player's seat.",
    "house": "A house rule in a form.",
    "web": "The page: buttons, titles, help.",
}


def read(code: str) -> dict:
    return json.loads((LANG / f"{code}.json").read_text(encoding="utf-8"))


def flatten(node, path: tuple = ()) -> dict[str, str]:
    """Path -> text. Parts of a list have their number as a name."""
    if node == []:
        return {".".join(path): NOTHING}
    if isinstance(node, dict):
        items = node.items()
    elif isinstance(node, list):
        items = ((f"#{index}", part) for index, part in enumerate(node))
    else:
        return {".".join(path): node}
    texts: dict[str, str] = {}
    for name, part in items:
        assert "." not in name, f"a name with a full stop: {name}"
        texts |= flatten(part, (*path, name))
    return texts


def nest(texts: dict[str, str]):
    """The inverse of flatten()."""
    tree: dict = {}
    for path, text in texts.items():
        *names, last = path.split(".")
        node = tree
        for name in names:
            node = node.setdefault(name, {})
        node[last] = [] if text == NOTHING else text
    return with_lists(tree)


def with_lists(node):
    if not isinstance(node, dict):
        return node
    parts = {name: with_lists(part) for name, part in node.items()}
    if parts and all(re.fullmatch(r"#\d+", name) for name in parts):
        return list(parts.values())
    return parts


def texts_of(language: dict) -> dict[str, str]:
    """All but the grammar."""
    return flatten({name: part for name, part in language.items() if name != GRAMMAR})


def plural_forms(grammar: dict) -> int:
    return max(grammar["plurals"].values())


def note(path: str) -> str:
    return NOTES.get(path.split(".")[0], "")
