"""Game class: one game through the C interface."""

from __future__ import annotations

import ctypes
import json
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._library import (
    ACTIONS,
    CARDS,
    FAILED,
    Step,
    Turn,
    bytes_from,
    checked,
    error,
    game_step,
    lib,
    text_from,
)
from .rules import PHASE_NAMES, level_of, rules_text, seed_of, whole


class StepBuffers:
    """Buffers of a step's mask, observation and living seats, at addresses that stay."""

    def __init__(self, level: str, skip_forced: bool, turns: int = 0) -> None:
        self._options = (level, skip_forced, turns)
        number = level_of(level)
        self.mask = np.zeros(ACTIONS, np.int8)
        self.legal = self.mask.data  # to look one action up costs less there
        self.observation = np.zeros(lib.nl_observation_size(number), np.uint8)
        self.alive = ctypes.c_int32()
        step = Step(
            self.mask.ctypes.data,
            self.observation.ctypes.data,
            ctypes.addressof(self.alive),
            number,
            int(skip_forced),
            turns,
        )
        self.turn = Turn(step, -1)
        self.at = ctypes.byref(self.turn)  # which is where its step is, too

    def __getstate__(self) -> tuple[Any, ...]:
        return (self._options, self.mask, self.observation, self.alive.value, self.turn.asked)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        """A copy has room of its own, in which the same is written."""
        options, mask, observation, alive, asked = state
        self.__init__(*options)  # type: ignore[misc]
        self.mask[:] = mask
        self.observation[:] = observation
        self.alive.value = alive
        self.turn.asked = asked


