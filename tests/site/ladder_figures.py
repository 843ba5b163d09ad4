#!/usr/bin/env python3
"""Reference ratings from openskill for games with one winner; ladder_test.cpp reads them.

    tests/site/ladder_figures.py --write   writes ladder_figures.json beside this file
    tests/site/ladder_figures.py           compares it with what openskill gives now; 77 where there is none, or an older one
"""

import json
import pathlib
import random
import sys

FILE = pathlib.Path(__file__).with_name("ladder_figures.json")
GAMES = 60


def tables():
    """Tables of two to five, of beginners and of people who are known well, and who wins."""
    dice = random.Random(20261117)
    yield [(25.0, 25.0 / 3)] * 2, 0
    yield [(25.0, 25.0 / 3)] * 5, 4
    yield [(60.0, 0.8), (-10.0, 0.8)], 1
    while True:
        seats = dice.randint(2, 5)
        yield [(round(dice.uniform(5, 45), 6), round(dice.uniform(0.7, 25 / 3), 6)) for _ in range(seats)], dice.randrange(seats)


def figures(model):
    games = []
    for table, winner in tables():
        teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in table]
        after = model.rate(teams, ranks=[1 if seat == winner else 2 for seat in range(len(table))])
        games.append({"before": table, "winner": winner, "after": [(team[0].mu, team[0].sigma) for team in after]})
        if len(games) == GAMES:
            return games


def main():
    try:
        import openskill
        from openskill.models import PlackettLuce
    except ImportError:
        print("openskill is not installed")
        return 77
    if tuple(map(int, openskill.__version__.split(".")[:2])) < (6, 2):
        print(f"openskill {openskill.__version__} is older than 6.2")
        return 77
    games = figures(PlackettLuce())
    if "--write" in sys.argv:
        lines = ",\n".join(json.dumps(game) for game in games)
        FILE.write_text(f'{{"openskill": "{openskill.__version__}", "games": [\n{lines}\n]}}\n')
        return 0
    stored = json.loads(FILE.read_text())["games"]
    flat = [[number for pair in game["after"] for number in pair] for game in (*stored, *games)]
    worst = max(abs(a - b) for one, other in zip(flat[: len(stored)], flat[len(stored):], strict=True) for a, b in zip(one, other, strict=True))
    print(f"openskill {openskill.__version__}: {len(games)} games, at most {worst:.1e} apart")
    return 0 if worst < 1e-9 else 1


if __name__ == "__main__":
    sys.exit(main())
