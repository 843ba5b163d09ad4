// Shared state of the server's handlers: sessions, rooms, quotas.
#include "server/server_context.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <stdexcept>

#include "protocol/messages.h"
#include "server/seat_token.h"

namespace nl {
namespace {

// Spaces after a JSON text are ignored. The sizes are few and far apart, so that two card names of
// different lengths give the same size.
void pad(std::string& text) {
  constexpr std::array<std::size_t, 2> kSmall = {1'024, 4'096};
  constexpr std::size_t kLarge = 16'384;
  const auto fits = std::find_if(kSmall.begin(), kSmall.end(),
                                 [&](std::size_t size) { return text.size() <= size; });
  const std::size_t large = (text.size() + kLarge - 1) / kLarge * kLarge;
  text.resize(fits != kSmall.end() ? *fits : large, ' ');
}

}  // namespace

Room& ServerContext::add_room(const RoomId& id) {
  RoomHost& host = *this;
  auto room = std::make_unique<Room>(id, times_, limits_, entropy_, host);
  Room& added = *room;
  rooms_[id] = std::move(room);
  codes_[room_code(id)] = &added;
  return added;
}

RoomId ServerContext::new_room(ServerSession& session) {
  // Far more codes are free than taken, so a repeated failure means a broken random source.
  constexpr int kMaxTries = 100;
  RoomId room_id = entropy_.draw<RoomId>();
  for (int tries = 1; codes_.contains(room_code(room_id)); ++tries) {
    if (tries == kMaxTries) throw std::runtime_error("no free room code");
    room_id = entropy_.draw<RoomId>();
  }
  session.room = &add_room(room_id);
  charge(room_id, session.address);
  return room_id;
}

// Updates the room's timer, or removes the room if it is closed.
void ServerContext::after(Room& room) {
  const RoomId id = room.id();
  update_charge(room);
  if (room.finished()) {
    output_.close_room(id);
    forget(room);
    return close_cut_sessions();
  }
  if (room.summary() && room.state().settings().listed) listed_.emplace(id, &room);
  if (auto& timer = timers_[id]; timer != room.next_timer()) {
    timer = room.next_timer();
    output_.set_timer(id, timer);
  }
  close_cut_sessions();
}

void ServerContext::forget(const Room& room) {
  const RoomId id = room.id();
  remove_charge(id);
  output_.set_timer(id, std::nullopt);
  for (auto& [session, state] : sessions_) {
    if (state.room == &room) state.room = nullptr;
  }
  codes_.erase(room_code(id));
  timers_.erase(id);
  listed_.erase(id);
  std::erase_if(chats_, [&](const auto& chat) { return chat.first.first == id; });
  rooms_.erase(id);
}

// Closes the sessions in sessions_to_close_. Their rooms handle it like any lost connection,
// and may add more sessions to the list. Each pass removes a session, so the loop ends.
void ServerContext::close_cut_sessions() {
  while (!sessions_to_close_.empty()) {
    const auto [id, reason] = sessions_to_close_.back();
    sessions_to_close_.pop_back();
    if (!sessions_.contains(id)) continue;
    output_.close(id, reason);
    closed(id, now_);
  }
}

std::size_t ServerContext::send_to_all(const std::string& message) {
  std::vector<SessionId> told;
  for (const auto& [id, session] : sessions_) {
    if (session.greeted) told.push_back(id);
  }
  for (const SessionId id : told) send(id, message);
  close_cut_sessions();
  return told.size();
}

void ServerContext::refuse(SessionId id, const ParsedRequest& parsed, NetRefusal why,
                           const std::string& field) {
  send(id, message_text(
               RefusedMessage{.re = parsed.type, .id = parsed.id, .net = why, .field = field}));
  refused(id, why);
}

void ServerContext::strike(SessionId id, ServerSession& session) {
  if (++session.strikes > limits_.strikes) cut(id, "strikes");
}

void ServerContext::cut(SessionId id, std::string_view reason) {
  sessions_to_close_.emplace_back(id, reason);
}

ServerFeatures ServerContext::features_for(const ServerSession& session) const {
  ServerFeatures features = limits_.features;
  features.push = features.push && session.secure && !push_key_.empty();
  return features;
}

void ServerContext::pass_on(SessionId id, ServerSession& session, ParsedRequest& parsed) {
  Room& room = *session.room;
  room.post({.session = id,
             .at = now_,
             .request = std::move(parsed.request),
             .type = std::move(parsed.type),
             .id = parsed.id,
             .fair = session.fair,
             .address = session.address},
            now_);
  after(room);
}

// A client whose queue is longer than ServerLimits::outbound_bytes is cut.
void ServerContext::send(SessionId id, std::string text) {
  assert(text.starts_with('{') && text.find('\n') == std::string::npos);
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) return;
  const bool was_slow = found->second.queued > limits_.outbound_bytes;
  if (was_slow) return;  // the connection is about to be cut
  if (limits_.padded) pad(text);
  found->second.queued += text.size();
  if (found->second.queued > limits_.outbound_bytes) return cut(id, "slow");
  output_.send(id, std::move(text));
}

