// Record lines of the deal, each step and the end.
#include "game/record_writer.h"

namespace nl {

void RecordWriter::deal(const Rules& rules, const State& s) {
  write(record_text(deal_of(rules, s)));
}

void RecordWriter::step_begins(const Rules& rules, const State& before, const Move& move) {
  Step step{.seat = move.seat, .text = move_text(before, move)};
  if (detail_.legal && !move.leaves) step.legal = legal_texts(rules, before, move.seat);
  write(record_text(step));
}

void RecordWriter::step_ends(const State& after, std::span<const Outcome> outcomes,
                             const std::vector<Seat>& died) {
  for (const Outcome& outcome : outcomes) write(record_text(outcome));
  if (detail_.full) write(record_text(StateLine{state_json(after)}));
  if (after.over()) write(record_text(End{winner(after), died}));
}

}  // namespace nl
