// File of the remembered player: one `key value` a line.
#include "terminal/player_memory.h"

#include <fstream>

#include "names/names.h"

namespace nl {

PlayerMemory read_memory(const std::filesystem::path& file) {
  constexpr std::size_t kLongestAddress = 300;
  PlayerMemory memory;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t space = line.find(' ');
    if (space == std::string::npos) continue;
    const std::string key = line.substr(0, space);
    const std::string value = line.substr(space + 1);
    if (key == "language") memory.language = find_language(value);
    if (key == "name") memory.name = clean_name(value);
    if (key == "theme") memory.theme = find_theme(value);
    if (key == "server") memory.server = clean_text(value, kLongestAddress);
  }
  return memory;
}

void write_memory(const std::filesystem::path& file, const PlayerMemory& memory) {
  if (file.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  std::ofstream out(file);
  if (memory.language) out << "language " << language_code(*memory.language) << '\n';
  if (!memory.name.empty()) out << "name " << memory.name << '\n';
  if (memory.theme) out << "theme " << theme_name(*memory.theme) << '\n';
  if (!memory.server.empty()) out << "server " << memory.server << '\n';
}

}  // namespace nl
