// Bot jobs: moves and hints that a thread pool computes outside the server's core.
// A job is a self-contained value, so any thread may run it at any time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bots/hint.h"
#include "engine/action.h"
#include "game/time.h"
#include "store/store.h"
#include "text/question_context.h"

namespace nl {

enum class BotJobKind : std::uint8_t { Move, Hint };

// Identity of a bot job: one decision of one seat.
struct BotQuestion {
  RoomId room{};
  int game = 0;
  Seat seat = 0;
  Decision decision = 0;
  BotJobKind kind = BotJobKind::Move;

  friend bool operator==(const BotQuestion&, const BotQuestion&) = default;
};

struct BotJob {
  BotQuestion topic{};
  Time wanted{0};     // deadline for the answer; zero: none
  std::string bot{};  // for an answer
  std::uint64_t seed = 0;
  Rules rules{};
  View view{};
  std::vector<Event> past{};  // the seat's last events, oldest first
};

struct BotResult {
  BotQuestion topic{};
  Action action{};
  Hint hint{};
};

// Deterministic: depends on the job only.
BotResult run_bot_job(const BotJob& job);

}  // namespace nl
