// HTTP responses as values, and rules for hosts and origins. No sockets.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/limits.h"
#include "site/static_files.h"
#include "text/language.h"

namespace nl {

struct HttpRequest {
  bool readable = true;    // GET or HEAD
  bool secure = false;     // over TLS
  bool forwarded = false;  // as a proxy reports
  std::string_view target{};
  std::string_view host{};
  std::string_view origin{};
  std::string_view accept_encoding{};
  std::string_view accept_language{};
  std::string_view if_none_match{};
  std::vector<std::string> nodes{};  // the page may connect to them as well
  bool deletes = false;              // DELETE
  bool puts = false;                 // PUT
  std::string_view authorization{};
  std::string_view if_match{};
  std::string_view body{};
  std::string client{};  // address, of IPv6 the /64
  Time arrived{0};       // on a monotonic clock, for rate limits
};

struct HttpResponse {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers{};
  std::shared_ptr<const std::string> body{};
};

// A name or address with an optional port, and nothing else: it is put into headers and pages.
bool is_plain_host(std::string_view host);

// True if a page of this origin may open a connection. Clients other than browsers send no origin.
// Without a list, only pages from this very host are allowed.
bool origin_allowed(std::string_view origin, std::string_view host,
                    const std::vector<std::string>& allowed);

// True if the server may be reached by this name where it has its origins. This refuses pages of
// other names that were pointed here (DNS rebinding).
bool host_allowed(std::string_view host, const std::vector<std::string>& origins);

// Pattern of node addresses: ws:// or wss:// and a plain host, of which the first name and the port
// may be `*`.
bool is_node_place(std::string_view place);
bool is_at_node_place(std::string_view host, std::string_view place);

// Service unavailable, try again later.
HttpResponse try_later(int status, std::string why, int seconds);

// Content security policy: scripts from this server only, none inline, connections to this server
// only.
std::string security_policy(std::string_view host, const std::vector<std::string>& nodes = {});

// Of scheme://host:port/path.
std::string_view url_host(std::string_view url);
std::string_view url_path(std::string_view url);

HttpResponse text_response(int status, std::string body,
                           std::string type = "text/plain; charset=utf-8");
HttpResponse file_response(const StaticFile& file, const HttpRequest& request);
// Adds the headers of every page.
void add_page_headers(HttpResponse& response, const HttpRequest& request);
// The best of our languages for a browser's Accept-Language.
Language language_for(std::string_view accept_language);
// For a server without browser files: explains how to join from a terminal.
HttpResponse plain_page(const HttpRequest& request);
// A file, the plain page, or 404.
HttpResponse page_response(const StaticFiles& files, const HttpRequest& request);

}  // namespace nl
