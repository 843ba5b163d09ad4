#include "server/void_note.h"

#include <array>
#include <cinttypes>
#include <cstdio>

#include "server/room_event.h"
#include "text/rules_text.h"

namespace nl {
namespace {

std::string engine_text(std::uint64_t engine) {
  std::array<char, 17> digits;
  std::snprintf(digits.data(), digits.size(), "%016" PRIx64, engine);
  return digits.data();
}

}  // namespace

std::string void_note(const StoredRoom& room, const std::string& reason) {
  Json players = Json::array();
  Json games = Json::array();
  for (const Entry& entry : room.entries) {
    const auto event = parse_stored(entry.data);
    if (!event) continue;
    using enum RoomEventKind;
    if (event->kind == Joined || event->kind == BotAdded) players.push_back(event->text);
    for (const Player& player : event->carried.players) players.push_back(player.name);
    if (event->kind == Started) {
      games.push_back({{"id", to_hex(event->game)},
                       {"seed", to_hex(event->value)},
                       {"shares", Json::object()}});
    }
    if (event->kind == Revealed && !games.empty()) {
      games.back()["shares"][std::to_string(event->seat)] = to_hex(event->value);
    }
  }
  const Json note = {{"room", room_code(room.id)},
                     {"engine", engine_text(room.engine)},
                     {"voided", reason},
                     {"joined", std::move(players)},
                     {"games", std::move(games)}};
  return note.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace nl
