"""Ladder keys of test players, and their signed statements (docs/host/ladder.md), with libsodium."""

import ctypes
import ctypes.util
import hashlib
import json

SODIUM = ctypes.CDLL(ctypes.util.find_library("sodium"))


class LadderKey:
    def __init__(self, name):
        self.name = name
        public, self.secret = ctypes.create_string_buffer(32), ctypes.create_string_buffer(64)
        SODIUM.crypto_sign_seed_keypair(public, self.secret, hashlib.sha256(name.encode()).digest())
        self.public = public.raw.hex()
        self.last = 0  # two statements within a millisecond would be one too many

    def sign(self, *lines):
        text, signature = "\n".join(map(str, lines)).encode(), ctypes.create_string_buffer(64)
        SODIUM.crypto_sign_detached(signature, None, text, ctypes.c_ulonglong(len(text)), self.secret)
        return signature.raw.hex()

    def states(self, http, port, on=True, name=None):
        """On the ladder, or off it; the status of the answer. `http`: wire.http."""
        said = self.last = max(json.loads(http(port, "/ladder.json")[2])["now"], self.last + 1)
        name = (name or self.name) if on else ""
        signature = self.sign("ninelives ladder", f"127.0.0.1:{port}", "on" if on else "off", said, name)
        body = {"on": on, "said": said, "signature": signature, **({"name": name} if on else {})}
        return http(port, "/ladder/" + self.public, "PUT", body=json.dumps(body).encode())[0]

    def row(self, http, port):
        """The ladder's row of it; nothing if it is not there."""
        status, _, body = http(port, "/ladder/" + self.public)
        return json.loads(body) if status == 200 else None

    def claims(self, player):
        """This seat counts for it."""
        token = hashlib.sha256(b"ninelives seat token\n" + player.token.encode()).hexdigest()
        player.say("ladder", key=self.public, signature=self.sign("ninelives seat", player.room, token))
        player.drain()
