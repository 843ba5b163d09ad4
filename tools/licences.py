#!/usr/bin/env python3
"""List of bundled parts and their licences for each release file.

What is bundled with which release file, and under which licence: prints docs/reference/licences.md.

    tools/licences.py                   prints the page
    tools/licences.py --check           complains where the page differs
    tools/licences.py --texts RELEASE   the full texts of what is linked in or bundled in that folder's files
    tools/licences.py --wheel           those of what is in a wheel, which carries them

Licences of C++ libraries are read from Debian's copyright files, of the page's parts from their entry in the lock file.
Python's packages are not bundled; their licences were read from PyPI."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/reference/licences.md"

# Debian package: what we take from it
LINKED = {
    "libboost1.81-dev": "Boost.Asio and Beast: connections",
    "libcli11-dev": "CLI11: the command line",
    "libeigen3-dev": "Eigen: the learned bots' matrices",
    "libpng-dev": "libpng: pictures of games",
    "libpq-dev": "libpq: several nodes on one database (packages and image; not in the one file)",
    "libsodium-dev": "libsodium: seals, shares and tokens",
    "libsqlite3-dev": "SQLite: the store",
    "libssl-dev": "OpenSSL: TLS",
    "libtomlplusplus-dev": "toml++: settings",
    "libutf8proc-dev": "utf8proc: names",
    "nlohmann-json3-dev": "JSON for Modern C++: records and messages",
    "zlib1g-dev": "zlib: compresses the pictures",
}
# FTXUI is built from a source package; tools/ftxui.sh keeps its licence.
BUILT = {"ftxui": ("MIT", "FTXUI: the full-screen game")}
RUN_TIME = {"libstdc++-12-dev": ("the C++ library", "GPL-3.0 with the exception for run-time libraries")}
# Linked by the compiler into the page's WebAssembly.
LLVM = "Apache-2.0 with LLVM's exceptions"
IN_PAGE = {"libc++-16-dev-wasm32": ("libc++: the C++ library", LLVM), "libc++abi-16-dev-wasm32": ("libc++abi: its lower half", LLVM),
           "wasi-libc": ("wasi-libc: the C library", f"{LLVM}, parts MIT"), "libclang-rt-16-dev-wasm32": ("compiler-rt: arithmetic", LLVM)}
# What Zig links into the wheels' library. Its package, which tools/wheels.sh gets, has the texts.
ZIG = "build/wheels/tools/lib/python3*/site-packages/ziglang"
IN_WHEEL = {"lib/libcxx/LICENSE.TXT": ("libc++, libc++abi and libunwind: the C++ library", LLVM), "LICENSE": ("Zig's compiler-rt: arithmetic", "MIT"),
            "lib/libc/mingw/COPYING": ("mingw-w64: the beginning of a library, on Windows", "ZPL-2.1, parts public domain")}
# Libraries that libpq brings into the image. A missing one is an error: its licence would be nowhere.
LGPL_OR_GPL = "LGPL-3.0 or GPL-2.0, or later"
PULLED = {"libcom-err2": "MIT", "libffi8": "MIT", "libgmp10": LGPL_OR_GPL, "libgnutls30": "LGPL-2.1 or later", "libgssapi-krb5-2": "MIT",
          "libhogweed6": LGPL_OR_GPL, "libidn2-0": LGPL_OR_GPL, "libk5crypto3": "MIT", "libkeyutils1": "LGPL-2.0 or later", "libkrb5-3": "MIT",
          "libkrb5support0": "MIT", "libldap-2.5-0": "OLDAP-2.8", "libnettle8": LGPL_OR_GPL, "libp11-kit0": "BSD-3-Clause",
          "libsasl2-2": "BSD-4-Clause of Carnegie Mellon", "libtasn1-6": "LGPL-2.1 or later", "libunistring2": LGPL_OR_GPL}
PYTHON = {"numpy": ("arrays", "BSD-3-Clause, with parts under 0BSD, MIT, Zlib and CC0-1.0"), "gymnasium": ("spaces, vector environments", "MIT"),
          "pettingzoo": ("AEC environments", "MIT")}
# Short names for what the copyright files call otherwise.
SPDX = {"Expat": "MIT", "BSL-1.0": "BSL-1.0", "MPL2": "MPL-2.0", "public-domain": "public domain", "Apache-2": "Apache-2.0"}
# Licences of files that we neither link nor compile (build scripts, tests, manuals), by their copyright file.
MAIN = {"libboost1.81-dev": "BSL-1.0", "libsodium-dev": "ISC", "libsqlite3-dev": "public domain",
        "libutf8proc-dev": "MIT and Unicode data", "libeigen3-dev": "MPL-2.0 (headers under LGPL are not used)"}


def debian_copyright(package):
    return Path("/usr/share/doc") / package / "copyright"


def debian_licence(package):
    if package in MAIN:
        return MAIN[package]
    text = debian_copyright(package).read_text(errors="replace")
    found = re.search(r"^Files: \*\n(?:.*\n)*?License: (\S+)", text, re.MULTILINE)
    word = found[1] if found else re.search(r"License: (\S+)|(Apache License, Version 2)", text)[1] or "Apache-2.0"
    return SPDX.get(word, word)


def owner(library):
    """The Debian package of a shared library."""
    places = {path for one in (library, os.path.realpath(library)) for path in (one, "/usr" + one, one.removeprefix("/usr"))}
    told = subprocess.run(["dpkg-query", "-S", *sorted(places)], capture_output=True, text=True).stdout
    return told.partition(":")[0]


def pulled():
    """Libraries of libpq, by ldd; glibc and OpenSSL are there without it."""
    library = subprocess.run(["sh", "-c", "ldconfig -p | sed -n 's/.*libpq\\.so\\.5 .*=> //p'"], capture_output=True, text=True,
                             env={**os.environ, "PATH": os.environ["PATH"] + ":/sbin:/usr/sbin"}).stdout.split("\n")[0]
    told = subprocess.run(["ldd", library], capture_output=True, text=True, check=True).stdout
    found = {owner(path) for path in re.findall(r"(/\S+)", told)} - {"libc6", "libssl3"}
    if found != set(PULLED):
        sys.exit(f"tools/licences.py: PULLED is not what libpq is linked to: {sorted(found ^ set(PULLED))}")
    return sorted(found)


def ftxui_home():
    cache = os.environ.get("XDG_CACHE_HOME") or os.environ.get("HOME", "/tmp") + "/.cache"
    return Path(cache) / "ninelives/ftxui-5-hardened"


def ftxui_licence():
    """Kept by tools/ftxui.sh, or Debian's where it has the package."""
    for file in (ftxui_home() / "LICENSE", debian_copyright("libftxui-dev")):
        if file.is_file():
            return file.read_text()
    sys.exit("tools/licences.py: FTXUI's licence is not there: . tools/install.sh && get_ftxui_licence")


