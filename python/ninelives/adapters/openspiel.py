"""The game in OpenSpiel, with chance as nodes: its IS-MCTS and CFR run on the small games.

    import pyspiel
    import ninelives.adapters.openspiel
    game = pyspiel.load_game("python_ninelives(game=SAF:0)")

OpenSpiel's parameters can't hold brackets, so SAF(0) is written SAF:0. Without `game` it is the
official game for `players`, or the game of `rules` (a text of `ninelives.rules_text`, given as
`pyspiel.load_game("python_ninelives", {"rules": ..., "players": 3})`); those are for search, since
nobody can list their trees.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from .._library import ACTIONS, CARDS
from ..game import Game
from ..rules import rules_of, rules_text, small_game
from ..spec import NOPE, PASS, observation_size

_TYPE = pyspiel.GameType(
    short_name="python_ninelives",
    long_name="Nine Lives",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"players": 2, "game": "", "rules": "", "skip_forced": True},
)


def _rules(params: dict[str, Any]) -> str:
    name = params.get("game", "")
    if not name:
        return params.get("rules") or rules_text(overrides={"nope_way": "commit"})
    deck, _, dealt = name.partition(":")
    return small_game(f"{deck}({dealt})")


class NineLivesGame(pyspiel.Game):
    """The rules and sizes of a game."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.rules = _rules(params)
        self.players = int(params.get("players", 2))
        self.skip_forced = bool(params.get("skip_forced", True))
        self.nopes_unseen = rules_of(self.rules, self.players)["nope_way"] == "commit"
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=CARDS,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=4000,
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self) -> NineLivesState:
        return NineLivesState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> NineLivesObserver:
        return NineLivesObserver(params)


class NineLivesState(pyspiel.State):
    """A game under way; chance is chosen by OpenSpiel."""

    def __init__(self, game: NineLivesGame) -> None:
        super().__init__(game)
        self._skip_forced = game.skip_forced
        self._unseen = game.nopes_unseen
        self.game = Game(game.players, rules=game.rules, explicit_chance=True)

    def current_player(self) -> int:
        if self.game.at_chance:
            return pyspiel.PlayerId.CHANCE
        player = self.game.player
        return pyspiel.PlayerId.TERMINAL if player is None else player

    def _legal_actions(self, player: int) -> list[int]:
        return self.game.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.game.chance()

    def _apply_action(self, action: int) -> None:
        if self.game.at_chance:
            self.game.choose(action)
        else:
            self.game.apply(action)
        if self._skip_forced and not self.game.at_chance:
            self.game.skip_forced()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"outcome {action}"
        return self.game.text(action, player)

    def is_terminal(self) -> bool:
        return self.game.over

    def returns(self) -> list[float]:
        return self.game.rewards()

    def information_state_string(self, player: int | None = None) -> str:
        return self.game.information(self.current_player() if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return self.game.observe(seat).tobytes().hex()

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> NineLivesState:
        """A state that the player can't tell from this one: what IS-MCTS searches in. Seats that
        have answered an open window unseen answer it again: a Nope with probability 1/2."""
        state = self.clone()
        state.game = world = self.game.determinize(player, seed=int(rng() * 2**53))
        asked = self.current_player()
        for _ in range(self.num_players()):
            if world.at_chance or world.player in (None, asked):
                break
            nopes = self._unseen and NOPE in world.legal() and rng() < 0.5
            world.apply(NOPE if nopes else PASS)
        return state

    def __str__(self) -> str:
        return self.game.state_text()


class NineLivesObserver:
    """The `counting` observation as OpenSpiel wants it."""

    def __init__(self, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observer: expected no parameters, got {params}")
        self.tensor = np.zeros(observation_size("counting"), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: NineLivesState, player: int) -> None:
        self.tensor[:] = state.game.observe(player)

    def string_from(self, state: NineLivesState, player: int) -> str:
        return state.information_state_string(player)


pyspiel.register_game(_TYPE, NineLivesGame)
