// HTTP between Beast and us: the question, whom it comes from, and the head of the answer.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>

#include "net/boost_names.h"
#include "net/http_answer.h"

namespace nl {

inline std::string_view field_of(const HttpRequest& request, http::field name) {
  const auto found = request.find(name);
  if (found == request.end()) return {};
  return {found->value().data(), found->value().size()};
}

inline HttpQuestion question_of(const HttpRequest& request, bool secure) {
  return {.head = request.method() == http::verb::head,
          .secure = secure,
          .target = {request.target().data(), request.target().size()},
          .host = field_of(request, http::field::host),
          .accept_encoding = field_of(request, http::field::accept_encoding),
          .accept_language = field_of(request, http::field::accept_language),
          .if_none_match = field_of(request, http::field::if_none_match)};
}

// All that goes before the body.
inline std::string head_text(const HttpAnswer& answer, bool keep_alive) {
  http::response<http::empty_body> head(http::int_to_status(static_cast<unsigned>(answer.status)),
                                        11);
  for (const auto& [name, value] : answer.headers) head.insert(name, value);
  head.insert("X-Content-Type-Options", "nosniff");
  head.keep_alive(keep_alive);
  if (answer.status != 304) head.content_length(answer.body ? answer.body->size() : 0);
  std::ostringstream text;
  text << head.base();
  return text.str();
}

// Of IPv6 a network of 64 bits: whoever has one address there has them all.
inline std::string address_group(const asio::ip::address& address) {
  if (address.is_v4()) return address.to_string();
  const auto v6 = address.to_v6();
  if (v6.is_v4_mapped()) {
    return asio::ip::make_address_v4(asio::ip::v4_mapped, v6).to_string();
  }
  auto bytes = v6.to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
  return asio::ip::make_address_v6(bytes).to_string();
}

inline bool from_here(const asio::ip::address& address) {
  return address_group(address).starts_with("127.") || address.is_loopback();
}

// The last address that a proxy has added; nothing where there is none, or nonsense.
inline std::string last_forwarded(const HttpRequest& request) {
  const auto found = request.find("X-Forwarded-For");
  if (found == request.end()) return {};
  const std::string all(found->value());
  std::string last = all.substr(all.rfind(',') + 1);  // the whole where there is no comma
  std::erase(last, ' ');
  error_code error;
  const auto address = asio::ip::make_address(last, error);
  return error ? std::string() : address_group(address);
}

}  // namespace nl
