"""Tests of stored data in a cluster: finished games, backups, closed rooms.

What is kept of a cluster: finished games at every node, backups of what is in use, closed rooms for as long and as many
as was said. CLU-5.

    python3 kept_test.py PROGRAM

Exits with 77 where PostgreSQL is not installed.
"""

import contextlib
import json
import os
import pathlib
import sqlite3
import subprocess
import sys

from game import Game
from nodes import Cluster, http, wait
from table import Table
from ladder_keys import LadderKey
from wire import Server

PROGRAM = os.path.abspath(sys.argv[1])


def store(*words):
    """Output of `ninelives store …`; it must succeed."""
    done = subprocess.run([PROGRAM, "store", *map(str, words)], stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0, words
    return json.loads(done.stdout)


def empty(cluster):
    cluster.end_nodes()
    cluster.database.sql("SET client_min_messages = warning; DROP SCHEMA ninelives CASCADE")


def finished_games(cluster):
    """Over at one node, to be had and deleted at the other; moved with the store, both ways."""
    nodes = cluster.start(PROGRAM, 2)
    folder, database, key = cluster.folder, cluster.database, cluster.folder / "the.key"
    games = [Game(PROGRAM, seed, nodes[0].port) for seed in range(2)]
    records = [game.ends(folder) for game in games]
    for game, record in zip(games, records):
        wait(lambda: http(nodes[1].port, f"/g/{game.address}.jsonl")[0] == 200)
        body = http(nodes[1].port, f"/g/{game.address}.jsonl")[2].decode()
        assert body.splitlines() == record, "another record than the players'"
    gone, left = games
    page = f"/g/{gone.address}"
    assert http(nodes[1].port, page, "DELETE", ["Authorization: Bearer nobody"])[0] == 403
    assert http(nodes[1].port, page, "DELETE", [f"Authorization: Bearer {gone.token}"])[0] == 200
    for node in nodes:
        assert http(node.port, page)[0] == 404, "deleted at one node, and another shows it"
        assert http(node.port, f"/g/{left.address}")[0] == 200
    backup = folder / "games-backup"
    assert store("copy", database.address(), backup, "--key", key)["games"] == 2
    assert store("check", backup)["games"] == 2
    empty(cluster)
    assert store("copy", backup, database.address(), "--to-key", key)["games"] == 2
    assert store("check", database.address(), "--key", key)["games"] == 2
    [node] = cluster.start(PROGRAM, 1)
    assert http(node.port, page)[0] == 404, "a copy brings back what was deleted"
    body = http(node.port, f"/g/{left.address}.jsonl")[2].decode()
    assert body.splitlines() == records[1]
    empty(cluster)
    print("finished games are at every node, and move with the store", flush=True)


def ladder(cluster):
    """On the ladder at one node and shown at the other; a game counts once though its room moves; moved with the store."""
    nodes = cluster.start(PROGRAM, 2, settings="[features]\nladder = true")
    folder, database = cluster.folder, cluster.database
    keys = [LadderKey("Ann"), LadderKey("Bob")]
    for key, node in zip(keys, nodes):
        assert key.states(http, node.port) == 200
    game = Game(PROGRAM, 7, nodes[0].port, [nodes[1].port], keys)
    game.ends(folder)
    # A node hears of another's new player a moment later.
    rows = lambda: [(key.row(http, nodes[1].port) or {}).get("games") for key in keys]
    wait(lambda: rows() == [1, 1])
    nodes[0].kill()
    game.is_found_at(nodes[1].port)
    assert nodes[1].stop() == 0, "what it had to count is counted"
    nodes[1].start().wait_ready()
    assert rows() == [1, 1], rows()
    backup = folder / "ladder-backup"
    assert store("copy", database.address(), backup, "--key", folder / "the.key")["ladder"] == 2
    assert store("check", backup)["ladder"] == 2
    empty(cluster)
    print("the ladder is the same at every node, and a game counts once", flush=True)


def sync(port, method="GET", body=b"", tag=None, place="ab" * 16):
    """Device sync by the token `mine`: status, tag, body."""
    headers = ["Authorization: Bearer mine"]
    if method == "PUT":
        headers.append(f"If-Match: {tag}" if tag else "If-None-Match: *")
    status, fields, found = http(port, f"/me/{place}", method, headers, body=body)
    return status, fields.get("etag"), found


def device_sync(cluster):
    """PUT at one node, GET at the other; neither writes over the other; one quota; moved with the store."""
    nodes = cluster.start(PROGRAM, 2, settings="lockers = 2")
    folder, database, key = cluster.folder, cluster.database, cluster.folder / "the.key"
    one, other = (node.port for node in nodes)
    content = os.urandom(200_000)
    status, tag, _ = sync(one, "PUT", content)
    assert status == 200
    assert sync(other) == (200, tag, content), "kept at one node, and another has it not"
    assert sync(other, "PUT", b"two")[0] == 412
    assert sync(other, "PUT", b"two", tag)[0] == 200
    assert sync(one, "PUT", b"three", tag)[0] == 412, "written over unseen"
    assert sync(one)[2] == b"two"
    assert sync(other, "PUT", b"x", place="cd" * 16)[0] == 200
    assert sync(one, "PUT", b"x", place="ef" * 16)[0] == 507, "each node has a quota of its own"
    assert sync(one, "DELETE", place="cd" * 16)[0] == 200
    assert sync(other, place="cd" * 16)[0] == 404
    backup = folder / "sync-backup"
    assert store("copy", database.address(), backup, "--key", key)["device_sync"] == 1
    assert store("check", backup)["device_sync"] == 1
    empty(cluster)
    moves_from_folders(cluster, backup)
    print("device sync is the same at every node, and moves from the nodes' folders", flush=True)


def moves_from_folders(cluster, backup):
    """Each node of before kept its own: all of them are there after a start."""
    for number, place in enumerate(["ab" * 16, "cd" * 16], len(cluster.nodes)):
        own = cluster.folder / f"node{number}" / "lockers"
        own.mkdir(mode=0o700, parents=True)
        (own / place).write_bytes((backup / "lockers" / ("ab" * 16)).read_bytes())
    nodes = cluster.start(PROGRAM, 2)
    for node in nodes:
        for place in ["ab" * 16, "cd" * 16]:
            assert sync(node.port, place=place)[::2] == (200, b"two"), "lost on the way"
        assert not list((cluster.folder / f"node{node.number}" / "lockers").iterdir()), "left behind"
    assert cluster.database.sql("SELECT count(*) FROM ninelives.paper WHERE body::text LIKE '%" + b"two".hex() + "%'") == "0"
    empty(cluster)


def live_backup(cluster):
    """A copy of a database that is in use; nodes start on what was restored from it, and its games go on."""
    nodes = cluster.start(PROGRAM, 2)
    folder, database = cluster.folder, cluster.database
    key, backup = folder / "the.key", folder / "backup"
    game = Game(PROGRAM, 5, nodes[0].port)
    busy = Table(PROGRAM, folder, 6, [node.port for node in nodes])
    busy.thread.start()
    wait(lambda: busy.players and busy.players[0].last > 4)
    assert store("copy", database.address(), backup, "--key", key)["open"] >= 1
    busy.ending = True
    busy.thread.join(120)
    assert busy.fault is None, busy.fault
    store("check", backup)
    empty(cluster)
    store("copy", backup, database.address(), "--to-key", key)
    nodes = cluster.start(PROGRAM, 2)
    game.comes_back([node.port for node in nodes])
    game.ends(folder)
    empty(cluster)
    print("a backup of a running cluster was restored, and its games go on", flush=True)


def from_one_machine(cluster):
    """`admin backup` of a running server with its own folder becomes a cluster."""
    data, backup = cluster.folder / "one", cluster.folder / "one-backup"
    with Server(PROGRAM, data) as server:
        game = Game(PROGRAM, 7, server.port)
        subprocess.run([PROGRAM, "admin", "--data", data, "backup", backup, "--with-key"], check=True, stdout=subprocess.DEVNULL)
        server.kill()
    store("check", backup)
    store("copy", backup, cluster.database.address(), "--to-key", cluster.folder / "the.key")
    [node] = cluster.start(PROGRAM, 1)
    game.comes_back([node.port])
    game.ends(cluster.folder)
    empty(cluster)
    print("the backup of one machine went on as a cluster", flush=True)


def closed_room(port, seed, folder):
    game = Game(PROGRAM, seed, port)
    game.ends(folder)
    game.closes()


def kept_days_of_a_folder(folder):
    """--keep-days, and keep_bytes and keep_games_bytes from a file."""
    data = folder / "kept"
    with Server(PROGRAM, data, "--keep-days", "1") as server:
        for seed in range(3):
            closed_room(server.port, seed, folder)
        assert server.stop() == 0
    assert store("check", data)["closed"] == 3
    with contextlib.closing(sqlite3.connect(data / "ninelives.db")) as file, file:
        file.execute("UPDATE rooms SET closed = closed - 90000 WHERE number = (SELECT min(number) FROM rooms)")
    with Server(PROGRAM, data, "--keep-days", "1") as server:
        assert server.stop() == 0
    count = store("check", data)
    assert (count["closed"], count["games"]) == (2, 3), count
    settings = folder / "small.toml"
    settings.write_text("keep_days = 1\nkeep_bytes = 100\nkeep_games_bytes = 100\n")
    with Server(PROGRAM, data, "--config", settings) as server:
        wait(lambda: "games_removed" in pathlib.Path(str(data) + ".log").read_text())
        assert server.stop() == 0
    count = store("check", data)
    assert (count["closed"], count["games"]) == (0, 0), count
    print("a folder keeps closed rooms and games as long and as many as is said", flush=True)


def kept_days_of_a_database(cluster):
    database = cluster.database
    [node] = cluster.start(PROGRAM, 1, settings="keep_days = 1")
    for seed in range(2):
        closed_room(node.port, seed, cluster.folder)
    wait(lambda: database.sql("SELECT count(*) FROM ninelives.room WHERE NOT open") == "2")
    database.sql("UPDATE ninelives.room SET closed = closed - interval '25 h'"
                 " WHERE number = (SELECT min(number) FROM ninelives.room)")
    node.kill()
    node.start().wait_ready()
    wait(lambda: database.sql("SELECT count(*) FROM ninelives.room") == "1")
    assert database.sql("SELECT count(*) FROM ninelives.paper") == "2"
    cluster.end_nodes()
    cluster.start(PROGRAM, 1, settings="keep_days = 1\nkeep_bytes = 1\nkeep_games_bytes = 1")
    wait(lambda: database.sql("SELECT count(*) FROM ninelives.room") == "0")
    wait(lambda: database.sql("SELECT count(*) FROM ninelives.paper") == "0")
    print("so does a database", flush=True)


with Cluster() as started:
    finished_games(started)
    ladder(started)
    device_sync(started)
    live_backup(started)
    from_one_machine(started)
    kept_days_of_a_folder(started.folder)
    kept_days_of_a_database(started)
