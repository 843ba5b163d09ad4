// HTTP responses: headers, content security policy, host checks.
#include "site/http_response.h"

#include <algorithm>

#include "text/words.h"

namespace nl {
namespace {

std::string_view path_of(std::string_view target) {
  return target.substr(0, target.find_first_of("?#"));
}

bool names(std::string_view list, std::string_view wanted) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string_view item = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    item.remove_prefix(std::min(item.find_first_not_of(' '), item.size()));
    if (item.substr(0, item.find_first_of("; ")) == wanted) {
      return item.find("q=0") == std::string_view::npos || item.find("q=0.") != item.npos;
    }
  }
  return false;
}

// Without the optional parts.
std::string_view fixed_host(std::string_view place) {
  std::string_view host = url_host(place);
  if (host.starts_with("*.")) host.remove_prefix(1);
  if (host.ends_with(":*")) host.remove_suffix(2);
  return host;
}

std::string_view without_port(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  const bool port = colon != std::string_view::npos && host.find(']', colon) == host.npos;
  return port ? host.substr(0, colon) : host;
}

}  // namespace

void add_page_headers(HttpResponse& response, const HttpRequest& request) {
  response.headers.emplace_back("Content-Security-Policy",
                                security_policy(request.host, request.nodes));
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  // Browsers warn about this header on a page that came over plain http.
  if (request.secure) response.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
  response.headers.emplace_back("Cross-Origin-Resource-Policy", "same-origin");
}

bool is_plain_host(std::string_view host) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]";
  return !host.empty() && host.size() <= 260 &&
         host.find_first_not_of(kAllowed) == std::string_view::npos;
}

bool origin_allowed(std::string_view origin, std::string_view host,
                    const std::vector<std::string>& allowed) {
  if (origin.empty()) return true;
  if (!allowed.empty()) return std::find(allowed.begin(), allowed.end(), origin) != allowed.end();
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme) && !host.empty()) return origin.substr(scheme.size()) == host;
  }
  return false;
}

bool host_allowed(std::string_view host, const std::vector<std::string>& origins) {
  if (origins.empty()) return true;
  return std::any_of(origins.begin(), origins.end(), [&](const std::string& origin) {
    const std::size_t slashes = origin.find("//");
    return slashes != std::string::npos && host == std::string_view(origin).substr(slashes + 2);
  });
}

HttpResponse try_later(int status, std::string why, int seconds) {
  HttpResponse response = text_response(status, std::move(why));
  response.headers.emplace_back("Retry-After", std::to_string(seconds));
  return response;
}

std::string_view url_host(std::string_view url) {
  const std::size_t slashes = url.find("//");
  if (slashes != std::string_view::npos) url.remove_prefix(slashes + 2);
  return url.substr(0, url.find('/'));
}

std::string_view url_path(std::string_view url) {
  const std::size_t slashes = url.find("//");
  const std::size_t path = url.find('/', slashes == std::string_view::npos ? 0 : slashes + 2);
  return path == std::string_view::npos ? std::string_view("/") : url.substr(path);
}

bool is_node_place(std::string_view place) {
  return (place.starts_with("ws://") || place.starts_with("wss://")) && url_path(place) == "/" &&
         is_plain_host(fixed_host(place));
}

bool is_at_node_place(std::string_view host, std::string_view place) {
  const std::string_view wanted = fixed_host(place);
  if (url_host(place).ends_with(":*")) host = without_port(host);
  if (!url_host(place).starts_with("*.")) return host == wanted;
  return host.size() > wanted.size() && host.ends_with(wanted);
}

std::string security_policy(std::string_view host, const std::vector<std::string>& nodes) {
  std::string sockets;
  // 'self' covers ws: in new browsers only.
  if (is_plain_host(host)) {
    sockets = " ws://" + std::string(host) + " wss://" + std::string(host);
  }
  for (const std::string& node : nodes) {
    const std::string_view there = url_host(node);
    if (there == host || !is_plain_host(fixed_host(node))) continue;
    sockets += (node.starts_with("wss:") ? " wss://" : " ws://") + std::string(there);
  }
  return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
         "img-src 'self' data:; font-src 'self'; media-src 'self'; manifest-src 'self'; "
         "worker-src 'self'; connect-src 'self'" +
         sockets + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
}

HttpResponse text_response(int status, std::string body, std::string type) {
  HttpResponse response{.status = status,
                        .body = std::make_shared<const std::string>(std::move(body))};
  response.headers = {{"Content-Type", std::move(type)}, {"Cache-Control", "no-store"}};
  return response;
}

HttpResponse file_response(const StaticFile& file, const HttpRequest& request) {
  HttpResponse response;
  response.headers = {
      {"Content-Type", file.type},
      {"ETag", file.tag},
      {"Cache-Control", file.lasting ? "public, max-age=31536000, immutable" : "no-cache"}};
  if (file.gzipped) response.headers.emplace_back("Vary", "Accept-Encoding");
  add_page_headers(response, request);
  if (request.if_none_match.find(file.tag) != std::string_view::npos) {
    response.status = 304;
    return response;
  }
  const bool packed = file.gzipped && names(request.accept_encoding, "gzip");
  if (packed) response.headers.emplace_back("Content-Encoding", "gzip");
  response.body = packed ? file.gzipped : file.plain;
  return response;
}

Language language_for(std::string_view accept_language) {
  for (const Language language : all_languages()) {
    if (accept_language.starts_with(language_code(language))) return language;
  }
  return Language::English;
}

HttpResponse plain_page(const HttpRequest& request) {
  const Language language = language_for(request.accept_language);
  const Words& w = words(language);
  const std::string host(is_plain_host(request.host) ? request.host : "HOST");
  std::string page = "<!doctype html>\n<html lang=\"" + std::string(language_code(language)) +
                     "\"><meta charset=\"utf-8\"><title>Nine Lives</title>\n<h1>Nine Lives</h1>\n";
  page += "<p>" + w.ui("serve_plain_page") + "</p>\n";
  page += "<pre>ninelives join " + host + "</pre>\n</html>\n";
  HttpResponse response = text_response(200, std::move(page), "text/html; charset=utf-8");
  add_page_headers(response, request);
  return response;
}

namespace {

// Chat programs that preview a link need the full address of its picture; web/index.html has only
// the path.
HttpResponse with_whole_address(HttpResponse response, const StaticFile& file,
                                const HttpRequest& request) {
  constexpr std::string_view kPicture = "\"./share.jpg\"";
  const std::size_t at = file.plain->find(kPicture);
  if (!response.body || at == std::string::npos || !is_plain_host(request.host)) return response;
  std::string page = *file.plain;
  page.replace(at + 1, 1, (request.secure ? "https://" : "http://") + std::string(request.host));
  response.body = std::make_shared<const std::string>(std::move(page));
  std::erase_if(response.headers,
                [](const auto& header) { return header.first == "Content-Encoding"; });
  return response;
}

}  // namespace

HttpResponse page_response(const StaticFiles& files, const HttpRequest& request) {
  const std::string_view path = path_of(request.target);
  if (files.empty() && path == "/") return plain_page(request);
  const StaticFile* file = files.find(path);
  if (file == nullptr) return text_response(404, "not found\n");
  HttpResponse response = file_response(*file, request);
  return path == "/" ? with_whole_address(std::move(response), *file, request) : response;
}

}  // namespace nl
