"""The table for people: as text, or as a small picture of coloured cards."""

from __future__ import annotations

from collections import Counter

import numpy as np

from .game import Game
from .rules import CARD_NAMES

RENDER_MODES = ("human", "ansi", "rgb_array")

_WIDTH, _HEIGHT = 640, 400
_TABLE, _BACK, _PLAIN, _DEAD = (24, 62, 48), (196, 160, 60), (222, 214, 196), (70, 70, 70)
_KITTEN, _DEFUSE = (200, 40, 40), (70, 190, 90)


def _hand_text(cards: list[str]) -> str:
    hand = Counter(cards)
    return ", ".join(f"{name} x{n}" if n > 1 else name for name, n in hand.items()) or "nothing"


def _player_text(view: dict, seat: int) -> str:
    mark = ">" if view["turn"] == seat else " "
    if seat not in view["alive"]:
        return f"{mark} player_{seat}: dead"
    you = " (you)" if view["viewer"] == seat else ""
    return f"{mark} player_{seat}{you}: {view['hand_sizes'][seat]} cards"


def ansi(game: Game, seat: int, since: int = 0) -> str:
    """The table as the seat sees it, and what happened since an event."""
    view = game.view(seat)
    lines = game.story(seat, since)
    lines += [_player_text(view, player) for player in range(view["seats"])]
    kittens, cards = view["kitten_odds"]
    lines.append(f"pile: {view['pile']} cards, a kitten on top: {kittens / cards:.0%}")
    lines.append(f"discard: {view['discard_top'] or 'nothing'}   question: {view['phase']}")
    lines.append(f"your hand: {_hand_text(view['hand'])}")
    return "\n".join(lines)


def _colour(card: str) -> tuple[int, int, int]:
    """Kittens red, Defuse green, every other kind a hue of its own."""
    if card in ("exploding", "imploding"):
        return _KITTEN
    if card == "defuse":
        return _DEFUSE
    angle = CARD_NAMES.index(card) * 2.399963  # the golden angle: neighbours differ
    red, green, blue = (int(150 + 90 * np.cos(angle + shift)) for shift in (0.0, 2.1, 4.2))
    return red, green, blue


def _box(picture: np.ndarray, x: int, y: int, w: int, h: int, colour: tuple) -> None:
    picture[y : y + h, x : x + w] = colour


def _draw_player(picture: np.ndarray, view: dict, seat: int) -> None:
    y = 16 + 38 * seat
    living = seat in view["alive"]
    _box(picture, 16, y, 10, 26, _PLAIN if view["turn"] == seat else _TABLE)
    for card in range(view["hand_sizes"][seat] if living else 1):
        _box(picture, 34 + 14 * card, y, 11, 26, _BACK if living else _DEAD)


def _draw_hand(picture: np.ndarray, cards: list[str]) -> None:
    x = 16
    for name, count in Counter(cards).items():
        for copy in range(count):
            _box(picture, x + 6 * copy, 310 + 4 * copy, 34, 60, _colour(name))
            _box(picture, x + 6 * copy, 310 + 4 * copy, 2, 60, _TABLE)
        x += 40 + 6 * count


def rgb_array(game: Game, seat: int) -> np.ndarray:
    """The same as a picture: hands as backs, pile and discards below, the own hand in colour."""
    view = game.view(seat)
    picture = np.empty((_HEIGHT, _WIDTH, 3), np.uint8)
    picture[:] = _TABLE
    for player in range(view["seats"]):
        _draw_player(picture, view, player)
    _box(picture, 16, 256, 6 * view["pile"], 34, _BACK)
    if view["discard_top"]:
        _box(picture, 590, 256, 34, 34, _colour(view["discard_top"]))
    _draw_hand(picture, view["hand"])
    return picture


def render(game: Game, seat: int, mode: str, since: int = 0) -> str | np.ndarray | None:
    """Draws in one of RENDER_MODES; `human` prints."""
    if mode == "rgb_array":
        return rgb_array(game, seat)
    text = ansi(game, seat, since)
    if mode == "ansi":
        return text
    print(text, end="\n\n", flush=True)
    return None
