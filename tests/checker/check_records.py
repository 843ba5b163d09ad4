#!/usr/bin/env python3
"""Independent checker of game records against the rules; shares no code with the engine.

    check_records.py [--house] [--legal] [--full] [--jobs N] [FILE …]

Reads JSON Lines, any number of games one after another, from the files or
from standard input. Prints `ok: G games, L lines` and exits 0; or prints
`FILE:LINE: reason` for the first difference of each game and exits 1; or
exits 2 where a record cannot be read. `legal` lists and `state` lines are
checked where they are there; --legal and --full insist on them. --house takes
the header's rules as given instead of as the preset implies.

Open points: where the texts leave a detail open, and the reading chosen.

 1. Presets name no `nope_way`: either is accepted without --house. All other
    fields must be the preset's (`five`, `faster` off, `window_ms` 3000);
    `extra_defuses_dealt` is not compared where `extra_defuses` is `none`.
    `copies` may leave out cards with 0 in version 1, and must in version 2.
 2. `alive` in a state: a list of seats or a list of truths, both accepted.
    `actors`, `alive` and `cursed` in any order; the dead in `cursed` ignored.
 3. Where a card given to Garbage Collection lies before the concluding
    shuffle: the pile is compared as a multiset until then, and the recorded
    order adopted.
 4. `faceup` while the Imploding Kitten is being placed, and once it has left
    the pile: not compared. Without one in the box: false (or null).
 5. After the end `turn`, `owed`, `attacked` and `pending` are not compared.
    `srs`: whether kittens of the last one to die are still shuffled in when
    that ends the game: both accepted, the pile then compared as a multiset.
 6. Where a kitten is while `keep`/`defuse` is asked or a cursed player
    guesses: in no zone (as while its place is asked); in the hand or on either
    end of the pile is accepted too.
 7. A cursed holder of a Streaking Kitten without a Defuse: only `keep` (as
    for all); `defuse` offered as well is accepted, and leads to the guessing.
 8. Other kittens of the dead go back into the pile where `loose` is `at_draw`
    and `dead` is `kitten` (`srs`); where house rules set only one of them, a
    shuffle line in the record decides.
 9. The titles of a five leave the hand one by one as named, or all at the
    fifth: both accepted. `card` there is legal only if five can still be
    reached. `combos` = `cats` does not limit a five.
10. Forfeits: a Garbage Collection or a kitten's placing goes on when the
    player on turn leaves, and the turn passes after it (`turn`, `owed` and
    `attacked` are not compared while the player on turn is dead). A Favor whose
    asker leaves lapses. A committed Nope of one who leaves before the round is
    closed counts as a pass. A Targeted Attack on one who left does nothing,
    and the turn (or `srs`'s question) goes on. If the last legal target leaves before one
    is named, the card does nothing. A triple whose target left is still
    named and asked about. `srs`: the kitten being placed goes to the discard pile.
    A forfeit's `legal` list is the seat's (empty if it may not act).
11. Half-done Alter the Future: those places of the pile are compared as a
    multiset; placed cards first, the rest in order, is what counts if the
    player leaves. All indices are legal, for equal cards too.
12. Shuffling an empty pile: the line may be there or not; under `srs`, whether
    `times` is asked is taken from the record.
13. A lone committed Nope "needs" no chance line: one is accepted.
14. A Streaking Kitten is no "kitten": drawing it is a safe draw and ends a
    curse. A draw from an empty pile, a kept kitten and the Imploding Kitten
    put back do not.
15. A card hit blind that has no legal target is lost, without a window. A Mark
    whose target has no unmarked card left does nothing.
16. Answers in a window are accepted in any order, in the commit way too.
17. A state line directly after the deal is accepted.
18. Kittens never fewer than one Exploding beside an Imploding one (two
    players), and never more than the box has.
19. A card lifted to be buried when all the others leave goes back on top.
"""

import argparse
import sys
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from rulebook.checker import check_game, games  # noqa: E402


def named_streams(files):
    if not files:
        yield "-", sys.stdin
    for name in files:
        if name == "-":
            yield name, sys.stdin
        else:
            with open(name, encoding="utf-8") as stream:
                yield name, stream


def jobs(options, names):
    """All games as jobs; the file of each is noted in `names`, in order."""
    for name, stream in named_streams(options.files):
        for first, raw in games(stream):
            names.append((name, sum(not line.isspace() for line in raw)))
            yield first, "".join(raw), options


def results(options, names):
    work = jobs(options, names)
    if options.jobs == 1:
        yield from map(check_game, work)
    else:
        with Pool(options.jobs) as pool:
            yield from pool.imap(check_game, work, chunksize=16)


def arguments(argv):
    parser = argparse.ArgumentParser(description="Check game records against the rules.")
    parser.add_argument("--house", action="store_true", help="take the header's rules as given")
    parser.add_argument("--legal", action="store_true", help="insist on legal lists")
    parser.add_argument("--full", action="store_true", help="insist on state lines")
    parser.add_argument("--jobs", type=int, default=1, help="processes to use")
    parser.add_argument("files", nargs="*", metavar="FILE", help="records; standard input if none")
    return parser.parse_args(argv)


def main(argv=None):
    options = arguments(argv)
    names, status, count, lines = [], 0, 0, 0
    try:
        for result, line, reason in results(options, names):
            name, size = names[count]
            count, lines, status = count + 1, lines + size, max(status, result)
            if result:
                print(f"{name}:{line}: {reason}")
    except (OSError, UnicodeDecodeError) as error:
        print(f"check_records: {error}", file=sys.stderr)
        return 2
    if not count:  # silence upstream must not pass for success
        print("-:0: malformed: no record in the input")
        return 2
    if not status:
        print(f"ok: {count} games, {lines} lines")
    return status


if __name__ == "__main__":
    sys.exit(main())
