"""Client of a Nine Lives server."""

from typing import Any

from openenv.core import EnvClient
from openenv.core.client_types import StepResult
from openenv.core.env_server.types import State

try:
    from .models import NineLivesAction, NineLivesObservation
except ImportError:  # run in the folder itself
    from models import NineLivesAction, NineLivesObservation


class NineLivesEnv(EnvClient[NineLivesAction, NineLivesObservation, State]):
    """One game at a time over a WebSocket.

    with NineLivesEnv(base_url="http://localhost:8000").sync() as env:
        result = env.reset(seed=1, players=3, preset="official", boxes="stray")
        while not result.done:
            result = env.step(NineLivesAction(response=model(result.observation.prompt)))
    """

    def _step_payload(self, action: NineLivesAction) -> dict[str, Any]:
        return {"response": action.response}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[NineLivesObservation]:
        done, reward = payload.get("done", False), payload.get("reward")
        fields = {**payload.get("observation", {}), "done": done, "reward": reward}
        return StepResult(observation=NineLivesObservation(**fields), reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> State:
        return State(episode_id=payload.get("episode_id"), step_count=payload.get("step_count", 0))
