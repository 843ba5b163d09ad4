"""Test of the OpenSpiel game's playthroughs, compared as OpenSpiel does, and its decisions a second through pyspiel.

NINELIVES_UPDATE_GOLDEN=1 records them again, into packaging/upstream/open_spiel/playthroughs.
"""

import os
import random
import sys
import time
import types
from pathlib import Path

import pyspiel
from absl import flags

# They would register OpenSpiel's games that are written in Python, which need other packages.
for folder in ("open_spiel.python.games", "open_spiel.python.mfg.games"):
    sys.modules[folder] = types.ModuleType(folder)
from open_spiel.python.algorithms import generate_playthrough  # noqa: E402

FOLDER = Path(__file__).resolve().parents[2] / "packaging/upstream/open_spiel/playthroughs"
GAMES = {
    "ninelives_saf": "ninelives(small_game=SAF:0)",
    "ninelives_sampled": "ninelives(small_game=SSAFN:1,sampled_chance=true,rng_seed=7)",
}


def compare(name, game):
    """Playthrough of today, beside the recorded one."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("NINELIVES_UPDATE_GOLDEN"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(generate_playthrough.playthrough(game, None, seed=1))
    recorded, now = generate_playthrough.replay(str(path))
    if recorded != now:
        for old, new in zip(recorded.split("\n"), now.split("\n"), strict=False):
            if old != new:
                sys.exit(f"{path}: recorded\n  {old[:300]}\nnow\n  {new[:300]}")
        sys.exit(f"{path}: the lengths differ")
    print(f"{game}: {len(now.splitlines())} lines as recorded")


def decisions_per_second(name, observe, seconds=2.0):
    """Random games, one after another, as anybody writes the loop in Python."""
    game = pyspiel.load_game(name)
    draw = random.Random(1).random
    decisions, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.legal_actions()
                state.apply_action(outcomes[int(draw() * len(outcomes))])
                continue
            if observe:
                state.observation_tensor()
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            decisions += 1
    return decisions / (time.perf_counter() - start)


flags.FLAGS(sys.argv)  # generate_playthrough reads some
for file, text in GAMES.items():
    compare(file, text)
for text in ("ninelives(sampled_chance=true)", "ninelives"):
    for looks in (False, True):
        found = decisions_per_second(text, looks)
        print(f"pyspiel, {text}{', observed' if looks else ''}: {found:,.0f} decisions/s")
