#include "server/room_event.h"

#include <array>

namespace nl {
namespace {

constexpr std::array<std::string_view, 28> kKinds = {
    "created",        "joined",   "bot",     "removed",    "host",     "started",  "committed",
    "commits_closed", "revealed", "dealt",   "answer",     "expired",  "forfeit",  "replaced",
    "rematch",        "closed",   "carried", "kept",       "banned",   "watched",  "changed",
    "open",           "shut",     "hooked",  "subscribed", "laddered", "autopass", "back"};

constexpr bool has_seat(RoomEventKind kind) {
  using enum RoomEventKind;
  return kind == Removed || kind == HostChanged || kind == Committed || kind == Revealed ||
         kind == Answered || kind == Forfeited || kind == Replaced || kind == HandOpened ||
         kind == HandClosed || kind == Subscribed || kind == AutoPass || kind == CameBack ||
         kind == Laddered;
}
constexpr bool has_text(RoomEventKind kind) {
  return kind == RoomEventKind::Joined || kind == RoomEventKind::BotAdded ||
         kind == RoomEventKind::Hooked;
}
constexpr bool has_value(RoomEventKind kind) {
  using enum RoomEventKind;
  return kind == Joined || kind == Started || kind == Committed || kind == Revealed ||
         kind == Banned || kind == Laddered;
}

std::optional<RoomEventKind> parse_kind(const Json& json) {
  if (!json.is_object() || !json.contains("k") || !json["k"].is_string()) return std::nullopt;
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (json["k"].get_ref<const std::string&>() == kKinds[i]) return static_cast<RoomEventKind>(i);
  }
  return std::nullopt;
}

// A number from 0 to `most`; nothing where there is none.
std::optional<std::int64_t> number_at(const Json& json, const char* key, std::int64_t most) {
  if (!json.contains(key) || !json[key].is_number_unsigned()) return std::nullopt;
  const auto n = json[key].get<std::uint64_t>();
  if (n > static_cast<std::uint64_t>(most)) return std::nullopt;
  return static_cast<std::int64_t>(n);
}

bool read_text(const Json& json, const char* key, std::string& text) {
  if (!json.contains(key) || !json[key].is_string()) return false;
  text = json[key].get<std::string>();
  return true;
}

bool read_hex(const Json& json, const char* key, std::span<std::uint8_t> bytes) {
  std::string text;
  return read_text(json, key, text) && from_hex(text, bytes);
}

bool read_answer(const Json& json, RoomEvent& event) {
  const auto action = number_at(json, "a", kActions - 1);
  const auto by = number_at(json, "by", static_cast<int>(AnsweredBy::Order));
  if (!action || !by) return false;
  event.action = make_action(static_cast<int>(*action));
  event.by = static_cast<AnsweredBy>(*by);
  return true;
}

bool read_settings(const Json& json, RoomEvent& event) {
  if (!json.contains("settings")) return false;
  try {
    event.settings = settings_from_json(json["settings"]);
    return true;
  } catch (const FieldError&) {
    return false;
  }
}

bool read_seat(const Json& json, RoomEvent& event) {
  const auto seat = number_at(json, "s", kMaxSeats - 1);
  if (seat) event.seat = static_cast<Seat>(*seat);
  return seat.has_value();
}

bool read_lines(const Json& json, RoomEvent& event) {
  if (!json.contains("lines") || !json["lines"].is_array()) return false;
  for (const Json& line : json["lines"]) {
    if (!line.is_string()) return false;
    event.lines.push_back(line.get<std::string>());
  }
  return true;
}

// Where nothing is said of watchers any may come, as before there was a rule.
bool read_watchers(const Json& json, WatcherRule& rule) {
  const auto most = number_at(json, "most", 1'000'000);
  if (json.contains("most") && !most) return false;
  if (most) rule.most = static_cast<int>(*most);
  if (json.contains("muted") && !json["muted"].is_boolean()) return false;
  rule.muted = json.value("muted", false);
  return true;
}

void write_watchers(Json& json, const WatcherRule& rule) {
  if (rule.most != WatcherRule::kAny) json["most"] = rule.most;
  if (rule.muted) json["muted"] = true;
}

// Nobody is called where nothing is said of it.
bool read_push(const Json& json, PushTarget& push) {
  if (!json.contains("push")) return true;
  const Json& parts = json["push"];
  if (!parts.is_object()) return false;
  return read_text(parts, "endpoint", push.endpoint) && read_text(parts, "p256dh", push.p256dh) &&
         read_text(parts, "auth", push.auth);
}

void write_push(Json& json, const PushTarget& push) {
  if (!push.wanted()) return;
  json["push"] = {{"endpoint", push.endpoint}, {"p256dh", push.p256dh}, {"auth", push.auth}};
}

// Off where nothing is said of it.
bool read_on(const Json& json, const char* key, bool& on) {
  if (json.contains(key) && !json[key].is_boolean()) return false;
  on = json.value(key, false);
  return true;
}

bool read_carried_player(const Json& json, CarriedRoom& room) {
  Player player;
  if (!json.is_object() || !read_text(json, "name", player.name)) return false;
  if (!read_text(json, "bot", player.bot) || !read_hex(json, "v", player.token)) return false;
  if (!read_push(json, player.push) || !read_on(json, "auto_pass", player.auto_pass)) return false;
  if (json.contains("ladder") && !read_hex(json, "ladder", player.ladder.emplace())) return false;
  room.players.push_back(std::move(player));
  return true;
}

bool read_carried(const Json& json, RoomEvent& event) {
  CarriedRoom& room = event.carried;
  const auto events = number_at(json, "events", std::int64_t{1} << 50);
  const auto games = number_at(json, "games", 1'000'000'000);
  const auto host = number_at(json, "host", kMaxSeats - 1);
  const bool lists = json.contains("players") && json["players"].is_array() &&
                     json.contains("banned") && json["banned"].is_array();
  if (!events || !games || !host || !lists) return false;
  room.events = static_cast<std::uint64_t>(*events);
  room.games = static_cast<int>(*games);
  room.host = static_cast<Seat>(*host);
  for (const Json& player : json["players"]) {
    if (!read_carried_player(player, room)) return false;
  }
  for (const Json& mark : json["banned"]) {
    if (!mark.is_string() || !from_hex(mark.get<std::string>(), room.banned.emplace_back())) {
      return false;
    }
  }
  const auto open = number_at(json, "open", all_seats(kMaxSeats));
  if (json.contains("open") && !open) return false;
  room.open = static_cast<SeatMask>(open.value_or(0));
  if (json.contains("webhook") && !read_text(json, "webhook", room.webhook)) return false;
  return read_watchers(json, room.watchers) && read_settings(json, event);
}

void write_carried(Json& json, const CarriedRoom& room) {
  json["events"] = room.events;
  json["games"] = room.games;
  json["host"] = room.host;
  Json players = Json::array();
  for (const Player& player : room.players) {
    players.push_back({{"name", player.name}, {"bot", player.bot}, {"v", to_hex(player.token)}});
    write_push(players.back(), player.push);
    if (player.auto_pass) players.back()["auto_pass"] = true;
    if (player.ladder) players.back()["ladder"] = to_hex(*player.ladder);
  }
  json["players"] = std::move(players);
  Json banned = Json::array();
  for (const Bytes32& mark : room.banned) banned.push_back(to_hex(mark));
  json["banned"] = std::move(banned);
  write_watchers(json, room.watchers);
  if (room.open != 0) json["open"] = room.open;
  if (!room.webhook.empty()) json["webhook"] = room.webhook;
}

// Before version 0.9.0 the record's first line was not stored.
bool read_start(const Json& json, RoomEvent& event) {
  if (json.contains("header") && !read_text(json, "header", event.text)) return false;
  return read_hex(json, "game", event.game);
}

bool read_fields(const Json& json, RoomEvent& event) {
  using enum RoomEventKind;
  if (has_seat(event.kind) && !read_seat(json, event)) return false;
  if (has_text(event.kind) && !read_text(json, "text", event.text)) return false;
  if (has_value(event.kind) && !read_hex(json, "v", event.value)) return false;
  if (event.kind == Started && !read_start(json, event)) return false;
  if (event.kind == Answered && !read_answer(json, event)) return false;
  if (event.kind == Watched && !read_watchers(json, event.watchers)) return false;
  if (event.kind == Kept && !read_lines(json, event)) return false;
  if (event.kind == Subscribed && !read_push(json, event.push)) return false;
  if (event.kind == AutoPass && !read_on(json, "on", event.on)) return false;
  if (event.kind == Carried) return read_carried(json, event);
  return (event.kind != Created && event.kind != Changed) || read_settings(json, event);
}

}  // namespace

EntryKind entry_kind(RoomEventKind kind) {
  const bool first = kind == RoomEventKind::Created || kind == RoomEventKind::Carried;
  if (first) return EntryKind::Header;
  return kind == RoomEventKind::Started ? EntryKind::Seed : EntryKind::Event;
}

std::string stored_text(const RoomEvent& event) {
  using enum RoomEventKind;
  Json json = {{"k", kKinds[static_cast<std::size_t>(event.kind)]}, {"at", event.at.count()}};
  if (has_seat(event.kind)) json["s"] = event.seat;
  if (has_text(event.kind)) json["text"] = event.text;
  if (has_value(event.kind)) json["v"] = to_hex(event.value);
  if (event.kind == Started) {
    json["game"] = to_hex(event.game);
    if (!event.text.empty()) json["header"] = event.text;
  }
  if (event.kind == Answered) {
    json["a"] = event.action.id;
    json["by"] = static_cast<int>(event.by);
  }
  if (event.kind == Created || event.kind == Changed || event.kind == Carried) {
    json["settings"] = settings_json(event.settings);
  }
  if (event.kind == Carried) write_carried(json, event.carried);
  if (event.kind == Watched) write_watchers(json, event.watchers);
  if (event.kind == Kept) json["lines"] = event.lines;
  if (event.kind == Subscribed) write_push(json, event.push);
  if (event.kind == AutoPass) json["on"] = event.on;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<RoomEvent> parse_stored(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  const auto kind = parse_kind(json);
  const auto at = kind ? number_at(json, "at", std::int64_t{1} << 50) : std::nullopt;
  if (!kind || !at) return std::nullopt;
  RoomEvent event{.kind = *kind, .at = Time(*at)};
  if (!read_fields(json, event)) return std::nullopt;
  return event;
}

}  // namespace nl
