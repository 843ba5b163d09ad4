// Writer of a puzzle as JSON.
#include "coach/puzzle_json.h"

#include "protocol/view_json.h"
#include "text/notation.h"

namespace nl {
namespace {

Json proofs_json(const std::vector<Proof>& proofs) {
  Json list = Json::array();
  for (const Proof& proof : proofs) {
    list.push_back({{"way", proof.way}, {"best", proof.best}, {"next", proof.next}});
  }
  return list;
}

Json finders_json(const std::vector<Finder>& finders) {
  Json list = Json::array();
  for (const Finder& finder : finders) {
    list.push_back({{"bot", finder.bot}, {"percent", finder.percent}});
  }
  return list;
}

}  // namespace

Json puzzle_json(const Puzzle& puzzle) {
  const Rules rules = *puzzle_rules(puzzle.game);
  const View v = view_of(puzzle, rules);
  const Reason reason = reason_of(puzzle, rules, v);
  return {{"puzzle", 1},
          {"game", puzzle.game},
          {"stars", difficulty(puzzle)},
          {"seat", puzzle.seat},
          {"rules", rules_json(rules)},
          {"view", view_json(rules, v)},
          {"legal", legal_json(question_context(v), v.legal)},
          {"answer", action_text(puzzle.world, puzzle.seat, puzzle.answer)},
          {"why", {{"key", reason_key(reason.why)}, {"percent", reason.percent}}},
          {"proofs", proofs_json(puzzle.proofs)},
          {"finders", finders_json(puzzle.finders)}};
}

}  // namespace nl
