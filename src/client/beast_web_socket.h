// WebSocket over a Beast stream. Included by plain_web_socket.cpp and tls_web_socket.cpp only.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>

#include "client/web_socket.h"

namespace nl {

template <class Stream>
class BeastWebSocket : public WebSocket {
 public:
  template <class... Arguments>
  explicit BeastWebSocket(boost::asio::io_context& io, Arguments&... arguments)
      : stream_(io, arguments...) {}

  Task<> connect(WebSocketUrl url, std::chrono::milliseconds timeout,
                 std::string forwarded_for) override {
    const Address& at = url.address;
    auto& socket = boost::beast::get_lowest_layer(stream_);
    boost::asio::ip::tcp::resolver resolver(socket.get_executor());
    const auto places = co_await resolver.async_resolve(at.host, std::to_string(at.port), kAwait);
    socket.expires_after(timeout);
    co_await socket.async_connect(places, kAwait);
    socket.socket().set_option(boost::asio::ip::tcp::no_delay(true));
    co_await secure(at.host);
    socket.expires_never();
    co_await upgrade(at, url.path, std::move(forwarded_for));
  }
  Task<std::string> read() override {
    boost::beast::flat_buffer buffer;
    co_await stream_.async_read(buffer, kAwait);
    co_return boost::beast::buffers_to_string(buffer.data());
  }
  Task<> write(std::string text) override {
    co_await stream_.async_write(boost::asio::buffer(text), kAwait);
  }
  Task<> close() override {
    co_await stream_.async_close(boost::beast::websocket::close_code::normal, kAwait);
  }
  void cut() override { boost::beast::get_lowest_layer(stream_).close(); }
  std::string close_reason() const override {
    const auto& said = stream_.reason().reason;
    return {said.data(), said.size()};
  }

 protected:
  static constexpr boost::asio::use_awaitable_t<> kAwait{};

  // TLS handshake, if there is one.
  virtual Task<> secure(std::string host) = 0;

  boost::beast::websocket::stream<Stream> stream_;

 private:
  Task<> upgrade(const Address& at, const std::string& path, std::string forwarded_for) {
    constexpr std::chrono::seconds kHandshake{10};
    constexpr std::chrono::seconds kSilence{6};  // without an answer to a ping it counts as dead
    constexpr std::size_t kLargestMessage = 1024 * 1024;
    stream_.set_option(boost::beast::websocket::stream_base::timeout{kHandshake, kSilence, true});
    stream_.read_message_max(kLargestMessage);
    if (!forwarded_for.empty()) {
      stream_.set_option(boost::beast::websocket::stream_base::decorator(
          [forwarded_for](boost::beast::websocket::request_type& request) {
            request.set("X-Forwarded-For", forwarded_for);
          }));
    }
    const bool v6 = at.host.find(':') != std::string::npos;
    const std::string host = (v6 ? '[' + at.host + ']' : at.host) + ':' + std::to_string(at.port);
    co_await stream_.async_handshake(host, path, kAwait);
    stream_.text(true);
  }
};

}  // namespace nl
