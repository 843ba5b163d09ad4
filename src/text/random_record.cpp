#include "text/random_record.h"

#include "engine/game.h"
#include "text/notation.h"

namespace nl {
namespace {

struct DeathSink {
  static constexpr bool kListens = true;
  std::vector<Seat> died{};
  void operator()(const Event& event) {
    if (event.kind == EventKind::Died) died.push_back(event.seat);
  }
};

}  // namespace

std::vector<std::string> random_record(const Header& header, std::uint64_t seed, std::uint64_t game,
                                       RecordDetail detail) {
  const Rules& rules = header.rules;
  SeededSource seeded(seed, game);
  Stream choices(mix64(seed + 1) ^ game);
  DeathSink sink;
  State s = new_game(rules, header.seats, seeded, sink);
  NotingSource noting(seeded, s);
  std::vector<std::string> lines = {record_text(header), record_text(deal_of(rules, s))};
  while (!s.over()) {
    const Seat seat = next_actor(s);
    const ActionSet actions = legal(rules, s, seat);
    const auto choice = bounded(choices, static_cast<std::uint32_t>(actions.size()));
    const Action action = actions.nth(static_cast<int>(choice));
    Step step{.seat = seat, .text = action_text(s, seat, action)};
    if (detail.legal) step.legal = legal_texts(rules, s, seat);
    lines.push_back(record_text(step));
    apply_legal(rules, s, seat, action, noting, sink);
    for (const Outcome& outcome : noting.take()) lines.push_back(record_text(outcome));
    if (detail.full) lines.push_back(record_text(StateLine{state_json(s)}));
  }
  lines.push_back(record_text(End{winner(s), sink.died}));
  return lines;
}

}  // namespace nl
