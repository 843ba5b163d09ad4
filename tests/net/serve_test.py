"""Tests of `ninelives serve` for operators and players: python3 serve_test.py PROGRAM"""

import os
import pathlib
import resource
import signal
import socket
import ssl
import stat
import subprocess
import threading
import unittest

from case import FAST, PROGRAM, Case, verify
from player import Player, play_on
from wire import Closed, Server, WebSocket


class Games(Case):
    def test_NET_1_FAIR_1_a_whole_game_with_a_watcher_and_a_bot_and_its_record_verifies(self):
        server = self.serve()
        ann = Player("Ann", fair=True).create(server.port, seats=3, bots=1, **FAST)
        bob = Player("Bob", fair=True).join(server.port, ann.room)
        eve = Player("Eve").connect(server.port)
        eve.say("watch", room=ann.room)
        ann.say("start")
        eve.until("view")
        self.assertNotIn("hand", eve.view)
        play_on([ann, bob])
        verify(ann.fetch_record(), self.folder)
        self.assertEqual(bob.fetch_record(), ann.record)
        eve.until("over")
        self.assertEqual(server.stop(), 0)

    def test_NET_6_systemd_hands_over_a_socket_that_listens_already(self):
        with socket.create_server(("127.0.0.1", 0)) as held:
            server = self.serve_on(held, "1")
            self.assertEqual(server.port, held.getsockname()[1])
            ann = Player("Ann", fair=True).create(server.port, seats=2, bots=1, **FAST)
            ann.say("start")
            ann.until("view")
            self.assertEqual(server.stop(), 0)
            # Nobody listens, and nobody is turned away: whoever comes now is served by the next one.
            waiting = threading.Thread(target=ann.resume, args=(held.getsockname()[1],))
            waiting.start()
            again = self.serve_on(held, "1")
            waiting.join()
            play_on([ann])
            self.assertEqual(again.stop(), 0)

    def test_NET_6_sockets_that_a_server_cant_use_are_refused(self):
        for held, number in ((socket.create_server(("127.0.0.1", 0)), "2"), (socket.socket(), "1"), (socket.socket(socket.AF_UNIX), "1")):
            with held:
                server = self.serve_on(held, number, wait=False)
                self.assertEqual(server.end(), 1)

    def serve_on(self, held, number, **more):
        """As systemd starts it: the socket is file 3, and the process is told that it is meant."""
        starter = self.folder / "starter.sh"
        starter.write_text(f'#!/bin/sh\nexec 3<&{held.fileno()}\nLISTEN_PID=$$ LISTEN_FDS={number} exec "{PROGRAM}" "$@"\n')
        starter.chmod(0o755)
        server = Server(str(starter), self.data, pass_fds=(held.fileno(),), **more)
        self.addCleanup(server.__exit__)
        return server

    def test_NET_7_a_stopped_server_goes_on_with_its_games(self):
        server = self.serve()
        ann = Player("Ann").create(server.port, seats=2, **FAST)
        bob = Player("Bob").join(server.port, ann.room)
        ann.say("start")
        play_on([ann, bob], until=lambda: ann.last > 8)
        self.assertEqual(server.stop(), 0)
        for player in (ann, bob):
            with self.assertRaises(Closed) as closed:
                while True:
                    player.step()
            self.assertEqual((closed.exception.code, closed.exception.reason), (1001, "stopping"))
        server = self.serve()
        ann.resume(server.port)
        bob.resume(server.port)
        play_on([ann, bob])
        verify(ann.fetch_record(), self.folder)
        server.stop()

    def test_NET_7_NOPE_8_killed_in_mid_window_only_the_windows_time_starts_again(self):
        rules = {"copies.nope": 22, "copies.skip": 22, "hand": 8, "first": "zero"}
        server = self.serve()
        ann = Player("Ann").create(server.port, seats=3, window_ms=60_000, rules=rules)
        bob = Player("Bob").join(server.port, ann.room)
        cy = Player("Cy").join(server.port, ann.room)
        ann.say("start")
        while not ann.question:
            ann.step()
        if "play skip" not in ann.question["legal"]:
            self.skipTest("no Skip was dealt: with 22 of them, one time in thousands")
        ann.answer("play skip")
        for player in (bob, cy):
            while not player.question:
                player.step()
        before = cy.window
        bob.answer("pass")
        bob.say("sync")  # a room answers in order: then the pass is stored
        bob.until("view")
        server.kill()
        for player in (ann, bob, cy):
            player.close()
        server = self.serve()
        for player in (ann, bob, cy):
            player.resume(server.port)
            player.drain()
        self.assertIsNone(bob.question, "what was answered stays answered")
        self.assertIsNotNone(cy.question)
        self.assertGreater(cy.window["deadline"], before["deadline"])
        cy.answer("pass")
        while ann.view["turn"] == 0:
            ann.step()
        self.assertEqual([event["kind"] for event in ann.events].count("noped"), 0)
        server.stop()

    def test_NET_7_a_full_disk_stops_the_server_and_nobody_is_told_what_was_not_stored(self):
        self.serve().stop()

        def full_soon():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

        server = self.serve(preexec=full_soon)
        ann = Player("Ann").create(server.port, seats=2, **FAST)
        bob = Player("Bob").join(server.port, ann.room)
        ann.say("start")
        with self.assertRaises(Closed):
            while True:
                play_on([ann, bob])
                ann.over = bob.over = None
                ann.say("rematch")
                ann.say("start")
                for player in (ann, bob):
                    player.until("view")
        self.assertEqual(server.process.wait(120), 1)
        self.assertIn("failed reason=", self.log())
        server = self.serve()
        for player in (ann, bob):
            player.over = None
            player.resume(server.port)
        if ann.lobby["phase"] != "lobby":
            play_on([ann, bob])
        server.stop()

    def test_NET_6_nothing_of_the_game_lies_open_on_the_disk_or_in_the_log(self):
        server = self.serve("--log", "debug")
        ann = Player("Ann").create(server.port, seats=2, **FAST)
        bob = Player("Bob").join(server.port, ann.room)
        ann.say("start")
        play_on([ann, bob], until=lambda: ann.last > 10)
        ann.drain()
        secrets = [ann.token, ann.room, "exploding", "defuse", "Ann", "Bob"]
        server.stop()
        for file in [*self.data.iterdir(), pathlib.Path(str(self.data) + ".log")]:
            content = file.read_bytes()
            for secret in secrets:
                self.assertNotIn(secret.encode(), content, f"{secret} in {file}")
        self.assertEqual(stat.S_IMODE((self.data / "ninelives.key").stat().st_mode), 0o600)


