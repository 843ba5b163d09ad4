// TLS handshakes, client and server side. Only tls_wire.cpp includes Beast's TLS stream.
#pragma once

#include <optional>

#include "net/tls_context.h"
#include "net/wire.h"

namespace nl {

// Both leave a connection on which the handshake is done. Empty if it failed, by `error`.
asio::awaitable<std::optional<Wire>> accept_tls(PlainStream stream, TlsContext context,
                                                error_code& error);
// `host`: a name or an address, which the certificate must be for.
asio::awaitable<std::optional<Wire>> connect_tls(PlainStream stream, TlsContext context,
                                                 std::string host, error_code& error);

}  // namespace nl
