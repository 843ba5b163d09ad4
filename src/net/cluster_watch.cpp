// Cluster watch: its thread and its database queries.
#include "net/cluster_watch.h"

#include "net/server_log.h"
#include "server/room_state.h"
#include "server/seat_token.h"

namespace nl {
namespace {

using namespace std::chrono_literals;

constexpr auto kPollInterval = 100ms;
constexpr auto kRenew = 1s;
constexpr auto kList = 500ms;
// A broken connection comes back sooner than this: after a restart of the database all locks are
// gone although every node lives.
constexpr auto kUnlocked = 500ms;
constexpr auto kLookupTimeout = 10s;
// Age at which an answer of the database is outdated: a node that slept this long asks again. Well
// within a lease.
constexpr auto kStaleAnswer = 2s;
constexpr auto kReady = 3s;
constexpr std::size_t kListed = 100;
// Rooms are balanced when the nodes have been the same for so long.
constexpr auto kBalance = 10s;
// A node that gave rooms away leaves them to the others at first.
constexpr auto kOthersFirst = 2s;

}  // namespace

ClusterFigures& cluster_figures() {
  static ClusterFigures figures;
  return figures;
}

ClusterWatch::ClusterWatch(std::string where, const SealKey& key, NodeInfo info, Epoch previous,
                           std::chrono::milliseconds void_after)
    : where_(std::move(where)),
      key_(key),
      info_(info),
      node_(where_, std::move(info)),
      turns_(info_.engine, void_after) {
  // Evicts the previous epoch of this process.
  if (previous != 0) node_.evict(previous);
}

ClusterWatch::~ClusterWatch() { halt(); }

void ClusterWatch::halt() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void ClusterWatch::retire() {
  try {
    node_.retire();
  } catch (const StoreError& error) {
    log_event(LogLevel::Warning, "database_away", {{"reason", error.what()}});
  }
}

void ClusterWatch::start(Hooks hooks) {
  hooks_ = std::move(hooks);
  thread_ = std::thread([this] { run(); });
}

void ClusterWatch::seek(SessionId session, const std::string& code, bool held) {
  const std::lock_guard lock(mutex_);
  lookups_.push_back({session, code, held, Clock::now() + kLookupTimeout});
  wake_.notify_one();
}

void ClusterWatch::taken(Epoch holder) {
  const std::lock_guard lock(mutex_);
  taking_.erase(holder);
}

void ClusterWatch::publish(std::vector<PostgresNode::Listed> rooms) {
  const std::lock_guard lock(mutex_);
  listing_ = std::move(rooms);
}

std::string ClusterWatch::drain() {
  const std::lock_guard lock(mutex_);
  draining_ = true;
  return other_url_;
}

bool ClusterWatch::ready() const {
  const Clock::time_point answered{Clock::duration(answered_.load())};
  const std::lock_guard lock(mutex_);
  return !draining_ && !away_ && Clock::now() - answered < kReady;
}

void ClusterWatch::run() {
  for (;;) {
    try {
      poll();
      cluster_figures().database_up = 1;
      answered_ = Clock::now().time_since_epoch().count();
      if (away_ && !std::exchange(reported_back_, true)) {
        log_event(LogLevel::Info, "database_back");
        hooks_.back();
      }
    } catch (const StoreError& error) {
      if (!away_) log_event(LogLevel::Warning, "database_away", {{"reason", error.what()}});
      cluster_figures().database_up = 0;
      node_.hang_up();
      unlocked_since_.clear();
      away_ = true;
      reported_back_ = false;
    }
    std::unique_lock lock(mutex_);
    const auto asked = [&] { return ending_ || (!lookups_.empty() && lookups_.back().tries == 0); };
    wake_.wait_for(lock, kPollInterval, asked);
    if (ending_) return;
  }
}

void ClusterWatch::poll() {
  renew();
  evict_dead_nodes();
  take_orphaned_rooms();
  answer_lookups(LookupAge::Any);
  exchange_lists();
  balance_rooms();
}

void ClusterWatch::renew() {
  if (Clock::now() - renewed_ < kRenew) return;
  const bool held = node_.renew();
  renewed_ = Clock::now();
  if (held || std::exchange(reported_fenced_, true)) return;
  hooks_.fenced("fenced: epoch " + std::to_string(node_.epoch()) + " was taken for dead");
}

// Reports an expired lease at once, and a lost lock after a moment.
bool ClusterWatch::is_dead(const Peer& peer) {
  if (peer.alive()) return false;
  const auto since = unlocked_since_.emplace(peer.epoch, Clock::now()).first->second;
  return peer.expired || Clock::now() - since >= kUnlocked;
}

void ClusterWatch::evict_dead_nodes() {
  peers_ = node_.peers();
  std::string other;
  for (const Peer& peer : peers_) {
    if (peer.alive()) unlocked_since_.erase(peer.epoch);
    if (peer.alive() && !peer.url.empty()) other = peer.url;
    if (!takes_over() || !is_dead(peer)) continue;
    log_event(LogLevel::Warning, "node_dead",
              {{"epoch", peer.epoch}, {"sign", peer.expired ? "lease" : "lock"}});
    node_.evict(peer.epoch);
  }
  const std::lock_guard lock(mutex_);
  other_url_ = other;
}

bool ClusterWatch::takes_over() const {
  const std::lock_guard lock(mutex_);
  return !draining_ && !reported_fenced_;
}

bool ClusterWatch::is_being_taken(Epoch holder) const {
  const std::lock_guard lock(mutex_);
  return taking_.contains(holder);
}

void ClusterWatch::take_orphaned_rooms() {
  const std::vector<Orphan> orphans = node_.orphans();
  turns_.keep_only(orphans);
  TakeoverSchedule::Engines others;
  for (const Peer& peer : peers_) {
    if (peer.alive()) others.insert(peer.engine);
  }
  if (Clock::now() - gave_ >= kOthersFirst) {
    for (const Orphan& orphan : orphans) consider_orphan(orphan, others);
  }
  std::uint64_t waiting = 0;
  for (const Orphan& orphan : orphans) {
    if (turns_.waits_for_others(orphan.holder)) waiting += orphan.rooms;
  }
  cluster_figures().rooms_waiting = waiting;
}

// An incomplete batch stays where it is, for the operator.
void ClusterWatch::consider_orphan(const Orphan& orphan, const TakeoverSchedule::Engines& others) {
  using enum TakeoverSchedule::Turn;
  if (!takes_over() || is_being_taken(orphan.holder)) return;
  const auto turn = turns_.turn(orphan, others, Clock::now());
  if (turn == NotYet) return;
  try {
    auto claim = read(orphan.holder);
    if (!claim) return;
    if (turn == GiveUp) claim->unfit.clear();  // voids rooms that can't go on
    const bool none = !claim->unfit.empty() && claim->unfit.size() == claim->orphaned.rooms.size();
    if (none) return leave_to_others(orphan, *claim);
    {
      const std::lock_guard lock(mutex_);
      taking_.insert(orphan.holder);
    }
    hooks_.take(std::move(*claim));
  } catch (const BackendError&) {
    throw;
  } catch (const StoreError& error) {
    if (!turns_.unreadable(orphan.holder, Clock::now())) return;
    log_event(LogLevel::Error, "rooms_not_taken",
              {{"epoch", orphan.holder}, {"reason", error.what()}});
  }
}

// Renews the lease and answers lookups during long work: clients wait for these very rooms.
void ClusterWatch::serve_waiting_requests() {
  renew();
  answer_lookups(LookupAge::New);
}

std::optional<Claim> ClusterWatch::read(Epoch holder) {
  auto orphaned =
      PostgresStore::read_orphaned(where_, key_, holder, [this] { serve_waiting_requests(); });
  if (!orphaned) return std::nullopt;
  std::set<RoomId> unfit = tried(*orphaned);
  return Claim{std::move(*orphaned), std::move(unfit)};
}

// Before the claim: afterwards no other node could take them.
std::set<RoomId> ClusterWatch::tried(const OrphanedRooms& orphaned) {
  constexpr std::size_t kAtOnce = 50;
  std::set<RoomId> unfit;
  for (std::size_t i = 0; i < orphaned.rooms.size(); ++i) {
    if (i % kAtOnce == kAtOnce - 1) serve_waiting_requests();
    const StoredRoom& room = orphaned.rooms[i].room;
    if (!replay_fault(room).empty()) unfit.insert(room.id);
  }
  return unfit;
}

void ClusterWatch::leave_to_others(const Orphan& orphan, const Claim& claim) {
  if (!turns_.not_for_us(orphan.holder, Clock::now())) return;
  log_event(LogLevel::Warning, "rooms_wait",
            {{"epoch", orphan.holder},
             {"rooms", claim.unfit.size()},
             {"reason", replay_fault(claim.orphaned.rooms.at(0).room)}});
}

void ClusterWatch::answer_lookups(LookupAge which) {
  std::vector<RoomSearch> now;
  {
    const std::lock_guard lock(mutex_);
    now.swap(lookups_);
  }
  // If the database goes away in between, the other lookups wait until it is back.
  std::vector<RoomSearch> open;
  std::size_t next = 0;
  const auto keep = [&] {
    const std::lock_guard lock(mutex_);
    lookups_.insert(lookups_.begin(), now.begin() + static_cast<std::ptrdiff_t>(next), now.end());
    lookups_.insert(lookups_.begin(), open.begin(), open.end());
  };
  try {
    for (; next < now.size(); ++next) {
      const bool due = which == LookupAge::Any || now[next].tries == 0;
      if (!due || !answer(now[next])) open.push_back(now[next]);
    }
  } catch (...) {
    keep();
    throw;
  }
  keep();
}

// Returns whether the lookup is answered. A room between two nodes is tried again.
bool ClusterWatch::answer(RoomSearch& seek) {
  ++seek.tries;
  const auto [first, last] = ids_of_code(seek.code);
  const auto asked = Clock::now();
  const auto where = node_.find(first, last);
  const bool old = Clock::now() - asked > kStaleAnswer;
  const bool late = Clock::now() >= seek.until;
  if (old && !late) return false;
  const bool here = !old && where && where->owner == node_.epoch();
  if (!where) {
    hooks_.found(seek.session, "", false);
  } else if (!here && where->alive) {
    hooks_.found(seek.session, where->url, false);
  } else if (late || (here && (seek.held || seek.tries > 2))) {
    // The room is here, or the client will ask again.
    hooks_.found(seek.session, info_.url, here);
  } else {
    return false;
  }
  return true;
}

// This node first. A missing lock alone proves little: all are gone for a moment when the database
// restarts, and clients would hear of it twice.
std::vector<std::string> ClusterWatch::nodes() const {
  std::set<std::string> others;
  for (const Peer& peer : peers_) {
    if (!peer.expired && !peer.url.empty() && peer.url != info_.url) others.insert(peer.url);
  }
  std::vector<std::string> all = {info_.url};
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

void ClusterWatch::exchange_lists() {
  if (Clock::now() - listed_ < kList) return;
  listed_ = Clock::now();
  std::optional<std::vector<PostgresNode::Listed>> mine;
  {
    const std::lock_guard lock(mutex_);
    mine = std::exchange(listing_, std::nullopt);
  }
  if (mine) node_.publish(*mine);
  std::vector<ListedRoom> rooms;
  for (const std::string& summary : node_.others_rooms(kListed)) {
    rooms.push_back(parse_listed_room(summary));
  }
  cluster_figures().nodes = nodes().size();
  hooks_.news(nodes(), std::move(rooms));
}

void ClusterWatch::balance_rooms() {
  std::set<Epoch> nodes;
  bool same_rules = true;
  for (const Peer& peer : peers_) {
    if (peer.alive()) nodes.insert(peer.epoch);
    if (peer.alive() && peer.engine != info_.engine) same_rules = false;
  }
  if (nodes != balanced_with_) {
    balanced_with_ = nodes;
    balanced_ = Clock::now();
  }
  if (Clock::now() - balanced_ < kBalance || nodes.empty()) return;
  balanced_ = Clock::now();
  // During an upgrade rooms of the old rules must not wander back.
  if (!same_rules || !takes_over()) return;
  std::map<Epoch, std::uint64_t> counts = node_.room_counts();
  std::vector<std::uint64_t> others;
  const Peer* least = nullptr;
  for (const Peer& peer : peers_) {
    if (!peer.alive()) continue;
    others.push_back(counts[peer.epoch]);
    if (least == nullptr || counts[peer.epoch] < counts[least->epoch]) least = &peer;
  }
  const std::size_t rooms = rooms_to_give(counts[node_.epoch()], others, kParcel);
  if (rooms == 0 || least->url.empty()) return;
  gave_ = Clock::now();
  hooks_.give(rooms, least->url);
}

}  // namespace nl
