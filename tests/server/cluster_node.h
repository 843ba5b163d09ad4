// One simulated node on the shared database: the real core and the real sealed store, and around
// them in virtual time what src/net does with threads. It is killed, paused, cut off, and loses
// answers to its commits.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "server/cluster_lines.h"
#include "server/seat_token.h"
#include "server/server_core.h"
#include "server/shared_database.h"

namespace nl {

// What all nodes stand on.
struct ClusterGround : VirtualTime {
  ClusterGround(std::uint64_t seed, std::size_t count, ServerPace its)
      : VirtualTime(seed), nodes(count), pace(its) {}

  const std::size_t nodes;
  const ServerPace pace;
  SharedDatabase database{};
  ClusterLines lines{*this};
  int takeovers = 0;
  int fences = 0;
  int old_words = 0;  // "the room is yours", heard when it was another's
};

class ClusterNode final : public Output {
 public:
  ClusterNode(ClusterGround& ground, std::size_t index) : ground_(ground), index_(index) {}

  std::unique_ptr<ServerCore> core;
  Epoch epoch = 0;

  bool up() const { return core != nullptr && !paused_; }

  // Of this life; while the node is paused it waits.
  void later(Time delay, std::function<void()> task) {
    const int life = life_;
    ground_.in(delay, [this, life, task = std::move(task)] {
      if (life != life_ || core == nullptr) return;
      if (paused_) return held_.push_back(task);
      task();
    });
  }

