"""Tests of the OpenEnv environment: its server, its client, and the tool's own validation."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "packaging" / "openenv"
pytest.importorskip("openenv", reason="openenv is not installed")
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def address():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", "server.app:app", "--port", str(port), "--log-level", "warning"]
    server = subprocess.Popen(command, cwd=FOLDER)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"{url}/health", timeout=1).close()
                break
            except OSError:
                assert server.poll() is None, "the server has gone"
                time.sleep(0.25)
        yield url
    finally:
        server.terminate()
        server.wait(20)


@pytest.fixture
def client(address, monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    import models

    import client

    with client.NineLivesEnv(base_url=address).sync() as env:
        yield env, models.NineLivesAction


def test_BEN_10_openenv_validates_package_and_server(address):
    for target in (["--level", "static", "--skip-build", str(FOLDER)], ["--url", address, "--timeout", "20"]):
        command = [sys.executable, "-m", "openenv.cli", "validate", *target]
        done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("list_moves", [False, True])
def test_BEN_10_a_stub_plays_whole_games_through_openenv(client, list_moves):
    from ninelives.text import first_legal, guess

    env, action = client
    for seed in range(3):
        result = env.reset(seed=seed, players=3, boxes="stray", list_moves=list_moves)
        steps = 0
        while not result.done:
            assert "You are player 0 of 3" in result.observation.prompt
            assert bool(result.observation.legal_moves) == list_moves
            stub = first_legal if list_moves else guess
            result = env.step(action(response=stub(result.observation.prompt)))
            steps += 1
            assert steps < 500
        assert result.reward == float(result.observation.won)
        assert result.observation.prompt == ""
        assert env.state().step_count == steps


def test_BEN_10_openenv_gives_one_retry(client):
    env, action = client
    first = env.reset(seed=5).observation.prompt
    result = env.step(action(response="I draw"))
    assert result.observation.error == "the last line is not a JSON object"
    assert result.observation.prompt.startswith(first)
    result = env.step(action(response=json.dumps({"move": "play unicorn"})))
    assert result.done
    assert result.reward == 0
