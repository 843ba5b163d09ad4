"""Training of the bot `net`: regularised self-play on a GPU, or slowly on a CPU.

    python -m ninelives.train --minutes 10 --run runs/full

docs/train/training.md tells how it works and how to repeat it.
"""
