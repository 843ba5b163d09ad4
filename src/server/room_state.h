// State of a room without its connections: the replay of its stored events.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "fair/ceremony.h"
#include "game/seats_line.h"
#include "game/viewers.h"
#include "protocol/room_phase.h"
#include "server/delayed_hands.h"
#include "server/fair_game.h"
#include "server/room_event.h"
#include "store/store.h"
#include "text/voice.h"

namespace nl {

// A stored event is impossible: the store is damaged or the engine differs.
class RoomFault : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Timeout of a seat, and how many events each viewer had received by then.
struct RanOut {
  Seat seat = kNoSeat;
  std::array<std::size_t, kViewers> after{};
};

class RoomState {
 public:
  // Throws RoomFault if the event is impossible.
  void apply(const RoomEvent& event);
  // Applies a stored event, even if it leads to another state than it did then.
  RoomEvent replay(const Entry& entry);
  // Applies a move that the running game has just accepted, without checking it again.
  void take(const Accepted& accepted);

  std::uint64_t events() const { return events_; }  // number of events applied
  const RoomSettings& settings() const { return settings_; }
  RoomPhase phase() const { return phase_; }
  const std::vector<Player>& players() const { return players_; }
  Seat host() const { return host_; }
  int games() const { return games_; }  // number of the running or last game
  bool in_game() const { return phase_ != RoomPhase::Lobby && phase_ != RoomPhase::Closed; }
  bool has_person() const;
  int bots() const;
  int people() const { return static_cast<int>(players_.size()) - bots(); }
  bool is_banned(const Bytes32& mark) const;
  const WatcherRule& watchers() const { return watchers_; }
  SeatMask open_hands() const { return open_; }  // seats that allow watchers to see their hands
  // Empty if one player of this game doesn't.
  const DelayedHands* delayed_hands() const { return delayed_hands_ ? &*delayed_hands_ : nullptr; }
  // Seats whose game is rated.
  SeatMask laddered() const;
  // Seats for which the clock or a bot answered in this game.
  SeatMask helped() const { return helped_; }
  // Tokens of players who were removed from this game: its record carries their names.
  const std::vector<TokenHash>& replaced() const { return replaced_; }
  const std::string& webhook() const { return webhook_; }  // empty: none
  // The clock's choices in this game, for players who were away.
  const std::vector<RanOut>& ran_out() const { return ran_out_; }
  // Start position of the room's games; empty: a fresh deal.
  const Origin& origin() const { return origin_; }
  Seat first_person() const;  // kNoSeat: there is none

  const FairCeremony* ceremony() const { return ceremony_ ? &*ceremony_ : nullptr; }
  const FairGame* game() const { return game_ ? &*game_ : nullptr; }
  // The running game's public number, which selects the wording of its events.
  std::uint32_t voice() const { return deal_ ? voice_of(deal_->game()) : 0; }
  // The record of a finished game by its number (zero: the last one); empty if there is none, or if
  // it is too old.
  const std::vector<std::string>* record_of(int game) const;
  // Events that recreate this lobby, replacing its history.
  std::vector<RoomEvent> history(Time at) const;
  // For a game that would begin now.
  Header next_header() const;
  StateHash hash() const;

 private:
  friend class EventApplier;  // the one place that changes the members below

  std::uint64_t events_ = 0;
  RoomSettings settings_;
  RoomPhase phase_ = RoomPhase::Lobby;
  std::vector<Player> players_;
  Seat host_ = 0;
  int games_ = 0;
  std::string header_line_;  // of the running game's record: what its terms are made of
  std::optional<FairCeremony> ceremony_;
  std::optional<FairDeal> deal_;
  std::optional<FairGame> game_;
  std::vector<Bytes32> banned_;
  WatcherRule watchers_;
  SeatMask open_ = 0;
  std::optional<DelayedHands> delayed_hands_;
  SeatMask helped_ = 0;
  std::vector<TokenHash> replaced_;
  std::string webhook_;
  std::vector<RanOut> ran_out_;
  Origin origin_;
  std::deque<std::vector<std::string>> records_;  // of the games before, the last one at the back
};

// Reason why it can't continue under this program's rules; empty: it can.
std::string replay_fault(const StoredRoom& room);

}  // namespace nl
