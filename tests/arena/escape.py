"""Agent that tries to leave its sandbox, and tells on standard error what it managed.

BEN-7: each line "escaped: ..." is a hole. The last line "tried: N" shows that all of it ran.
"""

import ctypes
import os
import pathlib
import re
import socket
import sys

FOLDER = pathlib.Path(sys.argv[1])  # of the arena: its log lies there, its seed elsewhere
STATE = pathlib.Path(sys.argv[2])  # XDG_STATE_HOME of the arena
CHOSEN = sys.argv[3:]  # without a sandbox only harmless attempts are made, by name
libc = ctypes.CDLL(None, use_errno=True)
tries = []


def escape(attempt):
    tries.append(attempt)
    return attempt


@escape
def capabilities():
    status = pathlib.Path("/proc/self/status").read_text()
    return any(int(mask, 16) for mask in re.findall(r"^Cap(?:Prm|Eff|Bnd|Amb):\s*(\w+)", status, re.M))


@escape
def runs_as_root_outside():
    return os.getuid() == 0 or os.stat("/usr").st_uid == os.getuid() != 65534


@escape
def no_seccomp():
    return "Seccomp:\t2" not in pathlib.Path("/proc/self/status").read_text()


@escape
def seed_by_its_path():
    return any(STATE.rglob("*.seed"))


@escape
def seed_anywhere():
    return any(b"revealed" in pathlib.Path(folder, name).read_bytes()
               for root in ("/home", "/root", "/var", "/srv", str(FOLDER), "/tmp", "/run")
               for folder, _, names in os.walk(root) for name in names if name.endswith(".seed"))


@escape
def seed_behind_a_cover():
    for place in (FOLDER, STATE, FOLDER / "log.jsonl", "/tmp", "/proc"):
        libc.umount2(os.fsencode(place), 2)
    return any(STATE.rglob("*.seed")) or (FOLDER / "log.jsonl").stat().st_size > 0


@escape
def remount_for_writing():
    for place in (FOLDER, "/", "/usr"):
        libc.mount(None, os.fsencode(place), None, 4096 | 32, None)  # MS_BIND | MS_REMOUNT
    return any(os.access(place, os.W_OK) for place in (FOLDER, "/usr", "/etc"))


@escape
def new_mount():
    return libc.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0


@escape
def new_user_namespace():
    return libc.unshare(0x10000000) == 0


@escape
def new_user_namespace_by_clone():
    SYS_CLONE = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
    pid = libc.syscall(SYS_CLONE, 0x10000000 | 17, None, None, None, None)
    if pid == 0:
        os._exit(0)
    return pid > 0


@escape
def writes_outside():
    for place in (FOLDER, "/usr", "/var/tmp", "/etc", "/root", "/home"):
        try:
            pathlib.Path(place, "escaped").write_text("out")
        except OSError:
            continue
        return True
    return False


@escape
def other_processes():
    seen = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    return len(seen) > 8


@escape
def traces_its_parent():
    return libc.ptrace(0x4206, os.getppid(), None, None) == 0  # PTRACE_SEIZE


@escape
def network():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        try:
            out.connect(("192.0.2.1", 53))
        except OSError:
            return False
    return True


@escape
def kernel_sockets():
    for family in (16, 17, 40):  # netlink, packet, vsock
        try:
            socket.socket(family, socket.SOCK_DGRAM).close()
        except OSError:
            continue
        return True
    return False


@escape
def opens_by_handle():
    SYS = {"x86_64": 304, "aarch64": 265}[os.uname().machine]
    handle = (ctypes.c_uint * 4)(8, 1, 2, 0)
    return libc.syscall(SYS, 3, handle, 0) >= 0


for attempt in tries:
    if CHOSEN and attempt.__name__ not in CHOSEN:
        continue
    try:
        escaped = attempt()
    except OSError:
        escaped = False
    if escaped:
        print("escaped:", attempt.__name__, file=sys.stderr)
print("tried:", len(tries), file=sys.stderr, flush=True)
for line in sys.stdin:
    if line.startswith('{"ask":['):
        print(re.match(r'\{"ask":\[(\d+)', line)[1], flush=True)
