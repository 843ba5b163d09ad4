// Restart of a room's clocks after a server restart, and slow tables of absent players.
#include <algorithm>

#include "server/room.h"

namespace nl {

std::size_t Room::public_steps() const {
  return state_.game() == nullptr ? 0 : state_.game()->events(kWatcher).size();
}

// After a restart nobody is connected. An interrupted window starts again. A turn's clock goes on,
// but a turn that ran out meanwhile leaves its player time to return.
void Room::restart_clocks(Time question_start, Time last_event, Time now) {
  for (Seat seat = 0; seat < members_.seats(); ++seat) {
    if (state_.players()[seat].person()) members_.presence(seat).away_since = now;
  }
  clock_.empty_since = now;
  broadcaster_.resume();
  notifier_.resume();
  settle(now);
  if (state_.settings().slow()) return go_on_with_slow_clocks(question_start, last_event, now);
  if (state_.phase() != RoomPhase::Playing || !clock_.turn_ends) return;
  clock_.turn_ends = std::max(last_event + state_.settings().turn, now + times_.after_restart);
}

// Times are stored as wall-clock times, so a question continues where it was. Time that passed
// while the server was down is not the player's fault: a minimum is left.
void Room::go_on_with_slow_clocks(Time question_start, Time last_event, Time now) {
  const RoomSettings& settings = state_.settings();
  const auto goes_on = [&](Time whole) {
    return std::clamp(question_start + whole, now + whole / 12, now + whole);
  };
  if (clock_.turn_ends) {
    const Time reminder = question_start + settings.hours - settings.last_part();
    clock_.turn_ends = goes_on(settings.hours);
    clock_.reminds_at.reset();
    if (reminder > now) clock_.reminds_at = *clock_.turn_ends - settings.last_part();
  }
  // A window that closed at once, because the box has no Nope, stays closed.
  if (clock_.window_ends && *clock_.window_ends > now) {
    clock_.window_ends = goes_on(settings.window_time());
  }
  const Time idle = std::max<Time>(times_.empty, settings.hours);
  clock_.empty_since = std::clamp(last_event, now - idle + settings.last_part(), now);
  note_table();
}

// Contains only what members have received; never what is not stored yet.
void Room::note_table() {
  if (!state_.settings().slow()) return;
  table_ = {.code = room_code(id_),
            .phase = state_.phase(),
            .hours = static_cast<int>(state_.settings().hours.count())};
  for (const Player& player : state_.players()) table_.names.push_back(player.name);
  acting_seats_ = 0;
  const FairGame* game = state_.game();
  if (game == nullptr || game->over()) return;
  acting_seats_ = game->acting_seats();
  const bool window = game->phase() == Phase::Window;
  table_.turn = window ? kNoSeat : game->view(kWatcher).top().seat;
  table_.deadline = window ? clock_.window_ends : clock_.turn_ends;
}

std::optional<OwnTable> Room::own_table(const TokenHash& token) const {
  if (table_.code.empty() || !state_.settings().slow()) return std::nullopt;
  const Seat seat = seat_of(token);
  if (seat == kNoSeat || seat >= table_.names.size()) return std::nullopt;
  OwnTable own = table_;
  own.seat = seat;
  own.asked = holds(acting_seats_, seat);
  return own;
}

}  // namespace nl
