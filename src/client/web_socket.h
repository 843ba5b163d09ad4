// WebSocket client connection, plain or TLS. Beast is slow to compile, so each kind is instantiated
// in its own file.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <memory>
#include <string>

#include "client/address.h"

namespace boost::asio::ssl {
class context;
}

namespace nl {

// Of ws://host:port/path.
struct WebSocketUrl {
  Address address{};
  std::string path{};

  friend bool operator==(const WebSocketUrl&, const WebSocketUrl&) = default;
};

// Coroutines throw boost::system::system_error. One reads and one writes at a time.
class WebSocket {
 public:
  template <class Value = void>
  using Task = boost::asio::awaitable<Value>;

  virtual ~WebSocket() = default;
  // `timeout`: for the TCP connection; the handshakes have their own. `forwarded_for`: the address
  // of the client behind this one, if there is one.
  virtual Task<> connect(WebSocketUrl url, std::chrono::milliseconds timeout,
                         std::string forwarded_for) = 0;
  virtual Task<std::string> read() = 0;
  virtual Task<> write(std::string text) = 0;
  // Sends a close frame; read() ends with the server's answer.
  virtual Task<> close() = 0;
  // Closes the TCP connection at once.
  virtual void cut() = 0;
  // From the server's close frame; empty if it sent none.
  virtual std::string close_reason() const = 0;
};

// Trusts the system's certificate authorities.
boost::asio::ssl::context& client_tls_context();

std::unique_ptr<WebSocket> make_plain_web_socket(boost::asio::io_context& io);
std::unique_ptr<WebSocket> make_tls_web_socket(boost::asio::io_context& io);

}  // namespace nl
