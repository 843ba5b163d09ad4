// Reasons for refusing an input or an action.
#pragma once

#include "engine/rules.h"
#include "engine/seat.h"
#include "text/enum_names.h"

namespace nl {

// In brackets: the values of its sentence.
enum class Refusal {
  NotYourTurn,
  NotLegal,
  GameOver,
  OutOfGame,
  Watching,
  Stale,
  LateNope,
  UnknownCard,    // [text]
  UnknownPlayer,  // [text]
  UnknownWord,    // [text]
  NotANumber,     // [low, high]
  OutOfRange,     // [number, low, high]
  OneOrTwo,
  TooManyShuffles,  // [low, high]
  NotHeld,          // [card]
  NotAlone,         // [card]
  NoNope,
  Cursed,
  EmptyHand,
  TargetSelf,
  TargetDead,    // [seat]
  TargetEmpty,   // [seat]
  NoTarget,      // [card]
  UnknownField,  // [field]
  FieldValue,    // [field, allowed]
};

inline constexpr int kRefusals = static_cast<int>(Refusal::FieldValue) + 1;

// The keys of lang/ under `refusals`, and the reasons in messages.
inline constexpr auto kRefusalNames = enum_names<Refusal, kRefusals>({
    "not_your_turn", "not_legal",    "game_over",    "out_of_game",       "watching",
    "stale",         "late_nope",    "unknown_card", "unknown_player",    "unknown_word",
    "not_a_number",  "out_of_range", "one_or_two",   "too_many_shuffles", "not_held",
    "not_alone",     "no_nope",      "cursed",       "empty_hand",        "target_self",
    "target_dead",   "target_empty", "no_target",    "unknown_field",     "field_value",
});

// The keys of lang/ under `faults`: reasons why rules can't be played.
inline constexpr auto kFaultNames =
    enum_names<RulesFault, static_cast<std::size_t>(RulesFault::See) + 1>(
        {"none", "players", "limits", "box_too_large", "defuses", "kittens", "never_ends",
         "hand_too_large", "see"});

// A refusal with the values of its sentence.
struct Refused {
  Refusal why = Refusal::NotLegal;
  Card card = kNoCard;  // NotHeld, NotAlone, NoTarget
  Seat seat = kNoSeat;  // TargetDead, TargetEmpty

  friend bool operator==(const Refused&, const Refused&) = default;
};

}  // namespace nl
