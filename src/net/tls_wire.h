// TLS handshakes, client and server side. Only tls_wire.cpp includes Beast's TLS stream.
#pragma once

#include <optional>

#include "net/tls_context.h"
#include "net/wire.h"

namespace nl {

// Both return the connection after the handshake. Empty, with `error` set, if it failed.
asio::awaitable<std::optional<Wire>> accept_tls(PlainStream stream, TlsContext context,
                                                error_code& error);
// `host`: name or address that the certificate must match.
asio::awaitable<std::optional<Wire>> connect_tls(PlainStream stream, TlsContext context,
                                                 std::string host, error_code& error);

}  // namespace nl
