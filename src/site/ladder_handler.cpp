// HTTP handler for the ladder: signed statements and the public list.
#include "site/ladder_handler.h"

#include <algorithm>

#include "server/signature.h"
#include "text/rules_text.h"

namespace nl {
namespace {

constexpr std::size_t kShownRows = 200;
constexpr std::size_t kMostStatementBytes = 1'000;
constexpr std::int64_t kLatestStatement = std::int64_t{1} << 50;  // in milliseconds

HttpResponse ladder_json(const Json& json) {
  HttpResponse response = text_response(
      200, json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n', "application/json");
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

// Prefix of the key, enough for a page to find its own row.
Json shown_row(const LadderRow& row) {
  Json json = {{"id", to_hex(row.key).substr(0, 16)},
               {"name", row.name},
               {"points", points_of(row.rating)},
               {"games", row.games}};
  if (row.games != 0) json["played"] = row.played.count();
  return json;
}

std::optional<LadderStatement> parse_statement(std::string_view body) {
  if (body.size() > kMostStatementBytes) return std::nullopt;
  try {
    const Json document = parse_object(body);
    const JsonReader json(document);
    LadderStatement statement{.on = json["on"].flag(),
                              .said = Time{json["said"].number(std::int64_t{0}, kLatestStatement)},
                              .signature = json["signature"].hex<Signature>()};
    if (statement.on) statement.name = json["name"].text();
    return statement;
  } catch (const JsonError&) {
    return std::nullopt;
  }
}

HttpResponse refusal_of(LadderBook::Result result) {
  switch (result) {
    case LadderBook::Result::BadName: return text_response(422, "bad_name\n");
    case LadderBook::Result::Taken: return text_response(409, "taken\n");
    case LadderBook::Result::Stale: return text_response(412, "stale\n");
    case LadderBook::Result::Full: return text_response(507, "full\n");
    case LadderBook::Result::Unknown:
    case LadderBook::Result::Done: break;
  }
  return text_response(404, "not found\n");
}

}  // namespace

std::string statement_text(const LadderStatement& statement, std::string_view host) {
  return "ninelives ladder\n" + std::string(host) + '\n' + (statement.on ? "on\n" : "off\n") +
         std::to_string(statement.said.count()) + '\n' + statement.name;
}

void LadderHandler::forget_list() {
  const std::lock_guard lock(mutex_);
  list_made_ = Time{0};
}

// Rebuilt at most once a second.
HttpResponse LadderHandler::list(Time now) {
  constexpr Time kFresh{1'000};
  const std::lock_guard lock(mutex_);
  if (list_made_ == Time{0} || now >= list_made_ + kFresh || now < list_made_) {
    const std::vector<LadderRow> rows = ladder_.book()->ranked();
    Json players = Json::array();
    for (std::size_t i = 0; i < std::min(rows.size(), kShownRows); ++i) {
      players.push_back(shown_row(rows[i]));
    }
    list_ = players.dump(-1, ' ', false, Json::error_handler_t::replace);
    list_made_ = now;
  }
  HttpResponse response = text_response(
      200, "{\"now\":" + std::to_string(now.count()) + ",\"players\":" + list_ + "}\n",
      "application/json");
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

HttpResponse LadderHandler::row(const LadderKey& key) const {
  const auto book = ladder_.book();
  const LadderRow* found = book->find(key);
  if (found == nullptr) return text_response(404, "not found\n");
  Json json = shown_row(*found);
  if (found->games != 0) json["rank"] = book->rank(*found);
  return ladder_json(json);
}

HttpResponse LadderHandler::put(const HttpRequest& request, const LadderKey& key, Time now) {
  const auto statement = parse_statement(request.body);
  if (!statement) return text_response(400, "bad_message\n");
  if (!signed_by(key, statement_text(*statement, request.host), statement->signature)) {
    return text_response(403, "bad_signature\n");
  }
  const bool known = ladder_.book()->find(key) != nullptr;
  if (statement->on && !known && !rate_limit_.allow_new_entry(request.client, request.arrived)) {
    return try_later(429, "too many\n", 60);
  }
  LadderBook::Result result = LadderBook::Result::Unknown;
  ladder_.change([&](LadderBook& book) {
    result = statement->on ? book.join(key, statement->name, statement->said, now)
                           : book.leave(key, statement->said, now);
    return result == LadderBook::Result::Done;
  });
  forget_list();
  if (result != LadderBook::Result::Done) return refusal_of(result);
  return statement->on ? row(key) : text_response(200, "off\n");
}

HttpResponse LadderHandler::respond(const HttpRequest& request, Time now) {
  if (request.target == kLadderPage) {
    HttpResponse response = text_response(303, "the ladder is on the page\n");
    response.headers.emplace_back("Location", "/#ladder");
    return response;
  }
  if (request.target == kLadderList) return list(now);
  const auto key = parse_bytes32(request.target.substr(kLadderRows.size()));
  if (!key) return text_response(404, "not found\n");
  if (!rate_limit_.allow_request(request.client, request.arrived))
    return try_later(429, "too many\n", 10);
  return request.puts ? put(request, *key, now) : row(*key);
}

}  // namespace nl
