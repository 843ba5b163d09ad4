"""The game as a PettingZoo environment: agents are asked one at a time."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from ._library import ACTIONS, BUSY, FAILED, error, game_answer
from .game import Game, StepBuffers
from .options import GameOptions
from .render import RENDER_MODES, checked_mode, render
from .rules import Level, Preset, seed_of, whole
from .spec import observation_size, privileged_size


def _nothing_legal() -> NDArray[np.int8]:
    """A mask of its own for everybody: trainers write into what they are given."""
    return np.zeros(ACTIONS, np.int8)


def observation_space(level: str) -> spaces.Dict:
    """Bytes, and beside them which actions are legal."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (observation_size(level),), np.uint8),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


class NotReset(ResetNeeded, AttributeError):
    """Something was asked that only a game has, before there was one."""


def not_reset(what: str) -> NotReset:
    return NotReset(f"{what}: there is no game yet; call reset() first")


class _OfAGame:
    """Stands on the class for what `reset` makes, and is found as long as there is no game.

    (`__getattr__` could say the same, and would make every attribute slow.)
    """

    NAMES = (*("game", "agent_selection", "rewards", "terminations", "truncations"),)

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, env: AECEnv | None, _: type | None = None) -> Any:
        if env is None:
            return self
        raise not_reset(self.name)


