"""Tests of docs/host/privacy.md: what a server keeps about people, and how it is deleted: python3 privacy_test.py PROGRAM"""

import json
import re
import unittest

from case import FAST, ROOT, Case
from ladder_keys import LadderKey
from player import Player, play_on
from wire import http, wait_until


def number_in(path, pattern):
    return int(re.search(pattern, (ROOT / path).read_text())[1].replace("'", ""))


class Privacy(Case):
    config = "[features]\nladder = true\n"

    def test_NET_1_the_times_of_the_page_are_those_of_the_program(self):
        page = (ROOT / "docs/host/privacy.md").read_text()
        days = number_in("src/net/net_options.h", r"keep_games_days = (\d+)")
        self.assertIn(f"`keep_games_days` ({days})", page)
        days = number_in("src/net/net_options.h", r"keep_lockers_days = (\d+)")
        self.assertIn(f"`keep_lockers_days` ({days})", page)
        days = number_in("src/net/net_options.h", r"keep_reports_days = (\d+)")
        self.assertIn(f"`keep_reports_days` ({days})", page)
        self.assertEqual(number_in("src/site/daily_board.h", r"kDailyLife = (\d+) \* kDay"), 8)
        self.assertEqual(number_in("src/site/game_reports.h", r"kMostReports = ([\d']+)"), 1000)
        self.assertEqual(number_in("src/site/device_sync.h", r"kUnusedLife\{([\d']+)\}"), 30 * 60 * 1000)
        self.assertEqual(number_in("src/site/ladder_book.h", r"kIdleRowLife = (\d+) \* kLadderDay"), 180)
        self.assertIn("kMarkLife = kLadderDay + kLadderHour", (ROOT / "src/site/ladder_book.cpp").read_text())

    def test_NET_1_no_address_and_no_chat_is_on_the_disk(self):
        server = self.serve()
        ann = Player("Ann").connect(server.port, source="127.0.0.77")
        ann.say("create", name="Ann", seats=2, **FAST)
        ann.until("room")
        bob = Player("Bob").join(server.port, ann.room)
        ann.say("chat", text="unmistakable chat")
        bob.until("chat")
        ann.say("start")
        ann.until("view")
        play_on([ann, bob])
        wait_until(lambda: any(self.data.glob("games/*.jsonl")), "the game is kept")
        self.assertEqual(server.stop(), 0)
        for file in [path for path in self.data.rglob("*") if path.is_file()]:
            content = file.read_bytes()
            self.assertNotIn(b"127.0.0.77", content, file)
            self.assertNotIn(b"unmistakable chat", content, file)
        self.assertNotIn("127.0.0.77", self.log())

    def test_NET_1_who_was_sent_away_deletes_the_game_and_nobody_else(self):
        server = self.serve()
        ann = Player("Ann").create(server.port, seats=2, **FAST)
        bob = Player("Bob").join(server.port, ann.room)
        ann.say("start")
        bob.until("view")
        self.admin("kick", ann.room, 1)
        bob.until("left")
        play_on([ann])
        wait_until(lambda: any(self.data.glob("games/*.jsonl")), "the game is kept")
        file, = self.data.glob("games/*.jsonl")
        delete = lambda token: http(server.port, f"/g/{file.stem}", "DELETE", [f"Authorization: Bearer {token}"])[0]
        self.assertEqual(delete("nobody"), 403)
        self.assertEqual(delete(bob.token), 200)
        self.assertNotIn("Bob", file.read_text())

    def test_NET_1_who_leaves_the_ladder_leaves_nothing_there(self):
        server = self.serve()
        key = LadderKey("Ann")
        self.assertEqual(key.states(http, server.port), 200)
        self.assertEqual(key.states(http, server.port, on=False), 200)
        book = json.loads((self.data / "ladder.json").read_text())
        self.assertEqual((book["rows"], book["counted"]), ([], []))
        self.assertEqual([row["key"] for row in book["gone"]], [key.public], "for ten minutes, so that nobody repeats it")


if __name__ == "__main__":
    unittest.main(warnings="ignore")
