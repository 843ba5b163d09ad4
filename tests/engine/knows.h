// Knowledge of a seat as text, for tests.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/fold.h"
#include "engine/make_view.h"
#include "engine/scenario.h"
#include "engine/view.h"

namespace nl {

// Knowledge of `viewer` after all events of this table.
inline Knowledge known_to(const Table& t, Seat viewer) {
  Knowledge known(viewer, t.state().seats);
  for (const Event& event : t.heard_by(viewer)) fold(known, event);
  return known;
}

inline View seen_by(const Table& t, Seat viewer) {
  return view(t.rules(), t.state(), known_to(t, viewer), viewer);
}

inline std::string name_in_fact(Card card) {
  return card == kNoKitten ? "harmless" : std::string(card_name(card));
}

// The facts in the order of their places: "defuse 0, exploding 1-3".
inline std::string facts(const Table& t, Seat viewer) {
  const Knowledge known = known_to(t, viewer);
  std::vector<PileFact> sorted;
  for (int i = 0; i < known.facts(); ++i) sorted.push_back(known.fact(i));
  std::stable_sort(sorted.begin(), sorted.end(), [](const PileFact& a, const PileFact& b) {
    return std::pair(a.low, a.high) < std::pair(b.low, b.high);
  });
  std::string text;
  for (const PileFact& fact : sorted) {
    text += (text.empty() ? "" : ", ") + name_in_fact(fact.card) + ' ' + std::to_string(fact.low);
    if (!fact.exact()) text += '-' + std::to_string(fact.high);
  }
  return text;
}

// The cards known in other hands: "0: defuse, 1: skip".
inline std::string hands_known(const Table& t, Seat viewer) {
  const Knowledge known = known_to(t, viewer);
  std::vector<std::string> all;
  for (int i = 0; i < known.held(); ++i) {
    all.push_back(std::to_string(known.held(i).seat()) + ": " +
                  std::string(card_name(known.held(i).card())));
  }
  std::sort(all.begin(), all.end());
  std::string text;
  for (const std::string& one : all) text += (text.empty() ? "" : ", ") + one;
  return text;
}

}  // namespace nl
