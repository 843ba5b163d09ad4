"""Checks docs/reference/protocol.schema.json itself, and the examples of docs/reference/protocol.md against it."""

import json
import pathlib
import re
import sys

import jsonschema

SIDES = ("client", "server")
DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "reference"


def examples(text):
    """Yields (side, message) for each line of each json block."""
    side = ""
    for block in re.finditer(r"^## From the (client|server)$|^```json\n(.*?)^```$", text, re.M | re.S):
        if block.group(1):
            side = block.group(1)
        else:
            for line in block.group(2).splitlines():
                yield side, json.loads(line)


def main():
    schema = json.loads((DOCS / "protocol.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    messages = {one["title"]: one for side in SIDES for one in schema["$defs"][f"{side}_message"]["anyOf"]}
    for title, one in messages.items():
        if title.split("_", 1)[1] != one["properties"]["t"]["const"]:
            sys.exit(f"{title} has another word in its field t")
    missing = set(messages)
    for side, message in examples((DOCS / "protocol.md").read_text(encoding="utf-8")):
        name = f"{side}_{message['t']}"
        one = {**messages[name], "$defs": schema["$defs"]}
        jsonschema.Draft202012Validator(one).validate(message)
        jsonschema.Draft202012Validator(schema).validate(message)
        missing.discard(name)
    if missing:
        sys.exit(f"docs/reference/protocol.md has no example of: {', '.join(sorted(missing))}")
    print("every message type has an example, and every example fits its schema")


if __name__ == "__main__":
    main()
