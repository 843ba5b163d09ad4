// Parser of outgoing URLs.
#include "protocol/outbound_url.h"

#include <algorithm>
#include <charconv>

namespace nl {
namespace {

constexpr std::size_t kLongestUrl = 1'000;

constexpr std::uint16_t usual_port(bool secure) { return secure ? 443 : 80; }

bool is_url_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return c > ' ' && c < '\x7F' && c != '"' && c != '\\' && c != '#' && c != '<' && c != '>';
  });
}

bool is_host_name(std::string_view host) {
  return !host.empty() && host.size() <= 253 && host.front() != '-' && host.front() != '.' &&
         std::all_of(host.begin(), host.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                  c == '-' || c == '.';
         });
}

bool is_v6_text(std::string_view host) {
  return !host.empty() && host.find_first_not_of("0123456789abcdefABCDEF:.") == host.npos;
}

bool read_port(std::string_view text, OutboundUrl& url) {
  if (text.empty()) return true;
  if (text[0] != ':' || text.size() > 6) return false;
  unsigned port = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), port);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  if (!whole || port > 65'535 || (port < 1'024 && port != 80 && port != 443)) return false;
  url.port = static_cast<std::uint16_t>(port);
  return true;
}

bool read_authority(std::string_view text, OutboundUrl& url) {
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == text.npos) return false;
    url.host = text.substr(1, end - 1);
    return is_v6_text(url.host) && read_port(text.substr(end + 1), url);
  }
  const std::size_t colon = std::min(text.find(':'), text.size());
  url.host = text.substr(0, colon);
  return is_host_name(url.host) && read_port(text.substr(colon), url);
}

}  // namespace

std::string OutboundUrl::host_header() const {
  const std::string name = host.find(':') == std::string::npos ? host : '[' + host + ']';
  return port == usual_port(secure) ? name : name + ':' + std::to_string(port);
}

std::optional<OutboundUrl> parse_outbound_url(std::string_view text) {
  constexpr std::string_view kPlain = "http://";
  constexpr std::string_view kSecure = "https://";
  if (text.size() > kLongestUrl || !is_url_text(text)) return std::nullopt;
  OutboundUrl url{.secure = text.starts_with(kSecure)};
  if (!url.secure && !text.starts_with(kPlain)) return std::nullopt;
  url.port = usual_port(url.secure);
  text.remove_prefix(url.secure ? kSecure.size() : kPlain.size());
  const std::size_t end = std::min(text.find_first_of("/?"), text.size());
  if (!read_authority(text.substr(0, end), url)) return std::nullopt;
  url.path = text.substr(end);
  if (!url.path.starts_with('/')) url.path.insert(0, 1, '/');
  return url;
}

}  // namespace nl
