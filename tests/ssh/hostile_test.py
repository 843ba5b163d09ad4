"""Tests of the ssh server with clients that break the protocol, by asyncssh: python3 hostile_test.py PROGRAM"""

import asyncio
import subprocess
import time
import unittest

import ssh_client  # sets the path
import packages

packages.add("asyncssh==2.24.1")

import asyncssh
from asyncssh.constants import MSG_CHANNEL_OPEN, MSG_CHANNEL_OPEN_CONFIRMATION, MSG_NEWKEYS, MSG_USERAUTH_SUCCESS
from asyncssh.packet import String, UInt32
from case import PROGRAM, Case

from ssh_client import free_port


class Hostile(Case):
    def setUp(self):
        super().setUp()
        self.server = self.serve()
        self.port = free_port()
        self.door = subprocess.Popen(
            [PROGRAM, "ssh", "--server", f"127.0.0.1:{self.server.port}", "--port", str(self.port), "--bind", "127.0.0.1",
             "--data", self.folder / "door", "--log", "debug"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.end_server)
        self.assertIn("SHA256:", self.door.stdout.readline())

    def end_server(self):
        """A sanitizer's finding or a crash shows here."""
        self.door.terminate()
        self.assertEqual(self.door.wait(60), 0)

    def connect(self, **options):
        options = {"username": "eve", "known_hosts": None, "config": None, "agent_path": None, "client_keys": [], "password": "",
                   "preferred_auth": "publickey,keyboard-interactive", "login_timeout": 20, **options}
        return asyncssh.connect("127.0.0.1", self.port, **options)

    def still_serves(self):
        async def play():
            async with self.connect() as line:
                process = await line.create_process("puzzle")
                return await asyncio.wait_for(process.stdout.read(20), 60)

        self.assertTrue(asyncio.run(play()))

    def test_SSH_1_no_channel_opens_before_authentication(self):
        """CVE-2018-10933: the client tells the server that it has signed in."""

        got = []

        class EarlyClient(asyncssh.connection.SSHClientConnection):
            """Claims success as soon as the keys are exchanged, in place of asking for a service."""

            def send_service_request(self, service):
                self._auth_complete = True  # or asyncssh would hold these packets back
                self.send_packet(MSG_USERAUTH_SUCCESS)
                self.send_packet(MSG_CHANNEL_OPEN, String("session"), UInt32(0), UInt32(1 << 20), UInt32(1 << 15))

            def process_packet(self, kind, *rest):
                got.append(kind)
                return super().process_packet(kind, *rest)

        async def attack():
            try:
                await asyncio.wait_for(self.connect(login_timeout=5), 20)
            except (asyncssh.Error, OSError, asyncio.TimeoutError):
                pass

        original = asyncssh.connection.SSHClientConnection
        asyncssh.connection.SSHClientConnection = EarlyClient
        try:
            asyncio.run(attack())
        finally:
            asyncssh.connection.SSHClientConnection = original
        self.assertIn(MSG_NEWKEYS, got)  # the keys were exchanged
        self.assertNotIn(MSG_CHANNEL_OPEN_CONFIRMATION, got)
        self.still_serves()

    def test_SSH_1_who_never_signs_in_is_cut(self):
        async def idle():
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            await reader.readline()
            began = time.monotonic()
            while await reader.read(4096):
                pass
            writer.close()
            return time.monotonic() - began

        self.assertLess(asyncio.run(idle()), 60)
        self.still_serves()

    def test_SSH_1_a_second_channel_and_forwarding_are_refused(self):
        async def attack():
            async with self.connect() as line:
                process = await line.create_process("puzzle")
                await asyncio.wait_for(process.stdout.read(5), 60)
                refused = 0
                for open_more in (lambda: line.create_process("puzzle"),
                                  lambda: line.open_connection("127.0.0.1", 22),
                                  lambda: line.open_unix_connection("/run/x"),
                                  lambda: line.forward_remote_port("", 0, "127.0.0.1", 22)):
                    try:
                        await asyncio.wait_for(open_more(), 20)
                    except (asyncssh.Error, asyncssh.ChannelListenError, OSError):
                        refused += 1
                return refused

        self.assertEqual(asyncio.run(attack()), 4)
        self.still_serves()

    def test_SSH_1_a_client_that_reads_nothing_is_cut(self):
        async def attack():
            async with self.connect() as line:
                # A window of a few bytes, never widened.
                channel, _ = await line.create_session(asyncssh.SSHClientSession, "puzzle", window=16)
                channel.pause_reading()
                began = time.monotonic()
                await asyncio.wait_for(line.wait_closed(), 90)
                return time.monotonic() - began

        self.assertLess(asyncio.run(attack()), 80)
        self.still_serves()

    def test_SSH_1_noise_in_place_of_the_protocol_ends_that_connection_alone(self):
        async def noise(text):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                writer.write(text)
                await writer.drain()
                await asyncio.wait_for(reader.read(1 << 16), 60)
            except OSError:
                pass
            writer.close()

        async def all_noise():
            for text in (b"\0" * 70000, b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-x\r\n" + bytes(range(256)) * 40, b"SSH-1.5-old\r\n"):
                await noise(text)

        asyncio.run(all_noise())
        self.still_serves()

    def test_SSH_2_keys_that_were_not_proven_name_nobody(self):
        """The client shows somebody's public key and signs nothing: it is a guest at most."""
        key = asyncssh.generate_private_key("ssh-ed25519")

        async def signs():
            async with self.connect(client_keys=[key]) as line:
                process = await line.create_process("puzzle")
                await asyncio.wait_for(process.stdout.read(5), 60)

        asyncio.run(signs())
        players = self.folder / "door" / "players"
        self.assertEqual(len(list(players.iterdir())), 1)
        self.still_serves()
        self.assertEqual(len(list(players.iterdir())), 1)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
