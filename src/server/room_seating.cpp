// Requests to create, join, watch, resume and leave a room.
#include "server/room_seating.h"

#include <cassert>

#include "bots/bot.h"
#include "names/names.h"
#include "protocol/messages.h"
#include "protocol/room_messages.h"

namespace nl {

void RoomSeating::on(const RoomInput& input, const CreateRequest& request) {
  assert(request.settings.fault.empty());  // the server has refused such a request
  const RoomSettings& settings = request.settings.wanted;
  room_.commit(stored::Created{settings}, input.at);
  const PlayOnWish& from = request.from;
  const std::string bot = from.bot.empty() ? std::string(kDefaultBot) : from.bot;
  const auto add_bot = [&] { room_.commit(stored::BotAdded{bot}, input.at); };
  if (!from.lines.empty()) {
    room_.commit(stored::PlaysOn{{from.game, from.step, from.lines}}, input.at);
    while (members_.seats() < from.seat) add_bot();
  }
  if (!sit_down(input, request.name)) return;
  for (int i = 0; i < request.bots && members_.seats() < settings.seats; ++i) add_bot();
  const Seat seat = members_.of(input.session)->seat;
  if (seat != state_.host()) room_.commit(stored::HostChanged{seat}, input.at);
}

void RoomSeating::on(const RoomInput& input, const JoinRequest& request) {
  if (bans_.is_banned_by_name(input, request.name)) return refuse_entry(input, NetRefusal::Kicked);
  if (state_.phase() != RoomPhase::Lobby) return refuse_entry(input, NetRefusal::NotNow);
  if (static_cast<int>(state_.players().size()) >= state_.settings().seats) {
    return refuse_entry(input, NetRefusal::RoomFull);
  }
  sit_down(input, request.name);
}

void RoomSeating::on(const RoomInput& input, const WatchRequest&) {
  if (bans_.is_banned_to_watch(input)) {
    return refuse_entry(input, NetRefusal::Kicked);
  }
  if (members_.watchers() >= room_.most_watchers())
    return refuse_entry(input, NetRefusal::RoomFull);
  const int number = members_.enter({.session = input.session, .address = input.address});
  room_.presence_changed(input.at);
  broadcaster_.say(input.session,
                   message_text(JoinedMessage{.room = room_code(id_), .watcher = number}));
}

void RoomSeating::on(const RoomInput& input, const ResumeRequest& request) {
  const Seat found = room_.seat_of(hash_of_token(request.token));
  if (found == kNoSeat) return refuse_entry(input, NetRefusal::BadToken);
  if (const Member* before = members_.at(found)) {
    const SessionId session = before->session;
    members_.leave(session);
    host_.drop(session, "replaced");
  }
  room_.came_back(found, input.at);
  const bool same_game = request.game == state_.games();
  members_.enter({.session = input.session,
                  .seat = found,
                  .fair = input.fair,
                  .last_seen = same_game ? request.last : 0,
                  .address = input.address});
  room_.presence_changed(input.at);
  broadcaster_.say(input.session,
                   message_text(JoinedMessage{.room = room_code(id_), .seat = found}));
}

void RoomSeating::on(const RoomInput& input, const LeaveRequest& request) {
  const Member* member = members_.of(input.session);
  if (member == nullptr) return;
  const Seat seat = member->seat;
  broadcaster_.say(input.session, message_text(LeftMessage{}));
  gone(input.session, input.at);
  host_.release(input.session);
  if (seat == kWatcher || request.keep || state_.phase() != RoomPhase::Lobby) return;
  room_.commit(stored::Removed{seat}, input.at);
  room_.close_if_deserted(input.at);
}

void RoomSeating::gone(SessionId session, Time now) {
  if (members_.of(session) == nullptr) return;
  members_.lose(session, now);
  room_.presence_changed(now);
}

bool RoomSeating::sit_down(const RoomInput& input, const std::string& name) {
  const std::string clean = clean_name(name);
  if (clean.empty()) {
    refuse_entry(input, NetRefusal::BadName);
    return false;
  }
  const std::string token = new_token(entropy_);
  room_.commit(stored::Joined{clean, hash_of_token(token)}, input.at);
  const Seat seat = static_cast<Seat>(state_.players().size() - 1);
  members_.enter(
      {.session = input.session, .seat = seat, .fair = input.fair, .address = input.address});
  broadcaster_.say(input.session, message_text(JoinedMessage{
                                      .room = room_code(id_), .seat = seat, .token = token}));
  return true;
}

// Refuses somebody who is not in the room yet.
void RoomSeating::refuse_entry(const RoomInput& input, NetRefusal why) {
  room_.refuse(input, why);
  host_.release(input.session);
}

}  // namespace nl
