// Admin socket: accepts connections, reads one command, writes one answer.
#include "net/admin_socket.h"

#include <sys/stat.h>

#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>

namespace nl {

class AdminSocket::Impl {
 public:
  Impl(const Strand& strand, const std::filesystem::path& file, Ask ask)
      : file_(file), acceptor_(strand), ask_(std::move(ask)) {
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);  // left by a server that was killed
    acceptor_.open();
    acceptor_.bind(Local::endpoint(file_.string()));
    chmod(file_.c_str(), 0600);
    acceptor_.listen();
    asio::co_spawn(strand, accept(), asio::detached);
  }
  void close() {
    error_code ignored;
    acceptor_.close(ignored);
    std::error_code gone;
    std::filesystem::remove(file_, gone);
  }

 private:
  using Local = asio::local::stream_protocol;

  asio::awaitable<void> accept() {
    for (;;) {
      error_code error;
      Local::socket socket =
          co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, error));
      if (error) co_return;
      asio::co_spawn(acceptor_.get_executor(), answer(std::move(socket)), asio::detached);
    }
  }

  asio::awaitable<void> answer(Local::socket socket) {
    constexpr std::size_t kMostBytes = 16 * 1024;  // limit of one command; more closes it
    error_code error;
    std::string question;
    co_await asio::async_read_until(socket, asio::dynamic_buffer(question, kMostBytes), '\n',
                                    asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
    const auto line = std::make_shared<Local::socket>(std::move(socket));
    ask_(std::move(question), [line](std::string text) {
      const auto kept = std::make_shared<std::string>(std::move(text));
      asio::post(line->get_executor(), [line, kept] {
        asio::async_write(*line, asio::buffer(*kept), [line, kept](error_code, std::size_t) {});
      });
    });
  }

  const std::filesystem::path file_;
  Local::acceptor acceptor_;
  const Ask ask_;
};

AdminSocket::AdminSocket(const Strand& strand, const std::filesystem::path& file, Ask ask)
    : impl_(std::make_unique<Impl>(strand, file, std::move(ask))) {}
AdminSocket::~AdminSocket() = default;
void AdminSocket::close() { impl_->close(); }

}  // namespace nl
