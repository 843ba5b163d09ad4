#include "client/client_model.h"

#include <algorithm>

#include "names/names.h"
#include "protocol/messages.h"
#include "text/nesting.h"

namespace nl {
namespace {

constexpr int kChatColumns = 300;

// Text from outside, fit to be shown.
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

SeatMask seats_where(const std::vector<RoomPlayer>& players, bool (*is)(const RoomPlayer&)) {
  SeatMask mask = 0;
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    if (is(players[seat])) mask |= seat_bit(static_cast<Seat>(seat));
  }
  return mask;
}

bool sits_in(const std::vector<RoomPlayer>& players, const std::string& name) {
  return std::any_of(players.begin(), players.end(),
                     [&](const RoomPlayer& player) { return player.name == name; });
}

}  // namespace

// ---- the connection -----------------------------------------------------------------------------

void ClientModel::opened() {
  outgoing_.clear();  // what was meant for the connection that broke
  say(HelloRequest{.version = kProtocolVersion, .fair = true});
}

void ClientModel::closed(std::string_view reason) {
  const bool was_on = std::exchange(welcomed_, false);
  outgoing_.clear();
  question_.reset();
  window_.reset();
  entering_ = false;
  fetching_ = false;
  if (reason == "replaced" || reason == "version") {
    ended_ = true;
    end_reason_ = reason;
  } else if (was_on) {
    tell({.kind = News::Topic::LostServer, .text = clean_text(reason, kReasonColumns)});
  }
}

void ClientModel::received(std::string_view text, Time now) {
  if (ended_) return;
  try {
    if (nests_too_deep(text)) throw BadMessage("message");
    const Json message = Json::parse(text);
    if (!message.is_object()) throw BadMessage("message");
    dispatch(message, now);
  } catch (const BadMessage& bad) {
    tell({.kind = News::Topic::ServerFault, .text = clean_text(bad.what(), kReasonColumns)});
  } catch (const FieldError& bad) {
    tell({.kind = News::Topic::ServerFault, .text = clean_text(bad.what(), kReasonColumns)});
  } catch (const Json::exception&) {
    tell({.kind = News::Topic::ServerFault, .text = "JSON"});
  }
}

void ClientModel::dispatch(const Json& message, Time now) {
  const std::string& type = text_of(message, "t");
  if (type == "welcome") {
    if (std::exchange(was_welcomed_, true)) tell(News::Topic::FoundServer);
    welcomed_ = true;
    return enter();
  }
  if (type == "rooms") return on_rooms(message);
  if (type == "refused") return on_refused(message);
  if (type == "joined") return on_joined(message);
  if (type == "left") return on_left(message);
  if (!in_room_) return;
  if (type == "room") return on_room(message);
  if (type == "fair") return on_fair(message);
  if (type == "view") {
    const int before = game_;
    on_view(message);
    // Who comes into a running game can't know how long its clock has been running.
    constexpr int kJustDealt = 2;
    if (game_ != before && last_ <= kJustDealt) start_clock(now);
    return;
  }
  if (type == "events") return on_events(message, now);
  if (type == "question") return on_question(message, now);
  if (type == "window") return on_window(message, now);
  if (type == "chat") return on_chat(message);
  if (type == "timeout") return on_timeout(message);
  if (type == "clock") return on_clock(message, now);
  if (type == "over") return on_over(message);
  if (type == "record") return on_record(message);
}

// ---- into a room --------------------------------------------------------------------------------

void ClientModel::set_errand(Errand errand) {
  errand_ = std::move(errand);
  refused_entry_ = false;
  looked_ = false;
  found_.reset();
  if (welcomed_ && !in_room_) enter();
}

void ClientModel::on_rooms(const Json& message) {
  std::vector<ListedRoom> rooms = read_rooms(message);
  for (ListedRoom& room : rooms) room.host = shown_name(room.host);
  if (errand_.kind != Errand::Goal::Look) {
    rooms_ = std::move(rooms);
    rooms_known_ = true;
  } else if (rooms.size() == 1 && rooms.front().code == errand_.room) {
    looked_ = true;
    found_ = rooms.front();
  }
}

