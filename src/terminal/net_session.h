// Network session as both surfaces run it: the current page, and the effect of a typed line. It
// draws nothing and waits for nothing.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "client/client_model.h"
#include "client/seat_store.h"
#include "terminal/finished_games.h"
#include "terminal/menu.h"
#include "terminal/net_entry.h"
#include "terminal/net_game.h"
#include "terminal/parse_line.h"
#include "terminal/room_form.h"

namespace nl {

struct SessionOptions {
  Language language = Language::English;
  std::string address{};  // the server's address, as typed after `join`
  Errand errand{};        // without a name the session asks for one
  std::string usual_name{};
  Lines invitations{};        // for a host: the join commands for others, without the room
  bool hosts_server = false;  // the server runs in this program
  std::string record{};       // file for recorded games; empty: none
};

// Reason for the end of a session.
enum class NetEnd {
  No,
  Left,         // the player left
  Forfeited,    // … and forfeited the game
  Terminated,   // a terminating signal: the seat waits
  StopServer,   // the host stops the server
  SentAway,     // removed, or the room is gone
  Replaced,     // another client of this player has the seat
  Version,      // the server speaks another protocol version
  Unreachable,  // never connected
  EndOfInput,
};

// True if the host's own server continues after this session: others may play on it.
bool server_goes_on(NetEnd end);

class NetSession {
 public:
  NetSession(ClientModel& model, const SeatStore& seats, SessionOptions options);

  static constexpr Time kSilence{5'000};  // time before a wish to leave becomes a forfeit

  enum class Page {
    Name,
    Connecting,
    Rooms,
    Form,
    Refused,
    InUse,  // the player's seat in another window
    Found,  // the host's earlier table
    Lobby,
    Bots,
    Away,
    HandOver,
    Watchers,
    Shuffle,
    Game,
    Over,
    Leave
  };
  Page page() const;
  Menu menu();  // of any page but Game
  const Words& w() const { return game_.w(); }
  const ClientModel& model() const { return model_; }
  const NetGame& game() const { return game_; }
  const SessionOptions& options() const { return options_; }

  // The open question, while the game's page is up.
  std::optional<Question> question() const;
  // A line about a lost connection; empty while connected.
  std::string banner() const;

  // ---- input --------------------------------------------------------------------------------

  // Handles a line; returns the immediate reply.
  Lines type(const std::string& line);
  // The same for a choice picked from the open question's list.
  Lines pick(const Choice& choice);
  void talk(const std::string& text);
  // A wish to leave: asks first if there is something to lose.
  void interrupt(Time now);
  void quit();
  void back();  // goes back one page, if there is one
  // Undoes one step of the play in progress.
  Lines take_back();
  void end_of_input();
  void terminated();
  void unreachable(const std::string& why);

  // ---- time ---------------------------------------------------------------------------------

  // Call it after new messages, and at wakes_at().
  void update(Time now);
  std::optional<Time> wakes_at() const;
  // For the question before leaving: when silence becomes a forfeit.
  std::optional<Time> leave_deadline() const { return leaving_ ? leave_deadline_ : std::nullopt; }

  NetEnd end() const { return end_; }
  const std::string& end_text() const { return end_text_; }

  // Page of the finished game that the player asked for: the surface shows it once.
  enum class Again { Nothing, Replay, Review };
  Again take_again() { return std::exchange(again_, Again::Nothing); }

 private:
  friend class NetMenus;

  Page room_page() const;
  Lines take(const ParsedLine& parsed);
  Lines obey(const Command& command);
  Lines choose_item(const std::string& line);
  void set_name(const std::string& line);
  void enter(Errand::Goal goal, const std::string& room = {});
  void ask_to_leave(std::optional<Time> deadline);
  bool in_slow_room() const;
  // `keep`: reserves the seat in a slow room.
  void go(NetEnd how, bool keep = false);
  void give_up();
  void take_news();

  ClientModel& model_;
  SessionOptions options_;
  NetGame game_;
  NetEntry entry_;
  FinishedGames finished_;
  RoomForm form_;
  std::optional<Page> inner_;  // Opens Form, Bots, Away, HandOver or Watchers
  bool leaving_ = false;
  std::optional<Time> leave_deadline_;
  bool auto_pass_ = false;  // passes windows of a slow room while the player is away
  Again again_ = Again::Nothing;
  Time list_due_{0};
  std::size_t notices_seen_ = 0;
  NetEnd end_ = NetEnd::No;
  std::string end_text_;
};

// The text of `say TEXT`, in any language; empty if the line is another command.
std::optional<std::string> chat_text(const std::string& line);

}  // namespace nl
