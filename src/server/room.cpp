// Room: its input queue, restore from the store, and steps after each input.
#include "server/room.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "protocol/messages.h"

namespace nl {

Room::Room(const RoomId& id, const ServerTimes& times, const ServerLimits& limits, Entropy& entropy,
           RoomHost& host)
    : RoomContext(id, times, limits, entropy, host) {}

void Room::restore(std::span<const Entry> entries, Time now) {
  Time last{0};
  Time question_start{0};  // the last step that was sent to everybody
  std::pair steps{0, std::size_t{0}};
  for (const Entry& entry : entries) {
    const RoomPhase before = state_.phase();
    const RoomEvent event = state_.replay(entry);
    follow(event, before);
    last = event.at;
    const std::pair reached{state_.games(), public_steps()};
    if (std::exchange(steps, reached) != reached) question_start = last;
  }
  appended_ = stored_ = history_ = entries.size();
  restart_clocks(question_start, last, now);
  play_.keep_game();
}

// At the limit a request is refused at once, since the outbox waits for the store too. Lost
// connections and the operator's orders are always accepted: there are few of them.
void Room::post(RoomInput input, Time now) {
  if (input.request && inputs_.size() >= kMaxQueuedInputs) {
    host_.send(input.session,
               message_text(RefusedMessage{
                   .re = input.type, .id = input.id, .net = NetRefusal::TooFast, .field = {}}));
    return host_.refused(input.session, NetRefusal::TooFast);
  }
  inputs_.push_back(std::move(input));
  run(now);
}

void Room::stored(std::uint64_t number, Time now) {
  stored_ = std::max(stored_, std::min(number, appended_));
  if (waiting()) return;
  settle(now);
  run(now);
}

void Room::tick(Time now) { run(now); }

// A move waits for its time; a hint is sent at once.
void Room::on_bot_result(const BotResult& result) {
  if (state_.game() == nullptr) return;
  prompter_.take(result);
  if (!waiting()) broadcaster_.flush();
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
      deadlines_.handle_due(*due, now);
    } else if (!inputs_.empty()) {
      // The clock went back: nothing is due yet, and this input counts as now.
      inputs_.front().at = Time{0};
      continue;
    } else {
      return;
    }
    if (!waiting()) settle(now);
  }
}

// Each request has one handler; the server itself handles those outside of rooms.
template <class Said>
void Room::answer(const RoomInput& input, const Said& request) {
  if constexpr (requires { seating_.on(input, request); }) {
    seating_.on(input, request);
  } else if constexpr (requires { host_commands_.on(input, request); }) {
    host_commands_.on(input, request);
  } else if constexpr (requires { play_.on(input, request); }) {
    play_.on(input, request);
  } else if constexpr (requires { member_requests_.on(input, request); }) {
    member_requests_.on(input, request);
  }
}

void Room::handle(RoomInput input) {
  if (input.order == OperatorOrder::ForgetPush) return member_requests_.forget_push(input);
  if (input.order != OperatorOrder::None) return host_commands_.obey(input);
  if (!input.request) return seating_.gone(input.session, input.at);
  const bool comes = std::holds_alternative<CreateRequest>(*input.request) ||
                     std::holds_alternative<JoinRequest>(*input.request) ||
                     std::holds_alternative<WatchRequest>(*input.request) ||
                     std::holds_alternative<ResumeRequest>(*input.request);
  if (!comes && members_.of(input.session) == nullptr) return refuse(input, NetRefusal::NotInRoom);
  std::visit([&](const auto& request) { answer(input, request); }, *input.request);
  // The ceremony may be waiting for this player's ladder claim.
  const bool claims = std::holds_alternative<LadderRequest>(*input.request);
  if (claims && state_.phase() == RoomPhase::Committing) play_.go_on_with_ceremony(input.at);
}

bool Room::movable() const {
  if (waiting() || appended_ == 0) return false;
  if (state_.phase() == RoomPhase::Lobby || state_.phase() == RoomPhase::Over) return true;
  return state_.phase() == RoomPhase::Playing && state_.game()->phase() != Phase::Window;
}

std::optional<Time> Room::next_timer() const {
  if (waiting()) return std::nullopt;
  const auto due = next_due();
  return due ? std::optional(due->when) : std::nullopt;
}

bool Room::worth_listing() const {
  int here = 0;
  for (Seat seat = 0; seat < members_.seats(); ++seat) {
    here += state_.players()[seat].person() && !members_.presence(seat).away_since ? 1 : 0;
  }
  const bool lobby = state_.phase() == RoomPhase::Lobby;
  const bool free = members_.seats() < state_.settings().seats;
  const bool waits = here >= 1 || state_.settings().slow();
  return lobby ? waits && free : here >= 2;
}

// All changes are stored: sends events to members and prompts to acting seats.
void Room::settle(Time now) {
  broadcaster_.flush();
  if (state_.phase() == RoomPhase::Closed) {
    broadcaster_.send_goodbye();
    return members_.clear();
  }
  broadcaster_.send_room();
  clock_.follow_ceremony(state_.phase(), times_, now);
  broadcaster_.send_ceremony(now);
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
  if (broadcaster_.begin_game()) {
    prompter_.begin_game();
  } else {
    broadcaster_.send_steps();
  }
  for (Member& member : members_) {
    if (!member.wants_view) continue;
    broadcaster_.send_view(member);
    prompter_.repeat_to(member, now);
    broadcaster_.repeat_end(member);
  }
  prompter_.ask(now);
  broadcaster_.send_end();
  broadcaster_.flush();
  notifier_.follow(now);
  play_.keep_game();
  prompter_.start_bot_jobs();
}

}  // namespace nl
