// Ladder client: key derivation, statements, and HTTP requests over TCP or TLS.
#include "client/ladder_client.h"

#include <sodium.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <fstream>
#include <iterator>

#include "client/seat_store.h"
#include "client/web_socket.h"
#include "fair/secret.h"
#include "names/names.h"
#include "text/base64url.h"
#include "text/json_reader.h"
#include "text/sha256.h"

namespace nl {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::use_awaitable;

constexpr std::chrono::seconds kLongestCall{5};
constexpr std::size_t kMostAnswerBytes = 256 * 1024;
constexpr std::size_t kMostRows = 1'000;
constexpr int kMost = 1'000'000'000;

// ---- HTTP ---------------------------------------------------------------------------------------

http::request<http::string_body> request_for(const Address& server, const HttpCall& call,
                                             const std::string& forwarded_for) {
  http::request<http::string_body> request(call.body.empty() ? http::verb::get : http::verb::put,
                                           call.path, 11);
  request.set(http::field::host, host_header(server));
  request.set(http::field::connection, "close");
  if (!forwarded_for.empty()) request.set("X-Forwarded-For", forwarded_for);
  request.body() = call.body;
  request.prepare_payload();
  return request;
}

asio::awaitable<void> connect_to(beast::tcp_stream& socket, const Address& server) {
  asio::ip::tcp::resolver resolver(socket.get_executor());
  const auto places =
      co_await resolver.async_resolve(server.host, std::to_string(server.port), use_awaitable);
  socket.expires_after(kLongestCall);
  co_await socket.async_connect(places, use_awaitable);
}

template <class Stream>
asio::awaitable<HttpAnswer> exchange(Stream& stream, http::request<http::string_body> request) {
  co_await http::async_write(stream, request, use_awaitable);
  beast::flat_buffer buffer;
  http::response_parser<http::string_body> parser;
  parser.body_limit(kMostAnswerBytes);
  co_await http::async_read(stream, buffer, parser, use_awaitable);
  co_return HttpAnswer{static_cast<int>(parser.get().result_int()), parser.get().body()};
}

asio::awaitable<HttpAnswer> call_plain(asio::io_context& io, const Address& server,
                                       http::request<http::string_body> request) {
  beast::tcp_stream stream(io);
  co_await connect_to(stream, server);
  co_return co_await exchange(stream, std::move(request));
}

asio::awaitable<HttpAnswer> call_tls(asio::io_context& io, const Address& server,
                                     http::request<http::string_body> request) {
  asio::ssl::stream<beast::tcp_stream> stream(io, client_tls_context());
  co_await connect_to(stream.next_layer(), server);
  SSL_set_tlsext_host_name(stream.native_handle(), server.host.c_str());
  stream.set_verify_callback(asio::ssl::host_name_verification(server.host));
  co_await stream.async_handshake(asio::ssl::stream_base::client, use_awaitable);
  co_return co_await exchange(stream, std::move(request));
}

// ---- JSON ---------------------------------------------------------------------------------------

LadderPlace place_in(const JsonReader& row) {
  LadderPlace place{.name = clean_name(row["name"].text()),
                    .points = row["points"].number(-kMost, kMost),
                    .games = row["games"].number(0, kMost)};
  if (place.name.empty()) place.name = "?";
  return place;
}

LadderClient::Outcome outcome_of(const HttpAnswer& answer) {
  using Outcome = LadderClient::Outcome;
  switch (answer.status) {
    case 0: return Outcome::NoAnswer;
    case 200: return Outcome::Done;
    case 409: return Outcome::Taken;
    case 422: return Outcome::BadName;
    case 429:
    case 503: return Outcome::Later;
    case 507: return Outcome::Full;
    default: return Outcome::Refused;
  }
}

}  // namespace

std::string host_header(const Address& server) {
  const std::string place = Address{server.host, server.port, false}.text();
  const int usual = server.tls ? 443 : 80;
  return server.port == usual ? place.substr(0, place.rfind(':')) : place;
}

HttpAnswer call_server(const Address& server, const HttpCall& call,
                       const std::string& forwarded_for) {
  asio::io_context io{1};
  HttpAnswer answer;
  auto request = request_for(server, call, forwarded_for);
  asio::co_spawn(io,
                 server.tls ? call_tls(io, server, std::move(request))
                            : call_plain(io, server, std::move(request)),
                 [&](const std::exception_ptr& failed, HttpAnswer got) {
                   if (!failed) answer = std::move(got);
                 });
  io.run();
  return answer;
}

