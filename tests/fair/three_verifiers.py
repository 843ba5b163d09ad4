"""Three verifiers, one verdict: `ninelives verify`, tools/verify.py and the page's.

    python3 three_verifiers.py PROGRAM GAMES [ENGINE.wasm]

GAMES random games, dealt fairly, of all presets and boxes; half of them with so few cards that piles
of one card are shuffled. Every game is honest, so each verifier must take each.
"""
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM, GAMES = sys.argv[1], int(sys.argv[2])
ENGINE = next((pathlib.Path(file) for file in sys.argv[3:] if pathlib.Path(file).exists()), None)
PRESETS = ["official", "srs", "family", "implosion"]
BOXES = ["none", "imploding", "streaking", "imploding,streaking"]
# Few cards beside those that shuffle: the pile is soon down to its kittens, and one can be held.
SHORT = ["hand=2", "copies.shuffle=8", "copies.attack=0", "copies.favor=0", "copies.tacocat=0",
         "copies.cattermelon=0", "copies.potato=0", "copies.beard=0", "copies.rainbow=0", "copies.see=1"]


def records(preset, boxes, seats, games, seed, rules):
    sets = [word for rule in rules for word in ("--set", rule)]
    command = [PROGRAM, "record", "--fair", "--preset", preset, "--expansions", boxes, "--seats", str(seats),
               "--games", str(games), "--seed", str(seed), *sets]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def smallest_shuffles(text):
    """How many shuffles of no card and of one there are."""
    sizes = [len(json.loads(line)["pile"]) for line in text.splitlines() if '"chance":"shuffle"' in line]
    return sizes.count(0), sizes.count(1)


def verdicts(file):
    """What each verifier says: the lines that it refuses; nothing: all is well."""
    commands = {"program": [PROGRAM, "verify", file], "python": [sys.executable, ROOT / "tools/verify.py", file]}
    if ENGINE:
        commands["page"] = ["node", ROOT / "tests/fair/page_verify.mjs", ENGINE, file]
    said = {}
    for name, command in commands.items():
        ran = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        prefix = "" if name == "page" else f"{file}:"
        refused = [int(line.removeprefix(prefix).split(":")[0]) for line in ran.stdout.splitlines()
                   if line.startswith(prefix) and line.removeprefix(prefix)[:1].isdigit()]
        assert (ran.returncode == 0) == (not refused), f"{name}: {ran.stdout}{ran.stderr}"
        said[name] = refused
    return said


def random_games(folder):
    kinds = list(itertools.product(PRESETS, BOXES, range(2, 6), (False, True)))
    each = max(1, GAMES // len(kinds))
    none = one = total = 0
    for number, (preset, boxes, seats, short) in enumerate(kinds):
        text = records(preset, boxes, seats, each, number, SHORT if short else [])
        none, one, total = none + smallest_shuffles(text)[0], one + smallest_shuffles(text)[1], total + each
        file = folder / f"games-{number}.jsonl"
        file.write_text(text)
        for name, refused in verdicts(file).items():
            assert not refused, f"{name} refuses honest games: {preset} {boxes} {seats} {short}, lines {refused}"
        file.unlink()
    assert one, "no pile was as short as it should be"
    return total, none, one


def main():
    with tempfile.TemporaryDirectory() as folder:
        total, none, one = random_games(pathlib.Path(folder))
    who = "the program, Python and the page" if ENGINE else "the program and Python (no page was built)"
    print(f"{who} agree on {total} games, {none} shuffles of no card, {one} of one")


main()
