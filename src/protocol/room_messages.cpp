#include "protocol/room_messages.h"

#include <utility>

namespace nl {

std::string joined_message(const std::string& code, Seat seat, const std::string& token) {
  Json message = {{"t", "joined"}, {"room", code}, {"seat", seat}};
  if (!token.empty()) message["token"] = token;
  return text_of_message(message);
}

std::string joined_to_watch_message(const std::string& code, int watcher) {
  return text_of_message({{"t", "joined"}, {"room", code}, {"watcher", watcher}});
}

RoomMessage::RoomMessage(const RoomInfo& room) : text_(text_of_message(room_json(room))) {}

std::string RoomMessage::to(Seat seat) const {
  if (seat >= kMaxSeats) return text_;
  return text_.substr(0, text_.size() - 1) + ",\"seat\":" + std::to_string(seat) + '}';
}

std::string rooms_message(const std::vector<ListedRoom>& rooms) {
  Json list = Json::array();
  for (const ListedRoom& room : rooms) list.push_back(listed_room_json(room));
  return text_of_message({{"t", "rooms"}, {"rooms", std::move(list)}});
}

std::string chat_message(Seat seat, const std::string& name, const std::string& text) {
  return text_of_message({{"t", "chat"}, {"seat", seat}, {"name", name}, {"text", text}});
}

std::string watchers_chat_message(int watcher, const std::string& text) {
  return text_of_message({{"t", "chat"}, {"watcher", watcher}, {"text", text}});
}

std::string emote_message(Seat seat, std::string_view emote) {
  return text_of_message({{"t", "emote"}, {"seat", seat}, {"emote", emote}});
}

std::string finding_message(std::size_t waiting, int seats, ServerTime deadline, ServerTime now) {
  return text_of_message({{"t", "finding"},
                          {"waiting", waiting},
                          {"seats", seats},
                          {"deadline", deadline.count()},
                          {"now", now.count()}});
}

std::string timeout_message(Seat seat, std::optional<std::size_t> after) {
  Json json = {{"t", "timeout"}, {"seat", seat}};
  if (after) json["after"] = *after;
  return text_of_message(json);
}

std::string tables_message(const std::vector<OwnTable>& tables, ServerTime now) {
  Json list = Json::array();
  for (const OwnTable& table : tables) list.push_back(own_table_json(table));
  return text_of_message({{"t", "tables"}, {"tables", std::move(list)}, {"now", now.count()}});
}

std::string notice_message(const std::string& text) {
  return text_of_message({{"t", "chat"}, {"name", "ninelives"}, {"text", text}});
}

std::string fair_message(const FairStage& stage) {
  Json message = {{"t", "fair"},
                  {"stage", stage.reveals ? "reveal" : "commit"},
                  {"game", stage.game},
                  {"id", stage.id},
                  {"terms", stage.terms},
                  {"commitment", stage.commitment},
                  {"deadline", stage.deadline.count()},
                  {"now", stage.now.count()}};
  if (stage.reveals) {
    message["commitments"] = stage.commitments;
    message["supplied"] = seat_list(stage.supplied);
  }
  return text_of_message(message);
}

}  // namespace nl
