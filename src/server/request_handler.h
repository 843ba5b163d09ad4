// Request handler for sessions: answers a request here or passes it on to the session's room.
#pragma once

#include "server/table_finder.h"

namespace nl {

class RequestHandler final : ServerHandler {
 public:
  RequestHandler(ServerContext& server, TableFinder& finder)
      : ServerHandler(server), finder_(finder) {}

  void dispatch(SessionId id, ServerSession& session, ParsedRequest parsed);
  // Location of the room that the session waits for, as in ServerCore::found().
  void found(SessionId id, ServerSession& session, const std::string& url, bool here);
  // The record of the game that the session plays on from, as in ServerCore::game_read().
  void game_read(SessionId id, ServerSession& session, std::string_view record);

 private:
  void greet(SessionId id, ServerSession& session, const ParsedRequest& parsed,
             const HelloRequest& hello);
  void create(SessionId id, ServerSession& session, ParsedRequest& parsed);
  void play_on(SessionId id, ServerSession& session, ParsedRequest& parsed);
  void enter(SessionId id, ServerSession& session, ParsedRequest& parsed, const std::string& code);
  void go_in(SessionId id, ServerSession& session, ParsedRequest& parsed, const std::string& code);
  bool seek(SessionId id, ServerSession& session, ParsedRequest& parsed, const std::string& code);
  void list(SessionId id);
  void show(SessionId id, ServerSession& session, ParsedRequest& parsed, const std::string& code);
  void send_tables(SessionId id, const TablesRequest& request);

  TableFinder& finder_;
};

}  // namespace nl
