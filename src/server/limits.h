// Server limits and timeouts, and the token bucket that enforces rates.
#pragma once

#include <cassert>
#include <cstddef>

#include "game/time.h"
#include "server/features.h"

namespace nl {

struct ServerLimits {
  std::size_t message_bytes = 8 * 1024;     // of one message from a client
  std::size_t outbound_bytes = 512 * 1024;  // waiting for one client: slower readers are cut
  int message_burst = 60;
  Time message_every{50};
  int chat_burst = 5;
  Time chat_every{2'000};
  int list_burst = 5;
  Time list_every{1'000};
  int strikes = 30;  // invalid or too frequent messages before the connection is cut
  std::size_t rooms = 10'000;
  std::size_t slow_rooms = 2'000;  // of these, so that a restart stays short
  // Per address, which several people may share:
  int rooms_per_address = 30;       // open at once
  int bots_per_address = 60;        // seats in these rooms
  int slow_rooms_per_address = 10;  // … that are played over days
  int room_burst = 30;              // rooms made …
  Time room_every{5'000};
  int game_burst = 30;  // … games begun …
  Time game_every{5'000};
  int hint_burst = 20;  // … hints thought over …
  Time hint_every{2'000};
  int enter_burst = 120;  // … and rooms entered
  Time enter_every{250};
  int address_call_burst = 60;  // webhook calls for its rooms
  Time address_call_every{1'000};
  int report_burst = 5;  // games reported to the operator
  Time report_every{600'000};
  // Of one room:
  int host_burst = 40;  // its host's changes
  Time host_every{500};
  int call_burst = 20;  // notifications for absent players
  Time call_every{3'000};
  std::size_t watchers = 50;  // of one room
  std::size_t listed = 100;   // rooms in one list
  ServerFeatures features{};
  bool padded = false;  // messages are padded to a few sizes where an observer sees lengths
};

// Timeouts and delays; `pace.*_ms` in the settings file.
struct ServerTimes {
  Time grace{60'000};         // a lost connection's seat waits this long before a bot takes it
  Time commit{5'000};         // time for the players' commitments …
  Time reveal{5'000};         // … and for their shares
  Time bot{900};              // a bot answers this long after its question …
  Time bot_spread{400};       // … plus a random delay up to this, whatever it holds and computes
  Time bot_search{20};        // … but never sooner than this where it has to search
  Time after_restart{5'000};  // extra time for a turn that ran out while the server was down
  Time empty{600'000};        // an empty room without a game is closed after this time
  Time unattended{600'000};   // … and one where bots play on without people
  Time presence{1'000};       // shortest time between reports of arrivals and departures
};

// Token bucket: allows `burst` events at once, then one per `every`.
class TokenBucket {
 public:
  TokenBucket(int burst, Time every) : every_(every), slack_(every * (burst - 1)) {
    assert(burst >= 1 && every >= Time{0});
  }

  bool can_take(Time now) const { return due_ <= now + slack_; }
  bool take(Time now) {
    if (!can_take(now)) return false;
    due_ = (due_ > now ? due_ : now) + every_;
    return true;
  }
  bool full(Time now) const { return due_ <= now; }

 private:
  Time every_;
  Time slack_;
  Time due_{0};  // when the allowance is full again
};

}  // namespace nl
