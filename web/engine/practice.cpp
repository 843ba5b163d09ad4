// Practice server: the server's core in the page.
#include "practice.h"

#include <algorithm>

#include "bots/bot.h"
#include "bots/position_value.h"

namespace nl {
namespace {

// One person, who may make as many rooms as they like.
ServerLimits limits() {
  ServerLimits all;
  all.rooms = 8;
  return all;
}

// Levels are other names for bots.
Practice::Waits needed_by(std::string_view bot) {
  for (const Level& level : bot_levels()) {
    if (level.name == bot) bot = level.bot;
  }
  if (bot.starts_with("net+search")) return Practice::Waits::Critic;
  if (bot.starts_with("net") || bot == "strongest") return Practice::Waits::Network;
  return Practice::Waits::Thought;
}

}  // namespace

Practice::Practice(Entropy& entropy, Send send, Send closed)
    : send_(std::move(send)), closed_(std::move(closed)), core_(*this, entropy, limits()) {}

void Practice::open(Time now) {
  if (session_ != 0) core_.closed(session_, now);
  core_.opened(++session_, "here", now);
  settle(now);
}

void Practice::receive(std::string_view text, Time now) {
  core_.received(session_, text, now);
  settle(now);
}

void Practice::tick(Time now) {
  const std::map<RoomId, Time> all = timers_;
  for (const auto& [room, when] : all) {
    if (when > now) continue;
    timers_.erase(room);
    core_.tick(room, now);
    settle(now);
  }
}

std::optional<Time> Practice::due() const {
  std::optional<Time> first;
  for (const auto& [room, when] : timers_) first = first ? std::min(*first, when) : when;
  return first;
}

Practice::Waits Practice::waits() const {
  if (jobs_.empty()) return Waits::Nothing;
  const BotJob& job = jobs_.front();
  // A hint has the critic's figures where it has learned the game.
  const bool hint = job.topic.kind == BotJobKind::Hint;
  if (hint && critic_learned(job.rules, job.view.seats)) return Waits::Coach;
  return needed_by(job.bot);
}

void Practice::think(Time now) {
  const BotJob job = std::move(jobs_.front());
  jobs_.pop_front();
  core_.on_bot_result(run_bot_job(job), now);
  settle(now);
}

// The core's requests are carried out when it has finished, not in the middle of it.
void Practice::settle(Time now) {
  if (std::exchange(record_wanted_, false)) core_.game_read(session_, record_, now);
  while (!appended_.empty()) {
    const auto [room, number] = appended_.front();
    appended_.pop_front();
    core_.stored(room, number, now);
  }
  core_.sent(session_, std::exchange(sent_, 0));
}

void Practice::send(SessionId session, std::string text) {
  if (session != session_) return;
  sent_ += text.size();
  send_(text);
}

void Practice::close(SessionId session, std::string_view reason) {
  if (session == session_) closed_(reason);
}

void Practice::append(const RoomId& room, std::uint64_t number, const Entry&) {
  appended_.emplace_back(room, number);
}

void Practice::replace(const RoomId& room, std::uint64_t number, std::vector<Entry>) {
  appended_.emplace_back(room, number);
}

void Practice::close_room(const RoomId& room) { timers_.erase(room); }

void Practice::set_timer(const RoomId& room, std::optional<Time> when) {
  if (when) {
    timers_[room] = *when;
  } else {
    timers_.erase(room);
  }
}

// One person: the record can only be the one that was given.
bool Practice::read_game(SessionId, const std::string&) {
  record_wanted_ = !record_.empty();
  return record_wanted_;
}

void Practice::start_bot_job(BotJob job) {
  const auto same = [&](const BotJob& other) {
    return other.topic.seat == job.topic.seat && other.topic.kind == job.topic.kind &&
           other.topic.room == job.topic.room;
  };
  std::erase_if(jobs_, same);
  jobs_.push_back(std::move(job));
}

}  // namespace nl