class Operation(Case):
    def test_health_metrics_and_a_plain_page(self):
        no_page = self.folder / "empty"  # whether or not this checkout has built one
        no_page.mkdir()
        server = self.serve("--web", str(no_page))
        self.assertEqual(server.get("/healthz")[0::2], (200, b"ok\n"))
        ann = Player("Ann").create(server.port)
        status, headers, body = server.get("/metrics")
        self.assertEqual(status, 200)
        self.assertIn("version=0.0.4", headers["content-type"])
        values = dict(line.rsplit(" ", 1) for line in body.decode().splitlines() if line[0] != "#")
        self.assertEqual((values["ninelives_connections"], values["ninelives_rooms"]), ("1", "1"))
        self.assertGreater(float(values["ninelives_store_entries_total"]), 1)
        status, headers, body = server.get("/")
        self.assertEqual(status, 200)
        self.assertIn(f"ninelives join 127.0.0.1:{server.port}".encode(), body)
        self.assertEqual(server.get("/", headers=["Accept-Language: ko-KR"])[2].decode().count("참가"), 1)
        self.assertEqual(server.get("/nothing.here")[0], 404)
        self.assertEqual(server.get("/", method="POST", headers=["Content-Length: 0"])[0], 405)
        self.assertEqual(server.get("/ws")[0], 426)
        ann.close()

    def test_WEB_11_a_locker_is_kept_through_kill_9_and_nothing_else_takes_a_body(self):
        server = self.serve()
        place, mine = "/me/" + "ab" * 16, ["Authorization: Bearer mine"]
        first = [*mine, "If-None-Match: *"]
        content = os.urandom(200_000)
        status, headers, _ = server.get(place, method="PUT", headers=first, body=content)
        self.assertEqual(status, 200)
        self.assertEqual(server.get(place, method="PUT", headers=first, body=b"other")[0], 412)
        self.assertEqual(server.get(place, headers=["Authorization: Bearer yours"])[0], 404)
        self.assertEqual(server.get(place)[0], 401)
        self.assertEqual(server.get("/", method="PUT", headers=mine, body=b"x")[0], 400)
        self.assertEqual(server.get("/g/" + "0" * 16, method="DELETE", headers=mine, body=b"x")[0], 400)
        self.assertEqual(server.get(place, method="PUT", headers=[*first, "Content-Length: 262145"])[0], 413)
        server.kill()
        server = self.serve()
        status, again, body = server.get(place, headers=mine)
        self.assertEqual((status, again["etag"], body), (200, headers["etag"], content))
        log = pathlib.Path(str(self.data) + ".log").read_bytes()
        self.assertNotIn(b"mine", log)
        self.assertNotIn(b"abab", log)
        self.assertEqual(server.get(place, method="PUT", headers=[*mine, "If-Match: " + again["etag"]], body=b"less")[0], 200)
        self.assertEqual(server.get(place, method="DELETE", headers=mine)[0], 200)
        self.assertEqual(server.get(place, headers=mine)[0], 404)

    def test_files_for_browsers_are_served_and_no_others(self):
        web = self.folder / "web"
        (web / "assets").mkdir(parents=True)
        (web / "index.html").write_text("<!doctype html>")
        (web / "assets/a.js").write_text("1;" * 500)
        (web / "assets/a.js.gz").write_bytes(b"packed")
        (web / "engine.wasm").write_bytes(b"\0asm")
        (web / ".hidden").write_text("no")
        (self.folder / "secret.txt").write_text("no")
        os.symlink(self.folder / "secret.txt", web / "link.txt")
        server = self.serve("--web", str(web))
        status, headers, body = server.get("/")
        self.assertEqual((status, body), (200, b"<!doctype html>"))
        policy = headers["content-security-policy"]
        self.assertIn("script-src 'self' 'wasm-unsafe-eval';", policy)
        self.assertNotIn("unsafe-inline", policy)
        self.assertIn(f"connect-src 'self' ws://127.0.0.1:{server.port} wss://127.0.0.1:{server.port};", policy)
        self.assertEqual(headers["x-content-type-options"], "nosniff")
        self.assertEqual(headers["cache-control"], "no-cache")
        self.assertEqual(server.get("/", headers=["If-None-Match: " + headers["etag"]])[0], 304)
        self.assertEqual(server.get("/?x=1")[2], b"<!doctype html>")
        self.assertEqual(server.get("/r/4f0c2m8k1q")[0], 404)
        status, headers, body = server.get("/assets/a.js", headers=["Accept-Encoding: br, gzip"])
        self.assertEqual((headers["content-encoding"], body), ("gzip", b"packed"))
        self.assertIn("immutable", headers["cache-control"])
        self.assertEqual(headers["content-type"], "text/javascript; charset=utf-8")
        self.assertEqual(server.get("/assets/a.js")[2], b"1;" * 500)
        self.assertEqual(server.get("/engine.wasm")[1]["content-type"], "application/wasm")
        head = server.get("/assets/a.js", method="HEAD")
        self.assertEqual((head[1]["content-length"], head[2]), ("1000", b""))
        for path in ["/../secret.txt", "/%2e%2e/secret.txt", "//etc/passwd.txt", "/assets/../../secret.txt",
                     "/link.txt", "/.hidden", "/..%2fsecret.txt", "/assets\\..\\secret.txt", "/assets/a.js/.."]:
            self.assertEqual(server.get(path)[0], 404, path)

    def test_tls(self):
        cert, key = self.folder / "cert.pem", self.folder / "key.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert],
                       check=True, stderr=subprocess.DEVNULL)
        server = self.serve("--tls-cert", str(cert), "--tls-key", str(key))
        tls = ssl.create_default_context(cafile=str(cert))
        self.assertEqual(server.get("/healthz", tls=tls)[0], 200)
        ann = Player("Ann").connect(server.port, tls=tls)
        ann.say("create", name="Ann")
        ann.until("room")
        self.joins_by_tls(server.port, {"SSL_CERT_FILE": str(cert)}, "There's no such room.")
        self.joins_by_tls(server.port, {}, "its certificate is not trusted")
        server.stop()

    def joins_by_tls(self, port, trust, expected):
        """The terminal's client says this of a room that is not there."""
        environment = {**os.environ, "XDG_STATE_HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder), **trust}
        command = [PROGRAM, "join", "--plain", "--name", "Bob", f"wss://localhost:{port}", "abcde"]
        with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as client:
            patience = threading.Timer(90, client.kill)  # ends a hung test
            patience.start()
            said = any(expected in line.decode() for line in client.stdout)
            patience.cancel()
            client.kill()
        self.assertTrue(said, expected)

    def test_settings_from_a_file_and_from_the_command_line(self):
        config = self.folder / "server.toml"
        config.write_text('port = 1\nlog = "off"\n[limits]\nmessage_bytes = 2048\n')
        server = self.serve("--config", str(config))
        self.assertNotEqual(server.port, 1)  # the command line says 0: any
        socket_ = WebSocket(server.port)
        socket_.send({"t": "hello", "version": 1})
        self.assertEqual(socket_.receive()["message_bytes"], 2048)
        server.stop()
        self.assertEqual(self.log(), "")
        for text, place in [("ports = 1", "ports"), ("port = 'x'", "port"), ("[limits]\nrooms = -1", "limits.rooms"),
                            ("port = = 1", "line 1")]:
            config.write_text(text)
            bad = subprocess.run([PROGRAM, "serve", "--config", config], capture_output=True, text=True)
            self.assertEqual(bad.returncode, 2)
            self.assertIn(place, bad.stderr)

    def test_SET_10_check_names_every_setting_that_can_not_work(self):
        config = self.folder / "bad.toml"
        config.write_text('log = "info"\norigins = ["cats.example"]\npage_url = "javascript:alert(1)"\n'
                          'node_url = "http://x"\ncall_networks = ["0.0.0.0/0"]\nstore = "mysql://u:hush@x"\n')
        run = lambda *options: subprocess.run([PROGRAM, "serve", "--data", self.data, *options], capture_output=True, text=True)
        bad = run("--check", "--config", config)
        self.assertEqual(bad.returncode, 2, bad.stdout)
        for line, setting in [(2, "origins"), (3, "page_url"), (4, "node_url"), (5, "call_networks"), (6, "store")]:
            self.assertIn(f"bad.toml:{line}: {setting}: ", bad.stderr)
        self.assertNotIn("hush", bad.stdout + bad.stderr)
        self.assertEqual(run("--config", config).returncode, 2, "nor does it start")
        self.assertEqual(run("--store", "").returncode, 2)
        secret = run("--check", "--store", "postgres://u:hush@db/x")
        self.assertEqual(secret.returncode, 2)
        self.assertNotIn("hush", secret.stderr)
        config.write_text('origins = ["https://cats.example"]\n')
        good = run("--check", "--config", config)
        self.assertEqual((good.returncode, good.stderr), (0, ""))
        self.assertFalse(self.data.exists(), "nothing is touched")

    def test_what_can_not_be_is_said_at_the_start(self):
        server = self.serve()
        run = lambda *options: subprocess.run(
            [PROGRAM, "serve", "--bind", "127.0.0.1", *options], capture_output=True, text=True)
        other = self.folder / "other"
        taken = run("--port", str(server.port), "--data", other)
        self.assertEqual(taken.returncode, 1)
        self.assertIn("in use", taken.stderr)
        second = run("--port", "0", "--data", self.data)
        self.assertEqual(second.returncode, 1)
        self.assertIn("Another server uses this folder: ", second.stderr)
        self.assertEqual(run("--port", "0", "--data", other, "--tls-cert", "x").returncode, 2)
        self.assertEqual(run("--port", "0", "--data", other, "--log", "loud").returncode, 2)
        self.assertEqual(run("--port", "0", "--data", other, "--web", self.folder / "none").returncode, 2)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
