"""Generator of the golden ceremonies:  python3 make_ceremonies.py PROGRAM

ceremonies.jsonl: fair games of all presets, with shuffles of one card and of none among them (a Catomic Bomb where only
kittens are left), and changed copies of such games. ceremonies.json: the lines that a verifier must refuse. The program
(ceremonies_test.cpp), tools/verify.py (three_verifiers.py) and the page (web/tests/unit/ceremonies.test.ts) are held to it.
"""
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
KITTENS = {"exploding", "imploding"}
# So few cards beside those that shuffle that the pile is soon down to its last.
FEW = ["copies.attack=0", "copies.favor=0", "copies.tacocat=0", "copies.cattermelon=0", "copies.potato=0",
       "copies.beard=0", "copies.rainbow=0"]
SHORT = [*FEW, "hand=2", "copies.shuffle=8", "copies.see=1"]
BOMBS = [*FEW, "hand=1", "copies.shuffle=3", "copies.catomic=6", "copies.see=0", "copies.nope=0", "copies.skip=0"]


def games(program, preset, boxes, seats, number, seed, rules=()):
    sets = [word for rule in rules for word in ("--set", rule)]
    text = subprocess.run([program, "record", "--fair", "--preset", preset, "--expansions", boxes, "--seats", str(seats),
                           "--games", str(number), "--seed", str(seed), *sets],
                          check=True, capture_output=True, text=True).stdout
    found = []
    for line in text.splitlines():
        if '"record":' in line:
            found.append([])
        found[-1].append(line)
    return found


def shuffled_cards(game):
    """Of each shuffle in turn: its line, and how many cards were shuffled. Kittens on top of a bomb are not."""
    bomb = False
    for place, line in enumerate(game):
        step = json.loads(line)
        if step.get("do", "").startswith("play "):
            bomb = step["do"] == "play catomic"
        if step.get("chance") == "shuffle":
            pile = step["pile"]
            yield place, sum(card not in KITTENS for card in pile) if bomb else len(pile)


def first_with(cards, found):
    """The first game with a shuffle of so many cards and another after it, of which one could lose count."""
    having = [(game, [size for _, size in shuffled_cards(game)]) for game in found]
    having = [(game, sizes) for game, sizes in having if cards in sizes]
    assert having, f"no game has a shuffle of {cards}"
    return max(having, key=lambda kept: len(kept[1]) - kept[1].index(cards))[0]


def changed(game):
    """Copies in which one thing is otherwise: shuffles after the first, seeds, shares, steals."""
    def copy(place, change):
        step = json.loads(game[place])
        change(step)
        return [*game[:place], json.dumps(step, separators=(",", ":")), *game[place + 1:]]

    def turn_over(step):
        step["pile"][0], step["pile"][-1] = step["pile"][-1], step["pile"][0]

    for place, _ in list(shuffled_cards(game))[1:]:
        pile = json.loads(game[place])["pile"]
        if pile[0] != pile[-1]:
            yield copy(place, turn_over)
    for place, line in enumerate(game):
        if '"fair":' in line:
            step = json.loads(line)["fair"]
            for key, value in step.items():
                if isinstance(value, str) and len(value) == 64:
                    other = ("0" if value[0] != "0" else "1") + value[1:]
                    yield copy(place, lambda step: step["fair"].update({key: other}))


def main(program):
    kept = []
    for number, preset in enumerate(["official", "srs", "family", "implosion"]):
        kept += games(program, preset, ["none", "imploding", "streaking", "imploding,streaking"][number], 2 + number % 4, 1, 29)
    kept += games(program, "official", "imploding,streaking,stray", 5, 1, 29)
    one = [first_with(1, games(program, "official", boxes, 3, 1500, 7, SHORT)) for boxes in ("none", "streaking")]
    none = [first_with(0, games(program, "official", "streaking", seats, 1500, 7, BOMBS)) for seats in (2, 3)]
    kept += one + none
    for game in one + none:
        kept += list(changed(game))[:5]
    file = HERE / "ceremonies.jsonl"
    file.write_text("".join(line + "\n" for game in kept for line in game))
    said = subprocess.run([program, "verify", str(file)], capture_output=True, text=True).stdout.splitlines()
    refused = [int(line.removeprefix(f"{file}:").split(":")[0]) for line in said if line.startswith(f"{file}:")]
    (HERE / "ceremonies.json").write_text(json.dumps({"games": len(kept), "refused": refused}) + "\n")
    print(f"{len(kept)} games, {len(refused)} of them refused")


if __name__ == "__main__":
    main(sys.argv[1])
