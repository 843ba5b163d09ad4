// Request handler for single members: chat, notifications, and preferences of a seat.
#pragma once

#include "server/room_context.h"

namespace nl {

class MemberRequests final : RoomHandler {
 public:
  explicit MemberRequests(RoomContext& room) : RoomHandler(room) {}

  void on(const RoomInput& input, const ChatRequest& request);
  void on(const RoomInput& input, const EmoteRequest& request);
  void on(const RoomInput& input, const OpenHandsRequest& request);
  void on(const RoomInput& input, const LadderRequest& request);
  void on(const RoomInput& input, const AutoPassRequest& request);
  void on(const RoomInput& input, const ListenRequest& request);
  void on(const RoomInput& input, const ReportRequest& request);
  void on(const RoomInput& input, const WebhookRequest& request);
  void on(const RoomInput& input, const SubscribeRequest& request);
  void on(const RoomInput& input, const UnsubscribeRequest&);
  void on(const RoomInput& input, const HiddenRequest& request);
  void on(const RoomInput& input, const BackRequest&);
  void on(const RoomInput& input, const SyncRequest&);
  void forget_push(const RoomInput& input);

 private:
  void subscribe(Seat seat, const PushTarget& target, Time at);
};

}  // namespace nl
