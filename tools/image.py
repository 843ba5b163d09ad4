#!/usr/bin/env python3
"""Builder of the server's container image: the program, the libraries it names, the page, and a user.

    tools/image.py PROGRAM WEB OUTPUT.tar NAME VERSION

A docker-archive, which docker, podman, buildah and skopeo load. Written here and not by a tool, because the tools put
the build's random container id into the image: the same inputs give the same bytes. Docker's format and not OCI's,
which has no health check."""

import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import time
from pathlib import Path

USER = 10001
EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))


def libraries(program):
    """Libraries of the program, by ldd, their own libraries included."""
    told = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    return sorted(set(re.findall(r"(/\S+)", told)))


def licences(library):
    """The terms of the Debian package that a library is of: whoever hands the image on hands on these too."""
    places = {path for one in (library, os.path.realpath(library)) for path in (one, "/usr" + one, one.removeprefix("/usr"))}
    told = subprocess.run(["dpkg-query", "-S", *sorted(places)], capture_output=True, text=True).stdout
    found = [f"/usr/share/doc/{row.split(':')[0]}/copyright" for row in told.splitlines()]
    if not found:
        sys.exit(f"tools/image.py: no package owns {library}, so its licence is not known")
    return found


def layers(program, web):
    """Layers, the most stable first: libraries, the page, the program. Of each: path in the image, and its bytes."""
    foreign = {path for library in libraries(program) for path in (library, *licences(library))}
    page = {file for file in Path(web).rglob("*") if file.is_file()}
    user = {"etc/passwd": f"ninelives:x:{USER}:{USER}:Nine Lives:/data:/usr/sbin/nologin\n".encode(),
            "etc/group": f"ninelives:x:{USER}:\n".encode(), "data": None, "tmp": None}
    return [{path.lstrip("/"): Path(path).read_bytes() for path in foreign} | user,
            {f"usr/share/ninelives/web/{file.relative_to(web)}": file.read_bytes() for file in page},
            {"usr/bin/ninelives": Path(program).read_bytes()}]


def with_folders(files):
    """Folders have no bytes."""
    folders = {str(parent) for path in files for parent in Path(path).parents} - {"."}
    return {**dict.fromkeys(folders), **files}


def entry(path, data):
    info = tarfile.TarInfo(path)
    info.mtime = EPOCH
    if data is None:
        info.type, info.mode = tarfile.DIRTYPE, 0o755
    else:
        info.size, info.mode = len(data), 0o755 if path.startswith(("usr/bin", "lib")) else 0o644
    if path == "data":
        info.mode, info.uid, info.gid = 0o700, USER, USER
    return info


def archive(files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for path in sorted(files):
            tar.addfile(entry(path, files[path]), io.BytesIO(files[path] or b""))
    return out.getvalue()


def settings(packed, version):
    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(EPOCH))
    seconds = 10**9
    config = {
        "User": f"{USER}:{USER}", "WorkingDir": "/data", "Volumes": {"/data": {}}, "ExposedPorts": {"9009/tcp": {}},
        "Entrypoint": ["/usr/bin/ninelives"], "StopSignal": "SIGTERM",
        "Cmd": ["serve", "--data", "/data", "--web", "/usr/share/ninelives/web"],
        "Healthcheck": {"Test": ["CMD", "/usr/bin/ninelives", "admin", "--data", "/data", "rooms"],
                        "Interval": 30 * seconds, "Timeout": 10 * seconds, "StartPeriod": 10 * seconds, "Retries": 3},
        "Labels": {"org.opencontainers.image.title": "Nine Lives", "org.opencontainers.image.licenses": "MIT",
                   "org.opencontainers.image.version": version},
    }
    return {"architecture": "amd64", "os": "linux", "created": moment, "config": config,
            "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(layer).hexdigest()}" for layer in packed]},
            "history": [{"created": moment, "created_by": "tools/image.py"} for _ in packed]}


def main():
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    program, web, output, name, version = sys.argv[1:]
    packed = [archive(with_folders(files)) for files in layers(program, web)]
    config = json.dumps(settings(packed, version), sort_keys=True).encode()
    digest = hashlib.sha256(config).hexdigest()
    places = {f"{hashlib.sha256(layer).hexdigest()}.tar": layer for layer in packed}
    manifest = [{"Config": f"{digest}.json", "RepoTags": [name], "Layers": list(places)}]
    files = {"manifest.json": json.dumps(manifest).encode(), f"{digest}.json": config, **places}
    Path(output).write_bytes(archive(files))
    print(f"{name} sha256:{digest} {Path(output).stat().st_size} bytes", file=sys.stderr)


main()
