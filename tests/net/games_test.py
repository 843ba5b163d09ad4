"""Tests of finished games on a real server: expiry and deletion: python3 games_test.py PROGRAM"""

import json
import os
import shutil
import stat
import time
import unittest

from case import FAST, Case
from player import Player, play_on
from wire import wait_until

DAY = 86_400_000


class Games(Case):
    def played(self, server):
        """A game to its end; who played, and its address."""
        ann = Player("Ann", fair=True).create(server.port, seats=2, **FAST)
        bob = Player("Bob").join(server.port, ann.room)
        ann.say("start")
        address = ann.until("fair")["id"][:16]
        play_on([ann, bob])
        wait_until(lambda: self.file_of(address).exists(), "the game has its file")
        return ann, bob, address

    def file_of(self, address):
        return self.data / "games" / (address + ".jsonl")

    def age(self, address, days):
        """As if it had ended so long ago."""
        file = self.file_of(address)
        head, _, record = file.read_text().partition("\n")
        told = json.loads(head)
        told["ended"] = int(time.time() * 1000) - days * DAY
        file.write_text(json.dumps(told) + "\n" + record)

    def delete(self, server, address, player):
        return server.get("/g/" + address, method="DELETE", headers=["Authorization: Bearer " + player.token])[0]

    def test_WEB_10_what_is_too_old_is_gone_at_the_next_start_though_nobody_plays(self):
        server = self.serve()
        old, new = self.played(server)[2], self.played(server)[2]
        self.assertEqual(stat.S_IMODE(self.file_of(old).stat().st_mode), 0o600)
        self.age(old, 91)
        draft = self.data / "games" / ("0" * 16 + ".jsonl.new")
        draft.write_text("half")
        os.utime(draft, (1, 1))
        self.assertEqual(server.get("/g/" + old)[0], 404)
        self.assertEqual(server.stop(), 0)
        server = self.serve()
        wait_until(lambda: not self.file_of(old).exists(), "the file goes")
        wait_until(lambda: not draft.exists(), "what was half written is swept")
        self.assertEqual(server.get("/g/" + new)[0], 200)
        self.assertEqual(server.get("/g/" + new + ".jsonl")[0], 200)
        server.stop()
        self.assertTrue(self.file_of(new).exists())

    def test_WEB_10_on_a_full_volume_games_and_device_sync_make_way_for_the_store(self):
        server = self.serve()
        kept = [self.played(server)[2] for _ in range(2)]
        server.stop()
        free = shutil.disk_usage(self.data).free
        server = self.serve(config=f"reserve_bytes = {2 * free}\n")
        ann = Player("Ann", fair=True).create(server.port, seats=2, **FAST)
        bob = Player("Bob").join(server.port, ann.room)
        ann.say("start")
        address = ann.until("fair")["id"][:16]
        play_on([ann, bob])
        self.assertTrue(ann.over and bob.over, "the store itself goes on")
        self.assertEqual(server.get("/g/" + address)[0], 404, "it is not kept")
        mine = ["Authorization: Bearer " + "0" * 32, "If-None-Match: *"]
        self.assertEqual(server.get("/me/" + "0" * 32, method="PUT", headers=mine, body=b"x")[0], 507)
        wait_until(lambda: sum(self.file_of(game).exists() for game in kept) < 2, "half of what was kept goes")

    def test_WEB_10_without_keeping_nothing_stays(self):
        server = self.serve()
        address = self.played(server)[2]
        server.stop()
        server = self.serve(config="keep_games_days = 0")
        wait_until(lambda: not self.file_of(address).exists(), "the file goes")
        self.assertEqual(server.get("/g/" + address)[0], 404)

    def test_WEB_10_a_link_outlives_a_rematch_a_stop_and_a_kill(self):
        server = self.serve()
        ann, bob, first = self.played(server)
        ann.say("rematch")
        ann.until("room")
        server.kill()
        server = self.serve()
        self.assertEqual(server.get("/g/" + first)[0], 200)
        ann.resume(server.port)
        server.stop()
        server = self.serve()
        self.assertEqual(server.get("/g/" + first + ".jsonl")[0], 200)

    def test_WEB_10_deleted_is_said_of_what_is_deleted_alone(self):
        server = self.serve()
        ann, _, address = self.played(server)
        draft = self.data / "games" / (address + ".jsonl.new")
        draft.mkdir()  # no file can be written there, not even by root
        self.assertEqual(self.delete(server, address, ann), 500)
        self.assertEqual(server.get("/g/" + address)[0], 200)
        draft.rmdir()
        self.assertEqual(self.delete(server, address, ann), 200)
        self.assertEqual(server.get("/g/" + address)[0], 404)

    def test_WEB_10_a_game_that_could_not_be_kept_is_told_of(self):
        self.data.mkdir()
        (self.data / "games").write_text("a file where the folder should be")
        server = self.serve()
        ann = Player("Ann").create(server.port, seats=2, **FAST)
        bob = Player("Bob").join(server.port, ann.room)
        ann.say("start")
        play_on([ann, bob])
        wait_until(lambda: "game_not_kept" in self.log(), "the log says so")
        self.assertEqual(server.get("/healthz")[0], 200)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
