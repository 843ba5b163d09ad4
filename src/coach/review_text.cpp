// Sentences and tables of a game review.
#include "coach/review_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "names/names.h"
#include "text/narrator.h"

namespace nl {
namespace {

constexpr std::size_t kMostMoves = 6;
constexpr std::size_t kCurve = 48;  // columns

std::int64_t tenths_of(std::int64_t figure) {
  const std::int64_t tenth = kPoint / 10;
  return (figure + (figure < 0 ? -tenth : tenth) / 2) / tenth;
}

std::string tenths_text(std::int64_t tenths, bool sign) {
  const std::string digits =
      std::to_string(std::abs(tenths) / 10) + '.' + std::to_string(std::abs(tenths) % 10);
  if (tenths < 0) return '-' + digits;
  return sign && tenths > 0 ? '+' + digits : digits;
}

std::string percent(std::int64_t figure) { return std::to_string((figure + kPoint / 2) / kPoint); }

std::string number(std::size_t n) { return std::to_string(n); }

std::string mark_text(Mark mark) {
  switch (mark) {
    case Mark::Blunder: return "??";
    case Mark::Mistake: return "?";
    case Mark::Inaccuracy: return "?!";
    default: return "";
  }
}

// Outcome of a step. The narrator needs the earlier plays: a combo has a name of its own.
std::string happened_at(const Film& film, std::size_t step, Names names, const Words& w) {
  const std::vector<Still>& stills = film.stills();
  std::string text;
  Narrator narrator(w);
  for (std::size_t i = 0; i < stills[step + 1].events; ++i) {
    const Lines told = narrator.tell(film.events()[i], kEveryone, names);
    if (i < stills[step].events) continue;
    for (const std::string& line : told) text += (text.empty() ? "" : " ") + line;
  }
  return text;
}

// Percentages that add up to that of the whole: those cut off by most are rounded up.
std::array<std::int64_t, kMaxSeats> percents(const Account& account) {
  std::array<std::int64_t, kMaxSeats> whole{};
  std::int64_t left = kPoint / 2;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    whole[i] = account.seats[i] / kPoint;
    left += account.seats[i] % kPoint;
  }
  std::array<bool, kMaxSeats> rounded{};
  for (; left >= kPoint; left -= kPoint) {
    std::size_t most = 0;
    for (std::size_t i = 1; i < whole.size(); ++i) {
      const bool more = account.seats[i] % kPoint > account.seats[most] % kPoint;
      if (!rounded[i] && (rounded[most] || more)) most = i;
    }
    rounded[most] = true;
    ++whole[most];
  }
  return whole;
}

std::string percent_text(std::int64_t percent, const Words& w) {
  return w.ui("percent", {{"number", std::to_string(percent)}});
}

// "Ann 25 → 61 %, Bob …": players who were alive.
std::string changes_of(const Account& before, const Account& after, Names names, const Words& w) {
  const auto old = percents(before);
  const auto now = percents(after);
  std::string changes;
  for (Seat seat = 0; seat < names.size(); ++seat) {
    if (before[seat] == 0) continue;
    changes += (changes.empty() ? "" : ", ") + names[seat] + ' ' + std::to_string(old[seat]) +
               " → " + percent_text(now[seat], w);
  }
  return changes;
}

class Writer {
 public:
  Writer(const Film& film, const GameReview& review, Names names, const Words& w, Seat seat)
      : film_(film), review_(review), names_(names), w_(w), seat_(seat) {}

  Lines lines() {
    title();
    curves();
    moves();
    moments();
    accounts();
    return std::move(lines_);
  }

 private:
  bool shows(Seat seat) const { return seat_ == kEveryone || seat_ == seat; }
  template <class Visit>
  void for_each_seat(Visit visit) const {
    for (Seat seat = 0; seat < review_.seats; ++seat) visit(seat);
  }

  void title() {
    lines_.push_back(w_.ui("coach_title", {{"number", number(review_.steps.size())}}));
    const bool rollouts = review_.yardstick == Yardstick::Rollouts;
    const Values values{
        {"number", std::to_string(review_.effort.worlds)},
        {"error", std::to_string(50 / std::max(1, root_of(review_.effort.worlds)))}};
    lines_.push_back(w_.ui(rollouts ? "coach_by_rollouts" : "coach_by_critic", values));
    if (!review_.over) lines_.push_back(w_.ui("coach_unfinished"));
  }
  static int root_of(int n) { return static_cast<int>(std::sqrt(static_cast<double>(n))); }

  Account at(std::size_t step) const {
    return step < review_.steps.size() ? review_.steps[step].table : review_.table;
  }
  std::string curve(Seat seat) const {
    static const std::vector<std::string> kBars = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const std::size_t points = review_.steps.size() + 1;
    const std::size_t columns = std::min(points, kCurve);
    std::string text;
    for (std::size_t i = 0; i < columns; ++i) {
      const std::size_t step = columns > 1 ? i * (points - 1) / (columns - 1) : 0;
      const auto bar = static_cast<std::size_t>(at(step)[seat] * 8 / (kWholeWin + 1));
      text += kBars[std::min<std::size_t>(bar, 7)];
    }
    return text;
  }
  void curves() {
    lines_.insert(lines_.end(), {"", w_.ui("coach_curve")});
    int width = 0;
    for (const std::string& name : names_) width = std::max(width, columns_of(name));
    const auto first = percents(at(0));
    const auto last = percents(review_.table);
    for_each_seat([&](Seat seat) {
      lines_.push_back("  " + padded(names_[seat], width) + "  " + curve(seat) + "  " +
                       percent_text(first[seat], w_) + " → " + percent_text(last[seat], w_));
    });
  }

