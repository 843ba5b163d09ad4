// Broadcaster: sends each member of a room the events and views that its seat may know, and
// remembers what each has received.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "game/viewers.h"
#include "protocol/room_info.h"
#include "server/members.h"
#include "server/message_cache.h"
#include "server/room_clock.h"
#include "server/room_host.h"
#include "server/room_state.h"

namespace nl {

class Broadcaster {
 public:
  Broadcaster(const RoomId& id, const RoomState& state, Members& members, const RoomClock& clock,
              RoomHost& host)
      : id_(id), state_(state), members_(members), clock_(clock), host_(host) {}

  // Queues a message until flush(), which runs after the store has committed its cause.
  void say(SessionId session, std::string text) { outbox_.emplace_back(session, std::move(text)); }
  void say_to_all(const std::string& text);
  void flush();
  // The room is closed.
  void send_goodbye();

  // ---- the room -----------------------------------------------------------------------------

  void room_has_changed() { room_changed_ = true; }
  void send_room();  // if it has changed, or to members who have not seen it
  // The room as members last saw it; empty until the first message about the room.
  const std::optional<ListedRoom>& summary() const { return summary_; }

  // ---- the game -----------------------------------------------------------------------------

  void send_ceremony(Time now);
  // Returns whether a new game has begun; then every member will get a whole view.
  bool begin_game();
  void send_steps();
  // Sends the whole view: to a member who joins, returns, or missed events.
  void send_view(Member& member);
  void send_end();  // once, if it is over
  void repeat_end(const Member& member);

  // After a restart: assumes that returning members have seen the restored state.
  void resume();

 private:
  // Game state that one viewer has received; empty if nobody follows as that viewer.
  struct Shown {
    std::size_t events = 0;
    SharedTable table{};
    std::optional<OwnView> own{};
  };

  RoomInfo room_info() const;
  void send_steps_to(Seat viewer, MessageCache& parts);
  void send_hands();
  void send_timeouts(const Member& member, std::size_t last);
  std::string hands_text() const;  // empty: hands are not shown to watchers, or not yet
  std::string over_text() const;

  const RoomId& id_;
  const RoomState& state_;
  Members& members_;
  const RoomClock& clock_;
  RoomHost& host_;

  std::vector<std::pair<SessionId, std::string>> outbox_;
  bool room_changed_ = false;
  std::optional<ListedRoom> summary_;
  RoomPhase sent_phase_ = RoomPhase::Lobby;
  int sent_game_ = 0;
  bool sent_over_ = false;
  int sent_hands_ = 0;  // of that turn
  std::array<Shown, kViewers> shown_{};
};

}  // namespace nl