class Game:
    """A game of Nine Lives.

    The same rules, players, seed and number play the same game everywhere: here, in the vector
    environment (row r, episode e is number ``r * 2**32 + e``) and in the program `ninelives`.
    """

    def __init__(
        self,
        players: int = 2,
        *,
        rules: str | None = None,
        seed: int = 0,
        number: int = 0,
        explicit_chance: bool = False,
    ) -> None:
        """Deals. `rules` is text as `rules_text` makes it; none is the official game.

        With `explicit_chance` nothing is dealt: `chance()` lists outcomes and `choose()` takes one.
        """
        self._rules = rules_text() if rules is None else rules
        text = self._rules.encode()
        seats = whole("players", players)
        if explicit_chance:
            self._handle = lib.nl_game_new_explicit(text, seats)
        else:
            self._handle = lib.nl_game_new(text, seats, seed_of(seed), seed_of(number))
        if not self._handle:
            raise error()
        self._set_up(seats)

    def _set_up(self, players: int) -> None:
        self.players = players
        self._at = ctypes.byref(ctypes.c_char.from_address(self._handle))
        self._room: tuple[NDArray[np.int8], int] | None = None
        self._seen: dict[str, tuple[int, NDArray[np.uint8], int]] = {}
        self._filling = threading.Lock()  # of the two above, which all threads share

    @classmethod
    def _from_handle(cls, handle: int | None, rules: str) -> Game:
        if not handle:
            raise error()
        game = cls.__new__(cls)
        game._rules = rules
        game._handle = handle
        game._set_up(lib.nl_game_seats(handle))
        return game

    def __del__(self) -> None:
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            lib.nl_game_free(handle)

    def __repr__(self) -> str:
        """Public state of the table. It omits even the acting seat, which may be a secret."""
        if not self.moves and self.at_chance:
            return f"<Game of {self.players}: not dealt yet>"
        view = self.view(-1)
        alive, pile = len(view["alive"]), view["pile"]
        return f"<Game of {self.players}: {alive} alive, {pile} cards in the pile>"

    # ---- where the game is ----------------------------------------------------------------------

    @property
    def rules(self) -> str:
        return self._rules

    @property
    def over(self) -> bool:
        return lib.nl_game_over(self._handle) == 1

    @property
    def winner(self) -> int | None:
        seat = lib.nl_game_winner(self._handle)
        return seat if seat >= 0 else None

    @property
    def player(self) -> int | None:
        """The seat to move; None when the game is over or a random outcome is to be chosen."""
        seat = lib.nl_game_next_actor(self._handle)
        return seat if seat >= 0 else None

    @property
    def alive(self) -> list[int]:
        mask = lib.nl_game_alive(self._handle)
        return [seat for seat in range(self.players) if mask >> seat & 1]

    @property
    def alive_mask(self) -> int:
        """Living seats, one bit each."""
        return lib.nl_game_alive(self._handle)

    @property
    def actors(self) -> list[int]:
        """All who may act now: several in a Nope window."""
        mask = lib.nl_game_actors(self._handle)
        return [seat for seat in range(self.players) if mask >> seat & 1]

    @property
    def phase(self) -> str:
        return PHASE_NAMES[lib.nl_game_phase(self._handle)]

    @property
    def moves(self) -> int:
        return lib.nl_game_moves(self._handle)

    def rewards(self) -> list[float]:
        """+1 for the winner, -1/(n-1) for each loser, all 0 until the game is over."""
        winner, lost = self.winner, -1 / (self.players - 1)
        if winner is None:
            return [0.0] * self.players
        return [1.0 if seat == winner else lost for seat in range(self.players)]

    # ---- playing --------------------------------------------------------------------------------

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return whole("seat", seat)
        player = self.player
        if player is None:
            raise ValueError("nobody is to move: expected a seat")
        return player

    def mask(self, seat: int | None = None) -> NDArray[np.int8]:
        """One entry an action, 1 where it is legal for the seat (the one to move)."""
        who = self._seat(seat)
        with self._filling:
            if self._room is None:  # made when it is first asked for: many games never are
                room = np.zeros(ACTIONS, np.int8)
                self._room = room, room.ctypes.data
            mask, at = self._room
            checked(lib.nl_game_legal(self._handle, who, at))
            return mask.copy()

    def legal(self, seat: int | None = None) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.mask(seat))]

    def apply(self, action: int | str, seat: int | None = None) -> None:
        """Plays an action, given as its id or in words such as "play skip"."""
        who = self._seat(seat)
        if isinstance(action, str):
            action = self.parse(action, who)
        checked(lib.nl_game_apply(self._handle, who, whole("action", action)))

    def step(self, seat: int, action: int, into: StepBuffers) -> int:
        """Plays for a seat (-1: for nobody), gives forced answers if `into` says so, and writes
        what the next player sees there. Returns who that is, -1 for nobody. All in one call."""
        player: int = game_step(self._at, seat, action, into.at)
        if player == FAILED:
            raise error()
        into.turn.asked = player
        return player

    def forfeit(self, seat: int) -> None:
        checked(lib.nl_game_forfeit(self._handle, whole("seat", seat)))

    def skip_forced(self) -> int:
        """Gives all answers that leave no choice; returns how many."""
        return checked(lib.nl_game_skip_forced(self._handle))

    @property
    def turns(self) -> int:
        """Number of turns begun, which everybody sees."""
        return checked(lib.nl_game_turns(self._handle))

    def sample(self) -> int:
        """A legal action of the player to move, each as likely, from the game's own stream."""
        return checked(lib.nl_game_sample(self._handle))

    def bot_action(self, bot: str = "careful", seat: int | None = None, seed: int = 0) -> int:
        """Action that a bot would choose in that seat."""
        who = self._seat(seat)
        return checked(lib.nl_game_bot_action(self._handle, who, bot.encode(), seed_of(seed)))

    def play_random(self) -> int | None:
        """Plays on at random to the end; returns the winner."""
        while (player := self.player) is not None:
            self.apply(self.sample(), player)
        return self.winner

    # ---- looking --------------------------------------------------------------------------------

    def observe(self, seat: int | None = None, level: str = "counting") -> NDArray[np.uint8]:
        """Observation of the seat, as bytes: docs/reference/spec.md names each byte."""
        number, buffer, at = self._seen.get(level) or self._buffer(level)
        who = self._seat(seat)
        with self._filling:
            checked(lib.nl_game_observe(self._handle, who, number, at, buffer.size))
            return buffer.copy()

    def _buffer(self, level: str) -> tuple[int, NDArray[np.uint8], int]:
        """Room for observations, kept: to ask NumPy for an address costs more than the engine."""
        number = level_of(level)
        buffer = np.empty(lib.nl_observation_size(number), np.uint8)
        self._seen[level] = (number, buffer, buffer.ctypes.data)
        return self._seen[level]

    def privileged(self, seat: int | None = None) -> NDArray[np.uint8]:
        """Hidden state: all hands from `seat` on, and the pile. For critics alone."""
        out = np.empty(lib.nl_privileged_size(), np.uint8)
        who = self._seat(seat)
        checked(lib.nl_game_privileged(self._handle, who, out.ctypes.data, out.size))
        return out

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """View of the seat, in the form of docs/reference/protocol.md; -1 is a watcher."""
        return json.loads(text_from(lib.nl_game_view_text, self._handle, self._seat(seat)))

    def odds(self, place: int = 0, seat: int | None = None) -> float:
        """The chance that the card `place` below the top is a kitten, as the seat must see it."""
        kittens, cards = ctypes.c_int(), ctypes.c_int()
        who = self._seat(seat)
        checked(lib.nl_game_odds(self._handle, who, whole("place", place), kittens, cards))
        return kittens.value / cards.value

    @property
    def events(self) -> int:
        return lib.nl_game_events(self._handle)

    def story(self, seat: int = -1, since: int = 0, language: str = "en") -> list[str]:
        """Events in sentences for that seat; -1 is a watcher."""
        arguments = (whole("seat", seat), whole("since", since), language.encode())
        return text_from(lib.nl_game_story, self._handle, *arguments).splitlines()

    # ---- words ----------------------------------------------------------------------------------

    def text(self, action: int, seat: int | None = None) -> str:
        """An action in the words of a record."""
        who = self._seat(seat)
        return text_from(lib.nl_game_action_text, self._handle, who, whole("action", action))

    def parse(self, text: str, seat: int | None = None) -> int:
        return checked(lib.nl_game_parse_action(self._handle, self._seat(seat), text.encode()))

    def state_text(self) -> str:
        """The whole truth in a line, for bug reports."""
        return text_from(lib.nl_game_state_text, self._handle)

    def information(self, seat: int) -> str:
        """All that a seat was told and did since the deal: its information set."""
        return text_from(lib.nl_game_information, self._handle, whole("seat", seat))

    def record(self) -> str:
        """The game so far as JSON Lines; `ninelives replay` reads it."""
        return text_from(lib.nl_game_record, self._handle)

    # ---- copies and other worlds ----------------------------------------------------------------

    def clone(self) -> Game:
        return self._from_handle(lib.nl_game_copy(self._handle), self._rules)

    def restore(self, other: Game) -> None:
        """Makes this game what the other one is."""
        if not isinstance(other, Game):
            raise TypeError(f"restore: expected a Game, got {other!r}")
        checked(lib.nl_game_restore(self._handle, other._handle))
        self._rules = other._rules
        self.players = other.players

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.clone()

    def determinize(self, seat: int | None = None, seed: int = 0) -> Game:
        """A game that the seat can't tell from this one: what it doesn't know is dealt again."""
        world = lib.nl_game_determinize(self._handle, self._seat(seat), seed_of(seed))
        return self._from_handle(world, self._rules)

    def __getstate__(self) -> dict[str, Any]:
        """The whole game, secrets and all: a pickled game is not for players."""
        return {"rules": self._rules, "game": bytes_from(lib.nl_game_save, self._handle)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._rules = state["rules"]
        self._handle = lib.nl_game_load(state["game"], len(state["game"]))
        if not self._handle:
            raise error()
        self._set_up(lib.nl_game_seats(self._handle))

    # ---- chance ---------------------------------------------------------------------------------

    @property
    def at_chance(self) -> bool:
        return lib.nl_game_chance(self._handle, None) > 0

    def chance(self) -> list[tuple[int, float]]:
        """The outcomes to choose from, each with its probability; empty if there are none."""
        weights = np.zeros(CARDS, np.uint16)
        total = checked(lib.nl_game_chance(self._handle, weights.ctypes.data))
        return [(int(i), int(weights[i]) / total) for i in np.flatnonzero(weights)]

    def choose(self, outcome: int) -> None:
        checked(lib.nl_game_choose(self._handle, whole("outcome", outcome)))
