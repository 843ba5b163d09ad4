// Situation of a rule player: the inputs of its decision. At a table it is made from a view; search
// makes one for each seat of an imagined game, from that seat's knowledge there.
#pragma once

#include "engine/action.h"
#include "engine/rules.h"
#include "engine/state.h"
#include "engine/view.h"

namespace nl {

inline constexpr int kCertain = 1000;  // probabilities are per mille

struct Situation {
  Seat me = 0;
  Seat turn = 0;
  std::uint8_t seats = 0;
  SeatMask alive = 0;
  bool forward = true;
  bool cursed = false;
  int owed = 1;
  int pile = 0;
  int kittens = 0;  // in the pile, as far as can be known
  int risk = 0;     // chance that the top card is a kitten
  int risk_at_bottom = 0;
  bool top_known = false;
  bool fresh = false;     // somebody else has just put a kitten back in secret
  SeatMask peeked = 0;    // others who have seen the top card
  SeatMask defusers = 0;  // others who certainly or probably have a Defuse
  Frame frame{};
  Play play{};
  Counts hand{};
  Counts discard{};
  std::array<std::uint8_t, kMaxSeats> hand_size{};
  std::array<Card, 5> top{kNoCard, kNoCard, kNoCard, kNoCard, kNoCard};  // as far as known
  ActionSet legal{};

  int others() const { return count(alive) - 1; }
  Seat next(Seat seat) const {
    const int step = forward ? 1 : seats - 1;
    do {
      seat = seat_after(seat, step, seats);
    } while (!holds(alive, seat));
    return seat;
  }
};

Situation situation(const Rules& rules, const View& v);

}  // namespace nl
