// Requests of a room's host, and the operator's orders.
#include "server/host_commands.h"

#include "bots/bot.h"
#include "protocol/messages.h"
#include "protocol/room_messages.h"
#include "server/room_bots.h"

namespace nl {

void HostCommands::on(const RoomInput& input, const KickRequest& request) {
  if (!room_.from_host(input)) return;
  if (request.watcher != 0) return kick_watcher(input, request.watcher);
  if (!room_.names_player(input, request.seat)) return;
  const bool person = state_.players()[request.seat].person();
  if (!person || request.seat == state_.host()) return room_.refuse(input, NetRefusal::UnknownSeat);
  const bool lobby = state_.phase() == RoomPhase::Lobby;
  if (!lobby && state_.phase() != RoomPhase::Playing)
    return room_.refuse(input, NetRefusal::NotNow);
  // A host must not choose the opponents of a rated game.
  const bool rated = !lobby && state_.players()[request.seat].ladder.has_value();
  if (rated) return room_.refuse(input, NetRefusal::NotNow);
  bans_.ban_player(request.seat, input.address, input.at);
  remove_player(request.seat, input.at);
}

void HostCommands::on(const RoomInput& input, const WatchersRequest& request) {
  if (!room_.from_host(input)) return;
  const bool any = request.most >= static_cast<int>(limits_.watchers);
  const WatcherRule rule{.most = any ? WatcherRule::kAny : request.most, .muted = !request.chat};
  if (rule == state_.watchers()) return;
  room_.commit(stored::Watched{rule}, input.at);
  while (members_.watchers() > room_.most_watchers()) {
    const SessionId session = members_.last_watcher()->session;
    broadcaster_.say(session, message_text(LeftMessage{"kicked"}));
    members_.leave(session);
    host_.release(session);
  }
}

void HostCommands::on(const RoomInput& input, const AddBotRequest& request) {
  if (!room_.from_host(input) || !room_.in_phase(input, RoomPhase::Lobby)) return;
  const std::string bot = request.bot.empty() ? std::string(kDefaultBot) : request.bot;
  if (!is_offered_bot(bot)) return room_.refuse(input, NetRefusal::UnknownBot);
  if (static_cast<int>(state_.players().size()) >= state_.settings().seats) {
    return room_.refuse(input, NetRefusal::RoomFull);
  }
  if (!host_.allows(input.session, LimitedResource::Bot))
    return room_.refuse(input, NetRefusal::TooManyBots);
  room_.commit(stored::BotAdded{bot}, input.at);
}

void HostCommands::on(const RoomInput& input, const RemoveBotRequest& request) {
  if (!room_.from_host(input) || !room_.in_phase(input, RoomPhase::Lobby)) return;
  if (!room_.names_player(input, request.seat)) return;
  if (state_.players()[request.seat].person()) return room_.refuse(input, NetRefusal::UnknownSeat);
  room_.commit(stored::Removed{request.seat}, input.at);
}

void HostCommands::on(const RoomInput& input, const SettingsRequest& request) {
  if (!room_.from_host(input) || !room_.in_phase(input, RoomPhase::Lobby)) return;
  const auto& [settings, fault] = request.settings;
  if (!fault.empty()) return room_.refuse(input, NetRefusal::BadSettings, fault);
  if (const auto rule = unplayable_rule(settings); !rule.empty()) {
    return room_.refuse(input, NetRefusal::BadSettings, rule);
  }
  if (settings.seats < members_.seats())
    return room_.refuse(input, NetRefusal::BadSettings, "seats");
  // A running game keeps its rules and seats.
  if (state_.origin().exists()) return room_.refuse(input, NetRefusal::NotNow);
  if (settings == state_.settings()) return;
  const bool turns_slow = settings.slow() && !state_.settings().slow();
  if (turns_slow && !limits_.features.slow) return room_.refuse(input, NetRefusal::NotHere);
  if (turns_slow && !host_.allows(input.session, LimitedResource::SlowRoom)) {
    return room_.refuse(input, NetRefusal::TooManyRooms);
  }
  room_.commit(stored::Changed{settings}, input.at);
}

void HostCommands::on(const RoomInput& input, const HandOverRequest& request) {
  if (!room_.from_host(input) || !room_.names_player(input, request.seat)) return;
  if (!state_.players()[request.seat].person()) return room_.refuse(input, NetRefusal::UnknownSeat);
  if (request.seat == state_.host()) return;
  room_.commit(stored::HostChanged{request.seat}, input.at);
}

// Applies the host's bot speed; bots answer at once when only bots are left.
void HostCommands::on(const RoomInput& input, const PaceRequest& request) {
  if (!room_.from_host(input)) return;
  prompter_.set_bot_wait(request.percent);
}

// Lasts like a kick by the host. If the host is the one removed, no address is exempt.
void HostCommands::obey(const RoomInput& input) {
  if (input.order == OperatorOrder::Close) {
    return room_.commit(stored::Closed{}, input.at);
  }
  const Seat seat = input.ordered;
  const bool lobby = state_.phase() == RoomPhase::Lobby;
  const bool playing = state_.phase() == RoomPhase::Playing;
  const bool there = seat < state_.players().size() && state_.players()[seat].person();
  if (!there || !(lobby || playing) || (playing && seat == state_.host())) return;
  const bool hosts = seat == state_.host();
  bans_.ban_player(seat, hosts ? "" : members_.presence(state_.host()).address, input.at);
  remove_player(seat, input.at);
  room_.close_if_deserted(input.at);
}

void HostCommands::kick_watcher(const RoomInput& input, int watcher) {
  const Member* member = members_.watching(watcher);
  if (member == nullptr) return room_.refuse(input, NetRefusal::UnknownSeat);
  bans_.ban_watcher(input, member->address);
  send_away(member->session);
  room_.presence_changed(input.at);
}

void HostCommands::send_away(SessionId session) {
  members_.kick(session);
  broadcaster_.say(session, message_text(LeftMessage{"kicked"}));
  host_.release(session);
}

// In the lobby the seat becomes free; in a game a bot takes it, with its open question.
void HostCommands::remove_player(Seat seat, Time at) {
  if (const Member* kicked = members_.at(seat)) send_away(kicked->session);
  const bool lobby = state_.phase() == RoomPhase::Lobby;
  if (lobby) return room_.commit(stored::Removed{seat}, at);
  room_.commit(stored::Replaced{seat}, at);
  prompter_.ask_again(seat);
}

}  // namespace nl
