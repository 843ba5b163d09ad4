#include "server/server_core.h"

#include <algorithm>
#include <array>

#include "names/names.h"
#include "protocol/room_messages.h"
#include "server/seat_token.h"

namespace nl {
namespace {

// Spaces behind a JSON text are no part of it. The sizes are few and far apart: two cards whose
// names have not the same length must not fall into different ones.
void pad(std::string& text) {
  constexpr std::array<std::size_t, 2> kSmall = {1'024, 4'096};
  constexpr std::size_t kLarge = 16'384;
  const auto fits = std::find_if(kSmall.begin(), kSmall.end(),
                                 [&](std::size_t size) { return text.size() <= size; });
  const std::size_t large = (text.size() + kLarge - 1) / kLarge * kLarge;
  text.resize(fits != kSmall.end() ? *fits : large, ' ');
}

}  // namespace

ServerCore::ServerCore(Output& output, Entropy& entropy, ServerLimits limits, ServerPace pace)
    : output_(output), entropy_(entropy), limits_(limits), pace_(pace) {}

// ---- rooms --------------------------------------------------------------------------------------

Room& ServerCore::add_room(const RoomId& id) {
  RoomHost& host = *this;
  auto room = std::make_unique<Room>(id, pace_, limits_, entropy_, host);
  Room& added = *room;
  rooms_[id] = std::move(room);
  codes_[room_code(id)] = &added;
  return added;
}

void ServerCore::restore(const StoredRoom& stored, Time now) {
  now_ = std::max(now_, now);
  Room& room = add_room(stored.id);
  try {
    room.restore(stored.entries, now_);
  } catch (...) {
    codes_.erase(room_code(stored.id));
    rooms_.erase(stored.id);
    throw;
  }
  after(room);
}

const Room* ServerCore::room(const RoomId& id) const {
  const auto found = rooms_.find(id);
  return found == rooms_.end() ? nullptr : found->second.get();
}

const Room* ServerCore::room(std::string_view code) const {
  const auto found = codes_.find(code);
  return found == codes_.end() ? nullptr : found->second;
}

void ServerCore::stored(const RoomId& id, std::uint64_t number, Time now) {
  now_ = std::max(now_, now);
  const auto found = rooms_.find(id);
  if (found == rooms_.end() || stopped_) return;
  found->second->stored(number, now_);
  after(*found->second);
}

void ServerCore::tick(const RoomId& id, Time now) {
  now_ = std::max(now_, now);
  if (id == kQueueTimer && !stopped_) return fill_tables();
  const auto found = rooms_.find(id);
  if (found == rooms_.end() || stopped_) return;
  found->second->tick(now_);
  after(*found->second);
}

void ServerCore::thought(const Thought& thought, Time now) {
  now_ = std::max(now_, now);
  const auto found = rooms_.find(thought.topic.room);
  if (found == rooms_.end() || stopped_) return;
  found->second->thought(thought);
  bury();
}

// A room has done something: its timer may be another one, or it may be no more.
void ServerCore::after(Room& room) {
  const RoomId id = room.id();
  settle_bill(room);
  if (room.finished()) {
    close_bill(id);
    output_.set_timer(id, std::nullopt);
    output_.close_room(id);
    for (auto& [session, state] : sessions_) {
      if (state.room == &room) state.room = nullptr;
    }
    codes_.erase(room_code(id));
    timers_.erase(id);
    listed_.erase(id);
    rooms_.erase(id);
    return bury();
  }
  if (room.summary() && room.state().settings().listed) listed_.emplace(id, &room);
  if (auto& timer = timers_[id]; timer != room.next_timer()) {
    timer = room.next_timer();
    output_.set_timer(id, timer);
  }
  bury();
}

// Closes the sessions that were to be closed. Their rooms hear of it like of any lost connection,
// and may then doom others.
void ServerCore::bury() {
  while (!doomed_.empty()) {
    const auto [id, reason] = doomed_.back();
    doomed_.pop_back();
    if (!sessions_.contains(id)) continue;
    output_.close(id, reason);
    closed(id, now_);
  }
}

void ServerCore::stop(std::string_view reason) {
  stopped_ = true;
  for (const auto& [id, session] : sessions_) output_.close(id, reason);
  sessions_.clear();
}

// ---- for whoever runs the server ----------------------------------------------------------------

std::vector<const Room*> ServerCore::all_rooms() const {
  std::vector<const Room*> all;
  for (const auto& [id, room] : rooms_) all.push_back(room.get());
  return all;
}

void ServerCore::order(const RoomId& id, OperatorOrder order, Seat seat, Time now) {
  now_ = std::max(now_, now);
  const auto found = rooms_.find(id);
  if (found == rooms_.end() || stopped_) return;
  found->second->post({.at = now_, .order = order, .ordered = seat}, now_);
  after(*found->second);
}

std::size_t ServerCore::say_to_all(const std::string& text) {
  constexpr int kNoticeColumns = 300;
  const std::string clean = clean_text(text, kNoticeColumns);
  if (clean.empty()) return 0;
  return tell_all(notice_message(clean));
}

std::size_t ServerCore::tell_all(const std::string& message) {
  std::vector<SessionId> told;
  for (const auto& [id, session] : sessions_) {
    if (session.greeted) told.push_back(id);
  }
  for (const SessionId id : told) send(id, message);
  bury();
  return told.size();
}

// ---- what rooms ask for -------------------------------------------------------------------------

void ServerCore::send(SessionId id, std::string text) {
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) return;
  const bool was_slow = found->second.queued > limits_.outbound_bytes;
  if (was_slow) return;  // it is about to be cut
  if (limits_.padded) pad(text);
  found->second.queued += text.size();
  if (found->second.queued > limits_.outbound_bytes) return cut(id, "slow");
  output_.send(id, std::move(text));
}

