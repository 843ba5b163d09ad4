// One room: a serial queue of what its members ask and of its timers. Each is handled to its end,
// what it changes is stored, and only then is anybody told; then comes the next.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "bots/bot.h"
#include "fair/entropy.h"
#include "protocol/net_refusal.h"
#include "protocol/request.h"
#include "protocol/room_info.h"
#include "server/limits.h"
#include "server/output.h"
#include "server/room_state.h"

namespace nl {

// What a room needs of the server around it.
class RoomHost {
 public:
  virtual ~RoomHost() = default;
  virtual void send(SessionId session, std::string text) = 0;
  // The session is in no room any more.
  virtual void release(SessionId session) = 0;
  // Another connection has taken the seat over.
  virtual void drop(SessionId session, std::string_view reason) = 0;
  virtual void append(const RoomId& room, std::uint64_t number, const Entry& entry) = 0;
};

// Something that a session asks of a room; nothing: its connection is gone.
struct RoomInput {
  SessionId session = 0;
  Time at{0};
  std::optional<Request> request{};
  std::string type{};
  Json id{};
  bool fair = false;
};

class Room {
 public:
  Room(const RoomId& id, const ServerPace& pace, const ServerLimits& limits, Entropy& entropy,
       RoomHost& host);

  // Goes on from what was stored; throws RoomFault where it can't be.
  void restore(std::span<const Entry> entries, Time now);

  void post(RoomInput input, Time now);
  void stored(std::uint64_t number, Time now);
  void tick(Time now);

  const RoomId& id() const { return id_; }
  bool finished() const { return !waiting() && state_.phase() == RoomPhase::Closed; }
  std::optional<Time> next_timer() const;
  // As everybody has been told; nothing while nobody has been told of the room.
  const std::optional<ListedRoom>& summary() const { return summary_; }
  const RoomState& state() const { return state_; }
  // Somebody is there whom a stranger can sit down with, or more than one whom to watch.
  bool worth_a_visit() const;

 private:
  // Somebody who is connected: a player, or a watcher at the seat kWatcher.
  struct Member {
    SessionId session = 0;
    Seat seat = kWatcher;
    bool fair = false;
    bool wants_view = true;  // gets everything, not only what is new
    int last_seen = 0;       // the number of the last event that it has seen
  };
  // What belongs to a seat for as long as the server runs.
  struct Presence {
    std::optional<Time> away_since{};
    bool grace_over = false;
    int stand_ins = 0;  // answers in a row that the player let somebody else give
    Decision announced = 0;
    std::optional<Time> bot_due{};
    std::optional<Action> planned{};  // what the bot will say then
    Decision hinted = 0;              // the question that `hint` is about: it is thought over once
    std::string hint{};
  };
  // What one viewer has been told of the game; nothing where nobody listens.
  struct Told {
    std::size_t events = 0;
    Json view{};
  };
  enum class DueKind { Grace, Ceremony, Bot, Window, Turn, Empty };
  struct Due {
    Time when{0};
    DueKind kind = DueKind::Empty;
    Seat seat = kNoSeat;
  };

  // room.cpp: the queue, storing, members
  bool waiting() const { return stored_ < appended_; }
  void run(Time now);
  void handle(RoomInput input);
  void follow(const RoomEvent& event, RoomPhase before);
  void store(const RoomEvent& event);
  void commit(const RoomEvent& event);
  void commit(const Accepted& accepted, Time at);
  void settle(Time now);
  void gone(SessionId session, Time now);
  void take_out(SessionId session);
  Member* member_of(SessionId session);
  Member* member_at(Seat seat);
  void say(SessionId session, std::string text) { outbox_.emplace_back(session, std::move(text)); }
  void say_to_all(const std::string& text);
  void refuse(const RoomInput& input, NetRefusal why, const std::string& field = {});
  void refuse(const RoomInput& input, const Refused& why);
  void came_back(Seat seat);

