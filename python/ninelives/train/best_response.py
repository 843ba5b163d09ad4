"""python -m ninelives.train.best_response: how much a learner wins from a frozen opponent.

The learner begins as the trained policy (or knowing nothing, --scratch) and is then free to become
whatever beats the opponent: no magnet, no pool. What it wins beyond the fair share is a lower bound
of what the opponent gives away. With --save it goes on where it was left, and its network stays.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import defaultdict
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .__main__ import torch_here
from .settings import Settings

if TYPE_CHECKING:
    from .selfplay import Trainer


def arguments(
    program: str = "python -m ninelives.train.best_response", about: str | None = __doc__
) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program, description=about)
    add = parser.add_argument
    add("run", type=Path, help="the frozen policy: folder of a run, or of exported networks")
    add("--bot", default="net", help="the opponent: net is the run itself (%(default)s)")
    add("--players", type=int, nargs="+", default=[2], help="at the table; all at once")
    add("--preset", nargs="+", default=["official"], help="presets, all at once (%(default)s)")
    add("--boxes", nargs="+", default=["none"], metavar="BOX[+BOX]", help="none, all, or boxes")
    add("--decks", nargs="+", default=[], metavar="DECK", help='small games instead: "SA(0)"')
    add("--set", nargs="+", default=[], metavar="FIELD=VALUE", help="house rules of all kinds")
    add("--games", type=int, default=16384, help="that are played side by side (%(default)s)")
    add("--minutes", type=float, default=2, help="length of this leg (%(default)s)")
    add("--whole", type=float, help="minutes of all legs; the rate falls until then")
    add("--save", type=Path, help="folder of the attack: goes on there, keeps attacker.nlnet")
    add("--scratch", action="store_true", help="the learner begins knowing nothing")
    add("--seed", type=int, default=77, help="of deals and learner (%(default)s)")
    add("--device", help="cuda or cpu; without it: a GPU where there is one")
    add("--minibatch", type=int, default=32768, help="decisions in an update (%(default)s)")
    add("--steps", type=int, default=32, help="decisions of a game in an iteration (%(default)s)")
    add("--rate", type=float, default=3e-4, help="learning rate at the beginning (%(default)s)")
    add("--name", help="how the log calls the opponent, if not as --bot does")
    add("--log", type=Path, help="lines are added to it, for `ninelives leaderboard --learners`")
    return parser


def with_house_rules(result: dict, words: list[str]) -> dict:
    """A row of a log. House rules are part of the preset's name, as on a board."""
    return result | {"preset": " ".join([result["preset"], *sorted(words)])}


def main() -> None:
    options = arguments().parse_args()
    torch = torch_here()
    options.device = options.device or ("cuda" if torch.cuda.is_available() else "cpu")
    try:
        trainer = attacker(options, torch)
    except (ValueError, OSError) as wrong:
        sys.exit(f"python -m ninelives.train.best_response: {wrong}")
    attack(trainer, options)
    for result in results(trainer, options.name or options.bot):
        result = with_house_rules(result, options.set)
        result |= {"seed": options.seed, "scratch": options.scratch}
        print(sentence(result))
        if options.log:
            with options.log.open("a") as log:
                log.write(json.dumps(result) + "\n")


def attacker(
    options: argparse.Namespace, torch: Any, kind_of_trainer: type[Trainer] | None = None
) -> Trainer:
    """The learner among frozen opponents, at the beginning or where its last leg ended."""
    from .export import begin_from
    from .games import decks, of_presets
    from .selfplay import Trainer

    saved = saved_run(options.run, options.device)
    kept, tables = said_of_run(options.run, saved)
    changed = {
        "past": 1.0, "magnet": 0.0, "entropy": 0.01, "last_entropy": 0.001,
        "rate": options.rate, "last_rate": options.rate / 5, "minibatch": options.minibatch,
        "steps": options.steps, "seed": options.seed,
    }  # fmt: skip
    bot = "" if options.bot == "net" else options.bot
    house = dict(word.partition("=")[::2] for word in options.set)
    if options.decks:
        kinds = decks(options.games, options.decks, options.players, bot)
    else:
        kinds = of_presets(
            options.games, options.preset, options.boxes, options.players, house, bot
        )
    settings = Settings(**(kept | changed))
    make = kind_of_trainer or Trainer
    trainer = make(kinds, settings, torch.device(options.device), tables)
    trainer.frozen = True
    if saved:
        trainer.past.load_state_dict(saved["policy"])
    else:
        begin_from(trainer.past, options.run / "policy.nlnet")
    if options.save and (options.save / "nets.pt").exists():
        trainer.load(options.save)
    elif not options.scratch:
        trainer.policy.load_state_dict(trainer.past.state_dict())
        if saved:
            trainer.critic.load_state_dict(saved["critic"])
        else:
            begin_from(trainer.critic, options.run / "critic.nlnet")
    if bot:  # all rows are the learner's own
        trainer.with_past.fill_(False)
        trainer.past_rows = trainer.past_rows[:0]
    return trainer


def attack(trainer: Trainer, options: argparse.Namespace) -> None:
    """One leg, with a word every ten seconds; the attacker's network is kept at its end."""
    from .export import export

    end, said = trainer.seconds + 60 * options.minutes, -math.inf
    whole = 60 * (options.whole or max(options.minutes, end / 60))
    while trainer.seconds < end:
        row = trainer.iterate(min(1.0, trainer.seconds / whole))
        if trainer.seconds - said < 10:
            continue
        said = trainer.seconds
        won = (f"{k[4:]}: {100 * v:.1f} %" for k, v in row.items() if k.startswith("won "))
        so_far = f"{trainer.seconds:6.0f} s  {trainer.decisions / 1e6:8.1f} M decisions  "
        print(so_far + ", ".join(won), file=sys.stderr, flush=True)
    if options.save:
        trainer.save(options.save)
        export(trainer.policy, options.save / "attacker.nlnet", trainer.s.scope)


def saved_run(folder: Path, device: str) -> dict:
    """A run's checkpoint; None if the folder has exported networks alone."""
    import torch

    checkpoint = folder / "nets.pt"
    if not checkpoint.exists():
        return {}
    return torch.load(checkpoint, map_location=device, weights_only=True)


def said_of_run(folder: Path, saved: dict) -> tuple[dict, list]:
    """Settings and tables of what is attacked: the attacker sees and remembers as much."""
    from .export import table_in
    from .features import events_seen, known_cards, reads_rules
    from .legs import saved_tables

    if saved:
        known = {field.name for field in fields(Settings)}
        kept = {name: value for name, value in saved["settings"].items() if name in known}
        return kept, saved_tables(folder)
    policy, cards = table_in(folder / "policy.nlnet")
    critic, _ = table_in(folder / "critic.nlnet")
    scope = "base" if cards == known_cards("base") else "every"
    rules = int(reads_rules(policy))
    return {"memory": events_seen(policy), "scope": scope, "rules": rules}, [policy, critic]


def results(trainer: Trainer, bot: str) -> list[dict]:
    """Wins in the last fifth of the run, for each number of players."""
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
                "preset": kind.preset,
                "boxes": kind.boxes,
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
        f"{result['bot']}, {result['preset']}, boxes {result['boxes']}, {result['seats']} players: "
        f"a learner wins {100 * result['won']:.1f} % "
        f"± {100 * result['error']:.1f} of {result['games']} games "
        f"(fair: {100 / result['seats']:.1f} %) after {result['decisions'] / 1e6:.0f} M decisions"
    )


if __name__ == "__main__":
    main()
