"""Two in the middle of a game that waits for them, for tests that move it about."""

import pathlib
import subprocess
import time

from nodes import Guest, Table
from player import play_on


class Seated(Guest):
    def on_fair(self, m):
        self.game_id = m["id"]
        super().on_fair(m)


class Game:
    def __init__(self, program, seed, port, others=(), keys=()):
        """At the node of this port; `others` are asked when it is gone. `keys`: for which they play on the ladder."""
        self.program = program
        self.players = ann, bob = [Seated(name, seed, [port, *others]) for name in ("Ann", "Bob")]
        ann.create(port, **Table.SMALL)
        bob.join(port, ann.room)
        for player, key in zip(self.players, keys):
            key.claims(player)
        ann.say("start")
        play_on(self.players, until=lambda: ann.last >= 4)
        assert not ann.over, "it is over before it was seen to move"
        self.room, self.token = ann.room, ann.token

    @property
    def address(self):
        """Where it is to be had when it is over: /g/ADDRESS."""
        return self.players[0].game_id[:16]

    def comes_back(self, ports=None):
        """By whatever node they ask; they are told again what they were told."""
        for player in self.players:
            player.close()
            if ports:
                player.ports, player.node = list(ports), ports[0]
            player.find(player.resume)

    def is_found_at(self, port):
        self.comes_back()
        for player in self.players:
            assert player.node == port, f"at {player.node}, not at {port}"

    def ends(self, folder):
        """Its record, which both have and which verifies."""
        play_on(self.players)
        record = self.players[0].fetch_record()
        assert record == self.players[1].fetch_record()
        file = pathlib.Path(folder) / "record.jsonl"
        file.write_text("\n".join(record) + "\n")
        subprocess.run([self.program, "verify", file], check=True, stdout=subprocess.DEVNULL)
        return record

    def closes(self):
        """Back to the lobby and away: nobody is left, and the room is closed."""
        host = next(player for player in self.players if player.seat == player.lobby["host"])
        host.say("rematch")
        host.drain()
        for player in self.players:
            player.say("leave")
            player.drain()
            player.close()


def wait(what, seconds=90):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it never happens"
        time.sleep(0.05)
