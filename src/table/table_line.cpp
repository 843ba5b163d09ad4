#include "table/table_line.h"

#include "table/names.h"

namespace nl {

std::string table_line(const TableSetup& setup) {
  Json names = Json::array();
  Json bots = Json::array();
  for (const SeatSetup& seat : setup.seats) {
    names.push_back(seat.name);
    bots.push_back(seat.bot);
  }
  Json table = {{"names", names}, {"bots", bots}};
  if (setup.seed) {
    table["seed"] = *setup.seed;
    table["game"] = setup.game;
  }
  return Json{{"table", table}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void read_table_line(const Json& line, TableSetup& setup) {
  if (!line.contains("table") || !line["table"].is_object()) return;
  const Json& table = line["table"];
  const auto text_at = [&](const char* key, std::size_t seat) -> std::string {
    if (!table.contains(key) || !table[key].is_array() || seat >= table[key].size()) return {};
    return table[key][seat].is_string() ? table[key][seat].get<std::string>() : "";
  };
  for (std::size_t seat = 0; seat < setup.seats.size(); ++seat) {
    // A record may come from anywhere: its names are no safer than typed ones.
    const std::string name = clean_name(text_at("names", seat));
    const std::string bot = text_at("bots", seat);
    if (!name.empty()) setup.seats[seat].name = name;
    setup.seats[seat].bot = make_bot(bot, 0) ? bot : "";
  }
  if (table.contains("seed") && table["seed"].is_number_unsigned()) {
    setup.seed = table["seed"].get<std::uint64_t>();
  }
  if (table.contains("game") && table["game"].is_number_unsigned()) {
    setup.game = table["game"].get<std::uint64_t>();
  }
}

}  // namespace nl
