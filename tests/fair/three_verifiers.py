"""Test of three verifiers with one verdict: `ninelives verify`, tools/verify.py and the page's.

    python3 three_verifiers.py PROGRAM GAMES [PART PARTS]

The golden ceremonies, honest and changed (make_ceremonies.py), are judged as ever, to the line. Then GAMES random
games, dealt fairly, of all presets and boxes; half of them with so few cards that piles of one card are shuffled, and
of none. Every one is honest, so each verifier must take each. The page's engine is built first: without it two verifiers
would agree, and nobody would know. PART of PARTS: some kinds of games only.
"""
import bisect
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

from make_ceremonies import BOMBS, shuffled_cards

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM, GAMES = sys.argv[1], int(sys.argv[2])
PART, PARTS = map(int, sys.argv[3:5]) if len(sys.argv) > 3 else (0, 1)
ENGINE = ROOT / "build/wasm/engine.wasm"
PRESETS = ["official", "srs", "family", "implosion"]
BOXES = ["none", "imploding", "streaking", "imploding,streaking"]
# Few cards beside those that shuffle: the pile is soon down to its kittens, and one can be held.
SHORT = ["hand=2", "copies.shuffle=8", "copies.attack=0", "copies.favor=0", "copies.tacocat=0",
         "copies.cattermelon=0", "copies.potato=0", "copies.beard=0", "copies.rainbow=0", "copies.see=1"]


def build_engine():
    """Compiles what is newer than its object."""
    subprocess.run([ROOT / "web/engine/build.sh", "engine"], check=True)


def records(preset, boxes, seats, games, seed, rules):
    sets = [word for rule in rules for word in ("--set", rule)]
    command = [PROGRAM, "record", "--fair", "--preset", preset, "--expansions", boxes, "--seats", str(seats),
               "--games", str(games), "--seed", str(seed), *sets]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def smallest_shuffles(text):
    """Number of shuffles of no card and of one."""
    sizes = [size for _, size in shuffled_cards(text.splitlines())]
    return sizes.count(0), sizes.count(1)


def verdicts(file):
    """Verdict of each verifier: the lines that it refuses; nothing: all is well."""
    commands = {"program": [PROGRAM, "verify", file], "python": [sys.executable, ROOT / "tools/verify.py", file],
                "page": ["node", ROOT / "tests/fair/page_verify.mjs", ENGINE, file]}
    said = {}
    for name, command in commands.items():
        ran = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        prefix = "" if name == "page" else f"{file}:"
        refused = [int(line.removeprefix(prefix).split(":")[0]) for line in ran.stdout.splitlines()
                   if line.startswith(prefix) and line.removeprefix(prefix)[:1].isdigit()]
        assert (ran.returncode == 0) == (not refused), f"{name}: {ran.stdout}{ran.stderr}"
        said[name] = refused
    return said


def short_shuffles_count():
    """A shuffle of one card, or of none, is a shuffle: the next one is another."""
    sys.path.insert(0, str(ROOT / "tools"))
    import verify

    after, third = verify.Outcomes(b"k" * 32), verify.Outcomes(b"k" * 32)
    after.shuffle("shuffle", ["defuse"])
    after.shuffle("shuffle", [])
    third.numbers["shuffle"] = 2
    ours, expected = list("abcdefgh"), list("abcdefgh")
    after.shuffle("shuffle", ours)
    third.shuffle("shuffle", expected)
    assert ours == expected, "tools/verify.py has lost count of a shuffle of one card"


def golden_ceremonies():
    file = ROOT / "tests/fair/ceremonies.jsonl"
    none, one = smallest_shuffles(file.read_text())
    assert none and one, "no pile of the golden ceremonies is as short as it should be"
    expected = json.loads((ROOT / "tests/fair/ceremonies.json").read_text())["refused"]
    begins = [number for number, line in enumerate(file.read_text().splitlines(), 1) if '"record":' in line]
    games = lambda lines: [bisect.bisect_right(begins, line) for line in lines]
    for name, refused in verdicts(file).items():
        # The page does not name a line of seeds that are others than those committed to.
        same = games(refused) == games(expected) if name == "page" else refused == expected
        assert same, f"{name}: the golden ceremonies' lines {refused}, expected {expected}"


def random_games(folder):
    kinds = list(itertools.product(PRESETS, BOXES, range(2, 6), (False, True)))
    each = max(1, GAMES // len(kinds))
    none = one = total = 0
    for number, (preset, boxes, seats, short) in list(enumerate(kinds))[PART::PARTS]:
        few = BOMBS if "streaking" in boxes and seats < 4 else SHORT
        text = records(preset, boxes, seats, each, number, few if short else [])
        none, one, total = none + smallest_shuffles(text)[0], one + smallest_shuffles(text)[1], total + each
        file = folder / f"games-{number}.jsonl"
        file.write_text(text)
        for name, refused in verdicts(file).items():
            assert not refused, f"{name} refuses honest games: {preset} {boxes} {seats} {short}, lines {refused}"
        file.unlink()
    assert PARTS > 1 or one and (none or total < 10_000), "no pile was as short as it should be"
    return total, none, one


def main():
    build_engine()
    short_shuffles_count()
    golden_ceremonies()
    with tempfile.TemporaryDirectory() as folder:
        total, none, one = random_games(pathlib.Path(folder))
    print(f"the program, Python and the page agree on {total} games, {none} shuffles of no card, {one} of one")


main()
