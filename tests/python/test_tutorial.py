"""Tests of the tutorial in docs/train: every command and block of code."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest
from ninelives.data import make
from ninelives.evaluate import match
from ninelives.text import first_legal

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


@pytest.fixture
def as_in_the_repository(tmp_path) -> Path:
    """A folder in which commands find what they find at the repository's root; what they write
    stays out of it."""
    for name in ("python", "docs", "data"):
        (tmp_path / name).symlink_to(ROOT / name)
    tmp_path.chmod(0o755)  # programs of root are played as nobody
    return tmp_path


@pytest.mark.parametrize("page", ["docs/train/tutorial.md", "docs/train/environment.md"])
def test_RL_4_the_code_of_the_page_runs(page, as_in_the_repository):
    """All blocks of a page, one after another, as somebody would paste them at the root."""
    blocks = python_blocks(ROOT / page)
    assert blocks
    told = subprocess.run(
        [sys.executable, "-"],
        input="\n".join(blocks),
        capture_output=True,
        text=True,
        cwd=as_in_the_repository,
    )
    assert told.returncode == 0, told.stderr


# Smaller numbers for the pages' commands: the larger number first.
SMALLER = {
    "--deals 100000": "--deals 2 --quiet",
    "--deals 10000": "--deals 2 --workers 2 --quiet",
    "--deals 1000 --workers 8": "--deals 2 --workers 2 --quiet",
    "--deals 100 --timeout": "--deals 2 --quiet --timeout",
    "--no-sandbox --timeout 60000": "--no-sandbox --deals 1 --quiet --timeout 60000",
    "flat:100": "flat:2",
    "--seconds 30": "--updates 1 --deals 5",
    "train.py #": "train.py --updates 1 --deals 5 #",
    "--games 1000000": "--games 200",
    "--games 20000 --bots net,ismcts:1000": "--games 24 --bots net,ismcts:20",
    "--bot ismcts:1000": "--bot ismcts:20",
    '"mine=python3 my_agent.py" #': '"mine=python3 my_agent.py" --quick --seats 2 #',
    "--quick ismcts:50": "--quick --seats 2 ismcts:2",
    "--log held-out.jsonl net,counting,ismcts:50": "--log held-out.jsonl --quick --workers 1 counting",
    '"mine=preload:torch,numpy python3 my_agent.py"': '"mine=preload:json python3 my_agent.py" --quick --seats 2',
    # Training, on whatever processor there is.
    "--full 65536 --small 16384": "--full 32 --small 24",
    "--full 57344 --small 24576": "--full 32 --small 24",
    "--full 0 --small 65536": "--full 0 --small 32",
    "--full 20480 --boxes 28160": "--full 32 --boxes 44",
    "--presets 43008 --preset-boxes 6144": "--presets 24 --preset-boxes 24",
    "--house 8192 --house-kinds 16 --small 17408": "--house 8 --house-kinds 2 --small 24 --rival-games 4",
    "--games 65536": "--games 160",
    "--minutes 8.5 --whole 17": "--minutes 0.001",
    "--minutes 7.4": "--minutes 0.001",
    "--minutes 4 --seed": "--minutes 0.001 --seed",
    "--minutes 8": "--minutes 0.001",
    "--minutes 3.4": "--minutes 0.001",
    "--minutes 9.3": "--minutes 0.001",
    "--games 49152 --minutes 0.55": "--games 32 --minutes 0.001",
    "--games 49152": "--games 12",
}


def commands(page: str) -> list[str]:
    """The lines of a page that begin with `python`, whole, comments and all."""
    text = (ROOT / page).read_text().replace("\\\n", " ")
    lines = (" ".join(line.split()) for line in text.splitlines())
    return [line for line in lines if re.match(r"python (-m ninelives|python/)", line)]


PAGES = (
    *("README.md", "docs/train/agents.md", "docs/train/tutorial.md", "docs/train/benchmark.md", "docs/train/training.md"),
    *("data/games/README.md", "python/ninelives/arena.py"),
)
COMMANDS = [(page, command) for page in PAGES for command in commands(page)]


@pytest.fixture
def chat_port():
    """A model on this machine that speaks the common chat form, and says the first legal move."""

    class Stub(BaseHTTPRequestHandler):
        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answer = {"message": {"content": first_legal(asked["messages"][-1]["content"])}}
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"choices": [answer]}).encode())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()


def takes_long(command: str) -> bool:
    """True for commands that need Ray or PyTorch, or start a program for each of many games."""
    return any(what in command for what in ("--ray", "ninelives.train", 'evaluate "mine'))


def smaller(command: str) -> str:
    for large, small in SMALLER.items():
        command = command.replace(large, small)
    return command.replace("python ", f"{sys.executable} ", 1)


@pytest.mark.parametrize(
    ("page", "command"),
    [
        pytest.param(*one, marks=pytest.mark.long if takes_long(one[1]) else (), id=" ".join(one))
        for one in COMMANDS
    ],
)
def test_RL_4_every_command_of_the_pages_runs_as_the_command(
    page, command, as_in_the_repository, chat_port
):
    """In a shell, as it stands there, with smaller numbers. `--ray auto` finds a cluster that runs
    on the machine; here one is begun for it."""
    home = as_in_the_repository
    if "trained/agent.npz" in command:
        training = f"{sys.executable} python/examples/train.py --updates 1 --deals 5"
        subprocess.run(training, shell=True, check=True, cwd=home, capture_output=True)
    if "my_agent.py" in command:
        (home / "my_agent.py").write_text(python_blocks(ROOT / "docs/train/agents.md")[0])
    if "imitate games.nlgames" in command:  # of the command before it
        make(home / "games.nlgames", 24, ("net", "ismcts:20"))
    if "ninelives.train" in command:
        pytest.importorskip("torch", reason="PyTorch is not installed")
    if " BEGIN " in command:
        (home / "BEGIN").mkdir()
        (home / "BEGIN/policy.nlnet").symlink_to(ROOT / "data/nets/net.nlnet")
        (home / "BEGIN/critic.nlnet").symlink_to(ROOT / "data/nets/critic.nlnet")
    if "best_response runs/net" in command:  # from the networks of the repository
        command = command.replace("runs/net", "data/nets")
    if "--ray auto" in command:
        pytest.importorskip("ray", reason="Ray is not installed")
        command = command.replace("--ray auto", "--ray local")
    command = command.replace("localhost:8080", f"localhost:{chat_port}")
    line = smaller(command).replace("mine=python ", f"mine={sys.executable} ")
    told = subprocess.run(line, shell=True, capture_output=True, text=True, cwd=home)
    assert told.returncode == 0, told.stderr
    assert told.stdout or (home / "games.nlgames").exists()


def test_RL_4_the_pages_have_commands():
    assert len(COMMANDS) >= 16
    assert any("ninelives.evaluate" in command for _, command in COMMANDS)
    assert any("ninelives.data" in command for _, command in COMMANDS)
    assert any("ninelives.train" in command for _, command in COMMANDS)
    assert any("--ray" in command for _, command in COMMANDS)
    assert any("--agent" in command for _, command in COMMANDS)
    assert any("ninelives.text" in command for _, command in COMMANDS)


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
