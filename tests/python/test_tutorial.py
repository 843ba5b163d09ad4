"""The tutorial holds what it promises."""
# Requirements: RL-4

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from ninelives.evaluate import match

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def train():
    path = ROOT / "python/examples/train.py"
    spec = importlib.util.spec_from_file_location("train_example", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_example"] = module
    spec.loader.exec_module(module)
    return module


def learnt(train, opponent: str, updates: int):
    settings = train.Settings(opponent, seconds=1e9, updates=updates, quiet=True)
    learner = train.Learner(settings)
    learner.train()
    return learner


def test_RL_4_half_a_minute_of_learning_beats_random(train, tmp_path):
    learner = learnt(train, "random", 25)
    result = match(train.policy_of(learner.network), "random", deals=300)
    assert result.beats, str(result)
    learner.network.save(tmp_path / "agent.npz")
    again = train.Network.load(tmp_path / "agent.npz")
    assert match(train.policy_of(again), "random", deals=300) == result
    if importlib.util.find_spec("matplotlib"):
        assert train.plot(learner.curve, tmp_path / "curve.png", learner.s)
        assert (tmp_path / "curve.png").stat().st_size > 1000


def test_RL_4_the_same_seed_learns_the_same(train):
    first, second = (learnt(train, "random", 2).network.p for _ in range(2))
    for name in first:
        assert np.array_equal(first[name], second[name])


def test_RL_4_gradients_are_right(train):
    """Against finite differences, on a network small enough for them."""
    rng = np.random.default_rng(0)
    network = train.Network(6, 5, rng)
    network.p = {k: v.astype(np.float64) for k, v in network.p.items()}
    x = rng.standard_normal((4, 6))
    mask = np.zeros((4, 256), np.int8)
    mask[:, :3] = 1
    up, uv = rng.standard_normal((4, 3)), rng.standard_normal(4)

    def loss() -> float:
        logp, value, _ = network.forward(x, mask)
        return float((logp[:, :3] * up).sum() + (value * uv).sum())

    logp, _, layers = network.forward(x, mask)
    d_logits = np.zeros((4, 256))
    d_logits[:, :3] = up - np.exp(logp[:, :3]) * up.sum(axis=1, keepdims=True)
    gradients = network.backward(layers, d_logits, uv)
    for name, at in (("w1", (2, 3)), ("b1", (1,)), ("w2", (0, 4)), ("wp", (1, 2)), ("wv", (3, 0))):
        network.p[name][at] += 1e-6
        above = loss()
        network.p[name][at] -= 2e-6
        below = loss()
        network.p[name][at] += 1e-6
        assert gradients[name][at] == pytest.approx((above - below) / 2e-6, abs=1e-3)


def python_blocks(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)


@pytest.mark.parametrize("page", ["docs/tutorial.md", "docs/environment.md"])
def test_RL_4_the_code_of_the_page_runs(page, tmp_path, monkeypatch):
    """All blocks of a page, one after another, as somebody would paste them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT / "python/examples"))
    blocks = python_blocks(ROOT / page)
    assert blocks
    names: dict = {"__name__": "page"}
    for block in blocks:
        exec(compile(block, page, "exec"), names)


def test_RL_4_the_module_says_what_it_is_and_plays():
    told = subprocess.run(
        [sys.executable, "-m", "ninelives", "--players", "4", "--seed", "3"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert told.startswith("Nine Lives")
    assert "has won" in told


@pytest.mark.long
def test_RL_4_a_few_minutes_of_learning_beat_the_careful_bot(train):
    learner = learnt(train, "careful", 150)
    result = match(train.policy_of(learner.network), "careful", deals=1000)
    assert result.beats, str(result)
