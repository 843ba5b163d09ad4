// Stored events of a room: reader and writer of their JSON.
#include "server/room_event.h"

#include <cassert>
#include <concepts>

#include "protocol/message_codec.h"

namespace nl {
namespace {

constexpr std::int64_t kMostTime = std::int64_t{1} << 50;
constexpr std::uint64_t kMostEvents = std::uint64_t{1} << 50;
constexpr int kMostGames = 1'000'000'000;
constexpr int kMostWatchers = 1'000'000;

// ---- parts that several events share ------------------------------------------------------------

// Without a rule any watcher may come: earlier versions had none.
WatcherRule read_rule(const JsonReader& json) {
  return {.most = json["most"].number_or(int{WatcherRule::kAny}, 0, kMostWatchers),
          .muted = json["muted"].flag_or(false)};
}
void write_rule(Json& json, const WatcherRule& rule) {
  if (rule.most != WatcherRule::kAny) json["most"] = rule.most;
  if (rule.muted) json["muted"] = true;
}

// An earlier version without this field notifies nobody.
PushTarget read_push(const JsonReader& push) {
  if (!push.exists()) return {};
  return {push["endpoint"].text(), push["p256dh"].text(), push["auth"].text()};
}
void write_push(Json& json, const PushTarget& push) {
  if (!push.wanted()) return;
  json["push"] = {{"endpoint", push.endpoint}, {"p256dh", push.p256dh}, {"auth", push.auth}};
}

Json player_json(const Player& player) {
  Json json = {{"name", player.name}, {"bot", player.bot}, {"v", to_hex(player.token)}};
  write_push(json, player.push);
  if (player.auto_pass) json["auto_pass"] = true;
  if (player.ladder) json["ladder"] = to_hex(*player.ladder);
  return json;
}
Player read_player(const JsonReader& json) {
  Player player{.name = json["name"].text(),
                .bot = json["bot"].text(),
                .token = json["v"].hex<TokenHash>(),
                .push = read_push(json["push"]),
                .auto_pass = json["auto_pass"].flag_or(false)};
  if (json.has("ladder")) player.ladder = json["ladder"].hex();
  return player;
}

Json stored_origin(const Origin& origin) {
  return {{"game", origin.game}, {"step", origin.step}, {"lines", origin.lines}};
}
Origin read_stored_origin(const JsonReader& json) {
  return {json["game"].text(), json["step"].number(0, kMostGames), json["lines"].texts()};
}

}  // namespace

// ---- each event, as it is written and as it is read ---------------------------------------------

namespace stored {

template <class Event>
concept OfSeatAlone = std::same_as<Event, Removed> || std::same_as<Event, HostChanged> ||
                      std::same_as<Event, Forfeited> || std::same_as<Event, Replaced> ||
                      std::same_as<Event, HandOpened> || std::same_as<Event, HandClosed> ||
                      std::same_as<Event, CameBack>;
template <OfSeatAlone Event>
void write_fields(Json& json, const Event& event) {
  json["s"] = event.seat;
}
template <OfSeatAlone Event>
void read_fields(const JsonReader& json, Event& event) {
  event = {json["s"].seat()};
}

template <class Event>
concept OfSettingsAlone = std::same_as<Event, Created> || std::same_as<Event, Changed>;
template <OfSettingsAlone Event>
void write_fields(Json& json, const Event& event) {
  json["settings"] = settings_json(event.settings);
}
template <OfSettingsAlone Event>
void read_fields(const JsonReader& json, Event& event) {
  event = {read_settings(json["settings"])};
}

void write_fields(Json& json, const Joined& event) {
  json["text"] = event.name;
  json["v"] = to_hex(event.token);
}
void read_fields(const JsonReader& json, Joined& event) {
  event = {json["text"].text(), json["v"].hex<TokenHash>()};
}

void write_fields(Json& json, const BotAdded& event) { json["text"] = event.bot; }
void read_fields(const JsonReader& json, BotAdded& event) { event = {json["text"].text()}; }

void write_fields(Json& json, const Started& event) {
  json["v"] = to_hex(event.seed);
  json["game"] = to_hex(event.game);
  json["header"] = event.header;
}
void read_fields(const JsonReader& json, Started& event) {
  event = {json["v"].hex(), json["game"].hex<GameId>(), json["header"].text()};
}

void write_fields(Json& json, const Committed& event) {
  json["s"] = event.seat;
  json["v"] = to_hex(event.commitment);
}
void read_fields(const JsonReader& json, Committed& event) {
  event = {json["s"].seat(), json["v"].hex()};
}

void write_fields(Json& json, const Revealed& event) {
  json["s"] = event.seat;
  json["v"] = to_hex(event.share);
}
void read_fields(const JsonReader& json, Revealed& event) {
  event = {json["s"].seat(), json["v"].hex()};
}

void write_fields(Json& json, const Answered& event) {
  json["s"] = event.seat;
  json["a"] = event.action.id;
  json["by"] = static_cast<int>(event.by);
}
void read_fields(const JsonReader& json, Answered& event) {
  event = {.seat = json["s"].seat(),
           .action = make_action(json["a"].number(0, kActions - 1)),
           .by = static_cast<AnsweredBy>(json["by"].number(0, kAnsweredBys - 1))};
}

void write_fields(Json& json, const Carried& event) {
  const CarriedRoom& room = event.room;
  json["settings"] = settings_json(event.settings);
  json["events"] = room.events;
  json["games"] = room.games;
  json["host"] = room.host;
  json["players"] = Json::array();
  for (const Player& player : room.players) json["players"].push_back(player_json(player));
  json["banned"] = Json::array();
  for (const Bytes32& mark : room.banned) json["banned"].push_back(to_hex(mark));
  write_rule(json, room.watchers);
  if (room.open != 0) json["open"] = room.open;
  if (!room.webhook.empty()) json["webhook"] = room.webhook;
  if (room.origin.exists()) json["origin"] = stored_origin(room.origin);
}
void read_fields(const JsonReader& json, Carried& event) {
  CarriedRoom& room = event.room;
  event.settings = read_settings(json["settings"]);
  room.events = json["events"].number<std::uint64_t>(0, kMostEvents);
  room.games = json["games"].number(0, kMostGames);
  room.host = json["host"].seat();
  for (const JsonReader& player : json["players"].items()) {
    room.players.push_back(read_player(player));
  }
  for (const JsonReader& mark : json["banned"].items()) room.banned.push_back(mark.hex());
  room.watchers = read_rule(json);
  room.open = static_cast<SeatMask>(json["open"].number_or(0, 0, int{all_seats(kMaxSeats)}));
  room.webhook = json["webhook"].text_or("");
  if (json.has("origin")) room.origin = read_stored_origin(json["origin"]);
}

void write_fields(Json& json, const Kept& event) { json["lines"] = event.lines; }
void read_fields(const JsonReader& json, Kept& event) { event = {json["lines"].texts()}; }

void write_fields(Json& json, const Banned& event) { json["v"] = to_hex(event.mark); }
void read_fields(const JsonReader& json, Banned& event) { event = {json["v"].hex()}; }

void write_fields(Json& json, const Watched& event) { write_rule(json, event.rule); }
void read_fields(const JsonReader& json, Watched& event) { event = {read_rule(json)}; }

void write_fields(Json& json, const PlaysOn& event) {
  json["origin"] = stored_origin(event.origin);
}
void read_fields(const JsonReader& json, PlaysOn& event) {
  event = {read_stored_origin(json["origin"])};
}

void write_fields(Json& json, const Hooked& event) { json["text"] = event.url; }
void read_fields(const JsonReader& json, Hooked& event) { event = {json["text"].text()}; }

void write_fields(Json& json, const Subscribed& event) {
  json["s"] = event.seat;
  write_push(json, event.push);
}
void read_fields(const JsonReader& json, Subscribed& event) {
  event = {json["s"].seat(), read_push(json["push"])};
}

void write_fields(Json& json, const Laddered& event) {
  json["s"] = event.seat;
  json["v"] = to_hex(event.key);
}
void read_fields(const JsonReader& json, Laddered& event) {
  event = {json["s"].seat(), json["v"].hex()};
}

void write_fields(Json& json, const AutoPass& event) {
  json["s"] = event.seat;
  json["on"] = event.on;
}
void read_fields(const JsonReader& json, AutoPass& event) {
  event = {json["s"].seat(), json["on"].flag_or(false)};
}

}  // namespace stored

// ---- by kind ------------------------------------------------------------------------------------

EntryKind entry_kind(const RoomEvent& event) {
  if (event.is_one_of<stored::Created, stored::Carried>()) return EntryKind::Header;
  return event.is_one_of<stored::Started>() ? EntryKind::Seed : EntryKind::Event;
}

std::string stored_text(const RoomEvent& event) {
  assert(event.at.count() >= 0 && event.at.count() <= kMostTime);
  Json json = {{"k", message_type(event.what)}, {"at", event.at.count()}};
  std::visit([&](const auto& change) { write_fields(json, change); }, event.what);
  std::string text = text_of_message(json);
  assert(parse_stored(text).has_value());
  return text;
}

std::optional<RoomEvent> parse_stored(std::string_view text) {
  try {
    const Json parsed = parse_object(text);
    const JsonReader json(parsed);
    auto what = blank_message<StoredChange>(json["k"].text());
    if (!what) return std::nullopt;
    RoomEvent event{.at = Time(json["at"].number<std::int64_t>(0, kMostTime))};
    read_message(json, *what);
    event.what = std::move(*what);
    return event;
  } catch (const JsonError&) {
    return std::nullopt;
  }
}

}  // namespace nl
