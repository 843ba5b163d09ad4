// WebSocket session: one client connection, as the server's core sees it.
#pragma once

#include "net/connection.h"
#include "net/wire.h"

namespace nl {

// Accepts the upgrade and serves the session until it ends. On the wire's strand.
asio::awaitable<void> run_websocket(ConnectionOwner& owner, SessionId id, ConnectionOrigin from,
                                    Wire wire, BeastRequest request);

}  // namespace nl
