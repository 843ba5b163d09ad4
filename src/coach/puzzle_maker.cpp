// Puzzle generator: candidates, proofs and ratings.
#include "coach/puzzle_maker.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "arena/exact_values.h"
#include "bots/ismcts.h"
#include "bots/position_value.h"
#include "engine/determinize.h"
#include "engine/game.h"
#include "engine/make_view.h"
#include "engine/memory_sink.h"

namespace nl {
namespace {

constexpr int kQuickWorlds = 16;  // cheap check before the expensive one
constexpr int kWorlds = 128;
constexpr int kTries = 4000;
constexpr int kPuzzlesOfAGame = 2;
constexpr int kSamples = 20;
constexpr int kEasyOnes = 4;  // one in this many games may give a puzzle that every player solves

// Skips positions of a small game with a lower probability under optimal play.
constexpr double kEverReached = 1e-4;

// As in a hint's search: every answer gets its share of the tries.
constexpr SearchStyle kOpenMind{.explore = 0.7, .trust = 0.3, .doubt = 8};

int found_percent(const std::string& name, const Rules& rules, const View& v, Action answer) {
  int found = 0;
  for (int i = 0; i < kSamples; ++i) {
    found += make_bot(name, static_cast<std::uint64_t>(i) + 1)->act(rules, v, {}) == answer ? 1 : 0;
  }
  return found * 100 / kSamples;
}

std::vector<Finder> finders_of(const Rules& rules, const View& v, Action answer) {
  std::vector<Finder> finders;
  for (const char* name : {"random", "careful", "counting", "ismcts:400", "net"}) {
    finders.push_back({name, found_percent(name, rules, v, answer)});
  }
  return finders;
}

bool all_find(std::initializer_list<const char*> bots, const Rules& rules, const View& v,
              Action answer) {
  return std::all_of(bots.begin(), bots.end(),
                     [&](const char* name) { return found_percent(name, rules, v, answer) >= 95; });
}

// The best answer, if it is clearly best.
std::optional<Action> clear_answer(const Weighing& weighing) {
  const MoveValue& next = weighing.moves[1];
  const bool clear = next.behind >= kClearly && next.behind >= kClearErrors * next.error;
  // Others may be worse on average but less certainly so.
  for (std::size_t i = 2; clear && i < weighing.moves.size(); ++i) {
    if (weighing.moves[i].behind < kClearErrors * weighing.moves[i].error) return std::nullopt;
  }
  if (!clear) return std::nullopt;
  return weighing.moves[0].action;
}

double share(const Tried& tried) { return tried.wins / tried.games; }
double variance(const Tried& tried) {
  // With one more win and one more loss: a handful of games says little.
  const double p = (tried.wins + 1) / (tried.games + 2);
  return p * (1 - p) / tried.games;
}

bool clearly_behind(const Tried& best, const Tried& other) {
  if (other.games == 0) return false;
  const double behind = share(best) - share(other);
  return behind >= kClearly && behind >= kClearErrors * std::sqrt(variance(best) + variance(other));
}

std::optional<Proof> foresight_proof(const Rules& rules, const View& v, Action answer, int worlds,
                                     std::uint64_t seed) {
  const Judge judge(rules, Yardstick::Foresight);
  const Weighing weighing = weigh_moves(judge, v, worlds, seed);
  if (clear_answer(weighing) != answer) return std::nullopt;
  return Proof{"foresight", weighing.moves[0].chances[v.viewer] * 100,
               weighing.moves[1].chances[v.viewer] * 100};
}

std::optional<Proof> search_proof(const Rules& rules, const View& v, Action answer, int tries,
                                  std::uint64_t seed) {
  SearchBot search(seed, {tries, 0}, kOpenMind);
  search.act(rules, v, {});
  const auto best = std::find_if(search.tried().begin(), search.tried().end(),
                                 [&](const Tried& one) { return one.action == answer; });
  if (best == search.tried().end() || best->games == 0) return std::nullopt;
  double next = 0;
  for (const Tried& other : search.tried()) {
    if (other.action == answer) continue;
    if (!clearly_behind(*best, other)) return std::nullopt;
    next = std::max(next, share(other));
  }
  return Proof{"ismcts", share(*best) * 100, next * 100};
}

// The position as the player sees it, with hidden cards dealt again: the file holds no secret of a
// real game.
Puzzle puzzle_of(const std::string& game, const Rules& rules, const View& v, std::uint64_t seed) {
  Stream chance(mix64(seed));
  State world = determinize(rules, v, chance);
  return {.game = game, .world = world, .known = v.known, .seat = v.viewer};
}

class Maker {
 public:
  Maker(const std::string& game, const PuzzleSink& sink)
      : game_(game), rules_(*puzzle_rules(game)), sink_(sink) {}

