// WebSocket client without TLS.
#include "client/beast_web_socket.h"

namespace nl {
namespace {

class PlainWebSocket final : public BeastWebSocket<boost::beast::tcp_stream> {
 public:
  using BeastWebSocket::BeastWebSocket;

 private:
  Task<> secure(std::string) override { co_return; }
};

}  // namespace

std::unique_ptr<WebSocket> make_plain_web_socket(boost::asio::io_context& io) {
  return std::make_unique<PlainWebSocket>(io);
}

}  // namespace nl
