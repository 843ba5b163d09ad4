#include "protocol/messages.h"

#include "protocol/request.h"

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

// Names and talk may hold bytes that are no UTF-8: they are replaced, since a message must not
// fail.
std::string text_of_message(const Json& message) {
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string refused_message(std::string_view type, const Json& id, NetRefusal why,
                            const std::string& field) {
  Json message = refused_json(type, id, kNetRefusalNames[why]);
  message["key"] = "ui/" + net_refusal_key(why);
  if (!field.empty()) message["field"] = field;
  return text_of_message(message);
}

std::string refused_message(std::string_view type, const Json& id, const Refused& why) {
  Json message = refused_json(type, id, kRefusalNames[why.why]);
  message["key"] = "refusals/" + std::string(kRefusalNames[why.why]);
  put_card(message, "card", why.card);
  put_seat(message, "seat", why.seat);
  return text_of_message(message);
}

RefusedNews read_refused(const Json& message) {
  const std::string& reason = text_of(message, "reason");
  RefusedNews news{.net = kNetRefusalNames.find(reason)};
  if (const auto rule = kRefusalNames.find(reason)) {
    news.rule = Refused{.why = *rule,
                        .card = card_or_none(message, "card"),
                        .seat = seat_or_none(message, "seat", kMaxSeats)};
  }
  if (!news.net && !news.rule) throw BadMessage("reason");
  if (message.contains("re")) news.re = text_of(message, "re");
  if (message.contains("field")) news.field = text_of(message, "field");
  return news;
}

std::string elsewhere_message(const std::string& url) {
  return text_of_message({{"t", "elsewhere"}, {"url", url}});
}

std::string nodes_message(const std::vector<std::string>& nodes) {
  return text_of_message({{"t", "nodes"}, {"nodes", nodes}});
}

std::string welcome_message(const Welcome& welcome) {
  Json message = {{"t", "welcome"},
                  {"version", kProtocolVersion},
                  {"server", "ninelives " NINELIVES_VERSION},
                  {"message_bytes", welcome.message_bytes},
                  {"now", welcome.now.count()},
                  {"features", welcome.features}};
  if (!welcome.address.empty()) message["address"] = welcome.address;
  if (!welcome.nodes.empty()) message["nodes"] = welcome.nodes;
  if (!welcome.push.empty()) message["push"] = welcome.push;
  return text_of_message(message);
}

std::string pong_message(const Json& id, ServerTime now) {
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
