// Records of games in which one player helps another, for tests of collusion.
#pragma once

#include <algorithm>

#include "bots/position_value.h"
#include "coach/played.h"
#include "game/open_cards.h"

namespace nl {

inline Position open_position(const GameSoFar& game, int seats) {
  Position at{OpenCards::state(game), KnowledgeSink(seats)};
  for (Seat seat = 0; seat < seats; ++seat) at.known.set(seat, OpenCards::known(game)[seat]);
  return at;
}

// The answer that is best for `receiver`, with all cards open.
inline Action best_for(const Judge& judge, const Position& at, Seat seat, Seat receiver,
                       const ActionSet& answers) {
  Action best = answers.nth(0);
  double most = -1;
  answers.for_each([&](Action action) {
    const double chance = judge.after(at, seat, action, 1)[receiver];
    if (chance > most) best = action;
    most = std::max(most, chance);
  });
  return best;
}

// The lines of a game of careful players, in which `giver` plays for `receiver` alone.
inline std::vector<std::string> played_with_help(const Header& header, Seat giver, Seat receiver,
                                                 std::uint64_t seed) {
  Game game(header, SeededSource(seed, 0), RecordWriter({record_text(header)}));
  const Judge judge(game.rules(), Yardstick::Critic);
  std::vector<std::unique_ptr<Bot>> players;
  for (int i = 0; i < header.seats; ++i) {
    players.push_back(make_bot("careful", seed * 9 + static_cast<std::uint64_t>(i)));
  }
  while (!game.over()) {
    const Seat seat = game.next_asked();
    const View v = game.view(seat);
    const bool helps = seat == giver && v.legal.size() > 1 && holds(v.alive, receiver);
    const Action action =
        helps ? best_for(judge, open_position(game, header.seats), seat, receiver, v.legal)
              : players[seat]->act(game.rules(), v, game.events(seat));
    game.submit(seat, action, game.decision(seat));
  }
  return game.record();
}

// Seated at random in every game, as the queue does: a name for each of four seats. The first two
// of `names` sit at `first` and `second`.
inline std::vector<std::string> seated(const std::vector<std::string>& names, Seat first,
                                       Seat second) {
  std::vector<std::string> seats(names.size());
  seats[first] = names[0];
  seats[second] = names[1];
  std::size_t next = 2;
  for (std::string& name : seats) {
    if (name.empty()) name = names[next++];
  }
  return seats;
}

}  // namespace nl
