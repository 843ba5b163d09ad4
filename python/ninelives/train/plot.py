"""python -m ninelives.train.plot RUN PICTURE: the curves of a run."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

PANELS = (
    ("entropy", "entropy of a decision, nats"),
    ("critic", "critic's loss, nats"),
    ("to_magnet", "distance from the magnet, nats"),
    ("length", "decisions a game"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("picture", type=Path)
    options = parser.parse_args()
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = json.loads((options.run / "curve.json").read_text())[::4]
    at = [row["decisions"] / 1e9 for row in rows]
    figure, axes = pyplot.subplots(2, 3, figsize=(12, 5.5), constrained_layout=True)
    for axis, (key, title) in zip(axes.flat, PANELS, strict=False):
        axis.plot(at, [row[key] for row in rows], linewidth=1)
        axis.set_title(title, fontsize=10)
    for players in range(2, 6):
        key = f"won {players} players"
        shown = [(x, row[key] * players) for x, row in zip(at, rows, strict=True) if key in row]
        if shown:
            axes.flat[4].plot(*zip(*shown, strict=True), linewidth=0.8, label=f"{players}")
    axes.flat[4].axhline(1, color="grey", linewidth=0.5)
    axes.flat[4].set_title("wins against past policies / fair share", fontsize=10)
    axes.flat[4].legend(title="players", fontsize=8)
    axes.flat[5].plot([row["seconds"] for row in rows], at, linewidth=1)
    axes.flat[5].set_title("billions of decisions by seconds", fontsize=10)
    for axis in axes.flat[:5]:
        axis.set_xlabel("billions of decisions", fontsize=8)
    figure.savefig(options.picture)


if __name__ == "__main__":
    main()
