"""Pseudo-languages for tests: en-XA (accents, 40 % longer, in brackets) and ar-XB (mirrored)."""

import catalogue
import templates

ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "àƀçđéƒĝĥîĵķļɱñôƥǫŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÔƤǪŔŠŢÛṼŴẊÝŽ",
)
# Right-to-left override and its end: letters stay readable, their order is mirrored.
MIRROR, END = "\u202e", "\u202c"
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


def accented(template: str) -> str:
    """`[Ýôûŕ ţûŕñ. one two]`: longer by two fifths, as many languages are."""
    letters = len(templates.SLOT.sub("", template))
    padding = FILLER * (letters // len(FILLER) + 1)
    words = outside_slots(template, lambda text: text.translate(ACCENTED))
    return f"[{words} {padding[: max(1, round(letters * 0.4))].strip()}]"


def mirrored(template: str) -> str:
    return outside_slots(template, lambda text: f"{MIRROR}{text}{END}" if text.strip() else text)


KINDS = {"en-XA": accented, "ar-XB": mirrored}
# Words that players type, and texts that tests and the source documents fix letter by letter, stay.
FIXED = ("commands", "keyboard", "srs")


def make(kind: str) -> dict:
    source = catalogue.read(catalogue.SOURCE)
    change = KINDS[kind]
    texts = {
        path: text if path.split(".")[0] in FIXED else change(text)
        for path, text in catalogue.texts_of(source).items()
    }
    grammar = source[catalogue.GRAMMAR] | ({"direction": "rtl"} if kind == "ar-XB" else {})
    return {catalogue.GRAMMAR: grammar, **catalogue.nest(texts)}
