// Stored events of a room. A room's state is the replay of its events and of nothing else: events
// are inputs, and the replay computes cards, questions and deaths again.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/action.h"
#include "game/origin.h"
#include "game/time.h"
#include "protocol/push_target.h"
#include "protocol/room_settings.h"
#include "server/seat_token.h"

namespace nl {

enum class AnsweredBy : std::uint8_t {
  Player,
  Bot,      // a bot's seat, or a seat that a bot holds
  StandIn,  // the clock, for a player who let the time run out
  Order,    // a standing pass, which the player ordered for when they are away
};
inline constexpr int kAnsweredBys = static_cast<int>(AnsweredBy::Order) + 1;

struct Player {
  std::string name{};
  std::string bot{};  // empty: a person
  TokenHash token{};
  PushTarget push{};
  std::optional<Bytes32> ladder{};  // the ladder key; empty: not rated
  bool auto_pass = false;

  bool person() const { return bot.empty(); }
  friend bool operator==(const Player&, const Player&) = default;
};

// The host's rule for watchers.
struct WatcherRule {
  static constexpr int kAny = -1;
  int most = kAny;  // no more than the server allows
  bool muted = false;

  friend bool operator==(const WatcherRule&, const WatcherRule&) = default;
};

// A lobby without its settings and the records of its games.
struct CarriedRoom {
  std::uint64_t events = 0;
  int games = 0;
  Seat host = 0;
  std::vector<Player> players{};
  std::vector<Bytes32> banned{};
  WatcherRule watchers{};
  SeatMask open{};  // seats that let watchers see their hands
  std::string webhook{};
  Origin origin{};  // start position of its games; empty: a fresh deal

