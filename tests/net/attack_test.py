"""Regression tests of attacks on a real server: python3 attack_test.py PROGRAM [long]

docs/explain/threats.md has the list. Nothing here is measured in time: an attack is refused, or what it costs is counted.
"""

import subprocess
import sys
import unittest

from case import FAST, Served, greeted, metric, metric_lines
from player import Player
from wire import wait_until

LONG = "long" in sys.argv and not sys.argv.remove("long")


class Attack(Served):
    def serve_again(self, *options):
        self.server = self.serve(*options)
        self.port = self.server.port

    def stored_bytes(self):
        return sum(f.stat().st_size for f in (self.folder / "data").iterdir() if f.is_file())

    def ask(self, socket_, **message):
        """The server's reply to a message: its refusal, or nothing."""
        socket_.send({**message, "id": 1})
        # A room takes one thing after the other, and nobody sits in the sixth seat.
        socket_.send({"t": "kick", "seat": 5, "id": 2})
        reason = None
        while True:
            answer = socket_.receive_until("refused")
            if answer.get("id") == 2:
                return reason
            reason = answer["reason"]


class OneAddress(Attack):
    # The rate limit of one connection is tested elsewhere (hostile_test.py), and no test waits for a clock.
    config = ("[limits]\nmessage_burst = 100000\nmessage_every_ms = 0\nhost_burst = 100000\nroom_every_ms = 3600000\n"
              "game_every_ms = 3600000\n")

    def test_rooms_until_the_server_is_full(self):
        sockets = [greeted(self.port) for _ in range(40)]
        answers = [self.ask(s, t="create", name="Eve", seats=2) for s in sockets]
        self.assertEqual(set(answers[:30]), {None})
        self.assertEqual(set(answers[30:]), {"too_many_rooms"})
        self.assertEqual(metric(self.server, "ninelives_rooms"), 30)
        self.assertIn('ninelives_refused_total{reason="too_many_rooms"} 10', metric_lines(self.server, "ninelives_refused_total"))

    def test_NET_1_refusals_are_logged_but_do_not_fill_the_log(self):
        eve = greeted(self.port)
        for _ in range(500):
            self.ask(eve, t="join", room="0000000000", name="Eve")
        self.server.stop()
        lines = [line for line in self.log().splitlines() if " refused " in line]
        self.assertIn("reason=unknown_room", lines[0])
        self.assertRegex(lines[0], r"address=\w{8}")
        self.assertLess(len(lines), 300, "a line a second, after the first ones")

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
        # Left to be read at a start: the room and eight records.
        self.server.kill()
        self.serve_again()
        self.assertLess(self.stored_bytes(), 4 << 20)
        self.assertEqual(metric(self.server, "ninelives_rooms"), 1)

    def test_bots_in_every_chair(self):
        seats = 0
        for _ in range(20):
            eve = greeted(self.port)
            if self.ask(eve, t="create", name="Eve", seats=5, bots=4) is None:
                seats += 4
        self.assertEqual(seats, 60)


class Hints(Attack):
    config = "[limits]\nhint_burst = 3\nhint_every_ms = 3600000\n"

    def test_NET_1_hints_without_end(self):
        answers = []
        for _ in range(5):
            eve = greeted(self.port)
            self.ask(eve, t="create", name="Eve", seats=2, bots=1, practice=True, turn_s=0, rules={"first": "zero"})
            eve.send({"t": "start"})
            eve.receive_until("question")
            answers.append(self.ask(eve, t="hint"))
        self.assertEqual(answers, [None] * 3 + ["too_many_hints"] * 2)


class LeftAlone(Attack):
    config = "[pace]\ngrace_ms = 50\nempty_ms = 100\nunattended_ms = 100\nbot_ms = 1000\n"

    def test_NET_1_bots_that_play_on_without_anybody(self):
        for _ in range(5):
            eve = greeted(self.port)
            self.ask(eve, t="create", name="Eve", seats=5, bots=4, turn_s=0)
            eve.send({"t": "start"})
            eve.receive_until("view")
            eve.close()
        wait_until(lambda: metric(self.server, "ninelives_rooms") == 0, "the tables are closed")


