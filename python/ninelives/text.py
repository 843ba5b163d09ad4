"""Language models at the table: the rules and the state as text, a prompt, a strict parser.

    from ninelives.text import TextAgent, play
    agent = TextAgent(model)                 # model: a function from a prompt to an answer
    play(agent, opponent="careful", seed=1)

A model answers with one last line of JSON: {"move": "play skip"}. Nothing else of its answer counts.
An answer that can't be read, or is not legal, is answered once with the error; the second ends the
game. The prompt holds the rules of preset and boxes, everything that happened, and what the seat
sees. It has no list of legal moves, unless the track with that list is chosen (`list_moves`).

    python -m ninelives.text --url http://localhost:8080/v1/chat/completions --model NAME

is an agent for the arena: it reads the arena's lines and asks a server that speaks the common
chat form. Without `--url` a stub that knows nothing plays.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
import urllib.request
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ._library import lib, text_from
from .game import Game
from .rules import CARD_NAMES, rules_text

Model = Callable[[str], str]
Moves = dict[str, int]  # by their words

# Legal answers in each phase. CARD is a card's word, N a number.
ANSWERS: dict[str, dict[str, str]] = {
    "turn": {
        "draw": "draw the top card and end this turn",
        "play CARD": "play one card",
        "pair CARD": "play two of a kind: steal a random card",
        "triple CARD": "play three of a kind: name a card and get it",
        "five": "play five different cards: take one from the discard pile",
        "blind": "cursed: play a random card of your hand",
    },
    "chain": {
        "pass": "take the turns of the attack",
        "play CARD": "pass the attack on",
    },
    "target": {"target N": "player N"},
    "name": {"card CARD": "the card that you want"},
    "five": {"card CARD": "the next of the five cards"},
    "window": {
        "pass": "play no Nope",
        "nope": "play a Nope",
    },
    "give": {"card CARD": "the card that you give", "blind": "cursed: a random card"},
    "take": {"card CARD": "the card that you take from the discard pile"},
    "order": {"order N": "the number of the card, of those you see, that comes next from the top"},
    "times": {"times N": "how many times you shuffle, 1 to 100"},
    "collect": {"card CARD": "the card that goes into the pile", "blind": "cursed: a random card"},
    "keep": {
        "keep": "keep the Exploding Kitten in your hand, in secret",
        "defuse": "play a Defuse and put the kitten back",
    },
    "guess": {"blind": "turn up a random card of your hand"},
    "place": {"depth N": "how many cards lie above the kitten, 0 is the top"},
    "potluck": {"card CARD": "the card that goes on top of the pile", "blind": "cursed: a random card"},
    "bury": {"depth N": "how many cards lie above it, 0 is the top"},
}


def rulebook(rules: str, players: int) -> str:
    """The rules of a game in English sentences, from the engine's own fields and card texts."""
    arguments = (rules.encode(), players, b"en")
    return text_from(lib.nl_rulebook, *arguments)


def rules_of_fields(fields: Mapping[str, Any]) -> str:
    """The rules as text from the fields that the arena sends."""
    flat: dict[str, Any] = {}
    for name, value in fields.items():
        if isinstance(value, Mapping):
            flat |= {f"{name}.{part}": count for part, count in value.items()}
        else:
            flat[name] = value
    return rules_text(overrides=flat)


