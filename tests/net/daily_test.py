"""The daily board of a real server, as whole games (docs/host/daily.md): python3 daily_test.py PROGRAM"""

import hashlib
import json
import unittest

from case import Case
from ladder_keys import LadderKey
from player import Player, play_on
from wire import http, wait_until


class DailyKey(LadderKey):
    """A player's key on the daily board."""

    def states(self, port, on=True, name=None, date=None):
        """Status and text of the answer."""
        board = json.loads(http(port, "/daily.json")[2])
        said = self.last = max(board["now"], self.last + 1)
        date, name = date or board["today"]["date"], (name or self.name) if on else ""
        signature = self.sign("ninelives daily", f"127.0.0.1:{port}", "on" if on else "off", date, said, name)
        body = {"on": on, "date": date, "said": said, "signature": signature, **({"name": name} if on else {})}
        status, _, text = http(port, "/daily/" + self.public, "PUT", body=json.dumps(body).encode())
        return status, text.decode()

    def enters(self, port):
        status, text = self.states(port)
        assert status == 200, text
        return json.loads(text)["game"]

    def row(self, port):
        status, _, body = http(port, "/daily/" + self.public)
        return json.loads(body) if status == 200 else None


class Daily(Case):
    config = ("[features]\ndaily = true\n[pace]\nbot_ms = 5\nbot_spread_ms = 5\n"
              "[limits]\nmessage_burst = 1000\nmessage_every_ms = 1\n")

    def player(self, server, name, **options):
        player = Player(name, **options).connect(server.port)
        self.addCleanup(player.close)
        return player

    def begins(self, server, key, game):
        player = self.player(server, key.name)
        player.say("create", name=key.name, **{"from": {"game": game, "step": 0, "seat": 0, "bot": "medium"}})
        player.until("room")
        player.say("start")
        player.until("view")
        return player

    def plays(self, server, key):
        """A whole game; the player, the first view, and the name of the attempt."""
        game = key.enters(server.port)
        player = self.begins(server, key, game)
        first = player.view
        player.say("pace", percent=0)
        play_on([player])
        return player, first, game

    def test_WEB_18_a_whole_game_is_scored_by_the_server_and_only_the_first_attempt_counts(self):
        server = self.serve()
        ann, bob = DailyKey("Ann"), DailyKey("Bob")
        player, first, game = self.plays(server, ann)
        other, others_first, _ = self.plays(server, bob)
        self.assertEqual(first["hand"], others_first["hand"], "the same cards for everybody")
        self.assertEqual(first["turn"], others_first["turn"])
        wait_until(lambda: ann.row(server.port)["stage"] == "counted", "the score", 120)
        wait_until(lambda: bob.row(server.port)["stage"] == "counted", "the other score", 120)
        row = ann.row(server.port)
        self.assertEqual(row["place"], len(player.over["died"]) + 1 - player.over["died"].index(0)
                         if 0 in player.over["died"] else 1)
        board = json.loads(http(server.port, "/daily.json")[2])["today"]["players"]
        self.assertEqual({one["name"] for one in board}, {"Ann", "Bob"})
        self.assertEqual([one["points"] for one in board], sorted((one["points"] for one in board), reverse=True))
        # No second attempt: not by another statement, not by the same name of an attempt.
        self.assertEqual(ann.states(server.port), (409, "played\n"))
        again = self.player(server, "Ann")
        again.say("create", name="Ann", **{"from": {"game": game, "step": 0, "seat": 0}})
        refused = next(m for m in iter(again.step, None) if m["t"] == "refused")
        self.assertEqual(refused["reason"], "unknown_game")
        # The cards stay secret: no record, no address.
        player.may_be_refused = player.may_be_refused | {"not_now"}
        player.say("record", **{"from": 0})
        self.assertEqual(next(m for m in iter(player.step, None) if m["t"] == "refused")["reason"], "not_now")
        self.assertEqual(http(server.port, f"/daily/{game}.jsonl")[0], 403)
        self.assertEqual(list(self.data.glob("games/*")), [])
        self.assertEqual(server.stop(), 0)

    def test_WEB_18_a_restart_forgets_neither_attempt_nor_score(self):
        server = self.serve()
        ann = DailyKey("Ann")
        game = ann.enters(server.port)
        self.begins(server, ann, game)
        server.kill()
        server = self.serve()
        self.assertEqual(ann.row(server.port)["stage"], "playing")
        self.assertEqual(ann.states(server.port), (409, "played\n"))
        bob = DailyKey("Bob")
        self.plays(server, bob)
        wait_until(lambda: bob.row(server.port)["stage"] in ("counting", "counted"), "the game has been kept")
        server.kill()
        server = self.serve()
        wait_until(lambda: bob.row(server.port)["stage"] == "counted", "the score after a restart", 120)

    def test_WEB_18_the_secret_is_not_told_and_the_commitment_stays(self):
        server = self.serve()
        before = json.loads(http(server.port, "/daily.json")[2])
        self.assertEqual(set(before["today"]), {"date", "commitment", "coach", "players"})
        self.assertEqual(set(before["next"]), {"date", "commitment"})
        self.assertEqual(len(before["last"]["secret"]), 64)
        server.stop()
        server = self.serve()
        after = json.loads(http(server.port, "/daily.json")[2])
        self.assertEqual(after["next"], before["next"])
        self.assertEqual(after["today"]["commitment"], before["today"]["commitment"])
        # Of yesterday's secret the commitment can be computed by anybody.
        sha = lambda *parts: hashlib.sha256(b"".join(parts)).digest()
        terms = self.terms()
        name = sha(b"ninelives daily deal\n", after["last"]["date"].encode())[:16]
        digest = sha(b"ninelives fair 1 game\n", name, terms.encode())
        commitment = sha(b"ninelives fair 1 server\n", digest, bytes.fromhex(after["last"]["secret"]))
        self.assertEqual(commitment.hex(), after["last"]["commitment"])

    def terms(self):
        """The header of today's deal, as a room's ceremony names it."""
        server = self.serve(data=self.folder / "terms", config="")
        player = self.player(server, "T", fair=True)
        player.say("create", name="T", seats=4, bots=3, window_ms=5000)
        player.until("room")
        player.say("start")
        terms = player.until("fair")["terms"]
        server.stop()
        return terms

    def test_WEB_18_without_the_feature_there_is_no_board(self):
        server = self.serve(config="log = \"warning\"\n")
        self.assertEqual(http(server.port, "/daily.json")[0], 404)
        player = self.player(server, "Ann")
        player.say("create", name="Ann", **{"from": {"game": "daily-2026-11-19-" + "a" * 32, "step": 0, "seat": 0}})
        self.assertEqual(next(m for m in iter(player.step, None) if m["t"] == "refused")["reason"], "not_here")

    def test_NET_1_who_leaves_the_board_is_removed_and_has_no_second_attempt(self):
        server = self.serve()
        ann = DailyKey("Unmistakable")
        game = ann.enters(server.port)
        self.begins(server, ann, game)
        self.assertEqual(ann.states(server.port, on=False), (200, "off\n"))
        self.assertEqual(ann.states(server.port), (409, "played\n"))
        for file in self.data.glob("daily/*"):
            self.assertNotIn(b"Unmistakable", file.read_bytes())


if __name__ == "__main__":
    unittest.main()
