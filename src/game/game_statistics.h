// Statistics of one game, counted from its public events.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "engine/event.h"
#include "engine/seat.h"

namespace nl {

struct GameStatistics {
  std::array<int, kMaxSeats> plays{};    // cards and combos played
  std::array<int, kMaxSeats> nopes{};    // Nopes that counted
  std::array<int, kMaxSeats> escapes{};  // kittens survived
  std::array<int, kMaxSeats> draws{};
  std::vector<Seat> died{};  // in that order
  std::array<Card, kMaxSeats> killed_by{kNoCard, kNoCard, kNoCard, kNoCard, kNoCard, kNoCard};
  Seat winner = kNoSeat;
  int turns = 0;
  int longest_chain = 0;     // of Nopes on one play
  int pile = 0;              // cards in it now
  Seat narrowest = kNoSeat;  // seat that survived a kitten with the fewest cards in the pile …
  int narrowest_pile = 0;    // … and that number of cards

  void add(const Event& event);
};

GameStatistics game_statistics(std::span<const Event> events);

}  // namespace nl
