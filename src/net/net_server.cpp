// Threads and the clock around the server's core, and who may connect. Boost is slow to compile, so
// this is the only file that includes it.
#include "net/net_server.h"

#include <sys/resource.h>

#include <fstream>
#include <future>
#include <thread>
#include <unordered_map>

#include "net/addresses.h"
#include "net/commit_queue.h"
#include "net/connection_limit.h"
#include "net/http_answer.h"
#include "net/http_request.h"
#include "net/metrics.h"
#include "net/room_timers.h"
#include "net/server_log.h"
#include "net/socket_line.h"
#include "net/think_pool.h"
#include "server/server_core.h"
#include "server/void_note.h"
#include "store/sqlite_store.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

void allow_many_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// What goes over TLS can be seen by its size alone.
ServerLimits limits_of(const NetOptions& options) {
  ServerLimits limits = options.limits;
  limits.padded = limits.padded || !options.tls_cert.empty();
  return limits;
}

}  // namespace

class NetServer::Impl final : private Output, public LineOwner {
 public:
  explicit Impl(const NetOptions& options)
      : options_(options),
        core_strand_(asio::make_strand(io_)),
        clock_(io_),
        acceptor_(io_),
        limit_(options.connections, options.per_address),
        store_(options.data, options.key),
        core_(*this, entropy_, limits_of(options), options.pace) {
    if (!options_.web.empty()) files_ = WebFiles(options_.web);
    allow_many_files();
    open_tls();
    commits_ = std::make_unique<CommitQueue>(
        store_, [this](CommitQueue::Committed group) { committed(std::move(group)); },
        [this](const std::string& reason) {
          asio::post(core_strand_, [this, reason] { fail(reason); });
        });
    thinkers_ = std::make_unique<ThinkPool>(
        options_.bot_threads, [this] { return now(); },
        [this](Thought thought) { came_to_mind(std::move(thought)); });
    restore();
    listen();
    core_.set_address(lan_address());
    for (int i = 0; i < std::max(1, options_.threads); ++i) {
      threads_.emplace_back([this] { io_.run(); });
    }
    log_event(LogLevel::Info, "listening",
              {{"address", options_.bind},
               {"port", std::to_string(port_)},
               {"tls", tls_ ? "yes" : "no"},
               {"rooms", std::to_string(restored_)},
               {"voided", std::to_string(voided_)}});
  }

  ~Impl() override {
    stop();
    thinkers_.reset();
    commits_.reset();
  }

  std::uint16_t port() const { return port_; }
  std::size_t restored() const { return restored_; }
  std::string failure() const {
    const std::lock_guard lock(failure_mutex_);
    return failure_;
  }

  std::vector<std::string> addresses() const {
    const std::string scheme = tls_ ? "https://" : "http://";
    std::vector<std::string> hosts = listened_hosts(options_.bind);
    for (std::string& host : hosts) host = scheme + host + ':' + std::to_string(port_) + '/';
    return hosts;
  }

  // Empty where only this machine reaches the server.
  std::string lan_address() const {
    for (const std::string& address : addresses()) {
      const bool own = address.find("//127.") != std::string::npos ||
                       address.find("//[::1]") != std::string::npos;
      if (!own) return address;
    }
    return {};
  }

  void stop() {
    if (std::exchange(stopped_, true)) return;
    const auto drained = std::make_shared<std::promise<void>>();
    asio::post(core_strand_, [this, drained] {
      stopping_ = true;
      error_code ignored;
      acceptor_.close(ignored);
      finish_storing(drained);
    });
    drained->get_future().wait_for(std::chrono::seconds(10));
    // Goodbyes need an answer; who gives none is left.
    for (int i = 0; i < 100 && metrics_.connections > 0; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    io_.stop();
    for (std::thread& thread : threads_) thread.join();
    log_event(LogLevel::Info, "stopped");
  }

 private:
  // ---- before anything runs ---------------------------------------------------------------------

  void open_tls() {
    if (options_.tls_cert.empty() && options_.tls_key.empty()) return;
    tls_.emplace(asio::ssl::context::tls_server);
    tls_->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                      asio::ssl::context::no_tlsv1_1);
    try {
      tls_->use_certificate_chain_file(options_.tls_cert.string());
      tls_->use_private_key_file(options_.tls_key.string(), asio::ssl::context::pem);
    } catch (const boost::system::system_error& error) {
      throw NetError(options_.tls_cert.string() + ", " + options_.tls_key.string() + ": " +
                     error.code().message());
    }
  }

  void restore() {
    for (const StoredRoom& room : store_.open_rooms()) {
      try {
        core_.restore(room, now());
        ++restored_;
      } catch (const RoomFault& fault) {
        void_room(room, fault.what());
      }
    }
    metrics_.rooms = static_cast<std::int64_t>(core_.rooms());
    set_clock();
  }

