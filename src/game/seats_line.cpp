// Parser and writer of the record line with the players.
#include "game/seats_line.h"

#include <algorithm>

namespace nl {
namespace {

// A record may come from anywhere: what is not as it should be counts as not there.
std::vector<std::string> read_texts(const JsonReader& list) {
  std::vector<std::string> texts;
  if (!list.is_list()) return texts;
  for (const JsonReader& text : list.items()) texts.push_back(text.if_text().value_or(""));
  return texts;
}

std::string text_at(const std::vector<std::string>& texts, std::size_t seat) {
  return seat < texts.size() ? texts[seat] : "";
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

std::optional<SeatsLine> parse_seats_line(const OtherLine& line) {
  const JsonReader table = JsonReader(line.json)["table"];
  if (!table.is_object()) return std::nullopt;
  SeatsLine read{.seed = table["seed"].if_unsigned(), .game = table["game"].if_unsigned()};
  const auto names = read_texts(table["names"]);
  const auto bots = read_texts(table["bots"]);
  for (std::size_t seat = 0; seat < std::max(names.size(), bots.size()); ++seat) {
    read.seats.push_back({text_at(names, seat), text_at(bots, seat)});
  }
  return read;
}

}  // namespace nl
