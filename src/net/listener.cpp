// TCP listener: accept loop, connection limits, HTTP requests.
#include "net/listener.h"

#include <fcntl.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <deque>

#include "net/beast_http.h"
#include "net/connection_limit.h"
#include "net/server_log.h"
#include "net/tls_wire.h"
#include "net/websocket_session.h"

namespace nl {

class Listener::Impl {
 public:
  Impl(asio::io_context& io, const Strand& strand, const LiveSettings& settings,
       const HttpRouter& router, ConnectionOwner& owner)
      : io_(io),
        strand_(strand),
        settings_(settings),
        router_(router),
        owner_(owner),
        acceptor_(io),
        metrics_acceptor_(io),
        limit_(options()->connections, options()->per_address),
        tls_(server_tls(*options())),
        secure_(tls_ != nullptr) {
    if (options()->systemd_socket >= 0) {
      take_over(options()->systemd_socket);
    } else {
      listen(acceptor_, options()->bind, options()->port);
    }
    asio::co_spawn(strand_, accept(acceptor_, Purpose::Play), asio::detached);
    if (options()->metrics_port == 0) return;
    listen(metrics_acceptor_, options()->metrics_bind, options()->metrics_port);
    asio::co_spawn(strand_, accept(metrics_acceptor_, Purpose::Metrics), asio::detached);
  }

  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  bool secure() const { return secure_; }

  void change(TlsContext tls) {
    assert((tls != nullptr) == secure_);
    tls_ = std::move(tls);
    limit_.set(options()->connections, options()->per_address);
  }
  void close() {
    error_code ignored;
    acceptor_.close(ignored);
    metrics_acceptor_.close(ignored);
  }

 private:
  using Parser = http::request_parser<http::string_body>;
  // Purpose of a port.
  enum class Purpose : std::uint8_t { Play, Metrics };
  // One connection before it is served.
  struct IncomingConnection {
    IpAddress peer{};
    Purpose purpose = Purpose::Play;
    ConnectionLimit::Place place{};
    HttpResponse refusal{};  // with a body that explains why the server is full
  };

  std::shared_ptr<const NetOptions> options() const { return settings_.options(); }

  static void listen(tcp::acceptor& acceptor, const std::string& bind, std::uint16_t port) {
    error_code error;
    const auto address = asio::ip::make_address(bind, error);
    if (error) throw NetError(bind + ": " + error.message());
    const tcp::endpoint endpoint(address, port);
    try {
      acceptor.open(endpoint.protocol());
      acceptor.set_option(asio::socket_base::reuse_address(true));
      acceptor.bind(endpoint);
      acceptor.listen(asio::socket_base::max_listen_connections);
    } catch (const boost::system::system_error& fault) {
      throw NetError(bind + ':' + std::to_string(port) + ": " + fault.code().message());
    }
  }

  // Duplicates the descriptor, so that a restarting node can inherit it.
  void take_over(int socket) {
    error_code error;
    const auto address = asio::ip::make_address(options()->bind, error);
    acceptor_.assign(address.is_v6() ? tcp::v6() : tcp::v4(), fcntl(socket, F_DUPFD_CLOEXEC, 0),
                     error);
    if (error) throw NetError("the socket that was handed over: " + error.message());
  }

  // ---- accepting --------------------------------------------------------------------------------

  asio::awaitable<void> accept(tcp::acceptor& acceptor, Purpose purpose) {
    while (acceptor.is_open()) {
      error_code error;
      TcpSocket socket = co_await acceptor.async_accept(
          next_strand(), asio::redirect_error(asio::use_awaitable, error));
      if (error == asio::error::operation_aborted) co_return;
      if (error) {
        // Probably out of file descriptors: wait until some are closed.
        asio::steady_timer pause(io_, std::chrono::milliseconds(100));
        co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
        continue;
      }
      welcome(std::move(socket), purpose);
    }
  }

  // Connections share a few strands, so that a broadcast posts to few of them. There are several
  // per thread, because a slow request blocks the other connections of its strand.
  const Strand& next_strand() {
    const auto most = 4 * static_cast<std::size_t>(std::max(1, options()->threads));
    if (strands_.size() < most) return strands_.emplace_back(asio::make_strand(io_));
    return strands_[next_strand_++ % most];
  }

