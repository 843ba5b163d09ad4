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
    Refused,      // net or rule: why the last wish was not granted
    Joined,       // name sits down
    Left,         // name is gone from the room
    Away,         // name has lost the connection
    Back,         // name is here again
    Held,         // a bot plays for name until they are back
    TimedOut,     // name ran out of time: the clock answers
    Replaced,     // name was sent away in mid-game, and a bot plays on
    Host,         // name is host now
    Shuffling,    // the shuffle has begun, and this client takes part in it
    Missed,       // number events could not be told again
    LostServer,   // the connection is lost; text: why
    FoundServer,  // … and back
    Kicked,       // this player was sent away
    Closed,       // the room is gone
    SeatLost,     // the seat could not be taken back
    Verified,     // the record follows from the seeds; number: players' shares in it
    NotVerified,  // … it does not: text says where and why
    ServerFault,  // the server said something that makes no sense; text: where
  };
  Topic kind = Topic::Happened;
  Event event{};
  int told = 0;         // of an event: its number among those that everybody is told
  bool before = false;  // happened before this client looked: for the log, not to be announced
  std::string name{};
  std::string text{};
  int number = 0;
  std::optional<NetRefusal> net{};
  Refused rule{};
};

}  // namespace nl
