#!/usr/bin/env python3
"""Generator of the site's pages: tools/site_pages.py FOLDER

Copies docs/ there with links that work on a site, and writes index.md (from the README), the rules in every
language (from lang/), the reference of the C interface (from its header), of Python (from its docstrings) and of
the protocol (from its schema), and the releases' notes (from the changelog)."""

import ast
import json
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def section(title, body):
    return f"\n## {title}\n\n{body}"


# ---- C ---------------------------------------------------------------------------------------------


def c_text(comment):
    lines = [re.sub(r"^\s*\*? ?", "", line) for line in comment.strip("/* \n").split("\n")]
    return "\n".join(line.rstrip() for line in lines)


def c_reference():
    """Comments and what they stand above, in the header's order."""
    header = (ROOT / "src/capi/ninelives.h").read_text()
    begin = header.index("#define NL_API_VERSION")
    out = ["# The C interface", "", c_text(header[: header.index("#ifndef")].strip()).replace("\n  - ", "\n- "), ""]
    code, note = [], ""

    def flush():
        nonlocal note
        if code:
            out.extend(["```c", *code, "```", ""])
            if note:
                out.extend([note, ""])
        code.clear()
        note = ""

    for token in re.finditer(r"/\*.*?\*/(?=\n)|^[^\n]*$", header[begin:], re.DOTALL | re.MULTILINE):
        text = token[0]
        if re.match(r"/\* ----", text):
            flush()
            out.append(f"## {text.strip('/*- ').capitalize()}\n")
        elif text.startswith("/*"):
            flush()
            note = c_text(text)
        elif text.startswith("#ifdef __cplusplus"):
            break
        elif text.strip() and not text.startswith("#endif"):
            code.append(text.replace("NL_API ", ""))
        elif code:
            flush()
    flush()
    return "\n".join(out) + "\n"


# ---- Python ----------------------------------------------------------------------------------------


def signature(function):
    return f"{function.name}({ast.unparse(function.args)})" + (
        f" -> {ast.unparse(function.returns)}" if function.returns else "")


def documented(node):
    return not node.name.startswith("_") and ast.get_docstring(node)


def indented_code(text):
    """Docstrings show code by indenting it, as Markdown does."""
    return text + "\n"


def python_class(node):
    yield f"### class {node.name}\n\n{indented_code(ast.get_docstring(node))}"
    for member in node.body:
        if isinstance(member, ast.FunctionDef) and (documented(member) or member.name == "__init__"):
            yield f"```python\n{signature(member)}\n```\n\n{indented_code(ast.get_docstring(member) or '')}"


def python_module(file):
    tree = ast.parse(file.read_text())
    parts = [indented_code(ast.get_docstring(tree) or "")]
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and documented(node):
            parts.extend(python_class(node))
        elif isinstance(node, ast.FunctionDef) and documented(node):
            parts.append(f"```python\n{signature(node)}\n```\n\n{indented_code(ast.get_docstring(node))}")
    return "\n".join(parts)


def python_reference():
    package = ROOT / "python/ninelives"
    out = ["# The Python package\n"]
    for file in sorted(package.rglob("*.py")):
        name = ".".join(("ninelives", *file.relative_to(package).with_suffix("").parts))
        if any(part.startswith("_") for part in name.replace(".__init__", "").split(".")):
            continue
        out.append(section(name.replace(".__init__", ""), python_module(file)))
    return "\n".join(out)


# ---- protocol --------------------------------------------------------------------------------------


def kind(schema):
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name})"
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return " or ".join(kind(one) for one in schema[word])
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {kind(schema.get('items', {}))}"
    words = schema.get("type", "anything")
    text = " or ".join(words) if isinstance(words, list) else words
    limits = [f"{sign} {schema[key]}" for key, sign in (("minimum", "≥"), ("maximum", "≤"), ("maxLength", "at most")) if key in schema]
    return f"{text} {', '.join(limits)}".strip()


def protocol_definition(name, schema):
    out = [f'\n### <a id="{name}"></a>{name}\n']
    if "description" in schema:
        out.append(schema["description"] + "\n")
    if "properties" not in schema:
        return "\n".join([*out, kind(schema) + "\n"])
    out += ["| field | | value |", "| --- | --- | --- |"]
    for field, value in schema["properties"].items():
        needed = "" if field in schema.get("required", []) else "may be left out"
        note = f" – {value['description']}" if "description" in value else ""
        out.append(f"| `{field}` | {needed} | {kind(value)}{note} |".replace("\n", " "))
    return "\n".join(out) + "\n"


