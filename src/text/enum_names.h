// Tables of enum names in records, messages and language files, shared by readers and writers.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/event.h"
#include "engine/state.h"

namespace nl {

template <class Enum, std::size_t kSize>
struct EnumNames {
  std::array<std::string_view, kSize> names;  // in the order of the values

  constexpr std::string_view operator[](Enum value) const {
    assert(static_cast<std::size_t>(value) < kSize);
    return names[static_cast<std::size_t>(value)];
  }
  constexpr std::optional<Enum> find(std::string_view name) const {
    for (std::size_t i = 0; i < kSize; ++i) {
      if (names[i] == name) return static_cast<Enum>(i);
    }
    return std::nullopt;
  }
};

// A table with too few or too many names does not compile.
template <class Enum, std::size_t kValues, std::size_t kSize>
constexpr EnumNames<Enum, kSize> enum_names(const std::string_view (&names)[kSize]) {
  static_assert(kSize == kValues);
  return {std::to_array(names)};
}

inline constexpr auto kEventNames = enum_names<EventKind, kEventKinds>({
    "none",
    "game_started",
    "turn_started",
    "played",
    "played_pair",
    "played_triple",
    "played_five",
    "added_to_five",
    "played_blind",
    "lost_blind",
    "chose_target",
    "named_card",
    "passed",
    "committed_nope",
    "noped",
    "cancelled",
    "went_through",
    "fizzled",
    "chain_declined",
    "attacked",
    "skipped_turn",
    "skipped_all",
    "reversed",
    "shuffled",
    "saw",
    "altering",
    "ordering",
    "altered",
    "swapped",
    "bombed",
    "drew",
    "drew_nothing",
    "drew_kitten",
    "found_kitten",
    "kept",
    "kitten_loose",
    "defused",
    "guessed",
    "put_back",
    "died",
    "kittens_returned",
    "forfeited",
    "gave",
    "stole",
    "took_named",
    "took_nothing",
    "took_discard",
    "collected",
    "marked",
    "cursed_player",
    "curse_lifted",
    "won",
    "took_turns",
    "shown",
    "put_on_top",
    "lifted",
    "buried",
});

inline constexpr auto kPhaseNames = enum_names<Phase, kPhases>({
    "turn",    "chain",    "target", "name",    "five", "window", "give",
    "take",    "order",    "times",  "collect", "keep", "guess",  "place",
    "explode", "end_turn", "over",   "potluck", "bury",
});

inline constexpr auto kComboNames = enum_names<Combo, 4>({"single", "pair", "triple", "five"});

}  // namespace nl
