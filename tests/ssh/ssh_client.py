"""OpenSSH's client and key pairs for the tests of the ssh server."""

import pathlib
import socket
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
for folder in ("net", "client"):
    sys.path.insert(0, str(ROOT / "tests" / folder))


def free_port():
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return held.getsockname()[1]


def make_key(folder, name="key"):
    """The private key's file."""
    file = pathlib.Path(folder) / name
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file], check=True)
    return file


def ssh_command(port, folder, *words, key=None, user="ann", options=()):
    """`ssh` as a stranger with empty settings types it."""
    command = ["ssh", "-F", "/dev/null", "-p", str(port), "-l", user, "-o", f"UserKnownHostsFile={folder}/known",
               "-o", "StrictHostKeyChecking=accept-new", "-o", "IdentityAgent=none", "-o", "LogLevel=ERROR",
               "-o", "IdentitiesOnly=yes", *options]
    if key is not None:
        command += ["-i", str(key)]
    return [*command, "127.0.0.1", *words]
