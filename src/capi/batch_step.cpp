// Batch step outside the fast path, with batched bot queries. Learned bots answer many questions
// faster than one by one: so every row is played until it needs them, all their questions are
// answered together, and so on until every row has reached its learner. A row's game is the same as
// with single queries: an answer depends only on its own seat's knowledge, and rows are
// independent.
#include <algorithm>

#include "capi/batch.h"

namespace nl::capi {

// A bot may think for milliseconds, so with bots the threads share even a few rows. For batched
// bots a thread takes as many rows as it can: the more questions, the less time for each.
int Batch::rows_at_once() const {
  constexpr int kBlocksEach = 8, kMostTogether = 1024;
  if (self_play()) return kRowsPerTask;
  const int share = (options_.games + workers_.threads() - 1) / workers_.threads();
  return asks_together_ ? std::min(share, kMostTogether)
                        : std::clamp(share / kBlocksEach, 1, kRowsPerTask);
}

void Batch::play_rows(const std::function<void(int row, Opponents&)>& begin) {
  workers_.run(options_.games, rows_at_once(), [&](int first, int end) {
    const BotPool::Lent opponents = pool_.lend();
    for (int row = first; row < end; ++row) begin(row, *opponents);
    while (answer_round(*opponents)) {
    }
  });
}

void Batch::begin_row(int row, Opponents& opponents) {
  begin_step(row);
  deals_[static_cast<std::size_t>(row)] = 1;
  deal_cards(row);
  go_on(row, opponents);
}

void Batch::step_row(int row, Action action, Opponents& opponents) {
  if (rows_[static_cast<std::size_t>(row)].finished) {
    if (options_.autoreset == NL_NEXT_STEP) return begin_row(row, opponents);
    begin_step(row);
    return show(row);
  }
  begin_step(row);
  deals_[static_cast<std::size_t>(row)] = 0;
  answer_learner(row, action);
  go_on(row, opponents);
}

// Plays until the row is to be shown, or until it waits for a batch of answers. Games without any
// decision are skipped.
void Batch::go_on(int row, Opponents& opponents) {
  Row& r = rows_[static_cast<std::size_t>(row)];
  int& deals = deals_[static_cast<std::size_t>(row)];
  for (;; ++deals, deal_cards(row)) {
    OpenChoice asked;
    const Came came =
        self_play() ? come_to_anybody(row, asked) : come_to_learner(row, asked, opponents);
    if (came == Came::ToWait) return;
    const bool goes_on = came == Came::ToLearner;
    if (goes_on) {
      r.asked = asked.seat;
      legal_[static_cast<std::size_t>(row)] = asked.legal;
    }
    r.finished = !goes_on || late(r);
    if (!r.finished) return show(row);
    if (deals == 0) end_episode(row, goes_on);
    // Empty if the episode has ended, and so is the list of legal actions.
    legal_[static_cast<std::size_t>(row)] = {};
    const bool deals_again = deals != 0 || options_.autoreset == NL_SAME_STEP;
    if (!deals_again || deals == kDealsWithoutChoice) return show(row);
  }
}

Batch::Came Batch::come_to_anybody(int row, OpenChoice& asked) {
  Row& r = rows_[static_cast<std::size_t>(row)];
  if (options_.skip_forced != 0 && options_.max_turns == 0) {
    RowSink sink = sink_of(row);
    const bool any = play_on(header_.rules, r.state, r.random, sink, asked, false, Action{});
    return any ? Came::ToLearner : Came::ToEnd;
  }
  while (!r.state.over()) {
    ask_next(header_.rules, r.state, asked);
    if (late(r) || !asked.forced() || options_.skip_forced == 0) return Came::ToLearner;
    apply(row, asked.seat, asked.legal.nth(0));
  }
  return Came::ToEnd;
}

// Plays on until the learner has a decision, the episode ends, or a bot has to wait for its batch.
Batch::Came Batch::come_to_learner(int row, OpenChoice& asked, Opponents& opponents) {
  Row& r = rows_[static_cast<std::size_t>(row)];
  while (!r.state.over() && r.state.living(r.learner)) {
    ask_next(header_.rules, r.state, asked);
    if (late(r)) asked.seat = r.learner;  // the observing seat at the end of the row
    const bool inside = asked.forced() && options_.skip_forced != 0;
    if (late(r) || (asked.seat == r.learner && !inside)) return Came::ToLearner;
    if (asked.forced()) {
      apply(row, asked.seat, asked.legal.nth(0));
      continue;
    }
    ++r.answers;
    Bot& bot = bot_at(r, asked.seat, opponents);
    if (bot.answers_in_batches(header_.rules)) {
      bot.ask(header_.rules,
              view_ref(header_.rules, r.state, r.known.seats[asked.seat], asked.seat, asked.legal),
              past_of(r, asked.seat), bot_seed(r, asked.seat), row);
      return Came::ToWait;
    }
    apply(row, asked.seat, bot_action(r, asked, opponents));
  }
  return Came::ToEnd;
}

// False if there was no question.
bool Batch::answer_round(Opponents& opponents) {
  bool any = false;
  for (const auto& bot : opponents) {
    for (const auto& [row, seat, action] : bot->answer_all()) {
      any = true;
      apply(row, seat, action);
      go_on(row, opponents);
    }
  }
  return any;
}

}  // namespace nl::capi
