// What the core does with a request: answers it, or passes it on to the session's room.
#include "names/names.h"
#include "protocol/room_messages.h"
#include "server/seat_token.h"
#include "server/server_core.h"

namespace nl {

void ServerCore::dispatch(SessionId id, Session& session, ParsedRequest parsed) {
  if (!parsed.request) {
    refuse(id, parsed, NetRefusal::BadMessage, parsed.field);
    return strike(id, session);
  }
  if (const auto* hello = std::get_if<HelloRequest>(&*parsed.request)) {
    return greet(id, session, parsed, *hello);
  }
  if (std::holds_alternative<PingRequest>(*parsed.request)) {
    return send(id, pong_message(parsed.id, now_));
  }
  if (!session.greeted) return refuse(id, parsed, NetRefusal::HelloFirst);
  if (!is_on(features_for(session), *parsed.request)) {
    return refuse(id, parsed, NetRefusal::NotHere);
  }
  if (std::holds_alternative<ListRequest>(*parsed.request)) {
    return session.lists.take(now_) ? list(id) : refuse(id, parsed, NetRefusal::TooFast);
  }
  if (const auto* look = std::get_if<LookRequest>(&*parsed.request)) {
    return session.lists.take(now_) ? show(id, session, parsed, look->room)
                                    : refuse(id, parsed, NetRefusal::TooFast);
  }
  if (const auto* tables = std::get_if<TablesRequest>(&*parsed.request)) {
    return session.lists.take(now_) ? tell_tables(id, *tables)
                                    : refuse(id, parsed, NetRefusal::TooFast);
  }
  if (std::holds_alternative<FindRequest>(*parsed.request)) return find_table(id, session, parsed);
  if (std::holds_alternative<StopFindingRequest>(*parsed.request)) return stop_finding(id);
  if (std::holds_alternative<CreateRequest>(*parsed.request)) return create(id, session, parsed);
  if (const auto* join = std::get_if<JoinRequest>(&*parsed.request)) {
    return enter(id, session, parsed, join->room);
  }
  if (const auto* watch = std::get_if<WatchRequest>(&*parsed.request)) {
    return enter(id, session, parsed, watch->room);
  }
  if (const auto* resume = std::get_if<ResumeRequest>(&*parsed.request)) {
    return enter(id, session, parsed, resume->room);
  }
  if (session.room == nullptr) return refuse(id, parsed, NetRefusal::NotInRoom);
  const bool talks = std::holds_alternative<ChatRequest>(*parsed.request) ||
                     std::holds_alternative<EmoteRequest>(*parsed.request) ||
                     std::holds_alternative<OpenHandsRequest>(*parsed.request);
  if (talks && !session.chat.take(now_)) {
    return refuse(id, parsed, NetRefusal::TooFast);
  }
  pass_on(id, session, parsed);
}

void ServerCore::greet(SessionId id, Session& session, const ParsedRequest& parsed,
                       const HelloRequest& hello) {
  if (hello.version != kProtocolVersion) {
    refuse(id, parsed, NetRefusal::BadVersion);
    return cut(id, "version");
  }
  session.greeted = true;
  session.fair = hello.fair;
  const ServerFeatures features = features_for(session);
  send(id, welcome_message({.message_bytes = limits_.message_bytes,
                            .now = now_,
                            .address = address_,
                            .nodes = nodes_,
                            .features = names_of(features),
                            .push = features.push ? push_key_ : std::string()}));
}

void ServerCore::create(SessionId id, Session& session, ParsedRequest& parsed) {
  if (session.room != nullptr) return refuse(id, parsed, NetRefusal::AlreadyInRoom);
  if (draining_) return refuse(id, parsed, NetRefusal::ServerFull);
  stop_finding(id);
  const auto& request = std::get<CreateRequest>(*parsed.request);
  if (clean_name(request.name).empty()) return refuse(id, parsed, NetRefusal::BadName);
  bool slow = false;
  try {
    slow = settings_from_json(request.settings).slow();
  } catch (const FieldError& fault) {
    return refuse(id, parsed, NetRefusal::BadSettings, fault.field());
  }
  if (slow && !limits_.features.slow) return refuse(id, parsed, NetRefusal::NotHere);
  if (slow && !allows_slow_room(session.address)) {
    return refuse(id, parsed, NetRefusal::TooManyRooms);
  }
  const auto why = why_no_room(session, request);
  if (why) return refuse(id, parsed, *why);
  new_room(session);
  pass_on(id, session, parsed);
}

RoomId ServerCore::new_room(Session& session) {
  RoomId room_id = entropy_.draw<RoomId>();
  while (codes_.contains(room_code(room_id))) room_id = entropy_.draw<RoomId>();
  session.room = &add_room(room_id);
  charge(room_id, session.address);
  return room_id;
}

std::optional<NetRefusal> ServerCore::why_no_room(const Session& session,
                                                  const CreateRequest& request) {
  AddressAccount& own = account(session.address);
  if (own.rooms >= limits_.rooms_per_address) return NetRefusal::TooManyRooms;
  if (own.bots + request.bots > limits_.bots_per_address) return NetRefusal::TooManyBots;
  if (rooms_.size() >= limits_.rooms) return NetRefusal::ServerFull;
  if (!own.new_rooms.take(now_)) return NetRefusal::TooManyRooms;
  return std::nullopt;
}

void ServerCore::enter(SessionId id, Session& session, ParsedRequest& parsed,
                       const std::string& code) {
  if (session.room != nullptr) return refuse(id, parsed, NetRefusal::AlreadyInRoom);
  if (!codes_.contains(code)) {
    if (!seek(id, session, parsed, code)) refuse(id, parsed, NetRefusal::UnknownRoom);
    return;
  }
  if (session.sought) return refuse(id, parsed, NetRefusal::NotNow);
  if (!account(session.address).entries.take(now_)) return refuse(id, parsed, NetRefusal::TooFast);
  if (!output_.seek(id, code, true)) return go_in(id, session, parsed, code);
  session.sought = Sought{std::move(parsed), true};
}

void ServerCore::go_in(SessionId id, Session& session, ParsedRequest& parsed,
                       const std::string& code) {
  if (session.room != nullptr) return refuse(id, parsed, NetRefusal::AlreadyInRoom);
  stop_finding(id);
  session.room = codes_.find(code)->second;
  const RoomId room = session.room->id();
  pass_on(id, session, parsed);
  // One that was restored is on the account of who comes back first.
  const auto still = sessions_.find(id);
  if (still != sessions_.end() && still->second.room != nullptr && rooms_.contains(room)) {
    charge(room, still->second.address);
  }
}

void ServerCore::pass_on(SessionId id, Session& session, ParsedRequest& parsed) {
  Room& room = *session.room;
  room.post({.session = id,
             .at = now_,
             .request = std::move(parsed.request),
             .type = std::move(parsed.type),
             .id = std::move(parsed.id),
             .fair = session.fair,
             .address = session.address},
            now_);
  after(room);
}

void ServerCore::list(SessionId id) {
  std::vector<ListedRoom> rooms;
  for (const auto& [room_id, room] : listed_) {
    const auto& summary = room->summary();
    if (!summary || !room->worth_a_visit()) continue;
    rooms.push_back(*summary);
    if (rooms.size() == limits_.listed) break;
  }
  for (const ListedRoom& room : others_rooms_) {
    if (rooms.size() == limits_.listed) break;
    if (!codes_.contains(room.code)) rooms.push_back(room);
  }
  send(id, rooms_message(rooms));
}

// One room to whoever knows its code, listed or not.
void ServerCore::show(SessionId id, Session& session, ParsedRequest& parsed,
                      const std::string& code) {
  const auto found = codes_.find(code);
  if (found == codes_.end() && seek(id, session, parsed, code)) return;
  const bool known = found != codes_.end() && found->second->summary();
  if (!known) return refuse(id, parsed, NetRefusal::UnknownRoom);
  send(id, rooms_message({*found->second->summary()}));
}

// Of this node's rooms; who has no seat there is told no more than if there were no such room.
void ServerCore::tell_tables(SessionId id, const TablesRequest& request) {
  std::vector<OwnTable> tables;
  for (const auto& seat : request.seats) {
    const auto found = codes_.find(seat.room);
    if (found == codes_.end()) continue;
    if (auto table = found->second->own_table(hash_of_token(seat.token))) {
      tables.push_back(std::move(*table));
    }
  }
  send(id, tables_message(tables, now_));
}

}  // namespace nl
