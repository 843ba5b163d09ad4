"""Tests of notifications from a real server to receivers on this machine: python3 notification_test.py PROGRAM"""

import base64
import hashlib
import hmac
import http.server
import json
import os
import pathlib
import socket
import ssl
import stat
import subprocess
import threading
import time
import unittest

from case import FAST, Case, metric_lines
from player import Player, play_on
from wire import WebSocket, wait_until

OWN = 'call_networks = ["127.0.0.1"]\n[features]\nwebhooks = true\n[limits]\ncall_burst = 1000\naddress_call_burst = 1000\n'


class Receiver:
    """Takes POSTs on loopback and answers as it is told to."""

    def __init__(self, answer=lambda handler: handler.send_response(204), tls=None):
        self.posts = []
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.posts.append((self.path, dict(self.headers), body))
                try:
                    answer(self)
                    self.end_headers()
                except OSError:
                    pass  # the server has gone

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        if tls:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def slow(handler):
    time.sleep(30)


def endless(handler):
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    for _ in range(100_000):
        handler.wfile.write(b"X-More: " + b"x" * 1000 + b"\r\n")


def one_long_line(handler):
    for _ in range(100_000):
        handler.wfile.write(b"x" * 1000)


def redirect_to(url):
    def answer(handler):
        handler.send_response(302)
        handler.send_header("Location", url)
    return answer


def results(server):
    """Results of calls so far, by reason."""
    lines = metric_lines(server, "ninelives_calls_total")
    return {line.split('"')[1]: int(line.split()[1]) for line in lines}


class Receiving(Case):
    config = OWN

    def receiver(self, *arguments, **options):
        receiver = Receiver(*arguments, **options)
        self.addCleanup(receiver.close)
        return receiver


class Calls(Receiving):
    def table(self, server, url):
        ann = Player("Ann").create(server.port, seats=2, **FAST)
        bob = Player("Bob").join(server.port, ann.room)
        ann.say("webhook", url=url)
        wait_until(lambda: ann.step() and ann.lobby.get("webhook"), "the room has its address")
        return ann, bob

    def whole_game(self, server, url):
        ann, bob = self.table(server, url)
        ann.say("start")
        play_on([ann, bob])
        return ann, bob

    def test_WEB_13_each_turn_is_told_and_no_card(self):
        good = self.receiver()
        server = self.serve()
        ann, bob = self.whole_game(server, f"http://127.0.0.1:{good.port}/hook?key=1")
        wait_until(lambda: results(server).get("done", 0) >= 1, "somebody was called")
        path, headers, body = good.posts[0]
        told = json.loads(body)
        self.assertEqual((path, headers["Host"]), ("/hook?key=1", f"127.0.0.1:{good.port}"))
        self.assertEqual((told["event"], told["room"], told["game"]), ("turn", ann.room, 1))
        self.assertIn(told["name"], ("Ann", "Bob"))
        self.assertTrue(told["link"].endswith("#" + ann.room))
        for _, _, body in good.posts:
            self.assertLessEqual(set(json.loads(body)), {"event", "room", "game", "seat", "name", "text", "content",
                                                         "allowed_mentions", "link"})
        self.assertNotIn("key=1", json.dumps([ann.lobby, bob.lobby]))
        self.assertNotIn("key=1", self.log())

    def test_WEB_13_the_address_holds_over_a_kill(self):
        good = self.receiver()
        server = self.serve()
        ann, bob = self.table(server, f"http://127.0.0.1:{good.port}/")
        server.kill()
        server = self.serve()
        ann.resume(server.port)
        bob.resume(server.port)
        ann.say("start")
        wait_until(lambda: good.posts, "the first turn is told")

    def test_WEB_13_play_goes_on_beside_bad_receivers(self):
        dead = socket.socket()
        dead.bind(("127.0.0.1", 0))  # nobody listens there
        self.addCleanup(dead.close)
        bad = [self.receiver(slow).port, self.receiver(endless).port, self.receiver(one_long_line).port,
               self.receiver(lambda handler: handler.send_response(500)).port, dead.getsockname()[1]]
        server = self.serve()
        for port in bad:
            self.whole_game(server, f"http://127.0.0.1:{port}/")
        good = self.receiver()
        self.whole_game(server, f"http://127.0.0.1:{good.port}/")
        wait_until(lambda: good.posts, "others don't wait for them")
        wait_until(lambda: {"late", "refused", "unreachable"} <= set(results(server)), "each came to its end")
        self.assertIn("call_failed", self.log())
        self.assertEqual(server.stop(), 0)

    def test_WEB_13_no_redirect_is_followed(self):
        inside = self.receiver()
        server = self.serve()
        for url in (f"http://127.0.0.1:{inside.port}/", "http://10.0.0.1/", f"http://localhost:{inside.port}/"):
            way = self.receiver(redirect_to(url))
            self.whole_game(server, f"http://127.0.0.1:{way.port}/")
            wait_until(lambda: way.posts, "it was asked")
        wait_until(lambda: results(server).get("redirected", 0) >= 3, "all were told apart")
        self.assertEqual(inside.posts, [])

    def test_WEB_13_private_addresses_are_never_contacted(self):
        inside = self.receiver()
        server = self.serve(config="[features]\nwebhooks = true\n")
        port = inside.port
        urls = [f"http://127.0.0.1:{port}/", f"https://127.0.0.1:{port}/", f"https://localhost:{port}/",
                f"https://[::1]:{port}/", f"https://[::ffff:127.0.0.1]:{port}/", f"https://2130706433:{port}/",
                f"https://0x7f.1:{port}/", f"https://0:{port}/", "https://10.0.0.1/", "https://169.254.169.254/latest",
                "https://[64:ff9b::a00:1]/", "https://[fd00::1]/", "http://192.168.0.1/"]
        for number, url in enumerate(urls, 1):
            ann, bob = self.table(server, url)
            ann.say("start")
            wait_until(lambda: sum(results(server).values()) >= number, url)
            ann.close(), bob.close()
        # On a machine without IPv6 some lead nowhere at all.
        self.assertLessEqual(set(results(server)), {"forbidden", "unknown"})
        self.assertGreater(results(server)["forbidden"], 8)
        self.assertEqual(inside.posts, [])

    def test_WEB_13_where_it_is_off_nobody_can_turn_it_on(self):
        server = self.serve(config="")
        ann = Player("Ann").create(server.port, seats=2)
        ann.say("webhook", url="https://chat.example/")
        message = ann.step()
        while message["t"] != "refused":
            message = ann.step()
        self.assertEqual(message["reason"], "not_here")


