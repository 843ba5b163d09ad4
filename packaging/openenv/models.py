"""Messages between client and server: a model's answer, and the next prompt."""

from pydantic import Field

from openenv.core.env_server.types import Action, Observation


class NineLivesAction(Action):
    """A model's whole answer. Its last line is the move: {"move": "play skip"}."""

    response: str = Field(..., max_length=100_000, description="The answer; its last line is a JSON object")


class NineLivesObservation(Observation):
    """The next prompt. `reward` is 1 for a won game, 0 for a lost one and before the end."""

    prompt: str = Field(default="", description="Rules, history, state and question; empty after the end")
    error: str = Field(default="", description="Why the last answer was no legal move")
    legal_moves: list[str] = Field(default_factory=list, description="Only in the track with a list of moves")
    seat: int = Field(default=0, description="The seat of the model, from 0")
    players: int = Field(default=2, description="Players at the table")
    won: bool = Field(default=False, description="The model's seat has won")