void ServerCore::release(SessionId id) {
  const auto found = sessions_.find(id);
  if (found != sessions_.end()) found->second.room = nullptr;
}

void ServerCore::drop(SessionId id, std::string_view reason) {
  release(id);
  cut(id, reason);
}

void ServerCore::append(const RoomId& room, std::uint64_t number, const Entry& entry) {
  output_.append(room, number, entry);
}

void ServerCore::think(ThinkJob job) { output_.think(std::move(job)); }

void ServerCore::replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries) {
  output_.replace(room, number, std::move(entries));
}

// ---- what an address may have -------------------------------------------------------------------

void ServerCore::charge(const RoomId& room, const std::string& address) {
  if (!bills_.emplace(room, Bill{address}).second) return;
  ++account(address).rooms;
}

void ServerCore::settle_bill(const Room& room) {
  const auto bill = bills_.find(room.id());
  if (bill == bills_.end()) return;
  const int bots = room.state().bots();
  account(bill->second.address).bots += bots - bill->second.bots;
  bill->second.bots = bots;
  const bool slow = room.state().settings().slow();
  account(bill->second.address).slow_rooms += (slow ? 1 : 0) - (bill->second.slow ? 1 : 0);
  bill->second.slow = slow;
}

void ServerCore::close_bill(const RoomId& room) {
  const auto bill = bills_.find(room);
  if (bill == bills_.end()) return;
  AddressAccount& payer = account(bill->second.address);
  --payer.rooms;
  payer.bots -= bill->second.bots;
  payer.slow_rooms -= bill->second.slow ? 1 : 0;
  bills_.erase(bill);
}

// They stay for long, and each of them is replayed at a start.
bool ServerCore::allows_slow_room(const std::string& address) {
  if (account(address).slow_rooms >= limits_.slow_rooms_per_address) return false;
  const auto slow = std::count_if(rooms_.begin(), rooms_.end(), [](const auto& room) {
    return room.second->state().settings().slow();
  });
  return static_cast<std::size_t>(slow) < limits_.slow_rooms;
}

bool ServerCore::allows(SessionId id, Costly what) {
  const auto session = sessions_.find(id);
  if (session == sessions_.end()) return false;
  AddressAccount& own = account(session->second.address);
  if (what == Costly::Game) return own.games.take(now_);
  if (what == Costly::Hint) return own.hints.take(now_);
  if (what == Costly::SlowRoom) return allows_slow_room(session->second.address);
  const Room* room = session->second.room;
  const auto bill = room == nullptr ? bills_.end() : bills_.find(room->id());
  return bill == bills_.end() || account(bill->second.address).bots < limits_.bots_per_address;
}

// ---- sessions -----------------------------------------------------------------------------------

void ServerCore::opened(SessionId id, const std::string& address, Time now, bool secure) {
  now_ = std::max(now_, now);
  if (stopped_) return;
  const auto [session, added] = sessions_.try_emplace(id, limits_, address, secure);
  if (added) ++account(address).sessions;
}

void ServerCore::closed(SessionId id, Time now) {
  now_ = std::max(now_, now);
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) return;
  stop_finding(id);
  Room* room = found->second.room;
  --account(found->second.address).sessions;
  sessions_.erase(found);
  if (room == nullptr) return;
  room->post({.session = id, .at = now_}, now_);
  after(*room);
}

void ServerCore::sent(SessionId id, std::size_t bytes) {
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) return;
  found->second.queued -= std::min(found->second.queued, bytes);
}

bool ServerCore::has_greeted(SessionId id) const {
  const auto found = sessions_.find(id);
  return found != sessions_.end() && found->second.greeted;
}

void ServerCore::send_away(SessionId id, std::string_view reason) {
  cut(id, reason);
  bury();
}

void ServerCore::set_limits(const ServerLimits& limits, const ServerPace& pace) {
  limits_ = limits;
  pace_ = pace;
}

void ServerCore::cut(SessionId id, std::string_view reason) { doomed_.emplace_back(id, reason); }

void ServerCore::strike(SessionId id, Session& session) {
  if (++session.strikes > limits_.strikes) cut(id, "strikes");
}

void ServerCore::received(SessionId id, std::string_view bytes, Time now) {
  now_ = std::max(now_, now);
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) return;
  Session& session = found->second;
  if (bytes.size() > limits_.message_bytes) {
    cut(id, "too_large");
  } else if (!session.messages.take(now_)) {
    // Said every time, since it may have been an answer. A flood is cut after a few of them.
    refuse(id, {}, NetRefusal::TooFast);
    strike(id, session);
  } else {
    dispatch(id, session, parse_request(bytes));
  }
  bury();
}

void ServerCore::refuse(SessionId id, const ParsedRequest& parsed, NetRefusal why,
                        const std::string& field) {
  send(id, refused_message(parsed.type, parsed.id, why, field));
  refused(id, why);
}

}  // namespace nl
