"""Pseudo-languages for tests: en-XA (accents, 40 % longer, in brackets) and ar-XB (mirrored)."""

import re

import catalogue
import templates

ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "àƀçđéƒĝĥîĵķļɱñôƥǫŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÔƤǪŔŠŢÛṼŴẊÝŽ",
)
# An isolated right-to-left override and its end: letters stay readable, their order is mirrored, and values stand where an Arabic
# sentence would have them.
MIRROR, END = "\u2067\u202e", "\u202c\u2069"
LONGEST = {"name": 22, "short": 60}  # of a card: both stand on its picture
FILLER = "one two three four five six seven eight nine ten "


def outside_slots(template: str, change) -> str:
    """Changes the words of a template; placeholders and the names of selectors stay."""
    out, rest = "", template
    while match := templates.SLOT.search(rest):
        name, bar, forms = match[1].partition("|")
        inner = "|".join(change(form) for form in forms.split("|")) if bar else ""
        out += change(rest[: match.start()]) + "{" + name + bar + inner + "}"
        rest = rest[match.end() :]
    return out + change(rest)


def accented(template: str, most: int = 10_000) -> str:
    """`[Ýôûŕ ţûŕñ. ôñé ţŵô]`: longer by two fifths, as many languages are, where that is at most `most` letters."""
    letters = len(templates.SLOT.sub("", template))
    if letters + len("[ ]") + round(letters * 0.4) > most:
        return f"[{template.translate(ACCENTED)}]"
    padding = (FILLER * (letters // len(FILLER) + 1)).translate(ACCENTED)
    words = outside_slots(template, lambda text: text.translate(ACCENTED))
    return f"[{words} {padding[: max(1, round(letters * 0.4))].strip()}]"


def mirrored(template: str) -> str:
    return outside_slots(template, lambda text: f"{MIRROR}{text}{END}" if text.strip() else text)


KINDS = {"en-XA": accented, "ar-XB": mirrored}
# Words that players type, and texts that tests and the source documents fix letter by letter, stay.
FIXED = ("commands", "keyboard", "srs")


def has_words(template: str) -> bool:
    return any(letter.isalpha() for letter in re.sub(r"\{[^{}|]*\}", "", template))


def changed(kind: str, path: str, text: str) -> str:
    if path.split(".")[0] in FIXED or not has_words(text):
        return text
    if kind == "en-XA" and (part := re.fullmatch(r"cards\.\w+\.(name|short)", path)):
        return accented(text, LONGEST[part[1]])
    return KINDS[kind](text)


def make(kind: str) -> dict:
    source = catalogue.read(catalogue.SOURCE)
    texts = {path: changed(kind, path, text) for path, text in catalogue.texts_of(source).items()}
    grammar = source[catalogue.GRAMMAR] | ({"direction": "rtl"} if kind == "ar-XB" else {})
    return {catalogue.GRAMMAR: grammar, **catalogue.nest(texts)}
