"""Rendering of a table as text or as a picture."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .game import Game
from .rules import CARD_NAMES

RENDER_MODES = ("human", "ansi", "rgb_array")

Colour = tuple[int, int, int]

_WIDTH, _HEIGHT = 720, 480
_CARD_W, _CARD_H = 76, 76
_TABLE, _BACK, _PLAIN, _DEAD = (24, 62, 48), (196, 160, 60), (232, 226, 210), (130, 140, 135)
_KITTEN, _DEFUSE, _EDGE = (225, 70, 60), (90, 200, 110), (20, 24, 22)


def checked_mode(mode: str | None) -> str | None:
    """A way to render, or None; what can't be done is said before anything is played."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode: expected one of {RENDER_MODES}, got {mode!r}")
    if mode == "rgb_array" and find_spec("PIL") is None:
        raise ValueError("render_mode: rgb_array needs Pillow: pip install pillow")
    return mode


def hand_text(hand: dict[str, int]) -> str:
    """Cards by name, the same ones together."""
    return ", ".join(f"{name} x{n}" if n > 1 else name for name, n in hand.items()) or "nothing"


def _player_text(view: dict[str, Any], seat: int) -> str:
    mark = ">" if view["turn"] == seat else " "
    if seat not in view["alive"]:
        return f"{mark} player_{seat}: dead"
    you = " (you)" if view.get("viewer") == seat else ""
    return f"{mark} player_{seat}{you}: {view['hand_sizes'][seat]} cards"


def _chance(view: dict[str, Any]) -> float:
    """Probability that the next card is a kitten."""
    return view["odds"]["kittens"] / view["odds"]["cards"]


def ansi(game: Game, seat: int, since: int = 0) -> str:
    """The table as the seat sees it, and what happened since an event."""
    view = game.view(seat)
    lines = game.story(seat, since)
    lines += [_player_text(view, player) for player in range(view["seats"])]
    lines.append(f"pile: {view['pile']} cards, a kitten on top: {_chance(view):.0%}")
    question = view["phase"]["name"]
    lines.append(f"discard: {view.get('discard_top', 'nothing')}   question: {question}")
    lines.append(f"your hand: {hand_text(view['hand'])}")
    return "\n".join(lines)


def _colour(card: str) -> Colour:
    """Kittens red, Defuse green, every other kind a hue of its own."""
    if card in ("exploding", "imploding"):
        return _KITTEN
    if card == "defuse":
        return _DEFUSE
    angle = CARD_NAMES.index(card) * 2.399963  # the golden angle: neighbours differ
    red, green, blue = (int(175 + 60 * np.cos(angle + shift)) for shift in (0.0, 2.1, 4.2))
    return red, green, blue


class _Picture:
    """A table being drawn. Pillow is asked for here alone: only pictures need it."""

    def __init__(self) -> None:
        from PIL import Image, ImageDraw, ImageFont

        self.image = Image.new("RGB", (_WIDTH, _HEIGHT), _TABLE)
        self.draw = ImageDraw.Draw(self.image)
        self.font = ImageFont.load_default(15)
        self.small = ImageFont.load_default(12)

    def text(self, x: int, y: int, text: str, colour: Colour = _PLAIN) -> None:
        self.draw.text((x, y), text, colour, self.font)

    def box(self, x: int, y: int, w: int, h: int, colour: Colour) -> None:
        self.draw.rounded_rectangle((x, y, x + w, y + h), 4, colour, _EDGE)

    def card(self, x: int, y: int, card: str, count: int = 1) -> None:
        for copy in range(count):
            self.box(x + 6 * copy, y + 5 * copy, _CARD_W, _CARD_H, _colour(card))
        x, y = x + 6 * (count - 1), y + 5 * (count - 1)
        self.draw.text((x + 5, y + 6), card[:11], _EDGE, self.small)

    def player(self, view: dict[str, Any], seat: int) -> None:
        y = 14 + 36 * seat
        turn, living = view["turn"] == seat, seat in view["alive"]
        name = f"player_{seat}" + (" (you)" if view.get("viewer") == seat else "")
        self.text(16, y + 4, ">" if turn else "")
        self.text(32, y + 4, name, _PLAIN if living else _DEAD)
        if not living:
            self.text(170, y + 4, "dead", _KITTEN)
            return
        size = view["hand_sizes"][seat]
        for card in range(size):
            self.box(170 + 17 * card, y, 15, 25, _BACK)
        self.text(176 + 17 * size, y + 4, str(size))


def rgb_array(game: Game, seat: int) -> NDArray[np.uint8]:
    """The same as a picture: players and their hands' backs, pile, discards, the viewer's hand."""
    view, picture = game.view(seat), _Picture()
    for player in range(view["seats"]):
        picture.player(view, player)
    for depth in range(min(view["pile"], 6), 0, -1):
        picture.box(16 + 2 * depth, 246 - 2 * depth, _CARD_W, _CARD_H, _BACK)
    picture.text(28, 266, f"{view['pile']} cards", _EDGE)
    picture.text(120, 250, f"a kitten on top: {_chance(view):.0%}")
    picture.text(120, 274, f"question: {view['phase']['name']}")
    if "discard_top" in view:
        picture.text(428, 262, "discard:")
        picture.card(500, 236, view["discard_top"])
    picture.text(16, 334, "hand:" if view["hand"] else "hand: nothing")
    step = min(_CARD_W + 12, (_WIDTH - 32) // max(len(view["hand"]), 1))
    for place, (name, count) in enumerate(view["hand"].items()):
        picture.card(16 + step * place, 360, name, count)
    return np.asarray(picture.image, np.uint8).copy()


def render(game: Game, seat: int, mode: str, since: int = 0) -> str | NDArray[np.uint8] | None:
    """Draws in one of RENDER_MODES; `human` prints."""
    if mode == "rgb_array":
        return rgb_array(game, seat)
    text = ansi(game, seat, since)
    if mode == "ansi":
        return text
    print(text, end="\n\n", flush=True)
    return None