def npm_rows():
    """What Vite puts into the page: packages that the sources import, with what these bring to a browser."""
    imported = set()
    for file in (ROOT / "web/src").rglob("*"):
        if file.suffix in {".ts", ".svelte"}:
            imported |= set(re.findall(r"(?:from |import\()['\"]([a-z@][\w@/.-]*)['\"]", file.read_text()))
    names = sorted({"/".join(name.split("/")[: 2 if name.startswith("@") else 1]) for name in imported})
    locked = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    return [(name, locked[f"node_modules/{name}"].get("license", "?")) for name in names if f"node_modules/{name}" in locked]


def page():
    lines = ["# Licences of what comes with it", "",
             "Nine Lives itself is under the [MIT licence](https://opensource.org/license/mit). No third-party source is in the repository; this is what a build",
             "uses. `tools/licences.py` prints this page; a release has the full texts in `LICENCES.txt`.", "",
             "## The program", "",
             "Compiled in, or as Debian's shared libraries in the image.", "",
             "| part | licence | Debian's package |", "| --- | --- | --- |"]
    lines += [f"| {what} | {debian_licence(package)} | `{package}` |" for package, what in LINKED.items()]
    lines += [f"| {what} | {licence} | source `{package}` |" for package, (licence, what) in BUILT.items()]
    lines += [f"| {what} | {licence} | `{package}` |" for package, (what, licence) in RUN_TIME.items()]
    lines += ["", "The image has the libraries that libpq is linked to as well, with Debian's copyright files of all of them:", "",
              "| Debian's package | licence |", "| --- | --- |"]
    lines += [f"| `{package}` | {PULLED[package]} |" for package in pulled()]
    lines += ["", "## The page", "", "Its scripts, and in its WebAssembly JSON for Modern C++, Eigen and what the compiler brings.", "",
              "| part | licence |", "| --- | --- |"]
    lines += [f"| {name} | {licence} |" for name, licence in npm_rows()]
    lines += [f"| {what} (`{package}`) | {licence} |" for package, (what, licence) in IN_PAGE.items()]
    lines += ["", "## Python", "",
              "In the wheel's library are JSON for Modern C++, Eigen and what Zig brings. Whoever builds from the source has their compiler's C++ library.",
              "", "| part | licence |", "| --- | --- |"]
    lines += [f"| {what} | {licence} |" for what, licence in IN_WHEEL.values()]
    lines += ["", "Not bundled; pip gets them:", "", "| package | for | licence |", "| --- | --- | --- |"]
    lines += [f"| {name} | {what} | {licence} |" for name, (what, licence) in PYTHON.items()]
    return "\n".join(lines) + "\n"


