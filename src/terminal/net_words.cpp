// Messages from a server, in words.
#include "terminal/net_game.h"

namespace nl {

Lines NetGame::words_of(const ClientNotice& news) const {
  const Values name = {{"name", called(news.name)}};
  const Values number = {{"number", std::to_string(news.number)}, {"text", news.text}};
  using Topic = ClientNotice::Topic;
  switch (news.kind) {
    case Topic::Happened: {
      Narrator narrator(w());
      return narrated_lines(news.event, model_.view().viewer, names(), narrator);
    }
    case Topic::Chat: {
      const std::string who = news.name.empty() ? watcher_name(news.number) : news.name;
      return {w().ui("net_chat", {{"name", who}, {"text", news.text}})};
    }
    case Topic::Refused: {
      if (!news.net) return {refusal_text(w(), news.rule, names())};
      // Joining a table during a game is no mistake of the player.
      const bool too_late = *news.net == NetRefusal::NotNow && model_.refused_entry();
      std::string line = too_late ? w().ui("net_game_is_on") : w().ui(net_refusal_key(*news.net));
      if (!news.text.empty()) line += " (" + news.text + ')';
      return {line};
    }
    case Topic::Joined: return {w().ui("net_joined", name)};
    case Topic::Left: return {w().ui("net_left", name)};
    case Topic::Away: return {w().ui("net_away", name)};
    case Topic::Back: return {w().ui("net_is_back", name)};
    case Topic::Held: return {w().ui("net_held", name)};
    case Topic::TimedOut: return {w().ui("ran_out_of_time", {{"seat", called(news.name)}})};
    case Topic::Replaced: return {w().ui("net_sent_away", name)};
    case Topic::Host: return {w().ui("net_host", name)};
    case Topic::Shuffling: return {};  // has a page of its own
    case Topic::Ladder: return {w().ui("net_ladder", {{"names", news.name}})};
    case Topic::Missed: return {w().ui("net_missed", number)};
    case Topic::LostServer: return {w().ui("net_lost")};
    case Topic::FoundServer: return {w().ui("net_found")};
    case Topic::Kicked: return {w().ui("net_kicked")};
    case Topic::Closed: return {w().ui("net_closed")};
    case Topic::SeatLost: return {w().ui("net_bad_token")};
    case Topic::Verified: return {w().ui("net_verified", number)};
    case Topic::NotVerified: return {w().ui("net_not_verified", number)};
    case Topic::ServerFault: return {w().ui("net_server_fault", {{"text", news.text}})};
  }
  return {};
}

}  // namespace nl
