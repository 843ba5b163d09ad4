// One room: a serial queue of what its members ask and of its timers. Each is handled to its end,
// what it changes is stored, and only then is anybody told; then comes the next. What is true of it
// is its RoomState, who is there Members, what will happen by itself RoomClock; Teller and Asker
// speak to its members.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fair/entropy.h"
#include "protocol/net_refusal.h"
#include "protocol/request.h"
#include "server/asker.h"
#include "server/limits.h"
#include "server/members.h"
#include "server/room_clock.h"
#include "server/room_host.h"
#include "server/room_state.h"
#include "server/teller.h"
#include "server/turn_caller.h"

namespace nl {

// What whoever runs the server wants of a room.
enum class OperatorOrder : std::uint8_t { None, Kick, Close, ForgetPush };

// Something that a session asks of a room; nothing: its connection is gone.
struct RoomInput {
  SessionId session = 0;
  Time at{0};
  std::optional<Request> request{};
  OperatorOrder order = OperatorOrder::None;
  Seat ordered = kNoSeat;  // whom the order is about
  std::string endpoint{};  // … or which browser
  std::string type{};
  Json id{};
  bool fair = false;
  std::string address{};
};

class Room {
 public:
  Room(const RoomId& id, const ServerPace& pace, const ServerLimits& limits, Entropy& entropy,
       RoomHost& host);
  // Its parts know one another by their addresses.
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  // Goes on from what was stored; throws RoomFault where it can't be.
  void restore(std::span<const Entry> entries, Time now);

  void post(RoomInput input, Time now);
  void stored(std::uint64_t number, Time now);
  void tick(Time now);
  void thought(const Thought& thought);

  const RoomId& id() const { return id_; }
  bool finished() const { return !waiting() && state_.phase() == RoomPhase::Closed; }
  std::optional<Time> next_timer() const;
  // As everybody has been told; nothing while nobody has been told of the room.
  const std::optional<ListedRoom>& summary() const { return teller_.summary(); }
  const RoomState& state() const { return state_; }
  // For the player who has the token; nothing for anybody else, and of rooms that are not slow.
  std::optional<OwnTable> own_table(const TokenHash& token) const;
  // Somebody is there whom a stranger can sit down with, or more than one whom to watch.
  bool worth_a_visit() const;

 private:
  // room.cpp: the queue and the store
  bool waiting() const { return stored_ < appended_; }
  std::optional<Due> next_due() const { return clock_.next(state_, members_, pace_); }
  void run(Time now);
  void handle(RoomInput input);
  void follow(const RoomEvent& event, RoomPhase before);
  void store(const RoomEvent& event);
  void cut_history(Time at);
  void commit(const RoomEvent& event);
  void commit(const Accepted& accepted, Time at);
  void settle(Time now);
  void go_on_with_game(Time now);
  void refuse(const RoomInput& input, NetRefusal why, const std::string& field = {});
  void refuse(const RoomInput& input, const Refused& why);

  // room_lobby.cpp: who sits where
  void on(const RoomInput& input, const CreateRequest& request);
  void on(const RoomInput& input, const JoinRequest& request);
  void on(const RoomInput& input, const WatchRequest& request);
  void on(const RoomInput& input, const ResumeRequest& request);
  void on(const RoomInput& input, const LeaveRequest& request);
  void on(const RoomInput& input, const KickRequest& request);
  void on(const RoomInput& input, const WatchersRequest& request);
  void on(const RoomInput& input, const AddBotRequest& request);
  void on(const RoomInput& input, const RemoveBotRequest& request);
  void on(const RoomInput& input, const HandOverRequest& request);
  void on(const RoomInput& input, const SettingsRequest& request);
  void on(const RoomInput& input, const ChatRequest& request);
  void on(const RoomInput& input, const EmoteRequest& request);
  void on(const RoomInput& input, const OpenHandsRequest& request);
  void on(const RoomInput& input, const LadderRequest& request);
  Seat seat_of(const TokenHash& token) const;  // kNoSeat: it is none's
  bool sit_down(const RoomInput& input, const std::string& name);
  void turn_away(const RoomInput& input, NetRefusal why, const std::string& field = {});
  bool is_banned(const RoomInput& input, const std::string& kind, const std::string& who) const;
  bool is_banned_by_name(const RoomInput& input, const std::string& name) const;
  void ban(const std::string& kind, const std::string& who, Time at);
  void ban_player(Seat seat, const std::string& near_address, Time at);
  void ban_watcher(const RoomInput& host, const std::string& address);
  void send_away(SessionId session);
  void remove_player(Seat seat, Time at);
  int most_watchers() const;
  void kick_watcher(const RoomInput& input, int watcher);
  void presence_changed(Time now);
  void gone(SessionId session, Time now);
  void came_back(Seat seat, Time now);
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
  template <class Other>
  void on(const RoomInput&, const Other&) {}  // the server answers these itself
  void go_on_with_ceremony(Time now);
  void close_commitments(Time now);
  void take_or_refuse(const RoomInput& input, const Verdict& verdict);
  void answer_for(Seat seat, AnsweredBy by, Time now);
  bool hints_given() const;
  int last_over() const;  // the number of the last game that is over
  void keep_game();

  // room_calls.cpp: word to those who don't look
  void on(const RoomInput& input, const WebhookRequest& request);
  void on(const RoomInput& input, const SubscribeRequest& request);
  void on(const RoomInput& input, const UnsubscribeRequest& request);
  void on(const RoomInput& input, const HiddenRequest& request);
  void on(const RoomInput& input, const AutoPassRequest& request);
  void subscribe(Seat seat, const PushTarget& target, Time at);
  void forget_push(const RoomInput& input);

  // room_operator.cpp: for whoever runs the server
  void obey(const RoomInput& input);

  // room_due.cpp: what happens by itself
  void handle_due(const Due& due, Time now);
  void turn_ends(Time now);
  void pass_by_order(Seat seat, Time now);
  void grace_ends(Seat seat, Time now);
  void start_clocks_anew(Time asked_since, Time last_event, Time now);

  // room_slow.cpp: for players who come and go
  std::size_t public_steps() const;
  void go_on_with_slow_clocks(Time asked_since, Time last_event, Time now);
  void change_absent_host(Time now);
  void note_table();

  RoomId id_;
  const ServerPace& pace_;
  const ServerLimits& limits_;
  Entropy& entropy_;
  RoomHost& host_;

  RoomState state_;
  Members members_;
  RoomClock clock_;
  Teller teller_;
  Asker asker_;
  TurnCaller caller_;

  std::deque<RoomInput> inputs_;
  std::uint64_t appended_ = 0;
  std::uint64_t stored_ = 0;
  std::size_t history_ = 0;   // entries that a start would read
  int kept_ = 0;              // the number of the last game that was given to be kept
  Time dealt_{0};             // the running or last game …
  Time ended_{0};             // … as its events say, whenever they are read
  OwnTable table_;            // as everybody has been told, in a slow room …
  SeatMask table_asked_ = 0;  // … and who has something to answer there
  Allowance host_changes_;
  Allowance subscriptions_;
};

}  // namespace nl
