"""Tests of the ladder of a real server: python3 ladder_test.py PROGRAM"""

import json
import unittest

from case import FAST, Case
from ladder_keys import LadderKey
from player import Player, play_on
from wire import http, wait_until

ON = "[features]\nladder = true\n"


class Ladder(Case):
    config = ON

    def seated(self, server, keys):
        """Ann and Bob at a table, each for a key of theirs where there is one, and a game that has begun."""
        ann = Player("Ann", fair=True).find_table(server.port, 2, "127.0.0.2")
        bob = Player("Bob").find_table(server.port, 2, "127.0.0.3")
        for player in (ann, bob):
            player.until("room")
        for player, key in zip((ann, bob), keys):
            key.claims(player)
        ann.until("view")
        return ann, bob

    def test_LAD_1_a_table_of_friends_and_a_game_without_turns_count_for_nothing(self):
        keys = LadderKey("Ann"), LadderKey("Bob")
        server = self.serve()
        for key in keys:
            key.states(http, server.port)
        ann = Player("Ann").create(server.port, seats=2, **FAST)
        bob = Player("Bob").join(server.port, ann.room)
        for player, key in zip((ann, bob), keys):
            key.claims(player)
        ann.say("start")
        ann.until("view")
        play_on([ann, bob])  # friends
        ann, bob = self.seated(server, keys)
        bob.say("forfeit")  # before anybody has drawn
        ann.until("over")
        server.stop()
        rows = json.loads((self.data / "ladder.json").read_text())["rows"]
        self.assertEqual([row["games"] for row in rows], [0, 0])

    def shown(self, server):
        return {row["name"]: row["games"] for row in json.loads(server.get("/ladder.json")[2])["players"]}

    def counted(self, server, games):
        wait_until(lambda: self.shown(server) == games, "the game counts")

    def test_WEB_12_a_game_counts_once_however_often_the_server_is_killed_after_it(self):
        ann, bob = keys = LadderKey("Ann"), LadderKey("Bob")
        server = self.serve()
        self.assertEqual([key.states(http, server.port) for key in keys], [200, 200])
        self.assertEqual(self.shown(server), {})
        play_on(self.seated(server, keys))
        for _ in range(4):
            server.kill()
            server = self.serve()
            self.counted(server, {"Ann": 1, "Bob": 1})
        points = sorted(key.row(http, server.port)["points"] for key in keys)
        self.assertLess(points[0], 1000)
        self.assertGreater(points[1], 1000)
        self.assertEqual({ann.row(http, server.port)["rank"], bob.row(http, server.port)["rank"]}, {1, 2})
        self.assertEqual(bob.states(http, server.port, on=False), 200)
        self.assertEqual(self.shown(server), {"Ann": 1})
        self.assertNotIn(bob.public, (self.data / "ladder.json").read_text().split('"gone"')[0])

    def test_WEB_12_a_game_whose_count_was_cut_off_counts_at_the_next_start(self):
        keys = LadderKey("Ann"), LadderKey("Bob")
        server = self.serve()
        for key in keys:
            key.states(http, server.port)
        players = self.seated(server, keys)
        server.kill()
        server = self.serve(config="log = \"info\"")  # without the ladder: as if it had died before it counted
        self.assertEqual(server.get("/ladder.json")[0], 404)
        for player in players:
            player.resume(server.port)
        play_on(players)
        server.kill()
        for _ in range(2):
            server = self.serve()
            self.counted(server, {"Ann": 1, "Bob": 1})
            server.stop()

    def test_WEB_12_without_the_word_of_both_nothing_is_rated(self):
        ann, bob = LadderKey("Ann"), LadderKey("Bob")
        server = self.serve()
        ann.states(http, server.port)
        play_on(self.seated(server, [ann]))  # Bob plays without
        play_on(self.seated(server, [ann, bob]))  # Bob's key is not on the ladder
        server.stop()  # all that was under way is written
        row, = json.loads((self.data / "ladder.json").read_text())["rows"]
        self.assertEqual((row["name"], row["games"]), ("Ann", 0))

    def test_WEB_12_the_page_the_list_and_what_is_off(self):
        server = self.serve()
        status, headers, _ = server.get("/ladder")
        self.assertEqual((status, headers["location"]), (303, "/#ladder"))
        self.assertEqual(server.get("/ladder.json", method="PUT", body=b"{}")[0], 400)
        self.assertEqual(server.get("/ladder/" + "0" * 64, method="DELETE")[0], 405)
        self.assertEqual(server.get("/ladder/" + "0" * 64, method="PUT", body=b"{}" * 600)[0], 400)
        server.stop()
        # No page here: one that was built beside the program would answer for paths that it does not know.
        server = self.serve("--web", str(self.folder), config="log = \"info\"")
        for target in ("/ladder", "/ladder.json", "/ladder/" + "0" * 64):
            self.assertEqual(server.get(target)[0], 404, target)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
