// Analysis of a recorded game, step by step.
#include "coach/game_review.h"

#include <algorithm>
#include <cmath>

#include "arena/small_games.h"
#include "bots/hint.h"
#include "coach/film_position.h"

namespace nl {
namespace {

constexpr std::uint64_t kSeed = 20;
constexpr std::size_t kMoments = 3;

// ---- the table's chances ------------------------------------------------------------------------

// Places of the pile that somebody may have looked at: known cards stay there.
class LookedAt {
 public:
  LookedAt(const State& s, const std::array<Knowledge, kViewers>& known) : s_(s) {
    for (Seat seat = 0; seat < s.seats; ++seat) {
      for (int i = 0; i < known[seat].facts(); ++i) pin(known[seat].fact(i));
      for (int place = 0; place < known[seat].peeked(seat); ++place) pin(place);
    }
    if (doom_on_top(s)) pin(0);
  }
  bool operator()(int place) const { return pinned_[static_cast<std::size_t>(place)]; }

 private:
  void pin(int place) {
    if (place < s_.pile_size) pinned_[static_cast<std::size_t>(place)] = true;
  }
  // A card that lies somewhere in a range: the true one.
  void pin(const PileFact& fact) {
    for (int place = fact.low; place <= fact.high && place < s_.pile_size; ++place) {
      const bool kitten = in(kKittens, s_.from_top(place));
      if (fact.card == kNoKitten ? !kitten : s_.from_top(place) == fact.card) return pin(place);
    }
  }

  const State& s_;
  std::array<bool, kMaxBox + 1> pinned_{};
};

class Tables {
 public:
  Tables(const Judge& judge, int orders) : judge_(judge), orders_(orders) {}

  // All hands open; every order of the unseen cards is equally likely.
  Account now(const Still& still) const {
    if (still.state.over()) return account_of(judge_.chances(position_of(still), kNoSeat, 0));
    return mean(still, [&](const Position& at, std::uint64_t luck) {
      return judge_.chances(at, next_actor(at.state), luck);
    });
  }
  // The same after the move and before its random outcome.
  Account expected(const Still& still, const Move& move) const {
    return mean(still, [&](const Position& at, std::uint64_t luck) {
      return judge_.after(at, move.seat, move.action, luck);
    });
  }
  Account open(const Still& still) const {
    if (still.state.over()) return now(still);
    // Only rule players' games vary.
    const int times = judge_.yardstick() == Yardstick::Rollouts ? orders_ : 1;
    Chances sum{};
    for (int i = 0; i < times; ++i) {
      add(sum, judge_.chances(position_of(still), next_actor(still.state), luck_of(i)), times);
    }
    return account_of(sum);
  }

 private:
  static std::uint64_t luck_of(int number) {
    return mix64(kSeed + static_cast<std::uint64_t>(number));
  }
  static void add(Chances& sum, const Chances& chances, int of) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += chances[i] / of;
  }
  // The same number always gives the same order of the same cards, so that a step without new
  // information has no luck in it.
  static void reorder(Position& at, const std::vector<int>& places, std::vector<Card> cards,
                      std::uint64_t luck) {
    Stream words(luck);
    fisher_yates(words, cards.data(), static_cast<int>(cards.size()));
    for (std::size_t i = 0; i < places.size(); ++i) at.state.from_top(places[i]) = cards[i];
  }
  template <class Value>
  Account mean(const Still& still, Value value) const {
    const LookedAt looked_at(still.state, still.known);
    std::vector<int> places;
    std::vector<Card> cards;
    for (int place = 0; place < still.state.pile_size; ++place) {
      if (looked_at(place)) continue;
      places.push_back(place);
      cards.push_back(still.state.from_top(place));
    }
    std::sort(cards.begin(), cards.end());
    Chances sum{};
    for (int i = 0; i < orders_; ++i) {
      Position at = position_of(still);
      reorder(at, places, cards, luck_of(i));
      add(sum, value(at, luck_of(i)), orders_);
    }
    return account_of(sum);
  }

  const Judge& judge_;
  int orders_;
};

// ---- choices ------------------------------------------------------------------------------------

Mark mark_of(std::int64_t loss, std::int64_t error) {
  if (loss < 2 * error) return Mark::None;
  if (loss >= kBlunder * kPoint) return Mark::Blunder;
  if (loss >= kMistake * kPoint) return Mark::Mistake;
  return loss >= kInaccuracy * kPoint ? Mark::Inaccuracy : Mark::None;
}

ReviewedChoice review_choice(const Judge& judge, const View& v, const State& s, Action given,
                             int worlds, std::uint64_t step) {
  const Weighing weighing = weigh_moves(judge, v, worlds, mix64(kSeed ^ (step << 8)));
  ReviewedChoice choice{.chances = account_of(weighing.now)};
  for (std::size_t i = 0; i < weighing.moves.size(); ++i) {
    const MoveValue& move = weighing.moves[i];
    const Account after = account_of(move.chances);
    choice.answers.push_back({move.action, action_text(s, v.viewer, move.action), after[v.viewer]});
    if (move.action != given) continue;
    choice.given = i;
    choice.skill = after - choice.chances;
    choice.error = std::llround(move.error * static_cast<double>(kWholeWin));
  }
  const ReviewedAnswer& best = choice.answers.front();
  choice.loss = best.wins - choice.answers[choice.given].wins;
  choice.mark = mark_of(choice.loss, choice.error);
  choice.reason = reason_for_better(judge.rules(), v, best.action, given, step);
  return choice;
}

// ---- the game -----------------------------------------------------------------------------------

class Reviewer {
 public:
  Reviewer(const Film& film, const Judge& judge, Effort effort)
      : film_(film), judge_(judge), effort_(effort), tables_(judge, effort.orders) {}