  // Written before the room is closed in the store: a crash between the two writes it again.
  void void_room(const StoredRoom& room, const std::string& reason) {
    const fs::path folder = options_.data / "voided";
    fs::create_directories(folder);
    std::ofstream(folder / (room_code(room.id) + ".json")) << void_note(room, reason);
    store_.close_room(room.id);
    store_.commit();
    ++voided_;
    log_event(LogLevel::Warning, "room_voided",
              {{"room", room_in_log(room.id)}, {"reason", reason}});
  }

  void listen() {
    error_code error;
    const auto address = asio::ip::make_address(options_.bind, error);
    if (error) throw NetError(options_.bind + ": " + error.message());
    const tcp::endpoint endpoint(address, options_.port);
    try {
      acceptor_.open(endpoint.protocol());
      acceptor_.set_option(asio::socket_base::reuse_address(true));
      acceptor_.bind(endpoint);
      acceptor_.listen(asio::socket_base::max_listen_connections);
      port_ = acceptor_.local_endpoint().port();
    } catch (const boost::system::system_error& fault) {
      throw NetError(options_.bind + ':' + std::to_string(options_.port) + ": " +
                     fault.code().message());
    }
    asio::co_spawn(core_strand_, accept(), asio::detached);
  }

  // ---- connections ------------------------------------------------------------------------------

  asio::awaitable<void> accept() {
    while (acceptor_.is_open()) {
      error_code error;
      TcpSocket socket = co_await acceptor_.async_accept(
          asio::make_strand(io_), asio::redirect_error(asio::use_awaitable, error));
      if (error == asio::error::operation_aborted) co_return;
      if (error) {
        // Out of file descriptors, most likely: some will be given back.
        asio::steady_timer pause(io_, std::chrono::milliseconds(100));
        co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
        continue;
      }
      welcome(std::move(socket));
    }
  }

  void welcome(TcpSocket socket) {
    error_code error;
    const auto peer = socket.remote_endpoint(error).address();
    if (error) return;
    auto place = limit_.take(options_.behind_proxy ? "" : address_group(peer));
    if (!place) {
      ++metrics_.turned_away;
      return;
    }
    socket.set_option(tcp::no_delay(true), error);
    socket.set_option(asio::socket_base::send_buffer_size(128 * 1024), error);
    PlainStream stream(std::move(socket));
    stream.rate_policy().read_limit(options_.bytes_a_second);
    auto executor = stream.get_executor();
    if (tls_) {
      asio::co_spawn(executor, serve_tls(TlsStream(std::move(stream), *tls_), place, peer),
                     asio::detached);
    } else {
      asio::co_spawn(executor, serve(Wire(std::move(stream)), place, peer), asio::detached);
    }
  }

