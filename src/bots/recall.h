// What must have happened in an imagined world. A world says what everybody holds now; what the
// viewer was told leads back from there to what they held, knew and were asked a while ago, and
// from there the rules lead forward again. So the others of an imagined game know what they would
// know (where they have put a kitten, what they have seen), and the chance that the policy gave to
// each answer that they were seen to give says how much the world is to be believed:
//
//   chance of a world ∝ how evenly it is dealt × the product of the chances of those answers
//
// It is made from a view and what its seat was told, and from nothing else.
#pragma once

#include <span>
#include <vector>

#include "bots/minds.h"
#include "bots/net_question.h"
#include "engine/random.h"
#include "engine/rules.h"

namespace nl {

// An answer that somebody else gave, and what they went by in that world.
struct GivenAnswer {
  KeptQuestion question;
  Action action;
};

struct Recalled {
  bool whole = false;                // the past was found to lead to this world
  std::vector<GivenAnswer> answers;  // where there was a choice
  Minds minds{0, false};             // now
};

// The logarithm of the chance that the policy gives to all answers of each world; asked at once.
std::vector<double> believed(const Network& policy, std::span<const Recalled> worlds);

// What the viewer knows of a card that another has drawn.
struct SureDraw {
  Card card = kNoCard;  // which it must have been
  Counts held{};        // or else: what that hand was sure to hold before
};

class Recall {
 public:
  // The answers that followed the last `events` things told are weighed.
  Recall(const Rules& rules, const View& v, Past past, const Network& policy, int events);

  // What the viewer can't know of that past is drawn by lot, as often as it is possible.
  Recalled lead_to(const State& world, Stream& chance) const;

  // Where nothing of the past can be traced, every world is as good as any other.
  bool traces() const { return !told_.empty(); }

 private:
  struct Start {
    Seat turn = 0;
    std::uint16_t owed = 1;
    std::uint8_t attacked = 0;
  };

  void find_start(Past past);
  void note_what_is_sure();
  Recalled try_to_lead_to(const State& world, Stream& chance) const;
  State begun(const State& cards) const;

  const Rules& rules_;
  const View& v_;
  const Network& policy_;
  Start start_{};
  std::vector<Event> told_;           // since the start, the oldest first
  std::vector<SureDraw> sure_draws_;  // beside each
  std::array<History, kMaxSeats> before_{};
  std::size_t weighed_from_ = 0;
};

}  // namespace nl
