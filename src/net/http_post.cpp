// HTTP client for one POST, with deadline and address check.
#include "net/http_post.h"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <optional>

#include "net/beast_http.h"
#include "net/name_lookup.h"
#include "net/tls_wire.h"

namespace nl {
namespace {

constexpr std::size_t kLongestHead = 16 * 1024;

constexpr auto kPostResults =
    std::to_array<std::string_view>({"done", "gone", "refused", "redirected", "forbidden",
                                     "unknown", "unreachable", "untrusted", "late", "dropped"});

using PostRequest = http::request<http::string_body>;

PostRequest request_of(const Post& post, const OutboundUrl& url) {
  PostRequest request(http::verb::post, url.path, 11, post.body);
  request.set(http::field::host, url.host_header());
  request.set(http::field::user_agent, "ninelives");
  for (const auto& [name, value] : post.headers) request.set(name, value);
  request.keep_alive(false);
  request.prepare_payload();
  return request;
}

PostResult result_of(unsigned status) {
  if (status >= 200 && status < 300) return PostResult::Done;
  if (status >= 300 && status < 400) return PostResult::Redirected;
  return status == 404 || status == 410 ? PostResult::Gone : PostResult::Refused;
}

// IPv4 addresses written as IPv6 are refused: no honest target needs that.
bool may_call(const asio::ip::address& address, const OutboundUrl& url,
              const OutboundFilter& rules) {
  if (address.is_v6() && address.to_v6().is_v4_mapped()) return false;
  return rules.allows(ip_of(address), url.secure);
}

// Runs one attempt on its own io_context, so that a deadline or a stop ends all of it.
class Attempt {
 public:
  Attempt(const PostRequest& request, const OutboundUrl& url) : request_(request), url_(url) {}

  PostResult run(const OutboundFilter& rules, const PostLimits& limits) {
    // Resolves the name once, so the checked address is the one connected to. One forbidden address
    // among several refuses the request.
    const auto found = look_up(url_.host, {limits.end, limits.stop});
    if (found.empty()) return PostResult::Unknown;
    for (const asio::ip::address& one : found) {
      if (!may_call(one, url_, rules)) return PostResult::Forbidden;
    }
    const Strand strand = asio::make_strand(io_);
    asio::co_spawn(strand, exchange(strand, {found.front(), url_.port}),
                   [this](std::exception_ptr) { io_.stop(); });
    asio::posix::stream_descriptor stop(io_);
    if (limits.stop >= 0) {
      stop.assign(limits.stop);
      stop.async_wait(asio::posix::stream_descriptor::wait_read,
                      [this](error_code) { io_.stop(); });
    }
    io_.run_until(limits.end);
    if (stop.is_open()) stop.release();  // the caller's
    return result_;
  }

 private:
  asio::awaitable<void> exchange(Strand strand, tcp::endpoint to) {
    error_code error;
    auto token = asio::redirect_error(asio::use_awaitable, error);
    PlainStream stream(strand);
    co_await stream.async_connect(to, token);
    if (error) co_return end(PostResult::Unreachable);
    if (!url_.secure) co_return co_await talk(Wire(std::move(stream)));
    auto wire = co_await connect_tls(std::move(stream), client_tls(), url_.host, error);
    if (!wire) co_return end(PostResult::Untrusted);
    co_await talk(std::move(*wire));
  }

  // Only the status matters: the body is not read.
  asio::awaitable<void> talk(Wire wire) {
    error_code error;
    auto token = asio::redirect_error(asio::use_awaitable, error);
    co_await http::async_write(wire, request_, token);
    if (error) co_return end(PostResult::Unreachable);
    beast::flat_buffer buffer(kLongestHead);
    http::response_parser<http::empty_body> parser;
    parser.header_limit(kLongestHead);
    co_await http::async_read_header(wire, buffer, parser, token);
    if (!error) co_return end(result_of(parser.get().result_int()));
    const auto& of_http = http::make_error_code(http::error::bad_method).category();
    end(error.category() == of_http ? PostResult::Refused : PostResult::Unreachable);
  }

  void end(PostResult result) { result_ = result; }

  const PostRequest& request_;
  const OutboundUrl& url_;
  PostResult result_ = PostResult::Late;
  asio::io_context io_{1};
};

}  // namespace

std::string_view post_result_name(PostResult result) {
  return kPostResults[static_cast<std::size_t>(result)];
}

PostResult send_post(const Post& post, const OutboundFilter& rules, const PostLimits& limits) {
  const auto url = parse_outbound_url(post.url);
  if (!url) return PostResult::Forbidden;
  return Attempt(request_of(post, *url), *url).run(rules, limits);
}

}  // namespace nl