def b64(bytes_):
    return base64.urlsafe_b64encode(bytes_).rstrip(b"=").decode()


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class WithTls(Receiving):
    def certificate(self, name, names):
        cert, key = self.folder / (name + ".pem"), self.folder / (name + ".key")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                        "/CN=" + name, "-addext", "subjectAltName=" + names, "-keyout", key, "-out", cert],
                       check=True, stderr=subprocess.DEVNULL)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(cert, key)
        return cert, key, tls

    def serve_tls(self, *more, **options):
        return self.serve("--tls-cert", str(self.cert), "--tls-key", str(self.key), *more, **options)


class PushKey(WithTls):
    """The key that signs calls to browsers: one for all nodes, and in the backup of the store's key."""

    def setUp(self):
        super().setUp()
        self.cert, self.key, _ = self.certificate("own", "IP:127.0.0.1,DNS:localhost")

    def told(self, server):
        """Key in the server's greeting."""
        player = Player("Ann")
        player.socket = WebSocket(server.port, tls=ssl.create_default_context(cafile=str(self.cert)))
        player.say("hello", version=1)
        key = player.until("welcome")["push"]
        player.close()
        return key

    def test_WEB_13_servers_with_one_store_key_sign_with_one_key(self):
        server = self.serve_tls()
        key = self.told(server)
        backup = self.folder / "backup"
        self.admin("backup", "--with-key", backup)
        server.stop()
        self.assertFalse((self.data / "push.key").exists())
        other = self.serve_tls("--key", f"{backup}.key", data=backup)
        self.assertEqual(self.told(other), key, "of the key in the backup")
        self.assertNotEqual(self.told(self.serve_tls(data=self.folder / "stranger")), key)

    def test_WEB_13_a_key_file_of_an_earlier_version_stays_and_is_in_the_backup(self):
        server = self.serve_tls()
        derived = self.told(server)
        server.stop()
        earlier = self.data / "push.key"
        subprocess.run(["openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", earlier], check=True,
                       stderr=subprocess.DEVNULL)
        earlier.chmod(0o600)
        server = self.serve_tls()
        self.assertNotEqual(self.told(server), derived)
        backup = self.folder / "backup"
        self.admin("backup", "--with-key", backup)
        self.assertEqual(pathlib.Path(f"{backup}.key.push").read_bytes(), earlier.read_bytes())
        self.assertFalse(list(backup.rglob("*key*")), "keys lie beside it")


