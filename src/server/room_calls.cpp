// How a room's people want to be called.
#include "protocol/call_url.h"
#include "server/room.h"

namespace nl {

void Room::on(const RoomInput& input, const WebhookRequest& request) {
  if (!from_host(input)) return;
  if (!request.url.empty() && !parse_call_url(request.url)) {
    return refuse(input, NetRefusal::BadMessage, "url");
  }
  if (request.url == state_.webhook()) return;
  commit({.kind = RoomEventKind::Hooked, .at = input.at, .text = request.url});
}

void Room::on(const RoomInput& input, const SubscribeRequest& request) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher) return refuse(input, Refused{.why = Refusal::Watching});
  if (!request.target.well_formed()) return refuse(input, NetRefusal::BadMessage, "endpoint");
  if (state_.players()[seat].push == request.target) return;
  if (!subscriptions_.take(input.at)) return refuse(input, NetRefusal::TooFast);
  subscribe(seat, request.target, input.at);
}

void Room::on(const RoomInput& input, const UnsubscribeRequest&) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher || !state_.players()[seat].push.wanted()) return;
  subscribe(seat, {}, input.at);
}

void Room::on(const RoomInput& input, const HiddenRequest& request) {
  members_.of(input.session)->hidden = request.hidden;
}

void Room::subscribe(Seat seat, const PushTarget& target, Time at) {
  commit({.kind = RoomEventKind::Subscribed, .at = at, .seat = seat, .push = target});
}

// Its maker says that the browser is no more; unless another has taken its place meanwhile.
void Room::forget_push(const RoomInput& input) {
  for (Seat seat = 0; seat < state_.players().size(); ++seat) {
    if (state_.players()[seat].push.endpoint == input.endpoint) subscribe(seat, {}, input.at);
  }
}

}  // namespace nl
