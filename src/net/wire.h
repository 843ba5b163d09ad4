// Type-erased stream, plain or TLS: everything above it is compiled for one type.
#pragma once

#include <cassert>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "net/beast_aliases.h"

namespace nl {

// Handler of a read or write. Type erasure: everything below a connection is compiled for this type
// only, and everything above it for one connection type.
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

// The first few buffers of a sequence; partial transfers are always allowed.
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

// The connection below a Wire. Pending operations keep it alive: a WebSocket writes pings on its
// own and may be destroyed before they are sent.
class WireEnd {
 public:
  using ReadBuffers = FewBuffers<asio::mutable_buffer>;
  using WriteBuffers = FewBuffers<asio::const_buffer>;

  virtual ~WireEnd() = default;
  virtual PlainStream& lowest() = 0;
  Strand get_executor() { return lowest().get_executor(); }

  void share(std::function<void()> idle) { idle_ = std::move(idle); }
  bool busy() const { return busy_; }
  // Handlers keep this object.
  void put(std::string frames, TransferHandler done);
  virtual void read(const ReadBuffers& buffers, TransferHandler handler) = 0;
  void write(const WriteBuffers& buffers, TransferHandler handler);

 protected:
  virtual void write_some(const WriteBuffers& buffers, TransferHandler handler) = 0;

 private:
  void write_out(std::size_t bytes, TransferHandler handler);

  std::function<void()> idle_;  // empty: there is no second writer
  bool busy_ = false;
  std::string out_;
  std::size_t written_ = 0;  // of it
  std::string after_;
};

// Owner of a connection; its destructor closes it.
class Wire {
 public:
  explicit Wire(PlainStream stream);
  explicit Wire(std::shared_ptr<WireEnd> end) : end_(std::move(end)) {}
  Wire(Wire&&) = default;
  Wire& operator=(Wire&&) = delete;
  ~Wire() {
    if (end_) lowest().close();
  }

  using executor_type = Strand;
  Strand get_executor() { return end_->get_executor(); }
  PlainStream& lowest() { return end_->lowest(); }

  // From here on there are two writers: the WebSocket, with occasional frames of its own, and the
  // session, which writes whole frames. A frame is completed before the next begins. `idle` is
  // called when a busy connection becomes free.
  void share(std::function<void()> idle) { end_->share(std::move(idle)); }
  bool busy() const { return end_->busy(); }
  // Writes many frames with one system call. Only while the connection is free.
  template <class Handler>
  void put(std::string frames, Handler done) {
    end_->put(std::move(frames), kept_alive(std::move(done)));
  }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    const auto start = [this](auto handler, const auto& few) {
      end_->read(few, kept_alive(std::move(handler)));
    };
    return asio::async_initiate<Token, void(error_code, std::size_t)>(
        start, token, FewBuffers<asio::mutable_buffer>(buffers));
  }
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    const auto start = [this](auto handler, const auto& few) {
      end_->write(few, kept_alive(std::move(handler)));
    };
    return asio::async_initiate<Token, void(error_code, std::size_t)>(
        start, token, FewBuffers<asio::const_buffer>(buffers));
  }

 private:
  template <class Handler>
  TransferHandler kept_alive(Handler handler) {
    return {[end = end_, handler = std::move(handler)](
                error_code error, std::size_t bytes) mutable { std::move(handler)(error, bytes); },
            get_executor()};
  }

  std::shared_ptr<WireEnd> end_;
};

// Beast calls this at the end of a WebSocket, after both sides' close frames.
inline void beast_close_socket(Wire& wire) { wire.lowest().close(); }
template <class Handler>
void async_teardown(beast::role_type, Wire& wire, Handler&& handler) {
  error_code ignored;
  wire.lowest().socket().shutdown(tcp::socket::shutdown_send, ignored);
  asio::post(wire.get_executor(),
             [h = std::forward<Handler>(handler)]() mutable { std::move(h)(error_code{}); });
}

}  // namespace nl
