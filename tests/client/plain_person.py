"""Test player at a terminal in plain mode: one process, its output, and answers to its questions."""

import os
import signal
import subprocess
import threading


class Person:
    """One program with its keyboard and its screen. Answers whatever is asked."""

    QUESTIONS = [("draw to end your turn", None), ("Play a Nope?", "2"),
                 ("Where does the kitten go?", "0"), ("Which card do you give?", "1"),
                 ("Who is it for?", "1")]

    def __init__(self, name, command, state):
        self.name, self.command = name, command
        self.environment = {**os.environ, "XDG_STATE_HOME": state, "XDG_DATA_HOME": state}
        self.said = ""
        self.play = "draw"  # on their own turn
        self.passes = True  # answers in Nope windows
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, env=self.environment)
        self.unread = ""
        self.reader = threading.Thread(target=self.read, args=(self.process,), daemon=True)
        self.reader.start()

    def read(self, process):
        while chunk := os.read(process.stdout.fileno(), 65536):
            text = chunk.decode()
            self.said += text
            self.unread += text

    def type(self, line):
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.reader.join()

    def answer(self):
        """Answers the last question that was not answered yet."""
        asked = [(self.unread.rfind(text), answer) for text, answer in self.QUESTIONS]
        place, answer = max(asked, key=lambda one: one[0])
        if place < 0 or "\n" not in self.unread[place:]:
            return
        self.unread = ""
        if answer != "2" or self.passes:
            self.type(self.play if answer is None else answer)
