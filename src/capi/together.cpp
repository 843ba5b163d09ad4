// Rows in which bots sit who take less time for many questions at once: learned ones. Every row is
// played as far as it goes without them; then all that they are asked is answered together, and so
// on until every row has come to its learner. A row's game is the same as if its bots had been
// asked one by one: an answer depends on what its own seat may know alone, and rows on nothing of
// each other.
#include <algorithm>

#include "capi/batch.h"

namespace nl::capi {

// A thread takes as many rows as it can: the more questions, the less time each of them.
void Batch::play_together(const std::function<void(int row, Opponents&)>& begin_row) {
  constexpr int kMostRows = 1024;
  const int share = (options_.games + workers_.threads() - 1) / workers_.threads();
  workers_.run(options_.games, std::min(share, kMostRows), [&](int begin, int end) {
    const BotPool::Lent opponents = pool_.lend();
    for (int row = begin; row < end; ++row) begin_row(row, *opponents);
    while (answer_round(*opponents)) {
    }
  });
}

void Batch::begin_together(int row, Opponents& opponents) {
  begin_step(row);
  deals_[static_cast<std::size_t>(row)] = 1;
  deal_cards(row);
  go_on_together(row, opponents);
}

void Batch::step_together(int row, Action action, Opponents& opponents) {
  if (rows_[static_cast<std::size_t>(row)].finished) {
    if (options_.autoreset == NL_NEXT_STEP) return begin_together(row, opponents);
    begin_step(row);
    return show(row);
  }
  begin_step(row);
  deals_[static_cast<std::size_t>(row)] = 0;
  answer_learner(row, action);
  go_on_together(row, opponents);
}

// What step_row() and begin_episode() do, in pieces that may lie rounds apart.
void Batch::go_on_together(int row, Opponents& opponents) {
  Row& r = rows_[static_cast<std::size_t>(row)];
  int& deals = deals_[static_cast<std::size_t>(row)];
  for (;; ++deals, deal_cards(row)) {
    OpenChoice asked;
    const Came came = come_to_learner(row, asked, opponents);
    if (came == Came::ToWait) return;
    const bool goes_on = came == Came::ToLearner;
    if (goes_on) ask_for(row, asked);
    r.finished = !goes_on || late(r);
    if (!r.finished) return show(row);
    if (deals == 0) end_episode(row, goes_on);
    legal_[static_cast<std::size_t>(row)] = {};
    const bool deals_again = deals != 0 || options_.autoreset == NL_SAME_STEP;
    if (!deals_again || deals == kDealsWithoutChoice) return show(row);
  }
}

// Plays on until the learner has a decision, or the episode ends, or a bot has to wait for others.
Batch::Came Batch::come_to_learner(int row, OpenChoice& asked, Opponents& opponents) {
  Row& r = rows_[static_cast<std::size_t>(row)];
  while (!r.state.over() && r.state.living(r.learner)) {
    ask_next(header_.rules, r.state, asked);
    if (late(r)) asked.seat = r.learner;  // who looks on where the row ends
    const bool inside = asked.forced() && options_.skip_forced != 0;
    if (late(r) || (asked.seat == r.learner && !inside)) return Came::ToLearner;
    if (asked.forced()) {
      apply(row, asked.seat, asked.legal.nth(0));
      continue;
    }
    ++r.answers;
    Bot& bot = bot_at(r, asked.seat, opponents);
    if (bot.asked_together(header_.rules)) {
      bot.ask(header_.rules,
              glimpse(header_.rules, r.state, r.known.seats[asked.seat], asked.seat, asked.legal),
              past_of(r, asked.seat), bot_seed(r, asked.seat), row);
      return Came::ToWait;
    }
    apply(row, asked.seat, bot_action(r, asked, opponents));
  }
  return Came::ToEnd;
}

// False where nobody had been asked anything.
bool Batch::answer_round(Opponents& opponents) {
  bool any = false;
  for (const auto& bot : opponents) {
    for (const auto& [row, seat, action] : bot->answer_all()) {
      any = true;
      apply(row, seat, action);
      go_on_together(row, opponents);
    }
  }
  return any;
}

}  // namespace nl::capi
