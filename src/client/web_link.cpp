#include "client/web_link.h"

#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <random>
#include <thread>

#include "text/rules_text.h"

namespace nl {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::use_awaitable;
using std::chrono::milliseconds;

constexpr milliseconds kConnect{10'000};
constexpr milliseconds kFirstPause{500};
constexpr milliseconds kLongestPause{8'000};
constexpr milliseconds kNextPause{40};  // before another node of the same server
constexpr milliseconds kConnectToNode{2'000};
constexpr milliseconds kGoodbye{1'500};
constexpr std::chrono::seconds kSilence{6};  // without an answer to a ping the line is dead
constexpr std::size_t kLargestMessage = 1024 * 1024;

using PlainStream = websocket::stream<beast::tcp_stream>;
// Asio's and not Beast's own: clang finds two `async_teardown`s for that one in Boost 1.81.
using TlsStream = websocket::stream<asio::ssl::stream<beast::tcp_stream>>;

struct Target {
  Address address{};
  std::string path{};

  friend bool operator==(const Target&, const Target&) = default;
};

// Of ws://host:port/path; nothing where it is none.
std::optional<Target> target_of(const std::string& url) {
  const std::size_t host = url.find("//");
  if (host == std::string::npos) return std::nullopt;
  const std::size_t path = std::min(url.find('/', host + 2), url.size());
  const auto address = parse_address(url.substr(0, path), 80);
  if (!address) return std::nullopt;
  return Target{*address, path == url.size() ? "/" : url.substr(path)};
}

// What a server says about where it is, and null for all else.
Json routing_of(const std::string& text) {
  const bool routes = text.find(R"("t":"elsewhere")") != std::string::npos ||
                      text.find(R"("t":"nodes")") != std::string::npos ||
                      text.find(R"("t":"welcome")") != std::string::npos;
  return routes && text.size() < 16'384 ? Json::parse(text, nullptr, false) : Json();
}

// The few causes that a surface has words for, in any language; else what the system says.
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
      code == asio::error::broken_pipe) {
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
  Impl(const Address& address, std::string path)
      : home_{address, std::move(path)},
        here_(home_),
        wake_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
        tls_(asio::ssl::context::tls_client),
        pause_(io_),
        work_(io_),
        goodbye_(io_) {
    tls_.set_default_verify_paths();
    tls_.set_verify_mode(asio::ssl::verify_peer);
    asio::co_spawn(io_, keep_connected(), asio::detached);
    start_thread();
  }

  ~Impl() {
    asio::post(io_, [this] {
      ending_ = true;
      pause_.cancel();
      work_.cancel();
      // Whatever hangs is cut then.
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
      if (!open_) return;  // meant for a connection that is gone
      outgoing_.push_back(std::move(text));
      work_.cancel();
    });
  }

  std::vector<LinkNews> take() {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = read(wake_, &count, sizeof count);
    const std::lock_guard lock(mutex_);
    return std::exchange(news_, {});
  }

  int wake_file() const { return wake_; }

 private:
  // Signals are for the thread that waits for the keyboard.
  void start_thread() {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { io_.run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  void note(LinkNews::Change kind, std::string text = {}) {
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
        if (here_.address.tls) {
          TlsStream stream(io_, tls_);
          co_await connect(stream);
          was_open = true;
          reason = co_await talk(stream);
        } else {
          PlainStream stream(io_);
          co_await connect(stream);
          was_open = true;
          reason = co_await talk(stream);
        }
      } catch (const boost::system::system_error& error) {
        reason = cause_of(error.code());
      }
      open_ = false;
      outgoing_.clear();
      if (ending_) break;
      note(LinkNews::Change::Closed, reason);
      if (was_open) pause = kFirstPause;
      const bool soon = choose_next(was_open);
      // Not all at the same moment, when a server is back.
      const milliseconds spread{dice() % (soon ? 40 : 250)};
      pause_.expires_after((soon ? kNextPause : pause) + spread);
      boost::system::error_code woken;
      co_await pause_.async_wait(asio::redirect_error(use_awaitable, woken));
      if (!soon) pause = std::min(2 * pause, kLongestPause);
    }
    goodbye_.cancel();
  }

  // Where to try next: where it was, then each other node once. Whether that is soon: after a round
  // in vain there is a pause.
  bool choose_next(bool was_open) {
    if (moved_) return true;
    if (was_open) {
      round_ = {here_};
      for (const Target& other : {home_}) add_to_round(other);
      for (const Target& other : others_) add_to_round(other);
      turn_ = 0;
      return round_.size() > 1;
    }
    if (round_.size() < 2) return false;
    turn_ = (turn_ + 1) % round_.size();
    here_ = round_[turn_];
    return turn_ != 0;
  }
  void add_to_round(const Target& target) {
    if (std::find(round_.begin(), round_.end(), target) == round_.end()) round_.push_back(target);
  }

  // A line that was private stays so.
  bool may_go(const std::optional<Target>& target) const {
    return target && (target->address.tls || !home_.address.tls);
  }
  // True: the message sends us somewhere else, and nobody else needs to hear of it.
  bool follow(const std::string& text) {
    const Json said = routing_of(text);
    if (!said.is_object()) return false;
    if (said.value("t", "") == "elsewhere") {
      const auto target = target_of(said.value("url", ""));
      if (!may_go(target)) return false;
      here_ = *target;
      moved_ = true;
      return true;
    }
    others_.clear();
    for (const Json& url : said.value("nodes", Json::array())) {
      const auto target = url.is_string() ? target_of(url.get<std::string>()) : std::nullopt;
      if (may_go(target)) others_.push_back(*target);
    }
    return false;
  }

  asio::awaitable<void> reach(beast::tcp_stream& socket) {
    asio::ip::tcp::resolver resolver(io_);
    const auto places = co_await resolver.async_resolve(
        here_.address.host, std::to_string(here_.address.port), use_awaitable);
    socket.expires_after(round_.size() > 1 ? kConnectToNode : kConnect);
    co_await socket.async_connect(places, use_awaitable);
    socket.socket().set_option(asio::ip::tcp::no_delay(true));
  }

  asio::awaitable<void> connect(PlainStream& stream) {
    co_await reach(stream.next_layer());
    co_await shake_hands(stream);
  }
  asio::awaitable<void> connect(TlsStream& stream) {
    co_await reach(beast::get_lowest_layer(stream));
    auto& secure = stream.next_layer();
    if (SSL_set_tlsext_host_name(secure.native_handle(), here_.address.host.c_str()) != 1) {
      throw boost::system::system_error(asio::error::invalid_argument);
    }
    secure.set_verify_callback(asio::ssl::host_name_verification(here_.address.host));
    co_await secure.async_handshake(asio::ssl::stream_base::client, use_awaitable);
    co_await shake_hands(stream);
  }

  template <class Stream>
  asio::awaitable<void> shake_hands(Stream& stream) {
    beast::get_lowest_layer(stream).expires_never();
    stream.set_option(websocket::stream_base::timeout{kConnect, kSilence, true});
    stream.read_message_max(kLargestMessage);
    const Address& at = here_.address;
    const bool v6 = at.host.find(':') != std::string::npos;
    const std::string host = (v6 ? '[' + at.host + ']' : at.host) + ':' + std::to_string(at.port);
    co_await stream.async_handshake(host, here_.path, use_awaitable);
    stream.text(true);
  }

  // Reads and writes until one of them fails or we are done; the reason why it ended.
  template <class Stream>
  asio::awaitable<std::string> talk(Stream& stream) {
    open_ = true;
    note(LinkNews::Change::Opened);
    bool writing = true;
    asio::steady_timer written(io_, asio::steady_timer::time_point::max());
    asio::co_spawn(io_, write_all(stream), [&](std::exception_ptr) {
      writing = false;
      written.cancel();
    });
    std::string reason;
    try {
      for (beast::flat_buffer buffer;; buffer.clear()) {
        co_await stream.async_read(buffer, use_awaitable);
        std::string text = beast::buffers_to_string(buffer.data());
        if (follow(text)) break;
        note(LinkNews::Change::Text, std::move(text));
      }
      reason = "elsewhere";
    } catch (const boost::system::system_error& error) {
      const auto& said = stream.reason().reason;
      reason = error.code() == websocket::error::closed && !said.empty()
                   ? std::string(said.data(), said.size())
                   : cause_of(error.code());
    }
    // The writer uses the stream: it has to be gone before the stream is.
    open_ = false;
    if (moved_) beast::get_lowest_layer(stream).close();
    work_.cancel();
    while (writing) {
      boost::system::error_code woken;
      co_await written.async_wait(asio::redirect_error(use_awaitable, woken));
    }
    co_return reason;
  }

  template <class Stream>
  asio::awaitable<void> write_all(Stream& stream) {
    while (open_) {
      if (!outgoing_.empty()) {
        const std::string text = std::move(outgoing_.front());
        outgoing_.pop_front();
        co_await stream.async_write(asio::buffer(text), use_awaitable);
        continue;
      }
      if (ending_) {
        // The reader gets the answer to it, and ends.
        co_await stream.async_close(websocket::close_code::normal, use_awaitable);
        co_return;
      }
      work_.expires_at(asio::steady_timer::time_point::max());
      boost::system::error_code woken;
      co_await work_.async_wait(asio::redirect_error(use_awaitable, woken));
    }
  }

  const Target home_;
  Target here_;
  std::vector<Target> others_;  // nodes that serve the same rooms
  std::vector<Target> round_;   // those to be tried, one after the other
  std::size_t turn_ = 0;
  bool moved_ = false;  // it was told to go to `here_`
  const int wake_;
  std::mutex mutex_;
  std::vector<LinkNews> news_;

  // All below belongs to the thread.
  asio::io_context io_{1};
  asio::ssl::context tls_;
  asio::steady_timer pause_;
  asio::steady_timer work_;
  asio::steady_timer goodbye_;
  std::deque<std::string> outgoing_;
  bool open_ = false;
  bool ending_ = false;
  std::thread thread_;
};

WebLink::WebLink(const Address& address, std::string path)
    : impl_(std::make_unique<Impl>(address, std::move(path))) {}
WebLink::~WebLink() = default;
void WebLink::send(std::string text) { impl_->send(std::move(text)); }
std::vector<LinkNews> WebLink::take() { return impl_->take(); }
int WebLink::wake_file() const { return impl_->wake_file(); }

}  // namespace nl
