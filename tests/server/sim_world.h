// Simulated server in virtual time: connections that break, a slow store, and crashes.
// The same seed is the same run.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "protocol/server_message.h"
#include "server/schema.h"
#include "server/server_core.h"
#include "server/virtual_time.h"
#include "store/memory_blobs.h"
#include "store/sealed_store.h"

namespace nl {

struct WorldOptions {
  ServerLimits limits{};
  ServerTimes times{};
  Time store_delay{5};  // the longest
  // Time of a thought; it may depend on secrets that no message's time may depend on.
  std::function<Time(const BotJob&)> thinking = [](const BotJob&) { return Time{1}; };
  bool check_schema = true;
  std::string push_key{};  // with one all lines are secure
};

// One end of a connection: where messages to a client arrive.
class Wire {
 public:
  virtual ~Wire() = default;
  virtual void arrived(SessionId session, const std::string& text) = 0;
  virtual void broken(SessionId session, const std::string& reason) = 0;
};

class SimWorld final : public VirtualTime, public Output {
 public:
  SimWorld(std::uint64_t seed, WorldOptions options)
      : VirtualTime(seed), options_(std::move(options)) {
    begin();
  }

  // ---- connections --------------------------------------------------------------------------

  // Delays of one connection: up to so much in each direction, in order.
  SessionId connect(Wire* wire, int delay_ms, const std::string& address = "") {
    const SessionId id = ++last_session_;
    lines_[id] = Line{.wire = wire, .delay = delay_ms};
    core_->opened(id, address, now(), !options_.push_key.empty());
    return id;
  }
  void to_server(SessionId id, std::string text) {
    const auto line = lines_.find(id);
    if (line == lines_.end()) return;
    line->second.up = std::max(line->second.up, now() + up_to(line->second.delay));
    const int epoch = epoch_;
    in(line->second.up - now(), [this, id, epoch, text = std::move(text)] {
      if (epoch == epoch_ && lines_.contains(id)) core_->received(id, text, now());
    });
  }
  // The connection breaks: what is under way is lost, and the server notices some time later.
  void lose(SessionId id) {
    if (lines_.erase(id) == 0) return;
    const int epoch = epoch_;
    in(up_to(5'000), [this, id, epoch] {
      if (epoch == epoch_) core_->closed(id, now());
    });
  }
  void stop_reading(SessionId id, bool stopped) {
    const auto line = lines_.find(id);
    if (line == lines_.end()) return;
    line->second.stopped = stopped;
    if (stopped) return;
    auto held = std::move(line->second.held);
    line->second.held.clear();
    for (std::string& text : held) deliver_later(id, std::move(text));
  }

  // ---- the server ---------------------------------------------------------------------------

  ServerCore& core() { return *core_; }
  const Room* room(const std::string& code) const { return core_->room(code); }

  // The server is killed. Of what was appended but not confirmed any first part may be there.
  void crash() {
    if (!running()) return;
    ++epoch_;
    core_.reset();
    timers_.clear();
    for (auto& [id, log] : logs_) {
      const int kept = dice().below(static_cast<int>(log.pending.size()) + 1);
      for (int i = 0; i < kept; ++i) write_next(id, log);
      log.pending.clear();
      log.entries = log.stored;
      log.number = log.entries.size();
    }
    store_.reset();
    for (auto& [id, line] : std::exchange(lines_, {})) {
      Wire* wire = line.wire;
      const SessionId session = id;
      in(up_to(500), [wire, session] { wire->broken(session, "crash"); });
    }
  }
  void restart() {
    begin();
    store_ = open_store();
    for (const StoredRoom& room : store_->open_rooms()) {
      if (room.entries != logs_[room.id].stored) note_fault("the store is not what was written");
      core_->restore(room, now());
    }
  }
  // Goes on with a room that was stored elsewhere.
  void take_over(const StoredRoom& room) {
    logs_[room.id] = {.entries = room.entries, .stored = room.entries};
    logs_[room.id].number = room.entries.size();
    logs_[room.id].elsewhere = true;
    core_->restore(room, now());
  }
  bool running() const { return core_ != nullptr; }

