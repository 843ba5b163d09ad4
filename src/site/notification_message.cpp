// Notification texts and their HTTP requests.
#include "site/notification_message.h"

#include <algorithm>

#include "fair/commitment.h"
#include "text/rules_text.h"

namespace nl {
namespace {

// All push messages are padded to this size.
constexpr std::size_t kPushSize = 1'024;

std::string link_to(const Notification& call, const std::string& page) {
  return page.empty() ? std::string() : page + (page.ends_with('/') ? "#" : "/#") + call.code;
}

// A name must not ping other users: chats have signs for that.
std::string without_signs(const std::string& name) {
  std::string plain;
  for (const char c : name) plain += c == '@' || c == '<' || c == '>' || c == '&' ? '_' : c;
  return plain;
}

std::string_view name_of(NotificationReason why) {
  if (why == NotificationReason::Window) return "window";
  return why == NotificationReason::Reminder ? "reminder" : "turn";
}

// Language-independent: an arrow for a turn, a hand for a window, a clock for a reminder.
std::string sign_of(NotificationReason why) {
  if (why == NotificationReason::Window) return "\u270B";
  return why == NotificationReason::Reminder ? "\u23F0" : "\u25B6";
}

// A notification expires when it is too late to answer.
std::string seconds_of(const Notification& call) {
  constexpr Time kUsual{3'600'000};
  const Time lasts = std::max(kUsual, call.lasts);
  return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(lasts).count());
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// `text` is what Slack and Mattermost show, `content` what Discord does.
Post webhook_post(const Notification& call, const std::string& page) {
  const std::string link = link_to(call, page);
  const std::string line = "Nine Lives " + sign_of(call.why) + ' ' + without_signs(call.name) +
                           (link.empty() ? std::string() : " \u00B7 " + link);
  Json body = {{"event", name_of(call.why)},
               {"room", call.code},
               {"game", call.game},
               {"name", call.name},
               {"text", line},
               {"content", line},
               {"allowed_mentions", {{"parse", Json::array()}}}};
  if (call.seat != kNoSeat) body["seat"] = call.seat;
  if (!link.empty()) body["link"] = link;
  return {.url = call.url, .headers = {{"Content-Type", "application/json"}}, .body = dumped(body)};
}

// A newer message replaces one that was not delivered yet. The room's code is its key, so a derived
// name is used here.
std::string topic_of(const Notification& call) {
  return to_hex(sha256({as_bytes("push topic "), Bytes(call.room)})).substr(0, 32);
}

Post push_post(const Notification& call, const Caller& caller, Time now) {
  Json text = {{"t", "turn"}, {"room", call.code}, {"name", call.name}};
  if (call.why != NotificationReason::Turn) text["why"] = name_of(call.why);
  return {.url = call.target.endpoint,
          .headers = {{"Content-Type", "application/octet-stream"},
                      {"Content-Encoding", "aes128gcm"},
                      {"TTL", seconds_of(call)},
                      {"Urgency", "high"},
                      {"Topic", topic_of(call)},
                      {"Authorization",
                       vapid_header(caller.key, call.target.endpoint, caller.contact, now)}},
          .body = closed_for(call.target, dumped(text), fresh_nonce(), kPushSize)};
}

}  // namespace

Post post_of(const Notification& call, const Caller& caller, Time now) {
  return call.kind == NotificationKind::Webhook ? webhook_post(call, caller.page)
                                                : push_post(call, caller, now);
}

}  // namespace nl
