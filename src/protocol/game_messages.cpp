#include "protocol/game_messages.h"

#include <cassert>
#include <utility>

#include "protocol/event_json.h"
#include "protocol/view_json.h"
#include "text/notation.h"

namespace nl {
namespace {

Json events_json(std::span<const Event> events) {
  Json list = Json::array();
  for (const Event& event : events) list.push_back(event_json(event));
  return list;
}

}  // namespace

std::string events_message(const NewEvents& news) {
  assert(news.from >= 1);
  std::string text = R"({"t":"events","game":)" + std::to_string(news.game) + R"(,"from":)" +
                     std::to_string(news.from) + R"(,"events":)";
  text += news.events;
  if (!news.table.empty() || !news.own.empty()) {
    text += R"(,"view":{)";
    text += news.table;
    if (!news.table.empty() && !news.own.empty()) text += ',';
    text += news.own;
    text += '}';
  }
  return text + '}';
}

std::string events_text(std::span<const Event> events) {
  return text_of_message(events_json(events));
}

std::string fields_text(const Json& object) {
  if (object.is_null()) return {};
  assert(object.is_object());
  const std::string text = text_of_message(object);
  return text.substr(1, text.size() - 2);
}

std::string view_message(const WholeView& whole) {
  return text_of_message({{"t", "view"},
                          {"game", whole.game},
                          {"n", whole.count},
                          {"from", whole.from},
                          {"events", events_json(whole.events)},
                          {"rules", rules_json(whole.rules)},
                          {"view", whole.view}});
}

std::string hands_message(int game, int turn, std::span<const Counts> hands) {
  Json list = Json::array();
  for (const Counts& hand : hands) list.push_back(counts_json(hand));
  return text_of_message(
      {{"t", "hands"}, {"game", game}, {"turn", turn}, {"hands", std::move(list)}});
}

// These two are said more often than anything else, and nothing in them needs to be escaped.
std::string question_message(const OpenQuestion& question) {
  std::string text = R"({"t":"question","game":)" + std::to_string(question.game);
  text += R"(,"decision":)" + std::to_string(question.decision);
  text += R"(,"phase":")";
  text += phase_name(question.phase);
  text += R"(","legal":)";
  text += question.legal;
  text += R"(,"now":)" + std::to_string(question.now.count());
  if (question.deadline) text += R"(,"deadline":)" + std::to_string(question.deadline->count());
  return text + '}';
}

std::string window_message(const OpenWindow& window) {
  return R"({"t":"window","game":)" + std::to_string(window.game) + R"(,"nopes":)" +
         std::to_string(window.nopes) + R"(,"deadline":)" +
         std::to_string(window.deadline.count()) + R"(,"now":)" +
         std::to_string(window.now.count()) + '}';
}

std::string clock_message(const TurnClock& clock) {
  return text_of_message({{"t", "clock"},
                          {"game", clock.game},
                          {"seat", clock.seat},
                          {"deadline", clock.deadline.count()},
                          {"now", clock.now.count()}});
}

std::string hint_message(const Advice& advice) {
  Json moves = Json::array();
  for (const Advice::Weighed& move : advice.moves) {
    moves.push_back({{"action", move.action}, {"games", move.games}, {"percent", move.percent}});
  }
  return text_of_message({{"t", "hint"},
                          {"game", advice.game},
                          {"decision", advice.decision},
                          {"moves", std::move(moves)},
                          {"reason", advice.reason},
                          {"percent", advice.percent}});
}

std::string over_message(int game, Seat winner, const std::vector<Seat>& died,
                         std::size_t record_lines) {
  return text_of_message(
      {{"t", "over"}, {"game", game}, {"winner", winner}, {"died", died}, {"lines", record_lines}});
}

std::string record_message(int game, std::span<const std::string> lines, std::size_t from) {
  constexpr std::size_t kMostBytes = 16'000;
  Json piece = Json::array();
  std::size_t bytes = 0;
  for (std::size_t i = from; i < lines.size() && bytes < kMostBytes; ++i) {
    bytes += lines[i].size();
    piece.push_back(lines[i]);
  }
  return text_of_message({{"t", "record"},
                          {"game", game},
                          {"from", from},
                          {"total", lines.size()},
                          {"lines", std::move(piece)}});
}

}  // namespace nl
