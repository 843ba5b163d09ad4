"""Independent rules of the game, written from the texts alone; no code is shared with the engine.

Used by the checker of records (tests/checker) and by the verifier of fair games (verify.py).
"""
