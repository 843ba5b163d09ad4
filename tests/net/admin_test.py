"""Tests of `ninelives admin`, copies of a store in use, and the server's metrics: python3 admin_test.py PROGRAM

Each test is a row of docs/explain/threats.md, "Operation".
"""

import json
import pathlib
import re
import shutil
import stat
import threading
import unittest

import yaml

from case import FAST, PROGRAM, ROOT, Case
from player import Player, play_on
from wire import Server, WebSocket, wait_until

class Admin(Case):
    def table(self, server):
        ann = Player("Ann").create(server.port, seats=3, **FAST)
        bob = Player("Bob").join(server.port, ann.room)
        return ann, bob

    def test_NET_1_rooms_and_players_are_shown_to_who_owns_the_folder(self):
        server = self.serve()
        self.assertEqual(self.admin("rooms"), [])
        ann, bob = self.table(server)
        ann.say("add_bot")
        ann.until("room")
        room, = self.admin("rooms")
        self.assertEqual((room["room"], room["phase"], room["people"], room["bots"]), (ann.room, "lobby", 2, 1))
        self.assertEqual([player["name"] for player in self.admin("players", ann.room)][:2], ["Ann", "Bob"])
        self.assertIn("no such room", self.admin("players", "0000000000", status=1))
        self.assertEqual(stat.S_IMODE((self.data / "admin.sock").stat().st_mode), 0o600)
        server.stop()
        self.assertFalse((self.data / "admin.sock").exists())
        self.admin("rooms", status=1)

    def test_NET_1_a_player_is_kicked_in_the_lobby_and_in_a_game(self):
        server = self.serve()
        ann, bob = self.table(server)
        self.admin("kick", ann.room, 1)
        self.assertEqual(bob.until("left")["reason"], "kicked")
        cy = Player("Cy").join(server.port, ann.room)
        ann.say("start")
        cy.until("view")
        self.assertIn("close the room", self.admin("kick", ann.room, 0, status=1))
        self.assertIn("nobody", self.admin("kick", ann.room, 5, status=1))
        self.admin("kick", ann.room, 1)
        self.assertEqual(cy.until("left")["reason"], "kicked")
        wait_until(lambda: self.admin("rooms")[0]["bots"] == 1, "a bot has the seat")
        server.stop()

    def test_WEB_19_reports_of_games_reach_the_operator_with_a_link(self):
        server = self.serve()
        self.assertEqual(self.admin("reports"), [])
        ann, bob = self.table(server)
        ann.say("start")
        bob.until("view")
        bob.say("report", reason="rude", text="Ann swears")
        bob.until("reported")
        ann.say("forfeit")
        play_on([ann, bob])
        ann.say("report", reason="other")
        ann.until("reported")
        wait_until(lambda: len(self.admin("reports")) == 2, "both are kept")
        first, second = self.admin("reports")
        self.assertEqual((first["room"], first["reason"], first["text"], first["over"]), (ann.room, "rude", "Ann swears", False))
        self.assertTrue(second["over"])
        self.assertEqual(first["game"], second["game"])
        wait_until(lambda: server.get(first["game"])[0] == 200, "the link leads to the game")
        self.assertNotIn("Bob", json.dumps(first))
        server.stop()
        server = self.serve()
        self.assertEqual(len(self.admin("reports")), 2)

    def test_NET_1_a_room_is_closed_and_everybody_hears_of_it(self):
        server = self.serve()
        ann, bob = self.table(server)
        ann.say("start")
        bob.until("view")
        self.admin("close", ann.room)
        for player in (ann, bob):
            self.assertEqual(player.until("left")["reason"], "closed")
        self.assertEqual(self.admin("rooms"), [])
        server.stop()

    def test_NET_1_a_notice_reaches_everybody(self):
        server = self.serve()
        ann, bob = self.table(server)
        self.assertEqual(self.admin("notice", "Back in \x1b[31mfive minutes"), [{"told": 2}])
        for player in (ann, bob):
            said = player.until("chat")
            self.assertEqual((said["name"], said["text"]), ("ninelives", "Back in five minutes"))
            self.assertNotIn("seat", said)
        server.stop()

    def test_NET_1_a_draining_server_makes_no_new_rooms_and_plays_on(self):
        server = self.serve()
        ann, bob = self.table(server)
        ann.say("start")
        bob.until("view")
        self.assertIn({"games": 1}, self.admin("drain"))
        eve = Player("Eve").connect(server.port)
        eve.say("create", name="Eve")
        self.assertEqual(eve.until("refused")["reason"], "draining")
        self.assertEqual((server.get("/readyz")[0], server.get("/healthz")[0]), (503, 200))
        self.assertIn(b"ninelives_draining 1\n", server.get("/metrics")[2])
        play_on([ann, bob], until=lambda: ann.last > 8)
        self.admin("drain", "--off")
        self.assertEqual(server.get("/readyz")[0], 200)
        eve.say("create", name="Eve")
        eve.until("room")
        server.stop()

    def test_NET_1_reload_is_what_sighup_is(self):
        config = self.folder / "server.toml"
        config.write_text("[limits]\nmessage_bytes = 4096\n")
        server = self.serve("--config", str(config))
        config.write_text("[limits]\nmessage_bytes = 2048\n")
        self.admin("reload")
        def welcome():
            w = WebSocket(server.port)
            w.send({"t": "hello", "version": 1})
            size = w.receive_until("welcome")["message_bytes"]
            w.close()
            return size
        wait_until(lambda: welcome() == 2048, "the new limit holds")
        server.stop()


