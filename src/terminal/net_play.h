// Event loops of a network session: plain lines, or the full screen.
#pragma once

#include <ostream>

#include "client/link.h"
#include "terminal/input.h"
#include "terminal/net_session.h"
#include "terminal/terminal.h"

namespace nl {

// Each plays until the session ends, and prints the closing words. `verbose`: as
// Console::be_verbose().
void play_net_plain(NetSession& session, ClientModel& model, Link& link, Input& in,
                    std::ostream& out, bool is_terminal, bool verbose = false);
void play_net_on_screen(NetSession& session, ClientModel& model, Link& link);
// The same on an open terminal, without the closing words.
void play_net_on(Terminal& tty, NetSession& session, ClientModel& model, Link& link);

// Passes messages between a link and the model, both ways.
void exchange_messages(NetSession& session, ClientModel& model, Link& link, Time now);

}  // namespace nl
