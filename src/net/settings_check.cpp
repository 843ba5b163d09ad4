// Validation of server settings: URLs, networks, files and contradictions.
#include "net/settings_check.h"

#include <algorithm>
#include <filesystem>

#include "net/client_address.h"
#include "site/http_response.h"
#include "store/postgres_store.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

bool has_scheme(std::string_view url, std::initializer_list<std::string_view> schemes) {
  return std::any_of(schemes.begin(), schemes.end(),
                     [&](std::string_view scheme) { return url.starts_with(scheme); });
}

// Other characters would end an HTML attribute or a header; ? and # would swallow the path that
// follows.
bool is_clean(std::string_view url) {
  return std::all_of(url.begin(), url.end(), [](char c) {
    return c > ' ' && c < '\x7F' &&
           std::string_view("\"'<>\\`?#").find(c) == std::string_view::npos;
  });
}

bool is_plain_url(std::string_view url, std::initializer_list<std::string_view> schemes) {
  return is_clean(url) && has_scheme(url, schemes) && is_plain_host(url_host(url));
}

bool is_mail_address(std::string_view text) {
  const std::size_t at = text.find('@');
  return text.starts_with("mailto:") && is_clean(text) && at != std::string_view::npos &&
         at > std::string_view("mailto:").size() && at + 1 < text.size();
}

bool is_origin(std::string_view text) {
  const bool web = has_scheme(text, {"http://", "https://"});
  return web && is_plain_host(text.substr(text.find("//") + 2));
}

class Faults {
 public:
  void expect(bool right, const char* setting, const char* reason) {
    if (!right) all_.push_back({setting, reason});
  }
  template <class Test>
  void expect_all(const std::vector<std::string>& values, Test test, const char* setting,
                  const char* reason) {
    expect(std::all_of(values.begin(), values.end(), test), setting, reason);
  }
  std::vector<SettingFault> take() { return std::move(all_); }

 private:
  std::vector<SettingFault> all_;
};

void check_networks(Faults& faults, const std::vector<std::string>& networks, const char* setting) {
  const auto parsed = [](const std::string& text) { return AddressBlock::parse(text).has_value(); };
  const auto narrow = [](const std::string& text) {
    const auto block = AddressBlock::parse(text);
    return !block || block->is_narrow();
  };
  faults.expect_all(networks, parsed, setting, "each is an address, or a network as 10.0.0.0/8");
  faults.expect_all(networks, narrow, setting, "too wide: at least /8, of IPv6 at least /32");
}

void check_urls(Faults& faults, const NetOptions& o) {
  faults.expect_all(
      o.origins, [](const std::string& text) { return is_origin(text); }, "origins",
      "each is https://host or http://host:port, without a path");
  faults.expect(o.page_url.empty() || is_plain_url(o.page_url, {"http://", "https://"}), "page_url",
                "it begins with https:// or http:// and a host, and has no ? or #");
  faults.expect(o.node_url.empty() || is_plain_url(o.node_url, {"ws://", "wss://"}), "node_url",
                "it begins with wss:// or ws:// and a host, and has no ? or #");
  faults.expect(o.push_contact.empty() || is_mail_address(o.push_contact) ||
                    is_plain_url(o.push_contact, {"https://"}),
                "push_contact", "it is mailto:ADDRESS or an https:// address");
  faults.expect_all(
      o.later_nodes, [](const std::string& text) { return is_node_place(text); }, "later_nodes",
      "each is ws://host:port or wss://host:port");
  faults.expect(o.store.empty() || is_postgres(o.store), "store", "it begins with postgres://");
}

void check_files(Faults& faults, const NetOptions& o) {
  std::error_code none;
  faults.expect(o.tls_cert.empty() == o.tls_key.empty(),
                o.tls_cert.empty() ? "tls_cert" : "tls_key", "TLS needs both tls_cert and tls_key");
  faults.expect(o.tls_cert.empty() || fs::exists(o.tls_cert, none), "tls_cert", "no such file");
  faults.expect(o.tls_key.empty() || fs::exists(o.tls_key, none), "tls_key", "no such file");
  faults.expect(o.web.empty() || fs::is_directory(o.web, none), "web", "no such folder");
  faults.expect(!o.data.empty(), "data", "it is empty");
  const bool folder = !fs::exists(o.data, none) || fs::is_directory(o.data, none);
  faults.expect(folder, "data", "there is a file of this name");
  const fs::path place = fs::path(o.key).parent_path();
  faults.expect(place.empty() || place == o.data || fs::is_directory(place, none), "key",
                "no such folder");
}

void check_log(Faults& faults, const LogOptions& log) {
  const std::string fault(log_fault(log));
  faults.expect(fault != "log", "log", "it is debug, info, warning, error or off");
  faults.expect(fault != "log_form", "log_form", "it is text or json");
  faults.expect(fault != "log_addresses", "log_addresses", "it is off, hash or plain");
}

void check_ports(Faults& faults, const NetOptions& o) {
  faults.expect(o.metrics_port == 0 || o.metrics_port != o.port, "metrics_port",
                "it is the players' port");
  faults.expect(o.ssh_port == 0 || o.ssh_port != o.port, "ssh_port", "it is the players' port");
  faults.expect(o.ssh_port == 0 || o.ssh_port != o.metrics_port, "ssh_port",
                "it is the port of /metrics");
}

}  // namespace

bool has_password(std::string_view store) {
  const std::size_t user = store.find("://");
  if (user == std::string_view::npos) return store.find("password=") != std::string_view::npos;
  const std::string_view rest = store.substr(user + 3);
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?"));
  const std::size_t at = authority.rfind('@');
  const bool in_user =
      at != std::string_view::npos && authority.substr(0, at).find(':') != std::string_view::npos;
  return in_user || rest.find("password=") != std::string_view::npos;
}

std::vector<SettingFault> check_settings(const NetOptions& o) {
  Faults faults;
  check_urls(faults, o);
  check_files(faults, o);
  check_networks(faults, o.call_networks, "call_networks");
  check_networks(faults, o.trusted_proxies, "trusted_proxies");
  faults.expect(parse_address(o.bind).has_value(), "bind", "it is an address, such as 0.0.0.0");
  faults.expect(parse_address(o.metrics_bind).has_value(), "metrics_bind", "it is an address");
  check_ports(faults, o);
  check_log(faults, o.log);
  faults.expect(o.metrics_port == 0 || !o.open_metrics, "open_metrics",
                "metrics_port has them already");
  return faults.take();
}

}  // namespace nl
