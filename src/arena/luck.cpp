// Luck estimate of a game by AIVAT.
#include "arena/luck.h"

#include <cassert>

#include "arena/listed_chance.h"
#include "engine/game.h"
#include "engine/make_view.h"
#include "engine/memory_sink.h"

namespace nl {
namespace {

constexpr std::uint64_t kOrdersSeed = 20;

// The true game's chance, recording every card that is looked at.
class NotingChance {
 public:
  NotingChance(const SeededSource& random, std::vector<Card>& seen)
      : random_(random), seen_(seen) {}

  void shuffle(Chance what, int number, Card* cards, int n) const {
    random_.shuffle(what, number, cards, n);
  }
  Card card(Chance what, int number, const Counts& from, int n) const {
    return random_.card(what, number, from, n);
  }
  Seat seat(Chance what, int number, SeatMask seats) const {
    return random_.seat(what, number, seats);
  }
  void decide(const Card& card) const { seen_.push_back(card); }

 private:
  const SeededSource& random_;
  std::vector<Card>& seen_;
};

// The same for the table: a card is decided when it is looked at, as in the true game.
class FollowingChance {
 public:
  FollowingChance(const SeededSource& random, const std::vector<Card>& seen, Counts& undecided)
      : random_(random), seen_(seen), undecided_(undecided) {}

  void shuffle(Chance, int, Card* cards, int n) { leave_undecided(cards, n, undecided_); }
  Card card(Chance what, int number, const Counts& from, int n) const {
    return random_.card(what, number, from, n);
  }
  Seat seat(Chance what, int number, SeatMask seats) const {
    return random_.seat(what, number, seats);
  }
  void decide(Card& card) {
    const Card seen = seen_[next_++];
    assert(card == kUndecided || card == seen);
    if (card == kUndecided) --undecided_[seen];
    card = seen;
  }

 private:
  const SeededSource& random_;
  const std::vector<Card>& seen_;
  Counts& undecided_;
  std::size_t next_ = 0;
};

static_assert(DecidesLate<NotingChance> && DecidesLate<FollowingChance>);

// A game and its table, side by side.
class FollowedGame {
 public:
  FollowedGame(const Rules& rules, int seats, const SeededSource& random)
      : rules_(rules), random_(random), memory_(seats) {
    state_ = new_game(rules, seats, random_, memory_);
    table_ = {state_, {}, memory_.known()};
    leave_undecided(table_.state.pile.data(), table_.state.pile_size, table_.undecided);
  }

  const OpenTable& table() const { return table_; }
  View view_of(Seat seat) const { return view(rules_, state_, memory_.known(seat), seat); }
  Past past_of(Seat seat) const { return memory_.past(seat); }

  void apply(const GameAnswer& answer) {
    std::vector<Card> seen;
    NotingChance noting(random_, seen);
    FollowingChance following(random_, seen, table_.undecided);
    if (answer.left) {
      forfeit(rules_, state_, answer.seat, noting, memory_);
      forfeit(rules_, table_.state, answer.seat, following, table_.known);
    } else {
      apply_legal(rules_, state_, answer.seat, answer.action, noting, memory_);
      apply_legal(rules_, table_.state, answer.seat, answer.action, following, table_.known);
    }
    assert(table_.state.hands == state_.hands && table_.state.pile_size == state_.pile_size);
  }

 private:
  const Rules& rules_;
  SeededSource random_;
  MemorySink memory_;
  State state_;
  OpenTable table_;
};

void add(Chances& sum, const Chances& more, double weight) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * more[i];
}

// The undecided cards in one of their orders.
State laid_out(const OpenTable& table, std::uint64_t luck) {
  State s = table.state;
  std::vector<Card> cards;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    cards.insert(cards.end(), table.undecided[card_at(kind)], card_at(kind));
  }
  Stream words(luck);
  fisher_yates(words, cards.data(), static_cast<int>(cards.size()));
  for (std::size_t i = 0; i < s.pile_size; ++i) {
    if (s.pile[i] != kUndecided) continue;
    s.pile[i] = cards.back();
    cards.pop_back();
  }
  return s;
}

}  // namespace

TableValue critic_value(const Rules& rules, int orders) {
  return [judge = Judge(rules, Yardstick::Critic), orders](const OpenTable& table) {
    const int times = table.undecided.total() > 1 && !table.state.over() ? orders : 1;
    Chances mean{};
    for (int i = 0; i < times; ++i) {
      const std::uint64_t luck = mix64(kOrdersSeed + static_cast<std::uint64_t>(i));
      add(mean, judge.chances({laid_out(table, luck), table.known}, kNoSeat, luck), 1.0 / times);
    }
    return mean;
  };
}

std::vector<TableOutcome> outcomes_of(const Rules& rules, const OpenTable& at, Seat seat,
                                      Action action) {
  std::vector<TableOutcome> outcomes;
  OutcomeList list;
  do {
    if (outcomes.size() == kMostOutcomes) return {};
    list.restart();
    TableOutcome& outcome = outcomes.emplace_back(TableOutcome{0, at});
    ListedChance chance(list, outcome.table.undecided);
    apply_legal(rules, outcome.table.state, seat, action, chance, outcome.table.known);
    outcome.probability = list.probability();
  } while (list.advance());
  return outcomes;
}

// False if there are too many outcomes.
bool LuckMeter::add_mean(const OpenTable& at, Seat seat, const Weighed& answer,
                         Chances& mean) const {
  const std::vector<TableOutcome> outcomes = outcomes_of(rules_, at, seat, answer.action);
  for (const TableOutcome& outcome : outcomes) {
    nl::add(mean, value_(outcome.table), answer.chance * outcome.probability);
  }
  return !outcomes.empty();
}

void LuckMeter::add(const OpenTable& before, Seat seat, Action action,
                    const std::vector<Weighed>& mix, const OpenTable& after) {
  Chances mean{};
  bool known = mix.size() > 1;
  for (std::size_t i = 0; known && i < mix.size(); ++i) {
    known = add_mean(before, seat, mix[i], mean);
  }
  if (!known) {
    mean = {};
    if (outcomes_of(rules_, before, seat, action).size() < 2) return;  // no luck in it
    add_mean(before, seat, {action, 1}, mean);
  }
  nl::add(luck_, value_(after), 1);
  nl::add(luck_, mean, -1);
}

Chances luck_in_game(const Rules& rules, int seats, const SeededSource& random,
                     const std::vector<GameAnswer>& answers, const MixOf& mix_of,
                     const TableValue& value) {
  FollowedGame game(rules, seats, random);
  LuckMeter meter(rules, value);
  for (const GameAnswer& answer : answers) {
    const OpenTable before = game.table();
    const bool chosen = !answer.left && legal(rules, before.state, answer.seat).size() > 1;
    std::vector<Weighed> mix;
    if (chosen) mix = mix_of(answer.seat, game.view_of(answer.seat), game.past_of(answer.seat));
    game.apply(answer);
    if (!answer.left) meter.add(before, answer.seat, answer.action, mix, game.table());
  }
  return meter.luck();
}

}  // namespace nl
