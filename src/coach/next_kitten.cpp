// Share of each seat in the next kitten, by answer.
#include "coach/next_kitten.h"

#include <algorithm>

#include "bots/imagined.h"
#include "engine/game.h"

namespace nl {
namespace {

constexpr int kWorldsDealt = 400;
constexpr int kAnswersMost = 400;

// Inputs of the scripted players' decisions, and the seat that drew the first kitten.
struct KittenSink {
  static constexpr bool kListens = true;

  void operator()(const Event& event) {
    peeks(event);
    const bool drawn = event.kind == EventKind::DrewKitten || event.kind == EventKind::FoundKitten;
    if (drawn && drawer == kNoSeat) drawer = event.seat;
  }

  Peeks peeks{};
  Seat drawer = kNoSeat;
};

Seat next_drawer(const Rules& rules, const View& v, State world, Action first, std::uint64_t luck) {
  KittenSink sink;
  sink.peeks.start(v, world);
  SeededSource random(luck, 0);
  Stream chance(mix64(luck));
  apply_legal(rules, world, v.viewer, first, random, sink);
  for (int answers = 0; !world.over() && sink.drawer == kNoSeat && answers < kAnswersMost;
       ++answers) {
    const Seat seat = next_actor(world);
    const Action action = counting_choice(situation(rules, world, sink.peeks, seat), chance).action;
    apply_legal(rules, world, seat, action, random, sink);
  }
  return sink.drawer;
}

}  // namespace

std::vector<NextKitten> next_kittens(const Rules& rules, const View& v) {
  std::vector<NextKitten> rows;
  v.legal.for_each([&](Action action) { rows.push_back({.answer = action}); });
  Stream chance(1);
  for (int dealt = 0; dealt < kWorldsDealt; ++dealt) {
    const State world = imagine(rules, v, chance);
    const std::uint64_t luck = std::uint64_t{chance()} << 32 | chance();
    for (NextKitten& row : rows) {
      const Seat drawer = next_drawer(rules, v, world, row.answer, luck);
      if (drawer != kNoSeat) ++row.percent[drawer];
    }
  }
  for (NextKitten& row : rows) {
    for (int& share : row.percent) share = (100 * share + kWorldsDealt / 2) / kWorldsDealt;
  }
  return rows;
}

bool is_safest(const std::vector<NextKitten>& rows, Seat viewer, Action answer, int margin) {
  const auto given = std::find_if(rows.begin(), rows.end(),
                                  [&](const NextKitten& row) { return row.answer == answer; });
  return given != rows.end() && std::all_of(rows.begin(), rows.end(), [&](const NextKitten& row) {
           return row.answer == answer || row.percent[viewer] >= given->percent[viewer] + margin;
         });
}

}  // namespace nl