  // room_lobby.cpp: who sits where
  void on(const RoomInput& input, const CreateRequest& request);
  void on(const RoomInput& input, const JoinRequest& request);
  void on(const RoomInput& input, const WatchRequest& request);
  void on(const RoomInput& input, const ResumeRequest& request);
  void on(const RoomInput& input, const LeaveRequest& request);
  void on(const RoomInput& input, const KickRequest& request);
  void on(const RoomInput& input, const AddBotRequest& request);
  void on(const RoomInput& input, const RemoveBotRequest& request);
  void on(const RoomInput& input, const HandOverRequest& request);
  void on(const RoomInput& input, const ChatRequest& request);
  bool sit_down(const RoomInput& input, const std::string& name);
  void turn_away(const RoomInput& input, NetRefusal why, const std::string& field = {});
  bool from_host(const RoomInput& input);
  bool in_phase(const RoomInput& input, RoomPhase phase);
  bool names_player(const RoomInput& input, Seat seat);
  void close_if_deserted(Time now);

  // room_game.cpp: from the start to the end of a game
  void on(const RoomInput& input, const StartRequest& request);
  void on(const RoomInput& input, const CommitRequest& request);
  void on(const RoomInput& input, const RevealRequest& request);
  void on(const RoomInput& input, const AnswerRequest& request);
  void on(const RoomInput& input, const HintRequest& request);
  void on(const RoomInput& input, const ForfeitRequest& request);
  void on(const RoomInput& input, const RematchRequest& request);
  void on(const RoomInput& input, const RecordRequest& request);
  void on(const RoomInput& input, const SyncRequest& request);
  void on(const RoomInput& input, const BackRequest& request);
  void on(const RoomInput& input, const PaceRequest& request);
  int last_over() const;  // the number of the last game that is over
  template <class Other>
  void on(const RoomInput&, const Other&) {}  // the server answers these itself
  void go_on_with_ceremony(Time now);
  void close_commitments(Time now);
  SeatMask fair_seats() const;
  void take_or_refuse(const RoomInput& input, const Verdict& verdict);
  void answer_for(Seat seat, AnsweredBy by, Time now);
  Action chosen_by(std::string_view bot, Seat seat) const;
  Action thought_out(Seat seat) const;
  bool hints_given() const;

  // room_clock.cpp: what happens by itself
  std::optional<Due> next_due() const;
  void handle_due(const Due& due, Time now);
  void grace_ends(Seat seat, Time now);
  void announce(Time now);
  void announce_window(Time now);
  void announce_to(Seat seat, bool public_step, Time now);
  bool bot_plays(Seat seat) const;
  int wait_percent() const;
  Time bot_delay(Seat seat) const;
  void start_clocks_anew(Time last_event, Time now);

  // room_tell.cpp: messages
  void tell_room();
  void tell_ceremony(Time now);
  void tell_game(Time now);
  void tell_start();
  void tell_steps();
  void tell_steps_to(Seat viewer);
  void tell_whole_view(Member& member, Time now);
  void tell_question(const Member& member, Time now);
  std::string hint_text(Seat seat) const;
  std::string over_text() const;
  static std::string record_text_from(const std::vector<std::string>& lines, int game,
                                      std::size_t from);
  RoomInfo info_for(const Member& member) const;
  Json window_json(Time now) const;

  RoomId id_;
  const ServerPace& pace_;
  const ServerLimits& limits_;
  Entropy& entropy_;
  RoomHost& host_;

  RoomState state_;
  std::vector<Presence> presence_;  // one for each player
  std::vector<Member> members_;
  std::set<SessionId> kicked_;
  int bot_percent_ = 100;  // of the usual wait before a bot's answer
  std::deque<RoomInput> inputs_;
  std::vector<std::pair<SessionId, std::string>> outbox_;  // waits for what it follows from
  std::uint64_t appended_ = 0;
  std::uint64_t stored_ = 0;

  bool room_changed_ = false;
  std::optional<ListedRoom> summary_;
  RoomPhase told_phase_ = RoomPhase::Lobby;
  int told_game_ = 0;
  bool told_over_ = false;
  std::array<Told, kMaxSeats + 1> told_{};

  std::optional<Time> window_ends_;
  int window_nopes_ = 0;
  std::optional<Time> turn_ends_;
  std::size_t public_events_ = 0;  // how many there were when questions were last put
  std::optional<Time> ceremony_ends_;
  std::optional<Time> empty_since_;
};

}  // namespace nl
