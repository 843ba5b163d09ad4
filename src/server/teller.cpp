#include "server/teller.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "protocol/game_messages.h"
#include "protocol/room_messages.h"
#include "protocol/view_json.h"

namespace nl {
namespace {

std::vector<std::string> hex_list(const FairCeremony& ceremony) {
  std::vector<std::string> list;
  for (Seat seat = 0; seat < ceremony.seats(); ++seat) {
    list.push_back(to_hex(ceremony.commitment(seat)));
  }
  return list;
}

}  // namespace

void Teller::say_to_all(const std::string& text) {
  for (const Member& member : members_) say(member.session, text);
}

void Teller::flush() {
  for (auto& [session, text] : outbox_) host_.send(session, std::move(text));
  outbox_.clear();
}

void Teller::say_goodbye() {
  for (const Member& member : members_) {
    host_.send(member.session, left_message("closed"));
    host_.release(member.session);
  }
  summary_.reset();
}

void Teller::resume() {
  told_phase_ = state_.phase();
  // A game that is not dealt yet has not been told of either.
  told_game_ = state_.game() != nullptr ? state_.games() : 0;
  told_over_ = state_.phase() == RoomPhase::Over;
  told_hands_ = state_.late_hands() != nullptr ? state_.late_hands()->turn() : 0;
}

// ---- the room -----------------------------------------------------------------------------------

RoomInfo Teller::room_info() const {
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
                            .held = player.person() && presence.held()});
  }
  info.watchers = members_.watchers();
  info.watching = members_.watcher_numbers();
  info.watchers_muted = state_.watchers().muted;
  info.most_watchers = state_.watchers().most;
  info.open = state_.open_hands();
  info.ladder = state_.laddered();
  info.hands_open = state_.late_hands() != nullptr;
  info.webhook = !state_.webhook().empty();
  return info;
}

void Teller::tell_room() {
  const bool changed = std::exchange(room_changed_, false);
  const auto is_told = [&](const Member& member) { return changed || member.wants_room; };
  if (!changed && std::none_of(members_.begin(), members_.end(), is_told)) return;
  const RoomInfo info = room_info();
  const RoomMessage message(info);
  for (Member& member : members_) {
    if (!is_told(member)) continue;
    member.wants_room = false;
    host_.send(member.session, message.to(member.seat));
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

void Teller::tell_ceremony(Time now) {
  const RoomPhase phase = state_.phase();
  const bool under_way = phase == RoomPhase::Committing || phase == RoomPhase::Revealing;
  const bool new_stage = phase != told_phase_;
  told_phase_ = phase;
  if (!under_way) return;
  const FairCeremony& ceremony = *state_.ceremony();
  FairStage stage{.reveals = phase == RoomPhase::Revealing,
                  .game = state_.games(),
                  .id = to_hex(ceremony.game()),
                  .terms = ceremony.terms(),
                  .commitment = to_hex(ceremony.server_commitment()),
                  .deadline = *clock_.ceremony_ends,
                  .now = now};
  if (stage.reveals) {
    stage.commitments = hex_list(ceremony);
    stage.supplied = ceremony.supplied();
  }
  const std::string text = fair_message(stage);
  for (Member& member : members_) {
    if (new_stage || member.wants_view) host_.send(member.session, text);
    member.wants_view = false;
  }
}

// ---- the game -----------------------------------------------------------------------------------

bool Teller::begin_game() {
  if (told_game_ == state_.games()) return false;
  told_game_ = state_.games();
  told_over_ = false;
  told_hands_ = 0;
  for (Member& member : members_) {
    member.wants_view = true;
    member.last_seen = 0;
  }
  shown_ = {};
  return true;
}

void Teller::tell_steps() {
  ToldParts parts;
  for (Seat seat = 0; seat < state_.game()->seats(); ++seat) tell_steps_to(seat, parts);
  tell_steps_to(kWatcher, parts);
  tell_hands();
}

std::string Teller::hands_text() const {
  const LateHands* late = state_.late_hands();
  if (late == nullptr || late->turn() == 0) return {};
  const auto seats = static_cast<std::size_t>(state_.game()->seats());
  return hands_message(state_.games(), late->turn(), std::span(late->hands()).first(seats));
}

void Teller::tell_hands() {
  const LateHands* late = state_.late_hands();
  if (late == nullptr || late->turn() == told_hands_) return;
  told_hands_ = late->turn();
  const std::string text = hands_text();
  for (const Member& member : members_) {
    if (member.seat == kWatcher && !member.wants_view) host_.send(member.session, text);
  }
}

// All watchers are told the same.
void Teller::tell_steps_to(Seat viewer, ToldParts& parts) {
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
  const std::string own_fields = fields_text(own_patch(shown.own ? &*shown.own : nullptr, own));
  const std::string& table_fields = parts.patch(shown.table, table);
  const bool news = shown.events != events.size() || !own_fields.empty() || !table_fields.empty();
  if (!news) return;
  const std::string text = events_message({.game = state_.games(),
                                           .from = shown.events + 1,
                                           .events = parts.events(events.subspan(shown.events)),
                                           .table = table_fields,
                                           .own = own_fields});
  shown = {events.size(), std::move(table), own};
  for (const Member& member : members_) {
    if (follows(member)) host_.send(member.session, text);
  }
}

void Teller::tell_view(Member& member) {
  assert(state_.game() != nullptr);
  const FairGame& game = *state_.game();
  const auto events = game.events(member.seat);
  const auto last = static_cast<std::size_t>(member.last_seen);
  // A number that was never given out says nothing of what was seen. The view is whole without
  // old events: those are for the log alone.
  constexpr std::size_t kMostEvents = 200;
  std::size_t from = last <= events.size() ? last : 0;
  if (events.size() - from > kMostEvents) from = events.size() - kMostEvents;
  const View seen = game.view(member.seat);
  ToldParts parts;
  const SharedTable table = parts.table(shown_[viewer_place(member.seat)].table, seen);
  const OwnView own = own_of(game.rules(), seen);
  Json view = table_json(*table);
  view.update(own_json(own));
  host_.send(member.session, view_message({.game = state_.games(),
                                           .count = events.size(),
                                           .from = from + 1,
                                           .events = events.subspan(from),
                                           .rules = game.rules(),
                                           .view = view}));
  shown_[viewer_place(member.seat)] = {events.size(), table, own};
  member.wants_view = false;
  tell_ran_out(member, last);
  if (member.seat != kWatcher) return;
  if (std::string hands = hands_text(); !hands.empty()) {
    host_.send(member.session, std::move(hands));
  }
}

// What the clock chose since the member saw something last.
void Teller::tell_ran_out(const Member& member, std::size_t last) {
  for (const RanOut& one : state_.ran_out()) {
    const std::size_t after = one.after[viewer_place(member.seat)];
    if (after >= last) host_.send(member.session, timeout_message(one.seat, after));
  }
}

void Teller::tell_end() {
  assert(state_.game() != nullptr);
  if (!state_.game()->over() || told_over_) return;
  told_over_ = true;
  say_to_all(over_text());
}

void Teller::repeat_end(const Member& member) {
  if (told_over_) say(member.session, over_text());
}

std::string Teller::over_text() const {
  const FairGame& game = *state_.game();
  return over_message(state_.games(), game.winner(), game.died(), game.record().size());
}

}  // namespace nl
