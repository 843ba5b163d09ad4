// Network session on behalf of another terminal, such as an ssh client's.
#pragma once

#include <optional>
#include <string>

#include "client/client_model.h"
#include "client/ladder_client.h"
#include "client/web_link.h"
#include "terminal/net_session.h"

namespace nl {

struct NetVisit {
  std::string server{};  // as `ninelives join` takes it
  Errand errand{};
  std::string usual_name{};
  Language language = Language::English;
  bool plain = false;
  LinkOptions link{};
  std::optional<LadderSigner> ladder{};  // seats of the queue count for this key
  Lines invitations{};                   // commands for others, without the room
};

// Plays until the player leaves. Throws ProgramError if the server can't be reached.
NetEnd visit_server(const NetVisit& visit);

// The last seat that this account took at that server, unless another window uses it.
std::optional<OwnSeat> seat_to_return_to(const std::string& server);

}  // namespace nl