class Backup(Case):
    def test_NET_7_a_copy_made_under_load_is_whole_and_takes_the_place_of_a_lost_store(self):
        server = self.serve("--log", "off")
        tables = []
        for i in range(6):
            ann = Player(f"Ann{i}").create(server.port, seats=2, **FAST)
            bob = Player(f"Bob{i}").join(server.port, ann.room)
            ann.say("start")
            tables.append((ann, bob))
        eve = Player("Eve").create(server.port, seats=2, bots=1)
        eve.say("start")
        eve.until("view")
        eve.say("forfeit")
        eve.until("over")
        eve.say("rematch")
        eve.say("leave")
        wait_until(lambda: [*self.data.glob("games/*.jsonl")], "the game is kept")
        game, = self.data.glob("games/*.jsonl")
        kept = game.read_text()
        stop = threading.Event()

        def play(ann, bob):
            play_on([ann, bob], until=stop.is_set)

        threads = [threading.Thread(target=play, args=table) for table in tables]
        for thread in threads:
            thread.start()
        copies = [self.folder / f"copy-{i}" for i in range(5)]
        for copy in copies:
            self.admin("backup", copy)
        self.assertIn("exists", self.admin("backup", copies[0], status=1))
        stop.set()
        for thread in threads:
            thread.join()
        server.kill()
        # Each copy is a store of its own: a server starts on it, and the seats are taken back.
        for i, copy in enumerate(copies):
            self.assertFalse((copy / "ninelives.key").exists())
            self.assertEqual((copy / "games" / game.name).read_text(), kept)
            shutil.copy(self.data / "ninelives.key", copy)
            with Server(PROGRAM, copy, "--log", "off") as again:
                self.assertIsNotNone(again.port, i)
                self.assertEqual(len(self.admin("rooms", data=copy)), 6)
                again.stop()
        (self.data / "ninelives.db").unlink()
        (self.data / "ninelives.db-wal").unlink(missing_ok=True)
        game.unlink()
        aside, = self.admin("restore", copies[-1])
        self.assertEqual(game.read_text(), kept)
        self.assertTrue((pathlib.Path(aside["set_aside"]) / "ninelives.count").exists())
        server = self.serve("--log", "off")
        self.assertEqual(len(self.admin("rooms")), 6)
        self.assertIn("in use", self.admin("restore", copies[0], status=1).replace("is using it", "in use"))
        server.stop()


