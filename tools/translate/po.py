"""gettext PO files of the languages in lang/, both ways and without loss.

    python3 tools/translate export de > de.po     lang/de.json -> PO (a new language: all texts empty)
    python3 tools/translate import de.po          PO -> lang/de.json
"""

import json
import re

import catalogue
import templates

HEADER_GRAMMAR = "X-Ninelives-Grammar"
ONLY_HERE = "Only in this language; the source has no such text."
PLURAL_NOTE = "The forms of the number {%s}."


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    lines = escaped.split("\n")
    if len(lines) == 1:
        return f'"{escaped}"'
    parts = [f'"{line}\\n"' for line in lines[:-1]] + ([f'"{lines[-1]}"'] if lines[-1] else [])
    return "\n".join(['""', *parts])


def plural_rule(grammar: dict) -> str:
    """CLDR's forms as a C expression, from the table of last digits that the program uses."""
    plurals = grammar["plurals"]
    expression = str(plurals["*"] - 1)
    exact = {key: value for key, value in plurals.items() if key != "*" and not key.startswith("*")}
    endings = {key[1:]: value for key, value in plurals.items() if key.startswith("*") and key != "*"}
    for digits, value in sorted(endings.items(), key=lambda item: len(item[0])):
        expression = f"n%{10 ** len(digits)}=={int(digits)} ? {value - 1} : {expression}"
    for number, value in exact.items():
        expression = f"n=={number} ? {value - 1} : {expression}"
    return f"nplurals={catalogue.plural_forms(grammar)}; plural=({expression});"


def header(code: str, grammar: dict) -> str:
    fields = {
        "Project-Id-Version": "ninelives",
        "Language": code,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": plural_rule(grammar),
        HEADER_GRAMMAR: json.dumps(grammar, ensure_ascii=False),
    }
    return 'msgid ""\nmsgstr ' + quoted("".join(f"{name}: {value}\n" for name, value in fields.items()))


def entry(path: str, source: str | None, translation: str, count: int) -> str:
    lines = [f"#. {catalogue.note(path)}"]
    if source is None:
        lines.append(f"#. {ONLY_HERE}")
        source = translation
    numbers = templates.plural_values(source) or templates.plural_values(translation)
    context = f"msgctxt {quoted(path)}"
    if len(numbers) != 1:
        lines.append(context)
        return "\n".join([*lines, f"msgid {quoted(source)}", f"msgstr {quoted(translation)}"])
    # The template itself, so that nothing is lost where its parts could be put together in several ways.
    lines.append("#. " + PLURAL_NOTE % numbers[0])
    lines += [f"#. template: {json.dumps(translation, ensure_ascii=False)}", context]
    singular, plural = templates.form(source, 0), templates.form(source, 1)
    lines += [f"msgid {quoted(singular)}", f"msgid_plural {quoted(plural)}"]
    written = templates.forms(translation, count) if translation else [""] * count
    lines += [f"msgstr[{index}] {quoted(text)}" for index, text in enumerate(written)]
    return "\n".join(lines)


def to_po(code: str, language: dict, source: dict) -> str:
    grammar = language[catalogue.GRAMMAR]
    sources, texts = catalogue.texts_of(source), catalogue.texts_of(language)
    order = list(texts) + [path for path in sources if path not in texts]
    count = catalogue.plural_forms(grammar)
    entries = [entry(path, sources.get(path), texts.get(path, ""), count) for path in order]
    return "\n\n".join([header(code, grammar), *entries]) + "\n"


# ---- reading ----------------------------------------------------------------------------------------------


class PoError(ValueError):
    pass


def unquoted(text: str, line: int) -> str:
    if len(text) < 2 or text[0] != '"' or text[-1] != '"':
        raise PoError(f"line {line}: a text without quotes")
    marks = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
    return re.sub(r"\\(.)", lambda match: marks.get(match[1], match[1]), text[1:-1])


def read_entries(text: str):
    """Yields {keyword: text} of each entry, with its comments under '#.'. Obsolete entries are passed over."""
    found: dict[str, str] = {}
    keyword = ""
    for number, line in enumerate([*text.splitlines(), ""], 1):
        line = line.strip()
        if not line:
            if "msgid" in found:
                yield found
            found, keyword = {}, ""
        elif line.startswith("#."):
            found["#."] = found.get("#.", "") + line[2:].strip() + "\n"
        elif line.startswith("#, ") and "fuzzy" in line:
            found["fuzzy"] = "yes"
        elif line.startswith("#"):
            continue
        elif line.startswith('"'):
            if not keyword:
                raise PoError(f"line {number}: a text that belongs to nothing")
            found[keyword] += unquoted(line, number)
        else:
            keyword, _, rest = line.partition(" ")
            if not re.fullmatch(r"msg(ctxt|id|id_plural|str(\[\d+\])?)", keyword):
                raise PoError(f"line {number}: unknown keyword {keyword!r}")
            found[keyword] = unquoted(rest.strip(), number)


def translation_of(found: dict[str, str], count: int) -> str:
    """The template; empty if nothing was translated."""
    kept = re.search(r"^template: (.*)$", found.get("#.", ""), re.MULTILINE)
    template = json.loads(kept[1]) if kept else ""
    if "msgid_plural" not in found:
        return found.get("msgstr", "")
    written = [found.get(f"msgstr[{index}]", "") for index in range(count)]
    if not any(written):
        return ""
    if template and templates.forms(template, count) == written:
        return template
    number = re.search(r"\{(\w+)\}\.", PLURAL_NOTE_LINE.search(found.get("#.", ""))[0])[1]
    return templates.fold(written, number)


PLURAL_NOTE_LINE = re.compile(r"^The forms of the number \{\w+\}\.$", re.MULTILINE)


def from_po(text: str) -> tuple[str, dict]:
    """The language's code and its file. Texts that are not translated, or marked fuzzy, are left out."""
    entries = list(read_entries(text))
    heads = [one for one in entries if one["msgid"] == "" and "msgctxt" not in one]
    if len(heads) != 1:
        raise PoError("there must be one header")
    fields = dict(line.split(": ", 1) for line in heads[0]["msgstr"].splitlines() if ": " in line)
    for name in ("Language", HEADER_GRAMMAR):
        if name not in fields:
            raise PoError(f"the header lacks {name}")
    grammar = json.loads(fields[HEADER_GRAMMAR])
    count = catalogue.plural_forms(grammar)
    texts = {}
    for found in entries:
        if "msgctxt" not in found:
            continue
        translation = translation_of(found, count)
        if translation and "fuzzy" not in found:
            texts[found["msgctxt"]] = translation
    return fields["Language"], {catalogue.GRAMMAR: grammar, **catalogue.nest(texts)}
