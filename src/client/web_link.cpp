// WebSocket link: its thread, reconnection with back-off, and cluster redirects.
#include "client/web_link.h"

#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/websocket/error.hpp>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <random>
#include <thread>

#include "client/web_socket.h"
#include "protocol/server_message.h"

namespace nl {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::use_awaitable;
using std::chrono::milliseconds;

constexpr milliseconds kConnect{10'000};
constexpr milliseconds kFirstPause{500};
constexpr milliseconds kNextPause{40};  // before another node of the same server
constexpr milliseconds kConnectToNode{2'000};
constexpr milliseconds kGoodbye{1'500};

// Empty if it is no ws://host:port/path.
std::optional<WebSocketUrl> target_of(const std::string& url) {
  const std::size_t host = url.find("//");
  if (host == std::string::npos) return std::nullopt;
  const std::size_t path = std::min(url.find('/', host + 2), url.size());
  const auto address = parse_address(url.substr(0, path), 80);
  if (!address) return std::nullopt;
  return WebSocketUrl{*address, path == url.size() ? "/" : url.substr(path)};
}

// Handles a message about the server's nodes; ignores all others.
std::optional<ServerMessage> routing_of(const std::string& text) {
  const bool routes = text.find(R"("t":"elsewhere")") != std::string::npos ||
                      text.find(R"("t":"nodes")") != std::string::npos ||
                      text.find(R"("t":"welcome")") != std::string::npos;
  constexpr std::size_t kMostBytes = 16'384;
  if (!routes || text.size() >= kMostBytes) return std::nullopt;
  try {
    return parse_server_message(text);
  } catch (const JsonError&) {
    return std::nullopt;  // the model tells its player
  }
}

// Empty if the message names none.
const std::vector<std::string>* nodes_in(const ServerMessage& message) {
  if (const auto* welcome = std::get_if<WelcomeMessage>(&message)) return &welcome->nodes;
  const auto* news = std::get_if<NodesMessage>(&message);
  return news != nullptr ? &news->nodes : nullptr;
}

// Causes that have sentences in lang/; all others get the system's text.
std::string cause_of(const boost::system::error_code& code) {
  if (code == asio::error::connection_refused) return "refused";
  if (code == asio::error::host_not_found || code == asio::error::host_not_found_try_again ||
      code == asio::error::no_data) {
    return "unknown_host";
  }
  if (code == asio::error::timed_out || code == beast::error::timeout) return "timed_out";
  if (code == asio::error::network_unreachable || code == asio::error::host_unreachable) {
    return "no_route";
  }
  if (code == asio::error::eof || code == asio::error::connection_reset ||
      code == asio::error::broken_pipe || code == beast::http::error::end_of_stream) {
    return "closed";
  }
  if (code.category() == asio::error::get_ssl_category()) return "no_trust";
  if (code == websocket::error::upgrade_declined || code == beast::http::error::bad_version) {
    return "other_server";
  }
  return code.message();
}

}  // namespace

class WebLink::Impl {
 public:
  Impl(const Address& address, std::string path, LinkOptions options)
      : home_{address, std::move(path)},
        options_(std::move(options)),
        here_(home_),
        wake_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
        pause_(io_),
        work_(io_),
        goodbye_(io_) {
    asio::co_spawn(io_, keep_connected(), asio::detached);
    start_thread();
  }

  ~Impl() {
    asio::post(io_, [this] {
      ending_ = true;
      pause_.cancel();
      work_.cancel();
      // Cancels all pending operations.
      goodbye_.expires_after(kGoodbye);
      goodbye_.async_wait([this](const boost::system::error_code& error) {
        if (!error) io_.stop();
      });
    });
    thread_.join();
    close(wake_);
  }

  void send(std::string text) {
    asio::post(io_, [this, text = std::move(text)]() mutable {
      if (!open_) return;                             // meant for a connection that is gone
      if (outgoing_.size() >= kMostOutgoing) return;  // the connection stalls, and will be cut soon
      outgoing_.push_back(std::move(text));
      work_.cancel();
    });
  }

  std::vector<LinkEvent> take() {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = read(wake_, &count, sizeof count);
    const std::lock_guard lock(mutex_);
    return std::exchange(news_, {});
  }

  int wake_file() const { return wake_; }

 private:
  // Leaves signals to the thread that waits for the keyboard.
  void start_thread() {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { io_.run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  void note(LinkEvent::Change kind, std::string text = {}) {
    const std::lock_guard lock(mutex_);
    news_.push_back({kind, std::move(text)});
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto put = write(wake_, &one, sizeof one);
  }

  asio::awaitable<void> keep_connected() {
    milliseconds pause = kFirstPause;
    std::minstd_rand dice(std::random_device{}());
    while (!ending_) {
      std::string reason;
      bool was_open = false;
      moved_ = false;
      try {
        const auto socket =
            here_.address.tls ? make_tls_web_socket(io_) : make_plain_web_socket(io_);
        co_await socket->connect(here_, round_.size() > 1 ? kConnectToNode : kConnect,
                                 options_.forwarded_for);
        was_open = true;
        reason = co_await talk(*socket);
      } catch (const boost::system::system_error& error) {
        reason = cause_of(error.code());
      }
      open_ = false;
      outgoing_.clear();
      if (ending_) break;
      if (tries_tls(was_open, reason)) continue;
      note(LinkEvent::Change::Closed, reason);
      if (was_open) pause = kFirstPause;
      const bool soon = choose_next(was_open);
      // With jitter, so that clients don't all reconnect at the same moment.
      const milliseconds spread{dice() % (soon ? 40 : 250)};
      pause_.expires_after((soon ? kNextPause : pause) + spread);
      boost::system::error_code woken;
      co_await pause_.async_wait(asio::redirect_error(use_awaitable, woken));
      if (!soon) pause = std::min(2 * pause, options_.longest_pause);
    }
    goodbye_.cancel();
  }

  // A server that closes a plain connection may expect TLS: retries with TLS before reporting an
  // error.
  bool tries_tls(bool was_open, const std::string& reason) {
    const bool first = !std::exchange(tried_, true);
    const bool hung_up = reason == "closed" || reason == "other_server";
    if (!first || was_open || home_.address.tls || !hung_up) return false;
    home_.address.tls = true;
    here_ = home_;
    return true;
  }

  // Chooses the next address: the last one, then each other node once. False after a full round:
  // the caller pauses.
  bool choose_next(bool was_open) {
    if (moved_) return true;
    if (was_open) {
      round_ = {here_};
      for (const WebSocketUrl& other : {home_}) add_to_round(other);
      for (const WebSocketUrl& other : others_) add_to_round(other);
      turn_ = 0;
      return round_.size() > 1;
    }
    if (round_.size() < 2) return false;
    turn_ = (turn_ + 1) % round_.size();
    here_ = round_[turn_];
    return turn_ != 0;
  }
  void add_to_round(const WebSocketUrl& target) {
    if (std::find(round_.begin(), round_.end(), target) == round_.end()) round_.push_back(target);
  }

  // Stays with TLS if the connection had it.
  bool may_go(const std::optional<WebSocketUrl>& target) const {
    return target && (target->address.tls || !home_.address.tls);
  }
  // True if the message redirects this client; the model must not see it.
  bool follow(const std::string& text) {
    const auto said = routing_of(text);
    if (!said) return false;
    if (const auto* elsewhere = std::get_if<ElsewhereMessage>(&*said)) {
      const auto target = target_of(elsewhere->url);
      if (!may_go(target)) return false;
      here_ = *target;
      moved_ = true;
      return true;
    }
    const auto* nodes = nodes_in(*said);
    if (nodes == nullptr) return false;
    others_.clear();
    constexpr std::size_t kMaxNodes = 100;  // of a cluster; the rest is ignored
    for (const std::string& url : *nodes) {
      if (others_.size() == kMaxNodes) break;
      const auto target = target_of(url);
      if (may_go(target)) others_.push_back(*target);
    }
    return false;
  }

  // Reads and writes until an operation fails or the client stops; returns the reason.
  asio::awaitable<std::string> talk(WebSocket& socket) {
    open_ = true;
    note(LinkEvent::Change::Opened);
    bool writing = true;
    asio::steady_timer written(io_, asio::steady_timer::time_point::max());
    asio::co_spawn(io_, write_all(socket), [&](std::exception_ptr) {
      writing = false;
      written.cancel();
    });
    std::string reason;
    try {
      for (;;) {
        std::string text = co_await socket.read();
        if (follow(text)) break;
        note(LinkEvent::Change::Text, std::move(text));
      }
      reason = "elsewhere";
    } catch (const boost::system::system_error& error) {
      const std::string said = socket.close_reason();
      reason =
          error.code() == websocket::error::closed && !said.empty() ? said : cause_of(error.code());
    }
    // The writer uses the socket: it must end before the socket goes.
    open_ = false;
    if (moved_) socket.cut();
    work_.cancel();
    while (writing) {
      boost::system::error_code woken;
      co_await written.async_wait(asio::redirect_error(use_awaitable, woken));
    }
    co_return reason;
  }

  asio::awaitable<void> write_all(WebSocket& socket) {
    while (open_) {
      if (!outgoing_.empty()) {
        std::string text = std::move(outgoing_.front());
        outgoing_.pop_front();
        co_await socket.write(std::move(text));
        continue;
      }
      if (ending_) {
        // The reader gets the answer to it, and ends.
        co_await socket.close();
        co_return;
      }
      work_.expires_at(asio::steady_timer::time_point::max());
      boost::system::error_code woken;
      co_await work_.async_wait(asio::redirect_error(use_awaitable, woken));
    }
  }

  WebSocketUrl home_;
  const LinkOptions options_;
  bool tried_ = false;
  WebSocketUrl here_;
  std::vector<WebSocketUrl> others_;  // nodes that serve the same rooms
  std::vector<WebSocketUrl> round_;   // those to be tried, one after the other
  std::size_t turn_ = 0;
  bool moved_ = false;  // it was told to go to `here_`
  const int wake_;
  std::mutex mutex_;
  std::vector<LinkEvent> news_;

  // All below belongs to the thread.
  asio::io_context io_{1};
  asio::steady_timer pause_;
  asio::steady_timer work_;
  asio::steady_timer goodbye_;
  // A server cuts a client that sends faster than its limits, which are far below this.
  static constexpr std::size_t kMostOutgoing = 256;
  std::deque<std::string> outgoing_;
  bool open_ = false;
  bool ending_ = false;
  std::thread thread_;
};

WebLink::WebLink(const Address& address, std::string path, LinkOptions options)
    : impl_(std::make_unique<Impl>(address, std::move(path), std::move(options))) {}
WebLink::~WebLink() = default;
void WebLink::send(std::string text) { impl_->send(std::move(text)); }
std::vector<LinkEvent> WebLink::take() { return impl_->take(); }
int WebLink::wake_file() const { return impl_->wake_file(); }

}  // namespace nl
