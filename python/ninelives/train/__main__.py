"""python -m ninelives.train: trains in legs, each of which goes on where the last one ended."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path

import torch

from ..rules import SMALL_GAMES
from .export import export
from .games import full_game, small_games
from .selfplay import Settings, Trainer, run


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m ninelives.train", description=__doc__)
    parser.add_argument("--run", type=Path, default=Path("runs/net"), help="folder of the run")
    parser.add_argument("--minutes", type=float, default=10, help="length of this leg")
    parser.add_argument("--whole", type=float, help="length of all legs; rates fall until then")
    parser.add_argument("--full", type=int, default=65536, help="games of the full game")
    parser.add_argument("--small", type=int, default=0, help="games of the small games")
    parser.add_argument("--decks", nargs="+", default=SMALL_GAMES, help="which small games")
    parser.add_argument(
        "--soften", type=float, default=1, help="the magnet of the last leg by this"
    )
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    for field in fields(Settings):
        kind = type(field.default)
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=kind, default=field.default)
    return parser.parse_args()


def main() -> None:
    options = parse()
    settings = Settings(**{f.name: getattr(options, f.name) for f in fields(Settings)})
    kinds = full_game(options.full) if options.full else []
    kinds += small_games(options.small, options.decks) if options.small else []
    torch.backends.cuda.matmul.allow_tf32 = True
    trainer = Trainer(kinds, settings, torch.device(options.device))
    if (options.run / "nets.pt").exists():
        trainer.load(options.run)
        trainer.soften_magnet(options.soften)
    run(trainer, options.minutes, options.whole or options.minutes, options.run)
    export(trainer.policy, options.run / "net.nlnet")
    export(trainer.magnet, options.run / "magnet.nlnet")
    export(trainer.critic, options.run / "critic.nlnet")
    rate = trainer.decisions / trainer.seconds
    print(f"{trainer.decisions / 1e9:.2f} G decisions, {rate / 1e6:.1f} M a second, end to end")


if __name__ == "__main__":
    main()
