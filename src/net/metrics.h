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
  std::atomic<std::int64_t> connections{0};  // open WebSockets
  std::atomic<std::int64_t> rooms{0};
  std::atomic<std::int64_t> games{0};
  std::atomic<std::int64_t> players{0};
  std::atomic<std::int64_t> watchers{0};
  Time started{0};
  std::atomic<std::int64_t> draining{0};   // 1: no new rooms
  std::atomic<std::uint64_t> requests{0};  // HTTP
  std::atomic<std::uint64_t> opened{0};
  LabelledCounter turned_away;  // too many connections, or a foreign origin
  LabelledCounter cut;          // floods, slow readers, too large messages
  LabelledCounter refused;      // requests: limits, invalid, not allowed now
  LabelledCounter calls;        // webhooks and Web Push, by result
  Histogram handling;           // from a message's arrival until the core has handled it
  std::atomic<std::uint64_t> messages_in{0};
  std::atomic<std::uint64_t> messages_out{0};
  std::atomic<std::uint64_t> bytes_out{0};
};

struct ClusterFigures;
std::string cluster_metrics_text(const ClusterFigures& figures);
// Updated every minute.
struct StoreFigures {
  std::atomic<std::uint64_t> bytes{0};
  std::atomic<std::uint64_t> device_sync{0};
  std::atomic<std::uint64_t> ladder{0};
  std::atomic<std::int64_t> free{-1};             // on the volume; -1: unknown
  std::atomic<std::int64_t> backup{0};            // seconds since 1970; 0: never
  std::atomic<std::int64_t> certificate_ends{0};  // … 0: no TLS
};
std::string store_metrics(const StoreFigures& store);
std::string metrics_text(const Metrics& metrics, const CommitQueue::Figures& commits,
                         const BotPool::Figures& thinkers);

}  // namespace nl
