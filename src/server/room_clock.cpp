// What happens by itself: windows close, turns run out, bots answer, the absent are replaced.
#include <algorithm>

#include "server/room.h"

namespace nl {

// ---- what is due --------------------------------------------------------------------------------

std::optional<Room::Due> Room::next_due() const {
  std::optional<Due> first;
  const auto consider = [&](std::optional<Time> when, DueKind kind, Seat seat = kNoSeat) {
    if (when && (!first || *when < first->when)) first = Due{*when, kind, seat};
  };
  for (Seat seat = 0; seat < presence_.size(); ++seat) {
    const Presence& presence = presence_[seat];
    if (presence.away_since && !presence.grace_over && state_.players()[seat].person()) {
      consider(*presence.away_since + pace_.grace, DueKind::Grace, seat);
    }
    consider(presence.bot_due, DueKind::Bot, seat);
  }
  consider(ceremony_ends_, DueKind::Ceremony);
  consider(window_ends_, DueKind::Window);
  consider(turn_ends_, DueKind::Turn);
  const bool idle = state_.phase() == RoomPhase::Lobby || state_.phase() == RoomPhase::Over;
  if (idle && empty_since_) consider(*empty_since_ + pace_.empty, DueKind::Empty);
  return first;
}

void Room::handle_due(const Due& due, Time now) {
  switch (due.kind) {
    case DueKind::Grace: return grace_ends(due.seat, now);
    case DueKind::Ceremony:
      ceremony_ends_.reset();
      if (state_.phase() == RoomPhase::Committing) {
        close_commitments(now);
        return go_on_with_ceremony(now);
      }
      return commit({.kind = RoomEventKind::Dealt, .at = now});
    case DueKind::Bot:
      presence_[due.seat].bot_due.reset();
      return answer_for(due.seat, AnsweredBy::Bot, now);
    case DueKind::Window:
      window_ends_.reset();
      return commit({.kind = RoomEventKind::Expired, .at = now});
    case DueKind::Turn:
      turn_ends_.reset();
      return answer_for(state_.game()->next_asked(), AnsweredBy::StandIn, now);
    case DueKind::Empty: return commit({.kind = RoomEventKind::Closed, .at = now});
  }
}

void Room::grace_ends(Seat seat, Time now) {
  presence_[seat].grace_over = true;
  room_changed_ = true;
  if (state_.phase() == RoomPhase::Lobby) {
    commit({.kind = RoomEventKind::Removed, .at = now, .seat = seat});
    return close_if_deserted(now);
  }
  if (seat == state_.host()) {
    for (const Member& member : members_) {
      if (member.seat == kWatcher) continue;
      commit({.kind = RoomEventKind::HostChanged, .at = now, .seat = member.seat});
      break;
    }
  }
  presence_[seat].announced = 0;  // an open question is the bot's from here on
}

// ---- questions ----------------------------------------------------------------------------------

bool Room::bot_plays(Seat seat) const {
  const Presence& presence = presence_[seat];
  constexpr int kLeftInARow = 2;
  return !state_.players()[seat].person() || presence.grace_over ||
         presence.stand_ins >= kLeftInARow;
}

// People must be able to follow the bots; among themselves these need no time.
int Room::wait_percent() const {
  constexpr int kLeast = 25;
  const auto& players = state_.players();
  for (Seat seat = 0; seat < players.size(); ++seat) {
    const bool lives = holds(state_.game()->alive(), seat);
    if (lives && players[seat].person()) return std::max(bot_percent_, kLeast);
  }
  return bot_percent_;
}

// When a bot's answer leaves is settled when it is asked, by nothing that it holds or thinks.
Time Room::bot_delay(Seat seat) const {
  std::uint64_t mixed = public_events_ << 3 | seat;
  for (const std::uint8_t byte : id_) mixed = mix64(mixed ^ byte);
  const auto spread = static_cast<std::uint64_t>(pace_.bot_spread.count());
  const Time usual = pace_.bot + Time(spread == 0 ? 0 : mixed % spread);
  const Time delay = usual * wait_percent() / 100;
  const Time most = state_.settings().window / 2;
  return state_.game()->phase() == Phase::Window && delay > most ? most : delay;
}

void Room::announce_window(Time now) {
  const FairGame& game = *state_.game();
  if (game.phase() != Phase::Window) {
    window_ends_.reset();
    return;
  }
  if (window_ends_ && window_nopes_ == game.nopes()) return;
  window_nopes_ = game.nopes();
  window_ends_ = now + state_.settings().window;
  say_to_all(window_json(now).dump());
}

void Room::announce_to(Seat seat, bool public_step, Time now) {
  Presence& presence = presence_[seat];
  const FairGame& game = *state_.game();
  if (presence.announced == game.decision(seat)) return;
  presence.announced = game.decision(seat);
  const bool window = game.phase() == Phase::Window;
  // The clock runs on where the others can't see that the question changed: a new start would tell.
  if (window || (!public_step && turn_ends_)) {
    if (window) turn_ends_.reset();
  } else if (state_.settings().turn != Time{0} && !bot_plays(seat)) {
    turn_ends_ = now + state_.settings().turn;
  } else {
    turn_ends_.reset();
  }
  presence.bot_due.reset();
  if (bot_plays(seat)) {
    presence.bot_due = public_step ? now + bot_delay(seat) : now;
    presence.planned = thought_out(seat);
  }
  if (const Member* member = member_at(seat)) tell_question(*member, now);
}

// Puts the open question to whoever is asked, and starts its clock.
void Room::announce(Time now) {
  const FairGame& game = *state_.game();
  const bool public_step = game.events(kWatcher).size() != public_events_;
  public_events_ = game.events(kWatcher).size();
  announce_window(now);
  if (game.over() || game.phase() == Phase::Window) turn_ends_.reset();
  for (Seat seat = 0; seat < presence_.size(); ++seat) {
    if (holds(game.asked(), seat)) {
      announce_to(seat, public_step, now);
    } else {
      presence_[seat].bot_due.reset();
    }
  }
}

// After a restart nobody is connected. A window that was broken off starts anew; a turn's clock
// goes on, but one that ran out meanwhile leaves its player the time to come back.
void Room::start_clocks_anew(Time last_event, Time now) {
  for (Seat seat = 0; seat < presence_.size(); ++seat) {
    if (state_.players()[seat].person()) presence_[seat].away_since = now;
  }
  empty_since_ = now;
  told_phase_ = state_.phase();
  // A game that is not dealt yet has not been told of either.
  told_game_ = state_.game() != nullptr ? state_.games() : 0;
  told_over_ = state_.phase() == RoomPhase::Over;
  if (state_.phase() == RoomPhase::Committing) ceremony_ends_ = now + pace_.commit;
  if (state_.phase() == RoomPhase::Revealing) ceremony_ends_ = now + pace_.reveal;
  settle(now);
  if (state_.phase() != RoomPhase::Playing || !turn_ends_) return;
  turn_ends_ = std::max(last_event + state_.settings().turn, now + pace_.after_restart);
}

}  // namespace nl
