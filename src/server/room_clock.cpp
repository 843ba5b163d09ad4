#include "server/room_clock.h"

namespace nl {

std::optional<Due> RoomClock::next(const RoomState& state, const Members& members,
                                   const ServerPace& pace) const {
  std::optional<Due> first;
  const auto consider = [&](std::optional<Time> when, DueKind kind, Seat seat = kNoSeat) {
    if (when && (!first || *when < first->when)) first = Due{*when, kind, seat};
  };
  for (Seat seat = 0; seat < members.seats(); ++seat) {
    const Presence& presence = members.presence(seat);
    if (presence.away_since && !presence.grace_over && state.players()[seat].person()) {
      consider(*presence.away_since + pace.grace, DueKind::Grace, seat);
    }
    consider(bot_due[seat], DueKind::Bot, seat);
  }
  consider(ceremony_ends, DueKind::Ceremony);
  consider(window_ends, DueKind::Window);
  consider(turn_ends, DueKind::Turn);
  const bool idle = state.phase() == RoomPhase::Lobby || state.phase() == RoomPhase::Over;
  if (empty_since) consider(*empty_since + (idle ? pace.empty : pace.unattended), DueKind::Empty);
  consider(tells_presence, DueKind::Tell);
  return first;
}

void RoomClock::follow_ceremony(RoomPhase phase, const ServerPace& pace, Time now) {
  const bool commits = phase == RoomPhase::Committing;
  if (!commits && phase != RoomPhase::Revealing) {
    ceremony_ends.reset();
  } else if (phase != stage_ || !ceremony_ends) {
    ceremony_ends = now + (commits ? pace.commit : pace.reveal);
  }
  stage_ = phase;
}

bool RoomClock::presence_changed(const ServerPace& pace, Time now) {
  if (tells_presence) return false;
  if (told_presence_ && now < *told_presence_ + pace.presence) {
    tells_presence = *told_presence_ + pace.presence;
    return false;
  }
  told_presence_ = now;
  return true;
}

void RoomClock::presence_told(Time now) {
  tells_presence.reset();
  told_presence_ = now;
}

void RoomClock::stop_game() {
  window_ends.reset();
  turn_ends.reset();
  bot_due = {};
}

}  // namespace nl
