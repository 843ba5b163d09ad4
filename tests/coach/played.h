// Recorded games between bots, for tests of reviews.
#pragma once

#include <sstream>

#include "bots/bot.h"
#include "coach/recorded_game.h"
#include "game/game.h"
#include "game/seats_line.h"

namespace nl {

inline Header header_of(const Rules& rules, int seats, Preset preset = Preset::Official,
                        Expansions expansions = kBase) {
  return {.preset = preset, .expansions = expansions, .rules = rules, .seats = seats};
}

// The lines of a game; `bots` sit down one after another, again and again.
inline std::vector<std::string> played(const Header& header, const std::vector<std::string>& bots,
                                       std::uint64_t seed, int most_steps = 100'000) {
  Game game(header, SeededSource(seed, 0), RecordWriter({record_text(header)}));
  std::vector<std::unique_ptr<Bot>> players;
  for (std::size_t i = 0; i < static_cast<std::size_t>(header.seats); ++i) {
    players.push_back(make_bot(bots[i % bots.size()], seed + i));
  }
  for (int step = 0; step < most_steps && !game.over(); ++step) {
    const Seat seat = game.next_asked();
    const Action action = players[seat]->act(game.rules(), game.view(seat), game.events(seat));
    game.submit(seat, action, game.decision(seat));
  }
  return game.record();
}

inline std::unique_ptr<RecordedGame> read_back(const std::vector<std::string>& lines) {
  std::stringstream text;
  for (const std::string& line : lines) text << line << '\n';
  return read_recorded_game(text);
}

}  // namespace nl
