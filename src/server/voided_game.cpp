// JSON report on a voided game.
#include "server/voided_game.h"

#include <array>
#include <cassert>
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

std::string voided_game_report(const StoredRoom& room, const std::string& reason) {
  Json players = Json::array();
  Json games = Json::array();
  for (const Entry& entry : room.entries) {
    const auto event = parse_stored(entry.data);
    if (!event) continue;
    if (const auto* joined = event->if_is<stored::Joined>()) players.push_back(joined->name);
    if (const auto* added = event->if_is<stored::BotAdded>()) players.push_back(added->bot);
    if (const auto* carried = event->if_is<stored::Carried>()) {
      for (const Player& player : carried->room.players) players.push_back(player.name);
    }
    if (const auto* started = event->if_is<stored::Started>()) {
      games.push_back({{"id", to_hex(started->game)},
                       {"seed", to_hex(started->seed)},
                       {"shares", Json::object()}});
    }
    const auto* revealed = event->if_is<stored::Revealed>();
    if (revealed != nullptr && !games.empty()) {
      games.back()["shares"][std::to_string(revealed->seat)] = to_hex(revealed->share);
    }
  }
  const Json note = {{"room", room_code(room.id)},
                     {"engine", engine_text(room.engine)},
                     {"voided", reason},
                     {"joined", std::move(players)},
                     {"games", std::move(games)}};
  std::string text = note.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  assert(Json::accept(text));
  return text;
}

}  // namespace nl
