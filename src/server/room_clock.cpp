// Deadlines of a room: which is next.
#include "server/room_clock.h"

#include <algorithm>

namespace nl {

std::optional<Due> RoomClock::next(const RoomState& state, const Members& members,
                                   const ServerTimes& times) const {
  std::optional<Due> first;
  const auto consider = [&](std::optional<Time> when, DueKind kind, Seat seat = kNoSeat) {
    if (when && (!first || *when < first->when)) first = Due{*when, kind, seat};
  };
  for (Seat seat = 0; seat < members.seats(); ++seat) {
    const Presence& presence = members.presence(seat);
    // In a slow room nobody waits at the table: the player keeps the seat until the clock runs out.
    const bool has_grace = !presence.grace_over && !state.settings().slow();
    if (presence.away_since && has_grace && state.players()[seat].person()) {
      consider(*presence.away_since + times.grace, DueKind::Grace, seat);
    }
    consider(bot_due[seat], DueKind::Bot, seat);
  }
  consider(ceremony_ends, DueKind::Ceremony);
  consider(window_ends, DueKind::Window);
  consider(turn_ends, DueKind::Turn);
  consider(reminds_at, DueKind::Remind);
  consider(closes(state, times), DueKind::Empty);
  consider(sends_presence_at, DueKind::Tell);
  return first;
}

// The clock ends a slow game even if its players never return.
std::optional<Time> RoomClock::closes(const RoomState& state, const ServerTimes& times) const {
  if (!empty_since) return std::nullopt;
  const bool idle = state.phase() == RoomPhase::Lobby || state.phase() == RoomPhase::Over;
  if (!state.settings().slow()) return *empty_since + (idle ? times.empty : times.unattended);
  if (!idle) return std::nullopt;
  // Otherwise a room that nobody joined would occupy its place for a week.
  if (state.games() == 0 && state.people() < 2) return *empty_since + times.empty;
  return *empty_since + std::max<Time>(times.empty, state.settings().hours);
}

void RoomClock::start_turn(const RoomSettings& settings, Time now) {
  stop_turn();
  if (settings.turn_time() == Time{0}) return;
  turn_ends = now + settings.turn_time();
  if (settings.slow()) reminds_at = *turn_ends - settings.last_part();
}

void RoomClock::stop_turn() {
  turn_ends.reset();
  reminds_at.reset();
}

void RoomClock::follow_ceremony(RoomPhase phase, const ServerTimes& times, Time now) {
  const bool commits = phase == RoomPhase::Committing;
  if (!commits && phase != RoomPhase::Revealing) {
    ceremony_ends.reset();
  } else if (phase != stage_ || !ceremony_ends) {
    ceremony_ends = now + (commits ? times.commit : times.reveal);
  }
  stage_ = phase;
}

bool RoomClock::presence_changed(const ServerTimes& times, Time now) {
  if (sends_presence_at) return false;
  if (presence_sent_at_ && now < *presence_sent_at_ + times.presence) {
    sends_presence_at = *presence_sent_at_ + times.presence;
    return false;
  }
  presence_sent_at_ = now;
  return true;
}

void RoomClock::presence_sent(Time now) {
  sends_presence_at.reset();
  presence_sent_at_ = now;
}

void RoomClock::stop_game() {
  window_ends.reset();
  stop_turn();
  bot_due = {};
}

}  // namespace nl
