// A game on a server as both surfaces play it: which page is up, what it offers, and what a typed
// line does. It draws nothing and waits for nothing.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "client/client_model.h"
#include "client/seat_store.h"
#include "terminal/draft.h"
#include "terminal/evening.h"
#include "terminal/record_file.h"
#include "terminal/sight.h"
#include "text/words.h"

namespace nl {

struct SessionOptions {
  Language language = Language::English;
  std::string address{};  // of the server, as it is typed after `join`
  Errand errand{};        // its name may be empty: then it is asked for
  std::string usual_name{};
  Lines invitations{};        // a host's: what others have to type, without the room
  bool hosts_server = false;  // the server runs in this program
  std::string record{};       // the file that games are appended to; empty: none
};

// Choices by number, the same on both surfaces.
struct Menu {
  struct Item {
    std::string text{};
    std::function<void()> deed{};
  };
  Lines head{};
  std::string code{};  // of the room, to be shown large
  std::vector<Item> items{};
  Lines foot{};
};

// How a session ended.
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

// Whether a server in the host's own program goes on after this: others may sit at it.
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
    InUse,  // the own seat, by another window
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
  const Words& w() const;
  const ClientModel& model() const { return model_; }
  const SessionOptions& options() const { return options_; }

  // The open question to this player, unless an answer is under way. Of a play in several steps it
  // is the next one: the server hears of them when all are chosen.
  std::optional<Question> question() const;
  // What the player sees of the game, with what is chosen so far.
  Sight sight() const;
  // People as they call themselves, bots by their characters.
  const std::vector<std::string>& names() const;
  // Lost connections, in a line; empty: none.
  std::string banner() const;

  // What a line does, with what is to be said about it at once.
  Lines type(const std::string& line, Time now);
  // What a choice of the open question does, picked from its list.
  Lines pick(const Choice& choice);
  void talk(const std::string& text);
  // A wish to go: asked about where there is something to lose.
  void interrupt(Time now);
  void quit(Time now);
  void back();  // one page, where there is one before this
  // One step of what is being chosen at the table, with what is to be said about it.
  Lines take_back();
  void end_of_input();
  void terminated();
  void unreachable(const std::string& why);

  // To be called after messages came, and at wakes_at().
  void update(Time now);
  std::optional<Time> wakes_at() const;
  // Of the question before leaving: what is left until silence counts as giving up.
  std::optional<Time> leave_deadline() const { return leaving_ ? leave_deadline_ : std::nullopt; }

  NetEnd end() const { return end_; }
  const std::string& end_text() const { return end_text_; }

  // What the player wants to see of the game that is over: for the surface to show, once.
  enum class Again { Nothing, Replay, Review };
  Again take_again() { return std::exchange(again_, Again::Nothing); }

  // What is to be told, in words.
  Lines words_of(const News& told) const;
  Lines review() const;

 private:
  struct Form {
    int preset = 0;
    Expansions expansions = kBase;
    int seats = 0;  // 0: as many as the rules allow
    int bots = 0;
    int window = 0;  // indices of the times on offer
    int turn = 0;
    int pace = 0;
    bool listed = true;
  };

  Menu name_menu();
  Menu rooms_menu();
  Menu form_menu();
  Menu refused_menu();
  Menu in_use_menu();
  Menu found_menu();
  Menu lobby_menu();
  Menu bots_menu();
  Menu players_menu(bool to_hand_over);
  Menu watchers_menu();
  Menu shuffle_menu();
  Menu over_menu();
  Menu leave_menu();
  Menu leave_slow_menu();
  void add_auto_pass_item(Menu& menu);
  void add_time_items(Menu& menu);
  bool in_slow_room() const;
  void add_host_items(Menu& menu);
  void add_watchers_item(Menu& menu);
  void add_open_hand_item(Menu& menu);
  std::string watcher_name(int number) const;
  void add_box_items(Menu& menu);
  Lines player_lines() const;
  Lines settings_lines() const;
  NumberRange form_seats() const;
  Json form_settings() const;

  Lines choose(const std::string& line);
  Lines answer(const std::string& line);
  Lines say(const Answer& answer);
  void set_name(const std::string& line);
  void begin_errand();
  void go_to_seat(OwnSeat seat);
  void consider_table();
  void open_new_table();
  std::string wished_settings() const;
  void ask_to_leave(std::optional<Time> deadline);
  // `keep`: the seat of a slow room waits.
  void go(NetEnd how, bool keep = false);
  void give_up();
  void answer_forced();
  std::uint64_t question_key() const;
  bool is_drafting() const { return draft_ && drafted_ == question_key(); }
  std::string called(const std::string& name) const;
  void keep_seat();
  void keep_score();
  void keep_record();

  ClientModel& model_;
  const SeatStore& seats_;
  SessionOptions options_;
  RecordFile record_;
  bool record_kept_ = false;
  Evening evening_;  // of the games that were seen to their end in this room
  std::string evening_room_;
  int scored_ = 0;  // the last game in it
  Again again_ = Again::Nothing;
  bool began_ = false;
  std::optional<Page> inner_;  // Form, Bots, Away, HandOver or Watchers, by a choice
  Form form_;
  bool leaving_ = false;
  bool auto_pass_ = false;  // windows of a slow room are passed while nobody looks
  std::optional<Time> leave_deadline_;
  Time list_due_{0};
  OwnSeat kept_;
  FileHold hold_;
  std::optional<OwnSeat> in_use_;     // a seat that is ours, but another window has it
  std::optional<OwnSeat> returning_;  // a host's seat of before, while it is looked for
  bool found_ = false;                // … it is there, and the host is asked
  std::optional<Draft> draft_;        // of the question with the key drafted_
  std::uint64_t drafted_ = 0;
  std::vector<Action> planned_;  // chosen already, for the questions that come next
  mutable TurnNumbers numbers_;
  mutable std::vector<std::string> names_;
  mutable std::map<std::string, std::string> called_;  // by what the server calls them
  std::size_t told_seen_ = 0;
  std::string refusal_;                // why there was no way in
  std::optional<NetRefusal> refused_;  // … by its reason
  NetEnd end_ = NetEnd::No;
  std::string end_text_;
};

// The text of `say TEXT`, in any language; nothing where the line says something else.
std::optional<std::string> said_to_others(const std::string& line);

}  // namespace nl