def joined(parts):
    return ("\n" + "=" * 80 + "\n").join(parts)


def copyright_of(package):
    return f"{LINKED[package]}\n\n{debian_copyright(package).read_text(errors='replace')}"


def zig_texts():
    home = next(iter(sorted(ROOT.glob(ZIG))), None)
    if not home:
        sys.exit("tools/licences.py: the licences of what Zig links into wheels are not there: tools/wheels.sh gets them")
    return [f"{what}, in the wheels\n\n{(home / file).read_text(errors='replace')}" for file, (what, _) in IN_WHEEL.items()]


def zig_texts_for(release):
    """By what lies there and not by what this machine happens to have: the same release has the same texts."""
    return zig_texts() if any(Path(release).rglob("*.whl")) else []


def wheel_texts():
    return joined([copyright_of("nlohmann-json3-dev"), copyright_of("libeigen3-dev"), *zig_texts()])


def texts(release):
    parts = [f"Nine Lives\n\n{(ROOT / 'LICENSE').read_text()}"]
    parts += [copyright_of(package) for package in LINKED]
    for part in BUILT.values():
        parts.append(f"{part[1]}\n\n{ftxui_licence()}")
    for package, (what, _) in (RUN_TIME | IN_PAGE).items():
        parts.append(f"{what}\n\n{debian_copyright(package).read_text(errors='replace')}")
    parts += zig_texts_for(release)
    for package in pulled():
        parts.append(f"{package}, in the image\n\n{debian_copyright(package).read_text(errors='replace')}")
    for name, licence in npm_rows():
        files = sorted((ROOT / "web/node_modules" / name).glob("LICEN[SC]E*"))
        parts.append(f"{name} ({licence})\n\n{files[0].read_text() if files else ''}")
    return joined(parts)


def main():
    if sys.argv[1:2] == ["--texts"] and len(sys.argv) == 3:
        print(texts(sys.argv[2]))
    elif sys.argv[1:] == ["--wheel"]:
        print(wheel_texts())
    elif not sys.argv[1:]:
        print(page(), end="")
    elif sys.argv[1:] != ["--check"]:
        sys.exit(__doc__)
    elif PAGE.read_text() != page():
        sys.exit("docs/reference/licences.md is old: tools/licences.py >docs/reference/licences.md")


if __name__ == "__main__":
    main()
