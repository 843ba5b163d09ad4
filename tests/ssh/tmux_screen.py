"""A person at a program on the full screen, in a tmux of their own."""

import os
import pathlib
import shlex
import subprocess
import tempfile


class TmuxPerson:
    """Answers the questions on the screen as in the plain client, in keys."""

    # The question, and what to press. The first that is on the screen counts.
    ANSWERS = [("Play a Nope?", ["p"]), ("Where does the kitten go?", ["0", "Enter"]),
               ("Which card do you give?", ["1", "Enter"]), ("Who is it for?", ["1", "Enter"]),
               ("draw to end your turn", ["0", "Enter"])]

    def __init__(self, command, width=80, height=24):
        self.folder = tempfile.TemporaryDirectory()
        environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        self.tmux("new-session", "-d", "-x", str(width), "-y", str(height), shlex.join(map(str, command)) + "; exec cat",
                  env=environment)

    def tmux(self, *words, **more):
        socket = pathlib.Path(self.folder.name) / "socket"
        return subprocess.run(["tmux", "-S", socket, "-f", "/dev/null", *words], capture_output=True, text=True, check=True,
                              **more).stdout

    @property
    def said(self):
        return self.tmux("capture-pane", "-p")

    def press(self, *keys):
        self.tmux("send-keys", *keys)

    def answer(self):
        screen = self.said
        for question, keys in self.ANSWERS:
            if question in screen:
                return self.press(*keys)

    def end(self):
        self.tmux("kill-server")
        self.folder.cleanup()
