// HTTP router: maps a request to its handler, and decides who may open a WebSocket. No sockets.
#pragma once

#include <functional>
#include <optional>

#include "net/client_address.h"
#include "net/live_settings.h"
#include "site/daily_handler.h"
#include "site/device_sync_handler.h"
#include "site/http_response.h"
#include "site/ladder_handler.h"
#include "site/public_archive.h"

namespace nl {

class HttpRouter {
 public:
  struct Sources {
    std::function<bool()> alive;  // not stopping
    std::function<bool()> well;   // neither stopping nor failed
    std::function<bool()> ready;  // and its database answers
    // WebSocket addresses of nodes that serve the same rooms, this one included.
    std::function<std::vector<std::string>()> nodes;
    // Former nodes included: their pages may still connect.
    std::function<std::vector<std::string>()> nodes_so_far;
    std::function<std::string()> metrics;  // in Prometheus' text format
    // True if clients reach this server under that name, as far as it knows its names.
    std::function<bool(std::string_view host)> is_own_host;
  };
  HttpRouter(const LiveSettings& settings, const PublicArchive& archive, Sources sources);

  HttpResponse respond(const HttpRequest& request) const;
  // Request on the metrics port.
  HttpResponse metrics_response(const HttpRequest& request) const;

  // Reason for the log, and the response.
  struct NoSocket {
    std::string_view reason;
    HttpResponse response;
  };
  std::optional<NoSocket> why_no_socket(const HttpRequest& request) const;

 private:
  HttpResponse health() const;
  HttpResponse readiness() const;
  bool is_socket(std::string_view target) const;
  bool is_page_of_a_node(std::string_view origin) const;
  HttpResponse metrics() const;
  HttpResponse metrics_page() const;
  HttpResponse voided(std::string_view code) const;
  HttpResponse device_sync(const HttpRequest& request) const;

  const LiveSettings& settings_;
  const Sources sources_;
  const PublicArchive& archive_;
  mutable DeviceSyncHandler device_sync_;  // guards itself
  mutable LadderHandler ladder_;           // … and so do these
  mutable DailyHandler daily_;
  StaticFiles files_;
};

}  // namespace nl
