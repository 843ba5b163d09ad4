// What happens by itself: windows close, turns run out, bots answer, the absent are replaced.
#include <algorithm>

#include "protocol/room_messages.h"
#include "server/room.h"

namespace nl {

void Room::handle_due(const Due& due, Time now) {
  switch (due.kind) {
    case DueKind::Grace: return grace_ends(due.seat, now);
    case DueKind::Ceremony:
      clock_.ceremony_ends.reset();
      if (state_.phase() == RoomPhase::Committing) {
        close_commitments(now);
        return go_on_with_ceremony(now);
      }
      return commit({.kind = RoomEventKind::Dealt, .at = now});
    case DueKind::Bot:
      clock_.bot_due[due.seat].reset();
      if (!asker_.bot_plays(due.seat)) return pass_by_order(due.seat, now);
      return answer_for(due.seat, AnsweredBy::Bot, now);
    case DueKind::Window:
      clock_.window_ends.reset();
      return commit({.kind = RoomEventKind::Expired, .at = now});
    case DueKind::Turn: return turn_ends(now);
    case DueKind::Remind: clock_.reminds_at.reset(); return caller_.remind(now);
    case DueKind::Empty: return commit({.kind = RoomEventKind::Closed, .at = now});
    case DueKind::Tell: clock_.presence_told(now); return teller_.room_has_changed();
  }
}

// What the clock has chosen must not read as if the player had.
void Room::turn_ends(Time now) {
  const Seat seat = state_.game()->next_asked();
  clock_.stop_turn();
  teller_.say_to_all(timeout_message(seat));
  if (state_.settings().slow()) caller_.ran_out();
  answer_for(seat, AnsweredBy::StandIn, now);
  if (state_.phase() == RoomPhase::Playing) change_absent_host(now);
}

void Room::grace_ends(Seat seat, Time now) {
  members_.presence(seat).grace_over = true;
  teller_.room_has_changed();
  if (state_.phase() == RoomPhase::Lobby) {
    commit({.kind = RoomEventKind::Removed, .at = now, .seat = seat});
    return close_if_deserted(now);
  }
  if (seat == state_.host()) {
    const auto player = std::find_if(members_.begin(), members_.end(),
                                     [](const Member& m) { return m.seat != kWatcher; });
    if (player != members_.end()) {
      commit({.kind = RoomEventKind::HostChanged, .at = now, .seat = player->seat});
    }
  }
  asker_.ask_anew(seat);  // the open question is the bot's from here on
}

// After a restart nobody is connected. A window that was broken off starts anew; a turn's clock
// goes on, but one that ran out meanwhile leaves its player the time to come back.
void Room::start_clocks_anew(Time asked_since, Time last_event, Time now) {
  for (Seat seat = 0; seat < members_.seats(); ++seat) {
    if (state_.players()[seat].person()) members_.presence(seat).away_since = now;
  }
  clock_.empty_since = now;
  teller_.resume();
  caller_.resume();
  settle(now);
  if (state_.settings().slow()) return go_on_with_slow_clocks(asked_since, last_event, now);
  if (state_.phase() != RoomPhase::Playing || !clock_.turn_ends) return;
  clock_.turn_ends = std::max(last_event + state_.settings().turn, now + pace_.after_restart);
}

}  // namespace nl
