// What the members of a room are told, each what its seat may know, and what they have been told
// already.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "game/viewers.h"
#include "protocol/room_info.h"
#include "server/members.h"
#include "server/room_clock.h"
#include "server/room_host.h"
#include "server/room_state.h"
#include "server/told_parts.h"

namespace nl {

class Teller {
 public:
  Teller(const RoomId& id, const RoomState& state, Members& members, const RoomClock& clock,
         RoomHost& host)
      : id_(id), state_(state), members_(members), clock_(clock), host_(host) {}

  // Waits until flush(), and so for what it follows from to be stored.
  void say(SessionId session, std::string text) { outbox_.emplace_back(session, std::move(text)); }
  void say_to_all(const std::string& text);
  void flush();
  // The room is closed.
  void say_goodbye();

  // ---- the room -----------------------------------------------------------------------------

  void room_has_changed() { room_changed_ = true; }
  void tell_room();  // if it has, or to whom it is news
  // As everybody has been told; nothing while nobody has been told of the room.
  const std::optional<ListedRoom>& summary() const { return summary_; }

  // ---- the game -----------------------------------------------------------------------------

  void tell_ceremony(Time now);
  // Notes that a game has begun; everybody will get the whole view. Says whether one has.
  bool begin_game();
  void tell_steps();
  // Everything at once: for one who joins, comes back, or missed something.
  void tell_view(Member& member);
  void tell_end();  // once, if it is over
  void repeat_end(const Member& member);

  // After a restart: what those who come back know already.
  void resume();

 private:
  // What one viewer has been shown of the game; nothing where nobody listens.
  struct Shown {
    std::size_t events = 0;
    SharedTable table{};
    std::optional<OwnView> own{};
  };

  RoomInfo room_info() const;
  void tell_steps_to(Seat viewer, ToldParts& parts);
  void tell_hands();
  void tell_ran_out(const Member& member, std::size_t last);
  std::string hands_text() const;  // empty: they are not for watchers, or not yet
  std::string over_text() const;

  const RoomId& id_;
  const RoomState& state_;
  Members& members_;
  const RoomClock& clock_;
  RoomHost& host_;

  std::vector<std::pair<SessionId, std::string>> outbox_;
  bool room_changed_ = false;
  std::optional<ListedRoom> summary_;
  RoomPhase told_phase_ = RoomPhase::Lobby;
  int told_game_ = 0;
  bool told_over_ = false;
  int told_hands_ = 0;  // of that turn
  std::array<Shown, kViewers> shown_{};
};

}  // namespace nl
