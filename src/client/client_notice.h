// Notices of a client to its player, in order of arrival. The surface puts them into words.
#pragma once

#include <optional>
#include <string>

#include "engine/event.h"
#include "protocol/net_refusal.h"
#include "text/refusal.h"

namespace nl {

struct ClientNotice {
  enum class Topic {
    Happened,     // event: something in the game
    Chat,         // name (empty: a watcher) says text
    Refused,      // net or rule: reason why the last request was refused
    Joined,       // name sits down
    Left,         // name is gone from the room
    Away,         // name has lost the connection
    Back,         // name is here again
    Held,         // a bot plays for name until they are back
    TimedOut,     // name ran out of time: the clock answers
    Replaced,     // the host removed name during the game, and a bot plays on
    Host,         // name is host now
    Shuffling,    // the shuffle has begun, and this client takes part in it
    Ladder,       // name, a list, play for the ladder: the game that begins may be rated
    Missed,       // number events could not be repeated
    LostServer,   // the connection is lost; text: why
    FoundServer,  // … and back
    Kicked,       // the host removed this player
    Closed,       // the room is gone
    SeatLost,     // the seat could not be taken back
    Verified,     // the record follows from the seeds; number: players' shares in it
    NotVerified,  // … it does not: text says where and why
    ServerFault,  // the server sent an invalid message; text: where
  };
  Topic kind = Topic::Happened;
  Event event{};
  int told = 0;         // of an event: its number among the public events
  bool before = false;  // happened before this client joined: logged, not announced
  std::string name{};
  std::string text{};
  int number = 0;
  std::optional<NetRefusal> net{};
  Refused rule{};
};

}  // namespace nl
