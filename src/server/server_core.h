// The whole server without its I/O: bytes and times come in; messages, timers and entries for the
// store go out. A shell with sockets runs it, or a simulator. One thread at a time.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fair/entropy.h"
#include "server/address_book.h"
#include "server/limits.h"
#include "server/output.h"
#include "server/room.h"

namespace nl {

class ServerCore final : private RoomHost {
 public:
  // Times are milliseconds since 1970, as clients are told them; they never go back.
  ServerCore(Output& output, Entropy& entropy, ServerLimits limits = {}, ServerPace pace = {});

  // A room from the store goes on. Throws RoomFault where it can't, and leaves it out.
  void restore(const StoredRoom& stored, Time now);

  // `address`: whose limits count; the same for all who share them.
  void opened(SessionId session, const std::string& address, Time now);
  void received(SessionId session, std::string_view bytes, Time now);
  void closed(SessionId session, Time now);
  // So many bytes of the session's messages have left.
  void sent(SessionId session, std::size_t bytes);

  // Everything up to this entry of the room is durable.
  void stored(const RoomId& room, std::uint64_t number, Time now);
  void tick(const RoomId& room, Time now);
  // What Output::think was asked for.
  void thought(const Thought& thought, Time now);
  // Nobody is told anything more, and all connections are closed for this reason: the store has
  // failed, or the server is about to end.
  void stop(std::string_view reason);

  // Whether it has said hello, as everybody has to within a time.
  bool has_greeted(SessionId session) const;
  void send_away(SessionId session, std::string_view reason);
  // For whoever runs the server. An order to a room that is not there is none.
  std::vector<const Room*> all_rooms() const;
  void order(const RoomId& room, OperatorOrder order, Seat seat, Time now);
  // Cleaned like any chat; how many were told.
  std::size_t say_to_all(const std::string& text);
  // Games go on, and no new rooms are made.
  void set_draining(bool draining) { draining_ = draining; }
  bool draining() const { return draining_; }
  // They hold from here on, for running games too.
  void set_limits(const ServerLimits& limits, const ServerPace& pace);

  // Where others of the local network reach this server; empty: they don't.
  void set_address(std::string address) { address_ = std::move(address); }

  std::size_t rooms() const { return rooms_.size(); }
  const Room* room(const RoomId& id) const;
  const Room* room(std::string_view code) const;

 private:
  struct Session {
    Session(const ServerLimits& limits, std::string from)
        : address(std::move(from)),
          messages(limits.message_burst, limits.message_every),
          chat(limits.chat_burst, limits.chat_every),
          lists(limits.list_burst, limits.list_every) {}
    std::string address;
    bool greeted = false;
    bool fair = false;
    Room* room = nullptr;
    Allowance messages;
    Allowance chat;
    Allowance lists;
    int strikes = 0;
    std::size_t queued = 0;
  };
  // Who pays for a room: the address that made it.
  struct Bill {
    std::string address{};
    int bots = 0;
  };
  struct CodeHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  // What rooms ask for.
  void send(SessionId session, std::string text) override;
  void release(SessionId session) override;
  void drop(SessionId session, std::string_view reason) override;
  void append(const RoomId& room, std::uint64_t number, const Entry& entry) override;
  void replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries) override;
  void think(ThinkJob job) override;
  bool allows(SessionId session, Costly what) override;

  void dispatch(SessionId id, Session& session, ParsedRequest parsed);
  void greet(SessionId id, Session& session, const ParsedRequest& parsed,
             const HelloRequest& hello);
  void create(SessionId id, Session& session, ParsedRequest& parsed);
  void enter(SessionId id, Session& session, ParsedRequest& parsed, const std::string& code);
  void pass_on(SessionId id, Session& session, ParsedRequest& parsed);
  std::optional<NetRefusal> why_no_room(const Session& session, const CreateRequest& request);
  AddressAccount& account(const std::string& address) { return addresses_.of(address, now_); }
  void charge(const RoomId& room, const std::string& address);
  void settle_bill(const Room& room);
  void close_bill(const RoomId& room);
  void list(SessionId id);
  void show(SessionId id, const ParsedRequest& parsed, const std::string& code);
  void refuse(SessionId id, const ParsedRequest& parsed, NetRefusal why,
              const std::string& field = {});
  void strike(SessionId id, Session& session);
  void cut(SessionId id, std::string_view reason);
  Room& add_room(const RoomId& id);
  void after(Room& room);
  void bury();

  Output& output_;
  Entropy& entropy_;
  ServerLimits limits_;
  ServerPace pace_;
  Time now_{0};
  bool stopped_ = false;
  bool draining_ = false;
  std::string address_;
  std::unordered_map<SessionId, Session> sessions_;
  std::map<RoomId, std::unique_ptr<Room>> rooms_;
  std::unordered_map<std::string, Room*, CodeHash, std::equal_to<>> codes_;
  std::map<RoomId, std::optional<Time>> timers_;
  AddressBook addresses_{limits_};
  std::map<RoomId, Bill> bills_;
  std::map<RoomId, const Room*> listed_;  // a list must not cost a walk through all rooms
  // Sessions to be closed once the room that is talking has finished.
  std::vector<std::pair<SessionId, std::string>> doomed_;
};

}  // namespace nl
