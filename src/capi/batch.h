// Batch of games that writes into the caller's arrays: the implementation of nl_batch.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bots/bot.h"
#include "capi/bot_pool.h"
#include "capi/ninelives.h"
#include "capi/workers.h"
#include "engine/batch_row.h"
#include "engine/encode.h"
#include "engine/game.h"
#include "engine/games_hash.h"
#include "engine/observe.h"
#include "text/record.h"

namespace nl::capi {

// Size of a cache line.
inline constexpr std::size_t kLine = 64;

// Knowledge of a row's seats, and the number of turns begun in this episode.
struct RowKnowledge : KnowledgeSink {
  using KnowledgeSink::KnowledgeSink;
  std::uint32_t turns = 0;

  // Inlined at each event: its kind is a constant there, and most kinds cost nothing.
  [[gnu::always_inline]] void operator()(const Event& event) {
    KnowledgeSink::operator()(event);
    if (event.kind == EventKind::TurnStarted) ++turns;
  }
};

// One row's game. It is trivially copyable, so that a batch can be saved as bytes. The order puts
// the data of a decision into the fewest cache lines: the beginning of the seats' knowledge in one,
// everything from its end to before the state in another, and so the middle of the state.
struct alignas(kLine) Row {
  RowKnowledge known{kMaxSeats};
  SeededSource random{0, 0};
  Seat learner = kNoSeat;   // kNoSeat: every seat learns
  Seat asked = 0;           // the row's acting seat
  bool finished = false;    // waits for its next episode
  std::uint32_t plies = 0;  // all answers in this episode, where bots sit: what keys their chance
  State state{};
  std::uint64_t episode = 0;
  std::uint64_t answers = 0;  // bots' answers with a choice, since the reset
};

// Rows per block of a thread: on the fast path a row takes a fraction of a microsecond.
inline constexpr int kRowsPerTask = 32;
// Limit for rules without any choice, under which new games would be dealt without end.
inline constexpr int kDealsWithoutChoice = 10000;

class Batch;

// Functions that play rows and draw random answers on this processor (fast_path.cpp).
struct FastPath {
  void (*play)(Batch& batch, const std::int32_t* actions, int begin, int end);
  void (*draw)(Batch& batch, std::int32_t* actions, int begin, int end);
};
template <int kRegisterBytes>
struct FastPathLoop;

// Large: the functions of one row's step work on the same arrays. They are in three files by task:
// batch.cpp (whole batch), batch_step.cpp (one row, any options), fast_path.cpp (common options).
class Batch {
 public:
  Batch(const nl_batch_options& options, const nl_batch_arrays& arrays);

  void reset(std::uint64_t seed);
  void next_episode(const std::uint8_t* rows);
  void step(const std::int32_t* actions);
  void check(const nl_batch_ends& ends) const;  // throws if memory is short
  int gather(const nl_batch_ends& ends) const;  // of the last step
  void sample(std::int32_t* actions);
  // Logits of the actions of each row, [games][kActions], and one random number from 0 to 1 a row.
  struct Policy {
    const float* logits;
    const float* uniform;
  };
  void choose(Policy policy, std::int32_t* actions, float* log_probability);

  const Row& row(int row) const;
  std::uint64_t answers() const;
  std::vector<std::uint8_t> save() const;
  void load(const std::uint8_t* bytes, std::size_t size);

 private:
  using Rings = std::array<History, kMaxSeats>;

  struct Term {
    std::string_view name;
    std::string value;
  };
  std::vector<Term> terms() const;

  // Folds the seats' knowledge, and records their last events if the level needs them.
  struct RowSink {
    static constexpr bool kListens = true;
    RowKnowledge& known;
    Rings* rings;
    [[gnu::always_inline]] void operator()(const Event& event) {
      known(event);
      if (rings != nullptr) [[unlikely]]
        keep(event);
    }
    [[gnu::noinline]] void keep(const Event& event) {
      // Most have no secret, and are the same for all.
      const Event outside = redact(event, kWatcher);
      for (Seat seat = 0; seat < known.count; ++seat) {
        if (holds(event.knows, seat)) {
          (*rings)[seat].add(redact(event, seat));
        } else {
          (*rings)[seat].add(outside);
        }
      }
    }
  };

  // True if the row is truncated here: by turns, whose number is public. The number of decisions
  // would depend on who holds a Nope.
  bool late(const Row& r) const {
    return options_.max_turns != 0 &&
           r.known.turns > static_cast<std::uint32_t>(options_.max_turns);
  }
  RowSink sink_of(int row) { return {rows_[static_cast<std::size_t>(row)].known, rings_of(row)}; }
  Rings* rings_of(int row) {
    return rings_.empty() ? nullptr : &rings_[static_cast<std::size_t>(row)];
  }
  bool keeps_past();
  bool asks_together();
  bool self_play() const { return options_.learner == NL_SELF_PLAY; }
  bool all_legal(const std::int32_t* actions);
  void check(const std::int32_t* actions) const;  // throws if a game can't be played
  void deal_cards(int row);
  Bot& bot_at(const Row& row, Seat seat, Opponents& opponents) const;
  std::uint64_t bot_seed(const Row& row, Seat seat) const;
  Past past_of(const Row& row, Seat seat) const;
  Action bot_action(const Row& row, const OpenChoice& asked, Opponents& opponents) const;
  void apply(int row, Seat seat, Action action);
  void begin_step(int row);
  void answer_learner(int row, Action action);
  void end_episode(int row, bool truncated);

  template <int kRegisterBytes>
  friend struct FastPathLoop;
  FastPath fast_path() const;
  bool uses_fast_path() const;
  void end_fast_row(int row);

  // batch_step.cpp
  enum class Came : std::uint8_t { ToLearner, ToEnd, ToWait };
  int rows_at_once() const;
  void play_rows(const std::function<void(int row, Opponents&)>& begin);
  void begin_row(int row, Opponents& opponents);
  void step_row(int row, Action action, Opponents& opponents);
  void go_on(int row, Opponents& opponents);
  Came come_to_anybody(int row, OpenChoice& asked);
  Came come_to_learner(int row, OpenChoice& asked, Opponents& opponents);
  bool answer_round(Opponents& opponents);

  void give_rewards(int row);
  void show(int row);
  void observe(int row, Seat viewer, std::uint8_t* bytes);

  Header header_;
  nl_batch_options options_;
  nl_batch_arrays arrays_;
  std::size_t size_;  // bytes of an observation
  Counts in_game_;    // number of cards in a row's game
  std::vector<std::string> bots_;
  BotPool pool_;
  std::vector<Row> rows_;
  std::vector<Rings> rings_;
  std::vector<ActionSet> legal_;
  std::vector<Stream> choices_;
  std::vector<int> deals_;  // games dealt to a row since the call began
  // Viewer of a row's final observation: the seat that acted, or the next to act if it was
  // truncated.
  std::vector<Seat> viewers_;
  FastPath fast_path_;
  bool uses_fast_path_;
  bool asks_together_;
  Workers workers_;
};

}  // namespace nl::capi
