"""Agent that tries to leave something for its next game, and tells on standard error what it found.

BEN-7: each line "remembered: ..." is a channel from one game to the next. The last line "tried: N" shows that all ran.
"""

import contextlib
import ctypes
import os
import pathlib
import re
import signal
import socket
import sys

FOLDER = pathlib.Path(__file__).parent
CHOSEN = sys.argv[1:]  # without a sandbox only harmless attempts are made, by name
KEY = 0x6E6C
libc = ctypes.CDLL(None, use_errno=True)
preloaded = "decimal" in sys.modules
tries = []


def channel(attempt):
    tries.append(attempt)
    return attempt


@channel
def temporary_files():
    found = False
    for folder in {"/tmp", "/var/tmp", "/dev/shm", "/run", os.environ.get("TMPDIR", "/tmp")}:
        mark = pathlib.Path(folder, "ninelives-was-here")
        found |= mark.exists()
        with contextlib.suppress(OSError):
            mark.write_text("game")
    return found


@channel
def files_anywhere():
    found = False
    for folder in ("/", "/dev", "/etc", "/usr", "/home", "/root", str(FOLDER), "/proc/self", "/sys"):
        mark = pathlib.Path(folder, "ninelives-was-here")
        found |= mark.exists()
        try:
            mark.write_text("game")
        except OSError:
            continue
    return found


@channel
def shared_memory():
    size = 4096
    old = libc.shmget(KEY, size, 0o600)
    libc.shmget(KEY, size, 0o1600)
    return old >= 0


@channel
def message_queue():
    old = libc.msgget(KEY, 0o600)
    libc.msgget(KEY, 0o1600)
    return old >= 0


@channel
def abstract_socket():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        try:
            out.connect("\0ninelives-was-here")
            return True
        except OSError:
            return False


@channel
def process_left_behind():
    """Also holds the abstract socket open, for the game after this one."""
    found = any(b"was-here" in pathlib.Path("/proc", name, "cmdline").read_bytes()
                for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid())
    if os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        held = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        with contextlib.suppress(OSError):
            held.bind("\0ninelives-was-here")
        os.execv("/bin/sh", ["/bin/sh", "-c", "sleep 20 # was-here"])
    return found


@channel
def process_numbers():
    """A game that uses many numbers would shift those of the next."""
    for _ in range(50):
        pid = os.fork()
        if pid == 0:
            os._exit(0)
        os.waitpid(pid, 0)
    return os.getpid() > 40


@channel
def times_of_the_parent():
    """Processor time and start of the server would tell what earlier games did."""
    parent = os.getppid()
    return parent != 0 and pathlib.Path("/proc", str(parent), "stat").exists() and os.getpid() == 1


@channel
def ends_the_server():
    for signal_number in (signal.SIGUSR1, signal.SIGKILL):
        for process in (os.getppid(), -1):
            if process > 1 or (process == -1 and os.getpid() == 1):
                try:
                    os.kill(process, signal_number)
                except OSError:
                    continue
                return process != -1
    return False


@channel
def memory_of_the_server():
    with open("/proc/self/maps") as lines:
        return any(line.split()[1].startswith("rw") and line.split()[1][3] == "s" for line in lines)


@channel
def open_files():
    """A file, socket or pipe that is there beside the three that every program has."""
    kept = []
    for number in os.listdir("/proc/self/fd"):
        try:
            kept.append((int(number), os.readlink(f"/proc/self/fd/{number}")))
        except OSError:
            continue  # the listing's own
    return any(number > 2 for number, _ in kept)


@channel
def the_interpreter():
    found = getattr(re, "ninelives_was_here", False)
    re.ninelives_was_here = True
    return found


for attempt in tries:
    if CHOSEN and attempt.__name__ not in CHOSEN:
        continue
    try:
        found = attempt()
    except OSError:
        found = False
    if found:
        print("remembered:", attempt.__name__, file=sys.stderr)
print("preloaded" if preloaded else "not preloaded", file=sys.stderr)
print("tried:", len(tries), file=sys.stderr, flush=True)
for line in sys.stdin:
    if line.startswith('{"ask":['):
        print(re.match(r'\{"ask":\[(\d+)', line)[1], flush=True)
