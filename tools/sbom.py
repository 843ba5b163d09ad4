#!/usr/bin/env python3
"""Software bill of materials of a release, as CycloneDX 1.5.

What a release was made from, as CycloneDX 1.5:

    tools/sbom.py cpp|python|npm >sbom.json
    tools/sbom.py check FILE...     by CycloneDX's own schema; needs PyPI's cyclonedx-python-lib[json-validation]

C++ parts are Debian's packages of the machine that builds, those in the page and in the image included; Python's are
what pip gets today for the wheel, to the last of them, and Zig, whose libraries are inside; npm's all of the lock file, with what is only needed to build
marked as such. The same inputs give the same bytes."""

import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
import tomllib
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))
VERSION = re.search(r"project\(ninelives VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def component(kind, name, version, purl, licence=None, scope="required"):
    row = {"type": kind, "bom-ref": purl, "name": name, "version": version, "purl": purl, "scope": scope}
    if licence:
        row["licenses"] = [{"license": {"name": licence}}]
    return row


def debian(package, licence):
    """A package of this machine, by the version that is installed."""
    form = "${Version} ${Architecture}\n"  # a line for each architecture that it is installed for
    told = subprocess.run(["dpkg-query", "-W", "-f", form, package], capture_output=True, text=True, check=True).stdout
    version, architecture = told.split("\n")[0].split()
    purl = f"pkg:deb/debian/{package.replace('+', '%2B')}@{version.replace('+', '%2B')}?arch={architecture}"
    return component("library", package, version, purl, licence)


def ftxui():
    import licences

    file = licences.ftxui_home() / "lib/cmake/ftxui/ftxui-config-version.cmake"
    if not file.is_file():
        return debian("libftxui-dev", "MIT")
    version = re.search(r'set\(PACKAGE_VERSION "([^"]+)"', file.read_text())[1]
    return component("library", "ftxui", version, f"pkg:deb/debian/ftxui@{version}?arch=source", "MIT")


def cpp():
    import licences

    rows = {package: licences.debian_licence(package) for package in licences.LINKED}
    rows |= {package: licence for package, (_, licence) in (licences.RUN_TIME | licences.IN_PAGE).items()}
    rows |= {package: licences.PULLED[package] for package in licences.pulled()}
    return [*(debian(package, licence) for package, licence in {**rows, "libc6": None}.items()), ftxui()]


def said_licence(metadata):
    if metadata.get("license_expression"):
        return metadata["license_expression"]
    named = [row.rpartition(":: ")[2] for row in metadata.get("classifier", []) if row.startswith("License ::")]
    return named[0] if named else (metadata.get("license") or "").split("\n")[0][:80] or None


def python():
    """Packages that pip would install today, by its own report: nothing is installed."""
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", "-", *needs]
    report = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    found = sorted((row["metadata"] for row in report["install"]), key=lambda metadata: metadata["name"].lower())
    rows = [(row["name"], row["version"], said_licence(row)) for row in found]
    return [component("library", name, version, f"pkg:pypi/{name.lower()}@{version}", licence) for name, version, licence in [*rows, zig()]]


def zig():
    """Compiler of the wheels: its run-time libraries are in them."""
    import licences

    version = re.search(r"ziglang==([0-9.]+)", (ROOT / "tools/wheels.sh").read_text())[1]
    return "ziglang", version, " and ".join(sorted({licence for _, licence in licences.IN_WHEEL.values()}))


def check(files):
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    for file in files:
        fault = JsonStrictValidator(SchemaVersion.V1_5).validate_str(Path(file).read_text())
        if fault:
            sys.exit(f"{file}: {fault}")


def npm():
    locked = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    import licences

    shipped = {name for name, _ in licences.npm_rows()}
    rows = []
    for place, package in sorted(locked.items()):
        if not place:
            continue
        name = place.rpartition("node_modules/")[2]
        purl = f"pkg:npm/{name.replace('@', '%40')}@{package['version']}"
        row = component("library", name, package["version"], purl, package.get("license"),
                        "required" if name in shipped else "excluded")
        if row["bom-ref"] not in {other["bom-ref"] for other in rows}:
            rows.append(row)
    return rows


def main():
    if sys.argv[1:2] == ["check"]:
        return check(sys.argv[2:])
    part = sys.argv[1] if len(sys.argv) == 2 else ""
    if part not in {"cpp", "python", "npm"}:
        sys.exit(__doc__)
    rows = {"cpp": cpp, "python": python, "npm": npm}[part]()
    digest = hashlib.sha256(json.dumps(rows).encode()).hexdigest()
    moment = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
    me = {"type": "application", "bom-ref": "ninelives", "name": "ninelives", "version": VERSION,
          "licenses": [{"license": {"id": "MIT"}}]}
    print(json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'ninelives {VERSION} {part} {digest}')}",
        "version": 1,
        "metadata": {"timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"), "component": me},
        "components": rows,
        "dependencies": [{"ref": "ninelives", "dependsOn": [row["bom-ref"] for row in rows]}],
    }, indent=1, sort_keys=True))


if __name__ == "__main__":
    main()