def protocol_reference():
    schema = json.loads((ROOT / "docs/reference/protocol.schema.json").read_text())
    out = ["# The protocol's messages\n", schema["description"] + " How they follow each other: [protocol](reference/protocol.md)."]
    parts = dict(schema["$defs"])
    sides = {"Messages of clients": "client_message", "Messages of the server": "server_message"}
    groups = {title: [(one["title"], one) for one in parts.pop(side)["anyOf"]] for title, side in sides.items()}
    for title, rows in {**groups, "What they are made of": parts.items()}.items():
        out.append(section(title, "".join(protocol_definition(name, one) for name, one in rows)))
    return "\n".join(out)


# ---- rules, releases, start ------------------------------------------------------------------------


def rules_page(code):
    words = json.loads((ROOT / f"lang/{code}.json").read_text())
    book = words["rulebook"]
    out = [f"# {words['expansions']['none']['name']}\n"]
    for part in ("deal", "turn", "nope"):
        out.append(section(book[f"{part}_title"], "\n".join(f"- {line}" for line in book[f"{part}_lines"])))
    rows = [f"| **{card['name']}** | {card['text']} |" for card in words["cards"].values()]
    out.append(section(book["cards_title"], "\n".join(["| | |", "| --- | --- |", *rows])))
    for part in ("presets", "expansions"):
        out.append("\n---\n\n" + "\n".join(f"- **{row['name']}** — {row['text']}" for row in words[part].values()))
    return "\n".join(out) + "\n"


def release_notes(changelog):
    """A page for each version, and one that lists them with their dates: name, text."""
    parts = re.split(r"^## \[(.+?)\](?: - (\S+))?\n", changelog, flags=re.MULTILINE)
    listed = []
    for name, date, text in zip(parts[1::3], parts[2::3], parts[3::3]):
        title = f"Nine Lives {name}" if date else "What the next version has"
        file = f"notes-{name if date else 'next'}.md"
        when = date or "not released yet"
        listed.append(f"- **[{title}]({file})**, {when}")
        yield file, f"# {title}\n\n{when}\n\n" + re.sub(r"^###", "##", re.split(r"^\[", text, flags=re.MULTILINE)[0], flags=re.MULTILINE)
    yield "notes.md", "# Release notes\n\n" + "\n".join(listed) + "\n\nHow a release is made and checked: [releases](reference/releases.md).\n"


def on_site(source, out):
    """The text of a page with its links changed for the site. Pages keep their place below docs/ or the root; any other
    file that a page links to is copied to files/."""
    page = source.relative_to(ROOT / "docs") if source.is_relative_to(ROOT / "docs") else source.relative_to(ROOT)
    up = "../" * (len(page.parts) - 1)

    def moved(link):
        target = (source.parent / link[1]).resolve()
        if not target.is_file():
            return link[0]
        if target.is_relative_to(ROOT / "docs"):
            return f"]({up}{target.relative_to(ROOT / 'docs')}{link[2] or ''})"
        path = target.relative_to(ROOT)
        if target.parent == ROOT and target.suffix == ".md":
            return f"]({up}{path}{link[2] or ''})"
        name = str(path).replace("/", "-") + (".txt" if target.suffix in ("", ".md") else "")
        shutil.copy(target, out / "files" / name)
        return f"]({up}files/{name})"

    return re.sub(r"\]\(([^)#:]+)(#[^)]*)?\)", moved, source.read_text())


def main():
    out = Path(sys.argv[1])
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(ROOT / "docs", out)
    (out / "files").mkdir()
    for page in out.rglob("*.md"):
        page.write_text(on_site(ROOT / "docs" / page.relative_to(out), out))
    for name in ("CONTRIBUTING", "CHANGELOG", "SECURITY", "CODE_OF_CONDUCT"):
        (out / f"{name}.md").write_text(on_site(ROOT / f"{name}.md", out))
    readme = on_site(ROOT / "README.md", out)
    title, _, rest = readme.partition("\n")
    (out / "index.md").write_text(f'{title}\n\n<a href="play/index.html">**Play now, in this page**</a>: no server, nothing to install.\n{rest}')
    for name, text in release_notes((out / "CHANGELOG.md").read_text()):
        (out / name).write_text(text)
    (out / "reference-c.md").write_text(c_reference())
    (out / "reference-python.md").write_text(python_reference())
    (out / "reference-protocol.md").write_text(protocol_reference())
    for code in json.loads((ROOT / "lang/languages.json").read_text()):
        (out / f"rules-{code}.md").write_text(rules_page(code))


main()
