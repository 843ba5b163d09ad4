"""Fork server of the arena: imports modules once, then forks a sandboxed process for each game.

It runs in a sandbox that mounts the same files as any program's. No code of an agent runs in it: it
imports modules of the interpreter's installation alone (python -I). Each game gets a process with
namespaces of its own, that writes nowhere but in its own /tmp, and runs the agent's script there.

    python3 -I -c SERVER FOLDER MODULES PATHS HIDDEN script.py [argument]...     # or -m module

Standard input is a socket: each message brings the two pipes of a game, and the answer is the number
of its process, with a file descriptor that stands for that process and no later one. The first message sent is "ready", or why it can't work. File descriptor 3 holds the
system call filter.
"""

import contextlib
import ctypes
import importlib
import os
import runpy
import signal
import socket
import struct
import sys
import warnings

NEW_SPACES = 0x10000000 | 0x20000 | 0x20000000 | 0x40000000 | 0x08000000 | 0x04000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 32, 4096, 16384, 1 << 18
PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 1, 22, 24, 38, 47
SYS_CAPSET = {"x86_64": 126, "aarch64": 91}
FLAGS = {"nosuid": MS_NOSUID, "nodev": MS_NODEV, "noexec": MS_NOEXEC, "noatime": 1024, "nodiratime": 2048,
         "relatime": 1 << 21}

libc = ctypes.CDLL(None, use_errno=True)


def checked(result, what):
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def mount(source, target, kind=None, flags=0, options=None):
    encoded = [None if text is None else os.fsencode(text) for text in (source, target, kind)]
    checked(libc.mount(*encoded, ctypes.c_ulong(flags), options), f"mount {target}")


def unescaped(path):
    """A path of mountinfo, where \\040 is a space."""
    return path.encode().decode("unicode_escape").encode("latin-1").decode()


def mounts():
    """Mount points with their flags; a folder comes before its contents."""
    with open("/proc/self/mountinfo") as lines:
        found = [line.split() for line in lines]
    return {unescaped(fields[4]): sum(FLAGS.get(option, 0) for option in fields[5].split(",")) for fields in found}


def make_read_only():
    for target, flags in mounts().items():
        if target != "/proc" and not target.startswith("/proc/"):
            mount(None, target, None, MS_REMOUNT | MS_BIND | MS_RDONLY | flags)


def mount_empty(place):
    """An empty folder to write in, but what was mounted for reading below it stays."""
    below = [(path, os.open(path, os.O_PATH)) for path in mounts() if path.startswith(place + "/")]
    mount("tmpfs", place, "tmpfs", MS_NOSUID | MS_NODEV, b"mode=1777")
    for path, file in below:
        if not os.path.ismount(path):  # else it came with the folder around it
            mount_again(file, path)
        os.close(file)


def mount_again(file, path):
    if os.path.isdir(f"/proc/self/fd/{file}"):
        os.makedirs(path, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.close(os.open(path, os.O_CREAT))
    mount(f"/proc/self/fd/{file}", path, None, MS_BIND | MS_REC)


def cover(files):
    """Empties files for this game. They may have come into being since the server started."""
    for file in files:
        if os.path.exists(file):
            mount("/dev/null", file, None, MS_BIND)


def mount_own_places(hidden):
    mount(None, "/", None, MS_REC | MS_PRIVATE)
    cover(hidden)
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    make_read_only()
    for place in ("/tmp", "/dev/shm"):
        if os.path.isdir(place):
            mount_empty(place)


def check_memory():
    """No memory that several games could write to."""
    with open("/proc/self/maps") as lines:
        shared = [line for line in lines if line.split()[1].startswith("rw") and line.split()[1][3] == "s"]
    if shared:
        raise RuntimeError("a module shares memory between processes: " + shared[0].strip())


def drop_rights(code):
    checked(libc.prctl(PR_CAP_AMBIENT, 4, 0, 0, 0), "clear ambient capabilities")
    for capability in range(64):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    header = struct.pack("Ii", 0x20080522, 0)
    checked(libc.syscall(SYS_CAPSET[os.uname().machine], header, bytes(24)), "drop capabilities")
    checked(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges")
    buffer = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(buffer))
    checked(libc.prctl(PR_SET_SECCOMP, 2, program, 0, 0), "system call filter")


def enter_sandbox(code, hidden):
    """In the first process of the new namespaces."""
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    os.setsid()
    os.closerange(3, 65536)
    mount_own_places(hidden)
    check_memory()
    drop_rights(code)


def new_spaces():
    user, group = os.getuid(), os.getgid()
    checked(libc.unshare(NEW_SPACES), "unshare")
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w") as out:
            out.write(text)


def reseed():
    """Random numbers of its own for each game: a fork copies generators. `random` does so itself."""
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed()
    if "torch" in sys.modules:
        sys.modules["torch"].seed()


def run_agent(words, folder, paths):
    os.chdir(folder)
    sys.path[:0] = paths
    if words[0] == "-m":
        sys.argv = words[1:]
        sys.path.insert(0, folder)
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = words
        sys.path.insert(0, os.path.dirname(os.path.join(folder, words[0])))
        runpy.run_path(words[0], run_name="__main__")


def announce_to(control):
    """Tells a process's number, with a descriptor that stays with it when the number is used again."""

    def announce(number):
        process = os.pidfd_open(number)
        socket.send_fds(control, [str(number).encode()], [process])
        os.close(process)

    return announce


def fork_game(work, announce):
    """Forks `work` into namespaces of its own, and announces its process's number."""
    outer = os.fork()
    if outer != 0:
        return outer
    status = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        new_spaces()
        inner = os.fork()
        if inner == 0:
            work()
            status = 0
        else:
            announce(inner)
            os.closerange(0, 2)
            status = os.waitstatus_to_exitcode(os.waitpid(inner, 0)[1])
    except BaseException as error:
        if not isinstance(error, SystemExit) or error.code not in (None, 0):
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(status if 0 <= status < 128 else 1)


def trial(code, hidden):
    """Reason why no game could be played in a sandbox here, or nothing."""
    outer = fork_game(lambda: enter_sandbox(code, hidden), lambda _: None)
    status = os.waitstatus_to_exitcode(os.waitpid(outer, 0)[1])
    return "" if status == 0 else "no sandbox can be made for a forked game (see above)"


def read_filter():
    code = b""
    while part := os.read(3, 65536):
        code += part
    os.close(3)
    return code


def main():
    folder, modules, paths, hidden, *words = sys.argv[1:]
    hidden = hidden.splitlines()
    warnings.filterwarnings("ignore", category=DeprecationWarning, message=".*fork.*")
    code = read_filter()
    control = socket.socket(fileno=os.dup(0))
    nothing = os.open("/dev/null", os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.close(nothing)
    fault = ""
    try:
        for module in modules.split(","):
            importlib.import_module(module)
        fault = trial(code, hidden)
    except ImportError as error:
        fault = str(error)
    control.send(b"ready" if not fault else b"error: " + fault.encode())
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    paths = [path for path in paths.split(":") if path]
    while not fault:
        message, pipes, _, _ = socket.recv_fds(control, 1, 2)
        if not message:
            return

        def play(pipes=pipes):
            os.dup2(pipes[0], 0)
            os.dup2(pipes[1], 1)
            enter_sandbox(code, hidden)
            reseed()
            run_agent(words, folder, paths)

        fork_game(play, announce_to(control))
        for pipe in pipes:
            os.close(pipe)


main()
