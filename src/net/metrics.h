// Server metrics in Prometheus' text format. Sums over all rooms only.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "net/bot_pool.h"
#include "net/commit_queue.h"
#include "net/counters.h"

namespace nl {

struct Metrics {
  std::atomic<std::int64_t> connections{0};  // WebSockets that are open
  std::atomic<std::int64_t> rooms{0};
  std::atomic<std::uint64_t> requests{0};  // HTTP
  std::atomic<std::uint64_t> opened{0};
  LabelledCounter turned_away;  // too many, a strange origin
  LabelledCounter cut;          // floods, slow readers, too large messages
  LabelledCounter refused;      // requests: limits, nonsense, what is not allowed now
  LabelledCounter calls;        // webhooks and messages to browsers, by what came of them
  Histogram handling;           // from a message's arrival until the core has dealt with it
  std::atomic<std::uint64_t> messages_in{0};
  std::atomic<std::uint64_t> messages_out{0};
  std::atomic<std::uint64_t> bytes_out{0};
};

struct ClusterFigures;
std::string cluster_metrics_text(const ClusterFigures& figures);
std::string store_size_metrics(std::uint64_t bytes);
std::string metrics_text(const Metrics& metrics, const CommitQueue::Figures& commits,
                         const BotPool::Figures& thinkers);

}  // namespace nl
