#include "bots/reason.h"

namespace nl {

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
    case Why::Searched: return words.ui("why_searched", percent);
    case Why::Learned: return words.ui("why_learned", percent);
    case Why::Foreseen: return words.ui("why_foreseen", percent);
  }
  return {};
}

}  // namespace nl