class Host(Attack):
    """A host, and players and watchers of other addresses, behind a proxy."""

    config = 'trusted_proxies = ["127.0.0.1"]\n[limits]\nmessage_burst = 100000\n'

    def come(self, address):
        return greeted(self.port, headers=[f"X-Forwarded-For: {address}"])

    def player(self, name, address):
        player = Player(name)
        player.connect(self.port, headers=[f"X-Forwarded-For: {address}"])
        return player

    def host(self, **settings):
        ann = self.player("Ann", "198.51.100.1")
        ann.say("create", name="Ann", **{"seats": 4, **FAST, **settings})
        ann.until("room")
        return ann

    def guest(self, name, address, room):
        guest = self.player(name, address)
        guest.say("join", room=room, name=name)
        guest.until("room")
        return guest

    def entering(self, address, **request):
        """Replies to a client that comes in from there."""
        w = self.come(address)
        w.send(request)
        while (message := w.receive())["t"] not in ("refused", "joined"):
            pass
        w.close()
        return message.get("reason", "joined")

    def test_NET_1_rooms_of_one_client_of_a_proxy(self):
        eves = [self.come("203.0.113.9") for _ in range(40)]
        answers = [self.ask(eve, t="create", name="Eve", seats=2) for eve in eves]
        self.assertEqual(answers, [None] * 30 + ["too_many_rooms"] * 10)
        self.assertIsNone(self.ask(self.come("198.51.100.1"), t="create", name="Ann", seats=2))
        forged = greeted(self.port, headers=["X-Forwarded-For: 192.0.2.77, 203.0.113.9"])
        self.assertEqual(self.ask(forged, t="create", name="Eve", seats=2), "too_many_rooms")

    def test_NET_1_who_was_kicked_stays_away(self):
        ann = self.host()
        eve = self.guest("Eve", "203.0.113.9", ann.room)
        ann.say("kick", seat=1)
        self.assertEqual(eve.until("left")["reason"], "kicked")
        ways = [{"t": "join", "room": ann.room, "name": "Eva"}, {"t": "watch", "room": ann.room},
                {"t": "join", "room": ann.room, "name": "Mallory"}]
        self.assertEqual([self.entering("203.0.113.9", **way) for way in ways], ["kicked"] * 3)
        self.server.kill()
        self.serve_again()
        self.assertEqual([self.entering("203.0.113.9", **way) for way in ways], ["kicked"] * 3)
        self.assertEqual(self.entering("192.0.2.1", **ways[0]), "joined")

    def test_NET_1_the_operators_kick_stays_too_and_one_who_was_away(self):
        ann = self.host()
        eve = self.guest("Eve", "203.0.113.9", ann.room)
        self.admin("kick", ann.room, 1)
        self.assertEqual(eve.until("left")["reason"], "kicked")
        self.assertEqual(self.entering("203.0.113.9", t="join", room=ann.room, name="Eva"), "kicked")
        fay = self.guest("Fay", "192.0.2.1", ann.room)
        fay.close()
        while ann.lobby["players"][1:2] != [{"name": "Fay", "connected": False}]:
            ann.step()
        ann.say("kick", seat=1)
        self.assertEqual(self.entering("192.0.2.1", t="join", room=ann.room, name="Fee"), "kicked")

    def test_NET_5_a_watcher_at_the_hosts_address_stays_away(self):
        ann = self.host()
        watch = {"t": "watch", "room": ann.room}
        eve = self.come("198.51.100.1")
        eve.send(watch)
        number = eve.receive_until("joined")["watcher"]
        ann.say("kick", watcher=number)
        self.assertEqual(eve.receive_until("left")["reason"], "kicked")
        self.assertEqual(self.entering("198.51.100.1", **watch), "kicked")
        self.assertEqual(self.entering("192.0.2.1", **watch), "joined")
        self.assertEqual(self.entering("198.51.100.1", t="join", room=ann.room, name="Bob"), "joined")

    def test_NET_1_a_kick_in_mid_game_makes_the_seat_a_bots_and_is_told_to_all(self):
        ann = self.host(seats=3, turn_s=0)
        eve = self.guest("Eve", "203.0.113.9", ann.room)
        bob = self.guest("Bob", "192.0.2.1", ann.room)
        watcher = self.player("", "192.0.2.2")
        watcher.say("watch", room=ann.room)
        watcher.until("room")
        ann.say("start")
        for player in (ann, eve, bob):
            player.until("view")
        ann.say("kick", seat=1)
        self.assertEqual(eve.until("left")["reason"], "kicked")
        for one in (ann, bob, watcher):
            while "bot" not in one.lobby["players"][1]:
                one.step()
            self.assertEqual(one.lobby["players"][1]["name"], "Eve")
        self.assertEqual(self.entering("203.0.113.9", t="resume", room=ann.room, token=eve.token, game=1, last=0), "bad_token")

    def test_NET_5_a_flood_of_syncs_reaches_nobody_else(self):
        ann = self.host()
        eve = self.guest("Eve", "203.0.113.9", ann.room)
        ann.drain()
        heard = []
        ann.on_room = heard.append
        for _ in range(300):
            eve.say("sync")
        eve.drain()
        ann.drain()
        self.assertEqual(heard, [])

    def test_WEB_6_a_host_who_forfeits_and_begins_again_denies_nobody_the_record(self):
        for i in range(3):
            eve = self.host(seats=2)
            bob = self.guest("Bob", "192.0.2.1", eve.room)
            eve.say("start")
            eve.until("view")
            for request in ("forfeit", "rematch", "start"):
                eve.say(request)
            bob.until("over")
            bob.say("record", game=1)
            self.assertGreater(bob.until("record")["total"], 3)


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
        thought = metric(self.server, "ninelives_thoughts_total")
        late = metric(self.server, "ninelives_thoughts_late_total")
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
    def sizes(self, **options):
        """Of the messages that a player gets until the cards are dealt."""
        eve = greeted(self.port, **options)
        sizes = set()
        take = eve.take
        def watched(n):
            taken = take(n)
            if n > 8:
                sizes.add(n)
            return taken
        eve.take = watched
        self.ask(eve, t="create", name="Eve", seats=3, bots=2)
        eve.send({"t": "start"})
        eve.receive_until("view")
        return sizes

    def test_sizes_on_tls_are_few(self):
        import ssl
        cert, key = self.folder / "cert.pem", self.folder / "key.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                        "-keyout", key, "-out", cert], check=True, capture_output=True)
        key.chmod(0o600)
        self.server.stop()
        self.serve_again("--tls-cert", str(cert), "--tls-key", str(key))
        tls = ssl.create_default_context()
        tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
        self.assertLessEqual(self.sizes(tls=tls), {1024, 4096, 16384})

    def test_NET_5_sizes_are_few_where_a_proxy_has_the_tls(self):
        self.assertFalse(self.sizes() <= {1024, 4096, 16384}, "nothing is padded where nothing is hidden")
        for config, client in [('trusted_proxies = ["127.0.0.1"]\n', {"headers": ["X-Forwarded-For: 203.0.113.9"]}),
                               ('origins = ["https://cats.example"]\n', {"host": "cats.example"})]:
            self.server.stop()
            self.server = self.serve(config=config)
            self.port = self.server.port
            self.assertLessEqual(self.sizes(**client), {1024, 4096, 16384}, config)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
