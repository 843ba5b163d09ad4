// Simulated cluster node: the real core and sealed store, with virtual time in place of src/net.
// Campaigns kill it, pause it, or cut it off from the database.
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
#include "server/sometimes.h"

namespace nl {

// Common ground of all nodes.
struct ClusterGround : VirtualTime {
  ClusterGround(std::uint64_t seed, std::size_t count, ServerTimes its)
      : VirtualTime(seed), nodes(count), times(its) {}

  const std::size_t nodes;
  const ServerTimes times;
  SharedDatabase database{};
  ClusterLines lines{*this};
  int takeovers = 0;
  int fences = 0;
  int old_words = 0;  // "the room is yours", heard when it was another's
  Sometimes sometimes{};
  std::size_t down = nodes;
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

  // `before`: the epoch of its previous life, where it knows of one.
  void start(Epoch before = 0) {
    ++life_;
    --ground_.down;
    epoch = ++ground_.database.last;
    trace().add("start", index_, epoch, before);
    ground_.database.nodes[epoch] = {ground_.now() + kLease, true, index_};
    blobs_ = std::make_shared<SharedBlobs>(ground_.database, epoch);
    store_ = std::make_unique<SealedStore>(kClusterKey, blobs_, StoreStart{.new_holder = true});
    core = std::make_unique<ServerCore>(*this, ground_.entropy(), ServerLimits{}, ground_.times);
    std::vector<std::string> all;
    for (std::size_t node = 0; node < ground_.nodes; ++node) all.push_back(url(node));
    core->set_nodes(all);
    renew();
    look();
  }
  void kill() {
    if (core == nullptr) return;
    trace().add("kill", index_);
    reach_here("kill");
    if (busy_) reach("killed_with_commit_under_way");
    vanish();
  }
  // No process, no connection; another one comes.
  void vanish() {
    end();
    const auto row = ground_.database.nodes.find(epoch);
    if (row != ground_.database.nodes.end()) row->second.locked = false;
    ground_.in(ground_.up_to(5'000), [this] { start(); });
  }
  void pause(Time span) {
    if (!up()) return;
    paused_ = true;
    trace().add("pause", index_);
    reach_here("pause");
    const int life = life_;
    ground_.in(span, [this, life] {
      if (life != life_) return;
      paused_ = false;
      trace().add("wake", index_);
      if (!ground_.database.nodes.contains(epoch)) reach("woke_up_evicted");
      for (auto& task : std::exchange(held_, {})) {
        if (life != life_) return;
        if (paused_) {
          held_.push_back(std::move(task));  // it fell asleep again
        } else {
          task();
        }
      }
    });
  }
  void cut(Time span) {
    if (core == nullptr) return;
    reach_here("cut");
    blobs_->unreachable = true;
    notes_reach();
    const auto blobs = blobs_;
    ground_.in(span, [this, blobs] {
      blobs->unreachable = false;
      notes_reach();
    });
  }
  // Nothing gets through to the database for a while, and nobody is told. A commit arrives late.
  void hold(Time span) {
    if (core == nullptr) return;
    held_until_ = std::max(held_until_, ground_.now() + span);
    notes_reach();
    later_awake_or_not(span, [this] { notes_reach(); });
  }
  void lose_answer() {
    if (core != nullptr) blobs_->loses_answer = true;
  }
  // As soon as the database has said where a room is: what it said is heard after that.
  void sleep_on_word(Time span) { sleep_on_word_ = span; }
  void deploy() {
    if (!up() || !reaches() || !waiting_.empty() || busy_) return;
    std::vector<RoomId> rooms;
    for (const Room* room : core->all_rooms()) rooms.push_back(room->id());
    reach_here("deploy");
    if (!rooms.empty()) trace().add_release(index_, rooms);
    try {
      store_->release(rooms);
      core->send_elsewhere(url((index_ + 1) % ground_.nodes));
    } catch (const FencedError&) {
      reach("deploy_refused");
      return kill();
    } catch (const StoreError&) {
      reach("deploy_unanswered");
      return kill();
    }
    trace().add(rooms.empty() ? "kill" : "stop", index_);
    vanish();
  }

  // Some rooms go to another node, and this one goes on.
  void balance() {
    if (!up() || !reaches() || !waiting_.empty() || busy_) return;
    const std::vector<RoomId> rooms = core->movable_rooms(1);
    if (rooms.empty()) return;
    for (const RoomId& id : rooms) {
      if (moment_of(*core->room(id)) == "window") throw std::logic_error("moved in a Nope window");
    }
    const std::vector<SessionId> sessions = core->give_up(rooms);
    busy_ = true;
    trace().add_release(index_, rooms);
    const int life = life_;
    const Time held = std::max(Time{0}, held_until_ - ground_.now());
    ground_.in(held + ground_.up_to(8), [this, life, rooms, sessions] {
      if (life != life_) return;
      const bool done = release(rooms);
      later(ground_.up_to(4), [this, sessions, done] {
        busy_ = false;
        if (!done) return fail();
        trace().add("heard", index_);
        core->send_elsewhere(url((index_ + 1) % ground_.nodes), sessions);
        write_later();
      });
    });
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
  void start_bot_job(BotJob) override {}  // the careful bot answers in its place
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
  OwnershipTrace& trace() { return ground_.database.trace; }
  bool reaches() const { return !blobs_->unreachable && ground_.now() >= held_until_; }
  void notes_reach() {
    if (core == nullptr || reaches() == reached_) return;
    reached_ = reaches();
    trace().add(reached_ ? "mend" : "cut", index_);
  }
  void later_awake_or_not(Time delay, std::function<void()> task) {
    const int life = life_;
    ground_.in(delay, [this, life, task = std::move(task)] {
      if (life == life_) task();
    });
  }
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
    held_until_ = Time{0};
    reached_ = true;
    sleep_on_word_.reset();
    ground_.lines.drop_all(index_);
    if (++ground_.down == ground_.nodes) reach("all_nodes_down");
  }
  void reach(const std::string& what) { ground_.sometimes.reach(what); }
  // `fault` while a room of this node is at such a point of its game.
  void reach_here(const std::string& fault) {
    if (core == nullptr) return;
    for (const Room* room : core->all_rooms()) reach(fault + "_in_" + moment_of(*room));
  }
  static std::string moment_of(const Room& room) {
    if (room.state().phase() == RoomPhase::Over) return "over";
    if (room.state().game() == nullptr) return "lobby";
    const Phase phase = room.state().game()->phase();
    return phase == Phase::Window ? "window" : phase == Phase::Turn ? "turn" : "question";
  }
  // A fenced node, or one that doesn't know what became of a commit: a new epoch, and what the
  // old one had is read again.
  void fail() {
    ++ground_.fences;
    trace().add("fail", index_);
    const Epoch before = epoch;
    end();
    ground_.in(ground_.up_to(500), [this, before] {
      ground_.database.nodes.erase(before);
      start(before);
    });
  }

  // ---- the store's thread: a group at a time --------------------------------------------------

  // It is on its way when it is sent: a pause of the node stops neither it nor its answer, only
  // who would hear of it.
  void write_later() {
    if (busy_ || waiting_.empty()) return;
    busy_ = true;
    trace().add("send", index_, epoch);
    const int life = life_;
    std::vector<Write> group = std::exchange(waiting_, {});
    const Time held = std::max(Time{0}, held_until_ - ground_.now());
    ground_.in(held + ground_.up_to(8), [this, life, group = std::move(group)] {
      if (life != life_) return;
      if (paused_) reach("commit_while_paused");
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
    } catch (const FencedError&) {
      reach("fenced_at_commit");
    } catch (const StoreError&) {
      if (blobs_->unreachable) reach("commit_unreachable");
      if (!blobs_->unreachable) reach_here("unanswered");
    }
    return false;
  }
  bool release(const std::vector<RoomId>& rooms) {
    try {
      store_->release(rooms);
      return true;
    } catch (const StoreError&) {
      return false;
    }
  }
  void answered(const std::vector<Write>& group, bool done) {
    busy_ = false;
    if (!done) return fail();
    trace().add("heard", index_);
    for (const Write& one : group) {
      if (one.number != 0) core->stored(one.room, one.number, ground_.now());
    }
    write_later();
  }

  // ---- the watch ------------------------------------------------------------------------------

  void renew() {
    const auto row = ground_.database.nodes.find(epoch);
    if (reaches()) {
      if (row == ground_.database.nodes.end()) {
        reach("fenced_at_renewal");
        return fail();
      }
      row->second.expires = ground_.now() + kLease;
      trace().add("renew", index_);
    }
    later(Time{1'000}, [this] { renew(); });
  }
  void look() {
    if (reaches()) poll();
    if (core != nullptr) later(Time{100} + ground_.up_to(20), [this] { look(); });
  }
  void poll() {
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
    for (const Epoch peer : dead) {
      trace().add("evict", index_, peer);
      if (database.nodes[peer].locked) reach("evicted_alive");
      database.nodes.erase(peer);
    }
    for (const Epoch holder : database.orphans()) {
      if (taking_.insert(holder).second) take(holder);
    }
  }
  void take(Epoch holder) {
    const auto shelf = ground_.database.shelf(holder);
    if (!shelf) return;
    const auto orphaned =
        std::make_shared<OrphanedRooms>(SealedReader(kClusterKey, *blobs_).read(*shelf));
    trace().add("read", index_, holder);
    for (const WholeRoom& whole : orphaned->rooms) {
      trace().add("found", index_, trace().number(whole.room.id), whole.end.number);
    }
    later(ground_.up_to(50), [this, holder, orphaned] { adopt(holder, *orphaned); });
  }
  // Between two groups, as an errand of the store's thread.
  void adopt(Epoch holder, const OrphanedRooms& orphaned) {
    if (busy_ || held_until_ > ground_.now()) {
      return later(Time{1}, [this, holder, orphaned] { adopt(holder, orphaned); });
    }
    trace().add("adopt", index_, holder);
    try {
      const bool ours = store_->adopt(orphaned);
      trace().add("heard", index_);
      if (ours) take_over(holder, orphaned);
      if (!ours) reach("takeover_contested");
    } catch (const StoreError&) {
      reach(blobs_->unreachable ? "takeover_unreachable" : "takeover_unsure");
      return fail();
    }
    taking_.erase(holder);
  }
  void take_over(Epoch holder, const OrphanedRooms& orphaned) {
    ++ground_.takeovers;
    if (orphaned.rooms.size() > 1) reach("takeover_of_two_rooms");
    if (orphaned.rooms.empty()) reach("takeover_of_nothing");
    if (ground_.database.parcels.contains(holder)) reach("takeover_of_parcel");
    for (const WholeRoom& whole : orphaned.rooms) {
      if (whole.term >= 4) reach("fifth_owner");
      core->restore(whole.room, ground_.now());
      reach("takeover_in_" + moment_of(*core->room(whole.room.id)));
    }
  }
  void find(SessionId id, const std::string& code, bool held, int tries) {
    const auto again = [this, id, code, held, tries] {
      later(Time{100}, [this, id, code, held, tries] { find(id, code, held, tries + 1); });
    };
    if (!reaches()) return again();
    const auto [first, last] = ids_of_code(code);
    const auto room = ground_.database.rooms.lower_bound(first);
    if (room == ground_.database.rooms.end() || room->first > last) return hear_word(id, "", {});
    const auto owner = ground_.database.nodes.find(room->second.owner);
    const bool alive = owner != ground_.database.nodes.end() && owner->second.locked &&
                       owner->second.expires > ground_.now();
    const bool here = room->second.owner == epoch;
    if (!alive && !here) reach("sought_between_two_nodes");
    if (alive && !here) return hear_word(id, url(owner->second.index), {});
    const bool known = here && (held || tries > 2);
    if (!known && tries <= 100) return again();
    hear_word(id, url(index_), here ? std::optional(room->first) : std::nullopt);
  }
  // The answer is on its way, or waits to be read: a node may sleep for long between the two.
  void hear_word(SessionId id, const std::string& where, std::optional<RoomId> own) {
    later(ground_.up_to(4), [this, id, where, own] {
      const bool old = own && ground_.database.rooms[*own].owner != epoch;
      if (old) reach("old_word_heard");
      ground_.old_words += old ? 1 : 0;
      core->found(id, where, own.has_value(), ground_.now());
    });
    if (sleep_on_word_) pause(*std::exchange(sleep_on_word_, std::nullopt));
  }

  ClusterGround& ground_;
  const std::size_t index_;
  int life_ = 0;
  bool paused_ = false;
  bool reached_ = true;  // the database, as the trace has it
  Time held_until_{0};
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
