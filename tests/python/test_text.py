"""Tests of language models as players: their prompts and the parser of their answers. A stub plays."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from ninelives import EXPANSIONS, PRESETS, Game, rules_text
from ninelives.rules import rules_of
from ninelives.text import (
    ANSWERS,
    TextAgent,
    _words,
    first_legal,
    guess,
    http_model,
    legal_moves,
    move_in,
    parse_response,
    play,
    prompt,
    rulebook,
    serve,
    state_json,
    state_text,
)
from ninelives.text_game import TextGame

MOVES = {"draw": 0, "play skip": 134, "play see": 141, "play see5": 142}
GAMES = [
    rules_text(preset, boxes, {"nope_way": "commit"})
    for preset in PRESETS
    for boxes in ((), *((box,) for box in EXPANSIONS), EXPANSIONS)
]


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ('{"move": "draw"}', 0),
        ('I could draw.\n{"move": "play skip"}\n', 134),
        ('{"move": "draw"}\nno, wait\n{"move":"play see5"}', 142),
        ("Final Answer: draw", None),
        ("I'd draw, certainly not play skip", None),
        ('{"move": "play skip"} is what I would play', None),
        ('{"move": "play skip"}\nor maybe draw', None),
        ('{"move": "Draw"}', None),
        ('{"move": "play attack"}', None),
        ('{"move": "draw", "why": "safe"}', None),
        ('{"move": 0}', None),
        ("", None),
        ("[]", None),
    ],
)
def test_BEN_10_only_a_last_line_of_json_is_an_answer(answer, action):
    assert parse_response(answer, MOVES) == action


def test_BEN_10_a_wrong_answer_is_asked_again_once_with_the_error():
    agent = TextAgent(lambda text: "no idea")
    assert not play(agent, seed=3)
    assert (agent.requests, agent.misread, agent.given_up) == (2, 2, 1)
    assert "the last line is not a JSON object" in agent.last["prompt"]
    agent = TextAgent(lambda text: '{"move": "play unicorn"}')
    play(agent, seed=3)
    assert '"play unicorn" is not legal now' in agent.last["prompt"]


def test_old_names_work_with_a_warning():
    agent = TextAgent(lambda text: "no idea")
    agent.requests = 3
    with pytest.warns(DeprecationWarning, match="`asked` is `requests` now"):
        assert agent.asked == 3
    with pytest.warns(DeprecationWarning, match="`move_in` is `parse_move` now"):
        assert move_in('{"move": "draw"}') == "draw"


@pytest.mark.parametrize("list_moves", [False, True])
def test_BEN_10_stubs_play_whole_games_in_both_tracks(list_moves):
    agent = TextAgent(first_legal if list_moves else guess, list_moves=list_moves)
    for number, rules in enumerate(GAMES):
        play(agent, players=2 + number % 3, seed=number, rules=rules)
    assert agent.requests > 100
    assert agent.misread == 0 if list_moves else agent.misread < agent.requests / 4
    assert ("Legal moves" in agent.last["prompt"]) == list_moves


def test_BEN_10_the_rules_are_those_of_preset_and_boxes():
    """Each card of the box, each field that has a sentence, and each form of an answer."""
    for rules in GAMES:
        fields = rules_of(rules, 3)
        book = rulebook(rules, 3)
        for card, copies in fields["copies"].items():
            assert (f"\n{card} ({copies}): " in book) == (copies > 0), card
        for field, sentence in {
            ("combos", "any"): "Any cards of the same name make a pair",
            ("combos", "cats"): "Only cats make pairs",
            ("five", True): "Five different cards take",
            ("chain", True): "may pass the Attack on at once",
            ("nope_asks", "all"): "After every play there is time for a Nope",
            ("nope_asks", "holders"): "only those who hold a Nope are asked",
            ("kittens", 0): "one Exploding Kitten fewer than there are players",
            ("times", True): "says how many times",
        }.items():
            assert (sentence in book) == (fields[field[0]] == field[1]), field
        assert f"Everybody gets {fields['hand']} card" in book


def test_BEN_10_rules_of_single_cards_are_told_where_the_cards_are():
    for rules in GAMES:
        fields, book = rules_of(rules, 3), rulebook(rules, 3)
        boxes = fields["copies"]
        for field, value, sentence, card in (
            ("targeted", "jump", "play goes on from the target", "targeted"),
            ("targeted", "wait", "takes the turns when play gets there", "targeted"),
            ("keep_ends", True, "Keeping a kitten ends your turn", "streaking"),
            ("keep_ends", False, "Keeping a kitten does not end your turn", "streaking"),
            ("loose", "at_once", "goes off at once", "streaking"),
            ("loose", "at_draw", "when its player comes to draw", "streaking"),
        ):
            told = boxes.get(card, 0) > 0 and fields[field] == value
            assert (sentence in book) == told, (field, value)


# For each phase, the sentences of rules and cards that somebody needs who is asked there.
NEEDED = {
    "turn": ["draw one card", "Two of a kind"],
    "chain": ["may pass the Attack on"],
    "target": [],
    "name": ["Three of a kind"],
    "five": ["Five different cards take"],
    "window": ["A Nope stops what somebody has just played", "An odd number of Nopes"],
    "give": ["favor (4): "],
    "take": ["Five different cards take"],
    "order": [],
    "times": ["says how many times"],
    "collect": ["garbage (1): "],
    "keep": ["streaking (1): ", "Keeping a kitten"],
    "guess": ["curse (2): "],
    "place": ["hide the kitten anywhere in the pile"],
    "potluck": ["potluck (2): "],
    "bury": ["bury (2): "],
}


@pytest.mark.parametrize("rules", range(len(GAMES)))
def test_BEN_10_a_prompt_has_the_rules_that_its_question_is_about(rules):
    """Rule by phase by preset by box: every question that comes, until all that can come have."""
    assert NEEDED.keys() == ANSWERS.keys()
    phases = set()
    for number in range(40):
        game = Game(2 + number % 4, rules=GAMES[rules], seed=29, number=number)
        book = rulebook(GAMES[rules], game.players)
        while (player := game.player) is not None:
            view = state_json(game, player)
            phase = view["phase"]["name"]
            if phase not in phases:
                phases.add(phase)
                told = prompt(view, game.story(player), book)
                assert [part for part in NEEDED[phase] if part not in told] == [], phase
                for form, meaning in ANSWERS[phase].items():
                    assert f"{form}: {meaning}" in told
                for card in view.get("hand", {}):
                    assert f"\n{card} (" in told
                if "card" in view.get("play", {}):
                    assert f"\n{view['play']['card']} (" in told
            game.apply(game.sample(), player)
    assert {"turn", "target", "window", "give", "place"} <= phases


def form_of(words: str) -> str:
    verb, _, rest = words.partition(" ")
    return f"{verb} {'N' if rest.isdigit() else 'CARD'}" if rest else verb


def follow_games(count, seen):
    """Random games of every preset and set of boxes, and each of their prompts."""
    for number in range(count):
        rules = GAMES[number % len(GAMES)]
        game = Game(2 + number % 4, rules=rules, seed=11, number=number)
        book = rulebook(rules, game.players)
        while (player := game.player) is not None:
            view, moves = state_json(game, player), legal_moves(game, player)
            seen(game, player, view, moves, prompt(view, game.story(player), book))
            game.apply(game.sample(), player)


@pytest.mark.parametrize("count", [60, pytest.param(10_000, marks=pytest.mark.long)])
def test_BEN_10_a_prompt_exists_for_every_position(count):
    phases = set()

    def seen(game, player, view, moves, told):
        phase = view["phase"]["name"]
        phases.add(phase)
        assert {_words(view, action): action for action in moves.values()} == moves
        assert {form_of(words) for words in moves} <= ANSWERS[phase].keys(), phase
        assert "{" not in state_text(view)
        assert "None" not in state_text(view)
        assert "Legal moves" not in told

    follow_games(count, seen)
    if count > 1000:
        assert phases == set(ANSWERS)


def test_BEN_10_no_prompt_tells_more_than_the_seat_knows():
    """The same information gives the same words: what the others hold is dealt again."""
    compared = 0

    def seen(game, player, view, moves, told):
        nonlocal compared
        if game.moves % 7:
            return
        for seed in range(2):
            world = game.determinize(player, seed)
            book = rulebook(game.rules, game.players)
            assert told == prompt(state_json(world, player), world.story(player), book)
            compared += 1

    follow_games(2 * len(GAMES), seen)
    assert compared > 200


@pytest.mark.parametrize("list_moves", [False, True])
def test_BEN_10_a_text_game_asks_answers_and_ends(list_moves):
    ends = set()
    for seed in range(12):
        game = TextGame(3, "family", "stray", seed=seed, seat=1, list_moves=list_moves)
        while not game.over:
            assert ("Legal moves" in game.prompt()) == list_moves
            assert f"You are player {game.seat} of 3" in game.prompt()
            move = game.moves()[seed % len(game.moves())]
            game.answer(f'thinking\n{{"move": "{move}"}}')
            assert game.error == ""
        ends.add(game.won)
        assert game.prompt() == ""
        with pytest.raises(ValueError, match="the game is over"):
            game.answer("{}")
    assert False in ends


def test_BEN_10_a_text_game_is_forfeited_by_the_second_wrong_answer_in_a_row():
    game = TextGame(seed=4)
    first = game.prompt()
    game.answer("draw")
    assert game.error == "the last line is not a JSON object"
    assert game.prompt().startswith(first)
    assert "this is the last try" in game.prompt()
    game.answer(json.dumps({"move": game.moves()[0]}))
    assert game.error == ""
    while not game.over and not game.error:
        game.answer("draw")
    assert not game.over
    game.answer("draw")
    assert game.over
    assert not game.won
    with pytest.raises(ValueError, match="seat: expected 0 to 1"):
        TextGame(seat=2)


def test_RL_4_words_from_a_view_are_those_of_the_record():
    """The arena gives a view and numbers; the game knows the words itself."""
    for number in range(6):
        rules = rules_text("official", EXPANSIONS if number % 2 else ())
        game = Game(4, rules=rules, seed=2, number=number)
        while (player := game.player) is not None:
            view = state_json(game, player)
            assert {_words(view, a): a for a in game.legal(player)} == legal_moves(game, player)
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
    serve(TextAgent(slow, list_moves=True), [json.dumps(q) for q in (question, forced)], answers)
    assert waits == [2.5]
    assert answers.getvalue().split() == [str(question["ask"][0])] * 2


def test_BEN_5_a_text_agent_enters_the_arena(program, tmp_path):
    command = f"text={sys.executable} -m ninelives.text --list-moves"
    done = subprocess.run(
        [program, "arena", "--bots", "random", "--agent", command, "--seats", "2", "--deals", "2"]
        + ["--log", str(tmp_path / "log.jsonl"), "--quiet"],
        capture_output=True,
        text=True,
        check=True,
    )
    lines = map(json.loads, (tmp_path / "log.jsonl").read_text().splitlines())
    line = next(line for line in lines if "places" in line)
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
        agent = TextAgent(http_model(url, "stub"), list_moves=True)
        play(agent, seed=1)
        assert agent.requests > 0
        assert agent.misread == 0
    finally:
        server.shutdown()
