// What the server says of rooms and of those who sit in them, written in one place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/messages.h"
#include "protocol/room_info.h"

namespace nl {

// `token` is what its seat is taken again with; empty: the client has it.
std::string joined_message(const std::string& code, Seat seat, const std::string& token = {});
// Watchers are told apart by numbers.
std::string joined_to_watch_message(const std::string& code, int watcher);

// A room told to many: all but the reader's seat is written once.
class RoomMessage {
 public:
  explicit RoomMessage(const RoomInfo& room);  // without a seat
  std::string to(Seat seat) const;

 private:
  std::string text_;
};

std::string rooms_message(const std::vector<ListedRoom>& rooms);

// `name` is that of the one who sits at `seat`.
std::string chat_message(Seat seat, const std::string& name, const std::string& text);
std::string watchers_chat_message(int watcher, const std::string& text);

std::string emote_message(Seat seat, std::string_view emote);

// So many look for a table of `seats`; bots fill it at the deadline.
std::string finding_message(std::size_t waiting, int seats, ServerTime deadline, ServerTime now);

// The clock answers for a player; `after`: it did so after that event, for one who was not there.
std::string timeout_message(Seat seat, std::optional<std::size_t> after = std::nullopt);

std::string tables_message(const std::vector<OwnTable>& tables, ServerTime now);

// From whoever runs the server, to everybody.
std::string notice_message(const std::string& text);

// A stage of the shuffle that nobody can choose: everything as hexadecimal digits.
struct FairStage {
  bool reveals = false;  // else the players are asked to commit
  int game = 0;
  std::string id{};
  std::string terms{};
  std::string commitment{};  // the server's
  std::vector<std::string> commitments{};
  SeatMask supplied{};  // seats whose share the server gives
  ServerTime deadline{};
  ServerTime now{};
};
std::string fair_message(const FairStage& stage);

}  // namespace nl
