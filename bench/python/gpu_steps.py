"""Steps a second of `GpuBatch` by the number of games in flight, masks as bytes and as bits.

    export NINELIVES_GPU_LIBRARY=build/release/libninelives_gpu.so PYTHONPATH=python
    python bench/python/gpu_steps.py

Answers are drawn at random on the GPU, which is part of the time. docs/train/gpu.md keeps the figures.
"""

import time

import torch

from ninelives.gpu import GpuBatch
from ninelives.rules import rules_text

WARM_UP, REPEATS = 60, 5


def steps_a_second(games: int, players: int, packed: bool) -> float:
    rules = rules_text(overrides={"nope_way": "commit"})
    steps = 30 if games < 1 << 22 else 12
    batch = GpuBatch(games, players=players, rules=rules, seed=1, packed=packed)

    def took(steps: int) -> float:
        began = time.perf_counter()
        for _ in range(steps):
            batch.step(batch.sample())
        torch.cuda.synchronize()
        return time.perf_counter() - began

    took(WARM_UP)
    median = sorted(took(steps) for _ in range(REPEATS))[REPEATS // 2]
    return games * steps / median


def main() -> None:
    print("games players  bytes  bits, 10^6 steps a second")
    for games in (1 << 19, 1 << 20, 1 << 21, 1 << 23):
        for players in (2, 3, 4, 5):
            rates = [steps_a_second(games, players, packed) / 1e6 for packed in (False, True)]
            print(f"{games:>8} {players} {rates[0]:8.1f} {rates[1]:8.1f}", flush=True)


if __name__ == "__main__":
    main()