class Seen(Case):
    """Dashboard, alerts and docs name what there is, and there is nothing that they don't."""

    def names(self, server):
        return set(re.findall(r"^# TYPE (\w+)", server.get("/metrics")[2].decode(), re.M))

    def test_NET_1_every_setting_is_documented_and_the_documented_file_is_one(self):
        block = re.search(r"```toml\n(.*?)```", (ROOT / "docs/host/settings.md").read_text(), re.S)[1]
        source = (ROOT / "src/app/serve_options.cpp").read_text()
        section, documented = "", set()
        for line in block.splitlines():
            if found := re.match(r"\[(\w+)\]", line):
                section = found[1] + "."
            elif found := re.match(r"#?(\w+) = .*  *# \S", line):
                documented.add(section + found[1])
        known = set(re.findall(r'^      \{"([\w.]+)", ', source, re.M)) - {"behind_proxy"}
        for name in re.findall(r'AllowanceRow\{"(\w+)"', source):
            known |= {f"limits.{name}_burst", f"limits.{name}_every_ms"}
        known |= {f"pace.{name}_ms" for name in re.findall(r'TimeRow\{"(\w+)"', source)}
        features = (ROOT / "src/server/features.h").read_text()
        known |= {f"features.{name}" for name in re.findall(r'FeatureRow\{"(\w+)"', features)}
        self.assertGreater(len(known), 50)
        self.assertEqual(known, documented)
        self.serve(config=block).stop()

    def test_NET_1_every_metric_of_the_dashboard_and_the_alerts_is_there_and_documented(self):
        server = self.serve()
        there = self.names(server)
        # Of a cluster, of TLS, of a service's limits, or after a backup.
        there |= set(re.findall(r'page\.add\("(\w+)"', (ROOT / "src/net/metrics.cpp").read_text()))
        plain = lambda text: {re.sub(r"_(bucket|sum|count)$", "", name) if name not in there else name
                              for name in re.findall(r"\b(?:ninelives|process)_[a-z_]+", text)}
        for file in ["tools/monitoring/dashboard.json", "tools/monitoring/alerts.yml"]:
            used = plain((ROOT / file).read_text())
            self.assertGreater(len(used), 3)
            self.assertEqual(used - there, set(), file)
        documented = plain((ROOT / "docs/reference/metrics.md").read_text())
        self.assertEqual({name for name in there if name not in documented}, set(), "not in docs/reference/metrics.md")
        server.stop()

    def test_NET_1_every_line_of_the_log_is_documented(self):
        text = (ROOT / "docs/reference/log-events.md").read_text()
        events = set()
        for file in [path for part in ("net", "site", "app") for path in (ROOT / "src" / part).iterdir()]:
            events |= set(re.findall(r'log_event\(\s*LogLevel::\w+,\s*"(\w+)"', file.read_text()))
        self.assertGreater(len(events), 8)
        for event in events | {"log_lines_dropped"}:
            self.assertIn(f"`{event}`", text, event)

    def test_NET_1_every_alert_has_a_severity_and_a_runbook(self):
        rules = yaml.safe_load((ROOT / "tools/monitoring/alerts.yml").read_text())["groups"][0]["rules"]
        self.assertGreater(len(rules), 10)
        for rule in rules:
            self.assertIn(rule["labels"]["severity"], ("page", "ticket"), rule["alert"])
            file, _, part = rule["annotations"]["runbook_url"].partition("#")
            headings = re.findall(r"^## (.*)$", (ROOT / file).read_text(), re.M)
            self.assertIn(part, [heading.lower().replace(" ", "-") for heading in headings])

    def test_NET_1_the_dashboard_has_an_instance_variable_and_a_cluster_row(self):
        board = json.loads((ROOT / "tools/monitoring/dashboard.json").read_text())
        self.assertIn("instance", [variable["name"] for variable in board["templating"]["list"]])
        self.assertIn("Cluster", [panel["title"] for panel in board["panels"] if panel["type"] == "row"])
        ids = [panel["id"] for panel in board["panels"]]
        self.assertEqual(len(ids), len(set(ids)))
        for panel in board["panels"]:
            self.assertEqual(set(panel["gridPos"]), {"x", "y", "w", "h"})
            for target in panel.get("targets", []):
                self.assertIn("$instance", target["expr"])

    def test_NET_1_the_log_names_no_room_and_no_notice_and_json_has_numbers(self):
        server = self.serve("--log-form", "json", wait=False)
        wait_until(lambda: '"listening"' in self.log(), "it listens")
        line = json.loads(self.log().splitlines()[0])
        for line in map(json.loads, self.log().splitlines()):
            if line["event"] == "listening":
                self.assertIsInstance(line["port"], int)
                self.assertTrue(line["commit"])
                server.port = line["port"]
        ann = Player("Ann").create(server.port)
        self.admin("players", ann.room)
        self.admin("notice", "Back in five minutes")
        self.assertNotIn(ann.room, self.log())
        self.assertNotIn("five minutes", self.log())
        self.assertEqual(server.stop(), 0)

    def test_NET_1_latency_is_counted_in_a_histogram(self):
        server = self.serve()
        Player("Ann").create(server.port).close()
        text = server.get("/metrics")[2].decode()
        for name in ["ninelives_handling_seconds", "ninelives_commit_seconds"]:
            counts = [int(n) for n in re.findall(name + r'_bucket{le="[^"]+"} (\d+)', text)]
            self.assertEqual(counts, sorted(counts))
            self.assertGreater(counts[-1], 0)
            self.assertIn(f"{name}_count {counts[-1]}\n", text)
        server.stop()


if __name__ == "__main__":
    unittest.main(warnings="ignore")
