// Who comes, goes and sits where.
#include <algorithm>

#include "bots/bot.h"
#include "names/confusables.h"
#include "names/names.h"
#include "protocol/emotes.h"
#include "protocol/room_messages.h"
#include "server/room.h"
#include "server/signature.h"

namespace nl {
namespace {

constexpr int kChatColumns = 300;

// What is held against one who was sent away.
const std::string kBannedAddress = "address ";
const std::string kBannedName = "name ";
const std::string kBannedToWatch = "watching ";

RoomEvent event_of(RoomEventKind kind, Time at, Seat seat = kNoSeat) {
  return {.kind = kind, .at = at, .seat = seat};
}

// Levels and bots by their plain names: how long one may think is not the host's to say.
bool is_offered(std::string_view bot) {
  const auto names = bot_names();
  const auto levels = bot_levels();
  return std::find(names.begin(), names.end(), bot) != names.end() ||
         std::any_of(levels.begin(), levels.end(),
                     [&](const Level& level) { return level.name == bot; });
}

}  // namespace

// However often one comes and goes, the others hear of it in peace.
void Room::presence_changed(Time now) {
  if (clock_.presence_changed(pace_, now)) teller_.room_has_changed();
}

void Room::gone(SessionId session, Time now) {
  if (members_.of(session) == nullptr) return;
  members_.lose(session, now);
  presence_changed(now);
}

// ---- coming -------------------------------------------------------------------------------------

// Refuses somebody who is not in the room yet.
void Room::turn_away(const RoomInput& input, NetRefusal why, const std::string& field) {
  refuse(input, why, field);
  host_.release(input.session);
}

bool Room::sit_down(const RoomInput& input, const std::string& name) {
  const std::string clean = clean_name(name);
  if (clean.empty()) {
    turn_away(input, NetRefusal::BadName);
    return false;
  }
  const std::string token = new_token(entropy_);
  commit({.kind = RoomEventKind::Joined,
          .at = input.at,
          .text = clean,
          .value = hash_of_token(token)});
  const Seat seat = static_cast<Seat>(state_.players().size() - 1);
  members_.enter(
      {.session = input.session, .seat = seat, .fair = input.fair, .address = input.address});
  teller_.say(input.session, joined_message(room_code(id_), seat, token));
  return true;
}

void Room::on(const RoomInput& input, const CreateRequest& request) {
  const RoomSettings settings = settings_from_json(request.settings);
  commit({.kind = RoomEventKind::Created, .at = input.at, .settings = settings});
  if (!sit_down(input, request.name)) return;
  for (int i = 0; i < request.bots && members_.seats() < settings.seats; ++i) {
    commit({.kind = RoomEventKind::BotAdded, .at = input.at, .text = std::string(kDefaultBot)});
  }
}

void Room::on(const RoomInput& input, const JoinRequest& request) {
  if (is_banned_by_name(input, request.name)) return turn_away(input, NetRefusal::Kicked);
  if (state_.phase() != RoomPhase::Lobby) return turn_away(input, NetRefusal::NotNow);
  if (static_cast<int>(state_.players().size()) >= state_.settings().seats) {
    return turn_away(input, NetRefusal::RoomFull);
  }
  sit_down(input, request.name);
}

void Room::on(const RoomInput& input, const WatchRequest&) {
  if (is_banned(input, kBannedToWatch, input.address)) {
    return turn_away(input, NetRefusal::Kicked);
  }
  if (members_.watchers() >= most_watchers()) return turn_away(input, NetRefusal::RoomFull);
  const int number = members_.enter({.session = input.session, .address = input.address});
  presence_changed(input.at);
  teller_.say(input.session, joined_to_watch_message(room_code(id_), number));
}

Seat Room::seat_of(const TokenHash& token) const {
  Seat found = kNoSeat;
  for (Seat seat = 0; seat < state_.players().size(); ++seat) {
    const Player& player = state_.players()[seat];
    if (same_token(player.token, token) && player.person()) found = seat;
  }
  return found;
}

void Room::on(const RoomInput& input, const ResumeRequest& request) {
  const Seat found = seat_of(hash_of_token(request.token));
  if (found == kNoSeat) return turn_away(input, NetRefusal::BadToken);
  if (const Member* before = members_.at(found)) {
    const SessionId session = before->session;
    members_.leave(session);
    host_.drop(session, "replaced");
  }
  came_back(found, input.at);
  const bool same_game = request.game == state_.games();
  members_.enter({.session = input.session,
                  .seat = found,
                  .fair = input.fair,
                  .last_seen = same_game ? request.last : 0,
                  .address = input.address});
  presence_changed(input.at);
  teller_.say(input.session, joined_message(room_code(id_), found));
}

// A slow room remembers it: after a restart a bot must not hold the seat again.
void Room::came_back(Seat seat, Time now) {
  const bool held = members_.presence(seat).held();
  const bool slept = members_.presence(seat).stand_ins > 0;
  if (slept && state_.settings().slow()) {
    commit({.kind = RoomEventKind::CameBack, .at = now, .seat = seat});
  }
  members_.presence(seat) = {};
  if (!held) return;
  clock_.bot_due[seat].reset();
  asker_.ask_anew(seat);
  teller_.room_has_changed();
}

// ---- going --------------------------------------------------------------------------------------

void Room::on(const RoomInput& input, const LeaveRequest& request) {
  const Member* member = members_.of(input.session);
  if (member == nullptr) return;
  const Seat seat = member->seat;
  teller_.say(input.session, left_message(""));
  gone(input.session, input.at);
  host_.release(input.session);
  if (seat == kWatcher || request.keep || state_.phase() != RoomPhase::Lobby) return;
  commit(event_of(RoomEventKind::Removed, input.at, seat));
  close_if_deserted(input.at);
}

void Room::close_if_deserted(Time now) {
  if (state_.phase() == RoomPhase::Lobby && !state_.has_person()) {
    commit(event_of(RoomEventKind::Closed, now));
  }
}

// ---- the host's powers --------------------------------------------------------------------------

bool Room::from_host(const RoomInput& input) {
  const Member* member = members_.of(input.session);
  const bool host = member != nullptr && member->seat == state_.host();
  if (host && host_changes_.take(input.at)) return true;
  refuse(input, host ? NetRefusal::TooFast : NetRefusal::NotHost);
  return false;
}

bool Room::in_phase(const RoomInput& input, RoomPhase phase) {
  if (state_.phase() == phase) return true;
  refuse(input, NetRefusal::NotNow);
  return false;
}

bool Room::names_player(const RoomInput& input, Seat seat) {
  if (seat < state_.players().size()) return true;
  refuse(input, NetRefusal::UnknownSeat);
  return false;
}

void Room::ban(const std::string& kind, const std::string& who, Time at) {
  commit({.kind = RoomEventKind::Banned, .at = at, .value = ban_mark(id_, kind + who)});
}

// Over another connection, too. Who shares the host's address is known by name instead: the others
// of a household must not be shut out with one of them. Nor is more than the name known of one who
// has not been here since the server began.
void Room::ban_player(Seat seat, const std::string& near_address, Time at) {
  const std::string& address = members_.presence(seat).address;
  const bool by_name = address.empty() || address == near_address;
  by_name ? ban(kBannedName, skeleton(state_.players()[seat].name), at)
          : ban(kBannedAddress, address, at);
}

// Watchers have no names, so at the host's own address nobody comes to watch any more. Who is
// watching there goes on, and everybody may still sit down under a name.
void Room::ban_watcher(const RoomInput& host, const std::string& address) {
  const bool near_host = address.empty() || address == host.address;
  ban(near_host ? kBannedToWatch : kBannedAddress, address, host.at);
}

bool Room::is_banned(const RoomInput& input, const std::string& kind,
                     const std::string& who) const {
  return members_.is_kicked(input.session) ||
         state_.is_banned(ban_mark(id_, kBannedAddress + input.address)) ||
         state_.is_banned(ban_mark(id_, kind + who));
}

// Neither under a name that only looks the same, nor as a namesake whose number would be the same.
bool Room::is_banned_by_name(const RoomInput& input, const std::string& name) const {
  std::vector<std::string> names;
  for (const Player& player : state_.players()) names.push_back(player.name);
  names.push_back(clean_name(name));
  const std::string asked = skeleton(names.back());
  make_distinct(names);
  return is_banned(input, kBannedName, asked) ||
         is_banned(input, kBannedName, skeleton(names.back()));
}

void Room::send_away(SessionId session) {
  members_.kick(session);
  teller_.say(session, left_message("kicked"));
  host_.release(session);
}

void Room::kick_watcher(const RoomInput& input, int watcher) {
  const Member* member = members_.watching(watcher);
  if (member == nullptr) return refuse(input, NetRefusal::UnknownSeat);
  ban_watcher(input, member->address);
  send_away(member->session);
  presence_changed(input.at);
}

int Room::most_watchers() const {
  const int allowed = static_cast<int>(limits_.watchers);
  const int wanted = state_.watchers().most;
  return wanted == WatcherRule::kAny ? allowed : std::min(wanted, allowed);
}

void Room::on(const RoomInput& input, const WatchersRequest& request) {
  if (!from_host(input)) return;
  const bool any = request.most >= static_cast<int>(limits_.watchers);
  const WatcherRule rule{.most = any ? WatcherRule::kAny : request.most, .muted = !request.chat};
  if (rule == state_.watchers()) return;
  commit({.kind = RoomEventKind::Watched, .at = input.at, .watchers = rule});
  while (members_.watchers() > most_watchers()) {
    const SessionId session = members_.last_watcher()->session;
    teller_.say(session, left_message("kicked"));
    members_.leave(session);
    host_.release(session);
  }
}

void Room::on(const RoomInput& input, const KickRequest& request) {
  if (!from_host(input)) return;
  if (request.watcher != 0) return kick_watcher(input, request.watcher);
  if (!names_player(input, request.seat)) return;
  const bool person = state_.players()[request.seat].person();
  if (!person || request.seat == state_.host()) return refuse(input, NetRefusal::UnknownSeat);
  const bool lobby = state_.phase() == RoomPhase::Lobby;
  if (!lobby && state_.phase() != RoomPhase::Playing) return refuse(input, NetRefusal::NotNow);
  // A host must not choose the company of a result.
  const bool rated = !lobby && state_.players()[request.seat].ladder.has_value();
  if (rated) return refuse(input, NetRefusal::NotNow);
  ban_player(request.seat, input.address, input.at);
  remove_player(request.seat, input.at);
}

// In the lobby the chair is free; in a game it is a bot's, and so is the question.
void Room::remove_player(Seat seat, Time at) {
  if (const Member* kicked = members_.at(seat)) send_away(kicked->session);
  const bool lobby = state_.phase() == RoomPhase::Lobby;
  commit(event_of(lobby ? RoomEventKind::Removed : RoomEventKind::Replaced, at, seat));
  if (!lobby) asker_.ask_anew(seat);
}

void Room::on(const RoomInput& input, const AddBotRequest& request) {
  if (!from_host(input) || !in_phase(input, RoomPhase::Lobby)) return;
  const std::string bot = request.bot.empty() ? std::string(kDefaultBot) : request.bot;
  if (!is_offered(bot)) return refuse(input, NetRefusal::UnknownBot);
  if (static_cast<int>(state_.players().size()) >= state_.settings().seats) {
    return refuse(input, NetRefusal::RoomFull);
  }
  if (!host_.allows(input.session, Costly::Bot)) return refuse(input, NetRefusal::TooManyBots);
  commit({.kind = RoomEventKind::BotAdded, .at = input.at, .text = bot});
}

void Room::on(const RoomInput& input, const RemoveBotRequest& request) {
  if (!from_host(input) || !in_phase(input, RoomPhase::Lobby)) return;
  if (!names_player(input, request.seat)) return;
  if (state_.players()[request.seat].person()) return refuse(input, NetRefusal::UnknownSeat);
  commit(event_of(RoomEventKind::Removed, input.at, request.seat));
}

void Room::on(const RoomInput& input, const SettingsRequest& request) {
  if (!from_host(input) || !in_phase(input, RoomPhase::Lobby)) return;
  RoomSettings settings;
  try {
    settings = settings_from_json(request.settings);
  } catch (const FieldError& fault) {
    return refuse(input, NetRefusal::BadSettings, fault.field());
  }
  if (settings.seats < members_.seats()) return refuse(input, NetRefusal::BadSettings, "seats");
  if (settings == state_.settings()) return;
  const bool turns_slow = settings.slow() && !state_.settings().slow();
  if (turns_slow && !limits_.features.slow) return refuse(input, NetRefusal::NotHere);
  if (turns_slow && !host_.allows(input.session, Costly::SlowRoom)) {
    return refuse(input, NetRefusal::TooManyRooms);
  }
  commit({.kind = RoomEventKind::Changed, .at = input.at, .settings = settings});
}

void Room::on(const RoomInput& input, const HandOverRequest& request) {
  if (!from_host(input) || !names_player(input, request.seat)) return;
  if (!state_.players()[request.seat].person()) return refuse(input, NetRefusal::UnknownSeat);
  if (request.seat == state_.host()) return;
  commit(event_of(RoomEventKind::HostChanged, input.at, request.seat));
}

// To agree is for the lobby, where all see who plays and who has agreed; to think better of it is
// not.
void Room::on(const RoomInput& input, const OpenHandsRequest& request) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher) return refuse(input, Refused{.why = Refusal::Watching});
  if (request.on == holds(state_.open_hands(), seat)) return;
  if (request.on && !in_phase(input, RoomPhase::Lobby)) return;
  const auto kind = request.on ? RoomEventKind::HandOpened : RoomEventKind::HandClosed;
  commit(event_of(kind, input.at, seat));
}

