// Short names for Boost.Beast, which is slower to compile than Asio. TLS and WebSockets are
// instantiated in one file each: tls_wire.cpp and websocket_session.cpp.
#pragma once

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "net/asio_aliases.h"

namespace nl {

namespace beast = boost::beast;
namespace http = beast::http;

// Its rate limit makes a flood wait in the sender's machine, not in ours.
using PlainStream = beast::basic_stream<tcp, Strand, beast::simple_rate_policy>;
using TcpSocket = asio::basic_stream_socket<tcp, Strand>;
using BeastRequest = http::request<http::empty_body>;

}  // namespace nl
