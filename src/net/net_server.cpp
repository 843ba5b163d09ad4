// Threads and the clock around the server's core, and who may connect. Boost is slow to compile, so
// this is the only file that includes it.
#include "net/net_server.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <deque>
#include <fstream>
#include <future>
#include <thread>
#include <unordered_map>

#include "net/addresses.h"
#include "net/admin.h"
#include "net/admin_socket.h"
#include "net/client_address.h"
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

// A key that everybody on the machine can read is no secret. Its group may: certificates are often
// kept for one.
void check_private(const fs::path& key) {
  struct stat info {};
  if (stat(key.c_str(), &info) == 0 && (info.st_mode & (S_IRWXO | S_IWGRP)) != 0) {
    throw NetError(key.string() + ": others can read the key: chmod 600 it");
  }
}

// Null: no TLS. Only key exchanges that leave nothing for who gets the key later.
std::shared_ptr<asio::ssl::context> tls_context(const NetOptions& options) {
  if (options.tls_cert.empty() && options.tls_key.empty()) return nullptr;
  check_private(options.tls_key);
  auto tls = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_server);
  tls->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                   asio::ssl::context::no_tlsv1_1 | SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_cipher_list(tls->native_handle(), "ECDHE+AESGCM:ECDHE+CHACHA20");
  try {
    tls->use_certificate_chain_file(options.tls_cert.string());
    tls->use_private_key_file(options.tls_key.string(), asio::ssl::context::pem);
  } catch (const boost::system::system_error& error) {
    throw NetError(options.tls_cert.string() + ", " + options.tls_key.string() + ": " +
                   error.code().message());
  }
  if (SSL_CTX_check_private_key(tls->native_handle()) != 1) {
    throw NetError(options.tls_key.string() + ": this is not the key of the certificate");
  }
  return tls;
}