  void start() {
    ++life_;
    epoch = ++ground_.database.last;
    ground_.database.nodes[epoch] = {ground_.now() + kLease, true, index_};
    blobs_ = std::make_shared<SharedBlobs>(ground_.database, epoch);
    store_ = std::make_unique<SealedStore>(kClusterKey, blobs_, StoreStart{.new_holder = true});
    core = std::make_unique<ServerCore>(*this, ground_.entropy(), ServerLimits{}, ground_.pace);
    std::vector<std::string> all;
    for (std::size_t node = 0; node < ground_.nodes; ++node) all.push_back(url(node));
    core->set_nodes(all);
    renew();
    look();
  }
  void kill() {
    if (core == nullptr) return;
    end();
    const auto row = ground_.database.nodes.find(epoch);
    if (row != ground_.database.nodes.end()) row->second.locked = false;
    ground_.in(ground_.up_to(5'000), [this] { start(); });
  }
  void pause(Time span) {
    if (!up()) return;
    paused_ = true;
    const int life = life_;
    ground_.in(span, [this, life] {
      if (life != life_) return;
      paused_ = false;
      for (auto& task : std::exchange(held_, {})) {
        if (life == life_) task();
      }
    });
  }
  void cut(Time span) {
    if (core == nullptr) return;
    blobs_->unreachable = true;
    const auto blobs = blobs_;
    ground_.in(span, [blobs] { blobs->unreachable = false; });
  }
  void lose_answer() {
    if (core != nullptr) blobs_->loses_answer = true;
  }
  // As soon as the database has said where a room is: what it said is heard after that.
  void sleep_on_word(Time span) { sleep_on_word_ = span; }
  void deploy() {
    if (!up() || blobs_->unreachable || !waiting_.empty() || busy_) return;
    std::vector<RoomId> rooms;
    for (const Room* room : core->all_rooms()) rooms.push_back(room->id());
    try {
      store_->release(rooms);
      core->send_elsewhere(url((index_ + 1) % ground_.nodes));
    } catch (const StoreError&) {
    }
    kill();
  }

  // ---- what the core wants done ---------------------------------------------------------------

  void send(SessionId id, std::string text) override {
    if (!ground_.lines.contains(id)) return;
    const std::size_t bytes = text.size();
    ground_.lines.send(id, std::move(text));
    later(Time{30}, [this, id, bytes] { core->sent(id, bytes); });
  }
  void close(SessionId id, std::string_view) override { ground_.lines.drop(id); }
  void append(const RoomId& room, std::uint64_t number, const Entry& entry) override {
    waiting_.push_back({room, number, {entry}, false});
    write_later();
  }
  void replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries) override {
    waiting_.push_back({room, number, std::move(entries), true});
    write_later();
  }
  void close_room(const RoomId& room) override {
    waiting_.push_back({room, 0, {}, false});
    write_later();
  }
  void set_timer(const RoomId& room, std::optional<Time> when) override {
    const int number = ++timers_[room];
    if (!when) return;
    later(std::max(Time{0}, *when - ground_.now()), [this, room, number] {
      if (timers_[room] == number) core->tick(room, ground_.now());
    });
  }
  void think(ThinkJob) override {}  // the careful bot answers in its place
  bool seek(SessionId id, const std::string& code, bool held) override {
    later(Time{2}, [this, id, code, held] { find(id, code, held, 0); });
    return true;
  }

 private:
  struct Write {
    RoomId room{};
    std::uint64_t number = 0;
    std::vector<Entry> entries{};
    bool replaces = false;
  };

  static constexpr Time kLease{5'000};
  static std::string url(std::size_t node) { return "ws://node/" + std::to_string(node); }

  void end() {
    ++life_;
    core.reset();
    store_.reset();
    timers_.clear();
    waiting_.clear();
    held_.clear();
    unlocked_.clear();
    taking_.clear();
    busy_ = paused_ = false;
    sleep_on_word_.reset();
    ground_.lines.drop_all(index_);
  }
  // A fenced node, or one that doesn't know what became of a commit: a new epoch, and what the
  // old one had is read again.
  void fail() {
    ++ground_.fences;
    const Epoch before = epoch;
    end();
    ground_.in(ground_.up_to(500), [this, before] {
      ground_.database.nodes.erase(before);
      start();
    });
  }

  // ---- the store's thread: a group at a time --------------------------------------------------

  // It is on its way when it is sent: a pause of the node stops neither it nor its answer, only
  // who would hear of it.
  void write_later() {
    if (busy_ || waiting_.empty()) return;
    busy_ = true;
    const int life = life_;
    std::vector<Write> group = std::exchange(waiting_, {});
    ground_.in(ground_.up_to(8), [this, life, group = std::move(group)] {
      if (life != life_) return;
      const bool done = write(group);
      later(ground_.up_to(4), [this, group, done] { answered(group, done); });
    });
  }
  bool write(const std::vector<Write>& group) {
    try {
      for (const Write& one : group) {
        if (one.number == 0 || one.replaces) store_->forget_room(one.room);
        for (const Entry& entry : one.entries) {
          if (entry.kind == EntryKind::Header) {
            store_->open_room(one.room, entry.data);
          } else {
            store_->append(one.room, entry);
          }
        }
      }
      store_->commit();
      return true;
    } catch (const StoreError&) {
      return false;
    }
  }
  void answered(const std::vector<Write>& group, bool done) {
    busy_ = false;
    if (!done) return fail();
    for (const Write& one : group) {
      if (one.number != 0) core->stored(one.room, one.number, ground_.now());
    }
    write_later();
  }

  // ---- the watch ------------------------------------------------------------------------------

  void renew() {
    const auto row = ground_.database.nodes.find(epoch);
    if (!blobs_->unreachable) {
      if (row == ground_.database.nodes.end()) return fail();
      row->second.expires = ground_.now() + kLease;
    }
    later(Time{1'000}, [this] { renew(); });
  }
  void look() {
    if (!blobs_->unreachable) look_around();
    if (core != nullptr) later(Time{100} + ground_.up_to(20), [this] { look(); });
  }
  void look_around() {
    SharedDatabase& database = ground_.database;
    std::vector<Epoch> dead;
    for (const auto& [peer, row] : database.nodes) {
      const bool expired = row.expires < ground_.now();
      if (peer == epoch) continue;
      if (!expired && row.locked) {
        unlocked_.erase(peer);
        continue;
      }
      const Time since = unlocked_.emplace(peer, ground_.now()).first->second;
      if (expired || ground_.now() - since >= Time{500}) dead.push_back(peer);
    }
    for (const Epoch peer : dead) database.nodes.erase(peer);
    for (const Epoch holder : database.orphans()) {
      if (taking_.insert(holder).second) take(holder);
    }
  }
  void take(Epoch holder) {
    const auto shelf = ground_.database.shelf(holder);
    if (!shelf) return;
    const auto estate = std::make_shared<Estate>(SealedReader(kClusterKey, *blobs_).read(*shelf));
    later(ground_.up_to(50), [this, holder, estate] { adopt(holder, *estate); });
  }
  // Between two groups, as an errand of the store's thread.
  void adopt(Epoch holder, const Estate& estate) {
    if (busy_) {
      return later(Time{1}, [this, holder, estate] { adopt(holder, estate); });
    }
    try {
      if (store_->adopt(estate)) {
        ++ground_.takeovers;
        for (const WholeRoom& whole : estate.rooms) core->restore(whole.room, ground_.now());
      }
    } catch (const StoreError&) {
      return fail();
    }
    taking_.erase(holder);
  }
  void find(SessionId id, const std::string& code, bool held, int tries) {
    const auto again = [this, id, code, held, tries] {
      later(Time{100}, [this, id, code, held, tries] { find(id, code, held, tries + 1); });
    };
    if (blobs_->unreachable) return again();
    const auto [first, last] = ids_of_code(code);
    const auto room = ground_.database.rooms.lower_bound(first);
    if (room == ground_.database.rooms.end() || room->first > last) return hear_word(id, "", {});
    const auto owner = ground_.database.nodes.find(room->second.owner);
    const bool alive = owner != ground_.database.nodes.end() && owner->second.locked &&
                       owner->second.expires > ground_.now();
    const bool here = room->second.owner == epoch;
    if (alive && !here) return hear_word(id, url(owner->second.index), {});
    const bool known = here && (held || tries > 2);
    if (!known && tries <= 100) return again();
    hear_word(id, url(index_), here ? std::optional(room->first) : std::nullopt);
  }
  // The answer is on its way, or waits to be read: a node may sleep for long between the two.
  void hear_word(SessionId id, const std::string& where, std::optional<RoomId> own) {
    later(ground_.up_to(4), [this, id, where, own] {
      if (own && ground_.database.rooms[*own].owner != epoch) ++ground_.old_words;
      core->found(id, where, own.has_value(), ground_.now());
    });
    if (sleep_on_word_) pause(*std::exchange(sleep_on_word_, std::nullopt));
  }

  ClusterGround& ground_;
  const std::size_t index_;
  int life_ = 0;
  bool paused_ = false;
  bool busy_ = false;
  std::optional<Time> sleep_on_word_;
  std::shared_ptr<SharedBlobs> blobs_;
  std::unique_ptr<SealedStore> store_;
  std::map<RoomId, int> timers_;
  std::vector<Write> waiting_;
  std::vector<std::function<void()>> held_;
  std::map<Epoch, Time> unlocked_;
  std::set<Epoch> taking_;
};

}  // namespace nl
