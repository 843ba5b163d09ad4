"""Nine Lives as an OpenEnv environment."""

from .client import NineLivesEnv
from .models import NineLivesAction, NineLivesObservation

__all__ = ["NineLivesAction", "NineLivesEnv", "NineLivesObservation"]