  // Number of puzzles found.
  int play(int seats, std::uint64_t seed, bool easy_too, int most) {
    SeededSource random(seed, 0);
    MemorySink told(seats);
    State s = new_game(rules_, seats, random, told);
    const auto bot = make_bot("net", seed);
    int given = 0;
    for (std::uint64_t step = 0; !s.over() && given < most; ++step) {
      const Seat seat = next_actor(s);
      const View v = view(rules_, s, told.known(seat), seat);
      if (look_at_position(v, mix64(seed + step), easy_too)) ++given;
      apply_legal(rules_, s, seat, bot->act(rules_, v, told.past(seat)), random, told);
    }
    return given;
  }

 private:
  bool look_at_position(const View& v, std::uint64_t seed, bool easy_too) const {
    if (v.legal.size() < kFewestAnswers) return false;
    const Weighing quick = weigh_moves(Judge(rules_, Yardstick::Critic), v, kQuickWorlds, seed);
    const Action answer = quick.moves[0].action;
    if (quick.moves[1].behind < kClearly) return false;
    if (!easy_too && all_find({"careful", "counting", "net"}, rules_, v, answer)) return false;
    const auto proofs = proofs_of(rules_, v, answer, kWorlds, kTries, seed);
    if (proofs.empty()) return false;
    Puzzle puzzle = puzzle_of(game_, rules_, v, seed);
    puzzle.answer = answer;
    puzzle.proofs = proofs;
    if (!reason_of(puzzle, rules_, v).in_words) return false;
    puzzle.finders = finders_of(rules_, v, answer);
    sink_(puzzle);
    return true;
  }

  std::string game_;
  Rules rules_;
  const PuzzleSink& sink_;
};

}  // namespace

std::vector<Proof> proofs_of(const Rules& rules, const View& v, Action answer, int worlds,
                             int tries, std::uint64_t seed) {
  // The cheaper one first.
  const auto searched = search_proof(rules, v, answer, tries, seed);
  if (!searched) return {};
  const auto foreseen = foresight_proof(rules, v, answer, worlds, seed);
  if (!foreseen) return {};
  return {*foreseen, *searched};
}

void make_puzzles(int count, std::uint64_t seed, const PuzzleSink& sink) {
  Maker maker("official", sink);
  int made = 0;
  for (std::uint64_t game = 0; made < count; ++game) {
    const int seats = 2 + static_cast<int>(game % 4);
    const bool easy_too = game / 4 % kEasyOnes == 0;
    made += maker.play(seats, mix64(mix64(seed) + game), easy_too,
                       std::min(kPuzzlesOfAGame, count - made));
  }
}

namespace {

// All information sets of a small game with the same view: a puzzle shows no past.
struct SameLook {
  View view;
  Action answer{};
  double best = 0;
  double next = 0;
  bool clear = true;
};

void add(SameLook& look, const ExactSet& set) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < set.wins.size(); ++i) {
    if (set.wins[i] > set.wins[best]) best = i;
  }
  double next = 0;
  for (std::size_t i = 0; i < set.wins.size(); ++i) {
    if (i != best) next = std::max(next, set.wins[i]);
  }
  const Action answer = set.view.legal.nth(static_cast<int>(best));
  const bool first = look.best == 0;
  look.clear &= (first || look.answer == answer) && set.wins[best] - next >= kClearly;
  // If they differ, the figures of the closest call.
  if (first || set.wins[best] - next < look.best - look.next) {
    look.best = set.wins[best];
    look.next = next;
  }
  look.answer = answer;
}

std::string key_of(const Rules& rules, const View& v) {
  CountingObservation seen;
  encode(rules, v, seen);
  const auto bytes = std::bit_cast<std::array<char, sizeof(seen)>>(seen);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

void make_exact_puzzles(std::string_view game, int count, std::uint64_t seed,
                        const PuzzleSink& sink) {
  const Rules rules = *puzzle_rules(game);
  std::map<std::string, SameLook> looks;
  for_each_exact_set(rules, {}, [&](const ExactSet& set) {
    if (set.reach < kEverReached) return;
    add(looks.try_emplace(key_of(rules, set.view), SameLook{set.view}).first->second, set);
  });
  std::vector<const SameLook*> clear;
  for (const auto& [key, look] : looks) {
    if (look.clear && look.view.legal.size() >= kFewestAnswers) clear.push_back(&look);
  }
  Stream chance(mix64(seed));
  for (int made = 0; made < count && !clear.empty();) {
    const auto at = bounded(chance, static_cast<std::uint32_t>(clear.size()));
    const SameLook& look = *clear[at];
    clear.erase(clear.begin() + at);
    if (all_find({"careful", "counting", "net"}, rules, look.view, look.answer)) continue;
    Puzzle puzzle = puzzle_of(std::string(game), rules, look.view, seed);
    puzzle.answer = look.answer;
    puzzle.proofs = {{"exact", look.best * 100, look.next * 100}};
    if (!reason_of(puzzle, rules, look.view).in_words) continue;
    puzzle.finders = finders_of(rules, look.view, look.answer);
    sink(puzzle);
    ++made;
  }
}

}  // namespace nl
