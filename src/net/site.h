// What is to be had over plain HTTP, and who may open a WebSocket. No sockets here.
#pragma once

#include <functional>
#include <optional>

#include "net/client_address.h"
#include "net/game_archive.h"
#include "net/http_answer.h"
#include "net/ladder_site.h"
#include "net/live_settings.h"
#include "net/locker_site.h"
#include "net/void_notes.h"

namespace nl {

class Site {
 public:
  struct Sources {
    std::function<bool()> well;   // neither stopping nor failed
    std::function<bool()> ready;  // and its database answers
    // WebSockets of nodes that serve the same rooms, its own among them.
    std::function<std::vector<std::string>()> nodes;
    // Those that were there once, too: a page of theirs may still come.
    std::function<std::vector<std::string>()> nodes_so_far;
    std::function<std::string()> metrics;  // as Prometheus reads them
  };
  Site(const LiveSettings& settings, const GameArchive& games, const VoidNotes& notes,
       const Ladder& ladder, Sources sources);

  HttpAnswer answer(const HttpQuestion& question, const IpAddress& peer) const;
  // On the port that is for the metrics alone.
  HttpAnswer metrics_answer(const HttpQuestion& question) const;

  // The reason as it stands in the log, and what is said.
  struct NoSocket {
    std::string_view reason;
    HttpAnswer answer;
  };
  std::optional<NoSocket> why_no_socket(const HttpQuestion& question) const;

 private:
  HttpAnswer health() const;
  HttpAnswer readiness() const;
  bool is_socket(std::string_view target) const;
  bool is_page_of_a_node(std::string_view origin) const;
  HttpAnswer metrics(const HttpQuestion& question, const IpAddress& peer) const;
  HttpAnswer metrics_page() const;
  HttpAnswer voided(std::string_view code) const;
  HttpAnswer locker(const HttpQuestion& question) const;

  const LiveSettings& settings_;
  const Sources sources_;
  const GameArchive& games_;
  const VoidNotes& notes_;
  mutable LockerSite lockers_;  // guards itself
  mutable LadderSite ladder_;   // … and so does this
  WebFiles files_;
};

}  // namespace nl
