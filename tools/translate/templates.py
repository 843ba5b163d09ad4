"""Sentence templates of lang/*.json: placeholders, plural selectors, and their whole-sentence forms.

    "{number} {number|card|cards}"  <->  ["{number} card", "{number} cards"]
"""

import re

SLOT = re.compile(r"\{([^{}]*)\}")


def placeholders(template: str) -> set[str]:
    """Names of the values that the template needs."""
    return {re.split(r"[|:]", slot)[0] for slot in SLOT.findall(template)}


def plural_values(template: str) -> list[str]:
    """Names of the numbers that the wording depends on, in order of appearance."""
    names = [slot.partition("|")[0] for slot in SLOT.findall(template) if "|" in slot]
    return list(dict.fromkeys(names))


def form(template: str, index: int) -> str:
    """The whole sentence in one plural form."""

    def chosen(match: re.Match) -> str:
        name, bar, rest = match[1].partition("|")
        if not bar:
            return match[0]
        forms = rest.split("|")
        return forms[min(index, len(forms) - 1)]

    return SLOT.sub(chosen, template)


def forms(template: str, count: int) -> list[str]:
    return [form(template, index) for index in range(count)]


def pieces(sentence: str) -> list[str]:
    """Words, spaces, punctuation and placeholders, each whole."""
    return re.findall(r"\{[^{}]*\}|\s+|[\w'’]+|[^\w\s]", sentence)


def fold(sentences: list[str], number: str) -> str:
    """One template for all plural forms; `number` selects."""
    if len(set(sentences)) == 1:
        return sentences[0]
    parts = [pieces(sentence) for sentence in sentences]
    shortest = min(map(len, parts))
    begin = 0
    while begin < shortest and len({part[begin] for part in parts}) == 1:
        begin += 1
    end = 0
    while end < shortest - begin and len({part[-1 - end] for part in parts}) == 1:
        end += 1
    middles = ["".join(part[begin : len(part) - end]) for part in parts]
    # A selector can't hold a placeholder: the words around it are selected instead.
    if any("{" in middle or "|" in middle for middle in middles):
        raise ValueError(f"the plural forms differ around a placeholder: {sentences}")
    head = "".join(parts[0][:begin])
    tail = "".join(parts[0][len(parts[0]) - end :]) if end else ""
    return head + "{" + number + "|" + "|".join(middles) + "}" + tail


def faults(source: str, translation: str, plural_forms: int, particles: set[str] = frozenset()) -> list[str]:
    """Faults of a translation of `source`."""
    found = []
    missing = placeholders(source) - placeholders(translation)
    extra = placeholders(translation) - placeholders(source)
    if missing:
        found.append("lacks " + ", ".join("{%s}" % name for name in sorted(missing)))
    if extra:
        found.append("has unknown " + ", ".join("{%s}" % name for name in sorted(extra)))
    if translation.count("{") != len(SLOT.findall(translation)) or translation.count("}") != translation.count("{"):
        found.append("has a brace without its partner")
    for slot in SLOT.findall(translation):
        name, bar, rest = slot.partition("|")
        if bar and len(rest.split("|")) != plural_forms:
            found.append(f"{{{slot}}} needs {plural_forms} plural forms")
        name, colon, particle = slot.partition(":")
        if colon and particle not in particles:
            found.append(f"{{{slot}}} names no particle of this language")
    if source[:1].isspace() != translation[:1].isspace() or source[-1:].isspace() != translation[-1:].isspace():
        found.append("begins or ends with other white space")
    return found
