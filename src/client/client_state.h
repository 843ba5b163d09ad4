// State of one client, as the server's messages describe it. Times are the caller's clock.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "client/client_notice.h"
#include "client/fair_part.h"
#include "game/time.h"
#include "protocol/request.h"
#include "protocol/server_message.h"

namespace nl {

// Goal after the welcome message. After each reconnection the client pursues it again.
struct Errand {
  // Look: check whether a room exists. Find: get a table with strangers.
  enum class Goal { Browse, Join, Watch, Create, Look, Find };
  Goal kind = Goal::Browse;
  std::string room{};
  std::string name{};
  RoomSettings settings{};    // for Create, and the first choice of Find
  int bots = 0;               // of Create
  AcceptedTables accepted{};  // for Find, in order of preference
  int wait_s = 0;             // before bots fill the table
  bool together = false;
  std::string token{};  // a seat of that room is taken back first, if it still can be
};

// Request of an errand to create a room.
CreateRequest create_request(const Errand& errand);

struct NetQuestion {
  Decision decision = 0;
  Phase phase = Phase::Turn;
  ActionSet legal{};
  Time asked{0};                   // when it came
  std::optional<Time> deadline{};  // when the server stops waiting
  bool answered = false;           // an answer is under way
};

struct NetWindow {
  int nopes = 0;
  Time opened{0};
  Time deadline{0};
};

// Estimated from the room's settings while another player acts: the server sends the clock to the
// acting player only, except in slow rooms.
struct NetClock {
  Seat seat = kNoSeat;
  Time deadline{0};
};

// Seat that its token can take back.
struct OwnSeat {
  std::string room{};
  std::string name{};
  std::string token{};
  std::string wish{};  // for the host: the settings that the room was created with
};

// Signs that a seat counts for this player's place on the ladder.
using SeatClaim = std::function<LadderRequest(const OwnSeat& seat)>;

class ClientState {
 public:
  bool online() const { return welcomed_; }
  bool was_online() const { return was_welcomed_; }
  // Final: another client of this player has the seat, or the server speaks another protocol
  // version.
  bool ended() const { return ended_; }
  const std::string& end_reason() const { return end_reason_; }
  const Errand& errand() const { return errand_; }

  // ---- the room -----------------------------------------------------------------------------

  bool in_room() const { return in_room_; }
  bool refused_entry() const { return refused_entry_; }  // the client is in, but knows nothing else
  bool room_known() const { return room_known_; }  // else we are in, and told no more than that
  const RoomInfo& room() const { return room_; }
  const std::vector<ListedRoom>& rooms() const { return rooms_; }
  bool rooms_known() const { return rooms_known_; }
  // For an errand to find a table: number of players who wait for the nearest one.
  const std::optional<FindingMessage>& finding() const { return finding_; }
  // For an errand to look: whether the server answered, and the room if it exists.
  bool looked() const { return looked_; }
  const std::optional<ListedRoom>& found_room() const { return found_; }
  const OwnSeat& own_seat() const { return own_; }  // empty token: none
  bool watching() const { return room_.seat == kWatcher; }
  bool is_host() const { return in_room_ && !watching() && room_.seat == room_.host; }

  // ---- the game -----------------------------------------------------------------------------

  bool has_game() const { return game_ != 0; }  // there is a view
  int game() const { return game_; }
  const Rules& rules() const { return rules_; }
  const View& view() const { return seen_.view; }
  Odds odds() const { return seen_.odds; }
  const std::vector<std::string>& names() const { return names_; }
  SeatMask bots() const;
  SeatMask away() const;
  SeatMask held() const;
  std::span<const Event> events() const { return events_; }
  int last_event() const { return last_; }
  // The game's public number selects the wording of its events. Without it they are shown as facts.
  std::optional<std::uint32_t> voice() const { return voice_; }
  // Number of public events before events().
  int told_before() const { return told_before_; }

  const NetQuestion* question() const;
  const NetWindow* window() const;
  // The player whom everybody waits for, and the time left; empty if no clock runs.
  const std::optional<NetClock>& clock() const { return clock_; }
  bool playing() const;  // a living player of a game that goes on

  bool over() const { return over_; }
  const std::vector<std::string>& record() const {
    return record_;
  }  // whole once verdict() is there
  const std::optional<FairVerdict>& verdict() const { return verdict_; }

  const std::vector<ClientNotice>& notices() const { return notices_; }

 protected:
  explicit ClientState(Entropy& entropy) : entropy_(entropy) {}
  ~ClientState() = default;

  Entropy& entropy_;
  std::vector<std::string> outgoing_;
  bool welcomed_ = false;
  bool was_welcomed_ = false;
  bool ended_ = false;
  std::string end_reason_;

  Errand errand_;
  bool entering_ = false;
  bool refused_entry_ = false;
  bool in_room_ = false;
  RoomInfo room_;
  bool room_known_ = false;
  std::vector<ListedRoom> rooms_;
  bool rooms_known_ = false;
  bool looked_ = false;
  std::optional<ListedRoom> found_;
  std::optional<FindingMessage> finding_;
  OwnSeat own_;
  bool listens_ = false;      // this player's wish for longer Nope windows
  bool can_listen_ = false;   // the server offers them
  bool listen_said_ = false;  // … and has this wish since the last entry

  SeatClaim claim_;      // empty: this player is not on the ladder
  std::string claimed_;  // token of the seat that was claimed since the last entry

  FairPart part_;
  int game_ = 0;
  int last_ = 0;
  int told_ = 0;  // number of public events so far
  int told_before_ = 0;
  std::optional<std::uint32_t> voice_;
  Rules rules_ = make_rules(kDefaultPreset);
  SentView sent_;  // base for the next patch
  SeenGame seen_;
  std::vector<std::string> names_;
  std::vector<Event> events_;
  std::optional<NetQuestion> question_;
  std::optional<NetWindow> window_;
  std::optional<NetClock> clock_;
  bool syncing_ = false;

  bool over_ = false;
  std::vector<std::string> record_;
  bool fetching_ = false;
  std::optional<FairVerdict> verdict_;

  std::vector<ClientNotice> notices_;
};

}  // namespace nl
