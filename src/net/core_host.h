// Host of the server's core: its strand, sessions, timers, commit queue and bot threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <deque>
#include <unordered_map>

#include "net/bot_pool.h"
#include "net/commit_queue.h"
#include "net/connection.h"
#include "net/core_tasks.h"
#include "net/live_settings.h"
#include "net/metrics.h"
#include "net/notification_queue.h"
#include "net/room_timers.h"
#include "net/server_clock.h"
#include "net/server_log.h"
#include "net/systemd_notify.h"
#include "server/server_core.h"
#include "site/notification_message.h"
#include "site/public_archive.h"
#include "text/base64url.h"

namespace nl {

// Large: it implements two interfaces, Output (core to connections, store and clocks) and
// ConnectionOwner (connections to core), whose 18 functions all touch the core on one strand.
// Queues, timers, bot threads and settings are classes of their own.
class CoreHost final : private Output, public ConnectionOwner {
 public:
  // Nothing runs before the io_context does: until then any thread may use the core.
  CoreHost(asio::io_context& io, LiveSettings& settings, Store& store, const PublicArchive& archive)
      : settings_(settings),
        strand_(asio::make_strand(io)),
        tasks_(strand_, [this](const CoreTasks::Tasks& tasks) { do_all(tasks); }),
        clock_(io),
        greeting_clock_(io),
        pause_(io),
        watchdog_(io),
        counting_(io),
        archive_(archive),
        core_(*this, entropy_, limits_of(*settings.options()), settings.options()->times),
        commits_(
            store, [this](CommitQueue::Committed group) { committed(std::move(group)); },
            [this](const std::string& reason) {
              asio::post(strand_, [this, reason] { fail(reason); });
            }),
        notifications_(
            {.rules = [this] { return settings_.now()->calls; },
             .write =
                 [this](const Notification& call) { return post_of(call, *caller_, wall_time()); },
             .done = [this](const Notification& call,
                            PostResult result) { called(call, result); }}),
        bot_pool_(
            settings.options()->bot_threads, [this] { return now(); },
            [this](BotResult thought) { bot_result(std::move(thought)); }) {
    metrics_.started = wall_time();
  }

  const Strand& strand() const { return strand_; }
  // On the strand.
  ServerCore& core() { return core_; }
  CommitQueue& commits() { return commits_; }
  // Sets the sender of turn notifications. Before anything runs.
  void set_caller(Caller caller) {
    caller_ = std::move(caller);
    core_.set_push_key(to_base64url(caller_->key.point()));
  }
  // Called on the store's thread when a daily deal waits for its score. Before anything runs.
  void set_daily_finished(std::function<void()> tell) { daily_finished_ = std::move(tell); }
  // Removes expired games, reports and boards, in steps on the store's thread.
  void sweep_games() {
    const Time wall = wall_time();
    sweep_documents(archive_.games.sweep(oldest_game(*options(), wall), wall));
    sweep_documents(archive_.daily.sweep(wall));
    sweep_documents(archive_.reports.sweep(wall - days(options()->keep_reports_days), wall));
  }
  void sweep_documents(std::shared_ptr<DocumentSweep> sweep) {
    commits_.run_between_commits([this, sweep] {
      try {
        if (!sweep->step()) return false;
        if (sweep->removed() != 0) {
          log_event(LogLevel::Info, "games_removed", {{"games", sweep->removed()}});
        }
      } catch (const StoreError& error) {
        fail_later(error.what());
      }
      return true;
    });
  }
  std::string metrics_page() const {
    return metrics_text(metrics_, commits_.figures(), bot_pool_.figures());
  }

  // Monotonic: deadlines and the order of events ignore corrections of the wall clock.
  Time now() const { return time_.now(); }

  // Runs a task on the core's strand, then handles its consequences.
  void with_core(CoreTasks::Task task) { tasks_.add(std::move(task)); }
  // Called after every change of the core.
  void settle() {
    let_leave();
    metrics_.rooms = static_cast<std::int64_t>(core_.rooms());
    metrics_.draining = core_.draining() ? 1 : 0;
    set_clock();
  }

