// Small games in sequence form.
#include "arena/sequence_game.h"

#include "arena/listed_chance.h"
#include "bots/event_number.h"
#include "engine/encode.h"
#include "engine/game.h"
#include "engine/games_hash.h"

namespace nl {
namespace {

// A position with the observations on the way to it.
struct SequencePosition {
  State s;
  Counts undecided;
  KnowledgeSink known{2};
  std::array<History, 2> history{};
  std::array<std::uint64_t, 2> told{};  // the events since the seat's last sequence, hashed
  std::array<std::uint32_t, 2> sequence{};
};

class TellBoth {
 public:
  static constexpr bool kListens = true;

  explicit TellBoth(SequencePosition& position) : at_(position) {}
  void operator()(const Event& event) {
    at_.known(event);
    for (Seat seat = 0; seat < 2; ++seat) {
      const Event shown = redact(event, seat);
      if (shown.kind == EventKind::None) continue;
      at_.history[seat].add(shown);
      at_.told[seat] = mix64(at_.told[seat] + event_number(shown) + 0x9E3779B97F4A7C15u);
    }
  }

 private:
  SequencePosition& at_;
};

class Builder {
 public:
  Builder(const Rules& rules, const InfoSetVisitor& visit) : rules_(rules), visit_(visit) {}

  SequenceGame build() {
    OutcomeList outcomes;
    do {
      outcomes.restart();
      SequencePosition at;
      ListedChance chance(outcomes, at.undecided);
      TellBoth tell(at);
      at.s = new_game(rules_, 2, chance, tell);
      explain_hands(at);
      follow(at, outcomes.probability());
    } while (outcomes.advance());
    for (std::size_t seat = 0; seat < 2; ++seat) game_.trees[seat] = indexes_[seat].tree();
    return std::move(game_);
  }

 private:
  // A seat sees its hand, which no event contains.
  static void explain_hands(SequencePosition& at) {
    for (Seat seat = 0; seat < 2; ++seat) {
      for (const std::uint8_t n : at.s.hands[seat].n) at.told[seat] = mix64(at.told[seat] * 31 + n);
    }
  }

  void follow(const SequencePosition& at, double probability) {
    if (at.s.over()) return add_outcome(at, probability);
    const Seat seat = next_actor(at.s);
    const ActionSet choices = legal(rules_, at.s, seat);
    const int n = choices.size();
    const std::uint32_t first = n > 1 ? first_sequence(at, seat, n) : 0;
    for (int i = 0; i < n; ++i) {
      SequencePosition chosen = at;
      if (n > 1) {
        chosen.sequence[seat] = first + static_cast<std::uint32_t>(i);
        chosen.told[seat] = 0;
      }
      follow_action(chosen, seat, choices.nth(i), probability);
    }
  }

  void follow_action(const SequencePosition& at, Seat seat, Action action, double probability) {
    OutcomeList outcomes;
    do {
      outcomes.restart();
      SequencePosition next = at;
      ListedChance chance(outcomes, next.undecided);
      TellBoth tell(next);
      apply_legal(rules_, next.s, seat, action, chance, tell);
      follow(next, probability * outcomes.probability());
    } while (outcomes.advance());
  }

  void add_outcome(const SequencePosition& at, double probability) {
    const double gain = winner(at.s) == 0 ? probability : -probability;
    game_.payoffs.push_back({at.sequence[0], at.sequence[1], static_cast<float>(gain)});
  }

  std::uint32_t first_sequence(const SequencePosition& at, Seat seat, int actions) {
    return indexes_[seat].first(at.told[seat], at.sequence[seat], actions, [&] {
      if (visit_) visit_(view(rules_, at.s, at.known.seats[seat], seat), at.history[seat]);
    });
  }

  const Rules& rules_;
  const InfoSetVisitor& visit_;
  SequenceGame game_;
  std::array<SequenceIndex, 2> indexes_;
};

}  // namespace

SequenceGame sequence_game(const Rules& rules, const InfoSetVisitor& visit) {
  return Builder(rules, visit).build();
}

}  // namespace nl
