// Game with every seat's knowledge, its events and its history, for the C interface.
//
// It holds a position instead of a GameSoFar (game/game.h): searches copy it thousands of times a
// second, and explicit chance replays steps. So it stores each event once, redacts it on request,
// and writes no record. A record is made on demand by replaying the moves through a GameSoFar. Both
// share the code for effects, legal moves and knowledge (game/move.h, engine).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "capi/chance.h"
#include "engine/encode.h"
#include "engine/games_hash.h"
#include "game/move.h"
#include "text/record.h"

namespace nl::capi {

// One step of a game's history: a move, or the deal.
struct PastStep {
  Move move{};
  std::uint32_t events = 0;  // number of events before it
  bool deal = false;
};

// State that a step changes. Explicit chance replays a step from a copy of it.
struct Position {
  State state{};
  KnowledgeSink known{kMaxSeats};
};

// Source of chance.
enum class Source : std::uint8_t {
  Seeded,  // from seed and number
  Chosen,  // from the caller
};

class Game {
 public:
  Game(const Header& header, std::uint64_t seed, std::uint64_t number);
  explicit Game(const Header& header);  // chance is chosen by the caller

  const Header& header() const { return header_; }
  const Rules& rules() const { return header_.rules; }
  int seats() const { return header_.seats; }
  const State& state() const { return position_.state; }
  const std::vector<Event>& events() const { return events_; }
  const std::vector<PastStep>& history() const { return history_; }

  bool at_chance() const { return waits_; }
  SeatMask actors_now() const;
  int next() const;  // the seat asked, -1 for none
  ActionSet legal_now(int seat) const;
  View view_of(int seat) const;  // -1: a watcher
  History past_of(Seat seat) const;

  void apply(int seat, int action);
  void leave(int seat);
  int turns() const;  // turns begun
  // Stops when this many turns have begun. Both return the number of answers, and the second one
  // the legal actions at the stop.
  int skip_forced(int last_turn);
  int skip_forced(int last_turn, ActionSet& own);
  Action sample();

  const ChanceNode& chance() const { return node_; }
  void choose(int outcome);

  Game determinized(int seat, std::uint64_t seed) const;
  void observe(int seat, int level, std::uint8_t* bytes, std::size_t size) const;
  // The same for callers that know the seat's legal actions.
  void observe(int seat, int level, std::uint8_t* bytes, std::size_t size,
               const ActionSet& own) const;
  std::vector<std::string> record() const;
  std::string information(int seat) const;
  std::string refusal(int seat, int action) const;

  std::vector<std::uint8_t> save() const;
  static Game load(const std::uint8_t* bytes, std::size_t size);

 private:
  Game() : random_(0, 0), choices_(0) {}

  // Sends events to the seats and stores them.
  struct Chronicler {
    static constexpr bool kListens = true;
    Game& game;
    void operator()(const Event& event) {
      game.events_.push_back(event);
      game.position_.known(event);
    }
  };

  template <class Random>
  void play(const PastStep& step, Random& random);
  void take(PastStep step);
  void try_chosen();
  template <class Archive>
  void archive(Archive& a);

  Header header_{};
  Position position_{};
  std::uint64_t seed_ = 0;
  std::uint64_t number_ = 0;
  SeededSource random_;
  Stream choices_;
  Source source_ = Source::Seeded;
  bool imagined_ = false;  // dealt again to fit one seat's knowledge
  std::vector<Event> events_{};
  std::vector<PastStep> history_{};

  // Explicit chance: all outcomes so far, and the step that waits for more of them.
  std::vector<std::uint8_t> outcomes_{};
  bool waits_ = false;
  PastStep pending_{};
  std::size_t pending_from_ = 0;
  ChanceNode node_{};
};

// The bytes of an observation at a level.
std::size_t observation_size(int level);

}  // namespace nl::capi
