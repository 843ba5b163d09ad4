// State of a room: queries and compacted history.
#include "server/room_state.h"

#include <algorithm>

#include "game/open_cards.h"
#include "server/event_applier.h"

namespace nl {

bool RoomState::has_person() const { return first_person() != kNoSeat; }

Seat RoomState::first_person() const {
  const auto found = std::find_if(players_.begin(), players_.end(),
                                  [](const Player& player) { return player.person(); });
  return found == players_.end() ? kNoSeat : static_cast<Seat>(found - players_.begin());
}

int RoomState::bots() const {
  return static_cast<int>(std::count_if(players_.begin(), players_.end(),
                                        [](const Player& player) { return !player.person(); }));
}

bool RoomState::is_banned(const Bytes32& mark) const {
  return std::find(banned_.begin(), banned_.end(), mark) != banned_.end();
}

SeatMask RoomState::laddered() const {
  SeatMask seats = 0;
  for (Seat seat = 0; seat < players_.size(); ++seat) {
    if (players_[seat].ladder) seats = static_cast<SeatMask>(seats | seat_bit(seat));
  }
  return seats;
}

Header RoomState::next_header() const {
  if (origin_.exists()) return header_of(origin_);
  return {settings_.preset, settings_.expansions, settings_.rules(),
          static_cast<int>(players_.size())};
}

StateHash RoomState::hash() const {
  return game_ ? state_hash(OpenCards::state(*game_)) : StateHash{};
}

const std::vector<std::string>* RoomState::record_of(int game) const {
  const bool over = phase_ == RoomPhase::Over;
  const int finished = over || phase_ == RoomPhase::Lobby ? games_ : games_ - 1;
  if (game == 0) game = finished;
  if (over && game == games_) return &game_->record();
  const int back = (over ? games_ - 1 : finished) - game;  // games since then
  if (game < 1 || back < 0 || back >= static_cast<int>(records_.size())) return nullptr;
  return &records_[records_.size() - 1 - static_cast<std::size_t>(back)];
}

std::vector<RoomEvent> RoomState::history(Time at) const {
  const CarriedRoom room{.events = events_,
                         .games = games_,
                         .host = host_,
                         .players = players_,
                         .banned = banned_,
                         .watchers = watchers_,
                         .open = open_,
                         .webhook = webhook_,
                         .origin = origin_};
  std::vector<RoomEvent> events = {{at, stored::Carried{settings_, room}}};
  for (const auto& record : records_) events.push_back({at, stored::Kept{record}});
  return events;
}

void RoomState::apply(const RoomEvent& event) { EventApplier(*this).apply(event); }

void RoomState::take(const Accepted& accepted) { EventApplier(*this).take(accepted); }

RoomEvent RoomState::replay(const Entry& entry) {
  const auto event = parse_stored(entry.data);
  if (!event) throw RoomFault("an entry can't be read");
  apply(*event);
  if (hash() != entry.state) throw RoomFault("the game goes another way than it went");
  return *event;
}

std::string replay_fault(const StoredRoom& room) {
  try {
    RoomState state;
    for (const Entry& entry : room.entries) state.replay(entry);
    return {};
  } catch (const RoomFault& fault) {
    return fault.what();
  }
}

}  // namespace nl
