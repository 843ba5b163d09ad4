// HTTP handler for the daily board.
#include "site/daily_handler.h"

#include <algorithm>

#include "server/signature.h"
#include "text/rules_text.h"

namespace nl {
namespace {

using Stage = DailyRow::Stage;

constexpr std::size_t kBoardRows = 100;
constexpr std::size_t kMostEntryBytes = 1'000;
constexpr std::size_t kMostName = 200;
constexpr std::int64_t kLatestEntry = std::int64_t{1} << 50;  // in milliseconds
constexpr std::string_view kRecordEnding = ".jsonl";
constexpr double kTenths = 10.0;

HttpResponse unknown() { return text_response(404, "not found\n"); }

HttpResponse fresh_json(std::string text) {
  HttpResponse response = text_response(200, std::move(text) + '\n', "application/json");
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

std::string board_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Prefix of the key, enough for a page to find its own row.
Json shown_row(const DailyRow& row) {
  return {{"id", to_hex(row.key).substr(0, 16)},
          {"name", row.name},
          {"points", row.score.tenths / kTenths},
          {"place", row.score.place}};
}

Json shown_rows(const std::optional<DailyBook>& book) {
  Json players = Json::array();
  if (!book) return players;
  const std::vector<DailyRow> ranked = book->ranked();
  for (std::size_t i = 0; i < std::min(ranked.size(), kBoardRows); ++i) {
    players.push_back(shown_row(ranked[i]));
  }
  return players;
}

std::string_view stage_word(Stage stage) {
  switch (stage) {
    case Stage::Named: return "named";
    case Stage::Playing: return "playing";
    case Stage::Finished: return "counting";
    case Stage::Scored: return "counted";
    case Stage::Void:
    case Stage::Removed: break;
  }
  return "void";
}

std::optional<DailyStatement> parse_statement_of_day(std::string_view body) {
  if (body.size() > kMostEntryBytes) return std::nullopt;
  try {
    const Json document = parse_object(body);
    const JsonReader json(document);
    DailyStatement statement{.on = json["on"].flag(),
                             .date = json["date"].text(),
                             .said = Time{json["said"].number(std::int64_t{0}, kLatestEntry)},
                             .signature = json["signature"].hex<Signature>()};
    if (statement.on) statement.name = json["name"].text(kMostName);
    return is_utc_date(statement.date) ? std::optional(statement) : std::nullopt;
  } catch (const JsonError&) {
    return std::nullopt;
  }
}

HttpResponse refusal_of(DailyBook::Result result) {
  switch (result) {
    case DailyBook::Result::BadName: return text_response(422, "bad_name\n");
    case DailyBook::Result::Taken: return text_response(409, "taken\n");
    case DailyBook::Result::Played: return text_response(409, "played\n");
    case DailyBook::Result::Stale: return text_response(412, "stale\n");
    case DailyBook::Result::Full: return text_response(507, "full\n");
    case DailyBook::Result::Done: break;
  }
  return unknown();
}

}  // namespace

std::string statement_text(const DailyStatement& statement, std::string_view host) {
  return "ninelives daily\n" + std::string(host) + '\n' + (statement.on ? "on\n" : "off\n") +
         statement.date + '\n' + std::to_string(statement.said.count()) + '\n' + statement.name;
}

// Rebuilt at most once a second. For today and tomorrow only the commitments are public.
HttpResponse DailyHandler::list(Time now) {
  constexpr Time kFresh{1'000};
  const std::lock_guard lock(mutex_);
  if (list_made_ == Time{0} || now >= list_made_ + kFresh || now < list_made_) {
    const std::string today = utc_date(now);
    const std::string next = utc_date(now + kDay);
    const std::string last = utc_date(now - kDay);
    const auto book = board_.book(today);
    list_ = board_text({{"now", now.count()},
                        {"today",
                         {{"date", today},
                          {"commitment", to_hex(board_.commitment(today))},
                          {"coach", book ? book->coach() : coach_},
                          {"players", shown_rows(book)}}},
                        {"next", {{"date", next}, {"commitment", to_hex(board_.commitment(next))}}},
                        {"last",
                         {{"date", last},
                          {"commitment", to_hex(board_.commitment(last))},
                          {"secret", to_hex(board_.secret(last))},
                          {"players", shown_rows(board_.book(last))}}}});
    list_made_ = now;
  }
  return fresh_json(list_);
}

HttpResponse DailyHandler::row(const LadderKey& key, Time now) const {
  const auto book = board_.book(utc_date(now));
  const DailyRow* found = book ? book->find(key) : nullptr;
  if (found == nullptr) return unknown();
  Json json = {{"date", book->date()}, {"name", found->name}, {"stage", stage_word(found->stage)}};
  if (found->stage == Stage::Scored) {
    json["points"] = found->score.tenths / kTenths;
    json["place"] = found->score.place;
    const std::vector<DailyRow> ranked = book->ranked();
    const auto at = std::find_if(ranked.begin(), ranked.end(),
                                 [&](const DailyRow& one) { return one.key == key; });
    json["rank"] = at - ranked.begin() + 1;
  }
  return fresh_json(board_text(json));
}

// Until the day is over a record would reveal the cards to others.
HttpResponse DailyHandler::record(const DailyAttempt& attempt, Time now) const {
  if (now < start_of(attempt.date) + kDay) return text_response(403, "tomorrow\n");
  std::string text = board_.record(attempt);
  if (text.empty()) return unknown();
  return text_response(200, std::move(text), "application/x-ndjson; charset=utf-8");
}

HttpResponse DailyHandler::enter(const HttpRequest& request, const LadderKey& key,
                                 const DailyStatement& statement, Time now) {
  if (statement.date != utc_date(now)) return text_response(409, "other_day\n");
  const auto book = board_.book(statement.date);
  const bool known = book && book->find(key) != nullptr;
  if (!known && !rate_limit_.allow_new_entry(request.client, request.arrived)) {
    return try_later(429, "too many\n", 60);
  }
  const auto entry = board_.enter(key, statement.name, statement.said, now, coach_);
  if (entry.result != DailyBook::Result::Done) return refusal_of(entry.result);
  return fresh_json(board_text({{"game", origin_name({statement.date, entry.ticket})}}));
}

HttpResponse DailyHandler::put(const HttpRequest& request, const LadderKey& key, Time now) {
  const auto statement = parse_statement_of_day(request.body);
  if (!statement) return text_response(400, "bad_message\n");
  if (!signed_by(key, statement_text(*statement, request.host), statement->signature)) {
    return text_response(403, "bad_signature\n");
  }
  {
    const std::lock_guard lock(mutex_);
    list_made_ = Time{0};
  }
  if (statement->on) return enter(request, key, *statement, now);
  const bool removed = board_.remove(statement->date, key, statement->said, now);
  return removed ? text_response(200, "off\n") : unknown();
}

HttpResponse DailyHandler::respond(const HttpRequest& request, Time now) {
  if (!board_.has_secrets()) return unknown();
  if (!rate_limit_.allow_request(request.client, request.arrived)) {
    return try_later(429, "too many\n", 10);
  }
  if (request.target == kDailyList) return list(now);
  std::string_view name = request.target.substr(kDailyRows.size());
  if (name.ends_with(kRecordEnding) && !request.puts) {
    name.remove_suffix(kRecordEnding.size());
    const auto attempt = parse_daily_attempt(name);
    return attempt ? record(*attempt, now) : unknown();
  }
  const auto key = parse_bytes32(name);
  if (!key) return unknown();
  return request.puts ? put(request, *key, now) : row(*key, now);
}

}  // namespace nl
