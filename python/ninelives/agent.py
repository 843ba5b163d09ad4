"""Agent process for the arena: serves a policy by the line protocol of docs/train/agents.md.

from ninelives.agent import serve
serve(policy)       # a function from observations and masks to actions, as for `evaluate.match`
"""

from __future__ import annotations

import json
import sys
from typing import TextIO

import numpy as np

from ._library import ACTIONS
from .evaluate import Policy


def serve(policy: Policy, questions: TextIO | None = None, answers: TextIO | None = None) -> None:
    """Answers questions until there are no more."""
    for line in questions or sys.stdin:
        message = json.loads(line)
        if "ask" not in message:
            continue  # a game begins; what a policy has to know is in the observation
        observation = np.frombuffer(bytes.fromhex(message["observation"]), np.uint8)
        mask = np.zeros(ACTIONS, np.int8)
        mask[message["ask"]] = 1
        print(int(policy(observation[None], mask[None])[0]), file=answers or sys.stdout, flush=True)
