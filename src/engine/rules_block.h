// Rules as a fixed block of bytes, an input for agents that play more than one rule set.
// New rules take reserved bytes, so that no byte ever moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "engine/rules.h"

namespace nl {

struct RulesBlock {
  std::uint8_t hand, extra_defuses, extra_defuses_dealt, kittens, see, combos, first, times;
  std::uint8_t nope_asks, nope_way, stack, chain, targeted, dead, keep_ends, loose, five, faster;
  std::array<std::uint8_t, 14> reserved;
  Counts copies;
};

static_assert(sizeof(RulesBlock) == 32 + kCardPlaces);
static_assert(std::has_unique_object_representations_v<RulesBlock>);

// Player limits and the window's clock are left out: the observation has the number of players, and
// the engine knows no clock.
constexpr RulesBlock rules_block(const Rules& rules) {
  const auto byte = [](auto value) { return static_cast<std::uint8_t>(value); };
  return {.hand = rules.hand,
          .extra_defuses = byte(rules.extra_defuses),
          .extra_defuses_dealt = byte(rules.extra_defuses_dealt),
          .kittens = rules.kittens,
          .see = rules.see,
          .combos = byte(rules.combos),
          .first = byte(rules.first),
          .times = byte(rules.times),
          .nope_asks = byte(rules.nope_asks),
          .nope_way = byte(rules.nope_way),
          .stack = byte(rules.stack),
          .chain = byte(rules.chain),
          .targeted = byte(rules.targeted),
          .dead = byte(rules.dead),
          .keep_ends = byte(rules.keep_ends),
          .loose = byte(rules.loose),
          .five = byte(rules.five),
          .faster = byte(rules.faster),
          .reserved = {},
          .copies = rules.copies};
}

// visit(name, first byte, bytes) for every field of the block.
template <class Visit>
constexpr void for_each_rules_field(Visit visit) {
  constexpr std::string_view kNames[] = {
      "hand",     "extra_defuses", "extra_defuses_dealt", "kittens",  "see",   "combos",
      "first",    "times",         "nope_asks",           "nope_way", "stack", "chain",
      "targeted", "dead",          "keep_ends",           "loose",    "five",  "faster"};
  std::size_t offset = 0;
  for (const std::string_view name : kNames) visit(name, offset++, std::size_t{1});
  visit(std::string_view("copies"), offsetof(RulesBlock, copies), sizeof(RulesBlock::copies));
}
static_assert(offsetof(RulesBlock, faster) == 17);

}  // namespace nl
