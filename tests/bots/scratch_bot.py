#!/usr/bin/env python3
"""Build of the bot in CONTRIBUTING's "How to add a bot", which then plays games: scratch_bot.py SCRATCH_FOLDER"""

import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRATCH = Path(sys.argv.pop(1) if len(sys.argv) > 1 else "/tmp/ninelives_scratch_bot")

DRIVER = """
#include <cstdio>

#include "bots/bot.h"
#include "engine/game.h"
#include "engine/knowledge_sink.h"
#include "engine/make_view.h"
#include "scratch_bot.h"

int main() {
  const nl::Rules rules = nl::official();
  int answers = 0, over = 0;
  for (std::uint64_t game = 0; game < 200; ++game) {
    nl::KnowledgeSink sink(3);
    nl::SeededSource random(3, game);
    nl::State s = nl::new_game(rules, 3, random, sink);
    ShyBot bot(game);
    for (int step = 0; step < 5000 && !s.over(); ++step) {
      const nl::Seat seat = nl::next_actor(s);
      const nl::View v = nl::view(rules, s, sink.seats[seat], seat);
      const nl::Action action = bot.act(rules, v, {});
      if (!v.legal.has(action) || !nl::apply(rules, s, seat, action, random, sink)) return 1;
      ++answers;
    }
    over += s.over();
    bot.reseed(game);
  }
  std::printf("answers %d over %d\\n", answers, over);
}
"""


def example() -> str:
    """The C++ block of the section, without its indentation."""
    section = (ROOT / "CONTRIBUTING.md").read_text().split("## How to add a bot", 1)[1].split("\n## ", 1)[0]
    (block,) = re.findall(r"^   ```cpp\n(.*?)^   ```$", section, re.MULTILINE | re.DOTALL)
    return '#pragma once\n\n#include "bots/bot.h"\n#include "engine/random.h"\n\n' + re.sub(r"^   ", "", block, flags=re.MULTILINE)


class ScratchBot(unittest.TestCase):
    def test_BOT_1_bot_of_the_recipe_compiles_and_plays_legal_games(self) -> None:
        SCRATCH.mkdir(parents=True, exist_ok=True)
        (SCRATCH / "scratch_bot.h").write_text(example())
        (SCRATCH / "driver.cpp").write_text(DRIVER)
        program = SCRATCH / "play"
        flags = ["-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'src'}", f"-I{SCRATCH}"]
        subprocess.run(["g++", *flags, SCRATCH / "driver.cpp", "-o", program], check=True)
        done = subprocess.run([program], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        counts = dict(re.findall(r"(\w+) (\d+)", done.stdout))
        self.assertEqual(counts["over"], "200", done.stdout)
        self.assertGreater(int(counts["answers"]), 2000)


if __name__ == "__main__":
    unittest.main()
