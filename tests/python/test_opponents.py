"""Tests of learned opponents in a batch: their games are the same as without batching."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from ninelives import Game, NineLivesVec

ROOT = Path(__file__).resolve().parents[2]
FIRST = f"net:{ROOT / 'data/nets/policy.nlnet'}"
WHOLE = 2**64 - 1


def mix64(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WHOLE
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WHOLE
    return x ^ x >> 31


def chosen(observation: np.ndarray, mask: np.ndarray) -> int:
    """A learner's answer that depends on what it sees alone."""
    legal = np.flatnonzero(mask)
    return int(legal[int(observation.astype(np.int64).sum()) % len(legal)])


class Row:
    """A row of a batch as one game after another, every bot asked alone."""

    def __init__(self, row: int, seed: int, bots: list[str], vec: NineLivesVec) -> None:
        self.row, self.seed, self.bots, self.options = row, seed, bots, vec.options
        self.level = vec.options.level
        self.episode, self.ended = -1, 0
        self.deal()

    def deal(self) -> None:
        while True:
            self.episode += 1
            number = self.row << 32 | self.episode
            o = self.options
            self.game = Game(o.players, rules=o.rules, seed=self.seed, number=number)
            self.learner, self.plies = (self.row + self.episode) % o.players, 0
            if self.play_on():
                return

    def answer(self, seat: int) -> int:
        legal = self.game.legal(seat)
        if len(legal) == 1:
            return legal[0]
        place = (seat - self.learner) % self.options.players - 1
        game = mix64(self.seed + 2) ^ (self.row << 32 | self.episode)
        seed = mix64(game) + (self.plies << 8) + seat & WHOLE
        return self.game.bot_action(self.bots[min(place, len(self.bots) - 1)], seat, seed)

    def apply(self, action: int, seat: int) -> None:
        self.game.apply(action, seat)
        self.plies += 1

    def play_on(self) -> bool:
        """To the learner's next decision; False if its episode ends first."""
        while not self.game.over and self.learner in self.game.alive:
            seat = self.game.player
            inside = self.options.skip_forced and len(self.game.legal(seat)) == 1
            if seat == self.learner and not inside:
                return True
            self.apply(self.answer(seat), seat)
        return False

    def step(self) -> float | None:
        """The reward where an episode ends."""
        action = chosen(self.game.observe(self.learner, self.level), self.game.mask(self.learner))
        self.apply(action, self.learner)
        if self.play_on():
            return None
        won = self.game.over and self.game.winner == self.learner
        reward = 1.0 if won else -1 / (self.options.players - 1)
        self.deal()
        return reward


@pytest.mark.parametrize(
    ("players", "bots", "options"),
    [
        (2, ["net"], {}),
        (2, ["net"], {"skip_forced": False}),
        (4, ["net"], {}),
        (4, ["net", "careful", FIRST], {}),
        (3, ["counting", "net"], {"expansions": ["imploding", "streaking", "stray"], "level": "history"}),
    ],
)
def test_RL_2_BOT_1_a_batch_plays_the_games_of_bots_that_are_asked_alone(players, bots, options):
    vec = NineLivesVec(7, players, opponents=bots, seed=21, threads=2, **options)
    rows = [Row(r, 21, bots, vec) for r in range(7)]
    ended = 0
    for _ in range(60):
        for r, row in enumerate(rows):
            seen = row.game.observe(row.learner, row.level)
            assert (vec.observations[r] == seen).all()
            assert vec.players[r] == row.learner
        rewards = [row.step() for row in rows]
        vec.step(np.array([chosen(o, m) for o, m in zip(vec.observations, vec.masks, strict=True)]))
        for r, reward in enumerate(rewards):
            assert vec.terminated[r] == (reward is not None)
            assert vec.rewards[r] == pytest.approx(reward or 0)
            ended += reward is not None
    assert ended > 5


def play(vec: NineLivesVec, rows: int, steps: int) -> list[bytes]:
    """Observations of the first rows, step by step."""
    shown = []
    for _ in range(steps):
        vec.step(np.array([chosen(o, m) for o, m in zip(vec.observations, vec.masks, strict=True)]))
        names = ("observations", "masks", "rewards", "terminated", "players")
        shown.append(b"".join(getattr(vec, name)[:rows].tobytes() for name in names))
    return shown


@pytest.mark.parametrize("skip_forced", [True, False])
def test_RL_2_neither_rows_nor_threads_change_a_learned_opponent(skip_forced):
    options = dict(players=3, opponents="net", seed=5, skip_forced=skip_forced)
    alone = play(NineLivesVec(1, threads=1, **options), 1, 30)
    for rows, threads in ((64, 1), (64, 2), (300, 1), (300, 3)):
        assert play(NineLivesVec(rows, threads=threads, **options), 1, 30) == alone


def test_RL_2_a_saved_batch_of_learned_opponents_goes_on():
    options = dict(players=4, opponents="net", seed=8)
    vec = NineLivesVec(16, **options)
    play(vec, 16, 10)
    other = NineLivesVec(16, **options)
    other.load(vec.save())
    assert play(vec, 16, 20) == play(other, 16, 20)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_RL_2_every_way_to_begin_again_is_that_of_other_opponents(mode):
    options = dict(players=2, seed=3, autoreset_mode=mode, max_turns=12)
    shapes = []
    for opponents in ("net", "careful"):
        vec, ends = NineLivesVec(32, opponents=opponents, **options), 0
        for _ in range(60):
            done = vec.terminated | vec.truncated
            vec.step(vec.masks.argmax(1))
            now = vec.terminated | vec.truncated
            ends += int(now.sum())
            if mode == AutoresetMode.NEXT_STEP:
                assert not (done & now).any()  # the step after an end deals
            if mode == AutoresetMode.DISABLED and now.any():
                assert (vec.masks[now].sum(1) == 1).all()
                vec.reset(options={"reset_mask": now})
        shapes.append(ends > 0)
    assert shapes == [True, True]
