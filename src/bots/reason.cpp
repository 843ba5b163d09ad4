#include "bots/reason.h"

#include <array>

namespace nl {
namespace {

constexpr auto kNames = std::to_array<std::string_view>(
    {"forced",         "chance",      "draw_safe",      "draw_risk",   "no_way_out", "escape",
     "escape_kitten",  "pass_on",     "look",           "mix",         "gain",       "aim_defuse",
     "aim_rich",       "name_defuse", "nope_threat",    "nope_kitten", "nope_back",  "keep_nope",
     "place_for_next", "place_deep",  "place_anywhere", "give_least",  "take_best",  "order",
     "habit",          "searched",    "learned",        "foreseen"});
static_assert(kNames.size() == kWhys);

}  // namespace

std::string reason_key(Why why) {
  return "ui/why_" + std::string(kNames[static_cast<std::size_t>(why)]);
}

std::string sentence(const Reason& reason, const Words& words) {
  const Values percent{{"percent", std::to_string(reason.percent)}};
  switch (reason.why) {
    case Why::Forced: return words.ui("why_forced");
    case Why::Chance: return words.ui("why_chance");
    case Why::DrawSafe: return words.ui("why_draw_safe");
    case Why::DrawRisk: return words.ui("why_draw_risk", percent);
    case Why::DrawNoWayOut: return words.ui("why_no_way_out", percent);
    case Why::Escape: return words.ui("why_escape", percent);
    case Why::EscapeKitten: return words.ui("why_escape_kitten");
    case Why::PassOn: return words.ui("why_pass_on");
    case Why::Look: return words.ui("why_look", percent);
    case Why::Mix: return words.ui("why_mix");
    case Why::Gain: return words.ui("why_gain");
    case Why::AimDefuse: return words.ui("why_aim_defuse");
    case Why::AimRich: return words.ui("why_aim_rich");
    case Why::NameDefuse: return words.ui("why_name_defuse");
    case Why::NopeThreat: return words.ui("why_nope_threat");
    case Why::NopeKitten: return words.ui("why_nope_kitten");
    case Why::NopeBack: return words.ui("why_nope_back");
    case Why::KeepNope: return words.ui("why_keep_nope");
    case Why::PlaceForNext: return words.ui("why_place_for_next");
    case Why::PlaceDeep: return words.ui("why_place_deep");
    case Why::PlaceAnywhere: return words.ui("why_place_anywhere");
    case Why::GiveLeast: return words.ui("why_give_least");
    case Why::TakeBest: return words.ui("why_take_best");
    case Why::Order: return words.ui("why_order");
    case Why::Habit: return words.ui("why_habit");
    case Why::Searched: return words.ui("why_searched", percent);
    case Why::Learned: return words.ui("why_learned", percent);
    case Why::Foreseen: return words.ui("why_foreseen", percent);
  }
  return {};
}

}  // namespace nl