  std::string words_of(std::size_t step, Action action) const {
    const State& before = film_.stills()[step].state;
    return w_.action(action, question_context(before, review_.steps[step].seat), names_);
  }
  void move(std::size_t at_step) {
    const ReviewedStep& step = review_.steps[at_step];
    const ReviewedChoice& choice = *step.choice;
    const ReviewedAnswer& given = choice.answers[choice.given];
    const ReviewedAnswer& best = choice.answers.front();
    lines_.push_back("  " + w_.ui("coach_move", {{"number", number(at_step + 1)},
                                                 {"name", names_[step.seat]},
                                                 {"choice", words_of(at_step, given.action)},
                                                 {"mark", mark_text(choice.mark)},
                                                 {"points", points_text(choice.loss)},
                                                 {"given", percent(given.wins)},
                                                 {"best", percent(best.wins)},
                                                 {"better", words_of(at_step, best.action)}}));
    lines_.push_back("     " + sentence(choice.reason, w_));
  }
  void moves() {
    std::vector<std::size_t> marked;
    for (std::size_t i = 0; i < review_.steps.size(); ++i) {
      const ReviewedStep& step = review_.steps[i];
      if (step.choice && step.choice->mark != Mark::None && shows(step.seat)) marked.push_back(i);
    }
    const auto loss = [&](std::size_t i) { return review_.steps[i].choice->loss; };
    std::stable_sort(marked.begin(), marked.end(),
                     [&](std::size_t a, std::size_t b) { return loss(a) > loss(b); });
    marked.resize(std::min(marked.size(), kMostMoves));
    lines_.insert(
        lines_.end(),
        {"", marked.empty() ? w_.ui("coach_no_moves", {{"number", std::to_string(kInaccuracy)}})
                            : w_.ui("coach_moves")});
    for (const std::size_t step : marked) move(step);
  }

  void moments() {
    if (review_.moments.empty()) return;
    lines_.insert(lines_.end(), {"", w_.ui("coach_moments")});
    for (const std::size_t step : review_.moments) {
      lines_.push_back(
          "  " + w_.ui("coach_moment", {{"number", number(step + 1)},
                                        {"list", changes_of(at(step), at(step + 1), names_, w_)},
                                        {"text", happened_at(film_, step, names_, w_)}}));
    }
  }

  // Rounded so that the printed values also add up.
  void account(Seat seat) {
    const SeatAccount& account = review_.accounts[seat];
    const std::int64_t share = tenths_of(account.share);
    const std::int64_t skill = tenths_of(account.skill);
    const std::int64_t others = tenths_of(account.others);
    const std::int64_t deal = tenths_of(account.deal);
    const std::int64_t cards = tenths_of(account.cards);
    const std::int64_t luck = tenths_of(account.end) - share - skill - others;
    const auto signed_text = [](std::int64_t tenths) { return tenths_text(tenths, true); };
    lines_.push_back("  " +
                     w_.ui("coach_account", {{"name", names_[seat]},
                                             {"share", tenths_text(share, false)},
                                             {"skill", signed_text(skill)},
                                             {"others", signed_text(others)},
                                             {"luck", signed_text(luck)},
                                             {"deal", signed_text(deal)},
                                             {"cards", signed_text(cards)},
                                             {"unknown", signed_text(luck - deal - cards)},
                                             {"end", tenths_text(tenths_of(account.end), false)}}));
    const Values values{{"name", names_[seat]}, {"points", tenths_text(std::abs(luck), false)}};
    lines_.push_back("     " + w_.ui(luck < 0 ? "coach_unlucky" : "coach_lucky", values));
  }
  void accounts() {
    lines_.insert(lines_.end(), {"", w_.ui("coach_accounts")});
    for_each_seat([&](Seat seat) {
      if (shows(seat)) account(seat);
    });
  }

  const Film& film_;
  const GameReview& review_;
  Names names_;
  const Words& w_;
  Seat seat_;
  Lines lines_;
};

}  // namespace

std::string points_text(std::int64_t figure, bool sign) {
  return tenths_text(tenths_of(figure), sign);
}

std::string turning_point_line(const Film& film, const TurningPoint& point, Names names,
                               const Words& w) {
  return w.ui("turning_point", {{"number", number(point.step + 1)},
                                {"text", happened_at(film, point.step, names, w)},
                                {"list", changes_of(point.before, point.after, names, w)}});
}

Lines coach_lines(const Film& film, const GameReview& review, Names names, const Words& w,
                  Seat seat) {
  return Writer(film, review, names, w, seat).lines();
}

}  // namespace nl
