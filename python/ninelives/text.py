"""Language models at the table: the state as JSON and text, the legal moves, a prompt, a parser.

    from ninelives.text import TextAgent, play
    agent = TextAgent(model)                 # model: a function from a prompt to an answer
    play(agent, opponent="careful", seed=1)

The parts are those that harnesses for language models have, so that each can be replaced:
`state_json`, `state_text`, `legal_moves`, `prompt`, `parse_response`. A move is written in the
words of a record, such as `play skip`, `draw`, `target 2`.

    python -m ninelives.text --url http://localhost:8080/v1/chat/completions --model NAME

is an agent for the arena: it reads the arena's lines and asks a server that speaks the common
chat form. Without `--url` it asks nobody and plays the first legal move.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .game import Game
from .rules import CARD_NAMES

Model = Callable[[str], str]
Moves = dict[str, int]  # by their words

RULES = """You play Exploding Kittens, in the digital game Nine Lives, against other players.
On your turn you play as many cards as you like, one after another, and end it with `draw`, which
takes the top card of the pile into your hand. Whoever draws a kitten without a defuse is out; the
last one alive wins. With a defuse you put the kitten back into the pile where you like (`depth N`,
0 is the top). An attack ends your turn without a draw and makes the next player take two; a skip
ends one turn without a draw. See the future shows you the top cards, shuffle mixes the pile, favor
makes somebody give you a card of their choice. Two cats alike steal a card at random, three name
the card that they want. A nope stops any card but a kitten or a defuse, also another nope."""


def _words(view: Mapping[str, Any], action: int) -> str:
    """An action in the words of a record, from a view alone."""
    seats, viewer = view["seats"], view["viewer"]
    if action < 7:
        return ("draw", "pass", "nope", "blind", "five", "keep", "defuse")[action]
    if 16 <= action < 24:
        return f"target {(viewer + action - 16) % seats}"
    if action < 128:
        name = view.get("phase", {}).get("name", "")
        kind = {"place": "depth", "bury": "depth", "order": "order", "times": "times"}
        return f"{kind.get(name, 'number')} {action - 24}"
    verb = ("play", "pair", "triple", "card")[(action - 128) // 32]
    return f"{verb} {CARD_NAMES[action % 32]}"


def state_json(game: Game, seat: int) -> dict[str, Any]:
    """What the seat sees, in the form of docs/reference/protocol.md."""
    return game.view(seat)


def legal_moves(game: Game, seat: int) -> Moves:
    """The legal moves of the seat, by their words."""
    return {game.text(action, seat): action for action in game.legal(seat)}


def _cards(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in counts.items()) or "none"


def state_text(view: Mapping[str, Any]) -> str:
    """A view in sentences."""
    me = view["viewer"]
    lines = [f"You are player {me} of {view['seats']}. Alive: {_players(view['alive'])}."]
    lines.append(f"Your hand: {_cards(view.get('hand', {}))}.")
    sizes = [f"player {i}: {n}" for i, n in enumerate(view["hand_sizes"]) if i != me]
    lines.append(f"Cards in other hands: {', '.join(sizes)}.")
    lines.append(f"The pile has {view['pile']} cards.")
    odds = view.get("odds")
    if odds:
        lines.append(f"The next card is a kitten in {odds['kittens']} of {odds['cards']} cases.")
    if view.get("discard"):
        lines.append(f"Discarded: {_cards(view['discard'])}.")
    known = view.get("known", {})
    lines += [f"You know that {_place(fact)}." for fact in known.get("pile", [])]
    for fact in known.get("hands", []):
        lines.append(f"You know that player {fact['seat']} holds {fact['card']}.")
    lines.append(f"It is player {view['turn']}'s turn, who owes {view['owed']}.")
    if "card" in view.get("play", {}):
        lines.append(f"The last play: {_play(view['play'])}.")
    lines.append(f"The question: {view['phase']['name']}.")
    return "\n".join(lines)


def _place(fact: Mapping[str, Any]) -> str:
    low, high = fact["low"], fact["high"]
    where = f"at place {low}" if low == high else f"at one of the places {low} to {high}"
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


def prompt(view: Mapping[str, Any], moves: Moves, story: list[str] | None = None) -> str:
    """All that a model is told. The last line of its answer is the move."""
    told = "\n".join(story or [])
    return "\n\n".join(
        part
        for part in (
            RULES,
            f"What happened lately:\n{told}" if told else "",
            state_text(view),
            "Legal moves:\n" + "\n".join(moves),
            "Think as long as you like, then end with one line:\nFinal Answer: <one legal move>",
        )
        if part
    )


_ANSWER = re.compile(r"final answer\s*[:：]\s*(.+)", re.IGNORECASE)
_NOISE = re.compile(r"[`*_\"'.。,;!<>\[\]()]")


def _plain(text: str) -> str:
    return " ".join(_NOISE.sub(" ", text.lower()).split())


def parse_response(response: str, moves: Moves, *, strict: bool = True) -> int | None:
    """The move that an answer ends with; None where it says none.

    Strict: the last `Final Answer:` is exactly a legal move. Lenient: without one, or with marks
    around it, the legal move that is named last.
    """
    said = _ANSWER.findall(response)
    if strict:
        return moves.get(said[-1].strip()) if said else None
    plain = {_plain(words): action for words, action in moves.items()}
    if said and _plain(said[-1]) in plain:
        return plain[_plain(said[-1])]
    text = f" {_plain(said[-1] if said else response)} "
    places = {words: text.rfind(f" {words} ") for words in plain}
    last = max(places, key=lambda words: (places[words] + len(words), len(words)))
    return plain[last] if places[last] >= 0 else None


@dataclass
class TextAgent:
    """Asks a model, again with a word of what was wrong, and counts how that went."""

    model: Model
    strict: bool = True
    tries: int = 3
    asked: int = 0
    misread: int = 0  # answers that were no legal move
    given_up: int = 0  # questions without a legal move after all tries
    last: dict[str, str] = field(default_factory=dict)  # the last prompt and answer

    def choose(
        self, view: Mapping[str, Any], moves: Moves, story: list[str] | None = None
    ) -> int | None:
        """A legal action, or None where the model found none: then it forfeits."""
        question = prompt(view, moves, story)
        for _ in range(self.tries):
            self.asked += 1
            answer = self.model(question)
            self.last = {"prompt": question, "response": answer}
            action = parse_response(answer, moves, strict=self.strict)
            if action is not None:
                return action
            self.misread += 1
            question = (
                f"{prompt(view, moves, story)}\n\nYour last answer was not a legal move:\n"
                f"{answer[-500:]}\nAnswer again."
            )
        self.given_up += 1
        return None

    def act(self, game: Game, seat: int) -> int | None:
        story = game.story(seat)[-12:]
        return self.choose(state_json(game, seat), legal_moves(game, seat), story)


def play(agent: TextAgent, opponent: str = "careful", players: int = 2, seed: int = 0) -> bool:
    """One game from seat 0 against a bot; whether the model wins. Giving up forfeits."""
    from .rules import rules_text

    game = Game(players, rules=rules_text(overrides={"nope_way": "commit"}), seed=seed)
    while (player := game.player) is not None:
        legal = game.legal(player)
        if len(legal) == 1:
            game.apply(legal[0], player)
        elif player != 0:
            game.apply(game.bot_action(opponent, player, seed=seed * 1000 + game.moves), player)
        elif (action := agent.act(game, player)) is None:
            game.forfeit(player)
        else:
            game.apply(action, player)
    return game.winner == 0


# ---- an agent for the arena ----------------------------------------------------------------------


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


def first_legal(text: str) -> str:
    """A stub: the first legal move of the prompt."""
    moves = text.partition("Legal moves:\n")[2].splitlines()
    return f"Final Answer: {moves[0]}" if moves else ""


def serve(agent: TextAgent, questions: Any = None, answers: Any = None) -> None:
    """Answers the arena's lines (docs/train/agents.md) until there are no more. Where there is no choice
    it takes as long as it did last: else the others would know, and so who holds a Nope."""
    took = 0.0
    for line in questions or sys.stdin:
        message = json.loads(line)
        if "ask" not in message:
            continue
        view, legal = message["view"], message["ask"]
        moves = {_words(view, action): action for action in legal}
        if len(legal) == 1:
            action: int | None = legal[0]
            time.sleep(took)
        else:
            start = time.monotonic()
            action = agent.choose(view, moves)
            took = time.monotonic() - start
        print("-" if action is None else action, file=answers or sys.stdout, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ninelives.text", description=__doc__.split("\n")[0])
    parser.add_argument("--url", help="an endpoint of the common chat form; none: a stub plays")
    parser.add_argument("--model", default="default", help="the model's name there")
    parser.add_argument("--lenient", action="store_true", help="take the legal move named last")
    parser.add_argument("--tries", type=int, default=3)
    args = parser.parse_args()
    model = http_model(args.url, args.model) if args.url else first_legal
    serve(TextAgent(model, strict=not args.lenient, tries=args.tries))


if __name__ == "__main__":
    main()
