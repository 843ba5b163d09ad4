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
#include "server/table_queue.h"

namespace nl {

class ServerCore final : private RoomHost {
 public:
  // Times are milliseconds since 1970, as clients are told them; they never go back.
  ServerCore(Output& output, Entropy& entropy, ServerLimits limits = {}, ServerPace pace = {});

  // A room from the store goes on. Throws RoomFault where it can't, and leaves it out.
  void restore(const StoredRoom& stored, Time now);

  // `address`: whose limits count; the same for all who share them.
  // `secure`: nobody on the way can read along, so that its browser may be called.
  void opened(SessionId session, const std::string& address, Time now, bool secure = false);
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

  // What Output::seek was asked for: the url of the node that has the room, this one's too
  // (`here`), which may not have restored it yet; empty: none has. A room that is here by now is
  // entered.
  void found(SessionId session, const std::string& url, bool here, Time now);
  // Where the nodes are, this one too where there are others: `welcome` says so, and who is
  // connected already is told when they change.
  void set_nodes(std::vector<std::string> urls);
  // The rooms that other nodes list.
  void set_others_rooms(std::vector<ListedRoom> rooms) { others_rooms_ = std::move(rooms); }
  // What this node lists, for the others.
  std::vector<std::pair<RoomId, ListedRoom>> listing() const;
  // Goes before stop(): whoever is in a room is told to go on at another node.
  void send_elsewhere(const std::string& url);

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

  // A browser that was called is no more.
  void call_gone(const RoomId& room, const std::string& endpoint, Time now);
  // By which browsers know who calls; empty: none is called.
  void set_push_key(std::string key) { push_key_ = std::move(key); }
  // Where others of the local network reach this server; empty: they don't.
  void set_address(std::string address) { address_ = std::move(address); }

  std::size_t rooms() const { return rooms_.size(); }
  const Room* room(const RoomId& id) const;
  const Room* room(std::string_view code) const;

 private:
  // Somebody wants a room, and the database is asked where it is: where it is not here, and where
  // it is (`held`), since a node that slept may have been taken for dead, and its rooms be further
  // by now than it knows. What it would write is refused; this is so that it shows nothing old
  // either.
  struct Sought {
    ParsedRequest request{};
    bool held = false;
  };
  struct Session {
    Session(const ServerLimits& limits, std::string from, bool private_line)
        : address(std::move(from)),
          secure(private_line),
          messages(limits.message_burst, limits.message_every),
          chat(limits.chat_burst, limits.chat_every),
          lists(limits.list_burst, limits.list_every) {}
    std::string address;
    bool secure;
    bool greeted = false;
    bool fair = false;
    Room* room = nullptr;
    Allowance messages;
    Allowance chat;
    Allowance lists;
    int strikes = 0;
    std::size_t queued = 0;
    std::optional<Sought> sought{};
  };
  // Who pays for a room: the address that made it.
  struct Bill {
    std::string address{};
    int bots = 0;
    bool slow = false;
  };
  struct CodeHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  // What rooms ask for.
  void send(SessionId session, std::string text) override;
  void refused(SessionId id, NetRefusal why) override { output_.refused(id, why); }
  void release(SessionId session) override;
  void drop(SessionId session, std::string_view reason) override;
  void append(const RoomId& room, std::uint64_t number, const Entry& entry) override;
  void replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries) override;
  void think(ThinkJob job) override;
  void keep(const FinishedGame& game) override { output_.keep(game); }
  void call(const Call& call) override;
  bool allows(SessionId session, Costly what) override;

  void dispatch(SessionId id, Session& session, ParsedRequest parsed);
  void greet(SessionId id, Session& session, const ParsedRequest& parsed,
             const HelloRequest& hello);
  void create(SessionId id, Session& session, ParsedRequest& parsed);
  void enter(SessionId id, Session& session, ParsedRequest& parsed, const std::string& code);
  void go_in(SessionId id, Session& session, ParsedRequest& parsed, const std::string& code);
  void pass_on(SessionId id, Session& session, ParsedRequest& parsed);
  ServerFeatures features_for(const Session& session) const;
  std::optional<NetRefusal> why_no_room(const Session& session, const CreateRequest& request);
  bool allows_slow_room(const std::string& address);
  void tell_tables(SessionId id, const TablesRequest& request);
  AddressAccount& account(const std::string& address) { return addresses_.of(address, now_); }
  void charge(const RoomId& room, const std::string& address);
  void settle_bill(const Room& room);
  void close_bill(const RoomId& room);
  bool seek(SessionId id, Session& session, ParsedRequest& parsed, const std::string& code);
  void find_table(SessionId id, Session& session, ParsedRequest& parsed);
  void stop_finding(SessionId id);
  // Everybody who has said hello; how many they are.
  std::size_t tell_all(const std::string& message);
  void tell_seeker(const Seeker& one);
  void tell_seekers();
  void fill_tables();
  void open_table(const std::vector<Seeker>& people);
  RoomId new_room(Session& session);
  void list(SessionId id);
  void show(SessionId id, Session& session, ParsedRequest& parsed, const std::string& code);
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
  std::string push_key_;
  std::vector<std::string> nodes_;
  std::vector<ListedRoom> others_rooms_;
  std::unordered_map<SessionId, Session> sessions_;
  std::map<RoomId, std::unique_ptr<Room>> rooms_;
  std::unordered_map<std::string, Room*, CodeHash, std::equal_to<>> codes_;
  std::map<RoomId, std::optional<Time>> timers_;
  TableQueue queue_;
  Time seekers_told_{0};
  AddressBook addresses_{limits_};
  std::map<RoomId, Bill> bills_;
  std::map<RoomId, const Room*> listed_;  // a list must not cost a walk through all rooms
  // Sessions to be closed once the room that is talking has finished.
  std::vector<std::pair<SessionId, std::string>> doomed_;
};

}  // namespace nl
