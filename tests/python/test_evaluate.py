"""Tests of the evaluation protocol of docs/train/benchmark.md, as the one command that plays it."""

from __future__ import annotations

import bz2
import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from ninelives import evaluate
from ninelives.arena import commitment_to

ROOT = Path(__file__).resolve().parents[2]

# Plays the first legal action, and writes down whether the log's seed was revealed when asked.
SPY = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "ask" in message:
        with open({log!r}) as log, open({found!r}, "a") as found:
            found.write(str(int('"revealed"' in log.read())))
        print(message["ask"][0], flush=True)
"""


def command(folder: Path, *options: str) -> subprocess.CompletedProcess:
    line = [sys.executable, "-m", "ninelives.evaluate", *options]
    return subprocess.run(line, capture_output=True, text=True, cwd=folder)


@pytest.fixture
def few_deals(monkeypatch):
    """One deal a line-up in place of the protocol's."""
    monkeypatch.setattr(evaluate, "PROTOCOL_DEALS", dict.fromkeys((2, 3, 4, 5), 1))


def test_RL_3_BEN_2_one_command_plays_all_seats_from_one_seed_that_is_revealed_last(tmp_path):
    told = command(tmp_path, "draw", "--quick", "--format", "json")
    assert told.returncode == 0, told.stderr
    boards = json.loads(told.stdout)["boards"]
    assert [board["seats"] for board in boards] == [2, 3, 4, 5]
    assert all(len(board["agents"]) == 5 for board in boards)
    assert all(board["complete"] and board["anchored"] for board in boards)
    lines = [json.loads(line) for line in (tmp_path / "evaluation.jsonl").read_text().splitlines()]
    sealed, *deals, revealed = [line for line in lines if "schedule" not in line]
    assert sealed["commitment"] == commitment_to(revealed["revealed"], revealed["nonce"])
    assert {deal["seed"] for deal in deals} == {revealed["revealed"]}
    assert {deal["seats"] for deal in deals} == {2, 3, 4, 5}
    # Again: nothing is left to play, and the boards are shown.
    assert command(tmp_path, "draw", "--quick", "--format", "json").stdout == told.stdout


def test_BEN_2_no_game_is_played_from_a_seed_that_is_revealed(tmp_path, few_deals, capsys):
    log, found, agent = (tmp_path / name for name in ("log.jsonl", "found", "agent.py"))
    agent.write_text(SPY.format(log=str(log), found=str(found)))
    options = [f"spy={sys.executable} {agent}", "--no-sandbox", "--log", str(log)]
    evaluate.main([*options, "--seats", "2,3", "--workers", "1"])
    assert set(found.read_text()) == {"0"}
    assert '"revealed"' in log.read_text()
    # More from the same seed, which everybody can read now, is refused.
    with pytest.raises(SystemExit, match="its seed is known already"):
        evaluate.main([*options, "--seats", "2,3,4", "--workers", "1"])
    assert set(found.read_text()) == {"0"}


def test_BEN_3_the_board_knows_how_robust_the_anchors_are(tmp_path, few_deals, capsys):
    log = ["--log", str(tmp_path / "log.jsonl"), "--workers", "1", "--seats", "2"]
    evaluate.main(["draw", *log, "--format", "json"])
    agents = json.loads(capsys.readouterr().out)["boards"][0]["agents"]
    net = next(agent for agent in agents if agent["agent"] == "net")
    assert net["rated"]
    assert net["exploitability"] > 0
    assert net["learner_decisions"] > 1e6


def test_BEN_3_a_learned_submission_is_unrated_until_somebody_attacked_it(
    tmp_path, few_deals, capsys
):
    log, agent = tmp_path / "log.jsonl", tmp_path / "own" / "agent.py"
    agent.parent.mkdir()
    agent.write_text(SPY.format(log="/dev/null", found="/dev/null"))
    about = {"about": "mine", "hash": "", "kind": "learned", "training": "PPO"}
    about["budget"] = {"decisions": 1e6, "hours": 1, "machine": "a PC"}
    log.write_text(json.dumps(about) + "\n")  # as a manifest would say
    options = [f"mine={sys.executable} {agent}", "--no-sandbox", "--log", str(log)]
    options += ["--workers", "1", "--seats", "2", "--format", "json"]

    def mine() -> dict:
        agents = json.loads(capsys.readouterr().out)["boards"][0]["agents"]
        return next(agent for agent in agents if agent["agent"] == "mine")

    evaluate.main(options)
    row = mine()
    assert not row["rated"]
    assert row["strength"] is None
    attack = {"bot": "mine", "seats": 2, "won": 0.9, "error": 0.01, "games": 9, "decisions": 1e6}
    (tmp_path / "learners.jsonl").write_text(json.dumps(attack) + "\n")
    evaluate.main([*options, "--learners", str(tmp_path / "learners.jsonl")])
    row = mine()
    assert row["rated"]
    assert row["learner_wins"] == [0.9, 0.01]


