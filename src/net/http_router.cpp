// HTTP router: routes, and the check of WebSocket upgrades.
#include "net/http_router.h"

#include <algorithm>

#include "net/server_log.h"
#include "protocol/room_info.h"
#include "site/game_page.h"

namespace nl {
namespace {

HttpResponse not_found() { return text_response(404, "not found\n"); }
HttpResponse another_name() { return text_response(421, "this server has another name\n"); }
HttpResponse stopping() { return try_later(503, "stopping\n", 10); }

HttpResponse get_or_head() {
  HttpResponse response = text_response(405, "GET or HEAD\n");
  response.headers.emplace_back("Allow", "GET, HEAD");
  return response;
}

}  // namespace

HttpRouter::HttpRouter(const LiveSettings& settings, const PublicArchive& archive, Sources sources)
    : settings_(settings),
      sources_(std::move(sources)),
      archive_(archive),
      device_sync_(archive.device_sync),
      ladder_(archive.ladder),
      daily_(archive.daily, settings.options()->daily_coach) {
  const auto options = settings_.options();
  if (!options->web.empty()) files_ = StaticFiles(options->web);
}

HttpResponse HttpRouter::health() const {
  return sources_.alive() ? text_response(200, "ok\n") : stopping();
}

HttpResponse HttpRouter::readiness() const {
  return sources_.ready() ? text_response(200, "ready\n") : try_later(503, "not ready\n", 1);
}

// A proxy may pass a node's own path on as it is.
bool HttpRouter::is_socket(std::string_view target) const {
  const std::string own = settings_.options()->node_url;
  return target == kSocketPath || (!own.empty() && target == url_path(own));
}

bool HttpRouter::is_page_of_a_node(std::string_view origin) const {
  if (origin.empty()) return false;
  const auto is_of = [host = url_host(origin)](const std::string& node) {
    return is_at_node_place(host, node);
  };
  const std::vector<std::string> nodes = sources_.nodes_so_far();
  const std::vector<std::string> later = settings_.options()->later_nodes;
  return std::any_of(nodes.begin(), nodes.end(), is_of) ||
         std::any_of(later.begin(), later.end(), is_of);
}

HttpResponse HttpRouter::metrics_page() const {
  return text_response(200, sources_.metrics(), "text/plain; version=0.0.4; charset=utf-8");
}

HttpResponse HttpRouter::metrics() const {
  // Clients of a proxy on this machine seem to be local, so a port that is open to others serves
  // the page only if the operator allows it.
  const auto options = settings_.options();
  if (options->metrics_port != 0) return not_found();
  return options->open_metrics ? metrics_page() : text_response(403, "see metrics_port\n");
}

HttpResponse HttpRouter::metrics_response(const HttpRequest& request) const {
  if (!request.readable) return get_or_head();
  if (request.target == "/healthz") return health();
  if (request.target == "/readyz") return readiness();
  return request.target == "/metrics" ? metrics_page() : not_found();
}

HttpResponse HttpRouter::voided(std::string_view code) const {
  const auto note = archive_.notes.find(code);
  return note ? text_response(200, *note, "application/json") : not_found();
}

HttpResponse HttpRouter::device_sync(const HttpRequest& request) const {
  const auto options = settings_.options();
  if (request.puts && !has_reserve(*options)) return text_response(507, "no more room\n");
  return device_sync_.respond(request, {options->lockers, days(options->keep_lockers_days)},
                              wall_time());
}

HttpResponse HttpRouter::respond(const HttpRequest& request) const {
  constexpr std::string_view kVoided = "/voided/";
  const bool game = request.target.starts_with(kGamesPath);
  const bool sync = request.target.starts_with(kDeviceSyncPath);
  const bool ladder = is_of_ladder(request.target) && settings_.options()->limits.features.ladder;
  const bool daily =
      is_of_daily_board(request.target) && settings_.options()->limits.features.daily;
  const bool own_row = (ladder && request.target.starts_with(kLadderRows)) ||
                       (daily && request.target.starts_with(kDailyRows));
  const bool changes = (request.deletes && (game || sync)) || (request.puts && (sync || own_row));
  if (!request.readable && !changes) return get_or_head();
  const std::string_view path = request.target.substr(0, request.target.find('?'));
  if (is_socket(request.target)) return text_response(426, "a WebSocket is spoken here\n");
  if (path == "/healthz") return health();
  if (path == "/readyz") return readiness();
  if (path == "/metrics") return metrics();
  if (!host_allowed(request.host, settings_.options()->origins)) return another_name();
  try {
    if (sync) return device_sync(request);
    if (game)
      return game_response(archive_.games, request, oldest_game(*settings_.options(), wall_time()));
    // A statement is signed for one server's name and must not be valid on another.
    if (own_row && request.puts && !sources_.is_own_host(request.host)) return another_name();
    if (ladder) return ladder_.respond(request, wall_time());
    if (daily) return daily_.respond(request, wall_time());
    if (request.target.starts_with(kVoided)) return voided(request.target.substr(kVoided.size()));
  } catch (const DiskFull&) {
    return text_response(507, "no more room\n");
  } catch (const StoreError&) {  // the database is away
    return try_later(503, "not now\n", 2);
  } catch (const std::exception& error) {
    log_event(LogLevel::Error, "request_failed", {{"reason", error.what()}});
    return text_response(500, "internal error\n");
  }
  HttpRequest asked = request;
  asked.nodes = sources_.nodes();
  const auto options = settings_.options();
  asked.nodes.insert(asked.nodes.end(), options->later_nodes.begin(), options->later_nodes.end());
  return page_response(files_, asked);
}

std::optional<HttpRouter::NoSocket> HttpRouter::why_no_socket(const HttpRequest& request) const {
  const auto options = settings_.options();
  if (!is_socket(request.target)) {
    return NoSocket{"path", text_response(404, "the WebSocket is at /ws\n")};
  }
  if (!host_allowed(request.host, options->origins)) return NoSocket{"host", another_name()};
  if (!origin_allowed(request.origin, request.host, options->origins) &&
      !is_page_of_a_node(request.origin)) {
    return NoSocket{"origin", text_response(403, "this origin may not connect\n")};
  }
  if (!sources_.well()) return NoSocket{"stopping", stopping()};
  return std::nullopt;
}

}  // namespace nl
