#include "server/room.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "protocol/messages.h"

namespace nl {

Room::Room(const RoomId& id, const ServerPace& pace, const ServerLimits& limits, Entropy& entropy,
           RoomHost& host)
    : id_(id),
      pace_(pace),
      limits_(limits),
      entropy_(entropy),
      host_(host),
      teller_(id_, state_, members_, clock_, host_),
      asker_(id_, pace_, state_, members_, clock_, teller_, host_),
      caller_(id_, limits_, state_, members_, host_),
      host_changes_(limits.host_burst, limits.host_every),
      subscriptions_(limits.host_burst, limits.host_every) {}

// ---- the queue ----------------------------------------------------------------------------------

void Room::post(RoomInput input, Time now) {
  inputs_.push_back(std::move(input));
  run(now);
}

void Room::tick(Time now) { run(now); }

// Nothing happens by it: an answer waits for its time. A hint is told.
void Room::thought(const Thought& thought) {
  if (state_.game() == nullptr) return;
  asker_.take(thought);
  if (!waiting()) teller_.flush();
}

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
  if (input.order != OperatorOrder::None) return obey(input);
  if (!input.request) return gone(input.session, input.at);
  const bool comes = std::holds_alternative<CreateRequest>(*input.request) ||
                     std::holds_alternative<JoinRequest>(*input.request) ||
                     std::holds_alternative<WatchRequest>(*input.request) ||
                     std::holds_alternative<ResumeRequest>(*input.request);
  if (!comes && members_.of(input.session) == nullptr) return refuse(input, NetRefusal::NotInRoom);
  std::visit([&](const auto& request) { on(input, request); }, *input.request);
}

std::optional<Time> Room::next_timer() const {
  if (waiting()) return std::nullopt;
  const auto due = next_due();
  return due ? std::optional(due->when) : std::nullopt;
}

bool Room::worth_a_visit() const {
  int here = 0;
  for (Seat seat = 0; seat < members_.seats(); ++seat) {
    here += state_.players()[seat].person() && !members_.presence(seat).away_since ? 1 : 0;
  }
  const bool lobby = state_.phase() == RoomPhase::Lobby;
  const bool free = members_.seats() < state_.settings().seats;
  const bool waits = here >= 1 || state_.settings().slow();
  return lobby ? waits && free : here >= 2;
}

// ---- storing ------------------------------------------------------------------------------------

// What changes beside the state itself; `before` is the phase it came from.
void Room::follow(const RoomEvent& event, RoomPhase before) {
  using enum RoomEventKind;
  if (event.kind == Joined || event.kind == BotAdded) members_.add_seat();
  if (event.kind == Removed) members_.remove_seat(event.seat);
  for (std::size_t i = 0; i < event.carried.players.size(); ++i) members_.add_seat();
  if (event.kind == Answered) {
    int& stand_ins = members_.presence(event.seat).stand_ins;
    if (event.by == AnsweredBy::StandIn) {
      ++stand_ins;
      teller_.room_has_changed();  // a bot may hold the seat from here on
    }
    if (event.by == AnsweredBy::Player) stand_ins = 0;
  }
  if (event.kind == CameBack) members_.presence(event.seat).stand_ins = 0;
  if (event.kind == Dealt) dealt_ = event.at;
  if (before == RoomPhase::Playing && state_.phase() == RoomPhase::Over) ended_ = event.at;
  if (event.kind == Started) {
    for (Seat seat = 0; seat < members_.seats(); ++seat) members_.presence(seat).stand_ins = 0;
  }
  // What happens within a game is told by the game's own messages.
  const bool step = event.kind == Answered || event.kind == Expired || event.kind == Forfeited ||
                    event.kind == Committed || event.kind == Revealed || event.kind == Subscribed ||
                    event.kind == AutoPass;
  if (!step || state_.phase() != before) teller_.room_has_changed();
}

void Room::store(const RoomEvent& event) {
  constexpr std::size_t kLongLobby = 100;
  const bool long_lobby = state_.phase() == RoomPhase::Lobby && history_ >= kLongLobby;
  if (event.kind == RoomEventKind::Rematch || long_lobby) return cut_history(event.at);
  ++history_;
  assert(appended_ >= stored_);
  host_.append(id_, ++appended_, {entry_kind(event.kind), stored_text(event), state_.hash()});
}

// In a lobby nothing counts of what was before but what it has come to: no start replays games that
// are over, and nobody fills the disk by coming and going.
void Room::cut_history(Time at) {
  std::vector<Entry> entries;
  for (const RoomEvent& event : state_.history(at)) {
    entries.push_back({entry_kind(event.kind), stored_text(event), {}});
  }
  history_ = entries.size();
  host_.replace(id_, ++appended_, std::move(entries));
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
  Time asked_since{0};  // the last step that everybody saw
  std::pair steps{0, std::size_t{0}};
  for (const Entry& entry : entries) {
    const RoomPhase before = state_.phase();
    const RoomEvent event = state_.replay(entry);
    follow(event, before);
    last = event.at;
    const std::pair reached{state_.games(), public_steps()};
    if (std::exchange(steps, reached) != reached) asked_since = last;
  }
  appended_ = stored_ = history_ = entries.size();
  start_clocks_anew(asked_since, last, now);
  keep_game();
}

// Nothing waits for the store: everybody is told what is new, and whoever is asked is asked.
void Room::settle(Time now) {
  teller_.flush();
  if (state_.phase() == RoomPhase::Closed) {
    teller_.say_goodbye();
    return members_.clear();
  }
  teller_.tell_room();
  clock_.follow_ceremony(state_.phase(), pace_, now);
  teller_.tell_ceremony(now);
  go_on_with_game(now);
  if (!members_.empty()) {
    clock_.empty_since.reset();
  } else if (!clock_.empty_since) {
    clock_.empty_since = now;
  }
  note_table();
}

void Room::go_on_with_game(Time now) {
  if (state_.game() == nullptr) return clock_.stop_game();
  if (teller_.begin_game()) {
    asker_.begin_game();
  } else {
    teller_.tell_steps();
  }
  for (Member& member : members_) {
    if (!member.wants_view) continue;
    teller_.tell_view(member);
    asker_.repeat_to(member, now);
    teller_.repeat_end(member);
  }
  asker_.ask(now);
  teller_.tell_end();
  teller_.flush();
  caller_.follow(now);
  keep_game();
  asker_.let_bots_think();
}

void Room::refuse(const RoomInput& input, NetRefusal why, const std::string& field) {
  teller_.say(input.session, refused_message(input.type, input.id, why, field));
  host_.refused(input.session, why);
}

void Room::refuse(const RoomInput& input, const Refused& why) {
  teller_.say(input.session, refused_message(input.type, input.id, why));
}

}  // namespace nl