class Push(WithTls):
    """A browser's maker on loopback, with TLS."""

    def setUp(self):
        super().setUp()
        try:
            from cryptography.hazmat.primitives.asymmetric import ec
        except ImportError:
            self.skipTest("the package cryptography is not here")
        self.ec = ec
        self.cert, self.key, self.tls = self.certificate("own", "IP:127.0.0.1,DNS:localhost")
        other, _, self.other_tls = self.certificate("other", "DNS:other.example")
        trusted = self.folder / "trusted.pem"  # both, so that only the name tells them apart
        trusted.write_text(self.cert.read_text() + other.read_text())
        os.environ["SSL_CERT_FILE"] = str(trusted)
        self.addCleanup(os.environ.pop, "SSL_CERT_FILE")
        self.browser = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    def point(self, key):
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def opened(self, body):
        """As a browser reads it (RFC 8291)."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        salt, sender, closed = body[:16], body[21:21 + body[20]], body[21 + body[20]:]
        shared = self.browser.exchange(self.ec.ECDH(), self.ec.EllipticCurvePublicKey.from_encoded_point(
            self.ec.SECP256R1(), sender))
        digest = lambda key, text: hmac.new(key, text, hashlib.sha256).digest()
        own = self.point(self.browser.public_key())
        input_ = digest(digest(self.auth, shared), b"WebPush: info\0" + own + sender + b"\1")
        master = digest(salt, input_)
        key = digest(master, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = digest(master, b"Content-Encoding: nonce\0\1")[:12]
        return json.loads(AESGCM(key).decrypt(nonce, closed, None).rstrip(b"\0")[:-1])

    def check_signature(self, headers, server_key, audience):
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
        scheme, token, key = headers["Authorization"].replace(",", "").split()
        self.assertEqual((scheme, key), ("vapid", "k=" + server_key))
        head, claims, signature = token.removeprefix("t=").split(".")
        raw = unb64(signature)
        der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        point = self.ec.EllipticCurvePublicKey.from_encoded_point(self.ec.SECP256R1(), unb64(server_key))
        point.verify(der, f"{head}.{claims}".encode(), self.ec.ECDSA(hashes.SHA256()))
        told = json.loads(unb64(claims))
        self.assertEqual(told["aud"], audience)
        self.assertLess(told["exp"], time.time() + 24 * 3600)

    def subscribed_table(self, server, url):
        """Ann sits with Bob, whose browser wants to be called; the server's key."""
        tls = ssl.create_default_context(cafile=str(self.cert))
        ann, bob = Player("Ann"), Player("Bob")
        for player in (ann, bob):
            player.socket = WebSocket(server.port, tls=tls)
            player.say("hello", version=1)
        welcome = bob.until("welcome")
        ann.until("welcome")
        ann.say("create", name="Ann", seats=2, window_ms=500, turn_s=60, rules={"hand": 2, "first": "zero"})
        ann.until("room")
        bob.say("join", room=ann.room, name="Bob")
        bob.until("room")
        bob.say("subscribe", endpoint=url, p256dh=b64(self.point(self.browser.public_key())), auth=b64(self.auth))
        bob.say("hidden", hidden=True)
        bob.drain()
        return ann, bob, welcome["push"]

    def test_WEB_13_a_browser_reads_that_it_is_asked(self):
        maker = self.receiver(lambda handler: handler.send_response(201), tls=self.tls)
        server = self.serve_tls()
        ann, bob, key = self.subscribed_table(server, f"https://127.0.0.1:{maker.port}/send/1")
        ann.say("start")
        play_on([ann, bob])
        wait_until(lambda: maker.posts, "Bob is called")
        path, headers, body = maker.posts[0]
        self.assertEqual((path, headers["Content-Encoding"]), ("/send/1", "aes128gcm"))
        self.assertEqual(self.opened(body), {"t": "turn", "room": ann.room, "name": "Bob"})
        self.check_signature(headers, key, f"https://127.0.0.1:{maker.port}")
        self.assertEqual(len({len(body) for _, _, body in maker.posts}), 1, "one size for all")
        self.assertNotIn(ann.room.encode(), body + json.dumps(headers).encode())
        self.assertFalse((self.data / "push.key").exists(), "it is derived from the store's key")

    def test_WEB_13_a_browser_that_is_gone_is_called_once(self):
        maker = self.receiver(lambda handler: handler.send_response(410), tls=self.tls)
        server = self.serve_tls()
        ann, bob, _ = self.subscribed_table(server, f"https://127.0.0.1:{maker.port}/send/1")
        ann.say("start")
        play_on([ann, bob])
        wait_until(lambda: results_tls(server, self.cert).get("gone", 0) >= 1, "its maker says so")
        ann.drain()
        self.assertLessEqual(len(maker.posts), 2)

    def test_WEB_13_a_certificate_of_another_is_no_receiver(self):
        maker = self.receiver(tls=self.other_tls)
        server = self.serve_tls()
        ann, bob, _ = self.subscribed_table(server, f"https://127.0.0.1:{maker.port}/send/1")
        ann.say("start")
        play_on([ann, bob])
        wait_until(lambda: results_tls(server, self.cert).get("untrusted", 0) >= 1, "it was tried")
        self.assertEqual(maker.posts, [])

    def test_WEB_13_without_tls_no_browser_is_offered(self):
        server = self.serve()
        socket_ = Player("Ann")
        socket_.socket = WebSocket(server.port)
        socket_.say("hello", version=1)
        welcome = socket_.until("welcome")
        self.assertNotIn("push", welcome)
        self.assertNotIn("push", welcome["features"])


def results_tls(server, cert):
    status, _, body = server.get("/metrics", tls=ssl.create_default_context(cafile=str(cert)))
    lines = [line for line in body.decode().splitlines() if line.startswith("ninelives_calls_total{")]
    return {line.split('"')[1]: int(line.split()[1]) for line in lines}


if __name__ == "__main__":
    unittest.main(warnings="ignore")