  bool stopping() const { return stopping_; }
  bool draining() const { return metrics_.draining != 0; }
  std::string failure() const {
    const std::lock_guard lock(failure_mutex_);
    return failure_;
  }
  // On the strand: no new input is accepted; pending changes are stored and announced. Then all
  // connections are closed with a reason.
  void begin_stop(std::function<void()> done) {
    stopping_ = true;
    finish_storing(std::move(done));
  }

  // Access to the other nodes.
  struct Neighbours {
    std::function<void(SessionId, std::string code, bool held)> seek;
    // Everything is stored: releases the rooms, then calls `done` on the strand.
    std::function<void(std::function<void()> done)> give_away;
    std::function<void()> failed;  // nothing more is stored
  };
  // Runs on the core's strand, so that a core that hangs stops the notifications.
  void feed_watchdog() {
    const auto every = watchdog_interval();
    if (!every) return;
    watchdog_.expires_after(*every);
    watchdog_.async_wait(asio::bind_executor(strand_, [this](error_code error) {
      if (error || stopping_) return;
      notify_systemd("WATCHDOG=1");
      feed_watchdog();
    }));
  }
  // Every five seconds: counting all rooms is too slow for every message.
  void count_people() {
    Metrics& m = metrics_;
    std::int64_t games = 0;
    std::int64_t players = 0;
    std::int64_t watchers = 0;
    for (const Room* room : core_.all_rooms()) {
      games += room->state().in_game() && room->state().phase() != RoomPhase::Over ? 1 : 0;
      players += room->state().people();
      watchers += static_cast<std::int64_t>(room->watchers());
    }
    m.games = games;
    m.players = players;
    m.watchers = watchers;
    counting_.expires_after(std::chrono::seconds(5));
    counting_.async_wait(asio::bind_executor(strand_, [this](error_code error) {
      if (!error && !stopping_) count_people();
    }));
  }
  void set_neighbours(Neighbours neighbours) { neighbours_ = std::move(neighbours); }
  // From any thread.
  void fail_later(const std::string& reason) {
    asio::post(strand_, [this, reason] { fail(reason); });
  }

  // ---- connection events ------------------------------------------------------------------------

  std::shared_ptr<const NetOptions> options() const override { return settings_.options(); }
  Metrics& metrics() override { return metrics_; }

  void opened(SessionId id, const ConnectionOrigin& from,
              std::shared_ptr<Connection> line) override {
    ++metrics_.opened;
    ++metrics_.connections;
    log_event(LogLevel::Debug, "connection_opened", {{"address", address_in_log(from.address)}});
    with_core([this, id, from, line = std::move(line)] {
      connections_[id] = line;
      core_.opened(id, from.address, now(), from.secure);
      ungreeted_.emplace_back(now() + options()->handshake, id);
      if (ungreeted_.size() == 1) watch_hellos();
    });
  }
  void received(SessionId id, std::string text) override {
    ++metrics_.messages_in;
    const auto came = std::chrono::steady_clock::now();
    with_core([this, id, came, text = std::move(text)] {
      if (!stopping_) core_.received(id, text, now());
      metrics_.handling.add(std::chrono::steady_clock::now() - came);
    });
  }
  void sent(SessionId id, std::size_t bytes) override {
    const std::lock_guard lock(sent_mutex_);
    sent_.emplace_back(id, bytes);
  }
  void ended(SessionId id) override {
    --metrics_.connections;
    with_core([this, id] {
      connections_.erase(id);
      if (!stopping_) core_.closed(id, now());
    });
  }

