"""Learning curves of the baselines: gathers them from runs, and draws them.

    python python/examples/curves.py gather runs/*/curve.jsonl    # into data/baselines/curves.json
    python python/examples/curves.py draw                         # docs/train/baselines.svg from it

Every curve is the share of games won against `careful`, two players, over decisions learnt from.
There is nothing in the picture that is not in the file.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

CURVES = Path("data/baselines/curves.json")
PICTURE = Path("docs/train/baselines.svg")
COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf")
MOST_POINTS = 40
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 420, 56, 24, 150, 44


def gathered(path: Path) -> dict:
    """One run. Its recipe and seed are in its first line, or the folder's name: `numpy-2`."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    recipe, _, seed = path.parent.name.rpartition("-")
    about = lines.pop(0) if "recipe" in lines[0] else {"recipe": recipe, "seed": int(seed)}
    step = math.ceil(len(lines) / MOST_POINTS)
    kept = lines[:-1:step] + lines[-1:]
    points = [[p["decisions"], round(p["seconds"], 1), round(p["won"], 4)] for p in kept]
    return {"recipe": about["recipe"], "seed": about["seed"], "points": points}


def gather(paths: list[Path], into: Path) -> None:
    """A run that is there already is replaced."""
    before = json.loads(into.read_text()) if into.exists() else []
    runs = {(run["recipe"], run["seed"]): run for run in [*before, *map(gathered, paths)]}
    lines = ",\n".join(json.dumps(runs[key]) for key in sorted(runs))
    into.parent.mkdir(parents=True, exist_ok=True)
    into.write_text(f"[\n{lines}\n]\n")


def across(decisions: float, most: float) -> float:
    """Decisions on a logarithmic scale, from 10,000 on."""
    share = math.log(max(decisions, 1e4) / 1e4) / math.log(most / 1e4)
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def down(share: float) -> float:
    return TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)


def text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{words}</text>'


def grid(most: float) -> list[str]:
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    parts = []
    for tenth in range(0, 11, 2):
        y = down(tenth / 10)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{right}" stroke="#ddd"/>')
        parts.append(text(LEFT - 8, y + 4, f"{tenth * 10} %", 'text-anchor="end"'))
    even = f"M{LEFT} {down(0.5):.1f}H{right}"
    parts.append(f'<path d="{even}" stroke="#888" stroke-dasharray="5 4"/>')
    for power in range(4, math.floor(math.log10(most)) + 1):
        x = across(10**power, most)
        parts.append(f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="#ddd"/>')
        parts.append(text(x, bottom + 18, f"10^{power}", 'text-anchor="middle"'))
    middle = (LEFT + right) / 2
    parts.append(text(middle, HEIGHT - 8, "decisions learnt from", 'text-anchor="middle"'))
    return [
        *parts,
        text(LEFT, TOP - 8, "games won against careful, two players; in brackets: seeds"),
    ]


def drawn(runs: list[dict]) -> str:
    """The picture, as SVG."""
    most = max(run["points"][-1][0] for run in runs)
    recipes = sorted({run["recipe"] for run in runs})
    parts = grid(most)
    for number, recipe in enumerate(recipes):
        colour = COLOURS[number % len(COLOURS)]
        mine = [run for run in runs if run["recipe"] == recipe]
        for run in mine:
            places = " ".join(f"{across(p[0], most):.1f},{down(p[2]):.1f}" for p in run["points"])
            parts.append(f'<polyline points="{places}" fill="none" stroke="{colour}"/>')
        y = TOP + 20 + 22 * number
        x = WIDTH - RIGHT + 14
        parts.append(f'<path d="M{x} {y - 4}h22" stroke="{colour}" stroke-width="3"/>')
        parts.append(text(x + 28, y, f"{recipe} ({len(mine)})"))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
    body = "\n".join(parts)
    return (
        f'{head} font-family="sans-serif" font-size="13">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    gathering = commands.add_parser("gather", help="curves of runs into one file")
    gathering.add_argument("runs", nargs="+", type=Path)
    drawing = commands.add_parser("draw", help="the file as a picture")
    drawing.add_argument("--out", type=Path, default=PICTURE)
    for one in (gathering, drawing):
        one.add_argument("--curves", type=Path, default=CURVES)
    args = parser.parse_args()
    if args.command == "gather":
        return gather(args.runs, args.curves)
    args.out.write_text(drawn(json.loads(args.curves.read_text())))
    print(f"curves: {args.out}")
    return None


if __name__ == "__main__":
    main()
