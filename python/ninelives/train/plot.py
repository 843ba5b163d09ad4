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
    ("off_teacher", "distance from the teacher, nats"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("picture", type=Path)
    options = parser.parse_args()
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    curve = json.loads((options.run / "curve.json").read_text())
    figure, axes = pyplot.subplots(2, 4, figsize=(15, 5.5), constrained_layout=True)
    draw(curve, axes.flat)
    figure.savefig(options.picture)


def draw(curve: list[dict], axes) -> None:
    """The panels; those of teacher and bots stay empty if a run had none."""
    rows = curve[::4]
    at = [row["decisions"] / 1e9 for row in rows]
    for axis, (key, title) in zip(axes, PANELS, strict=False):
        axis.plot(at, [row.get(key, 0) for row in rows], linewidth=1)
        axis.set_title(title, fontsize=10)
    past, seconds, bots = axes[5:8]
    for players in range(2, 6):
        x, y = share(rows, f"won {players} players")
        if x:
            past.plot(x, [players * won for won in y], linewidth=0.8, label=f"{players}")
    past.axhline(1, color="grey", linewidth=0.5)
    past.set_title("wins against past policies / fair share", fontsize=10)
    past.legend(title="players", fontsize=8)
    seconds.plot([row["seconds"] for row in rows], at, linewidth=1)
    seconds.set_title("billions of decisions by seconds", fontsize=10)
    named = "won 2 players, "
    for key in sorted({key for row in curve for key in row if key.startswith(named)}):
        bots.plot(*share(curve, key), linewidth=0.8, label=key[len(named) :])
    bots.set_title("wins against bots, two players", fontsize=10)
    if bots.lines:
        bots.legend(fontsize=8)
    for axis in (*axes[:6], bots):
        axis.set_xlabel("billions of decisions", fontsize=8)


def share(rows: list[dict], key: str) -> tuple[list[float], list[float]]:
    """Decisions (in billions) at which `key` was measured, and its values."""
    measured = [row for row in rows if key in row]
    return [row["decisions"] / 1e9 for row in measured], [row[key] for row in measured]


if __name__ == "__main__":
    main()
