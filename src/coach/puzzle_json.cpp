// Writer of a puzzle as JSON.
#include "coach/puzzle_json.h"

#include "coach/next_kitten.h"
#include "engine/odds.h"
#include "protocol/fields.h"
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

// By answer: who draws the next kitten, in a hundred games.
Json kittens_json(const std::vector<NextKitten>& rows, const View& v) {
  Json list = Json::array();
  for (const NextKitten& row : rows) {
    Json seats = Json::array();
    for (Seat seat = 0; seat < v.seats; ++seat) seats.push_back(row.percent[seat]);
    list.push_back({{"do", action_text(question_context(v), row.answer)}, {"seats", seats}});
  }
  return list;
}

}  // namespace

Json puzzle_json(const Puzzle& puzzle) {
  const Rules rules = *puzzle_rules(puzzle.game);
  const View v = view_of(puzzle, rules);
  const PuzzleReason reason = reason_of(puzzle, rules, v);
  return {{"puzzle", 1},
          {"game", puzzle.game},
          {"stars", difficulty(puzzle)},
          {"seat", puzzle.seat},
          {"rules", rules_json(rules)},
          {"view", view_json(rules, v)},
          {"legal", legal_json(question_context(v), v.legal)},
          {"answer", action_text(puzzle.world, puzzle.seat, puzzle.answer)},
          {"unseen", counts_json(unseen(rules, v))},
          {"why", {{"key", reason.key}, {"percent", reason.percent}}},
          {"kitten", kittens_json(next_kittens(rules, v), v)},
          {"proofs", proofs_json(puzzle.proofs)},
          {"finders", finders_json(puzzle.finders)}};
}

}  // namespace nl
