// Type-erased stream without TLS, and the shared write path.
#include "net/wire.h"

namespace nl {
namespace {

class PlainEnd final : public WireEnd {
 public:
  explicit PlainEnd(PlainStream stream) : stream_(std::move(stream)) {}
  PlainStream& lowest() override { return stream_; }
  void read(const ReadBuffers& buffers, TransferHandler handler) override {
    stream_.async_read_some(buffers, std::move(handler));
  }

 protected:
  void write_some(const WriteBuffers& buffers, TransferHandler handler) override {
    stream_.async_write_some(buffers, std::move(handler));
  }

 private:
  PlainStream stream_;
};

}  // namespace

Wire::Wire(PlainStream stream) : end_(std::make_shared<PlainEnd>(std::move(stream))) {}

void WireEnd::put(std::string frames, TransferHandler done) {
  assert(idle_ && !busy_);
  out_ = std::move(frames);
  write_out(out_.size(), std::move(done));
}

void WireEnd::write(const WriteBuffers& buffers, TransferHandler handler) {
  if (!idle_) return write_some(buffers, std::move(handler));
  std::string& to = busy_ ? after_ : out_;
  std::size_t bytes = 0;
  for (const asio::const_buffer& buffer : buffers) {
    to.append(static_cast<const char*>(buffer.data()), buffer.size());
    bytes += buffer.size();
  }
  if (busy_) {
    return asio::post(get_executor(), [bytes, handler = std::move(handler)]() mutable {
      handler(error_code{}, bytes);
    });
  }
  auto then_idle = [idle = idle_, handler = std::move(handler)](error_code error,
                                                                std::size_t written) mutable {
    handler(error, written);
    idle();
  };
  write_out(bytes, {std::move(then_idle), get_executor()});
}

// Writes `out_` and everything added to it meanwhile; then calls the handler of its first `bytes`.
void WireEnd::write_out(std::size_t bytes, TransferHandler handler) {
  busy_ = true;
  const WriteBuffers rest(asio::const_buffer(out_.data() + written_, out_.size() - written_));
  auto wrote = [this, bytes, done = std::move(handler)](error_code error,
                                                        std::size_t written) mutable {
    written_ += written;
    if (error || written_ == out_.size()) {
      written_ = 0;
      out_ = std::exchange(after_, {});  // an idle connection keeps no memory
    }
    if (!error && !out_.empty()) return write_out(bytes, std::move(done));
    busy_ = false;
    done(error, bytes);
  };
  write_some(rest, {std::move(wrote), get_executor()});
}

}  // namespace nl
