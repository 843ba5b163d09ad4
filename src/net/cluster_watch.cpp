#include "net/cluster_watch.h"

#include "net/server_log.h"
#include "server/room_state.h"
#include "server/seat_token.h"

namespace nl {
namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 100ms;
constexpr auto kRenew = 1s;
constexpr auto kList = 500ms;
// A connection that breaks is back sooner: after a restart of the database everybody's lock is
// gone, and nobody is dead.
constexpr auto kUnlocked = 500ms;
constexpr auto kSeek = 10s;
// Of what the database said: a node that slept so long meanwhile asks again. Well within a lease.
constexpr auto kOldWord = 2s;
constexpr auto kReady = 3s;
constexpr std::size_t kListed = 100;

ListedRoom listed_room(const std::string& summary) {
  const Json json = Json::parse(summary);
  return read_rooms({{"t", "rooms"}, {"rooms", Json::array({json})}}).at(0);
}

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
  // What this process was before is over, whoever has noticed.
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
  seeks_.push_back({session, code, held, Clock::now() + kSeek});
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
      look_around();
      answered_ = Clock::now().time_since_epoch().count();
      if (away_ && !std::exchange(told_back_, true)) hooks_.back();
    } catch (const StoreError& error) {
      log_event(LogLevel::Warning, "database_away", {{"reason", error.what()}});
      node_.hang_up();
      unlocked_since_.clear();
      away_ = true;
      told_back_ = false;
    }
    std::unique_lock lock(mutex_);
    const auto asked = [&] { return ending_ || (!seeks_.empty() && seeks_.back().tries == 0); };
    wake_.wait_for(lock, kLook, asked);
    if (ending_) return;
  }
}

void ClusterWatch::look_around() {
  renew();
  look_for_the_dead();
  look_for_orphans();
  answer_seeks(Asked::AnyTime);
  exchange_lists();
}

void ClusterWatch::renew() {
  if (Clock::now() - renewed_ < kRenew) return;
  const bool held = node_.renew();
  renewed_ = Clock::now();
  if (held || std::exchange(told_fenced_, true)) return;
  hooks_.fenced("fenced: epoch " + std::to_string(node_.epoch()) + " was taken for dead");
}

// A lease that is over says it at once; a lock that is gone, after a moment.
bool ClusterWatch::is_dead(const Peer& peer) {
  if (peer.alive()) return false;
  const auto since = unlocked_since_.emplace(peer.epoch, Clock::now()).first->second;
  return peer.expired || Clock::now() - since >= kUnlocked;
}

void ClusterWatch::look_for_the_dead() {
  peers_ = node_.peers();
  std::string other;
  for (const Peer& peer : peers_) {
    if (peer.alive()) unlocked_since_.erase(peer.epoch);
    if (peer.alive() && !peer.url.empty()) other = peer.url;
    if (!takes_over() || !is_dead(peer)) continue;
    log_event(LogLevel::Warning, "node_dead",
              {{"epoch", std::to_string(peer.epoch)}, {"sign", peer.expired ? "lease" : "lock"}});
    node_.evict(peer.epoch);
  }
  const std::lock_guard lock(mutex_);
  other_url_ = other;
}

bool ClusterWatch::takes_over() const {
  const std::lock_guard lock(mutex_);
  return !draining_ && !told_fenced_;
}

bool ClusterWatch::is_being_taken(Epoch holder) const {
  const std::lock_guard lock(mutex_);
  return taking_.contains(holder);
}

void ClusterWatch::look_for_orphans() {
  const std::vector<Orphan> orphans = node_.orphans();
  turns_.keep_only(orphans);
  OrphanTurns::Engines others;
  for (const Peer& peer : peers_) {
    if (peer.alive()) others.insert(peer.engine);
  }
  for (const Orphan& orphan : orphans) look_at(orphan, others);
  std::uint64_t waiting = 0;
  for (const Orphan& orphan : orphans) {
    if (turns_.waits_for_others(orphan.holder)) waiting += orphan.rooms;
  }
  cluster_figures().rooms_waiting = waiting;
}

