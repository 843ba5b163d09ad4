// Parser of data/characters.json, and the characters at a table.
#include "text/characters.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "text/data_files.h"

namespace nl {
namespace {

struct CharacterLevel {
  std::vector<std::string> bots{};
  std::vector<Character> characters{};
};

CharacterLevel read_level(const nlohmann::json& json) {
  CharacterLevel level{.bots = json.at("bots").get<std::vector<std::string>>()};
  for (const auto& one : json.at("characters")) {
    level.characters.push_back({one.at("key"), one.at("face"), json.at("level"), one.at("fur")});
  }
  return level;
}

const std::vector<CharacterLevel>& character_levels() {
  static const std::vector<CharacterLevel> kLevels = [] {
    std::vector<CharacterLevel> levels;
    const auto file = nlohmann::json::parse(characters_file());
    for (const auto& level : file.at("levels")) levels.push_back(read_level(level));
    return levels;
  }();
  return kLevels;
}

// "ismcts:400" belongs to the level that lists "ismcts".
std::size_t level_of(const std::string& bot) {
  const std::string name = bot.substr(0, bot.find(':'));
  const auto& levels = character_levels();
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const auto& bots = levels[i].bots;
    if (std::find(bots.begin(), bots.end(), name) != bots.end()) return i;
  }
  return levels.size() - 1;
}

}  // namespace

std::vector<std::optional<Character>> characters_at(std::span<const std::string> bots) {
  std::vector<std::size_t> seated(character_levels().size());
  std::vector<std::optional<Character>> all;
  for (const std::string& bot : bots) {
    if (bot.empty()) {
      all.emplace_back();
      continue;
    }
    const std::size_t level = level_of(bot);
    const auto& characters = character_levels()[level].characters;
    all.emplace_back(characters[seated[level]++ % characters.size()]);
  }
  return all;
}

std::vector<std::string> character_keys(std::span<const std::string> bots) {
  std::vector<std::string> keys;
  for (const auto& character : characters_at(bots)) keys.push_back(character ? character->key : "");
  return keys;
}

}  // namespace nl
