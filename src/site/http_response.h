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
  bool forwarded = false;  // a proxy says so
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
  Time arrived{0};       // by a clock that nobody sets back, for rate limits
};

struct HttpResponse {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers{};
  std::shared_ptr<const std::string> body{};
};

// A name or address with an optional port, and nothing else: it is put into headers and pages.
bool is_plain_host(std::string_view host);

// True if a page of this origin may open a connection. A client that is no browser sends none.
// Without a list only pages from this very host may.
bool origin_allowed(std::string_view origin, std::string_view host,
                    const std::vector<std::string>& allowed);

// True if the server is called by this name where it has its origins: a page of another name that
// was made to point here (DNS rebinding) is not answered.
bool host_allowed(std::string_view host, const std::vector<std::string>& origins);

// Pattern of node addresses: ws:// or wss:// and a plain host, of which the first name and the port
// may be `*`.
bool is_node_place(std::string_view place);
bool is_at_node_place(std::string_view host, std::string_view place);

// Come back later.
HttpResponse try_later(int status, std::string why, int seconds);

// The header for pages: scripts from here alone, no inline ones, connections to here alone.
std::string security_policy(std::string_view host, const std::vector<std::string>& nodes = {});

// Of scheme://host:port/path.
std::string_view url_host(std::string_view url);
std::string_view url_path(std::string_view url);

HttpResponse text_response(int status, std::string body,
                           std::string type = "text/plain; charset=utf-8");
HttpResponse file_response(const StaticFile& file, const HttpRequest& request);
// Adds the headers of every page.
void add_page_headers(HttpResponse& response, const HttpRequest& request);
// The language that a browser wants most, where there is one for it.
Language language_for(std::string_view accept_language);
// For a server without files for browsers: how to join from a terminal.
HttpResponse plain_page(const HttpRequest& request);
// A file, the plain page, or 404.
HttpResponse page_response(const StaticFiles& files, const HttpRequest& request);

}  // namespace nl
