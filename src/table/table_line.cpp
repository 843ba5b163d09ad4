// Reader of names, bots and seed from a record's line of players.
#include "table/table_line.h"

#include "names/names.h"

namespace nl {
namespace {

// Records are untrusted: their names are no safer than typed ones.
void read_name(const SeatsLine& line, std::size_t seat, std::string& name) {
  if (seat >= line.seats.size()) return;
  std::string read = clean_name(line.seats[seat].name);
  if (!read.empty()) name = std::move(read);
}

}  // namespace

void read_table_line(const OtherLine& record_line, TableSetup& setup) {
  const auto line = parse_seats_line(record_line);
  if (!line) return;
  for (std::size_t seat = 0; seat < setup.seats.size(); ++seat) {
    read_name(*line, seat, setup.seats[seat].name);
    const std::string bot = seat < line->seats.size() ? line->seats[seat].bot : "";
    setup.seats[seat].bot = make_bot(bot, 0) ? bot : "";
  }
  if (line->seed) setup.seed = line->seed;
  if (line->game) setup.game = *line->game;
  if (line->voice) setup.voice = line->voice;
}

void read_names(const OtherLine& record_line, std::vector<std::string>& names) {
  const auto line = parse_seats_line(record_line);
  if (!line) return;
  for (std::size_t seat = 0; seat < names.size(); ++seat) read_name(*line, seat, names[seat]);
}

}  // namespace nl
