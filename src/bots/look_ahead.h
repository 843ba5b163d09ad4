// Worlds as a player believes in them, and what becomes of an answer there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bots/minds.h"
#include "bots/net_question.h"
#include "bots/recall.h"
#include "engine/action.h"
#include "engine/random.h"
#include "engine/rules.h"
#include "engine/state.h"

namespace nl {

// One world that looks the same to the viewer, and what everybody would know in it.
struct Imagined {
  State world{};
  Minds minds{0, false};
  double weight = 1;  // how much more it is believed than another
};

struct Belief {
  int worlds = 64;   // drawn evenly, then weighed
  int events = 32;   // what was told last, by which the others' answers are weighed; 0: evenly
  double trust = 1;  // how much is made of them: 0 would be nothing
};

class Worlds {
 public:
  Worlds(const Rules& rules, const View& v, Past past, const Network& policy, const Belief& belief,
         Stream& chance);

  // By weight, for a lot from 0 to 1.
  const Imagined& pick(double lot) const;
  const std::vector<Imagined>& all() const { return worlds_; }
  // How many evenly weighed worlds would tell as much.
  double worth() const;
  // Those that the past was found to lead to.
  int traced() const { return traced_; }

 private:
  void weigh_by(std::span<const Recalled> recalled, std::span<const double> believed, double trust);

  std::vector<Imagined> worlds_;
  std::vector<double> up_to_;  // sums of the weights
  int traced_ = 0;
};

enum class Until : std::uint8_t {
  AskedAgain,  // the critic judges when the player is asked again
  End,         // of the game
};

// Games played on from imagined worlds, all side by side, so that the policy, which plays for
// everybody, is asked many questions at once.
class Rollouts {
 public:
  Rollouts(const Rules& rules, const Network& policy, Seat me, Until until)
      : rules_(rules), policy_(policy), me_(me), until_(until) {}

  // After this answer of the player. The same luck brings the same outcomes.
  void add(const Imagined& imagined, Action action, std::uint64_t luck);
  // The chance to win in each, in the order in which they were added; then there are none.
  std::vector<double> play();

 private:
  struct Game {
    Game(const Imagined& imagined, std::uint64_t luck)
        : world(imagined.world), minds(imagined.minds), random(luck, 0), choices(luck) {}
    State world;
    Minds minds;
    SeededSource random;
    Stream choices;
    int answers = 0;
    double win = 0;
    Seat asked = kNoSeat;  // kNoSeat: it is settled
    KeptQuestion question{};
  };

  void go_on(Game& game) const;

  const Rules& rules_;
  const Network& policy_;
  Seat me_;
  Until until_;
  std::vector<Game> games_;
};

}  // namespace nl