// ---- the key ------------------------------------------------------------------------------------

LadderSigner::LadderSigner(const Bytes32& secret) {
  using namespace std::string_view_literals;
  const Bytes32 seed = sha256({as_bytes("ninelives ladder\0"sv), secret});
  crypto_sign_seed_keypair(key_.data(), secret_.data(), seed.data());
}

Signature LadderSigner::sign(std::string_view text) const {
  Signature signature{};
  crypto_sign_detached(signature.data(), nullptr, as_bytes(text).data(), text.size(),
                       secret_.data());
  return signature;
}

LadderRequest LadderSigner::claim(std::string_view room, std::string_view token) const {
  const Bytes32 hash = sha256({as_bytes("ninelives seat token\n"), as_bytes(token)});
  return {key_, sign("ninelives seat\n" + std::string(room) + '\n' + to_hex(hash))};
}

std::string standing_text(std::string_view host, bool on, Time said, std::string_view name) {
  return "ninelives ladder\n" + std::string(host) + (on ? "\non\n" : "\noff\n") +
         std::to_string(said.count()) + '\n' + std::string(name);
}

// ---- the ladder ---------------------------------------------------------------------------------

std::optional<LadderSigner> LadderClient::signer() const {
  std::ifstream in(key_file_);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const auto bytes = from_base64url(text);
  Bytes32 secret{};
  if (!bytes || bytes->size() != secret.size()) return std::nullopt;
  std::copy(bytes->begin(), bytes->end(), secret.begin());
  return LadderSigner(secret);
}

std::optional<LadderView> LadderClient::look() const {
  const HttpAnswer list = http_({.path = "/ladder.json"});
  if (list.status != 200) return std::nullopt;
  const auto me = signer();
  HttpAnswer own{.status = 404};
  if (me) own = http_({.path = "/ladder/" + to_hex(me->key())});
  if (own.status != 200 && own.status != 404) return std::nullopt;
  try {
    const Json parsed = parse_object(list.body);
    const JsonReader json(parsed);
    LadderView view{.now = Time{json["now"].number(std::int64_t{0}, std::int64_t{1} << 50)}};
    for (const JsonReader& row : json["players"].items(kMostRows)) {
      view.places.push_back(place_in(row));
    }
    if (own.status == 404) return view;
    const Json row = parse_object(own.body);
    view.own = place_in(JsonReader(row));
    return view;
  } catch (const JsonError&) {
    return std::nullopt;
  }
}

LadderClient::Outcome LadderClient::state(const LadderSigner& signer, bool on,
                                          const std::string& name) {
  // The time is the server's: this machine's clock may be wrong. Each statement must be newer than
  // the one before.
  const auto view = look();
  if (!view) return Outcome::NoAnswer;
  said_ = std::max(view->now, said_ + Time{1});
  Json body = {{"on", on},
               {"said", said_.count()},
               {"signature", to_hex(signer.sign(standing_text(host_, on, said_, name)))}};
  if (on) body["name"] = name;
  const HttpAnswer answer = http_({"/ladder/" + to_hex(signer.key()), body.dump()});
  const bool gone = !on && answer.status == 404;
  return gone ? Outcome::Done : outcome_of(answer);
}

// The key is written first: a row whose key is lost could not be removed. Without an answer the row
// may be there, so the key stays.
LadderClient::Outcome LadderClient::join(const std::string& name) {
  const bool has_key = signer().has_value();
  if (!has_key && !write_private(key_file_, to_base64url(secret_bytes()))) return Outcome::NoFile;
  const auto me = signer();
  if (!me) return Outcome::NoFile;
  const Outcome outcome = state(*me, true, name);
  std::error_code failed;
  const bool joined = outcome == Outcome::Done || outcome == Outcome::NoAnswer;
  if (!has_key && !joined) std::filesystem::remove(key_file_, failed);
  return outcome;
}

LadderClient::Outcome LadderClient::leave() {
  const auto me = signer();
  if (!me) return Outcome::Done;
  const Outcome outcome = state(*me, false, "");
  std::error_code failed;
  if (outcome == Outcome::Done) std::filesystem::remove(key_file_, failed);
  return outcome;
}

}  // namespace nl
