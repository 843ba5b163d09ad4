"""python -m ninelives.train: trains in legs, each of which goes on where the last one ended."""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields
from pathlib import Path
from types import ModuleType

from ..rules import PRESETS, SMALL_GAMES
from .settings import Settings


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m ninelives.train", description=__doc__)
    parser.add_argument("--run", type=Path, default=Path("runs/net"), help="folder of the run")
    parser.add_argument("--minutes", type=float, default=10, help="length of this leg")
    parser.add_argument("--whole", type=float, help="length of all legs; rates fall until then")
    parser.add_argument("--full", type=int, default=65536, help="games of the full game")
    parser.add_argument("--small", type=int, default=0, help="games of the small games")
    parser.add_argument("--boxes", type=int, default=0, help="games with expansions")
    parser.add_argument("--presets", type=int, default=0, help="games of the other presets")
    parser.add_argument(
        "--preset-boxes", type=int, default=0, help="games of the other presets with all boxes"
    )
    parser.add_argument("--house", type=int, default=0, help="games of random rule sets")
    parser.add_argument("--house-kinds", type=int, default=16, help="rule sets among them")
    parser.add_argument(
        "--begin", type=Path, help="folder of policy.nlnet to begin as, and critic.nlnet if there"
    )
    parser.add_argument(
        "--same-features", action="store_true", help="look at what the policy of --begin looks at"
    )
    parser.add_argument(
        "--teacher", type=Path, help="a network that the small games are learned from"
    )
    parser.add_argument(
        "--rivals", nargs="+", default=[], help="bots that some games of two are played against"
    )
    parser.add_argument("--rival-games", type=int, default=4096, help="of them, side by side")
    parser.add_argument("--decks", nargs="+", default=SMALL_GAMES, help="which small games")
    parser.add_argument(
        "--soften", type=float, default=1, help="the magnet of the last leg by this"
    )
    parser.add_argument("--device", help="cuda or cpu; without it: a GPU where there is one")
    for field in fields(Settings):
        parser.add_argument(
            f"--{field.name.replace('_', '-')}",
            type=type(field.default),
            default=field.default,
            help=f"{field.metadata['help']} (%(default)s)",
        )
    return parser.parse_args()


def torch_here() -> ModuleType:
    """PyTorch, which the package doesn't ask for: only training wants it."""
    try:
        import torch
    except ImportError:
        sys.exit("training needs PyTorch 2: pip install torch")
    return torch


def main() -> None:
    options = parse()
    if options.same_features and not options.begin:
        sys.exit("--same-features: of which network? --begin FOLDER says it")
    torch = torch_here()
    try:
        train(options, torch)
    except (ValueError, OSError) as wrong:
        sys.exit(f"python -m ninelives.train: {wrong}")


def train(options: argparse.Namespace, torch: ModuleType) -> None:
    """One leg, and the networks as they are after it."""
    from .export import export, from_file, table_in
    from .games import every_box, full_game, house_games, of_presets, small_games
    from .legs import run, saved_tables
    from .selfplay import Trainer

    device = options.device or ("cuda" if torch.cuda.is_available() else "cpu")
    settings = Settings(**{f.name: getattr(options, f.name) for f in fields(Settings)})
    kinds = full_game(options.full) if options.full else []
    kinds += every_box(options.boxes) if options.boxes else []
    others = [preset for preset in PRESETS if preset != "official"]
    if options.presets:
        kinds += of_presets(options.presets, others)
    if options.preset_boxes:
        kinds += of_presets(options.preset_boxes, others, ["all"], (2, 4))
    if options.house:
        kinds += house_games(options.house, options.house_kinds, settings.seed)
    if options.small:
        taught = options.teacher is not None
        kinds += small_games(options.small, options.decks, settings.small_mixing, taught)
    torch.backends.cuda.matmul.allow_tf32 = True
    tables = saved_tables(options.run)
    looks_at = table_in(options.begin / "policy.nlnet")[0] if options.same_features else None
    trainer = Trainer(kinds, settings, torch.device(device), tables, looks_at)
    if (options.run / "nets.pt").exists():
        trainer.load(options.run)
        trainer.soften_magnet(options.soften)
    elif options.begin:
        trainer.begin_from(options.begin)
    if options.teacher:
        trainer.teacher = from_file(options.teacher).to(device)
    if options.rivals:
        trainer.meet(options.rivals, options.rival_games)
    run(trainer, options.minutes, options.whole or options.minutes, options.run)
    export(trainer.policy, options.run / "net.nlnet", settings.scope)
    export(trainer.magnet, options.run / "magnet.nlnet", settings.scope)
    export(trainer.average, options.run / "average.nlnet", settings.scope)
    export(trainer.critic, options.run / "critic.nlnet", settings.scope)
    rate = trainer.decisions / trainer.seconds
    print(f"{trainer.decisions / 1e9:.2f} G decisions, {rate / 1e6:.1f} M a second, end to end")


if __name__ == "__main__":
    main()