void ServerContext::release(SessionId id) {
  const auto found = sessions_.find(id);
  if (found != sessions_.end()) found->second.room = nullptr;
}

void ServerContext::drop(SessionId id, std::string_view reason) {
  release(id);
  cut(id, reason);
}

void ServerContext::append(const RoomId& room, std::uint64_t number, const Entry& entry) {
  assert(number != 0 && !entry.data.empty());
  output_.append(room, number, entry);
}

void ServerContext::start_bot_job(BotJob job) { output_.start_bot_job(std::move(job)); }

void ServerContext::replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries) {
  assert(number != 0 && !entries.empty() && entries[0].kind == EntryKind::Header);
  output_.replace(room, number, std::move(entries));
}

// Charged to the room's creator. After a restart, rooms without a creator share one quota.
void ServerContext::notify(const Notification& notification) {
  const bool webhook = notification.kind == NotificationKind::Webhook;
  const bool on = webhook ? limits_.features.webhooks : limits_.features.push;
  const auto entry = charges_.find(notification.room);
  const std::string payer = entry == charges_.end() ? std::string() : entry->second.address;
  if (on && spend(payer, &AddressQuota::calls)) output_.notify(notification);
}

void ServerContext::charge(const RoomId& room, const std::string& address) {
  if (!charges_.emplace(room, RoomCharge{address}).second) return;
  account(address).add(&AddressQuota::rooms, 1);
}

void ServerContext::update_charge(const Room& room) {
  const auto entry = charges_.find(room.id());
  if (entry == charges_.end()) return;
  const int bots = room.state().bots();
  AddressAccount payer = account(entry->second.address);
  payer.add(&AddressQuota::bots, bots - entry->second.bots);
  entry->second.bots = bots;
  const bool slow = room.state().settings().slow();
  payer.add(&AddressQuota::slow_rooms, (slow ? 1 : 0) - (entry->second.slow ? 1 : 0));
  entry->second.slow = slow;
}

void ServerContext::remove_charge(const RoomId& room) {
  const auto entry = charges_.find(room);
  if (entry == charges_.end()) return;
  AddressAccount payer = account(entry->second.address);
  payer.add(&AddressQuota::rooms, -1);
  payer.add(&AddressQuota::bots, -entry->second.bots);
  payer.add(&AddressQuota::slow_rooms, entry->second.slow ? -1 : 0);
  charges_.erase(entry);
}

bool ServerContext::may_chat(const ServerSession& session) {
  constexpr std::size_t kMostIdle = 1'000;
  if (chats_.size() >= kMostIdle) {
    std::erase_if(chats_, [&](const auto& chat) { return chat.second.full(now_); });
  }
  const auto key = std::pair(session.room->id(), session.address);
  const int burst = 2 * limits_.chat_burst;
  return chats_.try_emplace(key, burst, limits_.chat_every / 2).first->second.take(now_);
}

// These rooms stay for long, and a restart replays each of them.
bool ServerContext::allows_slow_room(const std::string& address) {
  const bool fits = account(address).fits(&AddressQuota::slow_rooms, 1,
                                          limits_.slow_rooms_per_address, limits_.slow_rooms);
  if (!fits) return false;
  const auto slow = std::count_if(rooms_.begin(), rooms_.end(), [](const auto& room) {
    return room.second->state().settings().slow();
  });
  return static_cast<std::size_t>(slow) < limits_.slow_rooms;
}

bool ServerContext::allows(SessionId id, LimitedResource what) {
  const auto session = sessions_.find(id);
  if (session == sessions_.end()) return false;
  const std::string& address = session->second.address;
  if (what == LimitedResource::Game) return spend(address, &AddressQuota::games);
  if (what == LimitedResource::Hint) return spend(address, &AddressQuota::hints);
  if (what == LimitedResource::Report) return spend(address, &AddressQuota::reports);
  if (what == LimitedResource::SlowRoom) return allows_slow_room(address);
  const Room* room = session->second.room;
  const auto entry = room == nullptr ? charges_.end() : charges_.find(room->id());
  return entry == charges_.end() ||
         account(entry->second.address)
             .fits(&AddressQuota::bots, 1, limits_.bots_per_address, limits_.rooms);
}

std::optional<NetRefusal> ServerContext::why_no_room(const ServerSession& session,
                                                     const CreateRequest& request) {
  AddressAccount own = account(session.address);
  if (!own.fits(&AddressQuota::rooms, 1, limits_.rooms_per_address, limits_.rooms)) {
    return NetRefusal::TooManyRooms;
  }
  if (!own.fits(&AddressQuota::bots, request.bots, limits_.bots_per_address, limits_.rooms)) {
    return NetRefusal::TooManyBots;
  }
  if (rooms_.size() >= limits_.rooms) return NetRefusal::ServerFull;
  if (!own.take(&AddressQuota::new_rooms, now_)) return NetRefusal::TooManyRooms;
  return std::nullopt;
}

}  // namespace nl
