// Server core: input from connections, store, timers, bots and operator.
#include "server/server_core.h"

#include <algorithm>
#include <cassert>

#include "names/names.h"
#include "protocol/messages.h"
#include "protocol/room_messages.h"
#include "server/seat_token.h"

namespace nl {

ServerCore::ServerCore(Output& output, Entropy& entropy, ServerLimits limits, ServerTimes times)
    : ServerContext(output, entropy, limits, times) {}

void ServerCore::restore(const StoredRoom& stored, Time now) {
  now_ = std::max(now_, now);
  Room& room = add_room(stored.id);
  try {
    room.restore(stored.entries, now_);
  } catch (...) {
    codes_.erase(room_code(stored.id));
    rooms_.erase(stored.id);
    throw;
  }
  after(room);
}

const Room* ServerCore::room(const RoomId& id) const {
  const auto found = rooms_.find(id);
  return found == rooms_.end() ? nullptr : found->second.get();
}

const Room* ServerCore::room(std::string_view code) const {
  const auto found = codes_.find(code);
  return found == codes_.end() ? nullptr : found->second;
}

void ServerCore::stored(const RoomId& id, std::uint64_t number, Time now) {
  now_ = std::max(now_, now);
  const auto found = rooms_.find(id);
  if (found == rooms_.end() || stopped_) return;
  found->second->stored(number, now_);
  after(*found->second);
}

void ServerCore::tick(const RoomId& id, Time now) {
  now_ = std::max(now_, now);
  if (id == kQueueTimer && !stopped_) return finder_.fill_tables();
  const auto found = rooms_.find(id);
  if (found == rooms_.end() || stopped_) return;
  found->second->tick(now_);
  after(*found->second);
}

void ServerCore::on_bot_result(const BotResult& result, Time now) {
  now_ = std::max(now_, now);
  const auto found = rooms_.find(result.topic.room);
  if (found == rooms_.end() || stopped_) return;
  found->second->on_bot_result(result);
  close_cut_sessions();
}

void ServerCore::stop(std::string_view reason) {
  stopped_ = true;
  for (const auto& [id, session] : sessions_) output_.close(id, reason);
  sessions_.clear();
}

std::vector<const Room*> ServerCore::all_rooms() const {
  std::vector<const Room*> all;
  for (const auto& [id, room] : rooms_) all.push_back(room.get());
  return all;
}

void ServerCore::order(const RoomId& id, OperatorOrder order, Seat seat, Time now) {
  now_ = std::max(now_, now);
  const auto found = rooms_.find(id);
  if (found == rooms_.end() || stopped_) return;
  found->second->post({.at = now_, .order = order, .ordered = seat}, now_);
  after(*found->second);
}

std::size_t ServerCore::say_to_all(const std::string& text) {
  constexpr int kNoticeColumns = 300;
  const std::string clean = clean_text(text, kNoticeColumns);
  if (clean.empty()) return 0;
  return send_to_all(message_text(ChatMessage{.name = std::string(kOperatorName), .text = clean}));
}

void ServerCore::opened(SessionId id, const std::string& address, Time now, bool secure) {
  now_ = std::max(now_, now);
  if (stopped_) return;
  const auto [session, added] = sessions_.try_emplace(id, limits_, address, secure);
  if (added) account(address).add(&AddressQuota::sessions, 1);
}

void ServerCore::closed(SessionId id, Time now) {
  now_ = std::max(now_, now);
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) return;
  finder_.stop_finding(id);
  Room* room = found->second.room;
  account(found->second.address).add(&AddressQuota::sessions, -1);
  sessions_.erase(found);
  if (room == nullptr) return;
  room->post({.session = id, .at = now_}, now_);
  after(*room);
}

void ServerCore::sent(SessionId id, std::size_t bytes) {
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) return;
  found->second.queued -= std::min(found->second.queued, bytes);
}

bool ServerCore::has_greeted(SessionId id) const {
  const auto found = sessions_.find(id);
  return found != sessions_.end() && found->second.greeted;
}

