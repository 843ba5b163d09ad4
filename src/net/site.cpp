#include "net/site.h"

#include <algorithm>

#include "net/game_site.h"
#include "protocol/room_info.h"

namespace nl {
namespace {

HttpAnswer not_found() { return text_answer(404, "not found\n"); }
HttpAnswer another_name() { return text_answer(421, "this server has another name\n"); }
HttpAnswer stopping() { return try_later(503, "stopping\n", 10); }

HttpAnswer get_or_head() {
  HttpAnswer answer = text_answer(405, "GET or HEAD\n");
  answer.headers.emplace_back("Allow", "GET, HEAD");
  return answer;
}

}  // namespace

Site::Site(const LiveSettings& settings, const GameArchive& games, const VoidNotes& notes,
           const Ladder& ladder, Sources sources)
    : settings_(settings),
      sources_(std::move(sources)),
      games_(games),
      notes_(notes),
      lockers_(settings.options()->data / "lockers"),
      ladder_(ladder) {
  const auto options = settings_.options();
  if (!options->web.empty()) files_ = WebFiles(options->web);
}

HttpAnswer Site::health() const { return sources_.well() ? text_answer(200, "ok\n") : stopping(); }

HttpAnswer Site::readiness() const {
  return sources_.ready() ? text_answer(200, "ready\n") : try_later(503, "not ready\n", 1);
}

// A proxy may pass a node's own path on as it is.
bool Site::is_socket(std::string_view target) const {
  const std::string own = settings_.options()->node_url;
  return target == kSocketPath || (!own.empty() && target == url_path(own));
}

bool Site::is_page_of_a_node(std::string_view origin) const {
  if (origin.empty()) return false;
  const auto is_of = [host = url_host(origin)](const std::string& node) {
    return is_at_node_place(host, node);
  };
  const std::vector<std::string> nodes = sources_.nodes_so_far();
  const std::vector<std::string> later = settings_.options()->later_nodes;
  return std::any_of(nodes.begin(), nodes.end(), is_of) ||
         std::any_of(later.begin(), later.end(), is_of);
}

HttpAnswer Site::metrics_page() const {
  return text_answer(200, sources_.metrics(), "text/plain; version=0.0.4; charset=utf-8");
}

HttpAnswer Site::metrics(const HttpQuestion& question, const IpAddress& peer) const {
  const auto options = settings_.options();
  if (options->metrics_port != 0) return not_found();
  // What a proxy on this machine passes on comes from anywhere.
  const bool from_here = is_loopback(peer) && !question.forwarded;
  if (!options->open_metrics && !from_here) return text_answer(403, "for this machine only\n");
  return metrics_page();
}

HttpAnswer Site::metrics_answer(const HttpQuestion& question) const {
  if (!question.readable) return get_or_head();
  if (question.target == "/healthz") return health();
  if (question.target == "/readyz") return readiness();
  return question.target == "/metrics" ? metrics_page() : not_found();
}

HttpAnswer Site::voided(std::string_view code) const {
  const auto note = notes_.find(code);
  return note ? text_answer(200, *note, "application/json") : not_found();
}

HttpAnswer Site::locker(const HttpQuestion& question) const {
  const auto options = settings_.options();
  return lockers_.answer(question, {options->lockers, days(options->keep_lockers_days)},
                         wall_time());
}

HttpAnswer Site::answer(const HttpQuestion& question, const IpAddress& peer) const {
  constexpr std::string_view kVoided = "/voided/";
  const bool game = question.target.starts_with(kGamesPath);
  const bool locker_wanted = question.target.starts_with(kLockersPath);
  const bool ladder = is_of_ladder(question.target) && settings_.options()->limits.features.ladder;
  const bool own_row = ladder && question.target.starts_with(kLadderRows);
  const bool changes = (question.deletes && (game || locker_wanted)) ||
                       (question.puts && (locker_wanted || own_row));
  if (!question.readable && !changes) return get_or_head();
  if (is_socket(question.target)) return text_answer(426, "a WebSocket is spoken here\n");
  if (question.target == "/healthz") return health();
  if (question.target == "/readyz") return readiness();
  if (question.target == "/metrics") return metrics(question, peer);
  if (!host_allowed(question.host, settings_.options()->origins)) return another_name();
  if (locker_wanted) return locker(question);
  try {
    if (game) return game_answer(games_, question, oldest_game(*settings_.options(), wall_time()));
    if (ladder) return ladder_.answer(question, wall_time());
    if (question.target.starts_with(kVoided)) return voided(question.target.substr(kVoided.size()));
  } catch (const StoreError&) {  // of several nodes, and their database is away
    return try_later(503, "not now\n", 2);
  }
  HttpQuestion asked = question;
  asked.nodes = sources_.nodes();
  const auto options = settings_.options();
  asked.nodes.insert(asked.nodes.end(), options->later_nodes.begin(), options->later_nodes.end());
  return page_answer(files_, asked);
}

std::optional<Site::NoSocket> Site::why_no_socket(const HttpQuestion& question) const {
  const auto options = settings_.options();
  if (!is_socket(question.target)) {
    return NoSocket{"path", text_answer(404, "the WebSocket is at /ws\n")};
  }
  if (!host_allowed(question.host, options->origins)) return NoSocket{"host", another_name()};
  if (!origin_allowed(question.origin, question.host, options->origins) &&
      !is_page_of_a_node(question.origin)) {
    return NoSocket{"origin", text_answer(403, "this origin may not connect\n")};
  }
  if (!sources_.well()) return NoSocket{"stopping", stopping()};
  return std::nullopt;
}

}  // namespace nl