def test_RL_3_seats_that_the_protocol_has_not_are_refused(tmp_path):
    told = command(tmp_path, "draw", "--seats", "2,6")
    assert told.returncode == 2
    assert "expected some of 2,3,4,5" in told.stderr


@pytest.fixture(scope="module")
def published_log(tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("board") / "v7.jsonl"
    path.write_bytes(bz2.decompress((ROOT / "data/boards/v7.jsonl.bz2").read_bytes()))
    return str(path)


def test_BEN_3_the_published_log_holds(program, published_log):
    """Some deals of every line-up, drawn at random, played again by the engine and the bots of today."""
    check = [program, "leaderboard", "--check", "--replay", "1", "--log", published_log]
    told = subprocess.run(check, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout
    assert "these are as it says; not played again" in told.stdout


@pytest.mark.long
def test_BEN_3_all_of_the_published_log_holds(program, published_log):
    check = [program, "leaderboard", "--check", "--log", published_log]
    told = subprocess.run(check, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout
    assert "all is as it says" in told.stdout


def chained(lines: list[str]) -> list[str]:
    """The hash chain of a log's lines computed again, as a forger would."""
    link, out = "", []
    for line in lines:
        bare = line[: line.rindex(',"chain":"')] + "}"
        link = hashlib.sha256(f"{link}\n{bare}".encode()).hexdigest()[:32]
        out.append(f'{bare[:-1]},"chain":"{link}"}}\n')
    return out


def test_BEN_3_an_edited_line_of_a_log_is_found(program, tmp_path):
    """The chain finds a changed line, and a forger who computes the chain again is found by playing
    the deal again."""
    played = tmp_path / "played.jsonl"
    games = ["--bots", "random,careful,counting", "--seats", "2", "--deals", "12", "--log", str(played)]
    subprocess.run([program, "arena", *games, "--quiet"], check=True, capture_output=True)
    published = played.read_text().splitlines()
    assert "".join(chained(published)) == played.read_text()
    at = max(i for i, line in enumerate(published) if '"agents":["careful","counting"]' in line)
    deal = json.loads(published[at])
    places = json.dumps(deal["places"], separators=(",", ":"))
    deal["places"][0].reverse()
    forged = json.dumps(deal["places"], separators=(",", ":"))
    edited = [*published]
    edited[at] = published[at].replace(places, forged)
    assert edited[at] != published[at]
    log = tmp_path / "edited.jsonl"
    check = [program, "leaderboard", "--check", "--log", str(log)]
    log.write_text("\n".join(edited) + "\n")
    told = subprocess.run(check, capture_output=True, text=True)
    assert told.returncode == 2
    assert f"line {at + 1} breaks the chain of hashes" in told.stdout
    log.write_text("".join(chained(edited)))
    told = subprocess.run(check, capture_output=True, text=True)
    assert told.returncode == 2
    assert f"wrong: deal {deal['deal']} of careful,counting ends otherwise" in told.stdout


def test_BEN_3_the_published_board_is_what_its_log_says(program, published_log):
    line = [program, "leaderboard", "--log", published_log, "--format", "markdown"]
    line += ["--small-games", str(ROOT / "data/robustness/small-games.jsonl")]
    told = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    page = (ROOT / "docs/train/leaderboard.md").read_text()
    first = "\n## family, 2 players\n"
    assert page[page.index(first) :] == told[told.index(first) :]
    lines = bz2.decompress((ROOT / "data/boards/v7.jsonl.bz2").read_bytes())
    assert hashlib.sha256(lines).hexdigest() in page


@pytest.mark.parametrize("wrong", ["nobody", "ismcts:many"])
def test_RL_3_what_is_wrong_is_said_in_the_name_of_the_command_that_was_typed(tmp_path, wrong):
    told = command(tmp_path, wrong)
    assert told.returncode == 2
    assert told.stderr.startswith("python -m ninelives.evaluate: error: ")
    assert wrong.split(":")[0] in told.stderr
    assert "ninelives.arena" not in told.stderr


def test_RL_3_a_match_with_a_step_limit_scores_the_game_that_was_cut_off_alone():
    def first_legal(observations, masks):
        return masks.argmax(axis=1)

    whole = evaluate.match(first_legal, "draw", deals=50, seed=3)
    assert evaluate.match(first_legal, "draw", deals=50, seed=3, max_turns=10**6) == whole
    cut = evaluate.match(first_legal, "draw", deals=50, seed=3, max_turns=2)
    assert cut.share < whole.share
