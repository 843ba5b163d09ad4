#!/usr/bin/env python3
"""Generator of known answers of the fair shuffle, from the verifier alone: make_vectors.py > vectors.json"""

import hashlib
import json
import sys
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import verify  # noqa: E402
from rulebook.rules import implied_rules  # noqa: E402

GAMES = (
    ("official", [], 2, ["given", "given"], {}),
    ("official", ["imploding", "streaking"], 5, ["given", "supplied", "missing", "given", "given"],
     {"nope_way": "commit"}),
    ("srs", ["imploding"], 4, ["supplied"] * 4, {}),
    ("family", [], 3, ["missing", "given", "supplied"], {"faster": True}),
    ("implosion", ["streaking"], 6 - 1, ["missing"] * 5, {}),
)
FROM_VERSION_2 = (
    ("official", [], 3, ["given", "supplied", "given"], {}),
    ("srs", ["streaking"], 4, ["given", "missing", "given", "supplied"], {"faster": True}),
)


def fixed(text):
    """Any 32 bytes will do, as long as they are always the same."""
    return hashlib.sha256(text.encode()).digest()


def fair_line(number, terms, statuses):
    game_id, seed = fixed(f"game {number}")[:16], fixed(f"seed {number}")
    game = verify.sha256(b"game", game_id, terms)
    commitment = verify.sha256(b"server", game, seed)
    shares = []
    for seat, status in enumerate(statuses):
        place = bytes([seat])
        share = fixed(f"share {number} {seat}")
        if status == "supplied":
            share = verify.keyed(seed, b"supplied", game, place)
        committed = verify.sha256(b"share", game, commitment, place, share)
        shares.append({"status": status, "commitment": committed.hex()})
        if status != "missing":
            shares[-1]["share"] = share.hex()
    return {"version": 1, "game": game_id.hex(), "commitment": commitment.hex(),
            "seed": seed.hex(), "shares": shares}


def header_of(version, preset, expansions, seats, rules):
    if version > 1:
        rules = dict(rules, copies={card: n for card, n in rules["copies"].items() if n})
    return {"record": version, "preset": preset, "expansions": expansions, "rules": rules,
            "seats": seats}


def vector(number, version, preset, expansions, seats, statuses, changes):
    rules = implied_rules(preset, expansions)
    rules.update(changes)
    header = header_of(version, preset, expansions, seats, rules)
    terms = verify.terms_of(header)
    fair = fair_line(number, terms, statuses)
    deal = verify.FairDeal(fair, terms, seats)
    outcomes = verify.Outcomes(deal.key)
    dealt = verify.derived_deal(SimpleNamespace(**rules), seats, outcomes)
    words = {}
    for purpose in verify.PURPOSES:
        outcomes.numbers[purpose] = 300 + number
        stream = outcomes.words(purpose)
        words[purpose] = [next(stream) for _ in range(20)]
    return {"header": header, "terms": terms.decode(), "fair": fair, "key": deal.key.hex(),
            "deal": dealt, "number": 300 + number, "words": words}


def main():
    games = [(1, *game) for game in GAMES] + [(2, *game) for game in FROM_VERSION_2]
    vectors = [json.dumps(vector(i, *game)) for i, game in enumerate(games)]
    print("[\n" + ",\n".join(vectors) + "\n]")


if __name__ == "__main__":
    main()