 private:
  void do_all(const CoreTasks::Tasks& tasks) {
    in_step_ = true;
    take_sent();
    for (const CoreTasks::Task& task : tasks) guard(task);
    settle();
  }
  // Runs before anything more is sent; wakes no thread.
  void take_sent() {
    std::vector<std::pair<SessionId, std::size_t>> sent;
    {
      const std::lock_guard lock(sent_mutex_);
      sent.swap(sent_);
    }
    for (const auto& [id, bytes] : sent) core_.sent(id, bytes);
  }
  // After an error in the core memory may hold half a change; the store holds the truth.
  template <class Task>
  void guard(const Task& task) {
    try {
      task();
    } catch (const std::exception& error) {
      fail(std::string("internal error: ") + error.what());
    }
  }
  void fail(const std::string& reason) {
    if (!failure().empty()) return;
    {
      const std::lock_guard lock(failure_mutex_);
      failure_ = reason;
    }
    log_event(LogLevel::Error, "failed", {{"reason", reason}});
    if (neighbours_.failed) neighbours_.failed();
    core_.stop("store");
    if (const auto tell = options()->on_failure) tell();
  }

  // ---- output of the core -----------------------------------------------------------------------

  void send(SessionId id, std::string text) override {
    const auto line = connections_.find(id);
    if (line == connections_.end()) return;
    ++metrics_.messages_out;
    metrics_.bytes_out += text.size();
    if (line->second->send(std::move(text)))
      talking_on(line->second->strand()).push_back(line->second);
    if (!in_step_) let_leave();
  }
  // Connections share a few strands.
  std::vector<std::shared_ptr<Connection>>& talking_on(const Strand& strand) {
    const auto found = std::find_if(talking_.begin(), talking_.end(),
                                    [&](const auto& one) { return one.first == strand; });
    if (found != talking_.end()) return found->second;
    return talking_.emplace_back(strand, std::vector<std::shared_ptr<Connection>>{}).second;
  }
  // A step's entries go to the disk in one group, and its messages leave with one call per strand,
  // each connection's messages together.
  void let_leave() {
    in_step_ = false;
    commits_.go();
    for (auto& [strand, lines] : talking_) {
      if (lines.empty()) continue;
      asio::post(strand, [lines = std::exchange(lines, {})] {
        for (const auto& line : lines) line->leave();
      });
    }
  }
  void close(SessionId id, std::string_view reason) override {
    const auto line = connections_.find(id);
    if (line == connections_.end()) return;
    if (reason != "stopping" && reason != "replaced") log_cut(*line->second, reason);
    line->second->close(std::string(reason));
    connections_.erase(line);
  }
  void log_cut(const Connection& line, std::string_view reason) {
    metrics_.cut.count(reason);
    log_event(LogLevel::Info, "connection_cut",
              {{"reason", std::string(reason)}, {"address", address_in_log(line.address())}});
  }
  void refused(SessionId id, NetRefusal why) override {
    const std::string_view reason = kNetRefusalNames[why];
    metrics_.refused.count(reason);
    const auto line = connections_.find(id);
    if (line == connections_.end()) return;
    // Refusals are rate-limited in the log; the next line counts those left out.
    if (!refusal_lines_.take(now())) {
      ++refusals_unsaid_;
      return;
    }
    log_event(LogLevel::Info, "refused",
              {{"reason", std::string(reason)},
               {"address", address_in_log(line->second->address())},
               {"unsaid", std::exchange(refusals_unsaid_, 0)}});
  }
  void append(const RoomId& room, std::uint64_t number, const Entry& entry) override {
    ++unstored_;
    commits_.append(room, number, entry);
    store_soon();
  }
  void store_soon() {
    if (!in_step_) commits_.go();
  }
  void replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries) override {
    ++unstored_;
    commits_.replace(room, number, std::move(entries));
    store_soon();
  }
  void close_room(const RoomId& room) override {
    if (options()->keep_days > 0) {
      commits_.close(room);
    } else {
      commits_.forget(room);
    }
    store_soon();
  }
  bool seek(SessionId id, const std::string& code, bool held) override {
    if (!neighbours_.seek) return false;
    neighbours_.seek(id, code, held);
    return true;
  }
  // On the store's thread, which reads and writes archives.
  bool read_game(SessionId id, const std::string& game) override {
    const bool daily = options()->limits.features.daily && parse_daily_attempt(game).has_value();
    if (!daily && !is_game_address(game)) return false;
    commits_.run_between_commits([this, id, game] {
      std::string record;
      log_failure("game_not_read", [&] { record = stored_record(game); });
      with_core([this, id, record = std::move(record)] {
        if (!stopping_) core_.game_read(id, record, now());
      });
      return true;
    });
    return true;
  }
  std::string stored_record(const std::string& game) const {
    std::string lines;
    if (const auto attempt = parse_daily_attempt(game)) {
      for (const std::string& line : archive_.daily.start(*attempt, wall_time())) {
        lines += line + '\n';
      }
      return lines;
    }
    const auto found = archive_.games.find(game, oldest_game(*options(), wall_time()));
    return found ? found->record : lines;
  }
  void set_timer(const RoomId& room, std::optional<Time> when) override { timers_.set(room, when); }
  void start_bot_job(BotJob job) override { bot_pool_.add(std::move(job)); }
  // On the store's thread: later events of the room are stored after it, so that neither a stop nor
  // a crash comes between a rematch and the previous game's address.
  void keep(const FinishedGame& finished) override {
    FinishedGame game = finished;
    game.dealt = time_.wall_of(game.dealt);
    game.ended = time_.wall_of(game.ended);
    commits_.run_between_commits([this, game = std::move(game)] {
      if (const auto attempt = parse_daily_attempt(game.origin)) {
        log_failure("game_not_counted", [&] {
          if (!game.rematch && archive_.daily.finish(*attempt, game) && daily_finished_) {
            daily_finished_();
          }
        });
        return true;
      }
      // The game itself is safe: only its address is missing, or its effect on the ladder.
      if (options()->keep_games_days != 0 && has_reserve(*options())) {
        log_failure("game_not_kept", [&] { archive_.games.keep(game); });
      }
      if (options()->limits.features.ladder) {
        log_failure("game_not_counted", [&] { archive_.ladder.count(game, wall_time()); });
      }
      return true;
    });
  }
  void report(const GameReport& wanted) override {
    GameReport report = wanted;
    report.at = time_.wall_of(report.at);
    // Without addresses of finished games there is none to name.
    if (options()->keep_games_days == 0) report.game.clear();
    commits_.run_between_commits([this, report] {
      log_failure("report_not_kept", [&] {
        if (!archive_.reports.add(report)) throw StoreError("there are too many");
        log_event(LogLevel::Info, "game_reported", {{"reason", report.reason}});
      });
      return true;
    });
  }
  template <class Deed>
  static void log_failure(const char* event, const Deed& deed) {
    try {
      deed();
    } catch (const std::exception& error) {
      log_event(LogLevel::Error, event, {{"reason", error.what()}});
    }
  }

