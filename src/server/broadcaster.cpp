// Broadcaster: room, ceremony, events, views and end of a game.
#include "server/broadcaster.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "protocol/game_messages.h"
#include "protocol/messages.h"
#include "protocol/room_messages.h"
#include "protocol/view_json.h"

namespace nl {
namespace {

std::vector<Bytes32> commitments_of(const FairCeremony& ceremony) {
  std::vector<Bytes32> list;
  for (Seat seat = 0; seat < ceremony.seats(); ++seat) list.push_back(ceremony.commitment(seat));
  return list;
}

int hidden_of(std::span<const Event> events) {
  return static_cast<int>(
      std::count_if(events.begin(), events.end(), [](const Event& event) { return event.hidden; }));
}

}  // namespace

void Broadcaster::say_to_all(const std::string& text) {
  for (const Member& member : members_) say(member.session, text);
}

void Broadcaster::flush() {
  for (auto& [session, text] : outbox_) host_.send(session, std::move(text));
  outbox_.clear();
}

void Broadcaster::send_goodbye() {
  for (const Member& member : members_) {
    host_.send(member.session, message_text(LeftMessage{"closed"}));
    host_.release(member.session);
  }
  summary_.reset();
}

void Broadcaster::resume() {
  sent_phase_ = state_.phase();
  // No client has seen a game before its deal.
  sent_game_ = state_.game() != nullptr ? state_.games() : 0;
  sent_over_ = state_.phase() == RoomPhase::Over;
  sent_hands_ = state_.delayed_hands() != nullptr ? state_.delayed_hands()->turn() : 0;
}

// ---- the room -----------------------------------------------------------------------------------

RoomInfo Broadcaster::room_info() const {
  RoomInfo info{.code = room_code(id_),
                .phase = state_.phase(),
                .game = state_.games(),
                .settings = state_.settings(),
                .host = state_.host()};
  for (Seat seat = 0; seat < members_.seats(); ++seat) {
    const Player& player = state_.players()[seat];
    const Presence& presence = members_.presence(seat);
    info.players.push_back({.name = player.name,
                            .bot = player.bot,
                            .connected = !presence.away_since.has_value(),
                            .held = player.person() && presence.held(),
                            .again = presence.again,
                            .listens = presence.listens});
  }
  info.watchers = members_.watchers();
  info.watching = members_.watcher_numbers();
  info.watchers_muted = state_.watchers().muted;
  info.most_watchers = state_.watchers().most;
  info.open = state_.open_hands();
  info.ladder = state_.laddered();
  info.hands_open = state_.delayed_hands() != nullptr;
  info.webhook = !state_.webhook().empty();
  info.origin = state_.origin().game;
  return info;
}

void Broadcaster::send_room() {
  const bool changed = std::exchange(room_changed_, false);
  const auto is_receiver = [&](const Member& member) { return changed || member.wants_room; };
  if (!changed && std::none_of(members_.begin(), members_.end(), is_receiver)) return;
  const RoomInfo info = room_info();
  const RoomText text(info);
  for (Member& member : members_) {
    if (!is_receiver(member)) continue;
    member.wants_room = false;
    host_.send(member.session, text.to(member.seat));
  }
  if (!changed) return;
  summary_ = ListedRoom{.code = info.code,
                        .phase = info.phase,
                        .preset = info.settings.preset,
                        .expansions = info.settings.expansions,
                        .seats = info.settings.seats,
                        .taken = static_cast<int>(info.players.size()),
                        .watchers = info.watchers,
                        .host = info.host < info.players.size() ? info.players[info.host].name : "",
                        .hours = static_cast<int>(info.settings.hours.count())};
}

// ---- the fair shuffle ---------------------------------------------------------------------------

void Broadcaster::send_ceremony(Time now) {
  const RoomPhase phase = state_.phase();
  const bool under_way = phase == RoomPhase::Committing || phase == RoomPhase::Revealing;
  const bool new_stage = phase != sent_phase_;
  sent_phase_ = phase;
  if (!under_way) return;
  const FairCeremony& ceremony = *state_.ceremony();
  FairMessage stage{.reveals = phase == RoomPhase::Revealing,
                    .game = state_.games(),
                    .id = ceremony.game(),
                    .terms = ceremony.terms(),
                    .commitment = ceremony.server_commitment(),
                    .deadline = *clock_.ceremony_ends,
                    .now = now};
  if (stage.reveals) {
    stage.commitments = commitments_of(ceremony);
    stage.supplied = ceremony.supplied();
  }
  const std::string text = message_text(stage);
  for (Member& member : members_) {
    if (new_stage || member.wants_view) host_.send(member.session, text);
    member.wants_view = false;
  }
}

// ---- the game -----------------------------------------------------------------------------------

bool Broadcaster::begin_game() {
  if (sent_game_ == state_.games()) return false;
  sent_game_ = state_.games();
  sent_over_ = false;
  sent_hands_ = 0;
  for (Member& member : members_) {
    member.wants_view = true;
    member.last_seen = 0;
  }
  shown_ = {};
  return true;
}

void Broadcaster::send_steps() {
  MessageCache parts;
  for (Seat seat = 0; seat < state_.game()->seats(); ++seat) send_steps_to(seat, parts);
  send_steps_to(kWatcher, parts);
  send_hands();
}

std::string Broadcaster::hands_text() const {
  const DelayedHands* late = state_.delayed_hands();
  if (late == nullptr || late->turn() == 0) return {};
  const auto hands =
      std::span(late->hands()).first(static_cast<std::size_t>(state_.game()->seats()));
  return message_text(HandsMessage{state_.games(), late->turn(), {hands.begin(), hands.end()}});
}

void Broadcaster::send_hands() {
  const DelayedHands* late = state_.delayed_hands();
  if (late == nullptr || late->turn() == sent_hands_) return;
  sent_hands_ = late->turn();
  const std::string text = hands_text();
  for (const Member& member : members_) {
    if (member.seat == kWatcher && !member.wants_view) host_.send(member.session, text);
  }
}

// All watchers get the same messages.
void Broadcaster::send_steps_to(Seat viewer, MessageCache& parts) {
  const auto follows = [&](const Member& m) { return m.seat == viewer && !m.wants_view; };
  Shown& shown = shown_[viewer_place(viewer)];
  if (std::none_of(members_.begin(), members_.end(), follows)) {
    shown = {};
    return;
  }
  const FairGame& game = *state_.game();
  const auto events = game.events(viewer);
  const View view = game.view(viewer);
  SharedTable table = parts.table(shown.table, view);
  const OwnView own = own_of(game.rules(), view);
  const std::string own_fields = own_patch_text(shown.own ? &*shown.own : nullptr, own);
  const std::string& table_fields = parts.patch(shown.table, table);
  const bool news = shown.events != events.size() || !own_fields.empty() || !table_fields.empty();
  if (!news) return;
  const std::string text =
      message_text(EventsText{.game = state_.games(),
                              .from = shown.events + 1,
                              .events = parts.events(events.subspan(shown.events)),
                              .table = table_fields,
                              .own = own_fields});
  shown = {events.size(), std::move(table), own};
  for (const Member& member : members_) {
    if (follows(member)) host_.send(member.session, text);
  }
}

void Broadcaster::send_view(Member& member) {
  assert(state_.game() != nullptr);
  const FairGame& game = *state_.game();
  const auto events = game.events(member.seat);
  const auto last = static_cast<std::size_t>(member.last_seen);
  // With an unknown number the client has an unknown history. The view is complete without old
  // events; they only fill the log.
  constexpr std::size_t kMostEvents = 200;
  std::size_t from = last <= events.size() ? last : 0;
  if (events.size() - from > kMostEvents) from = events.size() - kMostEvents;
  const View seen = game.view(member.seat);
  MessageCache parts;
  const SharedTable table = parts.table(shown_[viewer_place(member.seat)].table, seen);
  const OwnView own = own_of(game.rules(), seen);
  const auto fresh = events.subspan(from);
  host_.send(member.session, message_text(ViewMessage{.game = state_.games(),
                                                      .n = static_cast<int>(events.size()),
                                                      .from = static_cast<int>(from) + 1,
                                                      .voice = state_.voice(),
                                                      .hidden = hidden_of(events.first(from)),
                                                      .events = {fresh.begin(), fresh.end()},
                                                      .rules = game.rules(),
                                                      .view = SentView(*table, own)}));
  shown_[viewer_place(member.seat)] = {events.size(), table, own};
  member.wants_view = false;
  send_timeouts(member, last);
  if (member.seat != kWatcher) return;
  if (std::string hands = hands_text(); !hands.empty()) {
    host_.send(member.session, std::move(hands));
  }
}

// Timeouts since the last event that the member has seen.
void Broadcaster::send_timeouts(const Member& member, std::size_t last) {
  for (const RanOut& one : state_.ran_out()) {
    const std::size_t after = one.after[viewer_place(member.seat)];
    if (after >= last) host_.send(member.session, message_text(TimeoutMessage{one.seat, after}));
  }
}

void Broadcaster::send_end() {
  assert(state_.game() != nullptr);
  if (!state_.game()->over() || sent_over_) return;
  sent_over_ = true;
  say_to_all(over_text());
}

void Broadcaster::repeat_end(const Member& member) {
  if (sent_over_) say(member.session, over_text());
}

std::string Broadcaster::over_text() const {
  const FairGame& game = *state_.game();
  return message_text(
      OverMessage{state_.games(), game.winner(), game.died(), game.record().size()});
}

}  // namespace nl
