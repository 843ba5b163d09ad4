// Server core: the whole server without I/O. Bytes and times come in; messages, timers and store
// entries go out. A shell with sockets runs it, or a simulator. One thread at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/request_handler.h"
#include "server/server_context.h"
#include "server/table_finder.h"

namespace nl {

class ServerCore final : ServerContext {
 public:
  // Times are milliseconds since 1970, as in messages; they never go back.
  ServerCore(Output& output, Entropy& entropy, ServerLimits limits = {}, ServerTimes times = {});

  // A room from the store goes on. Throws RoomFault if it can't, and leaves it out.
  void restore(const StoredRoom& stored, Time now);

  // `address`: identifies the quota; equal for everybody who shares it. `secure`: the connection is
  // encrypted, so its browser may get Web Push.
  void opened(SessionId session, const std::string& address, Time now, bool secure = false);
  void received(SessionId session, std::string_view bytes, Time now);
  void closed(SessionId session, Time now) override;
  // The connection has sent this many bytes of the session's messages.
  void sent(SessionId session, std::size_t bytes);

  // All entries of the room up to this one are durable.
  void stored(const RoomId& room, std::uint64_t number, Time now);
  void tick(const RoomId& room, Time now);
  // Result of a job that Output::start_bot_job received.
  void on_bot_result(const BotResult& result, Time now);
  // Closes all connections for this reason: the store has failed, or the server is stopping.
  void stop(std::string_view reason);

  // Result of Output::seek: the url of the node that has the room (with `here`: this node, which
  // may not have restored it yet); empty: none. Enters the room if it is here by now.
  void found(SessionId session, const std::string& url, bool here, Time now);
  // Result of Output::read_game; empty: there is no such game.
  void game_read(SessionId session, std::string_view record, Time now);
  // Addresses of all nodes, this one included, if there are several. `welcome` lists them, and
  // connected clients get changes.
  void set_nodes(std::vector<std::string> urls);
  // The rooms that other nodes list.
  void set_others_rooms(std::vector<ListedRoom> rooms) { others_rooms_ = std::move(rooms); }
  // This node's listed rooms, for the other nodes.
  std::vector<std::pair<RoomId, ListedRoom>> listing() const;
  // Called before stop(): sends clients in rooms to another node.
  void send_elsewhere(const std::string& url);
  // Rooms that another node may take now: all of them is stored, and no Nope window is open.
  std::vector<RoomId> movable_rooms(std::size_t most) const;
  // Forgets these rooms, which are about to be another node's. Returns their sessions: they hear
  // nothing until send_elsewhere().
  std::vector<SessionId> give_up(const std::vector<RoomId>& rooms);
  void send_elsewhere(const std::string& url, const std::vector<SessionId>& sessions);

  // True if the session has sent `hello`, which must come within a time limit.
  bool has_greeted(SessionId session) const;
  void send_away(SessionId session, std::string_view reason);
  // For the operator. An order to a missing room does nothing.
  std::vector<const Room*> all_rooms() const;
  void order(const RoomId& room, OperatorOrder order, Seat seat, Time now);
  // Sanitizes the text like chat. Returns the number of recipients.
  std::size_t say_to_all(const std::string& text);
  // Running games go on; new rooms are refused.
  void set_draining(bool draining) { draining_ = draining; }
  bool draining() const { return draining_; }
  // The new limits apply at once, also to running games.
  void set_limits(const ServerLimits& limits, const ServerTimes& times);

  // Removes a push subscription whose browser is gone.
  void push_target_gone(const RoomId& room, const std::string& endpoint, Time now);
  // Public VAPID key; empty: Web Push is off.
  void set_push_key(std::string key) { push_key_ = std::move(key); }
  // Address of this server in the local network; empty: unreachable there.
  void set_address(std::string address) { address_ = std::move(address); }

  std::size_t rooms() const { return rooms_.size(); }
  const Room* room(const RoomId& id) const;
  const Room* room(std::string_view code) const;

 private:
  TableFinder finder_{*this};
  RequestHandler request_handler_{*this, finder_};
};

}  // namespace nl
