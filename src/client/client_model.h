// A player's or watcher's side of the protocol, without I/O: messages come in, and out come the
// room, the view, the question, what is to be told, and messages for the server. Nothing here knows
// more than the messages said. Times are the caller's own clock.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/fair_part.h"
#include "client/news.h"
#include "game/time.h"
#include "protocol/request.h"
#include "protocol/room_info.h"
#include "protocol/view_json.h"

namespace nl {

// What to do once the server has said welcome, and again after a lost connection until it is done.
struct Errand {
  enum class Goal { Browse, Join, Watch, Create, Look };  // Look: is that room still there?
  Goal kind = Goal::Browse;
  std::string room{};
  std::string name{};
  Json settings = Json::object();  // of Create: the fields of its message
  std::string token{};             // a seat of that room is taken back first, if it still can be
};

struct NetQuestion {
  Decision decision = 0;
  Phase phase = Phase::Turn;
  ActionSet legal{};
  Time asked{0};                   // when it came
  std::optional<Time> deadline{};  // when the server stops waiting
  bool answered = false;           // an answer is under way
};

struct NetWindow {
  int nopes = 0;
  Time opened{0};
  Time deadline{0};
};

// Of another player's turn, as far as the room's settings tell: the server tells the asked alone,
// but for slow rooms, where it tells everybody.
struct NetClock {
  Seat seat = kNoSeat;
  Time deadline{0};
};

// A seat that can be taken back, by whoever knows the token.
struct OwnSeat {
  std::string room{};
  std::string name{};
  std::string token{};
  std::string wish{};  // of a host: the settings that the room was opened with
};

class ClientModel {
 public:
  explicit ClientModel(Entropy& entropy) : entropy_(entropy) {}

  // ---- the connection -----------------------------------------------------------------------

  void opened();
  void received(std::string_view text, Time now);
  // `reason`: what the server or the network said. The caller connects again, unless ended().
  void closed(std::string_view reason);
  std::vector<std::string> take_outgoing() { return std::exchange(outgoing_, {}); }

  bool online() const { return welcomed_; }
  bool was_online() const { return was_welcomed_; }
  // For good: another client of this player has the seat, or the server speaks another version.
  bool ended() const { return ended_; }
  const std::string& end_reason() const { return end_reason_; }

  // ---- wishes -------------------------------------------------------------------------------

  void set_errand(Errand errand);
  const Errand& errand() const { return errand_; }
  void list() { say(ListRequest{}); }
  void start() { say(StartRequest{}); }
  void rematch() { say(RematchRequest{}); }
  void add_bot(const std::string& bot) { say(AddBotRequest{bot}); }
  // A bot or a person, whoever sits there.
  void remove(Seat seat);
  void hand_over(Seat seat) { say(HandOverRequest{seat}); }
  void remove_watcher(int watcher) { say(KickRequest{.watcher = watcher}); }
  // How many may watch, and whether they may talk.
  void set_watchers(int most, bool chat) { say(WatchersRequest{most, chat}); }
  // Whether watchers may see this player's hand, if all players let them.
  void open_hand(bool on) { say(OpenHandsRequest{on}); }
  void chat(const std::string& text) { say(ChatRequest{text}); }
  void forfeit() { say(ForfeitRequest{}); }
  // `keep`: the seat waits, where the room is slow or a game goes on.
  void leave(bool keep = false);
  void auto_pass(bool on) { say(AutoPassRequest{on}); }
  // Only while question() is open.
  void answer(Action action);

  // ---- what is known ------------------------------------------------------------------------

  bool in_room() const { return in_room_; }
  bool refused_entry() const { return refused_entry_; }  // the errand failed; told() says why
  bool room_known() const { return room_known_; }  // else we are in, and told no more than that
  const RoomInfo& room() const { return room_; }
  const std::vector<ListedRoom>& rooms() const { return rooms_; }
  bool rooms_known() const { return rooms_known_; }
  // Of an errand to look: whether there was an answer, and the room, if there is one.
  bool looked() const { return looked_; }
  const std::optional<ListedRoom>& found_room() const { return found_; }
  const OwnSeat& own_seat() const { return own_; }  // empty token: none
  bool watching() const { return room_.seat == kWatcher; }
  bool is_host() const { return in_room_ && !watching() && room_.seat == room_.host; }

  bool has_game() const { return game_ != 0; }  // there is a view
  int game() const { return game_; }
  const Rules& rules() const { return rules_; }
  const View& view() const { return seen_.view; }
  Odds odds() const { return seen_.odds; }
  const std::vector<std::string>& names() const { return names_; }
  SeatMask bots() const;
  SeatMask away() const;
  SeatMask held() const;
  std::span<const Event> events() const { return events_; }
  int last_event() const { return last_; }

  const NetQuestion* question() const;
  const NetWindow* window() const;
  // Whom all wait for, and how long; nothing where nobody's clock runs.
  const std::optional<NetClock>& clock() const { return clock_; }
  bool playing() const;  // a living player of a game that goes on

  bool over() const { return over_; }
  const std::vector<std::string>& record() const {
    return record_;
  }  // whole once verdict() is there
  const std::optional<FairVerdict>& verdict() const { return verdict_; }

  const std::vector<News>& told() const { return told_; }

 private:
  static constexpr int kReasonColumns = 160;

  void say(const Request& request) { outgoing_.push_back(request_text(request)); }
  void tell(News told) { told_.push_back(std::move(told)); }
  void tell(News::Topic kind, std::string name = {}) {
    tell({.kind = kind, .name = std::move(name)});
  }
  void dispatch(const Json& message, Time now);
  void run_errand();
  void enter();
  void forget_room();
  void on_rooms(const Json& message);
  void on_joined(const Json& message);
  void on_room(const Json& message);
  void tell_changes(const RoomInfo& before);
  void on_fair(const Json& message);
  void on_view(const Json& message);
  void on_events(const Json& message, Time now);
  void start_clock(Time now);
  void on_clock(const Json& message, Time now);
  void begin_game(int game);
  void take_view(const Json& view);
  void take_events(const Json& events, int from, bool seen_before);
  void on_question(const Json& message, Time now);
  void on_window(const Json& message, Time now);
  void on_refused(const Json& message);
  void on_timeout(const Json& message);
  void on_chat(const Json& message);
  void on_over(const Json& message);
  void on_record(const Json& message);
  void judge();
  void on_left(const Json& message);
  void name_seats();

  Entropy& entropy_;
  std::vector<std::string> outgoing_;
  bool welcomed_ = false;
  bool was_welcomed_ = false;
  bool ended_ = false;
  std::string end_reason_;

  Errand errand_;
  bool entering_ = false;
  bool refused_entry_ = false;
  bool in_room_ = false;
  RoomInfo room_;
  bool room_known_ = false;
  std::vector<ListedRoom> rooms_;
  bool rooms_known_ = false;
  bool looked_ = false;
  std::optional<ListedRoom> found_;
  OwnSeat own_;

  FairPart part_;
  int game_ = 0;
  int last_ = 0;
  Rules rules_ = make_rules(kDefaultPreset);
  Json view_json_;
  SeenGame seen_;
  std::vector<std::string> names_;
  std::vector<Event> events_;
  std::optional<NetQuestion> question_;
  std::optional<NetWindow> window_;
  std::optional<NetClock> clock_;
  bool syncing_ = false;

  bool over_ = false;
  std::vector<std::string> record_;
  bool fetching_ = false;
  std::optional<FairVerdict> verdict_;

  std::vector<News> told_;
};

}  // namespace nl
