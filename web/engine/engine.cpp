// Engine module for browsers: replays a record from any seat's view, and verifies fair shuffles.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fair/fair_check.h"
#include "game/game.h"
#include "game/game_statistics.h"
#include "protocol/event_json.h"
#include "protocol/view_json.h"
#include "record_film.h"
#include "server/daily_deal.h"
#include "text/notation.h"

namespace nl {
namespace {

void add_open_cards(Json& json, const State& s) {
  json["hands"] = Json::array();
  for (Seat seat = 0; seat < s.seats; ++seat) json["hands"].push_back(cards_json(s.hands[seat]));
  json["pile"] = Json::array();
  for (int place = 0; place < s.pile_size; ++place) {
    json["pile"].push_back(card_name(s.from_top(place)));
  }
}

// A film, as the page asks for it.
class Showing {
 public:
  explicit Showing(std::string_view record) { read_film(record, film_); }

  Json summary() const {
    const Header& header = film_.header();
    const GameStatistics statistics = game_statistics(film_.events());
    Json json = {{"frames", film_.stills().size()},
                 {"seats", header.seats},
                 {"preset", preset_name(header.preset)},
                 {"over", film_.over()}};
    json["statistics"] = {{"turns", statistics.turns},
                          {"longest_chain", statistics.longest_chain},
                          {"plays", statistics.plays},
                          {"nopes", statistics.nopes},
                          {"escapes", statistics.escapes}};
    if (film_.voice()) json["voice"] = *film_.voice();
    json["players"] = Json::array();
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(header.seats); ++seat) {
      const SeatSetup player = seat < film_.players().size() ? film_.players()[seat] : SeatSetup{};
      json["players"].push_back({{"name", player.name}, {"bot", player.bot}});
    }
    Json actions = Json::array();
    for (const Still& still : film_.stills()) actions.push_back(still.action);
    json["actions"] = std::move(actions);
    return json;
  }

  // Through the eyes of a seat or a watcher, or with all cards open.
  Json frame(std::size_t index, Seat viewer, bool open) const {
    if (index >= film_.stills().size()) fail("there is no such step");
    const Still& still = film_.stills()[index];
    const Rules& rules = film_.header().rules;
    Json json = {{"view", view_json(rules, still.view(rules, viewer))}, {"events", Json::array()}};
    const std::size_t begin = index == 0 ? 0 : film_.stills()[index - 1].events;
    const auto first = film_.events().begin();
    json["told"] = std::count_if(first, first + static_cast<std::ptrdiff_t>(begin),
                                 [](const Event& event) { return !event.hidden; });
    for (std::size_t i = begin; i < still.events; ++i) {
      const Event& event = film_.events()[i];
      const Event shown = open ? event : redact(event, viewer);
      if (shown.kind != EventKind::None) json["events"].push_back(event_json(shown));
    }
    if (open) add_open_cards(json, still.state);
    return json;
  }

 private:
  Film film_;
};

std::optional<Showing> showing;
std::string answer;

const char* say(const Json& json) {
  answer = json.dump();
  return answer.c_str();
}

// The deal of a day, as the record of a game in which nothing has happened: the same for everybody.
// Its seed is public, so it is never ranked.
std::vector<std::string> daily_deal(int day) {
  constexpr std::uint64_t kDailyDeals = 0x6461696c79;  // a stream of its own
  const Header header = daily_header();
  const Game game(header, SeededSource(kDailyDeals, static_cast<std::uint64_t>(day)),
                  RecordWriter({record_text(header)}));
  return game.record();
}

}  // namespace
}  // namespace nl

// ---- what the page calls; texts are given as address and size, and returned with a zero at the
// end

extern "C" {

__attribute__((export_name("take_memory"))) void* take_memory(std::size_t size) {
  return std::malloc(size);
}

__attribute__((export_name("open_record"))) const char* open_record(const char* text,
                                                                    std::size_t size) {
  nl::showing.emplace(std::string_view(text, size));
  return nl::say(nl::showing->summary());
}

// `eyes`: a seat, or anything above for all cards open.
__attribute__((export_name("show"))) const char* show(std::size_t frame, unsigned eyes) {
  if (!nl::showing) nl::fail("there is no record");
  const bool open = eyes >= nl::kMaxSeats;
  return nl::say(
      nl::showing->frame(frame, open ? nl::kWatcher : static_cast<nl::Seat>(eyes), open));
}

// `day`: days since 1970-01-01.
__attribute__((export_name("daily"))) const char* daily(int day) {
  return nl::say(nl::Json(nl::daily_deal(day)));
}

// The commitment to a server's secret of a day, and the cards that it deals. `text`: the date, and
// 64 digits of the secret.
__attribute__((export_name("daily_reveal"))) const char* daily_reveal(const char* text,
                                                                      std::size_t size) {
  constexpr std::size_t kDate = 10;
  const std::string_view all(text, size);
  const auto secret = size > kDate ? nl::parse_bytes32(all.substr(kDate)) : std::nullopt;
  if (!secret) nl::fail("this is no secret");
  const std::string_view date = all.substr(0, kDate);
  return nl::say({{"commitment", nl::to_hex(nl::daily_commitment(date, *secret))},
                  {"lines", nl::daily_lines(date, *secret)}});
}

// `kept`: empty, or the server's commitment, the seat and the share as the player wrote them down:
// 64 digits, one digit, 64 digits.
__attribute__((export_name("verify"))) const char* verify(const char* text, std::size_t size,
                                                          const char* kept, std::size_t kept_size) {
  nl::PlayerNotes written;
  const std::string_view all(kept, kept_size);
  if (all.size() == 129) {
    written.server_commitment = nl::parse_bytes32(all.substr(0, 64));
    const auto share = nl::parse_bytes32(all.substr(65));
    if (share) written.shares.emplace_back(static_cast<nl::Seat>(all[64] - '0'), *share);
  }
  const auto lines = nl::numbered({text, size});
  if (lines.empty()) nl::fail("there is no record");
  const nl::FairVerdict verdict = nl::check_fair(lines, written);
  nl::Json json = {{"ok", !verdict.difference},     {"given", verdict.shares[0]},
                   {"supplied", verdict.shares[1]}, {"missing", verdict.shares[2]},
                   {"ended", verdict.ended},        {"own", !written.shares.empty()}};
  if (verdict.difference) {
    json["reason"] = std::to_string(verdict.difference->line) + ": " + verdict.difference->reason;
  }
  return nl::say(json);
}
}