TrustedProxies proxies_of(const NetOptions& options) {
  try {
    return TrustedProxies(options.trusted_proxies);
  } catch (const std::invalid_argument& bad) {
    throw NetError(std::string(bad.what()) + ": this is no network");
  }
}

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
      : options_(std::make_shared<const NetOptions>(options)),
        proxies_(std::make_shared<const TrustedProxies>(proxies_of(options))),
        core_strand_(asio::make_strand(io_)),
        clock_(io_),
        acceptor_(io_),
        limit_(options.connections, options.per_address),
        store_(options.data, options.key, options.accept_loss ? OnLoss::Accept : OnLoss::Refuse),
        core_(*this, entropy_, limits_of(options), options.pace) {
    if (!options.web.empty()) files_ = WebFiles(options.web);
    allow_many_files();
    tls_ = tls_context(options);
    secure_ = tls_ != nullptr;
    commits_ = std::make_unique<CommitQueue>(
        store_, [this](CommitQueue::Committed group) { committed(std::move(group)); },
        [this](const std::string& reason) {
          asio::post(core_strand_, [this, reason] { fail(reason); });
        });
    thinkers_ = std::make_unique<ThinkPool>(
        options.bot_threads, [this] { return now(); },
        [this](Thought thought) { came_to_mind(std::move(thought)); });
    restore();
    listen();
    listen_to_operator();
    core_.set_address(lan_address());
    for (int i = 0; i < std::max(1, options.threads); ++i) {
      threads_.emplace_back([this] { io_.run(); });
    }
    log_event(LogLevel::Info, "listening",
              {{"address", options.bind},
               {"port", std::to_string(port_)},
               {"tls", secure_ ? "yes" : "no"},
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
    const std::string scheme = secure_ ? "https://" : "http://";
    std::vector<std::string> hosts = listened_hosts(options()->bind);
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

  // What can be changed in a running server: certificate, origins, limits, pace, proxies, times. A
  // port, a data folder or a number of threads stays until the next start. Throws NetError, and
  // leaves all as it was.
  void reload(const NetOptions& wanted) {
    auto proxies = std::make_shared<const TrustedProxies>(proxies_of(wanted));
    const bool tls_is_wanted = !wanted.tls_cert.empty();
    if (tls_is_wanted != secure_) throw NetError("TLS can't be turned on or off while it runs");
    const auto tls = tls_context(wanted);
    auto changed = std::make_shared<NetOptions>(wanted);
    const auto before = options();
    changed->bind = before->bind;
    changed->port = before->port;
    changed->data = before->data;
    changed->key = before->key;
    changed->on_failure = before->on_failure;
    changed->on_reload = before->on_reload;
    limit_.set(wanted.connections, wanted.per_address);
    asio::post(core_strand_, [this, tls, changed, proxies] {
      tls_ = tls;
      core_.set_limits(limits_of(*changed), changed->pace);
      const std::lock_guard lock(options_mutex_);
      options_ = changed;
      proxies_ = proxies;
    });
  }

  void stop() {
    if (std::exchange(stopped_, true)) return;
    const auto drained = std::make_shared<std::promise<void>>();
    asio::post(core_strand_, [this, drained] {
      stopping_ = true;
      error_code ignored;
      acceptor_.close(ignored);
      if (admin_) admin_->close();
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

  void restore() {
    tell_loss();
    for (const StoredRoom& room : store_.open_rooms()) {
      try {
        if (!store_.loss().empty())
          throw RoomFault("acknowledged moves were lost: " + store_.loss());
        core_.restore(room, now());
        ++restored_;
      } catch (const RoomFault& fault) {
        void_room(room, fault.what());
      }
    }
    metrics_.rooms = static_cast<std::int64_t>(core_.rooms());
    set_clock();
  }

  // Nobody knows which rooms lack their last moves, so none goes on as if nothing had happened.
  void tell_loss() {
    if (store_.loss().empty()) return;
    log_event(LogLevel::Error, "loss_accepted", {{"what", store_.loss()}});
    std::ofstream(options()->data / "losses.txt", std::ios::app)
        << std::chrono::duration_cast<std::chrono::seconds>(epoch_).count() << ' ' << store_.loss()
        << '\n';
  }

  // Written before the room is closed in the store: a crash between the two writes it again.
  void void_room(const StoredRoom& room, const std::string& reason) {
    const fs::path folder = options()->data / "voided";
    make_private_folder(folder);
    std::ofstream(folder / (room_code(room.id) + ".json")) << void_note(room, reason);
    store_.close_room(room.id);
    store_.commit();
    ++voided_;
    log_event(LogLevel::Warning, "room_voided",
              {{"room", room_in_log(room.id)}, {"reason", reason}});
  }

  void listen() {
    error_code error;
    const auto start = options();
    const auto address = asio::ip::make_address(start->bind, error);
    if (error) throw NetError(start->bind + ": " + error.message());
    const tcp::endpoint endpoint(address, start->port);
    try {
      acceptor_.open(endpoint.protocol());
      acceptor_.set_option(asio::socket_base::reuse_address(true));
      acceptor_.bind(endpoint);
      acceptor_.listen(asio::socket_base::max_listen_connections);
      port_ = acceptor_.local_endpoint().port();
    } catch (const boost::system::system_error& fault) {
      throw NetError(start->bind + ':' + std::to_string(start->port) + ": " +
                     fault.code().message());
    }
    asio::co_spawn(core_strand_, accept(), asio::detached);
  }

  // ---- whoever runs the server ------------------------------------------------------------------

  // A path too long for a socket, or a folder on which there can be none, is no reason not to
  // serve.
  void listen_to_operator() {
    try {
      admin_ = std::make_unique<AdminSocket>(
          core_strand_, options()->data / kAdminSocket,
          [this](std::string question, const auto& reply) {
            asio::post(core_strand_, [this, question = std::move(question), reply] {
              guard([&] { answer_operator(question, reply); });
              set_clock();
            });
          });
    } catch (const boost::system::system_error& fault) {
      log_event(LogLevel::Warning, "no_admin_socket", {{"reason", fault.code().message()}});
    }
  }

  void answer_operator(const std::string& question, const AdminSocket::Reply& reply) {
    // The answer to a backup comes when it is made.
    bool later = false;
    const AdminHooks hooks{.reload =
                               [this] {
                                 const auto tell = options()->on_reload;
                                 if (!tell) throw NetError("this server has no settings to read");
                                 tell();
                               },
                           .backup =
                               [&](const std::string& folder) {
                                 later = true;
                                 make_backup(folder, reply);
                               }};
    const std::string answer = admin_answer(question, core_, hooks, now());
    log_event(LogLevel::Info, "operator", {{"order", question.substr(0, question.find('\n'))}});
    if (!later) reply(answer);
  }

  void make_backup(const std::string& folder, const AdminSocket::Reply& reply) {
    const auto begun = std::make_shared<bool>(false);
    commits_->errand([this, folder, reply, begun] {
      try {
        if (!std::exchange(*begun, true)) store_.begin_backup(folder);
        if (!store_.backup_step()) return false;
        log_event(LogLevel::Info, "backup_made");
        reply("{\"ok\":true}\n");
      } catch (const StoreError& error) {
        log_event(LogLevel::Error, "backup_failed", {{"reason", error.what()}});
        reply("{\"ok\":false,\"why\":" + Json(error.what()).dump() + "}\n");
      }
      return true;
    });
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

  // One connection on its way from the socket to whatever it turns out to be.
  struct Guest {
    IpAddress peer{};
    ConnectionLimit::Place place{};  // none: it is only told that there is none
    HttpAnswer refusal{};
  };

  void welcome(TcpSocket socket) {
    error_code error;
    const auto endpoint = socket.remote_endpoint(error);
    if (error) return;
    Guest guest{.peer = ip_of(endpoint.address())};
    // Whom a proxy speaks for is known with its first request.
    const bool proxied = trusted()->trusts(guest.peer);
    auto taken = limit_.take(proxied ? "" : address_group(guest.peer));
    guest.place = std::move(taken.place);
    if (!guest.place && !be_rude(guest, taken.why)) return;
    socket.set_option(tcp::no_delay(true), error);
    socket.set_option(asio::socket_base::send_buffer_size(128 * 1024), error);
    PlainStream stream(std::move(socket));
    stream.rate_policy().read_limit(options()->bytes_a_second);
    auto executor = stream.get_executor();
    if (tls_) {
      asio::co_spawn(executor, serve_tls(TlsStream(std::move(stream), *tls_), std::move(guest)),
                     asio::detached);
    } else {
      asio::co_spawn(executor, serve(Wire(std::move(stream)), std::move(guest)), asio::detached);
    }
  }

  // A few at a time are told why; where even these are too many the connection is just closed.
  bool be_rude(Guest& guest, ConnectionLimit::Why why) {
    const bool full = why == ConnectionLimit::Why::Full;
    turned_away(full ? "server_full" : "address_full", guest.peer);
    auto taken = told_off_.take("");
    if (!taken.place) return false;
    guest.refusal = full ? try_later(503, "the server is full\n", 30)
                         : try_later(429, "too many connections\n", 30);
    guest.place = std::move(taken.place);
    return true;
  }

  void turned_away(std::string_view reason, const IpAddress& address) {
    metrics_.turned_away.count(reason);
    log_event(
        LogLevel::Debug, "turned_away",
        {{"reason", std::string(reason)}, {"address", address_in_log(address_group(address))}});
  }

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
      http::request_parser<http::empty_body> parser;
      parser.header_limit(8 * 1024);
      wire.lowest().expires_after(options()->handshake);
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
      if (guest.refusal.body) {
        co_await reply(wire, request, guest.refusal);
        co_return;
      }
      const IpAddress client = trusted()->client(guest.peer, forwarded_of(request));
      const bool proxied = trusted()->trusts(guest.peer);
      if (proxied && !ConnectionLimit::move(guest.place, address_group(client))) {
        turned_away("address_full", client);
        co_await reply(wire, request, try_later(429, "too many connections\n", 30));
        co_return;
      }
      if (websocket::is_upgrade(request)) {
        if (const auto refusal = why_not(request, client)) {
          co_await reply(wire, request, *refusal);
          co_return;
        }
        const auto line = std::make_shared<SocketLine>(*this, ++last_session_,
                                                       address_group(client), std::move(wire));
        co_await line->run(request);
        co_return;
      }
      more = co_await reply(wire, request, answer_to(request, guest.peer));
    }
    error_code ignored;
    wire.lowest().socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  std::optional<HttpAnswer> why_not(const HttpRequest& request, const IpAddress& client) {
    const auto refuse = [&](std::string_view reason, HttpAnswer answer) {
      turned_away(reason, client);
      return answer;
    };
    const auto options_now = options();
    const auto host = field_of(request, http::field::host);
    if (request.target() != beast::string_view(kSocketPath.data(), kSocketPath.size())) {
      return refuse("path", text_answer(404, "the WebSocket is at /ws\n"));
    }
    if (!host_allowed(host, options_now->origins)) {
      return refuse("host", text_answer(421, "this server has another name\n"));
    }
    if (!origin_allowed(field_of(request, http::field::origin), host, options_now->origins)) {
      return refuse("origin", text_answer(403, "this origin may not connect\n"));
    }
    if (stopping_) return refuse("stopping", try_later(503, "stopping\n", 10));
    return std::nullopt;
  }

  HttpAnswer answer_to(const HttpRequest& request, const IpAddress& peer) const {
    const HttpQuestion question = question_of(request, secure_);
    const auto options_now = options();
    if (request.method() != http::verb::get && request.method() != http::verb::head) {
      HttpAnswer answer = text_answer(405, "GET or HEAD\n");
      answer.headers.emplace_back("Allow", "GET, HEAD");
      return answer;
    }
    if (question.target == kSocketPath) return text_answer(426, "a WebSocket is spoken here\n");
    if (question.target == "/healthz") {
      const bool well = !stopping_ && failure().empty();
      return well ? text_answer(200, "ok\n") : try_later(503, "stopping\n", 10);
    }
    if (question.target == "/metrics") {
      // What a proxy on this machine passes on comes from anywhere.
      const bool from_here = is_loopback(peer) && !was_forwarded(request);
      const bool allowed = options_now->open_metrics || from_here;
      if (!allowed) return text_answer(403, "for this machine only\n");
      return text_answer(200, metrics_text(metrics_, commits_->figures(), thinkers_->figures()),
                         "text/plain; version=0.0.4; charset=utf-8");
    }
    if (!host_allowed(question.host, options_now->origins)) {
      return text_answer(421, "this server has another name\n");
    }
    if (question.target.starts_with("/voided/")) return voided_answer(question.target.substr(8));
    return page_answer(files_, question);
  }

  HttpAnswer voided_answer(std::string_view code) const {
    constexpr std::string_view kDigits = "0123456789abcdefghjkmnpqrstvwxyz";
    const bool is_code =
        code.size() == 10 && code.find_first_not_of(kDigits) == std::string_view::npos;
    std::ifstream file;
    if (is_code) file.open(options()->data / "voided" / (std::string(code) + ".json"));
    if (!file.is_open()) return text_answer(404, "not found\n");
    return text_answer(200, std::string(std::istreambuf_iterator<char>(file), {}),
                       "application/json");
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

  // ---- what lines tell --------------------------------------------------------------------------

  std::shared_ptr<const NetOptions> options() const override {
    const std::lock_guard lock(options_mutex_);
    return options_;
  }
  std::shared_ptr<const TrustedProxies> trusted() const {
    const std::lock_guard lock(options_mutex_);
    return proxies_;
  }
  Metrics& metrics() override { return metrics_; }

  void opened(SessionId id, const std::string& address, std::shared_ptr<Line> line) override {
    ++metrics_.opened;
    ++metrics_.connections;
    log_event(LogLevel::Debug, "connection_opened", {{"address", address_in_log(address)}});
    with_core([this, id, address, line = std::move(line)] {
      lines_[id] = line;
      core_.opened(id, address, now());
      ungreeted_.emplace_back(now() + options()->handshake, id);
      if (ungreeted_.size() == 1) watch_greetings();
    });
  }
  void received(SessionId id, std::string text) override {
    ++metrics_.messages_in;
    const auto came = std::chrono::steady_clock::now();
    with_core([this, id, came, text = std::move(text)] {
      if (!stopping_) core_.received(id, text, now());
      metrics_.handling.add(std::chrono::steady_clock::now() - came);
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
      metrics_.cut.count(reason);
      log_event(
          LogLevel::Info, "connection_cut",
          {{"reason", std::string(reason)}, {"address", address_in_log(line->second->address())}});
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
    if (const auto tell = options()->on_failure) tell();
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

  // Who has not said hello in its time is sent away, whatever else it says meanwhile. All have the
  // same time, so the first to come is the first to be looked at.
  void watch_greetings() {
    greeting_clock_.expires_at(start_ + (ungreeted_.front().first - epoch_));
    greeting_clock_.async_wait(asio::bind_executor(core_strand_, [this](error_code error) {
      if (error || stopping_) return;
      while (!ungreeted_.empty() && ungreeted_.front().first <= now()) {
        const SessionId id = ungreeted_.front().second;
        ungreeted_.pop_front();
        if (lines_.contains(id) && !core_.has_greeted(id)) core_.send_away(id, "silent");
      }
      if (!ungreeted_.empty()) watch_greetings();
    }));
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

  mutable std::mutex options_mutex_;
  std::shared_ptr<const NetOptions> options_;
  std::shared_ptr<const TrustedProxies> proxies_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  const Time epoch_ =
      std::chrono::duration_cast<Time>(std::chrono::system_clock::now().time_since_epoch());
  asio::io_context io_;
  Strand core_strand_;
  asio::steady_timer clock_;
  std::optional<Time> clock_set_;
  tcp::acceptor acceptor_;
  std::unique_ptr<AdminSocket> admin_;
  std::shared_ptr<asio::ssl::context> tls_;  // on the core's strand
  bool secure_ = false;
  std::uint16_t port_ = 0;
  ConnectionLimit limit_;
  ConnectionLimit told_off_{64, 64};  // beyond the limit, to hear why
  asio::steady_timer greeting_clock_{io_};
  std::deque<std::pair<Time, SessionId>> ungreeted_;
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
void NetServer::reload(const NetOptions& options) { impl_->reload(options); }
void NetServer::stop() { impl_->stop(); }
std::string NetServer::failure() const { return impl_->failure(); }

}  // namespace nl