// One that is not whole is left as it is, for whoever looks into it.
void ClusterWatch::look_at(const Orphan& orphan, const OrphanTurns::Engines& others) {
  using enum OrphanTurns::Turn;
  if (!takes_over() || is_being_taken(orphan.holder)) return;
  const auto turn = turns_.turn(orphan, others, Clock::now());
  if (turn == NotYet) return;
  try {
    auto claim = read(orphan.holder);
    if (!claim) return;
    if (turn == GiveUp) claim->unfit.clear();  // they are voided where they can't go on
    const bool none = !claim->unfit.empty() && claim->unfit.size() == claim->estate.rooms.size();
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
              {{"epoch", std::to_string(orphan.holder)}, {"reason", error.what()}});
  }
}

// The others wait, most of them for these very rooms.
void ClusterWatch::keep_others_waiting_short() {
  renew();
  answer_seeks(Asked::Now);
}

std::optional<Claim> ClusterWatch::read(Epoch holder) {
  auto estate =
      PostgresStore::read_estate(where_, key_, holder, [this] { keep_others_waiting_short(); });
  if (!estate) return std::nullopt;
  std::set<RoomId> unfit = tried(*estate);
  return Claim{std::move(*estate), std::move(unfit)};
}

// Before they are ours: nobody else could take them any more.
std::set<RoomId> ClusterWatch::tried(const Estate& estate) {
  constexpr std::size_t kAtOnce = 50;
  std::set<RoomId> unfit;
  for (std::size_t i = 0; i < estate.rooms.size(); ++i) {
    if (i % kAtOnce == kAtOnce - 1) keep_others_waiting_short();
    const StoredRoom& room = estate.rooms[i].room;
    if (!replay_fault(room).empty()) unfit.insert(room.id);
  }
  return unfit;
}

void ClusterWatch::leave_to_others(const Orphan& orphan, const Claim& claim) {
  if (!turns_.not_for_us(orphan.holder, Clock::now())) return;
  log_event(LogLevel::Warning, "rooms_wait",
            {{"epoch", std::to_string(orphan.holder)},
             {"rooms", std::to_string(claim.unfit.size())},
             {"reason", replay_fault(claim.estate.rooms.at(0).room)}});
}

void ClusterWatch::answer_seeks(Asked which) {
  std::vector<Seek> now;
  {
    const std::lock_guard lock(mutex_);
    now.swap(seeks_);
  }
  // Where the database goes away in the middle of it the others wait until it is back.
  std::vector<Seek> open;
  std::size_t next = 0;
  const auto keep = [&] {
    const std::lock_guard lock(mutex_);
    seeks_.insert(seeks_.begin(), now.begin() + static_cast<std::ptrdiff_t>(next), now.end());
    seeks_.insert(seeks_.begin(), open.begin(), open.end());
  };
  try {
    for (; next < now.size(); ++next) {
      const bool due = which == Asked::AnyTime || now[next].tries == 0;
      if (!due || !answer(now[next])) open.push_back(now[next]);
    }
  } catch (...) {
    keep();
    throw;
  }
  keep();
}

// Whether it is answered. A room between two nodes will be somewhere soon.
bool ClusterWatch::answer(Seek& seek) {
  ++seek.tries;
  const auto [first, last] = ids_of_code(seek.code);
  const auto asked = Clock::now();
  const auto where = node_.find(first, last);
  const bool old = Clock::now() - asked > kOldWord;
  const bool late = Clock::now() >= seek.until;
  if (old && !late) return false;
  const bool here = !old && where && where->owner == node_.epoch();
  if (!where) {
    hooks_.found(seek.session, "", false);
  } else if (!here && where->alive) {
    hooks_.found(seek.session, where->url, false);
  } else if (late || (here && (seek.held || seek.tries > 2))) {
    // It is here, or the client comes back and asks again.
    hooks_.found(seek.session, info_.url, here);
  } else {
    return false;
  }
  return true;
}

// This one first. A lock alone says little: everybody's is gone for a moment when the database
// starts again, and clients would be told of it twice.
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
    rooms.push_back(listed_room(summary));
  }
  hooks_.news(nodes(), std::move(rooms));
}

}  // namespace nl
