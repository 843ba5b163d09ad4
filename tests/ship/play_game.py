#!/usr/bin/env python3
"""Test player that plays a game against a bot on a running server: play_game.py --port PORT
  --page          the browser's page is there too
  --begin FILE    begins a game and leaves it; the seat's key goes into the file
  --go-on FILE    comes back to that seat and plays to the end"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "net"))

from player import Player, play_on  # noqa: E402
from wire import http  # noqa: E402

SETTINGS = {"seats": 2, "bots": 1, "window_ms": 500, "turn_s": 60, "rules": {"hand": 2}}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--begin")
    parser.add_argument("--go-on")
    asked = parser.parse_args()
    if asked.page:
        status, headers, body = http(asked.port, "/")
        assert status == 200 and b"<script" in body, (status, headers)
    ann = Player("Ann", fair=True)
    if asked.go_on:
        vars(ann).update(json.loads(Path(asked.go_on).read_text()))
        ann.resume(asked.port)
    else:
        ann.create(asked.port, **SETTINGS)
        ann.say("start")
    if asked.begin:
        ann.until("view")
        kept = {key: getattr(ann, key) for key in ("room", "token", "seat", "game")}
        Path(asked.begin).write_text(json.dumps(kept))
        return
    play_on([ann])
    print("played,", len(ann.fetch_record()), "lines of record")


main()
