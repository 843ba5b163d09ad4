// Parser and writer of the record line with the players.
#include "game/seats_line.h"

#include <algorithm>
#include <limits>

#include "text/voice.h"

namespace nl {
namespace {

// Records are untrusted: invalid fields count as missing.
std::vector<std::string> read_texts(const JsonReader& list) {
  std::vector<std::string> texts;
  if (!list.is_list()) return texts;
  for (const JsonReader& text : list.items()) texts.push_back(text.if_text().value_or(""));
  return texts;
}

std::string text_at(const std::vector<std::string>& texts, std::size_t seat) {
  return seat < texts.size() ? texts[seat] : "";
}

std::optional<std::uint32_t> read_voice(const JsonReader& json) {
  const auto number = json.if_unsigned();
  if (!number || *number > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
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
  if (line.voice) table["voice"] = *line.voice;
  return Json{{"table", table}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<SeatsLine> parse_seats_line(const OtherLine& line) {
  const JsonReader table = JsonReader(line.json)["table"];
  if (!table.is_object()) return std::nullopt;
  SeatsLine read{.seed = table["seed"].if_unsigned(), .game = table["game"].if_unsigned()};
  read.voice = read_voice(table["voice"]);
  const auto names = read_texts(table["names"]);
  const auto bots = read_texts(table["bots"]);
  for (std::size_t seat = 0; seat < std::max(names.size(), bots.size()); ++seat) {
    read.seats.push_back({text_at(names, seat), text_at(bots, seat)});
  }
  return read;
}

std::optional<std::uint32_t> parse_voice(const OtherLine& line) {
  if (const auto seats = parse_seats_line(line)) return seats->voice;
  const JsonReader fair = JsonReader(line.json)["fair"];
  if (!fair.is_object()) return std::nullopt;
  const auto id = parse_game_id(fair["game"].if_text().value_or(""));
  return id ? std::optional(voice_of(*id)) : std::nullopt;
}

}  // namespace nl
