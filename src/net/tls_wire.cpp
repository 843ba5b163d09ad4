// TLS handshakes with Beast. The only file that includes its TLS stream.
#include "net/tls_wire.h"

#include <boost/beast/ssl.hpp>

namespace nl {
namespace {

using TlsStream = beast::ssl_stream<PlainStream>;

class TlsEnd final : public WireEnd {
 public:
  TlsEnd(PlainStream stream, const TlsContext& context)
      : context_(context), stream_(std::move(stream), *context) {}
  PlainStream& lowest() override { return stream_.next_layer(); }
  TlsStream& stream() { return stream_; }
  void read(const ReadBuffers& buffers, TransferHandler handler) override {
    stream_.async_read_some(buffers, std::move(handler));
  }

 protected:
  void write_some(const WriteBuffers& buffers, TransferHandler handler) override {
    stream_.async_write_some(buffers, std::move(handler));
  }

 private:
  TlsContext context_;
  TlsStream stream_;
};

// The certificate must match the host of the URL, whatever address that resolved to.
bool expect_host(SSL* ssl, const std::string& host) {
  X509_VERIFY_PARAM* const wanted = SSL_get0_param(ssl);
  if (X509_VERIFY_PARAM_set1_ip_asc(wanted, host.c_str()) == 1) return true;
  return SSL_set_tlsext_host_name(ssl, host.c_str()) == 1 && SSL_set1_host(ssl, host.c_str()) == 1;
}

asio::awaitable<std::optional<Wire>> shake_hands(std::shared_ptr<TlsEnd> end,
                                                 asio::ssl::stream_base::handshake_type side,
                                                 error_code& error) {
  co_await end->stream().async_handshake(side, asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return std::nullopt;
  co_return Wire(std::move(end));
}

}  // namespace

asio::awaitable<std::optional<Wire>> accept_tls(PlainStream stream, TlsContext context,
                                                error_code& error) {
  co_return co_await shake_hands(std::make_shared<TlsEnd>(std::move(stream), context),
                                 asio::ssl::stream_base::server, error);
}

asio::awaitable<std::optional<Wire>> connect_tls(PlainStream stream, TlsContext context,
                                                 std::string host, error_code& error) {
  auto end = std::make_shared<TlsEnd>(std::move(stream), context);
  if (!expect_host(end->stream().native_handle(), host)) {
    error = asio::error::invalid_argument;
    co_return std::nullopt;
  }
  co_return co_await shake_hands(std::move(end), asio::ssl::stream_base::client, error);
}

}  // namespace nl
