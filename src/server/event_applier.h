// Event applier: applies stored events to the state of a room, one function per kind of event.
#pragma once

#include <string>
#include <vector>

#include "server/room_state.h"

namespace nl {

class EventApplier {
 public:
  explicit EventApplier(RoomState& room) : room_(room) {}

  // Throws RoomFault if the event is impossible in this state.
  void apply(const RoomEvent& event);
  // Applies a move that the running game has just accepted, without checking it again.
  void take(const Accepted& accepted);

 private:
  // Seats.
  void on(const stored::Created& event);
  void on(const stored::Joined& event);
  void on(const stored::BotAdded& event);
  void on(const stored::Removed& event);
  void on(const stored::HostChanged& event);
  void on(const stored::Replaced& event);
  void on(const stored::Banned& event);
  void on(const stored::CameBack& event);
  void join(Player player);
  Player& person_at(Seat seat, const char* otherwise);

  // Settings and preferences of the room's people.
  void on(const stored::Changed& event);
  void on(const stored::Watched& event);
  void on(const stored::HandOpened& event);
  void on(const stored::HandClosed& event);
  void on(const stored::Hooked& event);
  void on(const stored::Subscribed& event);
  void on(const stored::Laddered& event);
  void on(const stored::AutoPass& event);
  void on(const stored::PlaysOn& event);

  // A game from start to end.
  void on(const stored::Started& event);
  void on(const stored::Committed& event);
  void on(const stored::CommitsClosed& event);
  void on(const stored::Revealed& event);
  void on(const stored::Dealt& event);
  void on(const stored::Answered& event);
  void on(const stored::Forfeited& event);
  void on(const stored::Expired& event);
  void play_on();
  void record_timeout(Seat seat);
  void go_on(const Verdict& verdict);
  void after_step();

  // Earlier games.
  void on(const stored::Rematch& event);
  void on(const stored::Closed& event);
  void on(const stored::Carried& event);
  void on(const stored::Kept& event);
  void forget_game();

  RoomState& room_;
};

}  // namespace nl
