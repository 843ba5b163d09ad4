// A connection, plain or with TLS, of one type to everything above it.
#pragma once

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

class Wire {
 public:
  explicit Wire(PlainStream stream) : plain_(std::make_unique<PlainStream>(std::move(stream))) {}
  explicit Wire(TlsStream stream) : tls_(std::make_unique<TlsStream>(std::move(stream))) {}

  using executor_type = Strand;
  Strand get_executor() { return lowest().get_executor(); }
  PlainStream& lowest() { return tls_ ? tls_->next_layer() : *plain_; }

  // What is written from here on waits for the next write without this, and leaves with it at once:
  // one system call, and one packet, for all messages of a step.
  void hold(bool holds) { holds_ = holds; }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    const auto start = [this](auto handler, const auto& few) {
      read(few, TransferHandler(std::move(handler), get_executor()));
    };
    return asio::async_initiate<Token, void(error_code, std::size_t)>(
        start, token, FewBuffers<asio::mutable_buffer>(buffers));
  }
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    const auto start = [this](auto handler, const auto& few) {
      write(few, TransferHandler(std::move(handler), get_executor()));
    };
    return asio::async_initiate<Token, void(error_code, std::size_t)>(
        start, token, FewBuffers<asio::const_buffer>(buffers));
  }

 private:
  void read(const FewBuffers<asio::mutable_buffer>& buffers, TransferHandler handler) {
    if (tls_) return tls_->async_read_some(buffers, std::move(handler));
    plain_->async_read_some(buffers, std::move(handler));
  }
  void write(const FewBuffers<asio::const_buffer>& buffers, TransferHandler handler) {
    if (!holds_ && held_.empty()) return write_some(buffers, std::move(handler));
    std::size_t bytes = 0;
    for (const asio::const_buffer& buffer : buffers) {
      held_.append(static_cast<const char*>(buffer.data()), buffer.size());
      bytes += buffer.size();
    }
    if (!holds_) return write_held(bytes, std::move(handler));
    asio::post(get_executor(), [bytes, done = std::move(handler)]() mutable { done({}, bytes); });
  }
  void write_some(const FewBuffers<asio::const_buffer>& buffers, TransferHandler handler) {
    if (tls_) return tls_->async_write_some(buffers, std::move(handler));
    plain_->async_write_some(buffers, std::move(handler));
  }
  // All that waits, for which whoever wrote the last of it, `bytes` long, waits too.
  void write_held(std::size_t bytes, TransferHandler handler) {
    const FewBuffers<asio::const_buffer> rest(
        asio::const_buffer(held_.data() + held_written_, held_.size() - held_written_));
    write_some(rest, TransferHandler(
                         [this, bytes, done = std::move(handler)](error_code error,
                                                                  std::size_t written) mutable {
                           held_written_ += written;
                           if (!error && held_written_ < held_.size()) {
                             return write_held(bytes, std::move(done));
                           }
                           held_written_ = 0;
                           held_ = {};  // nobody who is idle keeps memory
                           done(error, bytes);
                         },
                         get_executor()));
  }

  std::unique_ptr<PlainStream> plain_;
  std::unique_ptr<TlsStream> tls_;
  bool holds_ = false;
  std::string held_;
  std::size_t held_written_ = 0;
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
