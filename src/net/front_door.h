// Who connects: whether there is a place, TLS, HTTP, and the way to a WebSocket.
#pragma once

#include <fcntl.h>

#include <algorithm>
#include <atomic>
#include <deque>

#include "net/connection_limit.h"
#include "net/http_request.h"
#include "net/live_settings.h"
#include "net/server_log.h"
#include "net/site.h"
#include "net/socket_line.h"
#include "net/tls.h"

namespace nl {

class FrontDoor {
 public:
  // Listens; connections are taken on `strand` and served on others. Throws NetError.
  FrontDoor(asio::io_context& io, const Strand& strand, const LiveSettings& settings,
            const Site& site, LineOwner& owner)
      : io_(io),
        strand_(strand),
        settings_(settings),
        site_(site),
        owner_(owner),
        acceptor_(io),
        metrics_acceptor_(io),
        limit_(options()->connections, options()->per_address),
        tls_(tls_context(*options())),
        secure_(tls_ != nullptr) {
    if (options()->handed_socket >= 0) {
      take_over(options()->handed_socket);
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

  // Another certificate and other limits. On the strand.
  void change(std::shared_ptr<asio::ssl::context> tls) {
    assert((tls != nullptr) == secure_);
    tls_ = std::move(tls);
    limit_.set(options()->connections, options()->per_address);
  }
  // Nobody new. On the strand.
  void close() {
    error_code ignored;
    acceptor_.close(ignored);
    metrics_acceptor_.close(ignored);
  }

 private:
  using Parser = http::request_parser<http::string_body>;
  // What a port is for.
  enum class Purpose : std::uint8_t { Play, Metrics };
  // One connection on its way from the socket to whatever it turns out to be.
  struct Guest {
    IpAddress peer{};
    Purpose purpose = Purpose::Play;
    ConnectionLimit::Place place{};
    HttpAnswer refusal{};  // with a body: it is only told why there is no place
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

  // A copy of it: the socket stays where it is for a node that starts again.
  void take_over(int socket) {
    error_code error;
    const auto address = asio::ip::make_address(options()->bind, error);
    acceptor_.assign(address.is_v6() ? tcp::v6() : tcp::v4(), fcntl(socket, F_DUPFD_CLOEXEC, 0),
                     error);
    if (error) throw NetError("the socket that was handed over: " + error.message());
  }

  // ---- who comes --------------------------------------------------------------------------------

  asio::awaitable<void> accept(tcp::acceptor& acceptor, Purpose purpose) {
    while (acceptor.is_open()) {
      error_code error;
      TcpSocket socket = co_await acceptor.async_accept(
          next_strand(), asio::redirect_error(asio::use_awaitable, error));
      if (error == asio::error::operation_aborted) co_return;
      if (error) {
        // Out of file descriptors, most likely: some will be given back.
        asio::steady_timer pause(io_, std::chrono::milliseconds(100));
        co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
        continue;
      }
      welcome(std::move(socket), purpose);
    }
  }

  // Connections share a few: what leaves for many of them needs to call few of these. Several for
  // each thread, since one that reads a file keeps the others of its strand waiting.
  const Strand& next_strand() {
    const auto most = 4 * static_cast<std::size_t>(std::max(1, options()->threads));
    if (strands_.size() < most) return strands_.emplace_back(asio::make_strand(io_));
    return strands_[next_strand_++ % most];
  }

  void welcome(TcpSocket socket, Purpose purpose) {
    error_code error;
    const auto endpoint = socket.remote_endpoint(error);
    if (error) return;
    Guest guest{.peer = ip_of(endpoint.address()), .purpose = purpose};
    if (!seat(guest)) return;
    socket.set_option(tcp::no_delay(true), error);
    socket.set_option(asio::socket_base::send_buffer_size(128 * 1024), error);
    PlainStream stream(std::move(socket));
    stream.rate_policy().read_limit(options()->bytes_a_second);
    auto executor = stream.get_executor();
    if (tls_ && purpose == Purpose::Play) {
      asio::co_spawn(executor, serve_tls(TlsStream(std::move(stream), *tls_), std::move(guest)),
                     asio::detached);
    } else {
      asio::co_spawn(executor, serve(Wire(std::move(stream)), std::move(guest)), asio::detached);
    }
  }

  // False: it is closed without a word.
  bool seat(Guest& guest) {
    if (guest.purpose == Purpose::Metrics) {
      guest.place = for_metrics_.take("").place;
      return guest.place != nullptr;
    }
    // Whom a proxy speaks for is known with its first request.
    const bool proxied = settings_.now()->proxies.trusts(guest.peer);
    auto taken = limit_.take(proxied ? "" : address_group(guest.peer));
    guest.place = std::move(taken.place);
    return guest.place != nullptr || may_hear_why(guest, taken.why);
  }
  // A few at a time are told why; where even these are too many the connection is just closed.
  bool may_hear_why(Guest& guest, ConnectionLimit::Why why) {
    const bool full = why == ConnectionLimit::Why::Full;
    turned_away(full ? "server_full" : "address_full", guest.peer);
    guest.place = told_off_.take("").place;
    guest.refusal = full ? try_later(503, "the server is full\n", 30) : too_many();
    return guest.place != nullptr;
  }
  static HttpAnswer too_many() { return try_later(429, "too many connections\n", 30); }

  void turned_away(std::string_view reason, const IpAddress& address) {
    owner_.metrics().turned_away.count(reason);
    log_event(
        LogLevel::Debug, "turned_away",
        {{"reason", std::string(reason)}, {"address", address_in_log(address_group(address))}});
  }

  // ---- what it wants ----------------------------------------------------------------------------

  asio::awaitable<void> serve_tls(TlsStream stream, Guest guest) {
    error_code error;
    beast::get_lowest_layer(stream).expires_after(options()->handshake);
    co_await stream.async_handshake(asio::ssl::stream_base::server,
                                    asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
    co_await serve(Wire(std::move(stream)), std::move(guest));
  }

  // Requests until one of them asks for a WebSocket.
  asio::awaitable<void> serve(Wire wire, Guest guest) {
    beast::flat_buffer buffer(16 * 1024);
    for (bool more = true; more;) {
      error_code error;
      Parser parser;
      parser.header_limit(8 * 1024);
      parser.body_limit(kMostLockerBytes);
      wire.lowest().expires_after(options()->handshake);
      co_await read_request(wire, buffer, parser, error);
      if (error) {
        if (is_no_request(error)) {
          const HttpRequest any{http::verb::get, "/", 10};
          co_await reply(wire, any, no_request(error));
        }
        co_return;
      }
      auto whole = parser.release();
      const std::string body = std::move(whole.body());
      const HttpRequest request(std::move(whole.base()));
      ++owner_.metrics().requests;
      const IpAddress client = settings_.now()->proxies.client(guest.peer, forwarded_of(request));
      HttpQuestion question = question_of(request, secure_);
      question.client = address_group(client);
      question.body = body;
      HttpAnswer answer = guest.refusal;
      if (!answer.body) answer = why_no_place(guest, client);
      const bool upgrade = websocket::is_upgrade(request) && guest.purpose == Purpose::Play;
      if (!answer.body && upgrade) answer = why_no_socket(question, client);
      if (!answer.body && upgrade) {
        const bool secure = secure_ || is_said_to_be_secure(request, guest);
        // With a name of its own: g++ 12 copies such a temporary of a coroutine byte by byte.
        LineOrigin from{.address = address_group(client), .secure = secure};
        co_await open_line(std::move(wire), request, std::move(from));
        co_return;
      }
      if (!answer.body) answer = answer_to(question, guest);
      more = co_await reply(wire, request, std::move(answer));
    }
    error_code ignored;
    wire.lowest().socket().shutdown(tcp::socket::shutdown_send, ignored);
  }
  static HttpAnswer no_request(error_code error) {
    const bool large = error == http::error::body_limit;
    return large ? text_answer(413, "too large\n") : text_answer(400, "bad request\n");
  }
  // Nothing but what goes into a locker, and statements for the ladder, has a body.
  static asio::awaitable<void> read_request(Wire& wire, beast::flat_buffer& buffer, Parser& parser,
                                            error_code& error) {
    co_await http::async_read_header(wire, buffer, parser,
                                     asio::redirect_error(asio::use_awaitable, error));
    if (error || parser.is_done()) co_return;
    const auto& head = parser.get();
    const bool taken =
        head.target().starts_with(kLockersPath) || head.target().starts_with(kLadderRows);
    if (head.method() == http::verb::put && taken) {
      co_await http::async_read(wire, buffer, parser,
                                asio::redirect_error(asio::use_awaitable, error));
    } else {
      error = http::error::unexpected_body;
    }
  }
  // Bytes that are no request; a connection that broke needs no answer.
  static bool is_no_request(error_code error) {
    return error.category() == http::make_error_code(http::error::bad_method).category() &&
           error != http::error::end_of_stream;
  }

  // Both without a body where nothing is to be refused.
  HttpAnswer why_no_place(const Guest& guest, const IpAddress& client) {
    const bool proxied = settings_.now()->proxies.trusts(guest.peer);
    if (guest.purpose != Purpose::Play || !proxied) return {};
    if (ConnectionLimit::move(guest.place, address_group(client))) return {};
    turned_away("address_full", client);
    return too_many();
  }
  HttpAnswer why_no_socket(const HttpQuestion& question, const IpAddress& client) {
    auto refusal = site_.why_no_socket(question);
    if (!refusal) return {};
    turned_away(refusal->reason, client);
    return std::move(refusal->answer);
  }

  HttpAnswer answer_to(const HttpQuestion& question, const Guest& guest) const {
    if (guest.purpose == Purpose::Metrics) return site_.metrics_answer(question);
    return site_.answer(question, guest.peer);
  }

  // By a proxy whose word counts.
  bool is_said_to_be_secure(const HttpRequest& request, const Guest& guest) const {
    const auto said = request.find("X-Forwarded-Proto");
    return settings_.now()->proxies.trusts(guest.peer) && said != request.end() &&
           said->value() == "https";
  }

  asio::awaitable<void> open_line(Wire wire, HttpRequest request, LineOrigin from) {
    const auto line =
        std::make_shared<SocketLine>(owner_, ++last_session_, std::move(from), std::move(wire));
    co_await line->run(std::move(request));
  }

  // Whether the connection goes on.
  asio::awaitable<bool> reply(Wire& wire, const HttpRequest& request, HttpAnswer answer) {
    const bool keep = request.keep_alive() && answer.status < 400;
    const bool has_body = request.method() != http::verb::head && answer.body;
    const std::string head = head_text(answer, keep, secure_);
    const std::array<asio::const_buffer, 2> parts = {
        asio::buffer(head), has_body ? asio::buffer(*answer.body) : asio::const_buffer()};
    wire.lowest().expires_after(options()->idle);
    error_code error;
    co_await asio::async_write(wire, parts, asio::redirect_error(asio::use_awaitable, error));
    co_return !error && keep;
  }

  asio::io_context& io_;
  const Strand strand_;
  const LiveSettings& settings_;
  const Site& site_;
  LineOwner& owner_;
  tcp::acceptor acceptor_;
  tcp::acceptor metrics_acceptor_;
  ConnectionLimit limit_;
  ConnectionLimit told_off_{64, 64};         // beyond the limit, to hear why
  ConnectionLimit for_metrics_{64, 64};      // where they have a port of their own
  std::shared_ptr<asio::ssl::context> tls_;  // on the strand
  const bool secure_;
  std::atomic<SessionId> last_session_{0};
  std::deque<Strand> strands_;  // on the strand
  std::size_t next_strand_ = 0;
};

}  // namespace nl
