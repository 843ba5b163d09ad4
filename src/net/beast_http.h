// Conversion between Beast's HTTP messages and the types of `site`.
#pragma once

#include <sstream>
#include <string>

#include "net/beast_aliases.h"
#include "net/client_address.h"
#include "site/http_response.h"

namespace nl {

inline std::string_view field_of(const BeastRequest& request, http::field name) {
  const auto found = request.find(name);
  if (found == request.end()) return {};
  return {found->value().data(), found->value().size()};
}

inline bool was_forwarded(const BeastRequest& request) {
  return request.find("X-Forwarded-For") != request.end() ||
         request.find("X-Real-IP") != request.end() || request.find("Via") != request.end() ||
         request.find(http::field::forwarded) != request.end();
}

inline HttpRequest request_of_client(const BeastRequest& request, bool secure) {
  return {.readable = request.method() == http::verb::get || request.method() == http::verb::head,
          .secure = secure,
          .forwarded = was_forwarded(request),
          .target = {request.target().data(), request.target().size()},
          .host = field_of(request, http::field::host),
          .origin = field_of(request, http::field::origin),
          .accept_encoding = field_of(request, http::field::accept_encoding),
          .accept_language = field_of(request, http::field::accept_language),
          .if_none_match = field_of(request, http::field::if_none_match),
          .deletes = request.method() == http::verb::delete_,
          .puts = request.method() == http::verb::put,
          .authorization = field_of(request, http::field::authorization),
          .if_match = field_of(request, http::field::if_match)};
}

// All headers.
inline std::string head_text(const HttpResponse& response, bool keep_alive, bool secure) {
  http::response<http::empty_body> head(http::int_to_status(static_cast<unsigned>(response.status)),
                                        11);
  for (const auto& [name, value] : response.headers) head.insert(name, value);
  head.insert("X-Content-Type-Options", "nosniff");
  // HSTS: browsers use TLS only, for a year.
  if (secure) head.insert("Strict-Transport-Security", "max-age=31536000");
  head.keep_alive(keep_alive);
  if (response.status != 304) head.content_length(response.body ? response.body->size() : 0);
  std::ostringstream text;
  text << head.base();
  return text.str();
}

inline IpAddress ip_of(const asio::ip::address& address) {
  if (address.is_v6()) return address.to_v6().to_bytes();
  return asio::ip::make_address_v6(asio::ip::v4_mapped, address.to_v4()).to_bytes();
}

// All lines of X-Forwarded-For in their order, as one.
inline std::string forwarded_of(const BeastRequest& request) {
  std::string all;
  const auto [first, last] = request.equal_range("X-Forwarded-For");
  for (auto line = first; line != last; ++line) {
    all += (all.empty() ? "" : ",") + std::string(line->value());
  }
  return all;
}

}  // namespace nl