  void welcome(TcpSocket socket, Purpose purpose) {
    error_code error;
    const auto endpoint = socket.remote_endpoint(error);
    if (error) return;
    IncomingConnection incoming{.peer = ip_of(endpoint.address()), .purpose = purpose};
    if (!seat(incoming)) return;
    socket.set_option(tcp::no_delay(true), error);
    socket.set_option(asio::socket_base::send_buffer_size(128 * 1024), error);
    PlainStream stream(std::move(socket));
    stream.rate_policy().read_limit(options()->bytes_a_second);
    auto executor = stream.get_executor();
    if (tls_ && purpose == Purpose::Play) {
      asio::co_spawn(executor, serve_tls(std::move(stream), tls_, std::move(incoming)),
                     asio::detached);
    } else {
      asio::co_spawn(executor, serve(Wire(std::move(stream)), std::move(incoming)), asio::detached);
    }
  }

  // False: the connection is closed without a response.
  bool seat(IncomingConnection& incoming) {
    if (incoming.purpose == Purpose::Metrics) {
      incoming.place = for_metrics_.take("").place;
      return incoming.place != nullptr;
    }
    // Behind a proxy the client is known with its first request.
    const bool proxied = settings_.now()->proxies.trusts(incoming.peer);
    auto taken = limit_.take(proxied ? "" : address_group(incoming.peer));
    incoming.place = std::move(taken.place);
    return incoming.place != nullptr || can_send_reason(incoming, taken.why);
  }
  // Explains the refusal to a few clients at a time, and only closes the others.
  bool can_send_reason(IncomingConnection& incoming, ConnectionLimit::Why why) {
    const bool full = why == ConnectionLimit::Why::Full;
    turned_away(full ? "server_full" : "address_full", incoming.peer);
    incoming.place = refused_.take("").place;
    incoming.refusal = full ? try_later(503, "the server is full\n", 30) : too_many();
    return incoming.place != nullptr;
  }
  static HttpResponse too_many() { return try_later(429, "too many connections\n", 30); }

  void turned_away(std::string_view reason, const IpAddress& address) {
    owner_.metrics().turned_away.count(reason);
    log_event(
        LogLevel::Debug, "turned_away",
        {{"reason", std::string(reason)}, {"address", address_in_log(address_group(address))}});
  }

  // ---- requests ---------------------------------------------------------------------------------

  asio::awaitable<void> serve_tls(PlainStream stream, TlsContext tls, IncomingConnection incoming) {
    error_code error;
    stream.expires_after(options()->handshake);
    auto wire = co_await accept_tls(std::move(stream), std::move(tls), error);
    if (wire) co_await serve(std::move(*wire), std::move(incoming));
  }

  // Serves requests until one of them upgrades to a WebSocket.
  asio::awaitable<void> serve(Wire wire, IncomingConnection incoming) {
    beast::flat_buffer buffer(16 * 1024);
    for (bool more = true; more;) {
      error_code error;
      Parser parser;
      parser.header_limit(8 * 1024);
      parser.body_limit(kMostSyncBytes);
      wire.lowest().expires_after(options()->handshake);
      co_await read_request(wire, buffer, parser, error);
      if (error) {
        if (is_no_request(error)) {
          const BeastRequest any{http::verb::get, "/", 10};
          co_await reply(wire, any, no_request(error), secure_);
        }
        co_return;
      }
      auto whole = parser.release();
      const std::string body = std::move(whole.body());
      const BeastRequest head(std::move(whole.base()));
      ++owner_.metrics().requests;
      const IpAddress client = settings_.now()->proxies.client(incoming.peer, forwarded_of(head));
      const bool secure = secure_ || is_said_to_be_secure(head, incoming);
      HttpRequest request = request_of_client(head, secure);
      request.arrived = monotonic_time();
      request.client = address_group(client);
      request.body = body;
      HttpResponse response = incoming.refusal;
      if (!response.body) response = why_no_place(incoming, client);
      const bool upgrade = beast::websocket::is_upgrade(head) && incoming.purpose == Purpose::Play;
      if (!response.body && upgrade) response = why_no_socket(request, client);
      if (!response.body && upgrade) {
        // A named variable: g++ 12 copies such a temporary of a coroutine byte by byte.
        ConnectionOrigin from{.address = address_group(client), .secure = secure};
        co_await run_websocket(owner_, ++last_session_, std::move(from), std::move(wire), head);
        co_return;
      }
      if (!response.body) response = response_to(request, incoming);
      more = co_await reply(wire, head, std::move(response), secure);
    }
    error_code ignored;
    wire.lowest().socket().shutdown(tcp::socket::shutdown_send, ignored);
  }
  static HttpResponse no_request(error_code error) {
    const bool large = error == http::error::body_limit;
    return large ? text_response(413, "too large\n") : text_response(400, "bad request\n");
  }
  // Request smuggling: no Host or two, or a transfer encoding that this server would read as an
  // empty body.
  static bool is_ambiguous(const Parser::value_type& head) {
    const std::size_t hosts = head.count(http::field::host);
    const std::size_t codings = head.count(http::field::transfer_encoding);
    if (hosts > 1 || (hosts == 0 && head.version() >= 11) || codings > 1) return true;
    return codings == 1 && !beast::iequals(head[http::field::transfer_encoding], "chunked");
  }
  // Only device sync, the ladder and the daily board accept a body.
  static asio::awaitable<void> read_request(Wire& wire, beast::flat_buffer& buffer, Parser& parser,
                                            error_code& error) {
    co_await http::async_read_header(wire, buffer, parser,
                                     asio::redirect_error(asio::use_awaitable, error));
    if (!error && is_ambiguous(parser.get())) error = http::error::bad_field;
    if (error || parser.is_done()) co_return;
    const auto& head = parser.get();
    const bool taken = head.target().starts_with(kDeviceSyncPath) ||
                       head.target().starts_with(kLadderRows) ||
                       head.target().starts_with(kDailyRows);
    if (head.method() == http::verb::put && taken) {
      co_await http::async_read(wire, buffer, parser,
                                asio::redirect_error(asio::use_awaitable, error));
    } else {
      error = http::error::unexpected_body;
    }
  }
  // Malformed requests; a broken connection gets no response.
  static bool is_no_request(error_code error) {
    return error.category() == http::make_error_code(http::error::bad_method).category() &&
           error != http::error::end_of_stream;
  }

