// Connections between clients and simulated nodes.
#pragma once

#include <limits>
#include <map>
#include <string>

#include "server/virtual_time.h"

namespace nl {

// A client's link to a node.
class ClusterClient {
 public:
  virtual ~ClusterClient() = default;
  virtual void heard(SessionId session, const std::string& text) = 0;
  virtual void lost(SessionId session) = 0;
};

class ClusterLines {
 public:
  struct Line {
    ClusterClient* client = nullptr;
    std::size_t node = 0;
    Time up{0};
    Time down{0};
  };

  explicit ClusterLines(VirtualTime& time) : time_(time) {}

  SessionId open(ClusterClient* client, std::size_t node) {
    lines_[++last_] = {client, node};
    return last_;
  }
  bool contains(SessionId id) const { return lines_.contains(id); }
  // Line whose other end is still the node.
  Line* find(SessionId id) {
    const auto line = lines_.find(id);
    return line == lines_.end() || line->second.node == kNowhere ? nullptr : &line->second;
  }
  void forget(SessionId id) { lines_.erase(id); }
  // From the node, in order.
  void send(SessionId id, std::string text) {
    const auto line = lines_.find(id);
    if (line == lines_.end()) return;
    line->second.down = std::max(line->second.down, time_.now() + time_.up_to(20));
    time_.in(line->second.down - time_.now(), [this, id, text = std::move(text)] {
      const auto there = lines_.find(id);
      if (there != lines_.end()) there->second.client->heard(id, text);
    });
  }
  void drop(SessionId id) {
    const auto line = lines_.find(id);
    if (line == lines_.end()) return;
    ClusterClient* const client = line->second.client;
    const Time heard = std::max(line->second.down - time_.now(), Time{0}) + time_.up_to(50);
    line->second.node = kNowhere;  // no more of it gets through, but for what is on its way
    time_.in(heard, [this, id, client] {
      lines_.erase(id);
      client->lost(id);
    });
  }
  void drop_all(std::size_t node) {
    std::vector<SessionId> gone;
    for (const auto& [id, line] : lines_) {
      if (line.node == node) gone.push_back(id);
    }
    for (const SessionId id : gone) drop(id);
  }

 private:
  static constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

  VirtualTime& time_;
  SessionId last_ = 0;
  std::map<SessionId, Line> lines_;
};

}  // namespace nl
