// What bots and hints think over. The core never searches: it gives a job to whoever runs it, and
// the job is a value of its own, so that it can be done on any thread and at any time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bots/hint.h"
#include "engine/action.h"
#include "game/time.h"
#include "store/store.h"
#include "text/asked.h"

namespace nl {

enum class ThinkKind : std::uint8_t { Move, Hint };

// The question that somebody thinks about.
struct ThinkTopic {
  RoomId room{};
  int game = 0;
  Seat seat = 0;
  Decision decision = 0;
  ThinkKind kind = ThinkKind::Move;

  friend bool operator==(const ThinkTopic&, const ThinkTopic&) = default;
};

struct ThinkJob {
  ThinkTopic topic{};
  Time wanted{0};     // an answer that comes later is of no use; zero: it always is
  std::string bot{};  // for an answer
  std::uint64_t seed = 0;
  Rules rules{};
  View view{};
  std::vector<Event> past{};  // the last that the seat was told, the oldest first
};

struct Thought {
  ThinkTopic topic{};
  Action action{};
  Hint hint{};
};

// Depends on the job alone.
Thought think(const ThinkJob& job);

}  // namespace nl
