#!/usr/bin/env python3
"""Test that the program takes the whole screen of a terminal: full_screen.py PROGRAM [ARGUMENT]..."""

import fcntl
import os
import pty
import struct
import sys
import tempfile
import termios

with tempfile.TemporaryDirectory() as home:
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", HOME=home, XDG_DATA_HOME=home, LANG="C.UTF-8")
        os.execvp(sys.argv[1], sys.argv[1:])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    shown = b""
    try:
        while b"\x1b[?1049h" not in shown and (part := os.read(terminal, 65536)):
            shown += part
    except OSError:  # the program ended
        pass
    os.kill(pid, 9)
    os.waitpid(pid, 0)
sys.exit(0 if b"\x1b[?1049h" in shown else f"no full screen: {shown[-200:]!r}")
