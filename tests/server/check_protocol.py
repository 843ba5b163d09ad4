"""Checks docs/protocol.schema.json itself, and the examples of docs/protocol.md against it."""

import json
import pathlib
import re
import sys

import jsonschema

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"


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
    missing = {name for name in schema["$defs"] if name.startswith(("client_", "server_"))}
    for side, message in examples((DOCS / "protocol.md").read_text(encoding="utf-8")):
        name = f"{side}_{message['t']}"
        one = {"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]}
        jsonschema.Draft202012Validator(one).validate(message)
        jsonschema.Draft202012Validator(schema).validate(message)
        missing.discard(name)
    if missing:
        sys.exit(f"docs/protocol.md has no example of: {', '.join(sorted(missing))}")
    print("every message type has an example, and every example fits its schema")


if __name__ == "__main__":
    main()
