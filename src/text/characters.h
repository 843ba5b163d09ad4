// Bot characters of data/characters.json: a name (Words::character), a face and a level.
// The page has the same list.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nl {

struct Character {
  std::string key{};    // key of its name in lang/
  std::string face{};   // seven terminal cells wide
  std::string level{};  // easy, medium or hard
  std::string fur{};    // its colour in pictures: "#f6d9c4"
};

// Characters at the seats, from their bots (empty: a person). The n-th bot of a level is its n-th
// character; a bot without a level counts as hard.
std::vector<std::optional<Character>> characters_at(std::span<const std::string> bots);

// Their keys; empty for people.
std::vector<std::string> character_keys(std::span<const std::string> bots);

}  // namespace nl
