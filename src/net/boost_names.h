// Boost's names as the server uses them. Boost is slow to compile, so the headers that use it are
// for net_server.cpp alone.
#pragma once

#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>

namespace nl {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;

using Strand = asio::strand<asio::io_context::executor_type>;
// Reads no faster than it was told to: a flood waits in its sender's machine, not in ours.
using PlainStream = beast::basic_stream<tcp, Strand, beast::simple_rate_policy>;
using TlsStream = beast::ssl_stream<PlainStream>;
using TcpSocket = asio::basic_stream_socket<tcp, Strand>;
using HttpRequest = http::request<http::empty_body>;

}  // namespace nl
