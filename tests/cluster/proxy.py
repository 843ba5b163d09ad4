"""Fixture: HAProxy in front of nodes, as deploy/haproxy.cfg says, on free ports; deploy/compose.yaml must fit it."""

import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from nodes import free_port, http, wait, wait_for_port

DEPLOY = pathlib.Path(__file__).resolve().parents[2] / "deploy"
NODE_SETTINGS = (DEPLOY / "node.toml").read_text()


def compose_options(number):
    """The options of a node of compose.yaml, by name."""
    words = shlex.split(re.findall(r"command: serve (.*)", (DEPLOY / "compose.yaml").read_text())[number - 1])
    return dict(zip(words[::2], words[1::2]))


class Proxy:
    def __init__(self, folder, nodes):
        """Tells the nodes, which have not started yet, how clients reach them."""
        if not shutil.which("haproxy"):
            sys.exit(77)
        self.port = free_port()
        text = (DEPLOY / "haproxy.cfg").read_text().replace("bind :8080", f"bind 127.0.0.1:{self.port}")
        for number, node in enumerate(nodes, 1):
            text = text.replace(f"127.0.0.1:{9000 + number}", f"127.0.0.1:{node.port}")
            composed = compose_options(number)
            assert composed["--port"] == str(9000 + number) and composed["--bind"] == "127.0.0.1", composed
            node.url = composed["--node-url"].replace("localhost:8080", f"127.0.0.1:{self.port}")
        file = pathlib.Path(folder) / "haproxy.cfg"
        file.write_text(text)
        subprocess.run(["haproxy", "-c", "-q", "-f", file], check=True)
        self.process = subprocess.Popen(["haproxy", "-db", "-q", "-f", file])
        wait_for_port(self.port)

    def wait_ready(self):
        """It looks at the nodes itself, and may find them later than we do."""
        wait(lambda: http(self.port, "/readyz")[0] == 200)

    def stop(self):
        self.process.kill()
        self.process.wait()