  void notify(const Notification& notification) override {
    if (caller_) notifications_.add(notification);
  }

  // ---- results of other threads -----------------------------------------------------------------

  // On a thread of the notification queue, or on the strand.
  void called(const Notification& call, PostResult result) {
    const std::string name(post_result_name(result));
    metrics_.calls.count(name);
    if (result == PostResult::Done) return;
    log_event(LogLevel::Info, "call_failed",
              {{"room", room_in_log(call.room)},
               {"kind", call.kind == NotificationKind::Push ? "push" : "webhook"},
               {"reason", name}});
    if (result != PostResult::Gone || call.kind != NotificationKind::Push) return;
    with_core([this, call] { core_.push_target_gone(call.room, call.target.endpoint, now()); });
  }
  // On a thread of the bot pool.
  void bot_result(BotResult thought) {
    with_core([this, thought = std::move(thought)] {
      if (!stopping_) core_.on_bot_result(thought, now());
    });
  }
  // On the store's thread.
  void committed(CommitQueue::Committed group) {
    with_core([this, group = std::move(group)] {
      assert(unstored_ >= group.entries);
      unstored_ -= group.entries;
      const Time time = now();
      for (const auto& [room, number] : group.rooms) core_.stored(room, number, time);
    });
  }
  void finish_storing(std::function<void()> done) {
    if (unstored_ == 0 || !failure().empty()) {
      const auto end = [this, done] {
        core_.stop("stopping");
        done();
      };
      if (neighbours_.give_away && failure().empty()) return neighbours_.give_away(end);
      return end();
    }
    pause_.expires_after(std::chrono::milliseconds(2));
    pause_.async_wait(asio::bind_executor(
        strand_, [this, done = std::move(done)](error_code) { finish_storing(done); }));
  }

