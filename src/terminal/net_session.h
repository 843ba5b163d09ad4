// Network session as both surfaces run it: the page that is up, and the effect of a typed line. It
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
  std::string address{};  // of the server, as it is typed after `join`
  Errand errand{};        // without a name the session asks for one
  std::string usual_name{};
  Lines invitations{};        // a host's: the commands for others, without the room
  bool hosts_server = false;  // the server runs in this program
  std::string record{};       // the file that games are appended to; empty: none
};

// End of a session.
enum class NetEnd {
  No,
  Left,         // by the player's wish
  Forfeited,    // … who gave up the game
  Terminated,   // by a signal that asks no questions: the seat waits
  StopServer,   // a host wants the server to stop
  SentAway,     // kicked, or the room is gone
  Replaced,     // another client of this player has the seat
  Version,      // the server speaks another version
  Unreachable,  // there was no connection at all
  EndOfInput,
};

// True if a server in the host's own program goes on after this: others may sit at it.
bool server_goes_on(NetEnd end);

class NetSession {
 public:
  NetSession(ClientModel& model, const SeatStore& seats, SessionOptions options);

  static constexpr Time kSilence{5'000};  // before a wish to leave counts as giving up

  enum class Page {
    Name,
    Connecting,
    Rooms,
    Form,
    Refused,
    InUse,  // the player's seat, by another window
    Found,  // a host's table of before
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
  // A line about a lost connection; empty: there is none.
  std::string banner() const;

  // ---- input --------------------------------------------------------------------------------

  // Takes a line; returns what is to be said about it at once.
  Lines type(const std::string& line);
  // The same for a choice of the open question, picked from its list.
  Lines pick(const Choice& choice);
  void talk(const std::string& text);
  // A wish to go: asked about where there is something to lose.
  void interrupt(Time now);
  void quit();
  void back();  // one page, where there is one before this
  // Takes back one step of the play in progress.
  Lines take_back();
  void end_of_input();
  void terminated();
  void unreachable(const std::string& why);

  // ---- time ---------------------------------------------------------------------------------

  // To be called after messages came, and at wakes_at().
  void update(Time now);
  std::optional<Time> wakes_at() const;
  // Of the question before leaving: when silence counts as giving up.
  std::optional<Time> leave_deadline() const { return leaving_ ? leave_deadline_ : std::nullopt; }

  NetEnd end() const { return end_; }
  const std::string& end_text() const { return end_text_; }

  // Part of the finished game that the player wants to see: for the surface to show, once.
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
  // `keep`: the seat of a slow room waits.
  void go(NetEnd how, bool keep = false);
  void give_up();
  void take_news();

  ClientModel& model_;
  SessionOptions options_;
  NetGame game_;
  NetEntry entry_;
  FinishedGames finished_;
  RoomForm form_;
  std::optional<Page> inner_;  // Form, Bots, Away, HandOver or Watchers, by a choice
  bool leaving_ = false;
  std::optional<Time> leave_deadline_;
  bool auto_pass_ = false;  // windows of a slow room are passed while nobody looks
  Again again_ = Again::Nothing;
  Time list_due_{0};
  std::size_t notices_seen_ = 0;
  NetEnd end_ = NetEnd::No;
  std::string end_text_;
};

// The text of `say TEXT`, in any language; empty if the line is another command.
std::optional<std::string> said_to_others(const std::string& line);

}  // namespace nl
