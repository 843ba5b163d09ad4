"""Attacks on a real server that worked once: python3 attack_test.py PROGRAM [long]

docs/threats.md has the list. Nothing here is measured in time: an attack is refused, or what it costs is counted.
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

from player import Player
from wire import Server, WebSocket

PROGRAM = sys.argv.pop(1)
LONG = "long" in sys.argv and not sys.argv.remove("long")
HELLO = {"t": "hello", "version": 1}


class Attack(unittest.TestCase):
    config = ""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "server.toml").write_text(self.config)
        self.serve()

    def serve(self, *options):
        self.server = Server(PROGRAM, self.folder / "data", "--config", str(self.folder / "server.toml"), *options)
        self.addCleanup(self.server.__exit__)
        self.port = self.server.port

    def metric(self, name):
        for line in self.server.get("/metrics")[2].decode().split("\n"):
            if line.startswith(name + " "):
                return float(line.split()[1])
        raise AssertionError(name)

    def stored_bytes(self):
        return sum(f.stat().st_size for f in (self.folder / "data").iterdir() if f.is_file())

    def ask(self, socket_, **message):
        """What the server says to a message: its refusal, or nothing."""
        socket_.send({**message, "id": 1})
        # A room takes one thing after the other, and nobody sits in the sixth seat.
        socket_.send({"t": "kick", "seat": 5, "id": 2})
        reason = None
        while True:
            answer = socket_.receive_until("refused")
            if answer.get("id") == 2:
                return reason
            reason = answer["reason"]


def greeted(port, **options):
    socket_ = WebSocket(port, **options)
    socket_.send(HELLO)
    socket_.receive_until("welcome")
    return socket_


class OneAddress(Attack):
    # How fast one connection may talk is another limit (hostile_test.py), and no test waits for a clock.
    config = ("[limits]\nmessage_burst = 100000\nmessage_every_ms = 0\nhost_burst = 100000\nroom_every_ms = 3600000\n"
              "game_every_ms = 3600000\n")

    def test_rooms_until_the_server_is_full(self):
        sockets = [greeted(self.port) for _ in range(40)]
        answers = [self.ask(s, t="create", name="Eve", seats=2) for s in sockets]
        self.assertEqual(set(answers[:30]), {None})
        self.assertEqual(set(answers[30:]), {"too_many_rooms"})
        self.assertEqual(self.metric("ninelives_rooms"), 30)

    def test_start_forfeit_and_rematch_in_a_loop(self):
        eve = greeted(self.port)
        self.ask(eve, t="create", name="Eve", seats=2, bots=1)
        answers = []
        for _ in range(40):
            answers.append(self.ask(eve, t="start"))
            self.ask(eve, t="forfeit")
            self.ask(eve, t="rematch")
        self.assertEqual(answers[:30], [None] * 30)
        self.assertEqual(set(answers[30:]), {"too_many_games"})
        # What is left to be read at a start: the room and eight records.
        self.server.kill()
        self.serve()
        self.assertLess(self.stored_bytes(), 4 << 20)
        self.assertEqual(self.metric("ninelives_rooms"), 1)

    def test_bots_in_every_chair(self):
        seats = 0
        for _ in range(20):
            eve = greeted(self.port)
            if self.ask(eve, t="create", name="Eve", seats=5, bots=4) is None:
                seats += 4
        self.assertEqual(seats, 60)


class Thinking(Attack):
    config = "[limits]\nbots_per_address = 1000\nmessage_burst = 10000\nhost_burst = 10000\n[pace]\nbot_ms = 25\nbot_spread_ms = 10\n"

    def test_tables_of_searching_bots_answer_and_everybody_is_served(self):
        tables = []
        for _ in range(12 if LONG else 6):
            host = greeted(self.port)
            self.assertIsNone(self.ask(host, t="create", name="Eve", seats=5, turn_s=0, expansions=["imploding"]))
            for _ in range(4):
                self.assertIsNone(self.ask(host, t="add_bot", bot="net+search"))
            self.assertIsNone(self.ask(host, t="pace", percent=0))
            self.assertIsNone(self.ask(host, t="start"))
            tables.append(host)
        for host in tables:
            self.ask(host, t="forfeit")
        # The bots go on by themselves, thinking or not, to the end of every game.
        for host in tables:
            self.assertEqual(host.receive_until("over")["t"], "over")
        thought = self.metric("ninelives_thoughts_total")
        late = self.metric("ninelives_thoughts_late_total")
        self.assertGreater(thought + late, 0)
        ann = Player("Ann").create(self.port, seats=2)
        ann.drain()

    def test_a_server_that_is_stopped_while_bots_think_ends(self):
        host = greeted(self.port)
        self.ask(host, t="create", name="Eve", seats=5, turn_s=0)
        for _ in range(4):
            self.ask(host, t="add_bot", bot="net+search")
        self.ask(host, t="start")
        self.ask(host, t="forfeit")
        self.assertEqual(self.server.stop(), 0)


class OnTheLine(Attack):
    def test_sizes_on_tls_are_few(self):
        import ssl
        cert, key = self.folder / "cert.pem", self.folder / "key.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                        "-keyout", key, "-out", cert], check=True, capture_output=True)
        key.chmod(0o600)
        self.server.stop()
        self.serve("--tls-cert", str(cert), "--tls-key", str(key))
        tls = ssl.create_default_context()
        tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
        eve = greeted(self.port, tls=tls)
        sizes = set()
        take = eve.take
        def watched(n):
            taken = take(n)
            if n > 2:
                sizes.add(n)
            return taken
        eve.take = watched
        self.ask(eve, t="create", name="Eve", seats=3, bots=2)
        eve.send({"t": "start"})
        eve.receive_until("view")
        self.assertLessEqual({s for s in sizes if s > 8}, {1024, 4096, 16384})


if __name__ == "__main__":
    unittest.main(warnings="ignore")
