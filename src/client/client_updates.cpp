// Updates of a client's state from messages outside a game and about the room.
#include "client/client_updates.h"

#include <algorithm>

#include "names/names.h"

namespace nl {
namespace {

constexpr int kChatColumns = 300;

// Untrusted text, sanitized for display.
std::string shown_name(const std::string& name) {
  const std::string clean = clean_name(name);
  return clean.empty() ? "?" : clean;
}

void clean_names(RoomInfo& room) {
  for (RoomPlayer& player : room.players) {
    player.name = shown_name(player.name);
    if (!player.bot.empty()) player.bot = shown_name(player.bot);
  }
}

bool sits_in(const std::vector<RoomPlayer>& players, const std::string& name) {
  return std::any_of(players.begin(), players.end(),
                     [&](const RoomPlayer& player) { return player.name == name; });
}

}  // namespace

// ---- the connection -----------------------------------------------------------------------------

void ClientUpdates::on(const WelcomeMessage& message, Time) {
  const auto& features = message.features;
  can_listen_ = std::find(features.begin(), features.end(), "listen") != features.end();
  if (std::exchange(was_welcomed_, true)) notify(ClientNotice::Topic::FoundServer);
  welcomed_ = true;
  enter();
}

// ---- into a room --------------------------------------------------------------------------------

void ClientUpdates::on(const RoomsMessage& message, Time) {
  std::vector<ListedRoom> rooms = message.rooms;
  for (ListedRoom& room : rooms) room.host = shown_name(room.host);
  if (errand_.kind != Errand::Goal::Look) {
    rooms_ = std::move(rooms);
    rooms_known_ = true;
  } else if (rooms.size() == 1 && rooms.front().code == errand_.room) {
    looked_ = true;
    found_ = rooms.front();
  }
}

// Resumes the seat, or repeats the errand.
void ClientUpdates::enter() {
  if (!own_.token.empty()) {
    entering_ = true;
    say(ResumeRequest{own_.room, own_.token, game_, last_});
  } else if (in_room_) {
    say(WatchRequest{room_.code});
  } else if (!errand_.token.empty()) {
    entering_ = true;
    say(ResumeRequest{errand_.room, errand_.token});
  } else {
    run_errand();
  }
}

void ClientUpdates::run_errand() {
  entering_ = errand_.kind != Errand::Goal::Browse && errand_.kind != Errand::Goal::Look;
  switch (errand_.kind) {
    case Errand::Goal::Browse: return say(ListRequest{});
    case Errand::Goal::Join: return say(JoinRequest{errand_.room, errand_.name});
    case Errand::Goal::Watch: return say(WatchRequest{errand_.room});
    case Errand::Goal::Look: return say(LookRequest{errand_.room});
    case Errand::Goal::Create: return say(create_request(errand_));
    case Errand::Goal::Find:
      return say(FindRequest{
          errand_.name, {errand_.settings}, errand_.wait_s, errand_.together, errand_.accepted});
  }
}

void ClientUpdates::on(const FindingMessage& message, Time) {
  if (errand_.kind == Errand::Goal::Find) finding_ = message;
}

void ClientUpdates::on(const JoinedMessage& message, Time) {
  finding_.reset();
  const bool seated = message.seat != kNoSeat;
  entering_ = false;
  in_room_ = true;
  if (!message.token.empty()) {
    own_ = {message.room, clean_name(errand_.name), message.token};
  } else if (seated && own_.token.empty()) {
    own_ = {message.room, clean_name(errand_.name), errand_.token};
  }
  errand_.token.clear();
  room_.code = message.room;
  room_.seat = seated ? message.seat : kWatcher;
  listen_said_ = false;
  claimed_.clear();
}

// The server forgets it with the seat, and when it restarts.
void ClientUpdates::say_listen() {
  if (room_.seat >= room_.players.size() || !can_listen_ || listen_said_) return;
  if (room_.players[room_.seat].listens == listens_) return;
  listen_said_ = true;
  say(ListenRequest{listens_});
}

// Only at tables of the queue, whose first game may be rated, and before the deal.
void ClientUpdates::claim_seat() {
  const bool may_count = room_.settings.matched && room_.phase < RoomPhase::Playing;
  if (!claim_ || !may_count || watching() || own_.token.empty()) return;
  if (holds(room_.ladder, room_.seat) || claimed_ == own_.token) return;
  claimed_ = own_.token;
  say(claim_(own_));
}

void ClientUpdates::forget_room() {
  in_room_ = false;
  room_ = {};
  room_known_ = false;
  own_ = {};
  game_ = 0;
  last_ = 0;
  events_.clear();
  question_.reset();
  window_.reset();
  over_ = false;
  errand_ = {.name = errand_.name};
}

void ClientUpdates::on(const LeftMessage& message, Time) {
  if (!in_room_) return;
  if (message.reason == "kicked") notify(ClientNotice::Topic::Kicked);
  if (message.reason == "closed") notify(ClientNotice::Topic::Closed);
  forget_room();
}

// ---- the room -----------------------------------------------------------------------------------

void ClientUpdates::take(const RoomInfo& message, Time) {
  RoomInfo room = message;
  clean_names(room);
  const RoomInfo before = std::exchange(room_, std::move(room));
  if (std::exchange(room_known_, true)) notify_of_changes(before);
  name_seats();
  say_listen();
  claim_seat();
  if (room_.phase == RoomPhase::Lobby) {
    over_ = false;
    question_.reset();
    window_.reset();
  }
}

void ClientUpdates::name_seats() {
  names_.clear();
  for (const RoomPlayer& player : room_.players) names_.push_back(player.name);
  const std::size_t wanted = game_ != 0 ? seen_.view.seats : 0;
  while (names_.size() < wanted) names_.push_back("?");
  make_distinct(names_);
}

void ClientUpdates::notify_of_changes(const RoomInfo& before) {
  using Topic = ClientNotice::Topic;
  for (const RoomPlayer& player : room_.players) {
    if (!sits_in(before.players, player.name)) notify(Topic::Joined, player.name);
  }
  for (const RoomPlayer& player : before.players) {
    if (!sits_in(room_.players, player.name)) notify(Topic::Left, player.name);
  }
  const std::size_t same = std::min(before.players.size(), room_.players.size());
  for (std::size_t seat = 0; seat < same; ++seat) {
    const RoomPlayer& was = before.players[seat];
    const RoomPlayer& is = room_.players[seat];
    if (was.name != is.name || seat == room_.seat) continue;
    const bool out = room_.phase == RoomPhase::Playing && game_ != 0 &&
                     !holds(seen_.view.alive, static_cast<Seat>(seat));
    if (out) continue;  // dead players may come and go
    if (was.bot.empty() && !is.bot.empty()) {
      notify(Topic::Replaced, is.name);
    } else if (!was.held && is.held) {
      notify(Topic::Held, is.name);
    } else if (was.connected && !is.connected) {
      notify(Topic::Away, is.name);
    } else if (!was.connected && is.connected) {
      notify(Topic::Back, is.name);
    }
  }
  const bool other_host = room_.host < room_.players.size() &&
                          before.host < before.players.size() &&
                          room_.players[room_.host].name != before.players[before.host].name;
  if (other_host) notify(Topic::Host, room_.players[room_.host].name);
}

// ---- chat, emotes and notices -------------------------------------------------------------------

void ClientUpdates::on(const RefusedMessage& refused, Time) {
  const std::string& re = refused.re;
  ClientNotice told{.kind = ClientNotice::Topic::Refused,
                    .text = clean_text(refused.field, 40),
                    .net = refused.net,
                    .rule = refused.rule.value_or(Refused{})};
  if (entering_ && re == "resume") {
    // The seat is gone, but the errand may still succeed.
    if (!own_.token.empty()) {
      notify(ClientNotice::Topic::SeatLost);
      forget_room();
    }
    errand_.token.clear();
    return run_errand();
  }
  if (re == "look") {
    looked_ = true;
    return;
  }
  if (entering_ && (re == "join" || re == "watch" || re == "create" || re == "find")) {
    entering_ = false;
    refused_entry_ = true;
  }
  if (re == "watch" && in_room_) forget_room();
  // The server dropped a message that came too fast; it may have been the answer.
  const bool unread = told.net == NetRefusal::TooFast && re.empty();
  if ((re == "answer" || unread) && question_) question_->answered = false;
  notify(std::move(told));
}

void ClientUpdates::take(const TimeoutMessage& message, Time) {
  if (message.seat >= names_.size()) throw JsonError("seat", "nobody sits there");
  notify({.kind = ClientNotice::Topic::TimedOut, .name = names_[message.seat]});
}

void ClientUpdates::take(const ChatMessage& message, Time) {
  ClientNotice told{.kind = ClientNotice::Topic::Chat,
                    .name = clean_name(message.name),
                    .text = clean_text(message.text, kChatColumns),
                    .number = message.watcher};
  if (!told.text.empty()) notify(std::move(told));
}

}  // namespace nl
