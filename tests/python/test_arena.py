"""Tests of tournaments in blocks: one process, several, or a Ray cluster write the same log."""

from __future__ import annotations

import hashlib
import io
import json
import math
import os
import subprocess
import sys
import time
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from ninelives import Game, NineLivesVec, rules_text
from ninelives.agent import serve
from ninelives.arena import Block, _secret_file, blocks_of, board, commitment_to, lineups, run, seed_for

FIELD = ("random", "careful", "counting")
TOURNAMENT = Block(rules_text(), FIELD, (), seats=2, seed=5, first=0, deals=7)

# Plays the first legal action; where a folder can still be made, kills the worker that started it.
FIRST_LEGAL = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "ask" in message:
        print(message["ask"][0], flush=True)
"""


def log_of(path: Path) -> list[dict]:
    """The lines in the order of their keys, without how long decisions took."""
    lines = [line for line in map(json.loads, path.read_text().splitlines()) if "deal" in line]
    for line in lines:
        del line["times"], line["chain"]
    return sorted(lines, key=lambda line: (line["seats"], line["deal"], line["agents"]))


def claims_of(path: Path) -> list[dict]:
    """The lines that are of no deal: what was published of the seed, and what was revealed."""
    lines = map(json.loads, path.read_text().splitlines())
    return [line for line in lines if "deal" not in line and "schedule" not in line]


def board_of(path: Path) -> list[dict]:
    """The board without how long decisions took."""
    boards = json.loads(board(path.read_text(), "json", "2026-01-01"))
    text = json.dumps(boards)
    assert "p50_micros" in text or "p50" in text
    return _without_times(boards)


def _without_times(value):
    if isinstance(value, dict):
        timed = ("p50", "p99", "class")
        return {k: _without_times(v) for k, v in value.items() if not k.startswith(timed)}
    return [_without_times(v) for v in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def reference(tmp_path_factory) -> Path:
    """Log of one process in one block."""
    path = tmp_path_factory.mktemp("arena") / "one.jsonl"
    run([TOURNAMENT, replace(TOURNAMENT, seats=3)], path, block=100)
    return path


@pytest.mark.parametrize(("block", "workers"), [(1, 1), (3, 1), (2, 2)])
def test_RL_3_blocks_and_workers_change_nothing(reference, tmp_path, block, workers):
    path = tmp_path / "log.jsonl"
    run([TOURNAMENT, replace(TOURNAMENT, seats=3)], path, block=block, workers=workers)
    assert log_of(path) == log_of(reference)
    assert board_of(path) == board_of(reference)


def test_RL_3_the_program_plays_and_prints_the_same(reference, tmp_path, program):
    path = tmp_path / "program.jsonl"
    command = [program, "arena", "--bots", ",".join(FIELD), "--seats", "2,3", "--deals", "7"]
    command += ["--seed", "5", "--quiet", "--log", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    assert log_of(path) == log_of(reference)
    for form in ("text", "markdown", "json", "html"):
        printed = subprocess.run(
            [program, "leaderboard", "--log", path, "--format", form, "--date", "2026-01-01"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert printed == board(path.read_text(), form, "2026-01-01")


def test_RL_3_parts_of_an_array_job_make_the_same_log(tmp_path):
    options = ["--bots", ",".join(FIELD), "--deals", "5", "--seed", "9", "--block", "1", "--workers", "1"]
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    assert arena(*options, "--log", str(whole)).returncode == 0
    for number in (2, 0):  # the one in the middle was killed
        told = arena(*options, "--part", f"{number}/3", "--log", str(parts))
        assert told.returncode == 0, told.stderr
    assert not parts.exists()
    (tmp_path / "parts.jsonl.1-of-3.unfinished").write_text("half a line")
    assert arena(*options, "--log", str(parts)).returncode == 0
    assert log_of(parts) == log_of(whole)
    assert board_of(parts) == board_of(whole)


def test_RL_3_a_stopped_run_goes_on_and_plays_nothing_twice(reference, tmp_path):
    whole = reference.read_text().splitlines(keepends=True)
    path = tmp_path / "log.jsonl"
    path.write_text("".join(whole[:5]) + whole[5][:40])  # killed in the middle of a line
    run([TOURNAMENT, replace(TOURNAMENT, seats=3)], path, block=2)
    lines = path.read_text().splitlines()
    assert lines[:5] == [line.rstrip("\n") for line in whole[:5]]
    assert log_of(path) == log_of(reference)
    before = path.read_text()
    run([TOURNAMENT, replace(TOURNAMENT, seats=3)], path, block=2)
    assert path.read_text() == before


def deadly(tmp_path: Path, deaths: int) -> Block:
    """A tournament whose program kills its worker, as many times as there are folders to make. It is
    the same program, and so has the same hash, however often that is."""
    agent = tmp_path / "own" / "agent.py"  # a log beside it would be one of its files
    agent.parent.mkdir(exist_ok=True)
    agent.write_text(FIRST_LEGAL)
    for i in range(2):
        folder = tmp_path / f"died{i}"
        folder.mkdir(exist_ok=True)
        if i < deaths:
            folder.rmdir()
    trap = f"for i in 0 1; do mkdir {tmp_path}/died$i 2>/dev/null && kill -9 $PPID && exit; done; "
    program = f"mine={trap}exec {sys.executable} {agent}"
    # In the sandbox it could kill nobody but itself.
    return replace(TOURNAMENT, bots=("careful",), programs=(program,), deals=6, no_sandbox=True)


def test_RL_3_a_killed_worker_changes_nothing(tmp_path):
    calm, wild = tmp_path / "calm.jsonl", tmp_path / "wild.jsonl"
    run([deadly(tmp_path, 0)], calm, block=2)
    run([deadly(tmp_path, 2)], wild, block=2, workers=2)
    assert (tmp_path / "died1").exists()
    assert log_of(wild) == log_of(calm)
    assert board_of(wild) == board_of(calm)
    assert not any(sum(line["illegal"]) + sum(line["timeouts"]) for line in log_of(wild))


@pytest.mark.long
def test_RL_3_two_ray_nodes_and_a_killed_worker_change_nothing(reference, tmp_path, start_ray):
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    cluster_utils = pytest.importorskip("ray.cluster_utils")
    head = {"num_cpus": 1}
    cluster = start_ray(cluster_utils.Cluster, initialize_head=True, head_node_args=head)
    try:
        start_ray(cluster.add_node, num_cpus=1)
        cluster.wait_for_nodes()
        start_ray(ray.init, address=cluster.address, log_to_driver=False)
        assert len([node for node in ray.nodes() if node["Alive"]]) == 2
        path, calm, wild = (tmp_path / f"{name}.jsonl" for name in ("ray", "calm", "wild"))
        tournaments = [TOURNAMENT, replace(TOURNAMENT, seats=3)]
        run(tournaments, path, block=2, ray=cluster.address)
        assert log_of(path) == log_of(reference)
        assert board_of(path) == board_of(reference)
        run([deadly(tmp_path, 0)], calm, block=2)
        run([deadly(tmp_path, 2)], wild, block=2, ray=cluster.address)
        assert (tmp_path / "died1").exists()
        assert log_of(wild) == log_of(calm)
    finally:
        ray.shutdown()
        cluster.shutdown()


def test_RL_3_a_policy_answers_the_arenas_questions():
    """The observation of a question is the one that the environments give."""
    seen = []

    def policy(observations, masks):
        seen.append((observations.copy(), masks.copy()))
        return masks.argmax(axis=1)

    vec = NineLivesVec(1, seed=1)
    question = {"ask": np.flatnonzero(vec.masks[0]).tolist(), "view": {}}
    question["observation"] = vec.observations[0].tobytes().hex()
    lines = [json.dumps({"begin": 1, "seat": 0, "seats": 2, "seed": 1}), json.dumps(question)]
    answers = io.StringIO()
    serve(policy, io.StringIO("\n".join(lines) + "\n"), answers)
    assert answers.getvalue() == f"{question['ask'][0]}\n"
    assert (seen[0][0] == vec.observations).all()
    assert (seen[0][1] == vec.masks).all()


def test_RL_3_blocks_cover_every_deal_once():
    deals = [d for b in blocks_of(TOURNAMENT, 3) for d in range(b.first, b.first + b.deals)]
    assert deals == list(range(7))
    a, b, c = ("a", "1"), ("b", "2"), ("c", "3")
    assert lineups((c, a, b), 2) == [(a, b), (a, c), (b, c)]
    assert lineups((b, a), 3) == [(a, b, b)]


def arena(*options: str, **environment: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "ninelives.arena", *options]
    return subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **environment}
    )


def test_RL_3_the_command_prints_the_board(tmp_path):
    log = str(tmp_path / "log.jsonl")
    told = arena("--bots", "random,careful", "--deals", "4", "--workers", "1", "--log", log)
    assert told.returncode == 0, told.stderr
    assert "8 games of 4 deals" in told.stdout
    assert told.stdout.index("careful") < told.stdout.index("random ")


# In place of Ray, where it isn't installed: carries a task as Ray does, by cloudpickle to a fresh
# interpreter.
ONE_NODE = """\
import pickle, subprocess, sys
import cloudpickle
RUN = "import pickle, sys; f, a = pickle.load(sys.stdin.buffer); sys.stdout.write(f(*a))"
def is_initialized():
    return True
