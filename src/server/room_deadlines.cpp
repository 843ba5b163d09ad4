// Deadline handler of a room.
#include "server/room_deadlines.h"

#include <algorithm>

#include "protocol/room_messages.h"
#include "text/notation.h"

namespace nl {

void RoomDeadlines::handle_due(const Due& due, Time now) {
  switch (due.kind) {
    case DueKind::Grace: return grace_ends(due.seat, now);
    case DueKind::Ceremony:
      clock_.ceremony_ends.reset();
      if (state_.phase() == RoomPhase::Committing) {
        play_.close_commitments(now);
        return play_.go_on_with_ceremony(now);
      }
      return room_.commit(stored::Dealt{}, now);
    case DueKind::Bot:
      clock_.bot_due[due.seat].reset();
      if (!prompter_.bot_plays(due.seat)) return pass_by_order(due.seat, now);
      return play_.answer_for(due.seat, AnsweredBy::Bot, now);
    case DueKind::Window: clock_.window_ends.reset(); return room_.commit(stored::Expired{}, now);
    case DueKind::Turn: return turn_ends(now);
    case DueKind::Remind: clock_.reminds_at.reset(); return notifier_.remind(now);
    case DueKind::Empty: return room_.commit(stored::Closed{}, now);
    case DueKind::Tell: clock_.presence_sent(now); return broadcaster_.room_has_changed();
  }
}

// An answer by the clock must be marked as such.
void RoomDeadlines::turn_ends(Time now) {
  const Seat seat = state_.game()->next_asked();
  clock_.stop_turn();
  broadcaster_.say_to_all(message_text(TimeoutMessage{seat}));
  if (state_.settings().slow()) notifier_.ran_out();
  play_.answer_for(seat, AnsweredBy::StandIn, now);
  if (state_.phase() == RoomPhase::Playing) change_absent_host(now);
}

// Waits for players who are watching: they may want to answer this one themselves.
void RoomDeadlines::pass_by_order(Seat seat, Time now) {
  if (members_.looks(seat)) {
    clock_.bot_due[seat] = now + prompter_.order_delay(seat);
    return;
  }
  room_.commit(stored::Answered{seat, word(Verb::Pass), AnsweredBy::Order}, now);
}

void RoomDeadlines::grace_ends(Seat seat, Time now) {
  members_.presence(seat).grace_over = true;
  broadcaster_.room_has_changed();
  if (state_.phase() == RoomPhase::Lobby) {
    room_.commit(stored::Removed{seat}, now);
    return room_.close_if_deserted(now);
  }
  if (seat == state_.host()) {
    const auto player = std::find_if(members_.begin(), members_.end(),
                                     [](const Member& m) { return m.seat != kWatcher; });
    if (player != members_.end()) {
      room_.commit(stored::HostChanged{player->seat}, now);
    }
  }
  prompter_.ask_again(seat);  // a bot answers the open question from here on
}

// A host who let the clock answer twice hands the room to a present player.
void RoomDeadlines::change_absent_host(Time now) {
  if (!state_.settings().slow() || !members_.presence(state_.host()).held()) return;
  for (Seat seat = 0; seat < members_.seats(); ++seat) {
    if (!state_.players()[seat].person() || members_.presence(seat).held()) continue;
    return room_.commit(stored::HostChanged{seat}, now);
  }
}

}  // namespace nl
