// Bans of a room: players and watchers whom its host removed.
#pragma once

#include "server/room_context.h"

namespace nl {

class RoomBans final : RoomHandler {
 public:
  explicit RoomBans(RoomContext& room) : RoomHandler(room) {}

  void ban_player(Seat seat, const std::string& near_address, Time at);
  void ban_watcher(const RoomInput& host, const std::string& address);
  bool is_banned_by_name(const RoomInput& input, const std::string& name) const;
  bool is_banned_to_watch(const RoomInput& input) const;

 private:
  bool is_banned(const RoomInput& input, const std::string& kind, const std::string& who) const;
  void ban(const std::string& kind, const std::string& who, Time at);
};

}  // namespace nl
