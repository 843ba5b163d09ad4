// What is stored of a room. Its state is the replay of these and of nothing else: they are inputs,
// and everything that follows from them (cards, questions, deaths) is worked out anew.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/action.h"
#include "game/time.h"
#include "protocol/push_target.h"
#include "protocol/room_settings.h"
#include "server/seat_token.h"

namespace nl {

enum class RoomEventKind : std::uint8_t {
  Created,        // settings
  Joined,         // text: the name; value: the token's hash
  BotAdded,       // text: the bot
  Removed,        // seat: a player or bot leaves the lobby; the later ones move up
  HostChanged,    // seat
  Started,        // value: the server's seed; game: its id; text: the record's first line
  Committed,      // seat; value: the commitment
  CommitsClosed,  // nobody can commit any more: the shares are asked for
  Revealed,       // seat; value: the share
  Dealt,
  Answered,    // seat, action, by
  Expired,     // the window's time is up: all who have not answered pass
  Forfeited,   // seat
  Replaced,    // seat: its player was sent away in mid-game, and a bot plays on
  Rematch,     // back to the lobby, with those who are still there
  Closed,      // the room is no more
  Carried,     // settings, carried: the room as it was, in place of all that was stored before
  Kept,        // lines: the record of a game of before
  Banned,      // value: whom the host sent away (ban_mark)
  Watched,     // watchers: what the host wants of them
  Changed,     // settings: other ones than before
  HandOpened,  // seat: its player lets watchers see the hand, if all others do …
  HandClosed,  // seat: … and no longer
  Hooked,      // text: the address that turns are told to; empty: none
  Subscribed,  // seat; push: where its player is called; nothing: nowhere
  Laddered,    // seat; value: the key that its player plays for on the ladder
  AutoPass,    // seat; on: windows of a slow room are passed for its player, who does not look
  CameBack,    // seat: its player had let the clock answer, and is there again
};

enum class AnsweredBy : std::uint8_t {
  Player,
  Bot,      // a bot's seat, or a seat that a bot holds
  StandIn,  // the careful bot, once, for a player who let the time run out
  Order,    // a pass, as the player has ordered for when nobody looks
};

struct Player {
  std::string name{};
  std::string bot{};  // empty: a person
  TokenHash token{};
  PushTarget push{};
  std::optional<Bytes32> ladder{};  // the key that is rated; nothing: none
  bool auto_pass = false;

  bool person() const { return bot.empty(); }
  friend bool operator==(const Player&, const Player&) = default;
};

// Who may watch, as the host wants it.
struct WatcherRule {
  static constexpr int kAny = -1;
  int most = kAny;  // no more than the server allows
  bool muted = false;

  friend bool operator==(const WatcherRule&, const WatcherRule&) = default;
};

// A room in its lobby, but for its settings and the records of its games.
struct CarriedRoom {
  std::uint64_t events = 0;
  int games = 0;
  Seat host = 0;
  std::vector<Player> players{};
  std::vector<Bytes32> banned{};
  WatcherRule watchers{};
  SeatMask open{};  // whose players let watchers see their hands
  std::string webhook{};

  friend bool operator==(const CarriedRoom&, const CarriedRoom&) = default;
};

struct RoomEvent {
  RoomEventKind kind = RoomEventKind::Closed;
  Time at{0};
  Seat seat = kNoSeat;
  Action action{};
  AnsweredBy by = AnsweredBy::Player;
  std::string text{};
  Bytes32 value{};
  GameId game{};
  RoomSettings settings{};  // Created, Changed, Carried
  CarriedRoom carried{};
  WatcherRule watchers{};
  std::vector<std::string> lines{};
  PushTarget push{};
  bool on = false;

  friend bool operator==(const RoomEvent&, const RoomEvent&) = default;
};

EntryKind entry_kind(RoomEventKind kind);
std::string stored_text(const RoomEvent& event);
// Nothing where the text is no such event.
std::optional<RoomEvent> parse_stored(std::string_view text);

}  // namespace nl