def _words(view: Mapping[str, Any], action: int) -> str:
    """An action in the words of a record, from a view alone."""
    seats, viewer = view["seats"], view["viewer"]
    if action < 7:
        return ("draw", "pass", "nope", "blind", "five", "keep", "defuse")[action]
    if 16 <= action < 24:
        return f"target {(viewer + action - 16) % seats}"
    if action < 128:
        name = view.get("phase", {}).get("name", "")
        return f"{ {'order': 'order', 'times': 'times'}.get(name, 'depth') } {action - 24}"
    verb = ("play", "pair", "triple", "card")[(action - 128) // 32]
    return f"{verb} {CARD_NAMES[action % 32]}"


def state_json(game: Game, seat: int) -> dict[str, Any]:
    """View of the seat, in the form of docs/reference/protocol.md."""
    return game.view(seat)


def legal_moves(game: Game, seat: int) -> Moves:
    """The legal moves of the seat, by their words."""
    return {game.text(action, seat): action for action in game.legal(seat)}


def _cards(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in counts.items()) or "none"


def state_text(view: Mapping[str, Any]) -> str:
    """A view in sentences: everything that the seat sees and knows."""
    me = view["viewer"]
    lines = [f"You are player {me} of {view['seats']}. Alive: {_players(view['alive'])}."]
    lines.append(f"Your hand: {_cards(view.get('hand', {}))}.")
    sizes = [f"player {i}: {n}" for i, n in enumerate(view["hand_sizes"]) if i != me]
    lines.append(f"Cards in other hands: {', '.join(sizes)}.")
    lines += _pile_lines(view)
    lines += _table_lines(view)
    for fact in view.get("known", {}).get("hands", []):
        lines.append(f"You know that player {fact['seat']} holds {fact['card']}.")
    if "card" in view.get("play", {}):
        lines.append(f"The last play: {_play(view['play'])}.")
    lines.append(_question(view["phase"]))
    return "\n".join(lines)


def _pile_lines(view: Mapping[str, Any]) -> list[str]:
    lines = [f"The pile has {view['pile']} cards."]
    if odds := view.get("odds"):
        lines.append(f"The next card is a kitten in {odds['kittens']} of {odds['cards']} cases.")
    if view["faceup"]:
        top = " It is the top card." if view["doom_on_top"] else ""
        lines.append(f"The Imploding Kitten lies face up in the pile.{top}")
    if view.get("discard"):
        lines.append(f"Discarded: {_cards(view['discard'])}.")
    return lines + [f"You know that {_place(fact)}." for fact in view["known"].get("pile", [])]


def _table_lines(view: Mapping[str, Any]) -> list[str]:
    way = "upwards" if view["forward"] else "downwards"
    attacked = ", after an attack" if view["attacked"] else ""
    lines = [
        f"It is player {view['turn']}'s turn, who owes {view['owed']}{attacked}. "
        f"Play goes {way} through the players' numbers."
    ]
    if view["cursed"]:
        lines.append(f"Cursed: {_players(view['cursed'])}.")
    for seat, cards in enumerate(view.get("marked", [])):
        if cards:
            lines.append(f"Open in the hand of player {seat}: {_cards(cards)}.")
    return lines


def _question(phase: Mapping[str, Any]) -> str:
    """The question, with the card and the numbers that belong to it."""
    facts = [f"{word} {phase[word]}" for word in ("card", "kitten", "last") if word in phase]
    facts += [f"{phase['placed']} of {phase['of']} placed"] if "of" in phase else []
    facts += [f"{phase['named']} of 5 named"] if "named" in phase else []
    return f"The question: {phase['name']}{' (' + ', '.join(facts) + ')' if facts else ''}."


def _place(fact: Mapping[str, Any]) -> str:
    low, high = fact["low"], fact["high"]
    where = f"at place {low}" if low == high else f"at one of the places {low} to {high}"
    if "card" not in fact:
        return f"no kitten lies {where} of the pile (0 is the top)"
    return f"{fact['card']} lies {where} of the pile (0 is the top)"


def _play(play: Mapping[str, Any]) -> str:
    """`player 0, pair of beard, against player 1, 1 nope so far`."""
    combo = play.get("combo", "single")
    parts = [f"player {play['by']}"] if "by" in play else []
    parts.append(play["card"] if combo == "single" else f"{combo} of {play['card']}")
    parts += [f"against player {play['target']}"] if "target" in play else []
    parts += [f"for {play['named']}"] if "named" in play else []
    nopes = play.get("nopes", 0)
    parts += [f"{nopes} nope{'s' if nopes > 1 else ''} so far"] if nopes else []
    return ", ".join(parts)


def _players(seats: list[int]) -> str:
    return ", ".join(f"player {seat}" for seat in seats)


def answer_forms(phase: str) -> str:
    """Forms of answers in a phase, whatever is legal there now."""
    forms = ANSWERS.get(phase, {})
    return "\n".join(f"{form}: {meaning}" for form, meaning in forms.items())


def prompt(
    view: Mapping[str, Any],
    story: Sequence[str] = (),
    rules: str = "",
    moves: Moves | None = None,
) -> str:
    """All that a model is told: rules, history, state, question, form of the answer.

    `rules` is `rulebook(...)`; `story` everything that the seat was told since the deal. With
    `moves` the legal moves are listed: a track of its own, which the prompt names.
    """
    phase = view["phase"]["name"]
    parts = [
        "You play a card game against other players. These are its rules.\n" + rules,
        "What happened so far:\n" + ("\n".join(story) or "nothing yet"),
        state_text(view),
        f"Possible answers to the question '{phase}':\n{answer_forms(phase)}",
    ]
    if moves is not None:
        parts.append("Legal moves (track with a list of moves):\n" + "\n".join(moves))
    parts.append(
        "Think as long as you like. The last line of your answer is your move, as one JSON object "
        'and nothing else:\n{"move": "<your move>"}'
    )
    return "\n\n".join(parts)


class AnswerError(ValueError):
    """Reason why an answer is no move, in words for the model."""


def parse_move(response: str) -> str:
    """The move that the last line of an answer names. Raises AnswerError: prose is not searched."""
    lines = [line.strip() for line in response.strip().splitlines()]
    last = lines[-1] if lines else ""
    try:
        answer = json.loads(last)
    except ValueError:
        raise AnswerError("the last line is not a JSON object") from None
    if not isinstance(answer, dict) or answer.keys() != {"move"}:
        raise AnswerError('the last line is not an object with the one field "move"')
    if not isinstance(answer["move"], str):
        raise AnswerError('"move" is not a text')
    return answer["move"]


def move_in(response: str) -> str:
    """Old name of `parse_move`."""
    warnings.warn("`move_in` is `parse_move` now", DeprecationWarning, stacklevel=2)
    return parse_move(response)


def parse_response(response: str, moves: Moves, *, strict: bool = True) -> int | None:
    """The action that an answer ends with; None if it names no legal one."""
    if not strict:
        warnings.warn(
            "strict=False is gone: no answer is searched for moves any more",
            DeprecationWarning,
            stacklevel=2,
        )
    try:
        return moves.get(parse_move(response))
    except AnswerError:
        return None


def checked_move(response: str, moves: Moves) -> int:
    """The legal action that an answer ends with. Raises AnswerError with the reason."""
    move = parse_move(response)
    if move not in moves:
        raise AnswerError(f"{json.dumps(move)} is not legal now")
    return moves[move]


def retry_prompt(first: str, answer: str, error: str) -> str:
    """The prompt after an answer that was no legal move."""
    return (
        f"{first}\n\nYour last answer ended with:\n{answer[-500:]}\n"
        f"It is no move: {error}. Answer again; this is the last try."
    )


@dataclass
class TextAgent:
    """Asks a model, once more with the error if its answer is no legal move, and counts both."""

    model: Model
    list_moves: bool = False  # the track with a list of legal moves
    tries: int = 2
    requests: int = 0
    misread: int = 0  # answers that were no legal move
    given_up: int = 0  # questions without a legal move after all tries
    last: dict[str, str] = field(default_factory=dict)  # the last prompt and answer

    @property
    def asked(self) -> int:
        """Old name of `requests`."""
        warnings.warn("`asked` is `requests` now", DeprecationWarning, stacklevel=2)
        return self.requests

    def choose(
        self, view: Mapping[str, Any], moves: Moves, story: Sequence[str] = (), rules: str = ""
    ) -> int | None:
        """A legal action, or None if the model found none: then it forfeits."""
        question = first = prompt(view, story, rules, moves if self.list_moves else None)
        for _ in range(self.tries):
            self.requests += 1
            answer = self.model(question)
            self.last = {"prompt": question, "response": answer}
            try:
                return checked_move(answer, moves)
            except AnswerError as wrong:
                self.misread += 1
                question = retry_prompt(first, answer, str(wrong))
        self.given_up += 1
        return None

    def act(self, game: Game, seat: int) -> int | None:
        """Its action in a game, with the whole story of the seat."""
        return self.choose(
            state_json(game, seat),
            legal_moves(game, seat),
            game.story(seat),
            rulebook(game.rules, game.players),
        )


def play(
    agent: TextAgent,
    opponent: str = "careful",
    players: int = 2,
    seed: int = 0,
    rules: str | None = None,
) -> bool:
    """One game from seat 0 against a bot; whether the model wins. Giving up forfeits."""
    rules = rules or rules_text(overrides={"nope_way": "commit"})
    book = rulebook(rules, players)
    game = Game(players, rules=rules, seed=seed)
    while (player := game.player) is not None:
        legal = game.legal(player)
        if len(legal) == 1:
            game.apply(legal[0], player)
        elif player != 0:
            game.apply(game.bot_action(opponent, player, seed=seed * 1000 + game.moves), player)
        else:
            view, moves = state_json(game, player), legal_moves(game, player)
            action = agent.choose(view, moves, game.story(player), book)
            if action is None:
                game.forfeit(player)
            else:
                game.apply(action, player)
    return game.winner == 0


# ---- stub models -----------------------------------------------------------------------------------


def first_legal(text: str) -> str:
    """A stub for the track with a list: the first legal move of the prompt."""
    moves = text.partition("Legal moves (track with a list of moves):\n")[2].splitlines()
    return json.dumps({"move": moves[0]}) if moves else ""


def guess(text: str) -> str:
    """A stub for the track without a list: the first answer that the state in the prompt allows."""
    question = re.search(r"Possible answers to the question '(\w+)':", text)
    hand = re.search(r"^Your hand: (.*)\.$", text, re.M)
    cards = [part.split()[-1] for part in hand[1].split(", ")] if hand else []
    phase = question[1] if question else ""
    others = [int(n) for n in re.findall(r"player (\d+): [1-9]", text)]
    move = {
        **{"turn": "draw", "chain": "pass", "window": "pass", "keep": "defuse", "guess": "blind"},
        **{"place": "depth 0", "bury": "depth 0", "order": "order 0", "times": "times 1"},
        "target": f"target {others[0] if others else 0}",
    }.get(phase, f"card {random.Random(text).choice(cards or ['nope'])}")
    return f"I look at {phase}.\n{json.dumps({'move': move})}"


# ---- an agent for the arena ------------------------------------------------------------------------


def http_model(url: str, name: str, timeout: float = 60) -> Model:
    """A model behind an HTTP endpoint of the common chat form, such as one on this machine."""

    def ask(text: str) -> str:
        body = {"model": name, "messages": [{"role": "user", "content": text}], "temperature": 0}
        request = urllib.request.Request(
            url, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return json.load(answer)["choices"][0]["message"]["content"]

    return ask


def serve(agent: TextAgent, questions: Any = None, answers: Any = None) -> None:
    """Answers the arena's lines (docs/train/agents.md) until there are no more.

    Where there is no choice it takes as long as it did last: otherwise the time would tell the
    others who holds a Nope.
    """
    took, rules = 0.0, ""
    story: list[str] = []
    for line in questions or sys.stdin:
        message = json.loads(line)
        if "begin" in message:
            story = []
            rules = rulebook(rules_of_fields(message["rules"]), message["seats"])
        if "ask" not in message:
            continue
        story += message.get("story", [])
        view, legal = message["view"], message["ask"]
        moves = {_words(view, action): action for action in legal}
        if len(legal) == 1:
            action: int | None = legal[0]
            time.sleep(took)
        else:
            start = time.monotonic()
            action = agent.choose(view, moves, story, rules)
            took = time.monotonic() - start
        print("-" if action is None else action, file=answers or sys.stdout, flush=True)


def main() -> None:
    """The command `python -m ninelives.text`."""
    parser = argparse.ArgumentParser(
        prog="python -m ninelives.text", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--url", help="an endpoint of the common chat form; none: a stub plays")
    parser.add_argument("--model", default="default", help="the model's name there")
    parser.add_argument("--list-moves", action="store_true", help="the track with a list of moves")
    args = parser.parse_args()
    stub = first_legal if args.list_moves else guess
    model = http_model(args.url, args.model) if args.url else stub
    serve(TextAgent(model, list_moves=args.list_moves))


if __name__ == "__main__":
    main()
