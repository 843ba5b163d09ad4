"""A game against bots, for one model; each session has its own."""

from typing import Any
from uuid import uuid4

from ninelives.text_game import TextGame

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import NineLivesAction, NineLivesObservation
except ImportError:  # run in the folder itself
    from models import NineLivesAction, NineLivesObservation


class NineLivesEnvironment(Environment):
    """Options of `reset`: players, preset, boxes, opponent, seat and list_moves, as `TextGame` has them."""

    SUPPORTS_CONCURRENT_SESSIONS: bool = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(episode_id=str(uuid4()), step_count=0)
        self._game: TextGame | None = None

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> NineLivesObservation:
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        seed = uuid4().int % 2**63 if seed is None else seed
        self._game = TextGame(seed=seed, **options)
        return self._observation()

    def step(self, action: NineLivesAction, **_: Any) -> NineLivesObservation:  # type: ignore[override]
        if self._game is None:
            self.reset()
        if not self._game.over:
            self._state.step_count += 1
            self._game.answer(action.response)
        return self._observation()

    @property
    def state(self) -> State:
        return self._state

    def _observation(self) -> NineLivesObservation:
        game = self._game
        return NineLivesObservation(
            done=game.over,
            reward=float(game.won),
            prompt=game.prompt(),
            error=game.error,
            legal_moves=game.moves() if game.list_moves else [],
            seat=game.seat,
            players=game.game.players,
            won=game.won,
        )
