// What a server does because there are others: rooms that are at another node, and who tells
// clients where the nodes are.
#include <algorithm>

#include "protocol/messages.h"
#include "protocol/room_messages.h"
#include "server/seat_token.h"
#include "server/server_core.h"

namespace nl {
namespace {

// Of the requests that name one.
std::string room_of(const Request& request) {
  if (const auto* join = std::get_if<JoinRequest>(&request)) return join->room;
  if (const auto* watch = std::get_if<WatchRequest>(&request)) return watch->room;
  if (const auto* resume = std::get_if<ResumeRequest>(&request)) return resume->room;
  if (const auto* look = std::get_if<LookRequest>(&request)) return look->room;
  return {};
}

}  // namespace

void ServerCore::set_nodes(std::vector<std::string> urls) {
  if (urls == nodes_) return;
  nodes_ = std::move(urls);
  tell_all(nodes_message(nodes_));
}

bool ServerCore::seek(SessionId id, Session& session, ParsedRequest& parsed,
                      const std::string& code) {
  if (session.sought || !is_room_code(code)) return false;
  if (!account(session.address).entries.take(now_) || !output_.seek(id, code, false)) return false;
  session.sought = Sought{std::move(parsed), false};
  return true;
}

void ServerCore::found(SessionId id, const std::string& url, bool here, Time now) {
  now_ = std::max(now_, now);
  const auto session = sessions_.find(id);
  if (session == sessions_.end() || !session->second.sought || stopped_) return;
  Sought sought = *std::exchange(session->second.sought, std::nullopt);
  ParsedRequest& parsed = sought.request;
  const std::string code = room_of(*parsed.request);
  const bool looks = std::holds_alternative<LookRequest>(*parsed.request);
  if (codes_.contains(code) && (here || !sought.held)) {
    looks ? show(id, session->second, parsed, code) : go_in(id, session->second, parsed, code);
  } else if (url.empty()) {
    refuse(id, parsed, NetRefusal::UnknownRoom);
  } else {
    send(id, elsewhere_message(url));
  }
  bury();
}

std::vector<std::pair<RoomId, ListedRoom>> ServerCore::listing() const {
  std::vector<std::pair<RoomId, ListedRoom>> all;
  for (const auto& [id, room] : listed_) {
    if (room->summary() && room->worth_a_visit()) all.emplace_back(id, *room->summary());
    if (all.size() == limits_.listed) break;
  }
  return all;
}

void ServerCore::send_elsewhere(const std::string& url) {
  std::vector<SessionId> told;
  for (const auto& [id, session] : sessions_) {
    if (session.room != nullptr) told.push_back(id);
  }
  for (const SessionId id : told) send(id, elsewhere_message(url));
}

}  // namespace nl