  // ---- the clock --------------------------------------------------------------------------------

  // Closes connections that have not said hello in time. All have the same timeout, so the oldest
  // is first.
  void watch_hellos() {
    assert(!ungreeted_.empty());
    greeting_clock_.expires_at(time_.steady(ungreeted_.front().first));
    greeting_clock_.async_wait(asio::bind_executor(strand_, [this](error_code error) {
      if (!error && !stopping_) close_silent();
    }));
  }
  void close_silent() {
    while (!ungreeted_.empty() && ungreeted_.front().first <= now()) {
      const SessionId id = ungreeted_.front().second;
      ungreeted_.pop_front();
      if (connections_.contains(id) && !core_.has_greeted(id)) core_.send_away(id, "silent");
    }
    if (!ungreeted_.empty()) watch_hellos();
  }

  // An early timer does no harm, and costs less than resetting it with every change.
  void set_clock() {
    const auto next = stopping_ ? std::nullopt : timers_.next();
    if (!next || (clock_set_ && *clock_set_ <= *next)) return;
    clock_set_ = next;
    clock_.expires_at(time_.steady(*next));
    clock_.async_wait(asio::bind_executor(strand_, [this](error_code error) {
      if (!error) ring();
    }));
  }
  void ring() {
    clock_set_.reset();
    in_step_ = true;
    take_sent();
    guard([this] {
      for (const RoomId& room : timers_.take_due(now())) {
        if (!stopping_) core_.tick(room, now());
      }
    });
    let_leave();
    set_clock();
  }

  LiveSettings& settings_;
  const ServerClock time_{wall_time};
  const Strand strand_;
  CoreTasks tasks_;
  asio::steady_timer clock_;
  std::optional<Time> clock_set_;
  asio::steady_timer greeting_clock_;
  // Bounded by the connections accepted within one handshake timeout.
  std::deque<std::pair<Time, SessionId>> ungreeted_;
  asio::steady_timer pause_;
  asio::steady_timer watchdog_;
  asio::steady_timer counting_;
  Metrics metrics_;
  SecureEntropy entropy_;
  const PublicArchive& archive_;
  ServerCore core_;
  RoomTimers timers_;
  std::unordered_map<SessionId, std::shared_ptr<Connection>> connections_;
  // with messages of this step, by strand
  std::vector<std::pair<Strand, std::vector<std::shared_ptr<Connection>>>> talking_;
  bool in_step_ = false;
  std::size_t unstored_ = 0;
  std::mutex sent_mutex_;
  std::vector<std::pair<SessionId, std::size_t>> sent_;
  TokenBucket refusal_lines_{20, Time{1'000}};
  std::uint64_t refusals_unsaid_ = 0;
  mutable std::mutex failure_mutex_;
  std::string failure_;
  std::atomic<bool> stopping_{false};
  Neighbours neighbours_;
  std::optional<Caller> caller_;
  std::function<void()> daily_finished_;
  // Their threads call back, so they end first.
  CommitQueue commits_;
  NotificationQueue notifications_;
  BotPool bot_pool_;
};

}  // namespace nl
