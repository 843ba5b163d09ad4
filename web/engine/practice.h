// Practice server: the server's core with one player. Bytes and times come
// in, messages go out; nothing is written down, so a room lasts as long as the page does.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "server/server_core.h"

namespace nl {

class Practice final : private Output {
 public:
  // Callback that gets each message, and the reason why the line was closed.
  using Send = std::function<void(std::string_view text)>;

  Practice(Entropy& entropy, Send send, Send closed);

  // A new line takes the place of the one before.
  void open(Time now);
  void receive(std::string_view text, Time now);
  void tick(Time now);
  // The record that the next room plays on from, under the name that its request gives.
  void give_record(std::string_view record) { record_ = record; }

  // When tick() is wanted next.
  std::optional<Time> due() const;

  // Work that waits: nothing, a bot that can think at once, one whose networks have to be
  // there first, one that needs the critic as well, or a coach's figures.
  enum class Waits : std::uint8_t { Nothing, Thought, Network, Critic, Coach };
  Waits waits() const;
  void think(Time now);
  // It won't be thought over: the core gives the careful answer when the time has come.
  void drop() { jobs_.pop_front(); }

 private:
  void send(SessionId session, std::string text) override;
  void close(SessionId session, std::string_view reason) override;
  void append(const RoomId& room, std::uint64_t number, const Entry& entry) override;
  void replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries) override;
  void close_room(const RoomId& room) override;
  void set_timer(const RoomId& room, std::optional<Time> when) override;
  void start_bot_job(BotJob job) override;
  bool read_game(SessionId session, const std::string& game) override;

  void settle(Time now);

  Send send_;
  Send closed_;
  ServerCore core_;
  SessionId session_ = 0;
  std::map<RoomId, Time> timers_;
  std::deque<std::pair<RoomId, std::uint64_t>> appended_;  // to be called durable
  std::string record_;
  bool record_wanted_ = false;
  std::size_t sent_ = 0;  // bytes that have left
  std::deque<BotJob> jobs_;
};

}  // namespace nl