class Remote:
    def __init__(self, function):
        self.function = function
    def remote(self, *arguments):
        sent = cloudpickle.dumps((self.function, arguments))
        node = subprocess.run([sys.executable, "-c", RUN], input=sent, stdout=-1, check=True)
        return node.stdout.decode()
def remote(**options):
    return Remote
def wait(tasks):
    return tasks[:1], tasks[1:]
def get(done):
    return done
"""


def test_RL_3_the_command_sends_tasks_that_can_be_pickled(tmp_path):
    """Run as a program, `ninelives.arena` is `__main__`: what it sends must not travel by value."""
    pytest.importorskip("cloudpickle")
    (tmp_path / "ray.py").write_text(ONE_NODE)
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    options = ["--bots", "random,careful", "--deals", "4", "--block", "2", "--seed", "3"]
    assert arena(*options, "--workers", "1", "--log", str(here)).returncode == 0
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    told = arena(*options, "--ray", "local", "--log", str(there), PYTHONPATH=path)
    assert told.returncode == 0, told.stderr
    assert log_of(there) == log_of(here)


@pytest.mark.long
def test_RL_3_the_command_outlives_a_node_of_its_cluster(tmp_path, start_ray):
    """The documented command on two nodes, one of which dies in the middle; and on one machine."""
    pytest.importorskip("ray", reason="Ray is not installed")
    cluster_utils = pytest.importorskip("ray.cluster_utils")
    options = ["--bots", "random,careful,ismcts:40", "--deals", "12", "--block", "1", "--seed", "3"]
    calm, wild, local = (tmp_path / f"{name}.jsonl" for name in ("calm", "wild", "local"))
    assert arena(*options, "--log", str(calm)).returncode == 0
    head = {"num_cpus": 1}
    cluster = start_ray(cluster_utils.Cluster, initialize_head=True, head_node_args=head)
    try:
        node = start_ray(cluster.add_node, num_cpus=1)
        cluster.wait_for_nodes()
        command = [sys.executable, "-m", "ninelives.arena", *options]
        command += ["--ray", cluster.address, "--log", str(wild)]
        with subprocess.Popen(command, stdout=-1, stderr=-1, text=True) as running:
            while running.poll() is None and not (wild.exists() and wild.read_text()):
                time.sleep(0.05)
            cluster.remove_node(node, allow_graceful=False)
            _, said = running.communicate()
        assert running.returncode == 0, said
    finally:
        cluster.shutdown()
    assert log_of(wild) == log_of(calm)
    told = arena(*options, "--ray", "local", "--log", str(local))
    assert told.returncode == 0, told.stderr
    assert log_of(local) == log_of(calm)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--bots", "random,nobody"], "no bot 'nobody'"),
        (["--bots", "random"], "two agents"),
        (["--bots", "random,random"], "two agents are called 'random'"),
        (["--agent", "mine"], "NAME=COMMAND"),
        (["--seats", "9"], "2"),
        (["--set", "hand=99"], "hand"),
        (["--deals", "0"], "at least 1"),
        (["--part", "3/3", "--seed", "1"], "NUMBER/PARTS"),
        (["--part", "0/3"], "--seed too"),
        (["--log", "/nowhere/at/all"], "/nowhere"),
        (["--expansions", "cats"], "imploding"),
        (["--also", "srs@5"], "--also srs@5: expected some of --seats"),
        (["--also", "nobody"], "nobody"),
    ],
)
def test_RL_3_wrong_options_say_what_was_expected(options, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = arena("--workers", "1", *options)
    assert told.returncode != 0
    assert said in told.stderr
    assert "Traceback" not in told.stderr


def test_RL_3_one_log_holds_several_kinds_of_games(tmp_path, program):
    log = tmp_path / "log.jsonl"
    options = ["--bots", "random,careful", "--workers", "1", "--log", str(log), "--seats", "2,3"]
    kinds = ["--also", "srs@2", "--also", "official:streaking+imploding@3"]
    assert arena(*options, *kinds, "--deals", "2,1").returncode == 0
    played = {(line["preset"], line["expansions"], line["seats"]) for line in log_of(log)}
    assert played == {
        ("official", "none", 2), ("official", "none", 3), ("srs", "none", 2),
        ("official", "imploding,streaking", 3),
    }  # fmt: skip
    check = [program, "leaderboard", "--log", str(log), "--check"]
    assert "all is as it says" in subprocess.run(check, capture_output=True, text=True).stdout


@pytest.mark.parametrize("length", [3, 54, 55, 56, 63, 64, 65, 119, 120, 1000])
def test_BEN_3_the_librarys_own_sha256_is_the_standards(length):
    path = "/" + "x" * (length - 1)
    digest = hashlib.sha256(path.encode()).hexdigest()
    assert _secret_file(Path(path)).name == f"{digest[:16]}.seed"


def test_BEN_9_a_log_that_was_removed_is_begun_with_the_commitment_of_its_seed(tmp_path, program):
    log = tmp_path / "log.jsonl"
    seed = seed_for(log)
    log.unlink()
    assert arena("--bots", "random,careful", "--workers", "1", "--log", str(log), "--deals", "1").returncode == 0
    (sealed, revealed) = claims_of(log)
    assert revealed["revealed"] == seed
    assert commitment_to(seed, revealed["nonce"]) == sealed["commitment"]
    told = subprocess.run([program, "leaderboard", "--log", str(log), "--check"], capture_output=True, text=True)
    assert told.returncode == 0, told.stdout


def test_BEN_2_without_a_seed_the_deals_are_secret_until_all_is_played(tmp_path, program):
    log = tmp_path / "log.jsonl"
    options = ["--bots", "random,careful", "--workers", "1", "--log", str(log)]
    assert arena(*options, "--deals", "2").returncode == 0
    (sealed, revealed) = claims_of(log)
    seed = revealed["revealed"]
    assert commitment_to(seed, revealed["nonce"]) == sealed["commitment"]
    assert {line["seed"] for line in log_of(log)} == {seed}
    first, second = map(json.loads, log.read_text().splitlines()[:2])
    assert list(first) == ["commitment", "chain"]
    assert second["schedule"]["commitment"] == sealed["commitment"]
    check = [program, "leaderboard", "--log", str(log), "--check", "--replay", "3"]
    told = subprocess.run(check, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout
    assert "2 deals in the log, 2 played again" in told.stdout
    assert not _secret_file(tmp_path / "log.jsonl").exists()
    # Goes on with the seed of the log, and another log has another one.
    assert arena(*options, "--deals", "3").returncode == 0
    assert len(log_of(log)) == 3
    assert {line["seed"] for line in log_of(log)} == {seed}
    other = tmp_path / "other.jsonl"
    assert arena(*options[:-1], str(other), "--deals", "1").returncode == 0
    assert log_of(other)[0]["seed"] != seed
    # BEN-9: deals that were added when the seed was known are reported.
    told = subprocess.run(check, capture_output=True, text=True)
    assert told.returncode == 2
    assert "a seed was scheduled that was not committed to" in told.stdout


def test_BEN_3_an_edited_agent_is_another_agent(tmp_path):
    """Results belonged to a name once: whoever edited an agent was shown the old figures."""
    agent, log = tmp_path / "agent.py", tmp_path / "log.jsonl"
    options = ["--bots", "draw", "--agent", f"mine={sys.executable} {agent}", "--deals", "1"]
    options += ["--workers", "1", "--log", str(log), "--format", "json"]
    agent.write_text(FIRST_LEGAL)
    first = arena(*options)
    assert first.returncode == 0, first.stderr
    assert len(log_of(log)) == 1
    assert arena(*options).returncode == 0
    assert len(log_of(log)) == 1  # the same agent: nothing to play
    agent.write_text(FIRST_LEGAL.replace("[0]", "[-1]"))
    edited = arena(*options)
    assert len(log_of(log)) == 2
    assert len({tuple(line["hashes"]) for line in log_of(log)}) == 2
    assert json.loads(edited.stdout)["boards"][0]["games"] == 2  # those of the edited one alone


@pytest.mark.parametrize("places", ["[[1,2,9]]", "[[0,0],[7,7]]", "[[-5,1],[1,2]]", "[[1],[2]]"])
def test_BEN_6_a_line_with_wrong_places_is_left_out(reference, places):
    line = json.loads(reference.read_text().splitlines()[0])
    line["places"] = json.loads(places)
    with pytest.raises(ValueError, match="expected lines of an arena, got none"):
        board(json.dumps(line) + "\n")


def test_BEN_6_a_program_that_never_reads_ends_the_game_and_not_the_arena(tmp_path):
    log = str(tmp_path / "log.jsonl")
    options = ["--bots", "draw", "--agent", "x=yes 0", "--timeout", "500", "--deals", "1"]
    told = arena(*options, "--workers", "1", "--log", log)
    assert told.returncode == 0, told.stderr
    (line,) = log_of(Path(log))
    assert line["timeouts"][line["agents"].index("x")] == 2


# Plays something of everything, by what it sees alone, and writes down what it was asked.
BY_WHAT_IT_SEES = """\
import json, sys, zlib
for line in sys.stdin:
    message = json.loads(line)
    if "ask" in message:
        open({file!r}, "a").write(line)
        legal = message["ask"]
        print(legal[zlib.crc32(bytes.fromhex(message["observation"])) % len(legal)], flush=True)
