// WebSocket client over TLS, with certificate verification.
#include <boost/asio/ssl.hpp>
#include <boost/beast/websocket/ssl.hpp>

#include "client/beast_web_socket.h"

namespace nl {
namespace {

namespace ssl = boost::asio::ssl;

// Asio's stream and not Beast's: clang finds two `async_teardown`s for that one in Boost 1.81.
class TlsWebSocket final : public BeastWebSocket<ssl::stream<boost::beast::tcp_stream>> {
 public:
  using BeastWebSocket::BeastWebSocket;

 private:
  Task<> secure(std::string host) override {
    auto& tls = stream_.next_layer();
    if (SSL_set_tlsext_host_name(tls.native_handle(), host.c_str()) != 1) {
      throw boost::system::system_error(boost::asio::error::invalid_argument);
    }
    tls.set_verify_callback(ssl::host_name_verification(host));
    co_await tls.async_handshake(ssl::stream_base::client, kAwait);
  }
};

}  // namespace

ssl::context& client_tls_context() {
  static ssl::context context = [] {
    ssl::context tls(ssl::context::tls_client);
    tls.set_default_verify_paths();
    tls.set_verify_mode(ssl::verify_peer);
    return tls;
  }();
  return context;
}

std::unique_ptr<WebSocket> make_tls_web_socket(boost::asio::io_context& io) {
  return std::make_unique<TlsWebSocket>(io, client_tls_context());
}

}  // namespace nl
