// A step of rows in which everybody learns from `counting` observations and every action is legal:
// what training does most, and nothing but Batch::step_row arranged for a processor. All that a row
// needs stands in one function, and the next row is fetched while one is played: a thousand games
// don't fit into the nearest caches, and a row that is waited for takes twice as long.
#include <algorithm>

#include "bots/processor.h"
#include "capi/batch.h"

#if defined(__x86_64__)
#define NL_WIDE [[gnu::target("avx2,bmi,bmi2,lzcnt")]]  // where can_go_wide()
#else
#define NL_WIDE
#endif

namespace nl::capi {
namespace {

// Tells the seats what they learn, and counts turns.
struct QuickSink {
  static constexpr bool kListens = true;
  KnowledgeSink& known;
  std::uint32_t& turns;
  [[gnu::always_inline]] void operator()(const Event& event) {
    known(event);
    if (event.kind == EventKind::TurnStarted) ++turns;
  }
};

// Most processors since 2013.
bool can_go_wide() { return processor().avx2 && processor().new_bits; }

// Rows between the one that is played and the one that is fetched, and bytes that a cache takes at
// once.
constexpr std::size_t kAhead = 2, kLine = 64;

// As far as most rows are looked at: the state up to its marks, and the first of what each knows.
[[gnu::always_inline]] inline void fetch(const Row& r, int seats) {
  const auto* const state = reinterpret_cast<const char*>(&r.state);
  for (std::size_t at = 0; at < offsetof(State, marked); at += kLine) {
    __builtin_prefetch(state + at, 1);
  }
  // Written out for the seats that most games have: a loop takes longer than what it does.
  const Knowledge* const known = &r.known.seats[0];
  __builtin_prefetch(known, 1);
  __builtin_prefetch(known + 1, 1);
  if (seats > 2) {
    __builtin_prefetch(known + 2, 1);
    __builtin_prefetch(known + 3, 1);
  }
  __builtin_prefetch(&r.random, 1);
}

// Whether the game goes on, and who is asked for what then.
template <class Scope>
[[gnu::always_inline]] inline bool answer(const Rules& rules, bool skip_forced, Row& r,
                                          Action action, OpenChoice& asked) {
  QuickSink sink{r.known, r.turns};
  if (skip_forced) {
    asked.seat = r.asked;
    return play_on<Scope>(rules, r.state, r.random, sink, asked, true, action);
  }
  apply_legal<Scope>(rules, r.state, r.asked, action, r.random, sink);
  if (r.state.over()) return false;
  asked.seat = next_actor(r.state);
  asked.legal = legal<Scope>(rules, r.state, asked.seat);
  return true;
}

}  // namespace

// Apart from the loop, which has no room in its registers for what is rare.
[[gnu::noinline]] void Batch::end_quickly(int row) {
  Opponents nobody;
  actors_[static_cast<std::size_t>(row)] = rows_[static_cast<std::size_t>(row)].asked;
  deals_[static_cast<std::size_t>(row)] = 0;
  go_on(row, nobody);
}

template <class Scope>
[[gnu::always_inline]] inline void Batch::play_quick_rows(const std::int32_t* actions, int begin,
                                                          int end) {
  const int seats = header_.seats;
  std::fill(arrays_.reward + begin * seats, arrays_.reward + end * seats, 0.0f);
  std::fill(arrays_.terminated + begin, arrays_.terminated + end, std::uint8_t{0});
  std::fill(arrays_.truncated + begin, arrays_.truncated + end, std::uint8_t{0});
  // By themselves: whatever is written as bytes might be the batch, as far as a compiler knows.
  const Rules rules = header_.rules;
  const Counts in_game = in_game_;
  const bool skip_forced = options_.skip_forced != 0;
  Row* const rows = rows_.data();
  Row* const last = rows + (rows_.size() - 1);
  ActionSet* const legal = legal_.data();
  std::int32_t* const player = arrays_.player;
  auto* const masks = reinterpret_cast<ByteMask*>(arrays_.mask);
  auto* const seen = reinterpret_cast<CountingObservation*>(arrays_.observation);
  for (int row = begin; row < end; ++row) {
    Row& r = rows[row];
    fetch(*std::min(&r + kAhead, last), seats);
    OpenChoice asked;
    if (!answer<Scope>(rules, skip_forced, r, make_action(actions[row]), asked)) [[unlikely]] {
      end_quickly(row);
      continue;
    }
    r.asked = asked.seat;
    player[row] = asked.seat;
    legal[row] = asked.legal;
    encode(asked.legal, masks[row]);
    nl::observe(rules, in_game, r.state, r.known.seats[asked.seat], asked.seat, seen[row]);
  }
}

// One loop, compiled twice: for every x86-64 that the library runs on, and for most of them.
template <class Scope>
void Batch::step_quickly(const std::int32_t* actions, int begin, int end) {
  play_quick_rows<Scope>(actions, begin, end);
}
template <class Scope>
NL_WIDE void Batch::step_widely(const std::int32_t* actions, int begin, int end) {
  play_quick_rows<Scope>(actions, begin, end);
}

template <class Scope>
Batch::QuickStep Batch::quick_step_in() const {
  return can_go_wide() ? &Batch::step_widely<Scope> : &Batch::step_quickly<Scope>;
}

Batch::QuickStep Batch::quick_step() const {
  const bool quick = self_play() && options_.level == NL_COUNTING && options_.max_turns == 0 &&
                     arrays_.privileged == nullptr;
  if (!quick) return nullptr;
  return PlainGame::fits(header_.rules) ? quick_step_in<PlainGame>() : quick_step_in<AnyGame>();
}

}  // namespace nl::capi
