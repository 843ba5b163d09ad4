// Matchmaking: players wait in a queue and get a room that starts by itself.
#pragma once

#include "server/server_context.h"
#include "server/table_queue.h"

namespace nl {

class TableFinder final : ServerHandler {
 public:
  explicit TableFinder(ServerContext& server) : ServerHandler(server) {}

  void find_table(SessionId id, ServerSession& session, ParsedRequest& parsed);
  void stop_finding(SessionId id);
  void fill_tables();

 private:
  void send_queue_state(const Seeker& one);
  void send_queue_states();
  void open_table(const TableQueue::Table& table);

  TableQueue queue_;
  Time queue_state_sent_at_{0};
};

}  // namespace nl