void ServerCore::send_away(SessionId id, std::string_view reason) {
  cut(id, reason);
  close_cut_sessions();
}

void ServerCore::set_limits(const ServerLimits& limits, const ServerTimes& times) {
  limits_ = limits;
  times_ = times;
}

void ServerCore::received(SessionId id, std::string_view bytes, Time now) {
  now_ = std::max(now_, now);
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) return;
  ServerSession& session = found->second;
  if (bytes.size() > limits_.message_bytes) {
    cut(id, "too_large");
  } else if (!session.messages.take(now_)) {
    // Reported every time, since it may have been an answer. A flood is cut off after a few.
    refuse(id, {}, NetRefusal::TooFast);
    strike(id, session);
  } else if (!session.leaving) {  // else the client says it again at the other node
    request_handler_.dispatch(id, session, parse_request(bytes));
  }
  close_cut_sessions();
}

void ServerCore::set_nodes(std::vector<std::string> urls) {
  if (urls == nodes_) return;
  nodes_ = std::move(urls);
  send_to_all(message_text(NodesMessage{nodes_}));
}

std::vector<std::pair<RoomId, ListedRoom>> ServerCore::listing() const {
  std::vector<std::pair<RoomId, ListedRoom>> all;
  for (const auto& [id, room] : listed_) {
    if (room->summary() && room->worth_listing()) all.emplace_back(id, *room->summary());
    if (all.size() == limits_.listed) break;
  }
  return all;
}

void ServerCore::send_elsewhere(const std::string& url) {
  std::vector<SessionId> told;
  for (const auto& [id, session] : sessions_) {
    if (session.room != nullptr) told.push_back(id);
  }
  for (const SessionId id : told) send(id, message_text(ElsewhereMessage{url}));
}

std::vector<RoomId> ServerCore::movable_rooms(std::size_t most) const {
  std::vector<RoomId> rooms;
  for (const auto& [id, room] : rooms_) {
    if (rooms.size() == most) break;
    if (room->movable()) rooms.push_back(id);
  }
  return rooms;
}

std::vector<SessionId> ServerCore::give_up(const std::vector<RoomId>& rooms) {
  std::vector<SessionId> leaving;
  for (const RoomId& id : rooms) {
    const auto found = rooms_.find(id);
    assert(found != rooms_.end() && found->second->movable());
    for (auto& [session, state] : sessions_) {
      if (state.room != found->second.get()) continue;
      state.leaving = true;
      leaving.push_back(session);
    }
    forget(*found->second);
  }
  return leaving;
}

void ServerCore::send_elsewhere(const std::string& url, const std::vector<SessionId>& sessions) {
  for (const SessionId id : sessions) {
    const auto found = sessions_.find(id);
    if (found == sessions_.end()) continue;
    found->second.leaving = false;
    send(id, message_text(ElsewhereMessage{url}));
  }
  close_cut_sessions();
}

void ServerCore::push_target_gone(const RoomId& id, const std::string& endpoint, Time now) {
  now_ = std::max(now_, now);
  const auto found = rooms_.find(id);
  if (found == rooms_.end() || stopped_) return;
  found->second->post({.at = now_, .order = OperatorOrder::ForgetPush, .endpoint = endpoint}, now_);
  after(*found->second);
}

void ServerCore::game_read(SessionId id, std::string_view record, Time now) {
  now_ = std::max(now_, now);
  const auto session = sessions_.find(id);
  if (session == sessions_.end() || stopped_) return;
  request_handler_.game_read(id, session->second, record);
  close_cut_sessions();
}

void ServerCore::found(SessionId id, const std::string& url, bool here, Time now) {
  now_ = std::max(now_, now);
  const auto session = sessions_.find(id);
  if (session == sessions_.end() || stopped_) return;
  request_handler_.found(id, session->second, url, here);
  close_cut_sessions();
}

}  // namespace nl
