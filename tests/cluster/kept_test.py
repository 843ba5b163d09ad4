"""What is kept of a cluster: finished games at every node, backups of what is in use, closed rooms for as long and as many
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
import tempfile
import time

from game import Game, wait
from nodes import Database, Node, Table, http

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "net"))
from ladder_keys import LadderKey  # noqa: E402
from wire import Server  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])


def store(*words):
    """What `ninelives store …` says; it must be content."""
    done = subprocess.run([PROGRAM, "store", *map(str, words)], stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0, words
    return json.loads(done.stdout)


def empty(database):
    database.sql("SET client_min_messages = warning; DROP SCHEMA ninelives CASCADE")


def finished_games(folder, database):
    """Over at one node, to be had and deleted at the other; moved with the store, both ways."""
    nodes = [Node(PROGRAM, folder, i, database).start().wait_ready() for i in range(2)]
    key = folder / "the.key"
    with running(nodes):
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
    empty(database)
    assert store("copy", backup, database.address(), "--to-key", key)["games"] == 2
    assert store("check", database.address(), "--key", key)["games"] == 2
    nodes = [Node(PROGRAM, folder, 9, database).start().wait_ready()]
    with running(nodes):
        assert http(nodes[0].port, page)[0] == 404, "a copy brings back what was deleted"
        body = http(nodes[0].port, f"/g/{left.address}.jsonl")[2].decode()
        assert body.splitlines() == records[1]
    empty(database)
    print("finished games are at every node, and move with the store", flush=True)


def ladder(folder, database):
    """On the ladder at one node and shown at the other; a game counts once though its room moves; moved with the store."""
    settings = "[features]\nladder = true"
    nodes = [Node(PROGRAM, folder, i, database, settings=settings).start().wait_ready() for i in range(2)]
    keys = [LadderKey("Ann"), LadderKey("Bob")]
    with running(nodes):
        for key, node in zip(keys, nodes):
            assert key.states(http, node.port) == 200
        game = Game(PROGRAM, 7, nodes[0].port, [nodes[1].port], keys)
        game.ends(folder)
        rows = lambda: [key.row(http, nodes[1].port)["games"] for key in keys]
        wait(lambda: rows() == [1, 1])
        nodes[0].kill()
        game.is_found_at(nodes[1].port)
        assert nodes[1].stop() == 0, "what it had to count is counted"
        nodes[1].start().wait_ready()
        assert rows() == [1, 1], rows()
        backup = folder / "ladder-backup"
        assert store("copy", database.address(), backup, "--key", folder / "the.key")["ladder"] == 2
    assert store("check", backup)["ladder"] == 2
    empty(database)
    print("the ladder is the same at every node, and a game counts once", flush=True)


def live_backup(folder, database):
    """A copy of a database that is in use; nodes start on what was restored from it, and its games go on."""
    nodes = [Node(PROGRAM, folder, i, database).start().wait_ready() for i in range(2)]
    key, backup = folder / "the.key", folder / "backup"
    with running(nodes):
        game = Game(PROGRAM, 5, nodes[0].port)
        busy = Table(PROGRAM, folder, 6, [node.port for node in nodes])
        busy.thread.start()
        time.sleep(1)
        assert store("copy", database.address(), backup, "--key", key)["open"] >= 1
        busy.ending = True
        busy.thread.join(120)
        assert busy.fault is None, busy.fault
    store("check", backup)
    empty(database)
    store("copy", backup, database.address(), "--to-key", key)
    nodes = [Node(PROGRAM, folder, i, database).start().wait_ready() for i in range(2, 4)]
    with running(nodes):
        game.comes_back([node.port for node in nodes])
        game.ends(folder)
    empty(database)
    print("a backup of a running cluster was restored, and its games go on", flush=True)


def from_one_machine(folder, database):
    """`admin backup` of a running server with its own folder becomes a cluster."""
    data, backup = folder / "one", folder / "one-backup"
    with Server(PROGRAM, data) as server:
        game = Game(PROGRAM, 7, server.port)
        subprocess.run([PROGRAM, "admin", "--data", data, "backup", backup, "--with-key"], check=True, stdout=subprocess.DEVNULL)
        server.kill()
    key = folder / "the.key"
    store("check", backup)
    store("copy", backup, database.address(), "--to-key", key)
    nodes = [Node(PROGRAM, folder, 4, database).start().wait_ready()]
    with running(nodes):
        game.comes_back([nodes[0].port])
        game.ends(folder)
    empty(database)
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


def kept_days_of_a_database(folder, database):
    node = Node(PROGRAM, folder, 5, database, settings="keep_days = 1").start().wait_ready()
    with running([node]):
        for seed in range(2):
            closed_room(node.port, seed, folder)
        wait(lambda: database.sql("SELECT count(*) FROM ninelives.room WHERE NOT open") == "2")
        database.sql("UPDATE ninelives.room SET closed = closed - interval '25 h'"
                     " WHERE number = (SELECT min(number) FROM ninelives.room)")
        node.kill()
        node.start().wait_ready()
        wait(lambda: database.sql("SELECT count(*) FROM ninelives.room") == "1")
        assert database.sql("SELECT count(*) FROM ninelives.paper") == "2"
    node = Node(PROGRAM, folder, 6, database, settings="keep_days = 1\nkeep_bytes = 1\nkeep_games_bytes = 1")
    with running([node.start().wait_ready()]):
        wait(lambda: database.sql("SELECT count(*) FROM ninelives.room") == "0")
        wait(lambda: database.sql("SELECT count(*) FROM ninelives.paper") == "0")
    empty(database)
    print("so does a database", flush=True)


@contextlib.contextmanager
def running(nodes):
    try:
        yield
    except BaseException:
        for node in nodes:
            print((node.folder / f"node{node.number}.log").read_text()[-2000:], file=sys.stderr)
        raise
    finally:
        for node in nodes:
            if node.running():
                node.kill()


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        database = Database(folder / "pg", "fsync=off")
        try:
            finished_games(folder, database)
            ladder(folder, database)
            live_backup(folder, database)
            from_one_machine(folder, database)
            kept_days_of_a_folder(folder)
            kept_days_of_a_database(folder, database)
        finally:
            database.stop()


main()