// Before the deal: whoever has seen cards doesn't choose any more whether they count.
void Room::on(const RoomInput& input, const LadderRequest& request) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher) return refuse(input, Refused{.why = Refusal::Watching});
  if (state_.game() != nullptr) return refuse(input, NetRefusal::NotNow);
  const Player& player = state_.players()[seat];
  if (player.ladder == request.key) return;
  const std::string statement = seat_statement(room_code(id_), player.token);
  if (!subscriptions_.take(input.at)) return refuse(input, NetRefusal::TooFast);
  if (!signed_by(request.key, statement, request.signature)) {
    return refuse(input, NetRefusal::BadSignature);
  }
  for (const Player& other : state_.players()) {
    if (other.ladder == request.key) return refuse(input, NetRefusal::SameKey);
  }
  commit({.kind = RoomEventKind::Laddered, .at = input.at, .seat = seat, .value = request.key});
}

// ---- talking ------------------------------------------------------------------------------------

void Room::on(const RoomInput& input, const ChatRequest& request) {
  const Member* member = members_.of(input.session);
  const std::string text = clean_text(request.text, kChatColumns);
  if (member == nullptr || text.empty()) return;
  const bool watches = member->seat == kWatcher;
  if (watches && state_.watchers().muted) return refuse(input, NetRefusal::Muted);
  teller_.say_to_all(watches
                         ? watchers_chat_message(member->watcher, text)
                         : chat_message(member->seat, state_.players()[member->seat].name, text));
}

void Room::on(const RoomInput& input, const EmoteRequest& request) {
  const Member* member = members_.of(input.session);
  if (member->seat == kWatcher) return refuse(input, Refused{.why = Refusal::Watching});
  if (!is_emote(request.emote)) return refuse(input, NetRefusal::BadMessage, "emote");
  teller_.say_to_all(emote_message(member->seat, request.emote));
}

}  // namespace nl
