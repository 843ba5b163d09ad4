// C interface of recorded games: played by bots, and replayed into arrays.
#include <cstring>
#include <limits>
#include <sstream>

#include "capi/bot_option.h"
#include "capi/bot_pool.h"
#include "capi/boundary.h"
#include "capi/game.h"
#include "capi/ninelives.h"
#include "capi/rules_option.h"
#include "engine/batch_row.h"
#include "engine/make_view.h"
#include "engine/memory_sink.h"
#include "engine/privileged.h"

using namespace nl;
using namespace nl::capi;

namespace {

// One recorded game: only decisions with a choice.
class Table {
 public:
  // `remembers`: the seats' last events are needed.
  Table(const Header& header, bool remembers)
      : header_(header), memory_(header.seats, remembers), remembers_(remembers) {}

  bool deal(std::uint64_t seed, std::uint64_t number) {
    random_ = SeededSource(seed, number);
    memory_ = MemorySink(header_.seats, remembers_);
    state_ = new_game(header_.rules, header_.seats, random_, memory_);
    return play_on(header_.rules, state_, random_, memory_, choice_, false, Action{});
  }
  // False if the game is over.
  bool answer(Action action) {
    return play_on(header_.rules, state_, random_, memory_, choice_, true, action);
  }

  const OpenChoice& open_choice() const { return choice_; }
  const State& state() const { return state_; }
  View seen() const {
    return view(header_.rules, state_, memory_.known(choice_.seat), choice_.seat, choice_.legal);
  }
  Past past() const { return memory_.past(choice_.seat); }
  ViewRef view_by_reference() const {
    return view_ref(header_.rules, state_, memory_.known(choice_.seat), choice_.seat,
                    choice_.legal);
  }

 private:
  const Header& header_;
  State state_{};
  MemorySink memory_;
  bool remembers_;
  SeededSource random_{0, 0};
  OpenChoice choice_{};
};

Header header_of(const nl_games* games) {
  if (games == nullptr || games->games < 0) throw Misuse("expected games");
  return parse_rules(given_text(games->rules, "rules"), games->seats);
}

Opponents players_of(const nl_games& games, const Rules& rules) {
  std::istringstream words{std::string(given_text(games.bots, "bots"))};
  Opponents bots;
  for (std::string name; words >> name;) bots.push_back(bot_for(name, 0, rules));
  if (bots.empty()) throw Misuse("bots: expected one at least");
  return bots;
}

// Plays one game; each answer's random numbers depend on the game's position.
class Recorder {
 public:
  Recorder(const nl_games& games, const Header& header)
      : games_(games),
        header_(header),
        bots_(players_of(games, header.rules)),
        table_(header, somebody_remembers(bots_, header.rules)) {}

  // Writes the actions to `out`, and returns their number.
  std::size_t play(std::uint64_t number, std::uint8_t* out, std::size_t room) {
    const std::uint64_t key = mix64(mix64(games_.seed + 2) ^ number);
    std::size_t length = 0;
    for (bool open = table_.deal(games_.seed, number); open; ++length) {
      if (length == room || length == std::numeric_limits<std::uint16_t>::max()) {
        throw Misuse("actions: expected more room");
      }
      const Seat seat = table_.open_choice().seat;
      Bot& bot = *bots_[(seat + number) % bots_.size()];
      bot.reseed(key + (std::uint64_t{length} << 8) + seat);
      const Action action = bot.act(header_.rules, table_.seen(), table_.past());
      out[length] = action.id;
      open = table_.answer(action);
    }
    return length;
  }
  Seat winner() const { return nl::winner(table_.state()); }

 private:
  const nl_games& games_;
  const Header& header_;
  Opponents bots_;
  Table table_;
};

// Writes one row for every decision of replayed games.
class Replay {
 public:
  Replay(const Header& header, const nl_replay_arrays& arrays)
      : header_(header),
        arrays_(arrays),
        size_(observation_size(arrays.level)),
        table_(header, false) {}

  void play(std::uint64_t seed, std::uint64_t number, const std::uint8_t* actions,
            std::size_t length) {
    bool open = table_.deal(seed, number);
    for (std::size_t i = 0; i < length; ++i, ++row_) {
      if (!open || !table_.open_choice().legal.has(make_action(actions[i]))) refuse(number, i);
      show();
      open = table_.answer(make_action(actions[i]));
    }
    if (open) refuse(number, length);
  }
  std::int64_t rows() const { return static_cast<std::int64_t>(row_); }

 private:
  [[noreturn]] static void refuse(std::uint64_t number, std::size_t decision) {
    throw Misuse("game " + std::to_string(number) + ", decision " + std::to_string(decision) +
                 ": expected a legal action; the record is of other rules, or damaged");
  }
  void show() {
    const OpenChoice& asked = table_.open_choice();
    if (arrays_.observation != nullptr) observe(arrays_.observation + row_ * size_);
    if (arrays_.mask != nullptr) {
      encode(asked.legal, *reinterpret_cast<ByteMask*>(arrays_.mask + row_ * kActions));
    }
    if (arrays_.privileged != nullptr) {
      encode_privileged(table_.state(), asked.seat, arrays_.privileged + row_ * kPrivilegedSize);
    }
    if (arrays_.player != nullptr) arrays_.player[row_] = asked.seat;
  }
  void observe(std::uint8_t* bytes) {
    const ViewRef v = table_.view_by_reference();
    if (arrays_.level == NL_RAW) return encode(v, *reinterpret_cast<RawObservation*>(bytes));
    encode(header_.rules, v, *reinterpret_cast<CountingObservation*>(bytes));
  }

  const Header& header_;
  const nl_replay_arrays& arrays_;
  std::size_t size_;
  Table table_;
  std::size_t row_ = 0;
};

}  // namespace

int64_t nl_games_play(const nl_games* games, uint16_t* lengths, uint8_t* winners, uint8_t* actions,
                      int64_t size) {
  return guarded(int64_t{-1}, [&] {
    const Header header = header_of(games);
    if (lengths == nullptr || winners == nullptr || actions == nullptr) {
      throw Misuse("expected lengths, winners and actions");
    }
    Recorder recorder(*games, header);
    std::int64_t used = 0;
    for (std::int64_t g = 0; g < games->games; ++g) {
      const std::size_t length =
          recorder.play(games->first + static_cast<std::uint64_t>(g), actions + used,
                        static_cast<std::size_t>(size - used));
      lengths[g] = static_cast<std::uint16_t>(length);
      winners[g] = recorder.winner();
      used += static_cast<std::int64_t>(length);
    }
    return used;
  });
}

int64_t nl_games_replay(const nl_games* games, const uint16_t* lengths, const uint8_t* actions,
                        int64_t size, const nl_replay_arrays* arrays) {
  return guarded(int64_t{-1}, [&] {
    const Header header = header_of(games);
    if (lengths == nullptr || actions == nullptr || arrays == nullptr) {
      throw Misuse("expected lengths, actions and arrays");
    }
    if (arrays->level == NL_HISTORY) throw Misuse("level: expected raw or counting in a replay");
    Replay replay(header, *arrays);
    for (std::int64_t g = 0; g < games->games; ++g) {
      if (replay.rows() + lengths[g] > size) throw Misuse("actions: fewer than the lengths say");
      replay.play(games->seed, games->first + static_cast<std::uint64_t>(g),
                  actions + replay.rows(), lengths[g]);
    }
    return replay.rows();
  });
}
