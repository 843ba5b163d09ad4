// What those who are in no room are told of rooms.
#include "protocol/room_messages.h"
#include "server/server_core.h"

namespace nl {

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
