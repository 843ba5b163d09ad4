// Slow rooms: a clock of hours or days, and players who come and go.
#include <algorithm>

#include "server/room.h"
#include "text/notation.h"

namespace nl {

std::size_t Room::public_steps() const {
  return state_.game() == nullptr ? 0 : state_.game()->events(kWatcher).size();
}

// Times are stored as everybody's clock shows them, so a question goes on where it was. What ran
// out while the server was down is not the player's fault: at least the last part is left.
void Room::go_on_with_slow_clocks(Time asked_since, Time last_event, Time now) {
  const RoomSettings& settings = state_.settings();
  const auto goes_on = [&](Time whole) {
    return std::clamp(asked_since + whole, now + whole / 12, now + whole);
  };
  if (clock_.turn_ends) {
    const Time reminder = asked_since + settings.hours - settings.last_part();
    clock_.turn_ends = goes_on(settings.hours);
    clock_.reminds_at.reset();
    if (reminder > now) clock_.reminds_at = *clock_.turn_ends - settings.last_part();
  }
  // One that is closed at once, since the box has no Nope, stays so.
  if (clock_.window_ends && *clock_.window_ends > now) {
    clock_.window_ends = goes_on(settings.window_time());
  }
  const Time idle = std::max<Time>(pace_.empty, settings.hours);
  clock_.empty_since = std::clamp(last_event, now - idle + settings.last_part(), now);
  note_table();
}

// Who has twice let the clock answer does not wait for others to start another game.
void Room::change_absent_host(Time now) {
  if (!state_.settings().slow() || !members_.presence(state_.host()).held()) return;
  for (Seat seat = 0; seat < members_.seats(); ++seat) {
    if (!state_.players()[seat].person() || members_.presence(seat).held()) continue;
    return commit({.kind = RoomEventKind::HostChanged, .at = now, .seat = seat});
  }
}

void Room::on(const RoomInput& input, const AutoPassRequest& request) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher) return refuse(input, Refused{.why = Refusal::Watching});
  if (state_.players()[seat].auto_pass == request.on) return;
  if (!subscriptions_.take(input.at)) return refuse(input, NetRefusal::TooFast);
  commit({.kind = RoomEventKind::AutoPass, .at = input.at, .seat = seat, .on = request.on});
}

// It waits for who is looking: they may want to say something else this once.
void Room::pass_by_order(Seat seat, Time now) {
  if (members_.looks(seat)) {
    clock_.bot_due[seat] = now + asker_.order_delay(seat);
    return;
  }
  commit({.kind = RoomEventKind::Answered,
          .at = now,
          .seat = seat,
          .action = word(Verb::Pass),
          .by = AnsweredBy::Order});
}

// ---- for those who are elsewhere ----------------------------------------------------------------

// What everybody has been told by now, and no more: what is not stored yet is not in it.
void Room::note_table() {
  if (!state_.settings().slow()) return;
  table_ = {.code = room_code(id_),
            .phase = state_.phase(),
            .hours = static_cast<int>(state_.settings().hours.count())};
  for (const Player& player : state_.players()) table_.names.push_back(player.name);
  table_asked_ = 0;
  const FairGame* game = state_.game();
  if (game == nullptr || game->over()) return;
  table_asked_ = game->asked();
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
  own.asked = holds(table_asked_, seat);
  return own;
}

}  // namespace nl