// Back to where we were, or to what the player came for.
void ClientModel::enter() {
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

void ClientModel::run_errand() {
  entering_ = errand_.kind != Errand::Goal::Browse && errand_.kind != Errand::Goal::Look;
  switch (errand_.kind) {
    case Errand::Goal::Browse: return list();
    case Errand::Goal::Join: return say(JoinRequest{errand_.room, errand_.name});
    case Errand::Goal::Watch: return say(WatchRequest{errand_.room});
    case Errand::Goal::Look: return say(LookRequest{errand_.room});
    case Errand::Goal::Create: return say(CreateRequest{errand_.name, errand_.settings});
  }
}

void ClientModel::on_joined(const Json& message) {
  const std::string& code = text_of(message, "room");
  if (!is_room_code(code)) throw BadMessage("room");
  entering_ = false;
  in_room_ = true;
  if (message.contains("token")) {
    own_ = {code, clean_name(errand_.name), text_of(message, "token")};
  } else if (message.contains("seat") && own_.token.empty()) {
    own_ = {code, clean_name(errand_.name), errand_.token};
  }
  errand_.token.clear();
  room_.code = code;
  room_.seat = message.contains("seat")
                   ? static_cast<Seat>(number_of(message, "seat", 0, kMaxSeats - 1))
                   : kWatcher;
}

void ClientModel::forget_room() {
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

void ClientModel::leave(bool keep) {
  if (in_room_) say(LeaveRequest{keep});
}

void ClientModel::on_left(const Json& message) {
  if (!in_room_) return;
  const std::string reason = message.contains("reason") ? text_of(message, "reason") : "";
  if (reason == "kicked") tell(News::Topic::Kicked);
  if (reason == "closed") tell(News::Topic::Closed);
  forget_room();
}

// ---- the room -----------------------------------------------------------------------------------

void ClientModel::on_room(const Json& message) {
  RoomInfo room = read_room(message);
  clean_names(room);
  const RoomInfo before = std::exchange(room_, std::move(room));
  if (std::exchange(room_known_, true)) tell_changes(before);
  name_seats();
  if (room_.phase == RoomPhase::Lobby) {
    over_ = false;
    question_.reset();
    window_.reset();
  }
}

void ClientModel::name_seats() {
  names_.clear();
  for (const RoomPlayer& player : room_.players) names_.push_back(player.name);
  const std::size_t wanted = game_ != 0 ? seen_.view.seats : 0;
  while (names_.size() < wanted) names_.push_back("?");
  make_distinct(names_);
}

void ClientModel::tell_changes(const RoomInfo& before) {
  using Topic = News::Topic;
  for (const RoomPlayer& player : room_.players) {
    if (!sits_in(before.players, player.name)) tell(Topic::Joined, player.name);
  }
  for (const RoomPlayer& player : before.players) {
    if (!sits_in(room_.players, player.name)) tell(Topic::Left, player.name);
  }
  const std::size_t same = std::min(before.players.size(), room_.players.size());
  for (std::size_t seat = 0; seat < same; ++seat) {
    const RoomPlayer& was = before.players[seat];
    const RoomPlayer& is = room_.players[seat];
    if (was.name != is.name || seat == room_.seat) continue;
    const bool out = room_.phase == RoomPhase::Playing && game_ != 0 &&
                     !holds(seen_.view.alive, static_cast<Seat>(seat));
    if (out) continue;  // who is out may come and go
    if (was.bot.empty() && !is.bot.empty()) {
      tell(Topic::Replaced, is.name);
    } else if (!was.held && is.held) {
      tell(Topic::Held, is.name);
    } else if (was.connected && !is.connected) {
      tell(Topic::Away, is.name);
    } else if (!was.connected && is.connected) {
      tell(Topic::Back, is.name);
    }
  }
  const bool other_host = room_.host < room_.players.size() &&
                          before.host < before.players.size() &&
                          room_.players[room_.host].name != before.players[before.host].name;
  if (other_host) tell(Topic::Host, room_.players[room_.host].name);
}

SeatMask ClientModel::bots() const {
  return seats_where(room_.players, [](const RoomPlayer& player) { return !player.bot.empty(); });
}
SeatMask ClientModel::away() const {
  return seats_where(room_.players, [](const RoomPlayer& player) { return !player.connected; });
}
SeatMask ClientModel::held() const {
  return seats_where(room_.players, [](const RoomPlayer& player) { return player.held; });
}

void ClientModel::remove(Seat seat) {
  if (seat >= room_.players.size()) return;
  const bool bot = !room_.players[seat].bot.empty();
  say(bot ? Request(RemoveBotRequest{seat}) : Request(KickRequest{seat}));
}

// ---- what is said ------------------------------------------------------------------------------

void ClientModel::on_refused(const Json& message) {
  const RefusedNews refused = read_refused(message);
  const std::string& re = refused.re;
  News told{.kind = News::Topic::Refused,
            .text = clean_text(refused.field, 40),
            .net = refused.net,
            .rule = refused.rule.value_or(Refused{})};
  if (entering_ && re == "resume") {
    // The seat is gone; what the player came for may still be had.
    if (!own_.token.empty()) {
      tell(News::Topic::SeatLost);
      forget_room();
    }
    errand_.token.clear();
    return run_errand();
  }
  if (re == "look") {
    looked_ = true;
    return;
  }
  if (entering_ && (re == "join" || re == "watch" || re == "create")) {
    entering_ = false;
    refused_entry_ = true;
  }
  if (re == "watch" && in_room_) forget_room();
  // What came too fast was not even read: it may have been the answer.
  const bool unread = told.net == NetRefusal::TooFast && re.empty();
  if ((re == "answer" || unread) && question_) question_->answered = false;
  tell(std::move(told));
}

void ClientModel::on_timeout(const Json& message) {
  const Seat seat = seat_or_none(message, "seat", static_cast<int>(names_.size()));
  if (seat == kNoSeat) throw BadMessage("seat");
  tell({.kind = News::Topic::TimedOut, .name = names_[seat]});
}

void ClientModel::on_chat(const Json& message) {
  News told{.kind = News::Topic::Chat};
  if (message.contains("name")) told.name = clean_name(text_of(message, "name"));
  if (message.contains("watcher")) told.number = number_of(message, "watcher", 1, 1'000'000'000);
  told.text = clean_text(text_of(message, "text"), kChatColumns);
  if (!told.text.empty()) tell(std::move(told));
}

}  // namespace nl