class NineLivesAEC(AECEnv):
    """Nine Lives as an AEC environment; see docs/train/environment.md."""

    metadata = {
        "name": "ninelives_v1",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 2,
        preset: Preset = "official",
        expansions: str | Iterable[str] = (),
        nope_way: str = "commit",
        house_rules: Mapping[str, Any] | None = None,
        level: Level = "counting",
        skip_forced: bool = True,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`max_cycles` rounds of one turn for each player truncate the game for all at once.

        Turns are counted, and not decisions, since everybody sees them: how many decisions there
        were depends on who holds a Nope.
        """
        super().__init__()
        self.options = GameOptions(
            players, preset, expansions, nope_way, dict(house_rules or {}), level, skip_forced
        )
        if max_cycles is not None and whole("max_cycles", max_cycles) < 1:
            raise ValueError(f"max_cycles: expected at least 1 or None, got {max_cycles}")
        self.render_mode = checked_mode(render_mode)
        self.max_cycles = max_cycles
        self._last_turn = 0 if max_cycles is None else max_cycles * players + 1
        self._buffers = StepBuffers(level, skip_forced, self._last_turn)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {a: observation_space(level) for a in self.possible_agents}
        self.action_spaces = {a: spaces.Discrete(ACTIONS) for a in self.possible_agents}
        self.state_space = spaces.Box(0, 255, (privileged_size(),), np.uint8)
        self._seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        self._number = -1
        self._closed = False
        self.agents: list[str] = []
        self._seer: str | None = None  # the acting agent, whose observation is in the buffers
        self._alive = self._story_from = 0
        self._infos: dict[str, dict[str, Any]] | None = None  # of all agents
        self._info: dict[str, Any] | None = None  # of the acting agent

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def __repr__(self) -> str:
        """Nothing that a player may not know: no seed, no cards."""
        o = self.options
        return f"ninelives_v1(players={o.players}, preset={o.preset!r}, level={o.level!r})"

    __str__ = __repr__

    # ---- the game -------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals. Without a seed the stream of games goes on; a seed begins it again.

        `options={"number": n}` deals the n-th game of that seed: the vector environment's row r
        plays in its episode e the number ``r * 2**32 + e``.
        """
        self._check_open()
        if options and (unknown := sorted(set(options) - {"number"})):
            warnings.warn(f"reset options: expected number, got {', '.join(unknown)}", stacklevel=2)
        self._number += 1
        if seed is not None:
            self._seed, self._number = seed_of(seed), 0
        if options and "number" in options:
            self._number = seed_of(options["number"])
        o = self.options
        self.game = Game(o.players, rules=o.rules, seed=self._seed, number=self._number)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._forget_infos()
        self._alive = (1 << o.players) - 1
        self._story_from = 0
        self.agent_selection = self.agents[0]
        if self._turn_to(self.game.step(-1, 0, self._buffers)):
            self._deads_step_first()

    def step(self, action: int | None) -> None:
        """Plays for the agent to move; a dead agent's step must be None."""
        if self._closed or self.render_mode or self.agent_selection is not self._seer:
            return self._step_with_care(action)
        if type(action) is not int or not 0 <= action < ACTIONS:
            if action is None:  # whoever set the flags from outside may mean it
                return self._step_with_care(action)
            action = whole("action", action)
        player = game_answer(self.game._at, action, self._buffers.at)
        if player < 0:
            return self._look_around(player, action)
        # Nobody who lives has been paid, and the dead have stepped: there is no reward to clear.
        self.agent_selection = self._seer = self.possible_agents[player]
        self._info = self._infos = None
        return None

    def _look_around(self, player: int, action: int) -> None:
        """More has happened than that somebody else is asked."""
        if player == FAILED:
            raise error()
        if player == BUSY:  # another thread looks at the game: wait for it
            return self._step_with_care(action)
        return self._go_on(self._buffers.turn.asked)

    def _step_with_care(self, action: int | None) -> None:
        """A step of whoever is selected, in whatever state the environment is."""
        self._check_open()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            return self._was_dead_step(action)
        if action is None:
            raise ValueError(f"{agent}: expected an action from 0 to 255, got None")
        if self.render_mode:
            self._story_from = self.game.events
        self._go_on(self.game.step(self._seat_of[agent], whole("action", action), self._buffers))
        if self.render_mode == "human":
            self.render()
        return None

    def _go_on(self, player: int) -> None:
        """Only where somebody died or the game ended does anybody get anything, or is buried."""
        if self._turn_to(player):
            self._accumulate_rewards()
            self._deads_step_first()

    def _turn_to(self, player: int) -> bool:
        """Buries the dead and turns to the next acting agent, -1 for nobody.

        True where somebody has died or the game has ended.
        """
        self._forget_infos()
        alive = self._buffers.alive.value
        changed = alive != self._alive
        if changed:
            self._bury(alive)
        if player < 0:
            self._seer = None
            self._end()
            return True
        self.agent_selection = self._seer = self.possible_agents[player]
        if self._last_turn and self.game.turns >= self._last_turn:
            self._truncate()
            return True
        return changed

    def _bury(self, alive: int) -> None:
        """A player who dies has lost, then and there."""
        self._alive = alive
        for agent in self.agents:
            if not alive >> self._seat_of[agent] & 1 and not self.terminations[agent]:
                self.terminations[agent] = True
                self.rewards[agent] = -1 / (self.options.players - 1)

    def _end(self) -> None:
        winner = self.possible_agents[self.game.winner or 0]
        self.rewards[winner] = 1.0
        self.terminations[winner] = True

    def _truncate(self) -> None:
        self._seer = None  # nobody is asked any more
        for agent in self.agents:
            if not self.terminations[agent]:
                self.truncations[agent] = True

    # ---- what is legal, made when somebody looks ------------------------------------------------

    def _forget_infos(self) -> None:
        self._infos = None
        self._info = None

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """For each agent its mask, which is empty but for the one to move."""
        infos = self._infos
        if infos is None:
            if not hasattr(self, "game"):
                raise not_reset("infos")
            infos = {agent: {"action_mask": _nothing_legal()} for agent in self.agents}
            if self._seer is not None:
                infos[self._seer] = self._info or self._info_of_asked()
            self._infos = infos
        return infos

    @infos.setter
    def infos(self, infos: dict[str, dict[str, Any]]) -> None:
        self._infos = infos

    def _info_of_asked(self) -> dict[str, Any]:
        """A copy: trainers keep it and write into it."""
        self._info = info = {"action_mask": self._buffers.mask.copy()}
        return info

    # ---- looking --------------------------------------------------------------------------------

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, np.ndarray] | None, float, bool, bool, dict[str, Any]]:
        """PettingZoo's, in as many words as are needed: it is called at every step."""
        agent = self.agent_selection
        if agent is not self._seer:
            return super().last(observe)
        infos = self._infos
        info = infos[agent] if infos else self._info or self._info_of_asked()
        seen = None
        if observe:  # as observe() says it, without the call
            seen = {
                "observation": self._buffers.observation.copy(),
                "action_mask": info["action_mask"],
            }
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            info,
        )

    def __init_subclass__(cls) -> None:
        """A subclass with its own observe() sees the same in last()."""
        super().__init_subclass__()
        if "observe" in cls.__dict__ and "last" not in cls.__dict__:
            cls.last = AECEnv.last  # type: ignore[method-assign]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Observation of the agent. The mask is its legal set on its turn, and empty otherwise."""
        if agent == self._seer:  # and it is written already. Copies: trainers write into them
            infos = self._infos
            info = infos[agent] if infos else self._info or self._info_of_asked()
            observation = self._buffers.observation.copy()
            return {"observation": observation, "action_mask": info["action_mask"]}
        observation = self.game.observe(self._seat_of[agent], self.options.level)
        info = self.infos.get(agent)
        mask = _nothing_legal() if info is None else info["action_mask"]
        return {"observation": observation, "action_mask": mask}

    def state(self) -> np.ndarray:
        """All hands and the pile: for critics, never for players."""
        return self.game.privileged(0)

    def render(self) -> str | np.ndarray | None:
        """The table as the agent to move sees it."""
        if self.render_mode is None:
            return None
        seat = self._seat_of[self.agent_selection]
        return render(self.game, seat, self.render_mode, self._story_from)

    def close(self) -> None:
        """Nothing is played from now on. Past observations can still be read."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise ClosedEnvironmentError("the environment was closed: expected a new one")

    # ---- copies ---------------------------------------------------------------------------------

    def clone(self) -> NineLivesAEC:
        """An independent copy, in the middle of the game."""
        return copy.deepcopy(self)

    def restore(self, other: NineLivesAEC) -> None:
        """Makes this environment what the other one is."""
        if not isinstance(other, NineLivesAEC):
            raise TypeError(f"restore: expected an environment of this kind, got {other!r}")
        self.__dict__.update(copy.deepcopy(other).__dict__)

    def determinize(self, agent: str, seed: int = 0) -> NineLivesAEC:
        """A copy in a world that the agent can't tell from the true one. For search.

        Its next games are the seed's as well, not those that the true environment will deal.
        """
        world = self.clone()
        world.game = self.game.determinize(self._seat_of[agent], seed)
        world._seer = None
        world._seed, world._number = seed_of(seed), 0
        world._look_again()
        return world

    def _look_again(self) -> None:
        """Look again after a new deal of the acting seat's hand: other actions may be legal. In a
        window the acting seat may change, too: a player who had to pass has passed silently."""
        self._forget_infos()
        if self.game.player is None:
            return
        selected = self.agent_selection
        buried = self.terminations[selected] or self.truncations[selected]
        asked: str = getattr(self, "_skip_agent_selection") if buried else selected  # noqa: B009
        mask = self.game.mask(self._seat_of[asked])
        if not mask.any():
            asked = self.possible_agents[self.game.player]
            mask = self.game.mask(self.game.player)
            if buried:
                self._skip_agent_selection = asked
            else:
                self.agent_selection = asked
        self._buffers.mask[:] = mask
        self.infos[asked] = {"action_mask": mask}


for _name in _OfAGame.NAMES:
    setattr(NineLivesAEC, _name, _OfAGame(_name))


class NineLivesGuarded(NineLivesAEC):
    """The environment for use: what PettingZoo's usual wrappers do, without their calls.

    An illegal action ends the game for all, and its agent gets -1; an action that is none is an
    assertion; a step after the end is a warning.
    """

    def step(self, action: int | None) -> None:
        if not self.agents:
            if "agent_selection" not in self.__dict__:
                raise not_reset("step")
            EnvLogger.warn_step_after_terminated_truncated()
            return None
        agent = self.agent_selection
        if action is not None and not self.terminations[agent] and not self.truncations[agent]:
            action = whole("action", action)
            assert 0 <= action < ACTIONS, "action is not in action space"
            if not self._buffers.legal[action]:
                self._check_open()
                return self._end_by_fault(agent)
        return NineLivesAEC.step(self, action)

    def _end_by_fault(self, agent: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = -1.0
        self._seer = None
        self._forget_infos()
        self._accumulate_rewards()
        self._deads_step_first()
