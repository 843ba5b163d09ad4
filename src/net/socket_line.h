// One WebSocket, as the server's core sees it: a line that takes messages and tells of others.
#pragma once

#include <deque>
#include <memory>
#include <mutex>

#include "net/metrics.h"
#include "net/net_options.h"
#include "net/wire.h"
#include "server/server_core.h"

namespace nl {

// Where a session's messages go. Called on the core's strand, but for leave().
class Line {
 public:
  virtual ~Line() = default;
  // It waits until leave() or close(), so that all messages of a step go together. True: it is the
  // first that waits.
  virtual bool send(std::string text) = 0;
  virtual const Strand& strand() const = 0;
  virtual void leave() = 0;  // on its strand, which other lines have too
  virtual void close(std::string reason) = 0;
  virtual const std::string& address() const = 0;
};

// Where a line comes from: whose limits count, and whether nobody on the way can read along.
struct LineOrigin {
  std::string address{};
  bool secure = false;
};

// What a line tells the server. Called on the line's strand.
class LineOwner {
 public:
  virtual ~LineOwner() = default;
  virtual std::shared_ptr<const NetOptions> options() const = 0;
  virtual Metrics& metrics() = 0;
  virtual void opened(SessionId id, const LineOrigin& from, std::shared_ptr<Line> line) = 0;
  virtual void received(SessionId id, std::string text) = 0;
  virtual void sent(SessionId id, std::size_t bytes) = 0;
  virtual void ended(SessionId id) = 0;
};

inline websocket::close_code code_of(std::string_view reason) {
  if (reason == "stopping") return websocket::close_code::going_away;
  if (reason == "store") return websocket::close_code::internal_error;
  if (reason == "too_large") return websocket::close_code::too_big;
  return reason == "replaced" ? websocket::close_code::normal : websocket::close_code::policy_error;
}

// A whole text message as a server writes it (RFC 6455, 5.2).
inline void append_frame(std::string& frames, std::string_view text) {
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

// One WebSocket. Everything but send() and close() happens on its strand.
class SocketLine final : public Line, public std::enable_shared_from_this<SocketLine> {
 public:
  SocketLine(LineOwner& owner, SessionId id, LineOrigin from, Wire wire)
      : owner_(owner), id_(id), from_(std::move(from)), socket_(std::move(wire)) {}

  asio::awaitable<void> run(HttpRequest request) {
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
    // What waits for a slow reader can't be sent at once.
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
  // So much leaves at once, about; then the core hears of it.
  static constexpr std::size_t kReportBytes = 16 * 1024;

  // For the handshake and until the first message; then pings keep the connection.
  void prepare() {
    const auto options = owner_.options();
    socket_.next_layer().lowest().expires_never();
    socket_.set_option(
        websocket::stream_base::timeout{options->handshake, options->handshake, false});
    // A message that is a little too large is refused by the core, with a reason.
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

  // Several messages at once, each in a frame: the WebSocket itself would write one at a time.
  void write() {
    if (writing_ || broken_) return;
    if (queue_.empty()) return written_all();
    Wire& wire = socket_.next_layer();
    if (wire.busy()) return;  // it calls when it is not
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

  LineOwner& owner_;
  const SessionId id_;
  const LineOrigin from_;
  websocket::stream<Wire> socket_;
  const Strand strand_{socket_.get_executor()};
  std::deque<std::string> queue_;
  std::string closing_;
  bool writing_ = false;
  bool broken_ = false;
  bool said_goodbye_ = false;
  Allowance controls_{20, Time{500}};  // pings and pongs of the client

  std::mutex mutex_;
  std::vector<std::string> waiting_;
  std::string reason_;
};

}  // namespace nl
