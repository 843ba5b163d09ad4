#include "server/room.h"

#include <algorithm>

#include "protocol/messages.h"

namespace nl {

Room::Room(const RoomId& id, const ServerPace& pace, const ServerLimits& limits, Entropy& entropy,
           RoomHost& host)
    : id_(id), pace_(pace), limits_(limits), entropy_(entropy), host_(host) {}

// ---- the queue ----------------------------------------------------------------------------------

void Room::post(RoomInput input, Time now) {
  inputs_.push_back(std::move(input));
  run(now);
}

void Room::tick(Time now) { run(now); }

void Room::stored(std::uint64_t number, Time now) {
  stored_ = std::max(stored_, std::min(number, appended_));
  if (waiting()) return;
  settle(now);
  run(now);
}

// Inputs and timers take effect in the order of their times, however long the store took: a Nope
// that arrived before the window's end counts, one that arrived at it or after does not.
void Room::run(Time now) {
  while (!waiting() && state_.phase() != RoomPhase::Closed) {
    const std::optional<Due> due = next_due();
    if (!inputs_.empty() && (!due || inputs_.front().at < due->when)) {
      RoomInput input = std::move(inputs_.front());
      inputs_.pop_front();
      handle(std::move(input));
    } else if (due && due->when <= now) {
      handle_due(*due, now);
    } else if (!inputs_.empty()) {
      // A clock that went back: nothing is due yet, and the input is here.
      inputs_.front().at = Time{0};
      continue;
    } else {
      return;
    }
    if (!waiting()) settle(now);
  }
}

void Room::handle(RoomInput input) {
  if (!input.request) return gone(input.session, input.at);
  const bool comes = std::holds_alternative<CreateRequest>(*input.request) ||
                     std::holds_alternative<JoinRequest>(*input.request) ||
                     std::holds_alternative<WatchRequest>(*input.request) ||
                     std::holds_alternative<ResumeRequest>(*input.request);
  if (!comes && member_of(input.session) == nullptr) return refuse(input, NetRefusal::NotInRoom);
  std::visit([&](const auto& request) { on(input, request); }, *input.request);
}

std::optional<Time> Room::next_timer() const {
  if (waiting()) return std::nullopt;
  const auto due = next_due();
  return due ? std::optional(due->when) : std::nullopt;
}

// ---- storing ------------------------------------------------------------------------------------

// What changes beside the state itself; `before` is the phase it came from.
void Room::follow(const RoomEvent& event, RoomPhase before) {
  using enum RoomEventKind;
  if (event.kind == Joined || event.kind == BotAdded) presence_.emplace_back();
  if (event.kind == Removed) {
    presence_.erase(presence_.begin() + event.seat);
    for (Member& member : members_) {
      if (member.seat != kWatcher && member.seat > event.seat) --member.seat;
    }
  }
  if (event.kind == Answered) {
    int& stand_ins = presence_[event.seat].stand_ins;
    if (event.by == AnsweredBy::StandIn) {
      ++stand_ins;
      room_changed_ = true;  // a bot may hold the seat from here on
    }
    if (event.by == AnsweredBy::Player) stand_ins = 0;
  }
  if (event.kind == Started) {
    for (Presence& presence : presence_) presence.stand_ins = 0;
  }
  // What happens within a game is told by the game's own messages.
  const bool step = event.kind == Answered || event.kind == Expired || event.kind == Forfeited ||
                    event.kind == Committed || event.kind == Revealed;
  room_changed_ = room_changed_ || !step || state_.phase() != before;
}

void Room::store(const RoomEvent& event) {
  host_.append(id_, ++appended_, {entry_kind(event.kind), stored_text(event), state_.hash()});
}

void Room::commit(const RoomEvent& event) {
  const RoomPhase before = state_.phase();
  state_.apply(event);
  follow(event, before);
  store(event);
}

// What a player does, once the game has accepted it.
void Room::commit(const Accepted& accepted, Time at) {
  const Move move = accepted.move();
  const RoomEvent event{.kind = move.leaves ? RoomEventKind::Forfeited : RoomEventKind::Answered,
                        .at = at,
                        .seat = move.seat,
                        .action = move.action};
  const RoomPhase before = state_.phase();
  state_.take(accepted);
  follow(event, before);
  store(event);
}

void Room::restore(std::span<const Entry> entries, Time now) {
  Time last{0};
  for (const Entry& entry : entries) {
    const auto event = parse_stored(entry.data);
    if (!event) throw RoomFault("an entry can't be read");
    const RoomPhase before = state_.phase();
    state_.apply(*event);
    follow(*event, before);
    if (state_.hash() != entry.state) throw RoomFault("the game goes another way than it went");
    last = event->at;
  }
  appended_ = stored_ = entries.size();
  start_clocks_anew(last, now);
}

// Nothing waits for the store: everybody is told what is new, and whoever is asked is asked.
void Room::settle(Time now) {
  const bool closed = state_.phase() == RoomPhase::Closed;
  for (auto& [session, text] : outbox_) host_.send(session, std::move(text));
  outbox_.clear();
  if (closed) {
    for (const Member& member : members_) {
      host_.send(member.session, left_message("closed"));
      host_.release(member.session);
    }
    members_.clear();
    summary_.reset();
    return;
  }
  tell_room();
  tell_ceremony(now);
  tell_game(now);
  if (members_.empty()) {
    if (!empty_since_) empty_since_ = now;
  } else {
    empty_since_.reset();
  }
}

// ---- members ------------------------------------------------------------------------------------

Room::Member* Room::member_of(SessionId session) {
  const auto found = std::find_if(members_.begin(), members_.end(),
                                  [&](const Member& m) { return m.session == session; });
  return found == members_.end() ? nullptr : &*found;
}

Room::Member* Room::member_at(Seat seat) {
  const auto found = std::find_if(members_.begin(), members_.end(),
                                  [&](const Member& m) { return m.seat == seat; });
  return found == members_.end() || seat == kWatcher ? nullptr : &*found;
}

void Room::take_out(SessionId session) {
  std::erase_if(members_, [&](const Member& member) { return member.session == session; });
  room_changed_ = true;
}

void Room::gone(SessionId session, Time now) {
  const Member* member = member_of(session);
  if (member == nullptr) return;
  if (member->seat != kWatcher) presence_[member->seat].away_since = now;
  take_out(session);
}

void Room::came_back(Seat seat) {
  Presence& presence = presence_[seat];
  const bool held = bot_plays(seat);
  presence.away_since.reset();
  presence.grace_over = false;
  presence.stand_ins = 0;
  if (!held) return;
  presence.bot_due.reset();
  presence.announced = 0;  // an open question is the player's again
  room_changed_ = true;
}

void Room::say_to_all(const std::string& text) {
  for (const Member& member : members_) say(member.session, text);
}

void Room::refuse(const RoomInput& input, NetRefusal why, const std::string& field) {
  say(input.session, refused_message(input.type, input.id, why, field));
}

void Room::refuse(const RoomInput& input, const Refused& why) {
  say(input.session, refused_message(input.type, input.id, why));
}

}  // namespace nl
