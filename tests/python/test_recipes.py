"""Tests of the recipes in docs/train/benchmark.md: they run as commands, and the picture shows the data."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from ninelives import data

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "python/examples"


def example(name: str):
    """An example as a module; those that import train.py find it beside them."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def run(name: str, out: Path, *options: object) -> list[dict]:
    """Runs a recipe and returns the points of its curve."""
    line = [sys.executable, EXAMPLES / f"{name}.py", "--out", out, *options]
    told = subprocess.run([str(word) for word in line], capture_output=True, text=True, cwd=ROOT)
    assert told.returncode == 0, told.stderr
    points = [json.loads(line) for line in (out / "curve.jsonl").read_text().splitlines()]
    return [point for point in points if "recipe" not in point]


def check_curve(points: list[dict]) -> None:
    assert points
    for point in points:
        assert 0 <= point["low"] <= point["won"] <= point["high"] <= 1
    assert [p["decisions"] for p in points] == sorted(p["decisions"] for p in points)


def test_RL_4_imitation_learns_what_a_bot_does(tmp_path):
    games = tmp_path / "games.nlgames"
    data.make(games, 400, ("careful", "random"), threads=1)
    options = ("--games", games, "--bot", "careful", "--deals", 20, "--minibatch", 64)
    points = run("imitate", tmp_path, *options, "--epochs", 4)
    check_curve(points)
    assert points[-1]["agreed"] > 0.6
    assert points[-1]["agreed"] > points[0]["agreed"]
    again, once = (run("imitate", tmp_path, *options, "--epochs", 1) for _ in range(2))
    for first, second in zip(again, once, strict=True):
        assert {**first, "seconds": 0} == {**second, "seconds": 0}  # the same seed learns the same


def test_RL_4_the_picture_of_the_baselines_is_what_their_curves_say():
    curves = example("curves")
    runs = json.loads((ROOT / curves.CURVES).read_text())
    picture = (ROOT / curves.PICTURE).read_text()
    assert curves.drawn(runs) == picture
    for run_ in runs:
        assert f">{run_['recipe']} (" in picture  # none is left out, however many there are
        decisions, _, won = zip(*run_["points"], strict=True)
        assert list(decisions) == sorted(decisions)
        assert 0 <= min(won) <= max(won) <= 1


