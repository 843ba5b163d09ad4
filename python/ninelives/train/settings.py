"""Settings of a training run, without PyTorch, so that `--help` works everywhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


def _setting(default: Any, said: str) -> Any:
    return field(default=default, metadata={"help": said})


@dataclass
class Settings:
    hidden: int = _setting(384, "units of the policy's layers")
    layers: int = _setting(2, "residual layers of the policy")
    critic_hidden: int = _setting(448, "units of the critic's layers")
    critic_layers: int = _setting(2, "residual layers of the critic")
    steps: int = _setting(32, "decisions of each game in an iteration")
    minibatch: int = _setting(65536, "decisions in an update")
    epochs: int = _setting(1, "passes over what was played")
    rate: float = _setting(5e-4, "learning rate at the beginning")
    last_rate: float = _setting(5e-5, "learning rate at the end")
    clip: float = _setting(0.15, "how far PPO lets a chance move")
    entropy: float = _setting(0.01, "weight of the entropy at the beginning")
    last_entropy: float = _setting(0.002, "weight of the entropy at the end")
    magnet: float = _setting(0.05, "weight of the KL to the magnet, a slow copy of the policy")
    magnet_speed: float = _setting(0.02, "how far the magnet follows in an iteration")
    trace: float = _setting(0.97, "how much of a step's surprise reaches the step before")
    past: float = _setting(0.2, "share of the games in which past policies sit")
    pool: int = _setting(16, "past policies that are kept")
    pool_every: int = _setting(40, "iterations between two that are kept")
    memory: int = _setting(0, "events that the policy remembers, 32 at most")
    small_mixing: float = _setting(1.0, "small games: entropy and magnet weigh so many times more")
    average_speed: float = _setting(0.005, "how far the average that is kept follows")
    teaching: float = _setting(1.0, "weight of what a teacher says of the small games")
    rivals_every: int = _setting(2, "iterations between two against bots")
    belief: float = _setting(0.0, "weight of guessing others' hands and the pile's top; 0: no head")
    expected: int = _setting(0, "1: the critic prices every answer, and returns are expected ones")
    rules: int = _setting(0, "1: the rules are an input of both networks")
    scope: str = _setting("base", "the games that the networks are made for: base or every")
    seed: int = _setting(1, "of the deals and of the networks' first weights")
