// Request handler for a room's host, and for the operator's orders to a room.
#pragma once

#include "server/room_bans.h"
#include "server/room_context.h"

namespace nl {

class HostCommands final : RoomHandler {
 public:
  HostCommands(RoomContext& room, RoomBans& bans) : RoomHandler(room), bans_(bans) {}

  void on(const RoomInput& input, const KickRequest& request);
  void on(const RoomInput& input, const WatchersRequest& request);
  void on(const RoomInput& input, const AddBotRequest& request);
  void on(const RoomInput& input, const RemoveBotRequest& request);
  void on(const RoomInput& input, const SettingsRequest& request);
  void on(const RoomInput& input, const HandOverRequest& request);
  void on(const RoomInput& input, const PaceRequest& request);
  void obey(const RoomInput& input);

 private:
  void kick_watcher(const RoomInput& input, int watcher);
  void send_away(SessionId session);
  void remove_player(Seat seat, Time at);

  RoomBans& bans_;
};

}  // namespace nl