  const std::vector<Entry>& log(const RoomId& room) { return logs_[room].entries; }

  // Everything that left, with its time: equal for equal seeds.
  std::uint64_t fingerprint() const { return hash_.value(); }
  std::size_t messages() const { return messages_; }

  struct Sent {
    Time at;
    SessionId to;
    std::string text;
  };
  std::function<void(const Sent&)> on_sent;

  // ---- what the core wants done -------------------------------------------------------------

  void send(SessionId id, std::string text) override {
    ++messages_;
    hash_.add(static_cast<std::uint64_t>(now().count()) << 20 ^ id);
    for (const char c : text) hash_.add(static_cast<std::uint8_t>(c));
    check_message(id, text);
    if (on_sent) on_sent({now(), id, text});
    const auto line = lines_.find(id);
    if (line == lines_.end()) return;
    if (line->second.stopped) {
      line->second.held.push_back(std::move(text));
    } else {
      deliver_later(id, std::move(text));
    }
  }
  void close(SessionId id, std::string_view reason) override {
    const auto line = lines_.find(id);
    if (line == lines_.end()) return;
    Wire* wire = line->second.wire;
    lines_.erase(line);
    in(up_to(100), [wire, id, why = std::string(reason)] { wire->broken(id, why); });
  }
  void append(const RoomId& room, std::uint64_t number, const Entry& entry) override {
    Log& log = logs_[room];
    if ((entry.kind == EntryKind::Header) != log.entries.empty())
      note_fault("a header in mid-room");
    log.entries.push_back(entry);
    store_later(room, {number, {entry}, false});
  }
  void replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries) override {
    logs_[room].entries = entries;
    store_later(room, {number, std::move(entries), true});
  }
  void close_room(const RoomId& room) override {
    Log& log = logs_[room];
    log.closed = true;
    if (log.stored.empty() || log.elsewhere) return;
    store_->forget_room(room);
    store_->commit();
  }
  void set_timer(const RoomId& room, std::optional<Time> when) override {
    const int number = ++timers_[room];
    if (!when) return;
    const int epoch = epoch_;
    in(std::max(Time{0}, *when - now()), [this, room, number, epoch] {
      if (epoch == epoch_ && timers_[room] == number) core_->tick(room, now());
    });
  }
  void start_bot_job(BotJob job) override {
    const Time delay = options_.thinking(job);
    const int epoch = epoch_;
    in(delay, [this, epoch, job = std::move(job)] {
      ++thoughts_;
      if (epoch == epoch_) core_->on_bot_result(nl::run_bot_job(job), now());
    });
  }
  bool read_game(SessionId session, const std::string& game) override {
    if (!finished_games.contains(game)) return false;
    const int epoch = epoch_;
    in(Time{1}, [this, epoch, session, game] {
      if (epoch == epoch_) core_->game_read(session, finished_games[game], now());
    });
    return true;
  }
  std::map<std::string, std::string> finished_games;  // records by address
  void keep(const FinishedGame& game) override {
    if (on_kept) on_kept(game);
  }
  std::function<void(const FinishedGame&)> on_kept;
  void report(const GameReport& report) override {
    if (on_reported) on_reported(report);
  }
  std::function<void(const GameReport&)> on_reported;
  void notify(const Notification& notification) override {
    calls.emplace_back(now(), notification);
  }
  std::vector<std::pair<Time, Notification>> calls;
  int thoughts() const { return thoughts_; }
  // Room of a session, as the tests' clients know it.
  std::map<SessionId, RoomId> room_of;

 private:
  void begin() {
    core_ = std::make_unique<ServerCore>(*this, entropy(), options_.limits, options_.times);
    core_->set_push_key(options_.push_key);
  }

