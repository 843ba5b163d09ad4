"""`python -m ninelives`: says what this is and plays a random game."""

from __future__ import annotations

import argparse
import signal

from . import Game, __version__, bot_names, rules_text
from .rules import PRESETS


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ninelives", description=main.__doc__)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--preset", choices=PRESETS, default="official")
    parser.add_argument("--expansions", default="none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lang", default="en")
    args = parser.parse_args()
    print(f"Nine Lives {__version__}: an exploding-cat card game for agents and people.")
    print("Environments: ninelives_v1 (PettingZoo), NineLivesVec, NineLivesSingle (Gymnasium).")
    print(f"Bots: {', '.join(bot_names())}. Here is a random game of {args.players}:\n")
    try:
        game = Game(args.players, rules=rules_text(args.preset, args.expansions), seed=args.seed)
        winner = game.play_random()
        story = game.story(language=args.lang)
    except ValueError as error:
        parser.error(str(error))
    print("\n".join(story))
    print(f"\nplayer_{winner} has won after {game.moves} decisions. The same seed, the same game.")


if __name__ == "__main__":
    # Readers of the beginning alone (`| head`) get no complaint.
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    main()
