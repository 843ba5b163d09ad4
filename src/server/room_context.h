// Shared state of a room's handlers. They change the room only through commit(), which applies an
// event and stores it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fair/entropy.h"
#include "protocol/net_refusal.h"
#include "protocol/request.h"
#include "server/broadcaster.h"
#include "server/limits.h"
#include "server/members.h"
#include "server/prompter.h"
#include "server/room_clock.h"
#include "server/room_host.h"
#include "server/room_state.h"
#include "server/turn_notifier.h"

namespace nl {

// Orders of the operator to a room.
enum class OperatorOrder : std::uint8_t { None, Kick, Close, ForgetPush };

// Input from a session; empty: its connection is gone.
struct RoomInput {
  SessionId session = 0;
  Time at{0};
  std::optional<Request> request{};
  OperatorOrder order = OperatorOrder::None;
  Seat ordered = kNoSeat;  // the seat or player concerned
  std::string endpoint{};  // … or the browser
  std::string type{};
  std::optional<int> id{};
  bool fair = false;
  std::string address{};
};

class RoomContext {
 public:
  RoomContext(const RoomId& id, const ServerTimes& times, const ServerLimits& limits,
              Entropy& entropy, RoomHost& host);
  // The parts hold pointers to each other.
  RoomContext(const RoomContext&) = delete;
  RoomContext& operator=(const RoomContext&) = delete;

  void commit(StoredChange what, Time at);
  // Commits a player's move that the game has accepted.
  void commit(const Accepted& accepted, Time at);

  void refuse(const RoomInput& input, NetRefusal why, const std::string& field = {});
  void refuse(const RoomInput& input, const Refused& why);
  // Each of these refuses the input if the check fails.
  bool from_host(const RoomInput& input);
  bool in_phase(const RoomInput& input, RoomPhase phase);
  bool names_player(const RoomInput& input, Seat seat);

  Seat seat_of(const TokenHash& token) const;  // kNoSeat: nobody's
  int most_watchers() const;
  void came_back(Seat seat, Time now);
  void presence_changed(Time now);
  void close_if_deserted(Time now);

 protected:
  friend class RoomHandler;

  bool waiting() const { return stored_ < appended_; }
  void follow(const RoomEvent& event, RoomPhase before);

  RoomId id_;
  const ServerTimes& times_;
  const ServerLimits& limits_;
  Entropy& entropy_;
  RoomHost& host_;

  RoomState state_;
  Members members_;
  RoomClock clock_;
  Broadcaster broadcaster_;
  Prompter prompter_;
  TurnNotifier notifier_;

  std::uint64_t appended_ = 0;
  std::uint64_t stored_ = 0;
  std::size_t history_ = 0;  // entries that a restart would read
  Time dealt_{0};            // the running or last game …
  Time ended_{0};            // … as its events describe it, whenever they are read
  TokenBucket host_changes_;
  TokenBucket subscriptions_;

 private:
  void follow_answer(const stored::Answered& answered);
  void store(const RoomEvent& event);
  void cut_history(Time at);
};

// A handler of some requests of a room.
class RoomHandler {
 protected:
  explicit RoomHandler(RoomContext& room)
      : room_(room),
        id_(room.id_),
        times_(room.times_),
        limits_(room.limits_),
        entropy_(room.entropy_),
        host_(room.host_),
        state_(room.state_),
        members_(room.members_),
        clock_(room.clock_),
        broadcaster_(room.broadcaster_),
        prompter_(room.prompter_),
        notifier_(room.notifier_),
        subscriptions_(room.subscriptions_),
        dealt_(room.dealt_),
        ended_(room.ended_) {}
  ~RoomHandler() = default;

  RoomContext& room_;
  const RoomId& id_;
  const ServerTimes& times_;
  const ServerLimits& limits_;
  Entropy& entropy_;
  RoomHost& host_;
  const RoomState& state_;
  Members& members_;
  RoomClock& clock_;
  Broadcaster& broadcaster_;
  Prompter& prompter_;
  TurnNotifier& notifier_;
  TokenBucket& subscriptions_;
  const Time& dealt_;
  const Time& ended_;
};

}  // namespace nl