  // Both return an empty body if nothing is refused.
  HttpResponse why_no_place(const IncomingConnection& incoming, const IpAddress& client) {
    const bool proxied = settings_.now()->proxies.trusts(incoming.peer);
    if (incoming.purpose != Purpose::Play || !proxied) return {};
    if (ConnectionLimit::move(incoming.place, address_group(client))) return {};
    turned_away("address_full", client);
    return too_many();
  }
  HttpResponse why_no_socket(const HttpRequest& request, const IpAddress& client) {
    auto refusal = router_.why_no_socket(request);
    if (!refusal) return {};
    turned_away(refusal->reason, client);
    return std::move(refusal->response);
  }

  HttpResponse response_to(const HttpRequest& request, const IncomingConnection& incoming) const {
    if (incoming.purpose == Purpose::Metrics) return router_.metrics_response(request);
    return router_.respond(request);
  }

  // According to a trusted proxy.
  bool is_said_to_be_secure(const BeastRequest& request, const IncomingConnection& incoming) const {
    const auto said = request.find("X-Forwarded-Proto");
    return settings_.now()->proxies.trusts(incoming.peer) && said != request.end() &&
           said->value() == "https";
  }

  // Returns whether the connection stays open.
  asio::awaitable<bool> reply(Wire& wire, const BeastRequest& request, HttpResponse response,
                              bool secure) {
    const bool keep = request.keep_alive() && response.status < 400;
    const bool has_body = request.method() != http::verb::head && response.body;
    const std::string fields = head_text(response, keep, secure);
    const std::array<asio::const_buffer, 2> parts = {
        asio::buffer(fields), has_body ? asio::buffer(*response.body) : asio::const_buffer()};
    wire.lowest().expires_after(options()->idle);
    error_code error;
    co_await asio::async_write(wire, parts, asio::redirect_error(asio::use_awaitable, error));
    co_return !error && keep;
  }

  asio::io_context& io_;
  const Strand strand_;
  const LiveSettings& settings_;
  const HttpRouter& router_;
  ConnectionOwner& owner_;
  tcp::acceptor acceptor_;
  tcp::acceptor metrics_acceptor_;
  ConnectionLimit limit_;
  ConnectionLimit refused_{64, 64};      // beyond the limit, refused with a reason
  ConnectionLimit for_metrics_{64, 64};  // on the metrics port
  TlsContext tls_;                       // on the strand
  const bool secure_;
  std::atomic<SessionId> last_session_{0};
  std::deque<Strand> strands_;  // on the strand
  std::size_t next_strand_ = 0;
};

Listener::Listener(asio::io_context& io, const Strand& strand, const LiveSettings& settings,
                   const HttpRouter& router, ConnectionOwner& owner)
    : impl_(std::make_unique<Impl>(io, strand, settings, router, owner)) {}
Listener::~Listener() = default;
std::uint16_t Listener::port() const { return impl_->port(); }
bool Listener::secure() const { return impl_->secure(); }
void Listener::change(TlsContext tls) { impl_->change(std::move(tls)); }
void Listener::close() { impl_->close(); }

}  // namespace nl
