"""Tests of the ssh server with OpenSSH's client: python3 server_test.py PROGRAM"""

import json
import os
import pathlib
import re
import signal
import stat
import subprocess
import threading
import time
import unittest

from ssh_client import free_port, make_key, ssh_command  # first: it sets the path
from case import FAST, PROGRAM, Case
from plain_person import Person
from tmux_screen import TmuxPerson
from player import Player, play_on
from wire import Closed

PATIENCE = int(os.environ.get("PATIENCE", "300"))


LADDER = "[features]\nladder = true\n"


def wait_until(happened, what, each=lambda: None):
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, f"waited in vain: {what()}"
        each()
        time.sleep(0.02)


def children(pid):
    return [int(text) for text in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()] + [
        int(text) for task in pathlib.Path(f"/proc/{pid}/task").iterdir() if task.name != str(pid)
        for text in (task / "children").read_text().split()]


class Door(Case):
    def start_server(self, port=0):
        """A server whose door is at self.ssh_port, which it keeps."""
        self.ssh_port = getattr(self, "ssh_port", None) or free_port()
        options = ("--ssh", str(self.ssh_port), *(("--port", str(port)) if port else ()))
        server = self.serve(*options)
        wait_until(self.door_answers, lambda: "the door")
        return server

    def door_answers(self):
        ran = subprocess.run(ssh_command(self.ssh_port, self.folder, "nothing"), capture_output=True, text=True,
                             stdin=subprocess.DEVNULL, timeout=60)
        return "refused" not in ran.stderr

    def ssh(self, *words, **more):
        return subprocess.run(ssh_command(self.ssh_port, self.folder, *words, **more), capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=60)

    def person(self, *words, **more):
        person = Person("ssh", ssh_command(self.ssh_port, self.folder, *words, **more), str(self.folder))
        self.addCleanup(lambda: person.process.poll() is not None or person.kill())
        return person

    def host_with_guest(self, server, **more):
        """Ann over the protocol and Bob by ssh, at one table of two that has begun."""
        ann = Player("Ann").create(server.port, seats=2, **FAST)
        bob = self.person("join", ann.room, **more)
        wait_until(lambda: "name" in bob.said.lower(), lambda: bob.said)
        bob.type("Bob")
        wait_until(lambda: "Ann" in bob.said, lambda: bob.said)
        ann.say("start")
        return ann, bob

    @staticmethod
    def play_until_cut(player):
        try:
            play_on([player])
        except (Closed, OSError):
            pass

    def test_SSH_1_a_stock_client_plays_a_whole_game(self):
        server = self.start_server()
        ann, bob = self.host_with_guest(server)
        self.assertIn(f"ssh -t -p {self.ssh_port} 127.0.0.1 join {ann.room}", bob.said)
        playing = threading.Thread(target=play_on, args=([ann],))
        playing.start()
        wait_until(lambda: "Verified:" in bob.said, lambda: bob.said, bob.answer)
        playing.join()
        self.assertNotIn("NOT verified", bob.said)

    def test_SSH_2_a_stock_client_plays_on_the_full_screen_through_a_restart_of_the_server(self):
        server = self.start_server()
        ann = Player("Ann").create(server.port, seats=2, **FAST)
        bob = TmuxPerson(ssh_command(self.ssh_port, self.folder, "join", ann.room, options=("-t",)))
        self.addCleanup(bob.end)
        wait_until(lambda: "name" in bob.said.lower(), lambda: bob.said)
        bob.press("Bob", "Enter")
        wait_until(lambda: "Ann" in bob.said, lambda: bob.said)
        ann.say("start")
        playing = threading.Thread(target=self.play_until_cut, args=(ann,))
        playing.start()
        wait_until(lambda: "draw to end your turn" in bob.said, lambda: bob.said, lambda: "Play a Nope?" in bob.said and bob.answer())
        server.kill()
        playing.join()
        wait_until(lambda: "Connection lost" in bob.said, lambda: bob.said)
        again = self.serve("--port", str(server.port))
        listens = time.monotonic()
        wait_until(lambda: "Connected again" in bob.said and "draw to end your turn" in bob.said, lambda: bob.said)
        print(f"back at the question {time.monotonic() - listens:.2f} s after the server listened again")
        ann.resume(again.port)
        playing = threading.Thread(target=play_on, args=([ann],))
        playing.start()
        wait_until(lambda: "Verified:" in bob.said, lambda: bob.said, bob.answer)
        playing.join()
        self.assertRegex(bob.said, "(Ann wins|You win)!")
        self.assertNotIn("NOT verified", bob.said)

    def test_SSH_1_what_is_no_game_is_refused(self):
        self.start_server()
        for command in ("sh", "ls -l /", "join", "join ../../etc", "play", "host", "join 4f0c2m8k1q; sh", "puzzle --make 5",
                        "watch $(id)", "join " + "a" * 500, "ssh-session"):
            ran = self.ssh(command)
            self.assertNotEqual(ran.returncode, 0, command)
            self.assertEqual(ran.stdout, "", command)
        self.assertNotEqual(self.ssh("-s", options=()).returncode, 0)
        subsystem = subprocess.run([*ssh_command(self.ssh_port, self.folder, options=("-s",)), "sftp"],
                                   capture_output=True, text=True, timeout=60)
        self.assertIn("subsystem request failed", subsystem.stderr)
        for forward in (("-L", f"{free_port()}:127.0.0.1:22"), ("-R", "0:127.0.0.1:22"), ("-W", "127.0.0.1:22")):
            ran = subprocess.run(ssh_command(self.ssh_port, self.folder, "nothing", options=(
                *forward, "-o", "ExitOnForwardFailure=yes")), capture_output=True, text=True, timeout=60,
                stdin=subprocess.DEVNULL)
            self.assertNotEqual(ran.returncode, 0, forward)

    def test_SSH_1_neither_none_nor_a_password_is_a_way_in(self):
        self.start_server()
        for method in ("none", "password", "hostbased", "gssapi-with-mic"):
            ran = self.ssh("puzzle", options=("-o", f"PreferredAuthentications={method}", "-o", "BatchMode=yes"))
            self.assertEqual(ran.returncode, 255, method)
            self.assertIn("Permission denied (publickey,keyboard-interactive)", ran.stderr)

    def test_SSH_1_the_environment_is_chosen_by_the_door(self):
        server = self.start_server()
        environment = {**os.environ, "LD_PRELOAD_TRAP": "x", "LANG": "ko_KR.UTF-8", "NINELIVES_SSH_COMMAND": "x"}
        command = ssh_command(self.ssh_port, self.folder, "puzzle", options=(
            "-o", "SendEnv=LANG LD_PRELOAD_TRAP NINELIVES_SSH_COMMAND"))
        held = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(held.wait)
        self.addCleanup(held.kill)
        said = held.stdout.read(40).decode(errors="replace")
        self.assertRegex(said, "[가-힣]")
        door, = children(server.process.pid)
        session, = children(door)
        found = pathlib.Path(f"/proc/{session}/environ").read_bytes()
        self.assertNotIn(b"LD_PRELOAD_TRAP", found)
        self.assertEqual(found.count(b"NINELIVES_SSH_COMMAND="), 1)
        self.assertNotIn(b"puzzle", pathlib.Path(f"/proc/{session}/cmdline").read_bytes())

    def test_SSH_2_a_session_outlives_a_kill_of_the_game_server(self):
        server = self.start_server()
        ann, bob = self.host_with_guest(server)
        playing = threading.Thread(target=self.play_until_cut, args=(ann,))
        playing.start()
        wait_until(lambda: "draw to end your turn" in bob.said, lambda: bob.said)
        server.kill()
        playing.join()
        wait_until(lambda: "Connection lost." in bob.said, lambda: bob.said)
        again = self.serve("--port", str(server.port))
        back = time.monotonic()
        wait_until(lambda: "Connected again." in bob.said, lambda: bob.said)
        print(f"back {time.monotonic() - back:.2f} s after the server listened again")
        self.assertEqual(again.port, server.port)
        ann.resume(again.port)
        playing = threading.Thread(target=play_on, args=([ann],))
        playing.start()
        wait_until(lambda: "Verified:" in bob.said, lambda: bob.said, bob.answer)
        playing.join()

    def test_SSH_2_a_key_leads_back_to_the_seat_after_a_kill_of_the_door(self):
        server = self.start_server()
        key = make_key(self.folder)
        ann, bob = self.host_with_guest(server, key=key)
        playing = threading.Thread(target=self.play_until_cut, args=(ann,))
        playing.start()
        self.addCleanup(playing.join)
        self.addCleanup(server.kill)
        wait_until(lambda: "draw to end your turn" in bob.said, lambda: bob.said)
        door, = children(server.process.pid)
        os.kill(door, signal.SIGKILL)
        bob.process.wait(PATIENCE)
        wait_until(self.door_answers, lambda: "the door, started again")
        bob = self.person(key=key, user="somebody")
        wait_until(lambda: "draw to end your turn" in bob.said, lambda: bob.said)
        stranger = self.person(key=make_key(self.folder, "other"))
        wait_until(lambda: stranger.said, lambda: "the stranger's page")
        time.sleep(0.5)
        self.assertNotIn("draw to end your turn", stranger.said)

    def test_SSH_2_the_host_key_stays_and_nobody_else_reads_it(self):
        server = self.start_server()
        keys = self.data / "ssh"
        for name in ("host.key", "players.key"):
            self.assertEqual(stat.S_IMODE((keys / name).stat().st_mode), 0o600)
        before = (keys / "host.key").read_bytes()
        server.stop()
        self.start_server()
        self.assertEqual((keys / "host.key").read_bytes(), before)

    def test_SSH_2_backups_with_keys_have_the_doors_keys(self):
        server = self.start_server()
        keys = {name: (self.data / "ssh" / name).read_bytes() for name in ("host.key", "players.key")}
        self.admin("backup", self.folder / "copy", "--with-key")
        self.assertFalse((self.folder / "copy" / "ssh").exists())
        server.stop()
        self.admin("restore", self.folder / "copy", data=self.folder / "new")
        for name, key in keys.items():
            file = self.folder / "new" / "ssh" / name
            self.assertEqual(file.read_bytes(), key)
            self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)

    def test_SSH_2_a_player_is_a_keyed_hash(self):
        self.start_server()
        key = make_key(self.folder)
        self.ssh("puzzle", key=key)
        player, = (self.data / "ssh" / "players").iterdir()
        self.assertRegex(player.name, "^[0-9a-f]{32}$")
        public = key.with_suffix(".pub").read_text().split()[1]
        for file in (self.data / "ssh").rglob("*"):
            if file.is_file() and file.name != "host.key":
                self.assertNotIn(public, file.read_bytes().decode(errors="replace"))
        self.assertEqual(list((self.data / "ssh" / "guests").iterdir()), [])

    def at_menu(self, name, **more):
        """A player at the start page, in plain lines."""
        person = self.person(**more)
        for question, answer in (("1. English", "1"), ("What's your name?", name), ("p. Play now", None)):
            wait_until(lambda: question in person.said, lambda: person.said)
            if answer:
                person.type(answer)
        return person

    def says(self, person, line, answer):
        """The output after this line, up to the answer."""
        before = len(person.said)
        person.type(line)
        wait_until(lambda: answer in person.said[before:], lambda: person.said[before:])
        return person.said[before:]

    def ladder_rows(self):
        file = self.data / "ladder.json"
        return {row["name"]: row["games"] for row in json.loads(file.read_text())["rows"]} if file.exists() else {}

    def test_SSH_1_LAD_1_a_player_with_a_key_joins_the_ladder_after_a_yes_and_leaves(self):
        self.config = LADDER
        self.start_server()
        ann = self.at_menu("Ann", key=make_key(self.folder))
        self.assertIn("r. Ladder", ann.said)
        player, = (self.data / "ssh" / "players").iterdir()
        key = player / "ladder.key"
        self.says(ann, "r", "Do you want to be on the ladder as Ann?")
        self.says(ann, "2", "p. Play now")
        self.assertFalse(key.exists())
        self.assertEqual(self.ladder_rows(), {})
        self.says(ann, "r", "Do you want to be on the ladder as Ann?")
        self.says(ann, "1", "You are on the ladder as Ann: 1000 points, 0 games.")
        self.assertEqual(stat.S_IMODE(key.stat().st_mode), 0o600)
        self.assertEqual(self.ladder_rows(), {"Ann": 0})
        bob = self.at_menu("Ann", key=make_key(self.folder, "other"))
        self.says(bob, "r", "Do you want to be on the ladder as Ann?")
        self.says(bob, "1", "Somebody on the ladder has this name")
        self.says(ann, "2", "Really remove your nickname and points?")
        self.says(ann, "1", "You are off the ladder.")
        self.assertFalse(key.exists())
        self.assertEqual(self.ladder_rows(), {})

    def test_SSH_1_LAD_1_neither_guests_nor_players_of_a_server_without_it_are_offered_the_ladder(self):
        self.config = LADDER
        server = self.start_server()
        guest = self.at_menu("Gus")
        self.says(guest, "r", "p. Play now")
        self.assertNotIn("adder", guest.said)
        server.stop()
        for config in ("", LADDER + "find = false\n"):
            self.config = config
            server = self.start_server()
            ann = self.person(key=make_key(self.folder, "key" + str(len(config))))
            wait_until(lambda: "1. English" in ann.said, lambda: ann.said)
            ann.type("1")
            ann.type("Ann")
            wait_until(lambda: "p. Play now" in ann.said, lambda: ann.said)
            self.assertNotIn("adder", ann.said)
            server.stop()

    def test_SSH_1_LAD_1_a_game_of_the_queue_counts_for_both_players(self):
        self.config = LADDER
        self.start_server()
        players = [self.at_menu(name, key=make_key(self.folder, name), options=("-b", address))
                   for name, address in (("Ann", "127.0.0.2"), ("Bob", "127.0.0.3"))]
        for player in players:
            self.says(player, "r", "Do you want to be on the ladder")
            self.says(player, "1", "You are on the ladder")
            player.unread = ""
            player.type("1")
        for player in players:
            wait_until(lambda: "play for the ladder. The game counts if one of them wins." in player.said, lambda: player.said)
        wait_until(lambda: all("Verified:" in player.said for player in players), lambda: players[0].said,
                   lambda: [player.answer() for player in players])
        wait_until(lambda: self.ladder_rows() == {"Ann": 1, "Bob": 1}, self.ladder_rows)
        said = "".join(self.says(player, "quit", "You are on the ladder") for player in players)
        self.assertRegex(said, r"Ladder: \d+ points \(\+\d+\)\.")
        self.assertRegex(said, r"Ladder: \d+ points \(-\d+\)\.")

    def test_LIM_1_one_address_has_its_share_of_sessions(self):
        port = free_port()
        server = self.serve()
        door = subprocess.Popen([PROGRAM, "ssh", "--server", f"127.0.0.1:{server.port}", "--port", str(port), "--bind",
                                 "127.0.0.1", "--data", self.folder / "door", "--per-address", "3"],
                                stdout=subprocess.PIPE, text=True)
        self.addCleanup(door.wait)
        self.addCleanup(door.terminate)
        self.assertRegex(door.stdout.readline(), r"SHA256:")
        self.ssh_port = port
        held = [self.person() for _ in range(3)]
        for person in held:
            wait_until(lambda: person.said, lambda: person.said)
        self.assertEqual(self.ssh("puzzle").returncode, 255)
        held[0].kill()
        wait_until(lambda: self.ssh("puzzle").returncode != 255, lambda: "a free place")


if __name__ == "__main__":
    unittest.main(warnings="ignore")
