// Shared state of the server's handlers: sessions, rooms and per-address quotas.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fair/entropy.h"
#include "server/address_quota.h"
#include "server/limits.h"
#include "server/output.h"
#include "server/room.h"

namespace nl {

// A room that somebody wants and that the database locates. Either it is not here; or it is
// (`held`), but a node that slept may have lost it to another node without knowing. Its writes
// would be refused; the check ensures that it shows nothing outdated either.
struct RoomLookup {
  ParsedRequest request{};
  bool held = false;
};
struct ServerSession {
  ServerSession(const ServerLimits& limits, std::string from, bool private_line)
      : address(std::move(from)),
        secure(private_line),
        messages(limits.message_burst, limits.message_every),
        chat(limits.chat_burst, limits.chat_every),
        lists(limits.list_burst, limits.list_every) {}
  std::string address;
  bool secure;
  bool greeted = false;
  bool fair = false;
  bool leaving =
      false;  // its room goes to another node; it is told where as soon as that is stored
  Room* room = nullptr;
  TokenBucket messages;
  TokenBucket chat;
  TokenBucket lists;
  int strikes = 0;
  std::size_t queued = 0;
  std::optional<RoomLookup> lookup{};
  std::optional<ParsedRequest> creating{};  // waits for the record of a finished game
};
// Charge of a room to the address that created it.
struct RoomCharge {
  std::string address{};
  int bots = 0;
  bool slow = false;
};
struct RoomCodeHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>{}(text);
  }
};

class ServerContext : private RoomHost {
 public:
  // Messages to sessions.
  void send(SessionId session, std::string text) override;
  void refuse(SessionId id, const ParsedRequest& parsed, NetRefusal why,
              const std::string& field = {});
  void strike(SessionId id, ServerSession& session);
  void cut(SessionId id, std::string_view reason);
  // Sends to every greeted session. Returns their number.
  std::size_t send_to_all(const std::string& message);
  ServerFeatures features_for(const ServerSession& session) const;

  // Rooms, and the addresses charged for them.
  RoomId new_room(ServerSession& session);
  void pass_on(SessionId id, ServerSession& session, ParsedRequest& parsed);
  void after(Room& room);
  // The room leaves memory. Its sessions stay, in no room.
  void forget(const Room& room);
  void close_cut_sessions();
  std::optional<NetRefusal> why_no_room(const ServerSession& session, const CreateRequest& request);
  bool allows_slow_room(const std::string& address);
  AddressAccount account(const std::string& address) { return addresses_.of(address, now_); }
  bool spend(const std::string& address, TokenBucket AddressQuota::*bucket) {
    return account(address).take(bucket, now_);
  }
  // Chat of one address in one room, however many sessions it has there.
  bool may_chat(const ServerSession& session);
  void charge(const RoomId& room, const std::string& address);

 protected:
  friend class ServerHandler;

  ServerContext(Output& output, Entropy& entropy, ServerLimits limits, ServerTimes times)
      : output_(output), entropy_(entropy), limits_(limits), times_(times) {}
  ~ServerContext() = default;

  virtual void closed(SessionId session, Time now) = 0;
  Room& add_room(const RoomId& id);

  Output& output_;
  Entropy& entropy_;
  ServerLimits limits_;
  ServerTimes times_;
  Time now_{0};
  bool stopped_ = false;
  bool draining_ = false;
  std::string address_;
  std::string push_key_;
  std::vector<std::string> nodes_;
  std::vector<ListedRoom> others_rooms_;
  std::unordered_map<SessionId, ServerSession> sessions_;
  std::map<RoomId, std::unique_ptr<Room>> rooms_;
  std::unordered_map<std::string, Room*, RoomCodeHash, std::equal_to<>> codes_;
  std::map<RoomId, std::optional<Time>> timers_;
  AddressQuotas addresses_{limits_};
  std::map<RoomId, RoomCharge> charges_;
  std::map<std::pair<RoomId, std::string>, TokenBucket> chats_;  // bounded by rooms and sessions
  std::map<RoomId, const Room*> listed_;  // listing must not walk through all rooms
  // Sessions to close after the current room has finished.
  std::vector<std::pair<SessionId, std::string>> sessions_to_close_;

 private:
  // RoomHost: output of rooms.
  void refused(SessionId id, NetRefusal why) override { output_.refused(id, why); }
  void release(SessionId session) override;
  void drop(SessionId session, std::string_view reason) override;
  void append(const RoomId& room, std::uint64_t number, const Entry& entry) override;
  void replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries) override;
  void start_bot_job(BotJob job) override;
  void keep(const FinishedGame& game) override { output_.keep(game); }
  void report(const GameReport& report) override { output_.report(report); }
  void notify(const Notification& notification) override;
  bool allows(SessionId session, LimitedResource what) override;

  void update_charge(const Room& room);
  void remove_charge(const RoomId& room);
};

// A handler of some requests of the server.
class ServerHandler {
 protected:
  explicit ServerHandler(ServerContext& server)
      : server_(server),
        output_(server.output_),
        entropy_(server.entropy_),
        limits_(server.limits_),
        times_(server.times_),
        now_(server.now_),
        draining_(server.draining_),
        sessions_(server.sessions_),
        codes_(server.codes_),
        rooms_(server.rooms_),
        listed_(server.listed_),
        others_rooms_(server.others_rooms_),
        nodes_(server.nodes_),
        address_(server.address_),
        push_key_(server.push_key_) {}
  ~ServerHandler() = default;

  ServerContext& server_;
  Output& output_;
  Entropy& entropy_;
  const ServerLimits& limits_;
  const ServerTimes& times_;
  const Time& now_;
  const bool& draining_;
  std::unordered_map<SessionId, ServerSession>& sessions_;
  const std::unordered_map<std::string, Room*, RoomCodeHash, std::equal_to<>>& codes_;
  const std::map<RoomId, std::unique_ptr<Room>>& rooms_;
  const std::map<RoomId, const Room*>& listed_;
  const std::vector<ListedRoom>& others_rooms_;
  const std::vector<std::string>& nodes_;
  const std::string& address_;
  const std::string& push_key_;
};

}  // namespace nl
