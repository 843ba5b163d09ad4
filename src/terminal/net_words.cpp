// What a client has to tell, in words.
#include "terminal/net_session.h"

namespace nl {

Lines NetSession::words_of(const News& told) const {
  const Values name = {{"name", told.name}};
  const Values number = {{"number", std::to_string(told.number)}, {"text", told.text}};
  using Kind = News::Kind;
  switch (told.kind) {
    case Kind::Happened:
      return event_lines({&told.event, 1}, 1, model_.view().viewer, model_.names(), w());
    case Kind::Chat: {
      const std::string who = told.name.empty() ? w().ui("net_a_watcher") : told.name;
      return {w().ui("net_chat", {{"name", who}, {"text", told.text}})};
    }
    case Kind::Refused: {
      if (!told.net) return {refusal_text(w(), told.rule, model_.names())};
      // Whoever comes to a table where a game is on did nothing wrong.
      const bool too_late = *told.net == NetRefusal::NotNow && model_.refused_entry();
      std::string line = too_late ? w().ui("net_game_is_on") : w().ui(net_refusal_key(*told.net));
      if (!told.text.empty()) line += " (" + told.text + ')';
      return {line};
    }
    case Kind::Joined: return {w().ui("net_joined", name)};
    case Kind::Left: return {w().ui("net_left", name)};
    case Kind::Away: return {w().ui("net_away", name)};
    case Kind::Back: return {w().ui("net_is_back", name)};
    case Kind::Held: return {w().ui("net_held", name)};
    case Kind::TimedOut: return {w().ui("ran_out_of_time", {{"seat", told.name}})};
    case Kind::Replaced: return {w().ui("net_sent_away", name)};
    case Kind::Host: return {w().ui("net_host", name)};
    case Kind::Shuffling: return {};  // there is a page for it
    case Kind::Missed: return {w().ui("net_missed", number)};
    case Kind::LostServer: return {w().ui("net_lost")};
    case Kind::FoundServer: return {w().ui("net_found")};
    case Kind::Kicked: return {w().ui("net_kicked")};
    case Kind::Closed: return {w().ui("net_closed")};
    case Kind::SeatLost: return {w().ui("net_bad_token")};
    case Kind::Verified: return {w().ui("net_verified", number)};
    case Kind::NotVerified: return {w().ui("net_not_verified", number)};
    case Kind::ServerFault: return {w().ui("net_server_fault", {{"text", told.text}})};
  }
  return {};
}

}  // namespace nl
