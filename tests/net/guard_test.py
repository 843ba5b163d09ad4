"""Tests of a real server's file permissions, connections and log. python3 guard_test.py PROGRAM

Each test is a row of docs/explain/threats.md, "Store" or "Line".
"""

import contextlib
import json
import os
import random
import resource
import shutil
import signal
import socket
import ssl
import stat
import subprocess
import time
import unittest

from case import FAST, HELLO, PROGRAM, Case, metric, metric_lines
from player import Player, play_on
from wire import TEXT, Closed, Server, WebSocket, connect, frame, http, wait_until

class Damage(Case):
    """Two games are killed in mid-play; then something happens to the files."""

    def setUp(self):
        super().setUp()
        server = self.serve("--log", "off")
        self.ann = Player("Ann").create(server.port, seats=2, **FAST)
        bob = Player("Bob").join(server.port, self.ann.room)
        self.ann.say("start")
        play_on([self.ann, bob], until=lambda: self.ann.last > 6)
        server.kill()
        self.kept = self.folder / "kept"
        shutil.copytree(self.data, self.kept, ignore=shutil.ignore_patterns("*.sock"))

    def put_back(self):
        shutil.rmtree(self.data)
        shutil.copytree(self.kept, self.data)

    def test_NET_7_single_flipped_bits_of_the_log_are_noticed_at_the_start(self):
        log, dice = self.data / "ninelives.db-wal", random.Random(5)
        whole = log.read_bytes()
        for _ in range(5):  # 25 in tests/store/loss_test.cpp; here that the program says so
            bit = dice.randrange(8 * len(whole))
            damaged = bytearray(whole)
            damaged[bit // 8] ^= 1 << bit % 8
            log.write_bytes(damaged)
            self.assertIn("--accept-loss", self.refused_start(), f"bit {bit}")
            log.write_bytes(whole)
        server = self.serve()
        self.assertEqual(self.ann.resume(server.port).seat, 0)
        server.stop()

    def test_NET_7_a_log_or_a_database_that_is_gone_is_noticed_at_the_start(self):
        for name, deed in [("ninelives.db-wal", os.unlink), ("ninelives.db-wal", lambda f: os.truncate(f, 0)),
                           ("ninelives.db", os.unlink), ("ninelives.db", lambda f: os.truncate(f, 0)),
                           ("ninelives.count", os.unlink)]:
            deed(self.data / name)
            self.assertIn("--accept-loss", self.refused_start(), name)
            self.put_back()

    def test_NET_7_an_accepted_loss_is_named_and_every_game_is_voided_openly(self):
        (self.data / "ninelives.db-wal").unlink()
        said = self.refused_start()
        self.assertIn("moves are missing", said)
        # All that is left is what was taken over before: nothing of this room. A cut log leaves a part of it.
        self.put_back()
        log = self.data / "ninelives.db-wal"
        os.truncate(log, log.stat().st_size - 1)
        server = self.serve("--accept-loss")
        status, _, body = server.get("/voided/" + self.ann.room)
        self.assertEqual(status, 200)
        note = json.loads(body)
        self.assertIn("acknowledged moves were lost", note["voided"])
        self.assertEqual(len(note["games"][0]["seed"]), 64)
        self.assertIn("loss_accepted", self.log())
        self.assertIn("commit", (self.data / "losses.txt").read_text())
        self.assertEqual(server.stop(), 0)
        server = self.serve()  # once is enough
        self.assertEqual(server.stop(), 0)

    def open_to_others(self):
        return [str(path) for path in [self.data, *self.data.rglob("*")] if path.stat().st_mode & 0o077]

    def test_NET_6_folder_and_files_are_for_their_owner_alone(self):
        log = self.data / "ninelives.db-wal"
        os.truncate(log, log.stat().st_size - 1)
        before = os.umask(0)
        self.addCleanup(os.umask, before)
        server = self.serve("--accept-loss")
        ann = Player("Ann").create(server.port, seats=2, bots=1)
        ann.say("start")
        ann.until("view")
        ann.say("forfeit")
        ann.until("over")
        wait_until(lambda: [*self.data.glob("games/*.jsonl")], "the game is kept")
        for made in ("losses.txt", "voided/*.json", "games/*.jsonl"):
            self.assertTrue([*self.data.glob(made)], made)
        self.assertEqual(self.open_to_others(), [])
        server.stop()
        self.assertNotIn("data_folder_open", self.log())

    def test_NET_6_a_folder_that_is_open_to_others_is_closed_or_warned_of(self):
        (self.data / "games").mkdir(exist_ok=True)
        for path in (self.data, self.data / "games"):
            path.chmod(0o755)
        self.serve().stop()
        self.assertEqual(self.open_to_others(), [])
        self.data.chmod(0o755)
        (self.data / "letter.txt").write_text("Dear Ann")
        self.serve().stop()
        self.assertEqual(self.data.stat().st_mode & 0o077, 0o055, "it is somebody else's, too")
        self.assertIn("warning data_folder_open", self.log())


class Proxies(Case):
    config = 'per_address = 3\ntrusted_proxies = ["127.0.0.1"]\n'

    def open(self, *forwarded):
        w = WebSocket(self.server.port, headers=[f"X-Forwarded-For: {f}" for f in forwarded])
        w.send(HELLO)
        w.receive_until("welcome")
        return w

    def places(self, *forwarded):
        """Number of such connections for which there is room."""
        held = []
        try:
            while len(held) < 10:
                held.append(self.open(*forwarded))
        except Closed as refused:
            self.assertEqual(refused.code, 429)
            self.assertIn("Retry-After", refused.reason)
        for w in held:
            w.close()
        wait_until(lambda: metric(self.server, "ninelives_connections") == 0,
                   "all places are given back")
        return len(held)

    def test_NET_1_a_websocket_takes_one_place_and_of_the_address_that_the_proxy_wrote(self):
        self.server = self.serve()
        self.assertEqual(self.places("192.0.2.7"), 3)
        self.assertEqual(self.places("192.0.2.7:4711"), 3)
        self.assertEqual(self.places("[2001:db8::7]:4711"), 3)
        self.assertEqual(self.places("unknown"), 3)
        self.assertEqual(self.places(), 3)
        # The client's own claim stands before, in a line of its own or in the same.
        held = [self.open(f"203.0.113.{i}", "192.0.2.7") for i in range(2)] + [self.open("203.0.113.9, 192.0.2.7")]
        with self.assertRaises(Closed):
            self.open("203.0.113.77", "192.0.2.7")
        self.open("192.0.2.8").close()
        for w in held:
            w.close()
        self.server.stop()

    def test_NET_1_all_places_are_counted_once_behind_a_proxy(self):
        self.server = self.serve(config=self.config.replace("3", "100", 1) + "connections = 6\n")
        held = [self.open(f"192.0.2.{i}") for i in range(6)]
        with self.assertRaises(Closed) as refused:
            self.open("192.0.2.9")
        self.assertEqual(refused.exception.code, 503)
        self.assertIn("Retry-After", refused.exception.reason)
        for w in held:
            w.close()

    def test_NET_1_who_is_no_trusted_proxy_speaks_for_itself(self):
        self.server = self.serve(config='per_address = 3\ntrusted_proxies = ["192.0.2.0/24"]\n')
        held = [self.open(f"203.0.113.{i}") for i in range(3)]
        with self.assertRaises(Closed):
            self.open("203.0.113.9")
        for w in held:
            w.close()
        bad = self.folder / "bad.toml"
        bad.write_text('trusted_proxies = ["everybody"]\n')
        self.assertIn("trusted_proxies: each is an address", self.refused_start_on(self.folder / "other", "--config", str(bad)))

    def refused_start_on(self, data, *options):
        ran = subprocess.run([PROGRAM, "serve", "--port", "0", "--data", data, *options], capture_output=True, text=True)
        self.assertNotEqual(ran.returncode, 0)
        return ran.stderr


class Line(Case):
    def test_NET_1_one_too_deeply_nested_message_does_no_harm(self):
        server = self.serve(config="bytes_a_second = 100000000\n[limits]\nmessage_bytes = 1048576\n")
        w = WebSocket(server.port)
        w.send(HELLO)
        w.receive_until("welcome")
        for settings in (b"[" * 500_000 + b"]" * 500_000, b'{"a":' * 150_000 + b"1" + b"}" * 150_000):
            w.send_bytes(frame(TEXT, b'{"t":"create","name":"x","settings":' + settings + b"}"))
            self.assertEqual(w.receive_until("refused")["reason"], "bad_message")
        w.close()
        self.assertEqual(server.stop(), 0)

    def test_NET_1_who_never_greets_is_cut_whatever_else_it_says(self):
        server = self.serve(config="handshake_ms = 1000\n")
        w = WebSocket(server.port)
        with self.assertRaises(Closed) as closed:
            while True:
                w.send({"t": "ping", "id": 1})
                w.receive()
                time.sleep(0.1)
        self.assertEqual((closed.exception.code, closed.exception.reason), (1008, "silent"))
        polite = WebSocket(server.port)
        polite.send(HELLO)
        polite.receive_until("welcome")
        time.sleep(1.5)
        polite.send({"t": "ping", "id": 1})
        polite.receive_until("pong")
        self.assertIn('ninelives_cut_total{reason="silent"} 1', metric_lines(server, "ninelives_cut_total"))
        polite.close()

    def test_NET_1_metrics_may_have_a_port_of_their_own(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
        server = self.serve(config=f"metrics_port = {port}\n")
        self.assertEqual(server.get("/metrics")[0], 404, "players' port, though it is this machine that asks")
        status, _, body = http(port, "/metrics")
        self.assertEqual(status, 200)
        self.assertIn(b"ninelives_connections", body)
        self.assertEqual(http(port, "/healthz")[0], 200)
        self.assertEqual([http(port, target)[0] for target in ("/", "/ws", "/voided/0000000000")], [404] * 3)
        with self.assertRaises(Closed):
            WebSocket(port)
        self.assertEqual(server.stop(), 0)

    def test_NET_1_metrics_are_not_on_the_port_that_a_proxy_passes_on(self):
        server = self.serve(config="open_metrics = false\n")
        self.assertEqual(server.get("/metrics")[0], 403, "a proxy on this machine may add no header")
        for header in ["X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1", "Via: 1.1 proxy", "X-Real-IP: ::1"]:
            self.assertEqual(server.get("/metrics", headers=[header])[0], 403, header)

    def test_NET_1_requests_that_two_servers_may_read_differently_are_refused(self):
        server = self.serve()
        host = f"Host: 127.0.0.1:{server.port}"
        status = lambda *lines: raw_status(server.port, "\r\n".join(("GET / HTTP/1.1", *lines)) + "\r\n\r\n")
        self.assertEqual(status(host), 200)
        self.assertEqual(status(host, "Transfer-Encoding: gzip"), 400)
        self.assertEqual(status(host, "Transfer-Encoding: chunked, identity"), 400)
        self.assertEqual(status(host, host), 400)
        self.assertEqual(status(), 400)

    def test_NET_1_behind_a_tls_proxy_pages_are_marked_as_secure(self):
        server = self.serve(config='trusted_proxies = ["127.0.0.1"]\n')
        _, headers, _ = server.get("/", headers=["X-Forwarded-Proto: https"])
        self.assertIn("max-age", headers.get("strict-transport-security", ""))
        self.assertEqual(headers.get("cross-origin-opener-policy"), "same-origin")
        self.assertNotIn("strict-transport-security", server.get("/")[1])

    def test_NET_1_unknown_paths_are_not_found(self):
        web = self.folder / "web"
        web.mkdir()
        (web / "index.html").write_text("<!doctype html>")
        server = self.serve("--web", str(web))
        self.assertEqual([server.get(path)[0] for path in ("/", "/index.html", "/?x")], [200] * 3)
        self.assertEqual([server.get(path)[0] for path in ("/nosuch", "/ladder", "/ladder.json", "/a/b")], [404] * 4)
        self.assertEqual(server.get("/healthz?x")[0], 200)
        self.assertEqual(server.get("/healthz?x")[2], b"ok\n")

    def test_NET_1_too_few_files_for_the_connections_is_a_warning_with_both_numbers(self):
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        before = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (500, 500))
        server = self.serve(config="connections = 4000\n", preexec=before)
        self.assertRegex(self.log(), r"few_open_files limit=500 connections=4000")
        self.assertEqual(resource.getrlimit(resource.RLIMIT_NOFILE), limit)
        self.assertEqual(server.stop(), 0)

    def test_NET_1_with_an_origin_other_hosts_are_refused(self):
        server = self.serve("--origin", "https://cats.example")
        ask = lambda host: raw_get(server.port, "/", host)
        self.assertEqual(ask("cats.example"), 200)
        for host in ["evil.example", f"127.0.0.1:{server.port}", "cats.example.evil", ""]:
            self.assertEqual(ask(host), 421, host)
        self.assertEqual(server.get("/healthz")[0], 200)  # whoever watches it asks by its address
        self.assertEqual(server.get("/metrics")[0], 200)
        with self.assertRaises(Closed) as refused:
            WebSocket(server.port)
        self.assertEqual(refused.exception.code, 421)

    def test_NET_1_a_full_server_says_so_and_when_to_come_back(self):
        server = self.serve(config="connections = 3\nper_address = 2\n")
        held = [WebSocket(server.port) for _ in range(2)]
        status, headers, _ = server.get("/")
        self.assertEqual((status, headers["retry-after"]), (429, "30"))
        for w in held:
            w.close()


def raw_status(port, text):
    with connect(port) as s:
        s.sendall(text.encode())
        return int(s.recv(4096).split()[1])


def raw_get(port, target, host):
    with connect(port) as s:
        s.sendall(f"GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        return int(s.recv(4096).split()[1])


class Tls(Case):
    def certificate(self, name):
        cert, key = self.folder / "cert.pem", self.folder / "key.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=" + name,
                        "-keyout", key, "-out", cert], check=True, stderr=subprocess.DEVNULL)
        key.chmod(0o600)
        return ["--tls-cert", str(cert), "--tls-key", str(key)]

    def name_of(self, server):
        tls = ssl.create_default_context(cafile=str(self.folder / "cert.pem"))
        tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
        with connect(server.port, tls) as s:
            der = s.getpeercert(binary_form=True)
        text = subprocess.run(["openssl", "x509", "-inform", "der", "-noout", "-subject"], input=der, check=True,
                              capture_output=True).stdout.decode()
        return text.strip().rsplit("=", 1)[1].strip()

    def test_NET_1_sighup_takes_up_the_new_certificate_and_a_bad_one_changes_nothing(self):
        server = self.serve(*self.certificate("first"))
        tls = ssl.create_default_context()
        tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
        ann = Player("Ann").connect(server.port, tls=tls)
        ann.say("create", name="Ann")
        ann.until("room")
        self.assertEqual(self.name_of(server), "first")
        (self.folder / "key.pem").write_text("nonsense")
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: "reload_failed" in self.log(), "the log says why")
        self.assertEqual(self.name_of(server), "first")
        self.certificate("second")
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: self.name_of(server) == "second", "the new certificate is used")
        ann.say("sync")  # who is there stays
        ann.until("room")
        status, headers, _ = server.get("/healthz", tls=tls)
        self.assertEqual(headers["strict-transport-security"], "max-age=31536000")
        self.assertEqual(server.stop(), 0)

    def test_NET_1_key_exchanges_of_old_are_off(self):
        server = self.serve(*self.certificate("x"))
        for cipher in ["AES128-GCM-SHA256", "AES256-SHA", "DHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-SHA"]:
            tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
            tls.maximum_version = ssl.TLSVersion.TLSv1_2
            tls.set_ciphers(cipher)
            with self.assertRaises((ssl.SSLError, ConnectionError), msg=cipher):
                connect(server.port, tls).close()
        tls.set_ciphers("ECDHE-RSA-AES128-GCM-SHA256")
        connect(server.port, tls).close()

    def test_NET_6_a_tls_key_that_others_can_read_is_refused(self):
        options = self.certificate("x")
        (self.folder / "key.pem").chmod(0o644)
        self.assertIn("others can read the key", self.refused_start(*options))


