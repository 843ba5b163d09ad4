// What the members of a room are told, each what its seat may know.
#include <algorithm>

#include "bots/hint.h"
#include "protocol/event_json.h"
#include "protocol/messages.h"
#include "protocol/view_json.h"
#include "server/room.h"
#include "text/notation.h"

namespace nl {
namespace {

constexpr std::size_t place_of(Seat viewer) {
  return viewer < kMaxSeats ? std::size_t{viewer} : std::size_t{kMaxSeats};
}

Json events_json(std::span<const Event> events) {
  Json list = Json::array();
  for (const Event& event : events) list.push_back(event_json(event));
  return list;
}

Json hex_list(const FairCeremony& ceremony) {
  Json list = Json::array();
  for (Seat seat = 0; seat < ceremony.seats(); ++seat) {
    list.push_back(to_hex(ceremony.commitment(seat)));
  }
  return list;
}

// In a window everybody is offered the same, whatever they hold: the message of one who can't Nope
// must not be shorter than that of one who can.
Json offered_to(const FairGame& game, Seat seat) {
  if (game.phase() == Phase::Window) return Json::array({"nope", "pass"});
  const View v = game.view(seat);
  return legal_json(asked_of(v), v.legal);
}

}  // namespace

// ---- the room -----------------------------------------------------------------------------------

RoomInfo Room::info_for(const Member& member) const {
  RoomInfo info{.code = room_code(id_),
                .phase = state_.phase(),
                .game = state_.games(),
                .settings = state_.settings(),
                .host = state_.host(),
                .seat = member.seat};
  for (Seat seat = 0; seat < presence_.size(); ++seat) {
    const Player& player = state_.players()[seat];
    info.players.push_back({.name = player.name,
                            .bot = player.bot,
                            .connected = !presence_[seat].away_since.has_value(),
                            .held = player.person() && bot_plays(seat)});
  }
  info.watchers = static_cast<int>(std::count_if(
      members_.begin(), members_.end(), [](const Member& m) { return m.seat == kWatcher; }));
  return info;
}

void Room::tell_room() {
  if (!room_changed_) return;
  room_changed_ = false;
  for (const Member& member : members_) {
    host_.send(member.session, text_of_message(room_json(info_for(member))));
  }
  const RoomInfo info = info_for({});
  summary_ =
      ListedRoom{.code = info.code,
                 .phase = info.phase,
                 .preset = info.settings.preset,
                 .expansions = info.settings.expansions,
                 .seats = info.settings.seats,
                 .taken = static_cast<int>(info.players.size()),
                 .watchers = info.watchers,
                 .host = info.host < info.players.size() ? info.players[info.host].name : ""};
}

bool Room::worth_a_visit() const {
  int here = 0;
  for (Seat seat = 0; seat < presence_.size(); ++seat) {
    here += state_.players()[seat].person() && !presence_[seat].away_since ? 1 : 0;
  }
  const bool lobby = state_.phase() == RoomPhase::Lobby;
  const bool free = static_cast<int>(presence_.size()) < state_.settings().seats;
  return lobby ? here >= 1 && free : here >= 2;
}

// ---- the fair shuffle ---------------------------------------------------------------------------

void Room::tell_ceremony(Time now) {
  const RoomPhase phase = state_.phase();
  const bool under_way = phase == RoomPhase::Committing || phase == RoomPhase::Revealing;
  const bool new_stage = phase != told_phase_;
  told_phase_ = phase;
  if (!under_way) {
    ceremony_ends_.reset();
    return;
  }
  const bool commits = phase == RoomPhase::Committing;
  if (new_stage || !ceremony_ends_) ceremony_ends_ = now + (commits ? pace_.commit : pace_.reveal);
  const FairCeremony& ceremony = *state_.ceremony();
  Json message = {{"t", "fair"},
                  {"stage", commits ? "commit" : "reveal"},
                  {"game", state_.games()},
                  {"id", to_hex(ceremony.game())},
                  {"terms", ceremony.terms()},
                  {"commitment", to_hex(ceremony.server_commitment())},
                  {"deadline", ceremony_ends_->count()},
                  {"now", now.count()}};
  if (!commits) {
    message["commitments"] = hex_list(ceremony);
    message["supplied"] = seat_list(ceremony.supplied());
  }
  const std::string text = text_of_message(message);
  for (Member& member : members_) {
    if (new_stage || member.wants_view) host_.send(member.session, text);
    member.wants_view = false;
  }
}

// ---- the game -----------------------------------------------------------------------------------

void Room::tell_game(Time now) {
  const FairGame* game = state_.game();
  if (game == nullptr) {
    window_ends_.reset();
    turn_ends_.reset();
    for (Presence& presence : presence_) presence.bot_due.reset();
    return;
  }
  if (told_game_ != state_.games()) {
    tell_start();
  } else {
    tell_steps();
  }
  for (Member& member : members_) {
    if (member.wants_view) tell_whole_view(member, now);
  }
  announce(now);
  if (game->over() && !told_over_) {
    told_over_ = true;
    say_to_all(over_text());
  }
  for (auto& [session, text] : outbox_) host_.send(session, std::move(text));
  outbox_.clear();
}

// A new game: everybody gets the whole view.
void Room::tell_start() {
  told_game_ = state_.games();
  told_over_ = false;
  public_events_ = 0;
  window_ends_.reset();
  turn_ends_.reset();
  for (Presence& presence : presence_) {
    presence.announced = 0;
    presence.hinted = 0;
    presence.bot_due.reset();
  }
  for (Member& member : members_) {
    member.wants_view = true;
    member.last_seen = 0;
  }
  for (Told& told : told_) told = {};
}

void Room::tell_steps() {
  for (Seat seat = 0; seat < state_.game()->seats(); ++seat) tell_steps_to(seat);
  tell_steps_to(kWatcher);
}

// All watchers are told the same.
void Room::tell_steps_to(Seat viewer) {
  const auto follows = [&](const Member& m) { return m.seat == viewer && !m.wants_view; };
  Told& told = told_[place_of(viewer)];
  if (std::none_of(members_.begin(), members_.end(), follows)) {
    told = {};
    return;
  }
  const FairGame& game = *state_.game();
  const auto events = game.events(viewer);
  Json view = view_json(game.rules(), game.view(viewer));
  const Json patch = merge_patch(told.view, view);
  if (told.events == events.size() && patch.is_null()) return;
  Json message = {{"t", "events"},
                  {"game", state_.games()},
                  {"from", told.events + 1},
                  {"events", events_json(events.subspan(told.events))}};
  if (!patch.is_null()) message["view"] = patch;
  told = {events.size(), std::move(view)};
  const std::string text = text_of_message(message);
  for (const Member& member : members_) {
    if (follows(member)) host_.send(member.session, text);
  }
}

// Everything at once: for one who joins, comes back, or missed something.
void Room::tell_whole_view(Member& member, Time now) {
  const FairGame& game = *state_.game();
  const auto events = game.events(member.seat);
  const auto last = static_cast<std::size_t>(member.last_seen);
  Json message = {{"t", "view"}, {"game", state_.games()}, {"n", events.size()}};
  // A number that was never given out says nothing of what was seen. The view is whole without
  // old events: those are for the log alone.
  constexpr std::size_t kMostEvents = 200;
  std::size_t from = last <= events.size() ? last : 0;
  if (events.size() - from > kMostEvents) from = events.size() - kMostEvents;
  message["from"] = from + 1;
  message["events"] = events_json(events.subspan(from));
  message["rules"] = rules_json(game.rules());
  Json view = view_json(game.rules(), game.view(member.seat));
  message["view"] = view;
  told_[place_of(member.seat)] = {events.size(), std::move(view)};
  host_.send(member.session, text_of_message(message));
  member.wants_view = false;
  if (game.phase() == Phase::Window && window_ends_ && window_nopes_ == game.nopes()) {
    say(member.session, text_of_message(window_json(now)));
  }
  if (member.seat < game.seats() && holds(game.asked(), member.seat) &&
      presence_[member.seat].announced == game.decision(member.seat)) {
    tell_question(member, now);
  }
  if (told_over_) say(member.session, over_text());
}

Json Room::window_json(Time now) const {
  return {{"t", "window"},
          {"game", state_.games()},
          {"nopes", window_nopes_},
          {"deadline", window_ends_->count()},
          {"now", now.count()}};
}

void Room::tell_question(const Member& member, Time now) {
  const FairGame& game = *state_.game();
  Json message = {{"t", "question"},
                  {"game", state_.games()},
                  {"decision", game.decision(member.seat)},
                  {"phase", phase_name(game.phase())},
                  {"legal", offered_to(game, member.seat)},
                  {"now", now.count()}};
  const auto deadline = game.phase() == Phase::Window ? window_ends_ : turn_ends_;
  if (deadline) message["deadline"] = deadline->count();
  say(member.session, text_of_message(message));
}

// From the view of the one who asked, as any bot's answer.
std::string Room::hint_text(Seat seat) const {
  constexpr Budget kBudget{200, 0};  // the other rooms wait for it
  const FairGame& game = *state_.game();
  const Hint hint = hint_for(game.rules(), game.view(seat), 1, kBudget);
  Json moves = Json::array();
  for (const Tried& move : hint.moves) {
    moves.push_back({{"action", game.text_of(seat, move.action)},
                     {"games", move.games},
                     {"percent", move.percent()}});
  }
  return text_of_message({{"t", "hint"},
                          {"game", state_.games()},
                          {"decision", game.decision(seat)},
                          {"moves", std::move(moves)},
                          {"reason", reason_key(hint.reason.why)},
                          {"percent", hint.reason.percent}});
}

std::string Room::over_text() const {
  const FairGame& game = *state_.game();
  return text_of_message({{"t", "over"},
                          {"game", state_.games()},
                          {"winner", game.winner()},
                          {"died", game.died()},
                          {"lines", game.record().size()}});
}

// A record may be long: it is sent in pieces that the client asks for one by one.
std::string Room::record_text_from(const std::vector<std::string>& lines, int game,
                                   std::size_t from) {
  constexpr std::size_t kMostBytes = 16'000;
  Json piece = Json::array();
  std::size_t bytes = 0;
  for (std::size_t i = from; i < lines.size() && bytes < kMostBytes; ++i) {
    bytes += lines[i].size();
    piece.push_back(lines[i]);
  }
  return text_of_message({{"t", "record"},
                          {"game", game},
                          {"from", from},
                          {"total", lines.size()},
                          {"lines", std::move(piece)}});
}

}  // namespace nl
