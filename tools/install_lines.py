#!/usr/bin/env python3
"""Generator of the README's install lines: from source until the project is published, one line a system afterwards.

    tools/install_lines.py [--check]

packaging/identity.json is the switch: with placeholders in it nothing is published. --check changes nothing and fails
where the README says something else; ./test and tools/release ask for that."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- install -->\n", "<!-- /install -->\n"

SOURCE = """\
```sh
git clone <this repository> && cd ninelives   # Debian 12, as root or with sudo
./run                                         # installs missing packages, builds, and starts the game
./test                                        # installs missing packages, builds, and runs all tests
```
"""

RELEASED = """\
| system | command |
| --- | --- |
| browser | open <{homepage}/play/> |
| Debian 12 | `wget {files}/ninelives_{version}_amd64.deb && apt install ./ninelives_{version}_amd64.deb` |
| any Linux, x86-64 | `wget {files}/ninelives-linux-x86_64 && chmod +x ninelives-linux-x86_64 && ./ninelives-linux-x86_64` |
| Docker, the server | `docker run -p 9009:9009 -v games:/data {image}:{version}` |
| Python | `pip install ninelives` |
| from source | `git clone {source} && cd ninelives && ./run` |
"""


def lines(identity, version):
    if ".invalid" in json.dumps(identity):
        return SOURCE
    files = f"{identity['source']}/releases/download/v{version}"
    image = "ghcr.io/" + re.sub(r"^https?://[^/]+/", "", identity["source"]).lower()
    return RELEASED.format(homepage=identity["homepage"], source=identity["source"], files=files, image=image, version=version)


def filled(readme, wanted):
    before, _, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        sys.exit("README.md has lost its marks <!-- install -->")
    return before + BEGIN + wanted + END + after


def main():
    identity = json.loads((ROOT / "packaging/identity.json").read_text())
    command = ["cmake", "-P", str(ROOT / "cmake/version.cmake"), "words"]
    version = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip().partition("~")[0]
    page = ROOT / "README.md"
    readme = page.read_text()
    wanted = filled(readme, lines(identity, version))
    if sys.argv[1:] == ["--check"]:
        if wanted != readme:
            sys.exit("README.md has other install lines than packaging/identity.json asks for: run tools/install_lines.py")
    else:
        page.write_text(wanted)


if __name__ == "__main__":
    main()