  struct Line {
    Wire* wire = nullptr;
    int delay = 1;
    Time up{0};
    Time down{0};
    bool stopped = false;
    std::vector<std::string> held{};
  };
  struct Write {
    std::uint64_t number = 0;
    std::vector<Entry> entries{};
    bool replaces = false;
  };
  struct Log {
    std::vector<Entry> entries{};  // as the core has them
    std::vector<Entry> stored{};   // as the disk has them
    std::deque<Write> pending{};   // lines between the two
    std::uint64_t number = 0;
    bool closed = false;
    bool elsewhere = false;  // stored in no store of ours
  };

  // The sealed store of the real server, on a disk that outlives it.
  std::unique_ptr<SealedStore> open_store() const {
    return std::make_unique<SealedStore>(SealKey({7}), blobs_);
  }
  void store_later(const RoomId& room, Write write) {
    Log& log = logs_[room];
    if (write.number != log.number + 1) note_fault("entries are not numbered in order");
    log.number = write.number;
    const std::uint64_t number = write.number;
    log.pending.push_back(std::move(write));
    const int epoch = epoch_;
    in(up_to(static_cast<int>(options_.store_delay.count())), [this, room, number, epoch] {
      Log& late = logs_[room];
      if (epoch != epoch_ || late.pending.empty() || late.pending.front().number > number) return;
      while (!late.pending.empty() && late.pending.front().number <= number) write_next(room, late);
      core_->stored(room, number, now());
    });
  }
  // All that is durable lies in the store.
  void write_next(const RoomId& room, Log& log) {
    const Write write = std::move(log.pending.front());
    log.pending.pop_front();
    if (write.replaces) log.stored.clear();
    log.stored.insert(log.stored.end(), write.entries.begin(), write.entries.end());
    if (log.closed || log.elsewhere) return;
    if (write.replaces) store_->forget_room(room);
    for (const Entry& entry : write.entries) {
      if (entry.kind == EntryKind::Header) {
        store_->open_room(room, entry.data);
      } else {
        store_->append(room, entry);
      }
    }
    store_->commit();
  }

  void deliver_later(SessionId id, std::string text) {
    Line& line = lines_[id];
    line.down = std::max(line.down, now() + up_to(line.delay));
    const int epoch = epoch_;
    in(line.down - now(), [this, id, epoch, text = std::move(text)] {
      const auto found = lines_.find(id);
      if (epoch != epoch_ || found == lines_.end()) return;
      core_->sent(id, text.size());
      found->second.wire->arrived(id, text);
    });
  }

  // Told means stored: nothing of a room leaves while one of its entries is not durable.
  void check_message(SessionId id, const std::string& text) {
    const auto room = room_of.find(id);
    if (room != room_of.end()) {
      const Log& log = logs_[room->second];
      const bool servers_own = text.starts_with("{\"t\":\"pong\"") ||
                               text.starts_with("{\"t\":\"rooms\"") ||
                               text.starts_with("{\"t\":\"refused\"");
      if (!log.pending.empty() && !servers_own) note_fault("told before it was stored");
    }
    if (!options_.check_schema) return;
    const std::string said = text.substr(0, text.find_last_not_of(' ') + 1);  // without padding
    if (server_text(parse_server_message(text)) != said) note_fault("not read as written: " + said);
    const std::string wrong = Schema::protocol().fault("server", PlainJson::parse(text));
    if (!wrong.empty()) note_fault("not in the schema: " + wrong + " in " + text);
  }

  WorldOptions options_;
  std::unique_ptr<ServerCore> core_;
  int epoch_ = 0;
  SessionId last_session_ = 0;
  std::map<SessionId, Line> lines_;
  std::map<RoomId, Log> logs_;
  std::shared_ptr<MemoryBlobs> blobs_ = std::make_shared<MemoryBlobs>();
  std::unique_ptr<SealedStore> store_ = open_store();
  std::map<RoomId, int> timers_;
  Fingerprint hash_;
  std::size_t messages_ = 0;
  int thoughts_ = 0;
};

}  // namespace nl
