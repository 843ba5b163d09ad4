#include "game/seats_line.h"

#include <algorithm>

namespace nl {
namespace {

std::string text_at(const Json& table, const char* key, std::size_t seat) {
  if (!table.contains(key) || !table[key].is_array() || seat >= table[key].size()) return {};
  return table[key][seat].is_string() ? table[key][seat].get<std::string>() : "";
}

std::size_t size_of(const Json& table, const char* key) {
  return table.contains(key) && table[key].is_array() ? table[key].size() : 0;
}

std::optional<std::uint64_t> number_at(const Json& table, const char* key) {
  if (!table.contains(key) || !table[key].is_number_unsigned()) return std::nullopt;
  return table[key].get<std::uint64_t>();
}

}  // namespace

std::string record_text(const SeatsLine& line) {
  Json names = Json::array();
  Json bots = Json::array();
  for (const SeatSetup& seat : line.seats) {
    names.push_back(seat.name);
    bots.push_back(seat.bot);
  }
  Json table = {{"names", names}, {"bots", bots}};
  if (line.seed) {
    table["seed"] = *line.seed;
    table["game"] = line.game.value_or(0);
  }
  return Json{{"table", table}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<SeatsLine> parse_seats_line(const Json& line) {
  if (!line.contains("table") || !line["table"].is_object()) return std::nullopt;
  const Json& table = line["table"];
  SeatsLine read{.seed = number_at(table, "seed"), .game = number_at(table, "game")};
  const std::size_t seats = std::max(size_of(table, "names"), size_of(table, "bots"));
  for (std::size_t seat = 0; seat < seats; ++seat) {
    read.seats.push_back({text_at(table, "names", seat), text_at(table, "bots", seat)});
  }
  return read;
}

}  // namespace nl
