"""Gymnasium environment of one learner against bots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from ._library import ACTIONS
from .aec import observation_space
from .render import hand_text
from .rules import CARD_NAMES, whole
from .spec import FIELDS
from .vector import NineLivesVec, VecOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack


class NineLivesSingle(gymnasium.Env):
    """The learner sits at a table of bots; what it does not decide happens inside.

    An illegal action forfeits: the episode ends with a loss. `action_masks()` is what sb3-contrib's
    MaskablePPO asks for; the same mask is in the observation and in the info.
    """

    metadata = {"name": "ninelives_v1", "render_modes": ["ansi"], "render_fps": 2}

    def __init__(
        self,
        players: int = 2,
        opponents: str | Iterable[str] = "careful",
        *,
        flat: bool = False,
        render_mode: str | None = None,
        seed: int | None = None,
        **options: Unpack[VecOptions],
    ) -> None:
        """`flat=True` leaves the mask out of the observation; `options` are NineLivesVec's."""
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode: expected ansi or None, got {render_mode!r}")
        self.vec = NineLivesVec(
            1,
            players,
            opponents=opponents,
            threads=1,
            seed=seed,
            autoreset_mode="Disabled",
            illegal="forfeit",
            **options,
        )
        self.flat = flat
        self.render_mode = render_mode
        self.observation_space = observation_space(self.vec.options.level)
        if flat:
            self.observation_space = self.observation_space["observation"]
        self.action_space = self.vec.single_action_space

    def _observation(self) -> Any:
        observation = self.vec.observations[0].copy()
        if self.flat:
            return observation
        return {"observation": observation, "action_mask": self.action_masks_int()}

    def action_masks_int(self) -> np.ndarray:
        return self.vec.masks[0].copy()

    def action_masks(self) -> np.ndarray:
        """True where an action is legal."""
        return self.vec.masks[0].astype(np.bool_)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks_int(), "player": int(self.vec.players[0])}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        if options:
            raise ValueError(f"reset options: expected none, got {', '.join(sorted(options))}")
        super().reset(seed=seed)
        self.vec.reset(seed=seed)
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays on to the learner's next decision, or to its end."""
        played = whole("action", action)
        legal = 0 <= played < ACTIONS and bool(self.vec.masks[0, played])
        _, reward, terminated, truncated, _ = self.vec.step(np.array([played], np.int32))
        info = {**self._info(), "illegal_action": not legal}
        return (
            self._observation(),
            float(reward[0]),
            bool(terminated[0]),
            bool(truncated[0]),
            info,
        )

    def close(self) -> None:
        """Nothing is played from now on."""
        self.vec.close()

    def render(self) -> str | None:
        """The learner's decision, in two lines."""
        if self.render_mode is None:
            return None
        row = self.vec.observations[0]
        hand = row[FIELDS["hand"].slice]
        cards = {name: int(n) for name, n in zip(CARD_NAMES, hand, strict=False) if n}
        lines = [f"pile: {row[FIELDS['pile_size'].offset]} cards"]
        if self.vec.options.level != "raw":
            lines[0] += f", a kitten on top: {row[FIELDS['top_odds'].offset] / 255:.0%}"
        return "\n".join([*lines, f"your hand: {hand_text(cards)}"])


def make_vec(
    num_envs: int = 1,
    opponents: str | Iterable[str] = "careful",
    *,
    players: int = 2,
    threads: int | None = None,
    seed: int | None = None,
    autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    illegal: str = "error",
    copy: bool = False,
    **options: Unpack[VecOptions],
) -> NineLivesVec:
    """Entry point of gymnasium.make_vec("NineLives-v1"): the single-learner layout."""
    return NineLivesVec(
        num_envs,
        players,
        opponents=opponents,
        threads=threads,
        seed=seed,
        autoreset_mode=autoreset_mode,
        illegal=illegal,
        copy=copy,
        **options,
    )