class Signals(Case):
    def test_NET_1_signals_that_are_not_for_it_do_not_end_it(self):
        server = self.serve()
        for name in ["SIGUSR1", "SIGUSR2", "SIGPIPE", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGIO", "SIGXCPU"]:
            server.process.send_signal(getattr(signal, name))
        server.process.send_signal(signal.SIGRTMIN + 3)
        self.assertEqual(server.get("/healthz")[0], 200)
        self.assertEqual(server.stop(), 0)

    def test_NET_1_the_service_manager_hears_of_start_life_reload_and_stop(self):
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(manager.close)
        manager.bind(str(self.folder / "notify"))
        manager.settimeout(60)

        def hear(state):
            while state not in manager.recv(4096).decode().split("\n"):
                pass

        environment = {"NOTIFY_SOCKET": str(self.folder / "notify"), "WATCHDOG_USEC": "400000"}
        server = self.serve(env=environment)
        hear("READY=1")
        for _ in range(3):
            hear("WATCHDOG=1")
        server.process.send_signal(signal.SIGHUP)
        hear("RELOADING=1")
        hear("READY=1")
        server.process.send_signal(signal.SIGTERM)
        hear("STOPPING=1")
        self.assertEqual(server.stop(), 0)

    def test_NET_1_no_watchdog_of_another_process_is_fed(self):
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(manager.close)
        manager.bind(str(self.folder / "notify"))
        manager.setblocking(False)
        environment = {"NOTIFY_SOCKET": str(self.folder / "notify"), "WATCHDOG_USEC": "400000", "WATCHDOG_PID": "1"}
        server = self.serve(env=environment)
        time.sleep(1)
        self.assertEqual(server.stop(), 0)
        states = []
        with contextlib.suppress(BlockingIOError):
            while True:
                states.append(manager.recv(4096).decode())
        self.assertEqual(states, ["READY=1", "STOPPING=1"])

    def test_NET_1_sighup_reads_the_settings_again(self):
        server = self.serve("--log", "info", config="per_address = 2\n")
        held = [WebSocket(server.port) for _ in range(2)]
        for w in held:
            w.send(HELLO)
            w.receive_until("welcome")
        self.assertEqual(server.get("/")[0], 429)
        (self.folder / "server.toml").write_text("per_address = 50\n[limits]\nmessage_bytes = 2048\n")
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: server.get("/")[0] == 200, "the new limit holds")
        w = WebSocket(server.port)
        w.send(HELLO)
        self.assertEqual(w.receive_until("welcome")["message_bytes"], 2048)
        (self.folder / "server.toml").write_text("per_address = 'many'\n")
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: "reload_failed" in self.log(), "the log says why")
        self.assertEqual(server.get("/")[0], 200)
        for w in [w, *held]:
            w.close()
        self.assertEqual(server.stop(), 0)


