"""HTTP and WebSocket server: uvicorn server.app:app --port 8000, or python -m server.app."""

import argparse

import uvicorn

from openenv.core.env_server.http_server import create_app

try:
    from ..models import NineLivesAction, NineLivesObservation
    from .ninelives_environment import NineLivesEnvironment
except ImportError:  # run in the folder itself
    from models import NineLivesAction, NineLivesObservation
    from server.ninelives_environment import NineLivesEnvironment

app = create_app(
    NineLivesEnvironment, NineLivesAction, NineLivesObservation, env_name="ninelives", max_concurrent_envs=64
)


def main() -> None:
    """The command `server`."""
    parser = argparse.ArgumentParser(description="Serves Nine Lives as an OpenEnv environment.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    args = parser.parse_args()
    uvicorn.run(app, host=args.host, port=args.port)


if __name__ == "__main__":
    main()
