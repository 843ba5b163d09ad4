// Client model: one player's or watcher's side of the protocol, without I/O. Server messages
// come in; room, view, question, notices and requests come out. Times are the caller's clock.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/client_updates.h"

namespace nl {

class ClientModel final : public ClientUpdates {
 public:
  explicit ClientModel(Entropy& entropy) : ClientUpdates(entropy) {}

  // ---- the connection -----------------------------------------------------------------------

  void opened();
  void received(std::string_view text, Time now);
  // `reason`: text from the server or the network. The caller reconnects unless ended().
  void closed(std::string_view reason);
  std::vector<std::string> take_outgoing() { return std::exchange(outgoing_, {}); }

  // ---- wishes -------------------------------------------------------------------------------

  void set_errand(Errand errand);
  void list() { say(ListRequest{}); }
  void start() { say(StartRequest{}); }
  void rematch() { say(RematchRequest{}); }
  void add_bot(const std::string& bot) { say(AddBotRequest{bot}); }
  // Removes the bot or person at the seat.
  void remove(Seat seat);
  void hand_over(Seat seat) { say(HandOverRequest{seat}); }
  void remove_watcher(int watcher) { say(KickRequest{.watcher = watcher}); }
  // Limits how many may watch, and whether they may chat.
  void set_watchers(int most, bool chat) { say(WatchersRequest{most, chat}); }
  // Allows watchers to see this player's hand, if all players agree.
  void open_hand(bool on) { say(OpenHandsRequest{on}); }
  // Longer Nope windows, at tables where all people listen to the game.
  void listen(bool on);
  // From now on the seats that the queue gives this player count for the ladder.
  void claim_seats(SeatClaim claim) { claim_ = std::move(claim); }
  void chat(const std::string& text) { say(ChatRequest{text}); }
  void forfeit() { say(ForfeitRequest{}); }
  // `keep`: reserves the seat in a slow room or during a game.
  void leave(bool keep = false);
  void auto_pass(bool on) { say(AutoPassRequest{on}); }
  // Valid only while question() is open.
  void answer(Action action);
};

}  // namespace nl
