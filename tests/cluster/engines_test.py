"""Test of a rolling deploy to other rules: games stay with nodes that have theirs, whatever others take; without any
they wait, and are voided openly only when none has come for a given time. CLU-4.

    python3 engines_test.py PROGRAM OTHER

OTHER is the same program with rules under which no running game of PROGRAM's can be replayed (other_engine.cpp).
Exits with 77 where PostgreSQL is not installed.
"""

import json
import os
import sys

from game import Game
from nodes import Cluster, http, wait
from table import Guest

PROGRAM, OTHER = (os.path.abspath(path) for path in sys.argv[1:3])


def waiting_at(node):
    return node.figures()["ninelives_rooms_waiting"]


def void_note(node, room):
    return http(node.port, f"/voided/{room}")


def rolling_deploy(cluster):
    old = cluster.start(PROGRAM, 2)
    [new] = cluster.start(OTHER, 1)
    hasty = cluster.add(OTHER, settings="void_after_ms = 1500")
    ports = [old[1].port, new.port]
    games = [Game(PROGRAM, seed, old[0].port, ports) for seed in range(3)]
    lobby = Guest("Eve", 0, [old[0].port, *ports])
    lobby.create(old[0].port, seats=2)

    assert old[0].stop() == 0
    for game in games:
        game.is_found_at(old[1].port)
    print("a stop: the games are where their rules are", flush=True)

    old[1].kill()
    wait(lambda: waiting_at(new) == len(games))
    lobby.close()
    lobby.find(lobby.resume)
    assert lobby.node == new.port, "a room without a game goes on under any rules"
    for game in games:
        assert void_note(new, game.room)[0] == 404
    print("a kill of the last node with these rules: the games wait, and are not voided", flush=True)

    old[1].start().wait_ready()
    for game in games:
        game.is_found_at(old[1].port)
        game.ends(cluster.folder)
        game.closes()
    wait(lambda: waiting_at(new) == 0)
    print("it is back: they were played to their ends, and the records verify", flush=True)

    here, there = Game(PROGRAM, 10, new.port), [Game(PROGRAM, seed, old[1].port) for seed in (11, 12)]
    assert old[1].stop() == 0
    wait(lambda: waiting_at(new) == len(there))
    hasty.start().wait_ready()
    for game in there:
        wait(lambda: void_note(new, game.room)[0] == 200)
        note = json.loads(void_note(new, game.room)[2])
        assert note["voided"] == "the game goes another way than it went" and note["games"], note
    here.comes_back()
    here.players[0].drain()
    assert void_note(new, here.room)[0] == 404
    assert "room_voided" in hasty.log()
    print("nobody could go on with them for a given time: voided, and every node says why", flush=True)


with Cluster() as started:
    rolling_deploy(started)
