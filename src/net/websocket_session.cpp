// WebSocket session: reads messages, batches writes, closes slow or broken clients.
#include "net/websocket_session.h"

#include <boost/beast/websocket.hpp>
#include <deque>
#include <mutex>

namespace nl {
namespace {

namespace websocket = beast::websocket;

websocket::close_code code_of(std::string_view reason) {
  if (reason == "stopping") return websocket::close_code::going_away;
  if (reason == "store") return websocket::close_code::internal_error;
  if (reason == "too_large") return websocket::close_code::too_big;
  return reason == "replaced" ? websocket::close_code::normal : websocket::close_code::policy_error;
}

// A whole text message as a server writes it (RFC 6455, 5.2).
void append_frame(std::string& frames, std::string_view text) {
  constexpr char kWholeText = '\x81';
  const auto put_size = [&](std::size_t bytes) {
    for (std::size_t i = bytes; i-- > 0;) {
      frames += static_cast<char>(text.size() >> (8 * i) & 0xFF);
    }
  };
  frames += kWholeText;
  if (text.size() < 126) {
    put_size(1);
  } else if (text.size() <= 0xFFFF) {
    frames += '\x7E';
    put_size(2);
  } else {
    frames += '\x7F';
    put_size(8);
  }
  frames += text;
}

// Everything but send() and close() happens on its strand.
class WebSocketSession final : public Connection,
                               public std::enable_shared_from_this<WebSocketSession> {
 public:
  WebSocketSession(ConnectionOwner& owner, SessionId id, ConnectionOrigin from, Wire wire)
      : owner_(owner), id_(id), from_(std::move(from)), socket_(std::move(wire)) {}

  asio::awaitable<void> run(BeastRequest request) {
    error_code error;
    prepare();
    co_await socket_.async_accept(request, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
    socket_.next_layer().share([line = weak_from_this()] {
      if (const auto self = line.lock()) self->write();
    });
    owner_.opened(id_, from_, shared_from_this());
    beast::flat_buffer buffer;
    bool first = true;
    for (;;) {
      co_await socket_.async_read(buffer, asio::redirect_error(asio::use_awaitable, error));
      if (error) break;
      if (!socket_.got_text()) {
        close("binary");
        continue;
      }
      if (first) be_patient();
      first = false;
      owner_.received(id_, beast::buffers_to_string(buffer.data()));
      buffer.consume(buffer.size());
    }
    broken_ = true;
    owner_.ended(id_);
  }

  bool send(std::string text) override {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(text));
    return waiting_.size() == 1;
  }
  const Strand& strand() const override { return strand_; }
  void leave() override {
    {
      const std::lock_guard lock(mutex_);
      for (std::string& text : waiting_) queue_.push_back(std::move(text));
      waiting_.clear();
      closing_ = reason_;
    }
    // Frames that wait for a slow reader can't be sent at once.
    if (closing_ == "slow") return break_off();
    write();
  }
  void close(std::string reason) override {
    {
      const std::lock_guard lock(mutex_);
      reason_ = std::move(reason);
    }
    asio::post(strand_, [self = shared_from_this()] { self->leave(); });
  }
  const std::string& address() const override { return from_.address; }

 private:
  // Approximate size of one write; then the core is told.
  static constexpr std::size_t kReportBytes = 16 * 1024;

  // Timeout of the handshake and the first message; later, pings detect dead connections.
  void prepare() {
    const auto options = owner_.options();
    socket_.next_layer().lowest().expires_never();
    socket_.set_option(
        websocket::stream_base::timeout{options->handshake, options->handshake, false});
    // The core refuses a slightly oversized message with a reason.
    socket_.read_message_max(options->limits.message_bytes + 1024);
    socket_.control_callback([this](websocket::frame_type, beast::string_view) {
      const auto now =
          std::chrono::duration_cast<Time>(std::chrono::steady_clock::now().time_since_epoch());
      if (!controls_.take(now)) break_off();
    });
  }
  void be_patient() {
    const auto options = owner_.options();
    socket_.set_option(websocket::stream_base::timeout{options->handshake, options->idle, true});
  }

  // Several messages at once, each in its frame: Beast's WebSocket would write one at a time.
  void write() {
    if (writing_ || broken_) return;
    if (queue_.empty()) return written_all();
    Wire& wire = socket_.next_layer();
    if (wire.busy()) return;  // the WebSocket calls back when it is free
    std::string frames;
    std::size_t bytes = 0;
    while (!queue_.empty() && bytes < kReportBytes) {
      bytes += queue_.front().size();
      append_frame(frames, queue_.front());
      queue_.pop_front();
    }
    writing_ = true;
    wire.put(std::move(frames), [self = shared_from_this(), bytes](error_code error, std::size_t) {
      self->wrote(error, bytes);
    });
  }
  void wrote(error_code error, std::size_t bytes) {
    writing_ = false;
    if (error) {
      broken_ = true;
      return;
    }
    owner_.sent(id_, bytes);
    write();
  }
  void written_all() {
    if (closing_.empty() || std::exchange(said_goodbye_, true)) return;
    const websocket::close_reason reason(code_of(closing_), closing_);
    socket_.async_close(reason, [self = shared_from_this()](error_code) {});
  }
  void break_off() {
    broken_ = true;
    PlainStream& stream = socket_.next_layer().lowest();
    error_code ignored;
    stream.socket().set_option(asio::socket_base::linger(true, 0), ignored);
    stream.close();
  }

  ConnectionOwner& owner_;
  const SessionId id_;
  const ConnectionOrigin from_;
  websocket::stream<Wire> socket_;
  const Strand strand_{socket_.get_executor()};
  std::deque<std::string> queue_;
  std::string closing_;
  bool writing_ = false;
  bool broken_ = false;
  bool said_goodbye_ = false;
  TokenBucket controls_{20, Time{500}};  // pings and pongs of the client

  std::mutex mutex_;
  std::vector<std::string> waiting_;  // with queue_ at most ServerLimits::outbound_bytes
  std::string reason_;
};

}  // namespace

asio::awaitable<void> run_websocket(ConnectionOwner& owner, SessionId id, ConnectionOrigin from,
                                    Wire wire, BeastRequest request) {
  const auto session =
      std::make_shared<WebSocketSession>(owner, id, std::move(from), std::move(wire));
  co_await session->run(std::move(request));
}

}  // namespace nl
