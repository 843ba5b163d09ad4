"""python -m ninelives.train.best_response: how much a learner wins from a frozen opponent.

The learner begins as the trained policy and is then free to become whatever beats the opponent: no
magnet, no pool. What it wins beyond the fair share is a lower bound of what the opponent gives
away.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

import torch

from .export import load
from .games import full_game
from .selfplay import Settings, Trainer


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m ninelives.train.best_response", description=__doc__
    )
    parser.add_argument(
        "run",
        type=Path,
        help="where the learner begins: folder of a run, or of policy.nlnet and critic.nlnet",
    )
    parser.add_argument("--bot", default="net", help="the opponent: net is the run itself")
    parser.add_argument("--players", type=int, nargs="+", default=[2])
    parser.add_argument("--games", type=int, default=16384)
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--minibatch", type=int, default=32768)
    parser.add_argument("--steps", type=int, default=32)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--name", help="how the log calls the opponent, if not as --bot does")
    parser.add_argument(
        "--log", type=Path, help="lines are added to it, for `ninelives leaderboard --learners`"
    )
    return parser.parse_args()


def main() -> None:
    options = parse()
    saved = saved_run(options.run, options.device)
    changed = {
        "past": 1.0, "magnet": 0.0, "entropy": 0.01, "last_entropy": 0.001,
        "rate": options.rate, "last_rate": options.rate / 5, "minibatch": options.minibatch,
        "steps": options.steps, "seed": 77,
    }  # fmt: skip
    settings = Settings(**(saved.get("settings", {}) | changed))
    bot = "" if options.bot == "net" else options.bot
    kinds = full_game(options.games, options.players, bot)
    trainer = Trainer(kinds, settings, torch.device(options.device))
    trainer.frozen = True
    if saved:
        trainer.policy.load_state_dict(saved["policy"])
        trainer.critic.load_state_dict(saved["critic"])
    else:
        load(trainer.policy, options.run / "policy.nlnet")
        load(trainer.critic, options.run / "critic.nlnet")
    trainer.past.load_state_dict(trainer.policy.state_dict())
    if bot:  # all rows are the learner's own
        trainer.with_past.fill_(False)
        trainer.past_rows = trainer.past_rows[:0]
    while trainer.seconds < 60 * options.minutes:
        trainer.iterate(trainer.seconds / (60 * options.minutes))
    for result in results(trainer, options.name or options.bot):
        print(sentence(result))
        if options.log:
            with options.log.open("a") as log:
                log.write(json.dumps(result) + "\n")


def saved_run(folder: Path, device: str) -> dict:
    """A run's checkpoint; nothing where the folder has exported networks alone."""
    checkpoint = folder / "nets.pt"
    if not checkpoint.exists():
        return {}
    return torch.load(checkpoint, map_location=device, weights_only=True)


def results(trainer: Trainer, bot: str) -> list[dict]:
    """What was won in the last fifth of the run, for each number of players."""
    won: defaultdict[str, float] = defaultdict(float)
    games: defaultdict[str, float] = defaultdict(float)
    for row in trainer.curve[-max(1, len(trainer.curve) // 5) :]:
        for kind in trainer.games.kinds:
            count = row.get(f"games {kind.name}", 0)
            won[kind.name] += row.get(f"won {kind.name}", 0) * count
            games[kind.name] += count
    found = []
    for kind in trainer.games.kinds:
        n = max(1.0, games[kind.name])
        share = won[kind.name] / n
        error = 1.96 * (share * (1 - share) / n) ** 0.5
        found.append(
            {
                "bot": bot,
                "seats": kind.players,
                "won": round(share, 5),
                "error": round(error, 5),
                "games": int(n),
                "decisions": int(trainer.decisions),
            }  # fmt: skip
        )
    return found


def sentence(result: dict) -> str:
    return (
        f"{result['bot']} at {result['seats']} players: a learner wins {100 * result['won']:.1f} % "
        f"± {100 * result['error']:.1f} of {result['games']} games "
        f"(fair: {100 / result['seats']:.1f} %) after {result['decisions'] / 1e6:.0f} M decisions"
    )


if __name__ == "__main__":
    main()
