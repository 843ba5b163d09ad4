// What the server counts, as Prometheus reads it. Sums over all rooms only.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "net/commit_queue.h"
#include "net/figures.h"
#include "net/think_pool.h"

namespace nl {

struct Metrics {
  std::atomic<std::int64_t> connections{0};  // WebSockets that are open
  std::atomic<std::int64_t> rooms{0};
  std::atomic<std::uint64_t> requests{0};  // HTTP
  std::atomic<std::uint64_t> opened{0};
  Reasons turned_away;  // too many, a strange origin
  Reasons cut;          // floods, slow readers, too large messages
  Reasons refused;      // requests: limits, nonsense, what is not allowed now
  Reasons calls;        // webhooks and messages to browsers, by what came of them
  Histogram handling;   // from a message's arrival until the core has dealt with it
  std::atomic<std::uint64_t> messages_in{0};
  std::atomic<std::uint64_t> messages_out{0};
  std::atomic<std::uint64_t> bytes_out{0};
};

struct ClusterFigures;
std::string cluster_metrics_text(const ClusterFigures& figures);
std::string store_size_metrics(std::uint64_t bytes);
std::string metrics_text(const Metrics& metrics, const CommitQueue::Figures& commits,
                         const ThinkPool::Figures& thinkers);

}  // namespace nl