  std::vector<ReviewedStep> steps(const ReviewProgress& progress) {
    const std::vector<Still>& stills = film_.stills();
    std::vector<ReviewedStep> steps;
    last_ = tables_.now(stills.front());
    for (std::size_t i = 0; i + 1 < stills.size(); ++i) {
      const Account before = last_;
      last_ = tables_.now(stills[i + 1]);
      steps.push_back(step(stills[i], stills[i + 1].action, before, i));
      if (progress) progress(i + 1, stills.size() - 1);
    }
    return steps;
  }
  const Account& last() const { return last_; }

 private:
  ReviewedStep step(const Still& still, const std::string& action, const Account& before,
                    std::uint64_t number) const {
    const Move move = move_of(still.state, action);
    ReviewedStep step{.seat = move.seat,
                      .text = move_text(still.state, move),
                      .table = before,
                      .open = tables_.open(still)};
    if (move.leaves) {  // nobody's luck
      step.skill = last_ - before;
      return step;
    }
    const View v = still.view(judge_.rules(), move.seat);
    if (v.legal.size() > 1) {
      step.choice = review_choice(judge_, v, still.state, move.action, effort_.worlds, number);
      step.skill = step.choice->skill;
    }
    step.cards = last_ - tables_.expected(still, move);
    step.unknown = last_ - before - step.skill - step.cards;
    return step;
  }

  const Film& film_;
  const Judge& judge_;
  Effort effort_;
  Tables tables_;
  Account last_{};
};

SeatAccount seat_account(const GameReview& review, const Account& dealt, Seat seat) {
  const std::int64_t share = fair_share(review.seats)[seat];
  SeatAccount account{.share = share, .deal = dealt[seat] - share, .end = review.table[seat]};
  for (const ReviewedStep& step : review.steps) {
    (step.seat == seat ? account.skill : account.others) += step.skill[seat];
    account.cards += step.cards[seat];
    account.unknown += step.unknown[seat];
  }
  return account;
}

std::vector<std::size_t> moments_of(const GameReview& review) {
  std::vector<std::size_t> order(review.steps.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto change = [&](std::size_t i) {
    const ReviewedStep& step = review.steps[i];
    return size_of(step.skill + step.cards + step.unknown);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return change(a) > change(b); });
  if (order.size() > kMoments) order.erase(order.begin() + kMoments, order.end());
  std::sort(order.begin(), order.end());
  return order;
}

bool is_small_game(const Rules& rules) {
  return std::any_of(small_games().begin(), small_games().end(), [&](const SmallGame& game) {
    Rules trained = *small_game_rules(game);
    trained.nope_way = rules.nope_way;
    trained.window_ms = rules.window_ms;
    return trained == rules;
  });
}

}  // namespace

Yardstick yardstick_for(const Rules& rules, int seats) {
  const bool learned = critic_learned(rules, seats) || is_small_game(rules);
  return learned ? Yardstick::Critic : Yardstick::Rollouts;
}

Effort usual_effort(Yardstick yardstick) {
  return yardstick == Yardstick::Rollouts ? Effort{300, 300} : Effort{64, 32};
}

std::optional<TurningPoint> turning_point(const Film& film) {
  constexpr int kFewOrders = 8;
  constexpr int kFewGames = 40;
  const Yardstick yardstick = yardstick_for(film.header().rules, film.header().seats);
  const Judge judge(film.header().rules, yardstick);
  const Tables tables(judge, yardstick == Yardstick::Rollouts ? kFewGames : kFewOrders);
  std::optional<TurningPoint> found;
  if (film.stills().empty()) return found;
  Account last = tables.now(film.stills().front());
  for (std::size_t i = 0; i + 1 < film.stills().size(); ++i) {
    const Account after = tables.now(film.stills()[i + 1]);
    const bool more = !found || size_of(after - last) > size_of(found->after - found->before);
    if (more) found = TurningPoint{i, last, after};
    last = after;
  }
  return found;
}

GameReview review_game(const Film& film, std::optional<Effort> effort,
                       const ReviewProgress& progress) {
  const Header& header = film.header();
  GameReview review{.yardstick = yardstick_for(header.rules, header.seats),
                    .seats = header.seats,
                    .over = film.over()};
  review.effort = effort.value_or(usual_effort(review.yardstick));
  const Judge judge(header.rules, review.yardstick);
  Reviewer reviewer(film, judge, review.effort);
  review.steps = reviewer.steps(progress);
  review.table = reviewer.last();
  const Account dealt = review.steps.empty() ? review.table : review.steps.front().table;
  for (Seat seat = 0; seat < review.seats; ++seat) {
    review.accounts.push_back(seat_account(review, dealt, seat));
  }
  review.moments = moments_of(review);
  return review;
}

}  // namespace nl
