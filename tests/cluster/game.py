"""Fixture: two players in mid-game, for tests that move their room between nodes."""

import pathlib

from table import Guest, Table, leave_room, play_on, verified


def make_lobbies(node, count):
    """Rooms whose hosts have made them and gone."""
    for seed in range(count):
        host = Guest("Ann", seed, [node.port])
        host.create(node.port, seats=2)
        host.close()


class Seated(Guest):
    def on_fair(self, m):
        self.game_id = m["id"]
        super().on_fair(m)


class Game:
    def __init__(self, program, seed, port, others=(), keys=()):
        """At the node of this port; `others` are asked when it is gone. `keys`: for which they play on the ladder."""
        self.program = program
        self.players = ann, bob = [Seated(name, seed, [port, *others]) for name in ("Ann", "Bob")]
        if keys:  # rated games come from the queue, of players with different addresses
            for player, source in zip(self.players, ("127.0.0.2", "127.0.0.3")):
                player.find_table(port, 2, source)
            for player in self.players:
                player.until("room")
            for player, key in zip(self.players, keys):
                key.claims(player)
            ann.until("view")
        else:
            ann.create(port, **Table.SMALL)
            bob.join(port, ann.room)
            ann.say("start")
        play_on(self.players, until=lambda: ann.last >= 4)
        assert not ann.over, "it is over before it was seen to move"
        self.room, self.token = ann.room, ann.token

    @property
    def address(self):
        """Address of the finished game: /g/ADDRESS."""
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
        """Its record."""
        play_on(self.players)
        return verified(self.program, self.players, pathlib.Path(folder) / "record.jsonl")

    def closes(self):
        leave_room(self.players)
