// Request handler for players and watchers who enter, leave or return.
#pragma once

#include "server/room_bans.h"
#include "server/room_context.h"

namespace nl {

class RoomSeating final : RoomHandler {
 public:
  RoomSeating(RoomContext& room, RoomBans& bans) : RoomHandler(room), bans_(bans) {}

  void on(const RoomInput& input, const CreateRequest& request);
  void on(const RoomInput& input, const JoinRequest& request);
  void on(const RoomInput& input, const WatchRequest&);
  void on(const RoomInput& input, const ResumeRequest& request);
  void on(const RoomInput& input, const LeaveRequest& request);
  void gone(SessionId session, Time now);

 private:
  bool sit_down(const RoomInput& input, const std::string& name);
  void refuse_entry(const RoomInput& input, NetRefusal why);

  RoomBans& bans_;
};

}  // namespace nl
