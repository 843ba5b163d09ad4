"""Training run in legs: each continues from the checkpoint in the run's folder."""

from __future__ import annotations

import math
import signal
from pathlib import Path

import torch

from .features import Feature
from .selfplay import Trainer


def saved_tables(folder: Path) -> list[list[Feature]] | None:
    """Feature tables of a run's networks; None without a run."""
    if not (folder / "nets.pt").exists():
        return None
    tables = torch.load(folder / "nets.pt", weights_only=True).get("tables")
    return tables and [[Feature(*row) for row in table] for table in tables]


def run(trainer: Trainer, minutes: float, whole_minutes: float, folder: Path) -> None:
    """Trains for `minutes` of a run that takes `whole_minutes` in all legs together; less where it
    is told to end (SIGTERM)."""
    end = trainer.seconds + 60 * minutes
    said, kept = -math.inf, trainer.seconds
    stops: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: stops.append(number))
    while trainer.seconds < end and not stops:
        row = trainer.iterate(trainer.seconds / (60 * whole_minutes))
        if trainer.seconds - said > 10:
            said = trainer.seconds
            print(
                f"{row['seconds']:7.1f} s  {row['decisions'] / 1e6:9.1f} M decisions  "
                f"entropy {row['entropy']:.3f}  critic {row['critic']:.4f}  "
                f"to magnet {row['to_magnet']:.4f}  moved {row['moved']:.4f}  "
                f"game {row['length']:.1f}",
                flush=True,
            )
        if trainer.seconds - kept > 60:
            kept = trainer.seconds
            trainer.save(folder)
    trainer.save(folder)
