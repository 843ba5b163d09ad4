// Requests of single members: chat, notifications, preferences.
#include "server/member_requests.h"

#include <algorithm>

#include "names/names.h"
#include "protocol/emotes.h"
#include "protocol/outbound_url.h"
#include "protocol/room_messages.h"
#include "server/daily_deal.h"
#include "server/game_report.h"
#include "server/signature.h"

namespace nl {
namespace {

constexpr int kChatColumns = 300;

}  // namespace

void MemberRequests::on(const RoomInput& input, const ChatRequest& request) {
  const Member* member = members_.of(input.session);
  const std::string text = clean_text(request.text, kChatColumns);
  if (member == nullptr || text.empty()) return;
  const bool watches = member->seat == kWatcher;
  if (watches && state_.watchers().muted) return room_.refuse(input, NetRefusal::Muted);
  ChatMessage message{.text = text};
  if (watches) {
    message.watcher = member->watcher;
  } else {
    message.seat = member->seat;
    message.name = state_.players()[member->seat].name;
  }
  broadcaster_.say_to_all(message_text(message));
}

void MemberRequests::on(const RoomInput& input, const EmoteRequest& request) {
  const Member* member = members_.of(input.session);
  if (member->seat == kWatcher) return room_.refuse(input, Refused{.why = Refusal::Watching});
  if (!is_emote(request.emote)) return room_.refuse(input, NetRefusal::BadMessage, "emote");
  broadcaster_.say_to_all(message_text(EmoteMessage{member->seat, request.emote}));
}

// Players consent in the lobby, where everybody can see it. They can withdraw at any time.
void MemberRequests::on(const RoomInput& input, const OpenHandsRequest& request) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher) return room_.refuse(input, Refused{.why = Refusal::Watching});
  if (request.on == holds(state_.open_hands(), seat)) return;
  // A watcher who sees the cards of a daily deal might play it later.
  if (parse_daily_attempt(state_.origin().game)) return room_.refuse(input, NetRefusal::NotNow);
  if (request.on && !room_.in_phase(input, RoomPhase::Lobby)) return;
  if (request.on) return room_.commit(stored::HandOpened{seat}, input.at);
  room_.commit(stored::HandClosed{seat}, input.at);
}

// Only before the deal: a player who has seen cards must not choose whether the game is rated.
void MemberRequests::on(const RoomInput& input, const LadderRequest& request) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher) return room_.refuse(input, Refused{.why = Refusal::Watching});
  if (state_.game() != nullptr) return room_.refuse(input, NetRefusal::NotNow);
  const Player& player = state_.players()[seat];
  if (player.ladder == request.key) return;
  const std::string statement = seat_statement(room_code(id_), player.token);
  if (!subscriptions_.take(input.at)) return room_.refuse(input, NetRefusal::TooFast);
  if (!signed_by(request.key, statement, request.signature)) {
    return room_.refuse(input, NetRefusal::BadSignature);
  }
  for (const Player& other : state_.players()) {
    if (other.ladder == request.key) return room_.refuse(input, NetRefusal::SameKey);
  }
  room_.commit(stored::Laddered{seat, request.key}, input.at);
}

void MemberRequests::on(const RoomInput& input, const AutoPassRequest& request) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher) return room_.refuse(input, Refused{.why = Refusal::Watching});
  if (state_.players()[seat].auto_pass == request.on) return;
  if (!subscriptions_.take(input.at)) return room_.refuse(input, NetRefusal::TooFast);
  room_.commit(stored::AutoPass{seat, request.on}, input.at);
}

// From the next window on. Everybody sees who asked for it.
void MemberRequests::on(const RoomInput& input, const ListenRequest& request) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher) return room_.refuse(input, Refused{.why = Refusal::Watching});
  Presence& presence = members_.presence(seat);
  if (presence.listens == request.on) return;
  if (!subscriptions_.take(input.at)) return room_.refuse(input, NetRefusal::TooFast);
  presence.listens = request.on;
  broadcaster_.room_has_changed();
}

// Reports the current game, or else the last one. The report doesn't name its sender.
void MemberRequests::on(const RoomInput& input, const ReportRequest& request) {
  if (members_.of(input.session)->seat == kWatcher) {
    return room_.refuse(input, Refused{.why = Refusal::Watching});
  }
  const auto& reasons = kReportReasons;
  if (std::find(reasons.begin(), reasons.end(), request.reason) == reasons.end()) {
    return room_.refuse(input, NetRefusal::BadMessage, "reason");
  }
  if (!state_.ceremony()) return room_.refuse(input, NetRefusal::NotNow);
  if (!host_.allows(input.session, LimitedResource::Report)) {
    return room_.refuse(input, NetRefusal::TooFast);
  }
  host_.report({.at = input.at,
                .room = room_code(id_),
                .game = game_address(state_.ceremony()->game()),
                .number = state_.games(),
                .over = state_.phase() == RoomPhase::Over,
                .reason = request.reason,
                .text = clean_text(request.text, kReportColumns)});
  broadcaster_.say(input.session, message_text(ReportedMessage{}));
}

void MemberRequests::on(const RoomInput& input, const WebhookRequest& request) {
  if (!room_.from_host(input)) return;
  if (!request.url.empty() && !parse_outbound_url(request.url)) {
    return room_.refuse(input, NetRefusal::BadMessage, "url");
  }
  if (request.url == state_.webhook()) return;
  room_.commit(stored::Hooked{request.url}, input.at);
}

void MemberRequests::on(const RoomInput& input, const SubscribeRequest& request) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher) return room_.refuse(input, Refused{.why = Refusal::Watching});
  if (!request.target.well_formed()) return room_.refuse(input, NetRefusal::BadMessage, "endpoint");
  if (state_.players()[seat].push == request.target) return;
  if (!subscriptions_.take(input.at)) return room_.refuse(input, NetRefusal::TooFast);
  subscribe(seat, request.target, input.at);
}

void MemberRequests::on(const RoomInput& input, const UnsubscribeRequest&) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher || !state_.players()[seat].push.wanted()) return;
  subscribe(seat, {}, input.at);
}

void MemberRequests::on(const RoomInput& input, const HiddenRequest& request) {
  members_.of(input.session)->hidden = request.hidden;
}

void MemberRequests::on(const RoomInput& input, const BackRequest&) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher) return room_.refuse(input, Refused{.why = Refusal::Watching});
  room_.came_back(seat, input.at);
}

void MemberRequests::on(const RoomInput& input, const SyncRequest&) {
  Member* member = members_.of(input.session);
  member->wants_view = true;
  member->wants_room = true;
  member->last_seen = 0;
}

// The push service says that the subscription is gone. Removes it unless it was replaced meanwhile.
void MemberRequests::forget_push(const RoomInput& input) {
  for (Seat seat = 0; seat < state_.players().size(); ++seat) {
    if (state_.players()[seat].push.endpoint == input.endpoint) subscribe(seat, {}, input.at);
  }
}

void MemberRequests::subscribe(Seat seat, const PushTarget& target, Time at) {
  room_.commit(stored::Subscribed{seat, target}, at);
}

}  // namespace nl
