#include "server/net_refusal.h"

#include <array>

namespace nl {
namespace {

constexpr auto kNetCodes = std::to_array<std::string_view>(
    {"bad_message", "bad_version", "hello_first", "too_fast", "unknown_room", "room_full",
     "server_full", "bad_name", "not_in_room", "already_in_room", "not_host", "not_now",
     "too_few_players", "bad_settings", "unknown_seat", "unknown_bot", "bad_token", "bad_share",
     "no_hints"});
static_assert(kNetCodes.size() == kNetRefusals);

// The keys of lang/ under `refusals`.
constexpr auto kRuleCodes = std::to_array<std::string_view>(
    {"not_your_turn", "not_legal",    "game_over",    "out_of_game",       "watching",
     "stale",         "late_nope",    "unknown_card", "unknown_player",    "unknown_word",
     "not_a_number",  "out_of_range", "one_or_two",   "too_many_shuffles", "not_held",
     "not_alone",     "no_nope",      "cursed",       "empty_hand",        "target_self",
     "target_dead",   "target_empty", "no_target",    "unknown_field",     "field_value"});
static_assert(kRuleCodes.size() == kRefusals);

}  // namespace

std::string_view refusal_code(NetRefusal refusal) {
  return kNetCodes[static_cast<std::size_t>(refusal)];
}

std::string_view refusal_code(Refusal refusal) {
  return kRuleCodes[static_cast<std::size_t>(refusal)];
}

std::string net_refusal_text(const Words& w, NetRefusal refusal) {
  switch (refusal) {
    case NetRefusal::BadMessage: return w.ui("net_bad_message");
    case NetRefusal::BadVersion: return w.ui("net_bad_version");
    case NetRefusal::HelloFirst: return w.ui("net_hello_first");
    case NetRefusal::TooFast: return w.ui("net_too_fast");
    case NetRefusal::UnknownRoom: return w.ui("net_unknown_room");
    case NetRefusal::RoomFull: return w.ui("net_room_full");
    case NetRefusal::ServerFull: return w.ui("net_server_full");
    case NetRefusal::BadName: return w.ui("net_bad_name");
    case NetRefusal::NotInRoom: return w.ui("net_not_in_room");
    case NetRefusal::AlreadyInRoom: return w.ui("net_already_in_room");
    case NetRefusal::NotHost: return w.ui("net_not_host");
    case NetRefusal::NotNow: return w.ui("net_not_now");
    case NetRefusal::TooFewPlayers: return w.ui("net_too_few_players");
    case NetRefusal::BadSettings: return w.ui("net_bad_settings");
    case NetRefusal::UnknownSeat: return w.ui("net_unknown_seat");
    case NetRefusal::UnknownBot: return w.ui("net_unknown_bot");
    case NetRefusal::BadToken: return w.ui("net_bad_token");
    case NetRefusal::BadShare: return w.ui("net_bad_share");
    case NetRefusal::NoHints: return w.ui("net_no_hints");
  }
  return {};
}

}  // namespace nl
