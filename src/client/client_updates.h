// Updates of a client's state, one function for each message of the server.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "client/client_state.h"

namespace nl {

class ClientUpdates : public ClientState {
 protected:
  using ClientState::ClientState;
  ~ClientUpdates() = default;

  static constexpr int kReasonColumns = 160;

  void say(const Request& request) { outgoing_.push_back(request_text(request)); }
  void notify(ClientNotice told) { notices_.push_back(std::move(told)); }
  void notify(ClientNotice::Topic kind, std::string name = {}) {
    notify({.kind = kind, .name = std::move(name)});
  }

  // client_updates.cpp: messages outside of rooms, and about the room
  void on(const WelcomeMessage& message, Time now);
  void on(const RoomsMessage& message, Time now);
  void on(const RefusedMessage& message, Time now);
  void on(const FindingMessage& message, Time now);
  void on(const JoinedMessage& message, Time now);
  void on(const LeftMessage& message, Time now);
  // All others are messages of a room; a client outside of it ignores them.
  template <class OfRoom>
  void on(const OfRoom& message, Time now) {
    if (in_room_) take(message, now);
  }
  void take(const RoomInfo& message, Time now);
  void take(const ChatMessage& message, Time now);
  void take(const TimeoutMessage& message, Time now);
  template <class Unused>
  void take(const Unused&, Time) {}  // unused in a terminal
  void run_errand();
  void enter();
  void say_listen();
  void claim_seat();
  void forget_room();
  void notify_of_changes(const RoomInfo& before);
  void name_seats();

  // client_game.cpp: messages about a game
  void take(const FairMessage& message, Time now);
  void take(const ViewMessage& message, Time now);
  void take(const EventsMessage& message, Time now);
  void take(const QuestionMessage& message, Time now);
  void take(const WindowMessage& message, Time now);
  void take(const ClockMessage& message, Time now);
  void take(const OverMessage& message, Time now);
  void take(const RecordMessage& message, Time now);
  void begin_game(int game);
  void show(SentView view);
  void notify_of_events(std::vector<Event> events, int from, int told_before, bool seen_before);
  void notify_of_ladder();
  void start_clock(Time now);
  void judge();
};

}  // namespace nl