"""


@pytest.mark.parametrize(("seats", "expansions"), [(2, ""), (3, "imploding,streaking,stray")])
def test_RL_4_the_arenas_questions_show_the_view_of_the_game(tmp_path, seats, expansions):
    """A question's view is, field by field and in their order, what `Game.view` gives."""
    agent, asked = tmp_path / "agent.py", tmp_path / "asked"
    agent.write_text(BY_WHAT_IT_SEES.format(file=str(asked)))
    programs = tuple(f"{name}={sys.executable} {agent}" for name in "abc"[:seats])
    rules = rules_text(expansions=expansions)
    block = Block(rules, (), programs, seats=seats, seed=1, first=0, deals=1, no_sandbox=True)
    block.play()
    overrides = {"nope_way": "commit"}
    game = Game(seats, rules=rules_text(expansions=expansions, overrides=overrides), seed=1)
    views = []
    while not game.over:
        legal, seen = game.legal(), game.observe().tobytes()
        views.append(json.dumps([legal, game.view(), seen.hex()]))
        game.apply(legal[zlib.crc32(seen) % len(legal)])
    told = [json.loads(line) for line in asked.read_text().splitlines()]
    told = [json.dumps([one["ask"], one["view"], one["observation"]]) for one in told]
    # All play alike, so that all games of the deal are the same one, question by question.
    assert sorted(told) == sorted(views * math.factorial(seats))
    assert any('"play"' in view for view in views)
