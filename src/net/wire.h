// A connection, plain or with TLS, of one type to everything above it.
#pragma once

#include <cassert>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "net/boost_names.h"

namespace nl {

// Whatever waits for bytes to come or go. With its type forgotten, everything below a connection is
// compiled for this one, and everything above it for one kind of connection.
class TransferHandler {
 public:
  template <class Handler>
  TransferHandler(Handler handler, Strand strand)
      : call_(std::make_unique<Call<Handler>>(std::move(handler))), strand_(std::move(strand)) {}

  using executor_type = Strand;
  Strand get_executor() const noexcept { return strand_; }
  void operator()(error_code error, std::size_t bytes) {
    std::exchange(call_, nullptr)->complete(error, bytes);
  }

 private:
  struct AnyCall {
    virtual ~AnyCall() = default;
    virtual void complete(error_code error, std::size_t bytes) = 0;
  };
  template <class Handler>
  struct Call final : AnyCall {
    explicit Call(Handler h) : handler(std::move(h)) {}
    void complete(error_code error, std::size_t bytes) override {
      std::move(handler)(error, bytes);
    }
    Handler handler;
  };
  std::unique_ptr<AnyCall> call_;
  Strand strand_;
};

// The first few buffers of a sequence; a transfer may always be a partial one.
template <class Buffer>
class FewBuffers {
 public:
  using value_type = Buffer;
  using const_iterator = const Buffer*;
  template <class Sequence>
  explicit FewBuffers(const Sequence& all) {
    for (auto it = asio::buffer_sequence_begin(all);
         it != asio::buffer_sequence_end(all) && size_ < buffers_.size(); ++it) {
      buffers_[size_++] = *it;
    }
  }
  const Buffer* begin() const { return buffers_.data(); }
  const Buffer* end() const { return buffers_.data() + size_; }

 private:
  std::array<Buffer, 8> buffers_{};
  std::size_t size_ = 0;
};

// The connection itself, which whatever is under way on it keeps: a WebSocket writes a ping by
// itself, and may be gone before that is written.
class WireEnd : public std::enable_shared_from_this<WireEnd> {
 public:
  explicit WireEnd(PlainStream stream) : plain_(std::move(stream)) {}
  explicit WireEnd(TlsStream stream) : tls_(std::move(stream)) {}

  PlainStream& lowest() { return tls_ ? tls_->next_layer() : *plain_; }
  Strand get_executor() { return lowest().get_executor(); }

  void share(std::function<void()> idle) { idle_ = std::move(idle); }
  bool busy() const { return busy_; }
  template <class Handler>
  void put(std::string frames, Handler done) {
    assert(idle_ && !busy_);
    out_ = std::move(frames);
    write_out(out_.size(), kept(std::move(done)));
  }

  template <class Handler>
  void read(const FewBuffers<asio::mutable_buffer>& buffers, Handler handler) {
    if (tls_) return tls_->async_read_some(buffers, kept(std::move(handler)));
    plain_->async_read_some(buffers, kept(std::move(handler)));
  }
  template <class Handler>
  void write(const FewBuffers<asio::const_buffer>& buffers, Handler handler) {
    if (!idle_) return write_some(buffers, kept(std::move(handler)));
    std::string& to = busy_ ? after_ : out_;
    std::size_t bytes = 0;
    for (const asio::const_buffer& buffer : buffers) {
      to.append(static_cast<const char*>(buffer.data()), buffer.size());
      bytes += buffer.size();
    }
    if (busy_) {
      auto done = [bytes, handler = std::move(handler)]() mutable {
        std::move(handler)(error_code{}, bytes);
      };
      return asio::post(get_executor(), std::move(done));
    }
    write_out(bytes, kept([idle = idle_, handler = std::move(handler)](
                              error_code error, std::size_t written) mutable {
                std::move(handler)(error, written);
                idle();
              }));
  }

 private:
  template <class Handler>
  TransferHandler kept(Handler handler) {
    return {[self = shared_from_this(), handler = std::move(handler)](
                error_code error, std::size_t bytes) mutable { std::move(handler)(error, bytes); },
            get_executor()};
  }
  void write_some(const FewBuffers<asio::const_buffer>& buffers, TransferHandler handler) {
    if (tls_) return tls_->async_write_some(buffers, std::move(handler));
    plain_->async_write_some(buffers, std::move(handler));
  }
  // All that is to go out, and what has come after it meanwhile; then whoever wrote the first of
  // it, `bytes` long, hears of it.
  void write_out(std::size_t bytes, TransferHandler handler) {
    busy_ = true;
    const FewBuffers<asio::const_buffer> rest(
        asio::const_buffer(out_.data() + written_, out_.size() - written_));
    write_some(rest, kept([this, bytes, done = std::move(handler)](error_code error,
                                                                   std::size_t written) mutable {
                 written_ += written;
                 if (error || written_ == out_.size()) {
                   written_ = 0;
                   out_ = std::exchange(after_, {});  // who is idle keeps no memory
                 }
                 if (!error && !out_.empty()) return write_out(bytes, std::move(done));
                 busy_ = false;
                 done(error, bytes);
               }));
  }

  std::optional<PlainStream> plain_;
  std::optional<TlsStream> tls_;
  std::function<void()> idle_;  // none: nobody puts anything beside
  bool busy_ = false;
  std::string out_;
  std::size_t written_ = 0;  // of it
  std::string after_;
};

// Whoever has the wire has the connection; without it the connection is closed.
class Wire {
 public:
  explicit Wire(PlainStream stream) : end_(std::make_shared<WireEnd>(std::move(stream))) {}
  explicit Wire(TlsStream stream) : end_(std::make_shared<WireEnd>(std::move(stream))) {}
  Wire(Wire&&) = default;
  Wire& operator=(Wire&&) = delete;
  ~Wire() {
    if (end_) lowest().close();
  }

  using executor_type = Strand;
  Strand get_executor() { return end_->get_executor(); }
  PlainStream& lowest() { return end_->lowest(); }

  // From here on two write: the WebSocket, frames of its own now and then, and whoever puts whole
  // ones beside it. Each frame is written to its end before another begins. `idle` is called where
  // the one who puts may have found it busy.
  void share(std::function<void()> idle) { end_->share(std::move(idle)); }
  bool busy() const { return end_->busy(); }
  // Many frames in one system call, and one packet. Not while it is busy.
  template <class Handler>
  void put(std::string frames, Handler done) {
    end_->put(std::move(frames), std::move(done));
  }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    const auto start = [this](auto handler, const auto& few) {
      end_->read(few, std::move(handler));
    };
    return asio::async_initiate<Token, void(error_code, std::size_t)>(
        start, token, FewBuffers<asio::mutable_buffer>(buffers));
  }
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    const auto start = [this](auto handler, const auto& few) {
      end_->write(few, std::move(handler));
    };
    return asio::async_initiate<Token, void(error_code, std::size_t)>(
        start, token, FewBuffers<asio::const_buffer>(buffers));
  }

 private:
  std::shared_ptr<WireEnd> end_;
};

// What Beast calls when a WebSocket is over. Both sides have said so in a frame before.
inline void beast_close_socket(Wire& wire) { wire.lowest().close(); }
template <class Handler>
void async_teardown(beast::role_type, Wire& wire, Handler&& handler) {
  error_code ignored;
  wire.lowest().socket().shutdown(tcp::socket::shutdown_send, ignored);
  asio::post(wire.get_executor(),
             [h = std::forward<Handler>(handler)]() mutable { std::move(h)(error_code{}); });
}

}  // namespace nl
