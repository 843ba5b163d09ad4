// What of the optional a session has, and word to those who don't look at their table.
#include "server/server_core.h"

namespace nl {

ServerFeatures ServerCore::features_for(const Session& session) const {
  ServerFeatures features = limits_.features;
  features.push = features.push && session.secure && !push_key_.empty();
  return features;
}

// Who made the room pays; while nobody has come back after a restart, all such rooms together.
void ServerCore::call(const Call& call) {
  const bool webhook = call.kind == CallKind::Webhook;
  const bool on = webhook ? limits_.features.webhooks : limits_.features.push;
  const auto bill = bills_.find(call.room);
  const std::string payer = bill == bills_.end() ? std::string() : bill->second.address;
  if (on && account(payer).calls.take(now_)) output_.call(call);
}

void ServerCore::call_gone(const RoomId& id, const std::string& endpoint, Time now) {
  now_ = std::max(now_, now);
  const auto found = rooms_.find(id);
  if (found == rooms_.end() || stopped_) return;
  found->second->post({.at = now_, .order = OperatorOrder::ForgetPush, .endpoint = endpoint}, now_);
  after(*found->second);
}

}  // namespace nl