def test_RL_4_curves_are_gathered_once_each(tmp_path):
    curves = example("curves")
    folder = tmp_path / "numpy-3"
    folder.mkdir()
    lines = [{"seconds": i, "decisions": 1000 * i, "won": i / 200} for i in range(101)]
    (folder / "curve.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    into = tmp_path / "curves.json"
    for _ in range(2):
        curves.gather([folder / "curve.jsonl"], into)
    (run_,) = json.loads(into.read_text())
    assert (run_["recipe"], run_["seed"]) == ("numpy", 3)
    assert len(run_["points"]) <= curves.MOST_POINTS + 1
    assert run_["points"][-1] == [100_000, 100, 0.5]


@pytest.mark.long
def test_BEN_5_advantages_follow_each_seats_own_decisions():
    """Three seats, two rows, by hand: what a seat does is followed by its own next decision."""
    pytest.importorskip("torch", reason="PyTorch is not installed")
    advantages = example("selfplay").advantages
    value = np.array([[0.1, 0.5], [0.2, 0.5], [0.3, 0.5], [0.4, 0.5]], np.float32)
    player = np.array([[0, 0], [1, 0], [0, 0], [2, 0]])
    done = np.array([[False, False], [False, False], [False, True], [True, False]])
    reward = np.zeros((4, 2, 3), np.float32)
    reward[3, 0] = [1, -0.5, -0.5]
    reward[2, 1] = [-0.5, 1, -0.5]
    last = np.array([1, 2]), np.array([9.0, 9.0], np.float32)
    better, good = advantages(value, reward, done, player, last, 1.0)
    np.testing.assert_allclose(better[:, 0], [0.9, -0.7, 0.7, -0.9], atol=1e-6)
    np.testing.assert_allclose(better[:3, 1], [-1, -1, -1], atol=1e-6)
    # In the new game of the second row seat 0 isn't asked again before the rollout ends.
    assert good.tolist() == [[True, True], [True, True], [True, True], [True, False]]


@pytest.mark.long
def test_BEN_5_RL_4_self_play_beats_the_careful_bot(tmp_path):
    """Ten minutes of one core; a GPU makes it seconds."""
    pytest.importorskip("torch", reason="PyTorch is not installed")
    small = ("--games", 256, "--hidden", 128, "--minibatch", 2048, "--every", 20)
    points = run("selfplay", tmp_path, *small, "--decisions", 3_000_000, "--deals", 300)
    check_curve(points)
    assert points[-1]["low"] > 0.5, points[-1]
    assert (tmp_path / "agent.nlnet").exists()


@pytest.mark.long
def test_BEN_5_self_play_goes_on_as_if_it_had_never_been_stopped(tmp_path):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    recipe = example("selfplay")
    small = {"games": 16, "steps": 16, "decisions": 768, "hidden": 16, "minibatch": 64, "every": 1}

    def learner(folder: str):
        out = str(tmp_path / folder)
        return recipe.Learner(recipe.Settings(**small, deals=5, device="cpu", out=out))

    whole = learner("whole")
    whole.train()
    stopped = learner("parts")
    save = stopped.save

    def save_and_die() -> None:
        save()
        if stopped.done == 2:
            raise KeyboardInterrupt

    stopped.save = save_and_die
    with pytest.raises(KeyboardInterrupt):
        stopped.train()
    again = learner("parts")
    again.go_on()
    again.train()
    assert [p["decisions"] for p in again.curve] == [0, 256, 512, 768]
    for one, other in zip(whole.agent.parameters(), again.agent.parameters(), strict=True):
        assert torch.equal(one, other)


@pytest.mark.long
def test_BEN_5_the_sb3_recipe_runs_and_goes_on_where_it_was(tmp_path):
    pytest.importorskip("sb3_contrib", reason="sb3-contrib (PyTorch) is not installed")
    small = ("--decisions", 2048, "--games", 32, "--deals", 20)
    points = run("selfplay_sb3", tmp_path, *small, "--generations", 2)
    check_curve(points)
    assert [p["decisions"] for p in points] == [2048, 4096]
    more = run("selfplay_sb3", tmp_path, *small, "--generations", 3, "--resume")
    assert more[:2] == points
    assert more[2]["decisions"] == 6144
    assert sorted(f.name for f in tmp_path.glob("*.nlnet")) == ["agent.nlnet"]


@pytest.mark.long
def test_BEN_5_the_rllib_recipe_runs_and_goes_on_where_it_was(tmp_path):
    pytest.importorskip("ray.rllib", reason="ray[rllib] is not installed")
    pytest.importorskip("torch", reason="PyTorch is not installed")
    small = ("--every", 1, "--games", 16, "--steps", 32, "--deals", 20)
    points = run("selfplay_rllib", tmp_path, *small, "--iterations", 2)
    check_curve(points)
    assert all(512 * n <= p["decisions"] <= 544 * n for n, p in enumerate(points, 1))
    more = run("selfplay_rllib", tmp_path, *small, "--iterations", 3, "--resume")
    check_curve(more)
    assert more[:2] == points
    assert len(more) == 3
    assert more[2]["decisions"] > points[1]["decisions"]
    assert (tmp_path / "agent.nlnet").exists()


@pytest.mark.long
def test_BEN_5_rllib_gets_an_episode_for_each_seat_of_a_game():
    """Two rows of five decisions, three seats: whose decisions they were, and what was paid."""
    pytest.importorskip("ray.rllib", reason="ray[rllib] is not installed")
    pytest.importorskip("torch", reason="PyTorch is not installed")
    over = np.zeros((2, 5), bool)
    over[0, 2] = True
    paid = np.zeros((2, 5, 3), np.float32)
    paid[0, 2] = [-0.5, 1, -0.5]
    number = np.arange(10).reshape(2, 5)
    played = {"over": over, "paid": paid, "player": np.array([[0, 1, 0, 1, 1], [2, 2, 0, 2, 0]])}
    played |= {name: number for name in ("action", "logp", "logits")}
    played |= {name: number[..., None] for name in ("observation", "action_mask")}
    found = [
        (
            [int(x[0]) for x in episode.get_observations()["observation"]],
            [int(x) for x in episode.get_actions()],
            [float(x) for x in episode.get_rewards()],
            episode.is_terminated,
        )
        for episode in example("selfplay_rllib").cut(played)
    ]
    assert found == [
        ([0, 2, 2], [0, 2], [0, -0.5], True),
        ([1, 1], [1], [1], True),
        ([3, 4], [3], [0], False),  # the next game: its last decision is only looked at
        ([7, 9], [7], [0], False),
        ([5, 6, 8], [5, 6], [0, 0], False),
    ]


@pytest.mark.long
def test_BEN_5_the_pufferlib_recipe_runs_and_goes_on_where_it_was(tmp_path):
    pytest.importorskip("pufferlib.pufferl", reason="PufferLib 3 is not installed")
    small = ("--updates", 2, "--games", 32, "--deals", 20)
    points = run("selfplay_puffer", tmp_path, *small, "--generations", 2)
    check_curve(points)
    assert [p["decisions"] for p in points] == [2048, 4096]
    more = run("selfplay_puffer", tmp_path, *small, "--generations", 3, "--resume")
    check_curve(more)
    assert more[:2] == points
    assert more[2]["decisions"] == 6144
    assert sorted(f.name for f in tmp_path.glob("*.nlnet")) == ["agent.nlnet"]


def needs(recipe: str) -> str:
    libraries = {"selfplay_sb3": "sb3_contrib", "selfplay_rllib": "ray.rllib"}
    return libraries.get(recipe, "pufferlib.pufferl" if "puffer" in recipe else "torch")


@pytest.mark.parametrize("recipe", sorted(path.stem for path in EXAMPLES.glob("*.py")))
def test_BEN_5_every_recipe_says_what_can_be_turned(recipe):
    if recipe.startswith("selfplay"):
        pytest.importorskip(needs(recipe), reason=f"{needs(recipe)} is not installed")
    line = [sys.executable, str(EXAMPLES / f"{recipe}.py"), "--help"]
    told = subprocess.run(line, capture_output=True, text=True, cwd=ROOT)
    assert told.returncode == 0, told.stderr
    assert ("gather" if recipe == "curves" else "--seed") in told.stdout
