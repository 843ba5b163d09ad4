// Shared state of a room's handlers: commits and refusals.
#include "server/room_context.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "protocol/messages.h"

namespace nl {

RoomContext::RoomContext(const RoomId& id, const ServerTimes& times, const ServerLimits& limits,
                         Entropy& entropy, RoomHost& host)
    : id_(id),
      times_(times),
      limits_(limits),
      entropy_(entropy),
      host_(host),
      broadcaster_(id_, state_, members_, clock_, host_),
      prompter_(id_, times_, state_, members_, clock_, broadcaster_, host_),
      notifier_(id_, limits_, state_, members_, host_),
      host_changes_(limits.host_burst, limits.host_every),
      subscriptions_(limits.host_burst, limits.host_every) {}

// ---- changes -----------------------------------------------------------------------------------

// Changes beside the state itself; `before` is the earlier phase.
void RoomContext::follow(const RoomEvent& event, RoomPhase before) {
  using namespace stored;
  if (event.is_one_of<Joined, BotAdded>()) members_.add_seat();
  if (const auto* removed = event.if_is<Removed>()) members_.remove_seat(removed->seat);
  if (const auto* carried = event.if_is<Carried>()) {
    for (std::size_t i = 0; i < carried->room.players.size(); ++i) members_.add_seat();
  }
  if (const auto* answered = event.if_is<Answered>()) follow_answer(*answered);
  if (const auto* back = event.if_is<CameBack>()) members_.presence(back->seat).stand_ins = 0;
  if (event.is_one_of<Dealt>()) dealt_ = event.at;
  if (before == RoomPhase::Playing && state_.phase() == RoomPhase::Over) ended_ = event.at;
  if (event.is_one_of<Started>()) {
    for (Seat seat = 0; seat < members_.seats(); ++seat) members_.presence(seat).stand_ins = 0;
  }
  if (event.is_one_of<Rematch>()) {
    for (Seat seat = 0; seat < members_.seats(); ++seat) members_.presence(seat).again = false;
  }
  // Game messages describe events within a game.
  const bool step =
      event.is_one_of<Answered, Expired, Forfeited, Committed, Revealed, Subscribed, AutoPass>();
  if (!step || state_.phase() != before) broadcaster_.room_has_changed();
}

void RoomContext::follow_answer(const stored::Answered& answered) {
  int& stand_ins = members_.presence(answered.seat).stand_ins;
  if (answered.by == AnsweredBy::Player) stand_ins = 0;
  if (answered.by != AnsweredBy::StandIn) return;
  ++stand_ins;
  broadcaster_.room_has_changed();  // a bot may hold the seat from here on
}

void RoomContext::store(const RoomEvent& event) {
  constexpr std::size_t kLongLobby = 100;
  const bool long_lobby = state_.phase() == RoomPhase::Lobby && history_ >= kLongLobby;
  if (event.is_one_of<stored::Rematch>() || long_lobby) return cut_history(event.at);
  ++history_;
  assert(appended_ >= stored_);
  host_.append(id_, ++appended_, {entry_kind(event), stored_text(event), state_.hash()});
}

// Compacts the lobby's history into one event, so that a restart replays no finished games and
// joins and leaves can't fill the disk.
void RoomContext::cut_history(Time at) {
  std::vector<Entry> entries;
  for (const RoomEvent& event : state_.history(at)) {
    entries.push_back({entry_kind(event), stored_text(event), {}});
  }
  history_ = entries.size();
  host_.replace(id_, ++appended_, std::move(entries));
}

void RoomContext::commit(StoredChange what, Time at) {
  const RoomEvent event{at, std::move(what)};
  const RoomPhase before = state_.phase();
  state_.apply(event);
  follow(event, before);
  store(event);
}

// Commits a player's move that the game has accepted.
void RoomContext::commit(const Accepted& accepted, Time at) {
  const Move move = accepted.move();
  RoomEvent event{at, stored::Answered{move.seat, move.action}};
  if (move.leaves) event.what = stored::Forfeited{move.seat};
  const RoomPhase before = state_.phase();
  state_.take(accepted);
  follow(event, before);
  store(event);
}

// ---- refusals ----------------------------------------------------------------------------------

void RoomContext::refuse(const RoomInput& input, NetRefusal why, const std::string& field) {
  broadcaster_.say(
      input.session,
      message_text(RefusedMessage{.re = input.type, .id = input.id, .net = why, .field = field}));
  host_.refused(input.session, why);
}

void RoomContext::refuse(const RoomInput& input, const Refused& why) {
  broadcaster_.say(input.session,
                   message_text(RefusedMessage{.re = input.type, .id = input.id, .rule = why}));
}

bool RoomContext::from_host(const RoomInput& input) {
  const Member* member = members_.of(input.session);
  const bool host = member != nullptr && member->seat == state_.host();
  if (host && host_changes_.take(input.at)) return true;
  refuse(input, host ? NetRefusal::TooFast : NetRefusal::NotHost);
  return false;
}

bool RoomContext::in_phase(const RoomInput& input, RoomPhase phase) {
  if (state_.phase() == phase) return true;
  refuse(input, NetRefusal::NotNow);
  return false;
}

bool RoomContext::names_player(const RoomInput& input, Seat seat) {
  if (seat < state_.players().size()) return true;
  refuse(input, NetRefusal::UnknownSeat);
  return false;
}

// ---- members -----------------------------------------------------------------------------------

Seat RoomContext::seat_of(const TokenHash& token) const {
  Seat found = kNoSeat;
  for (Seat seat = 0; seat < state_.players().size(); ++seat) {
    const Player& player = state_.players()[seat];
    if (same_token(player.token, token) && player.person()) found = seat;
  }
  return found;
}

int RoomContext::most_watchers() const {
  const int allowed = static_cast<int>(limits_.watchers);
  const int wanted = state_.watchers().most;
  return wanted == WatcherRule::kAny ? allowed : std::min(wanted, allowed);
}

// A slow room stores it: after a restart a bot must not take the seat again.
void RoomContext::came_back(Seat seat, Time now) {
  const bool held = members_.presence(seat).held();
  const bool slept = members_.presence(seat).stand_ins > 0;
  if (slept && state_.settings().slow()) {
    commit(stored::CameBack{seat}, now);
  }
  // A ban needs the address, and the wish for longer windows holds.
  const Presence& before = members_.presence(seat);
  members_.presence(seat) = {.address = before.address, .listens = before.listens};
  if (!held) return;
  clock_.bot_due[seat].reset();
  prompter_.ask_again(seat);
  broadcaster_.room_has_changed();
}

// Limits presence messages, however often a member comes and goes.
void RoomContext::presence_changed(Time now) {
  if (clock_.presence_changed(times_, now)) broadcaster_.room_has_changed();
}

void RoomContext::close_if_deserted(Time now) {
  if (state_.phase() == RoomPhase::Lobby && !state_.has_person()) {
    commit(stored::Closed{}, now);
  }
}

}  // namespace nl
