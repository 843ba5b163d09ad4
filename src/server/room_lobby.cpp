// Who comes, goes and sits where.
#include <algorithm>

#include "bots/bot.h"
#include "names/names.h"
#include "protocol/room_messages.h"
#include "server/room.h"

namespace nl {
namespace {

constexpr int kChatColumns = 300;

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
  if (is_banned(input, request.name)) return turn_away(input, NetRefusal::Kicked);
  if (state_.phase() != RoomPhase::Lobby) return turn_away(input, NetRefusal::NotNow);
  if (static_cast<int>(state_.players().size()) >= state_.settings().seats) {
    return turn_away(input, NetRefusal::RoomFull);
  }
  sit_down(input, request.name);
}

void Room::on(const RoomInput& input, const WatchRequest&) {
  if (is_banned(input)) return turn_away(input, NetRefusal::Kicked);
  const auto watchers = static_cast<std::size_t>(members_.watchers());
  if (watchers >= members_.most_watchers) return turn_away(input, NetRefusal::RoomFull);
  const int number = members_.enter({.session = input.session, .address = input.address});
  presence_changed(input.at);
  teller_.say(input.session, joined_to_watch_message(room_code(id_), number));
}

void Room::on(const RoomInput& input, const ResumeRequest& request) {
  const TokenHash hash = hash_of_token(request.token);
  Seat found = kNoSeat;
  for (Seat seat = 0; seat < state_.players().size(); ++seat) {
    const Player& player = state_.players()[seat];
    if (same_token(player.token, hash) && player.person()) found = seat;
  }
  if (found == kNoSeat) return turn_away(input, NetRefusal::BadToken);
  if (const Member* before = members_.at(found)) {
    const SessionId session = before->session;
    members_.leave(session);
    host_.drop(session, "replaced");
  }
  came_back(found);
  const bool same_game = request.game == state_.games();
  members_.enter({.session = input.session,
                  .seat = found,
                  .fair = input.fair,
                  .last_seen = same_game ? request.last : 0,
                  .address = input.address});
  presence_changed(input.at);
  teller_.say(input.session, joined_message(room_code(id_), found));
}

void Room::came_back(Seat seat) {
  const bool held = members_.presence(seat).held();
  members_.presence(seat) = {};
  if (!held) return;
  clock_.bot_due[seat].reset();
  asker_.ask_anew(seat);
  teller_.room_has_changed();
}

// ---- going --------------------------------------------------------------------------------------

void Room::on(const RoomInput& input, const LeaveRequest&) {
  const Member* member = members_.of(input.session);
  if (member == nullptr) return;
  const Seat seat = member->seat;
  teller_.say(input.session, left_message(""));
  gone(input.session, input.at);
  host_.release(input.session);
  if (seat == kWatcher || state_.phase() != RoomPhase::Lobby) return;
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

// Over another connection, too. Who shares the host's address is known by name instead: the others
// of a household must not be shut out with one of them.
void Room::ban(const RoomInput& host, const std::string& address, const std::string& name) {
  const bool near_host = address.empty() || address == host.address;
  const std::string& who = near_host ? name : address;
  if (who.empty()) return;
  const std::string kind = near_host ? "name " : "address ";
  commit({.kind = RoomEventKind::Banned, .at = host.at, .value = ban_mark(id_, kind + who)});
}

bool Room::is_banned(const RoomInput& input, const std::string& name) const {
  return members_.is_kicked(input.session) ||
         state_.is_banned(ban_mark(id_, "address " + input.address)) ||
         (!name.empty() && state_.is_banned(ban_mark(id_, "name " + clean_name(name))));
}

void Room::send_away(SessionId session) {
  members_.kick(session);
  teller_.say(session, left_message("kicked"));
  host_.release(session);
}

void Room::kick_watcher(const RoomInput& input, int watcher) {
  const Member* member = members_.watching(watcher);
  if (member == nullptr) return refuse(input, NetRefusal::UnknownSeat);
  ban(input, member->address, "");
  send_away(member->session);
  presence_changed(input.at);
}

void Room::on(const RoomInput& input, const WatchersRequest& request) {
  if (!from_host(input)) return;
  members_.most_watchers = std::min(static_cast<std::size_t>(request.most), limits_.watchers);
  members_.watchers_muted = !request.chat;
  while (static_cast<std::size_t>(members_.watchers()) > members_.most_watchers) {
    const SessionId session = members_.last_watcher()->session;
    teller_.say(session, left_message("kicked"));
    members_.leave(session);
    host_.release(session);
  }
  teller_.room_has_changed();
}

void Room::on(const RoomInput& input, const KickRequest& request) {
  if (!from_host(input)) return;
  if (request.watcher != 0) return kick_watcher(input, request.watcher);
  if (!names_player(input, request.seat)) return;
  const bool person = state_.players()[request.seat].person();
  if (!person || request.seat == state_.host()) return refuse(input, NetRefusal::UnknownSeat);
  const bool lobby = state_.phase() == RoomPhase::Lobby;
  if (!lobby && state_.phase() != RoomPhase::Playing) return refuse(input, NetRefusal::NotNow);
  // Who is not there is not sent away: the chair is free, and its player may come in again.
  if (const Member* kicked = members_.at(request.seat)) {
    ban(input, kicked->address, state_.players()[request.seat].name);
    send_away(kicked->session);
  }
  const auto kind = lobby ? RoomEventKind::Removed : RoomEventKind::Replaced;
  commit(event_of(kind, input.at, request.seat));
  if (!lobby) asker_.ask_anew(request.seat);  // the question is now the bot's
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

void Room::on(const RoomInput& input, const HandOverRequest& request) {
  if (!from_host(input) || !names_player(input, request.seat)) return;
  if (!state_.players()[request.seat].person()) return refuse(input, NetRefusal::UnknownSeat);
  if (request.seat == state_.host()) return;
  commit(event_of(RoomEventKind::HostChanged, input.at, request.seat));
}

// ---- talking ------------------------------------------------------------------------------------

void Room::on(const RoomInput& input, const ChatRequest& request) {
  const Member* member = members_.of(input.session);
  const std::string text = clean_text(request.text, kChatColumns);
  if (member == nullptr || text.empty()) return;
  const bool watches = member->seat == kWatcher;
  if (watches && members_.watchers_muted) return refuse(input, NetRefusal::Muted);
  teller_.say_to_all(watches
                         ? watchers_chat_message(member->watcher, text)
                         : chat_message(member->seat, state_.players()[member->seat].name, text));
}

}  // namespace nl