  friend bool operator==(const CarriedRoom&, const CarriedRoom&) = default;
};

// One struct per kind of event; kType is its name in the store. The stored bytes of a kind never
// change: rooms of earlier versions must stay readable.
namespace stored {

struct Created {
  static constexpr std::string_view kType = "created";
  RoomSettings settings{};
  friend bool operator==(const Created&, const Created&) = default;
};
struct Joined {
  static constexpr std::string_view kType = "joined";
  std::string name{};
  TokenHash token{};
  friend bool operator==(const Joined&, const Joined&) = default;
};
struct BotAdded {
  static constexpr std::string_view kType = "bot";
  std::string bot{};
  friend bool operator==(const BotAdded&, const BotAdded&) = default;
};
// A player or bot leaves the lobby; the later ones move up.
struct Removed {
  static constexpr std::string_view kType = "removed";
  Seat seat = kNoSeat;
  friend bool operator==(const Removed&, const Removed&) = default;
};
struct HostChanged {
  static constexpr std::string_view kType = "host";
  Seat seat = kNoSeat;
  friend bool operator==(const HostChanged&, const HostChanged&) = default;
};
struct Started {
  static constexpr std::string_view kType = "started";
  Bytes32 seed{};  // the server's
  GameId game{};
  std::string header{};  // the record's first line
  friend bool operator==(const Started&, const Started&) = default;
};
struct Committed {
  static constexpr std::string_view kType = "committed";
  Seat seat = kNoSeat;
  Bytes32 commitment{};
  friend bool operator==(const Committed&, const Committed&) = default;
};
// Commitments are closed, and the server requests the shares.
struct CommitsClosed {
  static constexpr std::string_view kType = "commits_closed";
  friend bool operator==(const CommitsClosed&, const CommitsClosed&) = default;
};
struct Revealed {
  static constexpr std::string_view kType = "revealed";
  Seat seat = kNoSeat;
  Bytes32 share{};
  friend bool operator==(const Revealed&, const Revealed&) = default;
};
struct Dealt {
  static constexpr std::string_view kType = "dealt";
  friend bool operator==(const Dealt&, const Dealt&) = default;
};
struct Answered {
  static constexpr std::string_view kType = "answer";
  Seat seat = kNoSeat;
  Action action{};
  AnsweredBy by = AnsweredBy::Player;
  friend bool operator==(const Answered&, const Answered&) = default;
};
// The window's time is up: all who have not answered pass.
struct Expired {
  static constexpr std::string_view kType = "expired";
  friend bool operator==(const Expired&, const Expired&) = default;
};
struct Forfeited {
  static constexpr std::string_view kType = "forfeit";
  Seat seat = kNoSeat;
  friend bool operator==(const Forfeited&, const Forfeited&) = default;
};
// The player was sent away in mid-game, and a bot plays on.
struct Replaced {
  static constexpr std::string_view kType = "replaced";
  Seat seat = kNoSeat;
  friend bool operator==(const Replaced&, const Replaced&) = default;
};
// Back to the lobby with the members who are present.
struct Rematch {
  static constexpr std::string_view kType = "rematch";
  friend bool operator==(const Rematch&, const Rematch&) = default;
};
struct Closed {
  static constexpr std::string_view kType = "closed";
  friend bool operator==(const Closed&, const Closed&) = default;
};
// Snapshot of a room, replacing all stored events.
struct Carried {
  static constexpr std::string_view kType = "carried";
  RoomSettings settings{};
  CarriedRoom room{};
  friend bool operator==(const Carried&, const Carried&) = default;
};
// The record of an earlier game.
struct Kept {
  static constexpr std::string_view kType = "kept";
  std::vector<std::string> lines{};
  friend bool operator==(const Kept&, const Kept&) = default;
};
// The host removed a player.
struct Banned {
  static constexpr std::string_view kType = "banned";
  Bytes32 mark{};  // ban_mark
  friend bool operator==(const Banned&, const Banned&) = default;
};
struct Watched {
  static constexpr std::string_view kType = "watched";
  WatcherRule rule{};
  friend bool operator==(const Watched&, const Watched&) = default;
};
struct Changed {
  static constexpr std::string_view kType = "changed";
  RoomSettings settings{};
  friend bool operator==(const Changed&, const Changed&) = default;
};
// The player lets watchers see the hand, if all others do …
struct HandOpened {
  static constexpr std::string_view kType = "open";
  Seat seat = kNoSeat;
  friend bool operator==(const HandOpened&, const HandOpened&) = default;
};
// … and no longer.
struct HandClosed {
  static constexpr std::string_view kType = "shut";
  Seat seat = kNoSeat;
  friend bool operator==(const HandClosed&, const HandClosed&) = default;
};
// The room's games play on from this position.
struct PlaysOn {
  static constexpr std::string_view kType = "plays_on";
  Origin origin{};
  friend bool operator==(const PlaysOn&, const PlaysOn&) = default;
};
struct Hooked {
  static constexpr std::string_view kType = "hooked";
  std::string url{};  // turns are posted there; empty: no webhook
  friend bool operator==(const Hooked&, const Hooked&) = default;
};
struct Subscribed {
  static constexpr std::string_view kType = "subscribed";
  Seat seat = kNoSeat;
  PushTarget push{};  // address of the player's notifications; empty: none
  friend bool operator==(const Subscribed&, const Subscribed&) = default;
};
struct Laddered {
  static constexpr std::string_view kType = "laddered";
  Seat seat = kNoSeat;
  Bytes32 key{};  // the player's key on the ladder
  friend bool operator==(const Laddered&, const Laddered&) = default;
};
// Windows of a slow room are passed for this player while nobody looks.
struct AutoPass {
  static constexpr std::string_view kType = "autopass";
  Seat seat = kNoSeat;
  bool on = false;
  friend bool operator==(const AutoPass&, const AutoPass&) = default;
};
// The player had let the clock answer, and is there again.
struct CameBack {
  static constexpr std::string_view kType = "back";
  Seat seat = kNoSeat;
  friend bool operator==(const CameBack&, const CameBack&) = default;
};

}  // namespace stored

using StoredChange =
    std::variant<stored::Created, stored::Joined, stored::BotAdded, stored::Removed,
                 stored::HostChanged, stored::Started, stored::Committed, stored::CommitsClosed,
                 stored::Revealed, stored::Dealt, stored::Answered, stored::Expired,
                 stored::Forfeited, stored::Replaced, stored::Rematch, stored::Closed,
                 stored::Carried, stored::Kept, stored::Banned, stored::Watched, stored::Changed,
                 stored::HandOpened, stored::HandClosed, stored::Hooked, stored::Subscribed,
                 stored::Laddered, stored::AutoPass, stored::CameBack, stored::PlaysOn>;

struct RoomEvent {
  Time at{0};
  StoredChange what{};

  template <class Change>
  const Change* if_is() const {
    return std::get_if<Change>(&what);
  }
  template <class... Changes>
  bool is_one_of() const {
    return (std::holds_alternative<Changes>(what) || ...);
  }
  friend bool operator==(const RoomEvent&, const RoomEvent&) = default;
};

EntryKind entry_kind(const RoomEvent& event);
std::string stored_text(const RoomEvent& event);
// Empty if the text is not a stored event.
std::optional<RoomEvent> parse_stored(std::string_view text);

}  // namespace nl