  asio::awaitable<void> serve_tls(TlsStream stream, ConnectionLimit::Place place,
                                  asio::ip::address peer) {
    error_code error;
    beast::get_lowest_layer(stream).expires_after(options_.handshake);
    co_await stream.async_handshake(asio::ssl::stream_base::server,
                                    asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
    co_await serve(Wire(std::move(stream)), std::move(place), peer);
  }

  // Requests until one of them asks for a WebSocket.
  asio::awaitable<void> serve(Wire wire, [[maybe_unused]] ConnectionLimit::Place place,
                              asio::ip::address peer) {
    beast::flat_buffer buffer(16 * 1024);
    for (bool more = true; more;) {
      error_code error;
      http::request_parser<http::empty_body> parser;
      parser.header_limit(8 * 1024);
      wire.lowest().expires_after(options_.handshake);
      co_await http::async_read(wire, buffer, parser,
                                asio::redirect_error(asio::use_awaitable, error));
      if (error) {
        // Bytes that are no request; a connection that broke needs no answer.
        if (error.category() != http::make_error_code(http::error::bad_method).category())
          co_return;
        if (error == http::error::end_of_stream) co_return;
        co_await reply(wire, HttpRequest{http::verb::get, "/", 10},
                       text_answer(400, "bad request\n"));
        co_return;
      }
      const HttpRequest request = parser.release();
      ++metrics_.requests;
      if (websocket::is_upgrade(request)) {
        ConnectionLimit::Place proxied;
        const HttpAnswer refusal = why_not(request, proxied);
        if (refusal.status != 200) {
          ++metrics_.turned_away;
          co_await reply(wire, request, refusal);
          co_return;
        }
        const std::string address =
            options_.behind_proxy ? last_forwarded(request) : address_group(peer);
        const auto line =
            std::make_shared<SocketLine>(*this, ++last_session_, address, std::move(wire));
        co_await line->run(request);
        co_return;
      }
      more = co_await reply(wire, request, answer_to(request, peer));
    }
    error_code ignored;
    wire.lowest().socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  HttpAnswer why_not(const HttpRequest& request, ConnectionLimit::Place& place) {
    if (request.target() != beast::string_view(kSocketPath.data(), kSocketPath.size())) {
      return text_answer(404, "the WebSocket is at /ws\n");
    }
    if (!origin_allowed(field_of(request, http::field::origin),
                        field_of(request, http::field::host), options_.origins)) {
      return text_answer(403, "this origin may not connect\n");
    }
    if (stopping_) return text_answer(503, "stopping\n");
    if (options_.behind_proxy) {
      place = limit_.take(last_forwarded(request));
      if (!place) return text_answer(429, "too many connections\n");
    }
    return text_answer(200, "");
  }

  HttpAnswer answer_to(const HttpRequest& request, const asio::ip::address& peer) const {
    const HttpQuestion question = question_of(request, tls_.has_value());
    if (request.method() != http::verb::get && request.method() != http::verb::head) {
      HttpAnswer answer = text_answer(405, "GET or HEAD\n");
      answer.headers.emplace_back("Allow", "GET, HEAD");
      return answer;
    }
    if (question.target == kSocketPath) return text_answer(426, "a WebSocket is spoken here\n");
    if (question.target == "/healthz") {
      const bool well = !stopping_ && failure().empty();
      return text_answer(well ? 200 : 503, well ? "ok\n" : "stopping\n");
    }
    if (question.target == "/metrics") {
      const bool allowed = options_.open_metrics || (from_here(peer) && !options_.behind_proxy);
      if (!allowed) return text_answer(403, "for this machine only\n");
      return text_answer(200, metrics_text(metrics_, commits_->figures(), thinkers_->figures()),
                         "text/plain; version=0.0.4; charset=utf-8");
    }
    if (question.target.starts_with("/voided/")) return voided_answer(question.target.substr(8));
    return page_answer(files_, question);
  }

  HttpAnswer voided_answer(std::string_view code) const {
    constexpr std::string_view kDigits = "0123456789abcdefghjkmnpqrstvwxyz";
    const bool is_code =
        code.size() == 10 && code.find_first_not_of(kDigits) == std::string_view::npos;
    std::ifstream file;
    if (is_code) file.open(options_.data / "voided" / (std::string(code) + ".json"));
    if (!file.is_open()) return text_answer(404, "not found\n");
    return text_answer(200, std::string(std::istreambuf_iterator<char>(file), {}),
                       "application/json");
  }

  // Whether the connection goes on.
  asio::awaitable<bool> reply(Wire& wire, const HttpRequest& request, HttpAnswer answer) {
    const bool keep = request.keep_alive() && answer.status < 400;
    const bool has_body = request.method() != http::verb::head && answer.body;
    const std::string head = head_text(answer, keep);
    const std::array<asio::const_buffer, 2> parts = {
        asio::buffer(head), has_body ? asio::buffer(*answer.body) : asio::const_buffer()};
    wire.lowest().expires_after(options_.idle);
    error_code error;
    co_await asio::async_write(wire, parts, asio::redirect_error(asio::use_awaitable, error));
    co_return !error && keep;
  }

  // ---- what lines tell --------------------------------------------------------------------------

  const NetOptions& options() const override { return options_; }
  Metrics& metrics() override { return metrics_; }

  void opened(SessionId id, const std::string& address, std::shared_ptr<Line> line) override {
    ++metrics_.opened;
    ++metrics_.connections;
    with_core([this, id, address, line = std::move(line)] {
      lines_[id] = line;
      core_.opened(id, address, now());
    });
  }
  void received(SessionId id, std::string text) override {
    ++metrics_.messages_in;
    with_core([this, id, text = std::move(text)] {
      if (!stopping_) core_.received(id, text, now());
    });
  }
  void sent(SessionId id, std::size_t bytes) override {
    with_core([this, id, bytes] { core_.sent(id, bytes); });
  }
  void ended(SessionId id) override {
    --metrics_.connections;
    with_core([this, id] {
      lines_.erase(id);
      if (!stopping_) core_.closed(id, now());
    });
  }

  // ---- the core and what it wants done, on its strand -------------------------------------------

  template <class Task>
  void with_core(Task task) {
    asio::post(core_strand_, [this, task = std::move(task)] {
      guard(task);
      metrics_.rooms = static_cast<std::int64_t>(core_.rooms());
      set_clock();
    });
  }
  // After an error in the core half a change may stand in memory; what is true lies in the store.
  template <class Task>
  void guard(const Task& task) {
    try {
      task();
    } catch (const std::exception& error) {
      fail(std::string("internal error: ") + error.what());
    }
  }

  void send(SessionId id, std::string text) override {
    const auto line = lines_.find(id);
    if (line == lines_.end()) return;
    ++metrics_.messages_out;
    metrics_.bytes_out += text.size();
    line->second->send(std::move(text));
  }
  void close(SessionId id, std::string_view reason) override {
    const auto line = lines_.find(id);
    if (line == lines_.end()) return;
    if (reason != "stopping" && reason != "replaced") {
      ++metrics_.cut;
      log_event(LogLevel::Info, "connection_cut", {{"reason", std::string(reason)}});
    }
    line->second->close(std::string(reason));
    lines_.erase(line);
  }
  void append(const RoomId& room, std::uint64_t number, const Entry& entry) override {
    ++unstored_;
    commits_->append(room, number, entry);
  }
  void replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries) override {
    ++unstored_;
    commits_->replace(room, number, std::move(entries));
  }
  void close_room(const RoomId& room) override { commits_->forget(room); }
  void set_timer(const RoomId& room, std::optional<Time> when) override { timers_.set(room, when); }
  void think(ThinkJob job) override { thinkers_->add(std::move(job)); }

  // On a thread of the thinkers.
  void came_to_mind(Thought thought) {
    with_core([this, thought = std::move(thought)] {
      if (!stopping_) core_.thought(thought, now());
    });
  }

  // On the store's thread.
  void committed(CommitQueue::Committed group) {
    with_core([this, group = std::move(group)] {
      unstored_ -= group.entries;
      const Time time = now();
      for (const auto& [room, number] : group.rooms) core_.stored(room, number, time);
    });
  }

  void fail(const std::string& reason) {
    if (!failure().empty()) return;
    {
      const std::lock_guard lock(failure_mutex_);
      failure_ = reason;
    }
    log_event(LogLevel::Error, "failed", {{"reason", reason}});
    core_.stop("store");
    if (options_.on_failure) options_.on_failure();
  }

  // Nothing new comes in any more; what is under way is stored and told.
  void finish_storing(const std::shared_ptr<std::promise<void>>& drained) {
    if (unstored_ == 0 || !failure().empty()) {
      core_.stop("stopping");
      return drained->set_value();
    }
    const auto pause = std::make_shared<asio::steady_timer>(io_, std::chrono::milliseconds(2));
    pause->async_wait(asio::bind_executor(
        core_strand_, [this, pause, drained](error_code) { finish_storing(drained); }));
  }

  // ---- the clock --------------------------------------------------------------------------------

  // Wall time as it was at the start, going on with a clock that nobody sets back.
  Time now() const {
    return epoch_ + std::chrono::duration_cast<Time>(std::chrono::steady_clock::now() - start_);
  }

  void set_clock() {
    const auto next = stopping_ ? std::nullopt : timers_.next();
    if (next == clock_set_) return;
    clock_set_ = next;
    if (!next) {
      clock_.cancel();
      return;
    }
    clock_.expires_at(start_ + (*next - epoch_));
    clock_.async_wait(asio::bind_executor(core_strand_, [this](error_code error) {
      if (!error) ring();
    }));
  }
  void ring() {
    clock_set_.reset();
    guard([this] {
      for (const RoomId& room : timers_.take_due(now())) {
        if (!stopping_) core_.tick(room, now());
      }
    });
    set_clock();
  }

  const NetOptions options_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  const Time epoch_ =
      std::chrono::duration_cast<Time>(std::chrono::system_clock::now().time_since_epoch());
  asio::io_context io_;
  Strand core_strand_;
  asio::steady_timer clock_;
  std::optional<Time> clock_set_;
  tcp::acceptor acceptor_;
  std::optional<asio::ssl::context> tls_;
  std::uint16_t port_ = 0;
  ConnectionLimit limit_;
  Metrics metrics_;
  WebFiles files_;
  std::atomic<SessionId> last_session_{0};
  std::size_t restored_ = 0;
  std::size_t voided_ = 0;

  SqliteStore store_;
  SecureEntropy entropy_;
  ServerCore core_;
  RoomTimers timers_;
  std::unordered_map<SessionId, std::shared_ptr<Line>> lines_;
  std::size_t unstored_ = 0;
  std::unique_ptr<CommitQueue> commits_;
  std::unique_ptr<ThinkPool> thinkers_;
  mutable std::mutex failure_mutex_;
  std::string failure_;
  std::atomic<bool> stopping_{false};
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

NetServer::NetServer(const NetOptions& options) : impl_(std::make_unique<Impl>(options)) {}
NetServer::~NetServer() = default;
std::uint16_t NetServer::port() const { return impl_->port(); }
std::vector<std::string> NetServer::addresses() const { return impl_->addresses(); }
std::size_t NetServer::rooms_restored() const { return impl_->restored(); }
void NetServer::stop() { impl_->stop(); }
std::string NetServer::failure() const { return impl_->failure(); }

}  // namespace nl
