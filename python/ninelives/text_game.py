"""One game as a text environment: a prompt, an answer, one retry, and bots in the other seats."""

from __future__ import annotations

from collections.abc import Iterable

from .game import Game
from .rules import rules_text
from .text import AnswerError, checked_move, legal_moves, prompt, retry_prompt, rulebook, state_json


class TextGame:
    """A game that waits for answers of one seat.

    An answer's last line is a move as JSON. The first answer that names no legal move is answered
    with the error, the second one in a row forfeits.
    """

    def __init__(
        self,
        players: int = 2,
        preset: str = "official",
        boxes: str | Iterable[str] = (),
        opponent: str = "careful",
        seed: int = 0,
        seat: int = 0,
        list_moves: bool = False,
    ) -> None:
        rules = rules_text(preset, boxes, {"nope_way": "commit"})
        if not 0 <= seat < players:
            raise ValueError(f"seat: expected 0 to {players - 1}, got {seat}")
        self.game = Game(players, rules=rules, seed=seed)
        self.seat = seat
        self.list_moves = list_moves
        self.error = ""  # why the last answer was no move
        self.answers = 0
        self._opponent, self._seed = opponent, seed
        self._book = rulebook(rules, players)
        self._last = ""  # the answer that the error is about
        self._play_others()

    @property
    def over(self) -> bool:
        """The seat has won, or is out: nothing more is asked of it."""
        return self.game.over or self.seat not in self.game.alive

    @property
    def won(self) -> bool:
        return self.game.winner == self.seat

    def moves(self) -> list[str]:
        """The legal moves, for the track that lists them."""
        return [] if self.over else list(legal_moves(self.game, self.seat))

    def prompt(self) -> str:
        """All that the seat may know, and the error of the last answer. Empty after the end."""
        if self.over:
            return ""
        listed = legal_moves(self.game, self.seat) if self.list_moves else None
        view, story = state_json(self.game, self.seat), self.game.story(self.seat)
        question = prompt(view, story, self._book, listed)
        return retry_prompt(question, self._last, self.error) if self.error else question

    def answer(self, response: str) -> None:
        """Takes an answer to the prompt."""
        if self.over:
            raise ValueError("answer: the game is over")
        self.answers += 1
        try:
            action = checked_move(response, legal_moves(self.game, self.seat))
        except AnswerError as wrong:
            if self.error:
                self.game.forfeit(self.seat)
            self.error, self._last = str(wrong), response
            return
        self.error = ""
        self.game.apply(action, self.seat)
        self._play_others()

    def _play_others(self) -> None:
        """Up to the next question that leaves the seat a choice."""
        while not self.over and (player := self.game.player) is not None:
            legal = self.game.legal(player)
            if len(legal) == 1:
                self.game.apply(legal[0], player)
            elif player == self.seat:
                return
            else:
                seed = self._seed * 1000 + self.game.moves
                self.game.apply(self.game.bot_action(self._opponent, player, seed=seed), player)