class Log(Case):
    def start_with_pipe(self, *options):
        """A server whose log goes into a pipe: the server and the end to read."""
        read, write = os.pipe()
        server = Server.__new__(Server)
        command = [PROGRAM, "serve", "--bind", "127.0.0.1", "--port", "0", "--data", str(self.data), "--log", "debug", "--open-metrics",
                   *options]
        server.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=write, text=True)
        server.log, server.port = open(os.devnull), None
        os.close(write)
        server.wait_for_address()
        self.addCleanup(server.__exit__)
        return server, read

    def knock(self, server, times):
        for _ in range(times):
            w = WebSocket(server.port)
            w.close()

    def test_NET_1_a_log_that_nobody_reads_delays_nobody_and_says_what_was_dropped(self):
        server, read = self.start_with_pipe()
        padding = f"X-Forwarded-For: {'9' * 10}"
        for _ in range(6000):  # far more lines than a pipe and the queue hold
            with connect(server.port) as s:
                s.sendall(f"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{padding}\r\n"
                          "Origin: http://evil.example\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                          "Sec-WebSocket-Version: 13\r\n\r\n".encode())
                s.recv(100)
        self.assertEqual(server.get("/healthz")[0], 200)
        self.assertGreater(metric(server, "ninelives_log_lines_dropped_total"), 0)
        os.set_blocking(read, False)
        text = ""
        def drain():
            nonlocal text
            try:
                while part := os.read(read, 65536):
                    text += part.decode()
            except BlockingIOError:
                pass
            self.knock(server, 1)
            return "log_lines_dropped" in text
        wait_until(drain, "the log says how much is missing")
        self.assertEqual(server.stop(), 0)
        os.close(read)

    def test_NET_1_a_log_whose_reader_went_away_ends_nothing(self):
        server, read = self.start_with_pipe()
        os.close(read)
        self.knock(server, 20)
        self.assertEqual(server.get("/healthz")[0], 200)
        self.assertEqual(server.stop(), 0)

    def test_NET_1_lines_as_json_with_addresses_as_wanted(self):
        for addresses, shape in [("plain", r"127\.0\.0\.1"), ("hash", "[0-9a-f]{12}"), ("off", "")]:
            data = self.data
            self.data = self.folder / addresses
            server = self.serve("--log", "debug", "--log-form", "json", "--log-addresses", addresses, wait=False)
            wait_until(lambda: '"listening"' in self.log(), "it listens")
            server.port = next(line["port"] for line in map(json.loads, self.log().splitlines()) if line["event"] == "listening")
            self.knock(server, 2)
            wait_until(lambda: self.log().count("connection_opened") >= 2, "both are in the log")
            server.stop()
            lines = [json.loads(line) for line in self.log().splitlines()]
            opened = [line["address"] for line in lines if line["event"] == "connection_opened"]
            self.assertEqual(len(opened), 2)
            self.assertEqual(opened[0], opened[1], "the same address is the same throughout a run")
            self.assertRegex(opened[0], f"^{shape}$")
            self.assertEqual({line["level"] for line in lines} - {"debug", "info", "warning", "error"}, set())
            self.data = data

    def test_NET_6_root_is_warned_of(self):
        server = self.serve()
        server.stop()
        self.assertEqual("warning running_as_root" in self.log(), os.geteuid() == 0)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
