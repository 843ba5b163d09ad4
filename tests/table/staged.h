// Tables with chosen cards, for tests. Goes through a record, as a broken-off game would.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "game/staged.h"
#include "table/table.h"
#include "text/record.h"

namespace nl {

inline Table make_table(const Staged& wanted) {
  const int seats = static_cast<int>(wanted.hands.size());
  TableSetup setup{.preset = wanted.preset, .seed = 7, .timing = {.window = wanted.window}};
  for (int seat = 0; seat < seats; ++seat) {
    const auto at = static_cast<std::size_t>(seat);
    const int number = seat + (wanted.preset == Preset::Srs ? 0 : 1);
    setup.seats.push_back(
        {"Player " + std::to_string(number), at < wanted.bots.size() ? wanted.bots[at] : ""});
  }
  std::stringstream record;
  record << record_text(header_of(wanted)) << '\n'
         << record_text(SeatsLine{setup.seats, setup.seed, setup.game}) << '\n'
         << record_text(Stage(wanted).deal()) << '\n';
  return Table::resume(record, setup);
}

// Submits, and fails the test by an exception where the table refuses.
inline void must(Table& table, Seat seat, Action action, Time now = Time{0}) {
  if (const auto refused = table.submit(seat, action, table.decision(seat), now)) {
    throw std::logic_error("refused: " +
                           refusal_text(words(Language::English), *refused, table.names()));
  }
}

}  // namespace nl
