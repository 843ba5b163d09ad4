"""Language models: what they are told, and what is made of their answers. A stub plays."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from ninelives import EXPANSIONS, Game, rules_text
from ninelives.text import (
    TextAgent,
    _words,
    first_legal,
    http_model,
    legal_moves,
    parse_response,
    play,
    prompt,
    serve,
    state_json,
    state_text,
)

MOVES = {"draw": 0, "play skip": 134, "play see": 141, "play see5": 142}


@pytest.mark.parametrize(
    ("answer", "strict", "lenient"),
    [
        ("Final Answer: draw", 0, 0),
        ("I could draw.\nFinal Answer: play skip", 134, 134),
        ("Final Answer: draw\nno, wait\nFinal Answer: play see", 141, 141),
        ("final answer: play see5", 142, 142),
        ("Final Answer: **play skip**.", None, 134),
        ("Final Answer: `Draw`", None, 0),
        ("I play skip", None, 134),
        ("play skip or draw? I draw", None, 0),
        ("Final Answer: play attack", None, None),
        ("", None, None),
        ("withdraw", None, None),
        ("Final Answer: play see5 now", None, 142),
    ],
)
def test_RL_4_answers_are_read_strictly_or_leniently(answer, strict, lenient):
    assert parse_response(answer, MOVES) == strict
    assert parse_response(answer, MOVES, strict=False) == lenient


def test_RL_4_a_model_that_answers_nonsense_is_asked_again_and_then_forfeits():
    agent = TextAgent(lambda text: "no idea", tries=2)
    assert not play(agent, seed=3)
    assert (agent.asked, agent.misread, agent.given_up) == (2, 2, 1)
    assert "not a legal move" in agent.last["prompt"]


def test_RL_4_a_stub_plays_whole_games_by_legal_moves():
    agent = TextAgent(first_legal)
    for seed in range(5):
        play(agent, players=2 + seed % 3, seed=seed)
    assert agent.asked > 20
    assert agent.misread == 0


def test_RL_4_words_from_a_view_are_those_of_the_record():
    """The arena gives a view and numbers; the game knows the words itself."""
    for number in range(6):
        rules = rules_text("official", EXPANSIONS if number % 2 else ())
        game = Game(4, rules=rules, seed=2, number=number)
        while (player := game.player) is not None:
            view = state_json(game, player)
            assert {_words(view, a): a for a in game.legal(player)} == legal_moves(game, player)
            game.apply(game.sample(), player)


def test_BEN_2_nobody_is_told_more_than_the_seat_knows():
    """The same information gives the same words: what the others hold is dealt anew."""
    game = Game(3, rules=rules_text(overrides={"nope_way": "commit"}), seed=5)
    while (player := game.player) is not None:
        if game.moves % 5 == 0:
            told = prompt(state_json(game, player), legal_moves(game, player), game.story(player))
            for seed in range(3):
                world = game.determinize(player, seed)
                other = prompt(
                    state_json(world, player), legal_moves(world, player), world.story(player)
                )
                assert told == other
        game.apply(game.sample(), player)


def test_RL_4_the_state_is_there_as_text():
    game = Game(2, seed=1)
    text = state_text(state_json(game, game.player))
    assert "Your hand:" in text
    assert "The pile has" in text


def test_RL_4_what_is_known_is_told_in_sentences():
    """Of whole games, with everything that can be known in them: no line is JSON."""
    told = set()
    for number in range(8):
        game = Game(3, rules=rules_text("official", EXPANSIONS), seed=4, number=number)
        while (player := game.player) is not None:
            told |= set(state_text(state_json(game, player)).splitlines())
            game.apply(game.sample(), player)
    assert not any("{" in line or "None" in line for line in told)
    for part in ("holds defuse", "(0 is the top)", "last play: player", "against", "nope so"):
        assert any(part in line for line in told), part


def test_BEN_2_a_text_agent_takes_its_time_where_it_has_no_choice(monkeypatch):
    """Else the time between two questions would tell that it holds no Nope."""
    game = Game(2, seed=1)
    question = {"view": game.view(), "ask": game.legal()}
    forced = {**question, "ask": question["ask"][:1]}
    waits, now = [], [0.0]

    def slow(text: str) -> str:
        now[0] += 2.5
        return first_legal(text)

    monkeypatch.setattr("ninelives.text.time.monotonic", lambda: now[0])
    monkeypatch.setattr("ninelives.text.time.sleep", waits.append)
    answers = io.StringIO()
    serve(TextAgent(slow), [json.dumps(q) for q in (question, forced)], answers)
    assert waits == [2.5]
    assert answers.getvalue().split() == [str(question["ask"][0])] * 2


def test_BEN_5_a_text_agent_enters_the_arena(program, tmp_path):
    command = f"text={sys.executable} -m ninelives.text"
    done = subprocess.run(
        [program, "arena", "--bots", "random", "--agent", command, "--seats", "2", "--deals", "2"]
        + ["--log", str(tmp_path / "log.jsonl"), "--quiet"],
        capture_output=True,
        text=True,
        check=True,
    )
    line = json.loads((tmp_path / "log.jsonl").read_text().splitlines()[1])
    assert line["illegal"] == [0, 0]
    assert line["timeouts"] == [0, 0]
    assert "text" in done.stdout


def test_BEN_5_an_endpoint_is_asked_in_the_common_form():
    class Stub(BaseHTTPRequestHandler):
        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answer = first_legal(asked["messages"][0]["content"])
            body = json.dumps({"choices": [{"message": {"content": answer}}]}).encode()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Stub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/v1/chat/completions"
        agent = TextAgent(http_model(url, "stub"))
        play(agent, seed=1)
        assert agent.asked > 0
        assert agent.misread == 0
    finally:
        server.shutdown()
