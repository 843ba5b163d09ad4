#include "server/room_messages.h"

#include "server/request.h"
#include "text/notation.h"

namespace nl {
namespace {

Json refused_json(std::string_view type, const Json& id, std::string_view reason) {
  Json message = {{"t", "refused"}};
  if (!type.empty()) message["re"] = type;
  if (!id.is_null()) message["id"] = id;
  message["reason"] = reason;
  return message;
}

}  // namespace

std::string text_of_message(const Json& message) {
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string refused_message(std::string_view type, const Json& id, NetRefusal why,
                            const std::string& field) {
  Json message = refused_json(type, id, refusal_code(why));
  message["key"] = "ui/net_" + std::string(refusal_code(why));
  if (!field.empty()) message["field"] = field;
  return text_of_message(message);
}

std::string refused_message(std::string_view type, const Json& id, const Refused& why) {
  Json message = refused_json(type, id, refusal_code(why.why));
  message["key"] = "refusals/" + std::string(refusal_code(why.why));
  if (index(why.card) < kCardKinds) message["card"] = card_name(why.card);
  if (why.seat < kMaxSeats) message["seat"] = why.seat;
  return text_of_message(message);
}

std::string welcome_message(const ServerLimits& limits, Time now) {
  return text_of_message({{"t", "welcome"},
                          {"version", kProtocolVersion},
                          {"server", "ninelives " NINELIVES_VERSION},
                          {"message_bytes", limits.message_bytes},
                          {"now", now.count()}});
}

std::string pong_message(const Json& id, Time now) {
  Json message = {{"t", "pong"}, {"now", now.count()}};
  if (!id.is_null()) message["id"] = id;
  return text_of_message(message);
}

std::string left_message(std::string_view reason) {
  Json message = {{"t", "left"}};
  if (!reason.empty()) message["reason"] = reason;
  return text_of_message(message);
}

}  // namespace nl
