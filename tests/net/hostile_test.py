"""Tests of hostile clients at a real server: python3 hostile_test.py PROGRAM

Each test is a row of threats.md about sockets. All of them end with the same question: is everybody else still served?
"""

import json
import os
import pathlib
import re
import socket
import struct
import unittest

from case import HELLO, Served
from player import Player, play_on
from wire import BINARY, CLOSE, PING, TEXT, Closed, WebSocket, connect, frame, wait_until

MEGABYTE = 1 << 20


class Hostile(Served):
    options = ("--log", "debug")

    def tearDown(self):
        self.assertIsNone(self.server.process.poll(), "the server is gone")
        ann = Player("Ann").create(self.port, seats=2, window_ms=500, rules={"hand": 1})
        bob = Player("Bob").join(self.port, ann.room)
        ann.say("start")
        play_on([ann, bob], until=lambda: ann.last > 4)
        self.assertEqual(self.server.stop(), 0)

    def assert_cut(self, socket_, code=None, reason=None):
        with self.assertRaises(Closed) as closed:
            while True:
                socket_.receive()
        if code is not None:
            self.assertEqual(closed.exception.code, code)
        if reason is not None:
            self.assertEqual(closed.exception.reason, reason)

    def assert_memory_flat(self, deed, most=24 * MEGABYTE):
        WebSocket(self.port).close()  # whatever the first one costs
        before = self.server.memory()
        deed()
        grown = self.server.memory() - before
        self.assertLess(grown, most, "memory grew by %d KiB" % (grown // 1024))


class Messages(Hostile):
    def test_a_message_that_is_too_large(self):
        w = WebSocket(self.port)
        w.send_bytes(frame(TEXT, b"x" * 8500))
        self.assert_cut(w, 1009, "too_large")
        w = WebSocket(self.port)
        w.send_bytes(frame(TEXT, b"x" * 100_000)[:4000])
        self.assert_cut(w, 1009)

    def test_a_frame_that_claims_to_be_huge(self):
        def announce():
            for size in (1 << 31, 1 << 40, (1 << 63) - 1):
                w = WebSocket(self.port)
                w.send_bytes(bytes([0x81, 0xFF]) + struct.pack("!Q", size) + b"\0\0\0\0" + b"x" * 100)
                self.assert_cut(w, 1009)
        self.assert_memory_flat(announce)

    def test_many_tiny_fragments(self):
        w = WebSocket(self.port)
        w.send_bytes(frame(TEXT, b"{", fin=False) + frame(0, b" ", fin=False) * 9999)
        self.assert_cut(w)
        w = WebSocket(self.port)  # empty ones never make a message too large
        w.send_bytes(frame(TEXT, json.dumps(HELLO).encode(), fin=False) + frame(0, b"", fin=False) * 5000 + frame(0))
        self.assertEqual(w.receive()["t"], "welcome")

    def test_frames_that_are_against_the_rules(self):
        bad = [
            bytes([0x81, 0x05]) + b"hello",  # not masked
            bytes([0xF1, 0x80, 0, 0, 0, 0]),  # reserved bits: compression that nobody agreed to
            bytes([0x83, 0x80, 0, 0, 0, 0]),  # a reserved kind
            frame(0, b"x"),  # goes on with nothing
            frame(TEXT, b"a", fin=False) + frame(TEXT, b"b"),  # two at once
            frame(PING, b"x" * 126),  # a ping too long
            frame(PING, b"", fin=False),  # a ping in pieces
            frame(TEXT, b"\xff\xfe\xfd"),  # no UTF-8
            frame(CLOSE, b"\x00"),
            frame(CLOSE, struct.pack("!H", 999)),
        ]
        for data in bad:
            w = WebSocket(self.port)
            w.send_bytes(data)
            self.assert_cut(w)

    def test_compression_is_not_agreed_to(self):
        w = WebSocket(self.port, headers=["Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"])
        self.assertNotIn("permessage-deflate", w.head)
        w.close()

    def test_binary_messages(self):
        w = WebSocket(self.port)
        w.send_bytes(frame(BINARY, b"\0\1\2"))
        self.assert_cut(w, 1008, "binary")

    def test_a_flood_of_messages_is_slowed_and_then_cut(self):
        w = WebSocket(self.port)
        w.send(HELLO)
        def flood():
            try:
                for _ in range(300):
                    w.send_bytes(frame(TEXT, b'{"t":"list"}') * 100)
            except (Closed, TimeoutError):
                pass
            self.assert_cut(w)
        self.assert_memory_flat(flood)

    def test_a_flood_of_nonsense_is_cut(self):
        w = WebSocket(self.port)
        for text in (b"{", b"[]", b"null", b'{"t":7}', b"\\u0000", b'{"t":"answer"}', b"[" * 4000) * 8:
            try:
                w.send_bytes(frame(TEXT, text))
            except Closed:
                break
        self.assert_cut(w, 1008, "strikes")

    def test_a_flood_of_pings_is_cut(self):
        w = WebSocket(self.port)
        try:
            for _ in range(2000):
                w.send_bytes(frame(PING, b"x") * 10)
        except (Closed, TimeoutError):
            pass
        self.assert_cut(w)

    def test_a_slow_reader_is_cut_and_its_seat_waits(self):
        ann = Player("Ann").create(self.port, seats=2)
        bob = Player("Bob").join(self.port, ann.room)
        slow = bob.socket
        def talk():
            # Bob asks for much and reads nothing: his queue fills up, nobody else's does.
            try:
                while True:
                    slow.send_bytes(frame(TEXT, b'{"t":"sync"}') * 20)
                    if slow.socket.fileno() < 0:
                        return
                    ann.drain()
                    if not ann.lobby["players"][1].get("connected", True):
                        return
            except (Closed, TimeoutError):
                pass
        self.assert_memory_flat(talk)
        bob.close()
        bob.resume(self.port)
        self.assertEqual(bob.seat, 1)


class Connections(Hostile):
    config = "handshake_ms = 700\nidle_ms = 1500\nper_address = 40\n"

    def test_a_strange_origin_is_refused(self):
        for origin in ["http://evil.example", "null", f"http://127.0.0.1:{self.port}.evil.example", "http://localhost",
                       f"http://127.0.0.1:{self.port + 1}", f"ftp://127.0.0.1:{self.port}"]:
            with self.assertRaises(Closed) as closed:
                WebSocket(self.port, headers=["Origin: " + origin])
            self.assertEqual(closed.exception.code, 403, origin)
        WebSocket(self.port, headers=[f"Origin: http://127.0.0.1:{self.port}"]).close()
        WebSocket(self.port).close()  # no browser

    def test_another_path_has_no_socket(self):
        with self.assertRaises(Closed) as closed:
            WebSocket(self.port, path="/")
        self.assertEqual(closed.exception.code, 404)

    def test_slow_handshakes_are_ended(self):
        slow = [connect(self.port) for _ in range(20)]
        for s in slow:
            s.sendall(b"GET /ws HTTP/1.1\r\nHost: x\r\n")
        for s in slow:
            self.assertEqual(s.recv(100), b"")
            s.close()

    def test_one_who_says_nothing_after_the_handshake_is_let_go(self):
        self.assert_cut(WebSocket(self.port))

    def test_one_who_answers_no_ping_is_let_go(self):
        w = WebSocket(self.port)
        w.send(HELLO)
        self.assertEqual(w.receive()["t"], "welcome")
        while part := w.socket.recv(1000):  # reads, and answers nothing
            self.assertTrue(part)

    def test_one_address_gets_so_many_connections(self):
        many = []
        with self.assertRaises(Closed):
            for _ in range(41):
                many.append(WebSocket(self.port, timeout=5))
                many[-1].send(HELLO)
        self.assertEqual(len(many), 40)
        for w in many:
            w.close()
        def again():
            try:
                WebSocket(self.port).close()
                return True
            except Closed:
                return False
        wait_until(again, "a place is given back")

    def test_bytes_that_are_no_request(self):
        for data in [b"\x16\x03\x01\x02\x00" + os.urandom(300), b"GET\r\n\r\n", b"\0" * 500, b"A" * 20_000,
                     b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 3000 + b"\r\n",
                     b"GET / HTTP/9.9\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
                     b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n"]:
            with connect(self.port) as s:
                s.sendall(data)
                try:
                    while s.recv(4096):
                        pass
                except ConnectionError:
                    pass

    def test_connections_that_break_anywhere(self):
        for _ in range(100):
            s = connect(self.port)
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            s.sendall(b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n"[:_])
            s.close()
        for _ in range(20):
            ann = Player("Ann").connect(self.port)
            ann.say("create", name="Ann")
            ann.socket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            ann.close()


class Names(Hostile):
    config = "per_address = 1000\n[limits]\nrooms_per_address = 1000\nroom_burst = 1000\n"

    def test_two_hundred_hostile_names_do_no_harm(self):
        names = hostile_names()
        self.assertGreaterEqual(len(names), 200)
        shown = []
        for name in names:
            w = WebSocket(self.port)
            w.send(HELLO)
            w.receive_until("welcome")
            w.send({"t": "create", "name": name})
            answer = w.receive()
            if answer["t"] == "refused":
                self.assertIn(answer["reason"], ("bad_name", "bad_message"))
            else:
                shown.append(w.receive_until("room")["players"][0]["name"])
            w.close()
        for name in shown:
            self.assertIsNone(re.search("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]", name), repr(name))
            self.assertLessEqual(len(name), 40)
        log = pathlib.Path(str(self.data) + ".log").read_bytes()
        self.assertIsNone(re.search(b"[^\n -~]", log), "a control character in the log")
        self.assertNotIn(b"script", log)


def hostile_names():
    """The names of the unit tests (tests/server/hostile_test.cpp), and what only a real socket can carry."""
    names = ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "'; DROP TABLE rooms; --", "{{7*7}}", "${7*7}",
             "%s%s%n", "../../etc/passwd", "\u0000", "", " ", "\t\n", "a" * 5_000, "\ud800", "A\u0301" * 50, "\u202eevil",
             "\u2066x", "\ufeff", "\u200b\u200b", "\x1b[2J", "\x1b]0;title\x07", "\x1bP1$r\x1b\\", "\x9b31m", "\r\nSet-Cookie: a=b",
             "\r\n\r\nHTTP/1.1 200 OK", "COM1", "null", "undefined", "NaN", "-1", "0", "true", "[]", "{}", "\"", "\\", "/", "&lt;b&gt;"]
    names += [chr(c) + "x" for c in range(0x20)] + [chr(c) + "y" for c in range(0x7F, 0xA0)]
    names += ["\x1b[%dm%s" % (n, "x") for n in range(30, 50)]
    names += ["javascript:alert(%d)" % n for n in range(10)] + ["<svg onload=%d>" % n for n in range(10)]
    names += ["\u0e49" * n for n in range(1, 11)] + ["\U0001F468\u200d\U0001F469\u200d\U0001F467" * n for n in range(1, 11)]
    names += ["\u202a" * n + "z" for n in range(1, 21)] + ["q" * n + "\u0489" * n for n in range(1, 21)]
    return names


if __name__ == "__main__":
    unittest.main(warnings="ignore")
