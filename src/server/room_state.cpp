#include "server/room_state.h"

#include <algorithm>
#include <array>

#include "bots/bot.h"
#include "fair/fair_line.h"
#include "game/open_cards.h"
#include "names/names.h"

namespace nl {
namespace {

void must(bool holds, const char* otherwise) {
  if (!holds) throw RoomFault(otherwise);
}

// A game can be dealt with what it says.
Header header_in(const std::string& line) {
  try {
    const RecordLine content = parse_record_line(line);
    if (const auto* header = std::get_if<Header>(&content)) return *header;
  } catch (const RecordError& error) {
    throw RoomFault(std::string("no game can be dealt: ") + error.what());
  }
  throw RoomFault("the stored game has no header");
}

}  // namespace

bool RoomState::has_person() const { return first_person() != kNoSeat; }

Seat RoomState::first_person() const {
  const auto found = std::find_if(players_.begin(), players_.end(),
                                  [](const Player& player) { return player.person(); });
  return found == players_.end() ? kNoSeat : static_cast<Seat>(found - players_.begin());
}

int RoomState::bots() const {
  return static_cast<int>(std::count_if(players_.begin(), players_.end(),
                                        [](const Player& player) { return !player.person(); }));
}

bool RoomState::is_banned(const Bytes32& mark) const {
  return std::find(banned_.begin(), banned_.end(), mark) != banned_.end();
}

void RoomState::join(Player player) {
  must(phase_ == RoomPhase::Lobby, "a player joins in mid-game");
  must(static_cast<int>(players_.size()) < settings_.seats, "more players than seats");
  players_.push_back(std::move(player));
  std::vector<std::string> names;
  for (const Player& each : players_) names.push_back(each.name);
  make_distinct(names);
  players_.back().name = names.back();
}

// ---- hands that watchers see --------------------------------------------------------------------

void RoomState::open_hand(Seat seat) {
  must(phase_ == RoomPhase::Lobby && seat < players_.size(), "a hand is opened too late");
  open_ = static_cast<SeatMask>(open_ | seat_bit(seat));
}

// At any time, and at once.
void RoomState::close_hand(Seat seat) {
  must(seat < players_.size(), "nobody's hand");
  open_ = without(open_, seat);
  late_hands_.reset();
}

// Bots don't mind.
bool RoomState::all_hands_open() const {
  for (Seat seat = 0; seat < players_.size(); ++seat) {
    if (players_[seat].person() && !holds(open_, seat)) return false;
  }
  return true;
}

// ---- the ladder ---------------------------------------------------------------------------------

SeatMask RoomState::laddered() const {
  SeatMask seats = 0;
  for (Seat seat = 0; seat < players_.size(); ++seat) {
    if (players_[seat].ladder) seats = static_cast<SeatMask>(seats | seat_bit(seat));
  }
  return seats;
}

// Nobody sees their cards first.
void RoomState::play_for_ladder(Seat seat, const Bytes32& key) {
  must(seat < players_.size() && players_[seat].person() && game_ == std::nullopt,
       "too late for the ladder");
  players_[seat].ladder = key;
}

void RoomState::remove(Seat seat) {
  must(phase_ == RoomPhase::Lobby && seat < players_.size(), "nobody to remove");
  players_.erase(players_.begin() + seat);
  const auto before = static_cast<SeatMask>(open_ & all_seats(seat));
  open_ = static_cast<SeatMask>(before | (open_ >> 1 & ~all_seats(seat)));
  if (host_ == seat) {
    const Seat next = first_person();
    host_ = next == kNoSeat ? Seat{0} : next;
  } else if (host_ > seat && host_ != kNoSeat) {
    --host_;
  }
}

Header RoomState::next_header() const {
  return {settings_.preset, settings_.expansions, settings_.rules(),
          static_cast<int>(players_.size())};
}

SeatsLine RoomState::seats_line() const {
  SeatsLine line;
  for (const Player& player : players_) line.seats.push_back({player.name, player.bot});
  return line;
}

// A game keeps the rules, the terms and the form of record that it began with, whatever this build
// would make of the room's settings. Before version 0.9.0 they were not stored; they followed from
// the settings then.
void RoomState::start(const RoomEvent& event) {
  must(phase_ == RoomPhase::Lobby, "started twice");
  header_line_ = event.text;
  if (header_line_.empty()) {
    Header header = next_header();
    header.version = 1;
    header_line_ = record_text(header);
  }
  const Header header = header_in(header_line_);
  must(header.seats == static_cast<int>(players_.size()), "a game for other seats");
  ceremony_.emplace(event.game, terms_of(Json::parse(header_line_)), header.seats, event.value);
  phase_ = RoomPhase::Committing;
  ++games_;
  helped_ = 0;
  // Whoever is sent away later has not agreed thereby.
  if (all_hands_open()) late_hands_.emplace();
}

void RoomState::deal() {
  must(phase_ == RoomPhase::Revealing, "dealt without a ceremony");
  deal_ = ceremony_->finish();
  Scribe scribe({header_line_, record_text(seats_line())});
  game_.emplace(header_in(header_line_), FairSource(*deal_), std::move(scribe));
  phase_ = RoomPhase::Playing;
  if (late_hands_) late_hands_->follow(*game_);
}

Accepted RoomState::judged(const RoomEvent& event) const {
  must(phase_ == RoomPhase::Playing, "a move without a game");
  const Verdict verdict = event.kind == RoomEventKind::Forfeited
                              ? game_->judge_forfeit(event.seat)
                              : game_->judge(event.seat, event.action);
  const auto* accepted = std::get_if<Accepted>(&verdict);
  must(accepted != nullptr, "a move that is not legal");
  return *accepted;
}

void RoomState::take(const Accepted& accepted) {
  ++events_;
  go_on(accepted);
}

void RoomState::go_on(const Accepted& accepted) {
  game_->take(accepted);
  after_step();
}

void RoomState::expire() {
  must(phase_ == RoomPhase::Playing && game_->phase() == Phase::Window, "no window to close");
  game_->expire();
  after_step();
}

void RoomState::note_ran_out(Seat seat) {
  RanOut& noted = ran_out_.emplace_back();
  noted.seat = seat;
  for (Seat viewer = 0; viewer < game_->seats(); ++viewer) {
    noted.after[viewer_place(viewer)] = game_->events(viewer).size();
  }
  noted.after[viewer_place(kWatcher)] = game_->events(kWatcher).size();
}

void RoomState::after_step() {
  if (late_hands_) late_hands_->follow(*game_);
  if (!game_->over()) return;
  // From here on the seeds are no secret any more: they are the record's last line.
  phase_ = RoomPhase::Over;
  game_->note(record_text(*deal_));
}

void RoomState::forget_game() {
  game_.reset();
  deal_.reset();
  ceremony_.reset();
  late_hands_.reset();
  ran_out_.clear();
}

StateHash RoomState::hash() const {
  return game_ ? state_hash(OpenCards::state(*game_)) : StateHash{};
}

// A link to a move outlives the next games, but not all of them.
void RoomState::keep_record(std::vector<std::string> record) {
  constexpr std::size_t kKept = 8;
  records_.push_back(std::move(record));
  if (records_.size() > kKept) records_.pop_front();
}

// A host who sends everybody away must not fill the disk: the first are forgotten.
void RoomState::ban(const Bytes32& mark) {
  constexpr std::size_t kBanned = 64;
  if (is_banned(mark)) return;
  banned_.push_back(mark);
  if (banned_.size() > kBanned) banned_.erase(banned_.begin());
}

std::vector<RoomEvent> RoomState::history(Time at) const {
  std::vector<RoomEvent> events = {{.kind = RoomEventKind::Carried,
                                    .at = at,
                                    .settings = settings_,
                                    .carried = {.events = events_,
                                                .games = games_,
                                                .host = host_,
                                                .players = players_,
                                                .banned = banned_,
                                                .watchers = watchers_,
                                                .open = open_,
                                                .webhook = webhook_}}};
  for (const auto& record : records_) {
    events.push_back({.kind = RoomEventKind::Kept, .at = at, .lines = record});
  }
  return events;
}

void RoomState::carry_on(const RoomEvent& event) {
  const CarriedRoom& room = event.carried;
  must(events_ == 0 && static_cast<int>(room.players.size()) <= event.settings.seats,
       "a room in mid-room");
  for (const Player& player : room.players) {
    must(player.person() || make_bot(player.bot, 0) != nullptr, "no such bot");
  }
  settings_ = event.settings;
  events_ = room.events;
  games_ = room.games;
  host_ = room.host;
  players_ = room.players;
  banned_ = room.banned;
  watchers_ = room.watchers;
  open_ = room.open;
  webhook_ = room.webhook;
}

const std::vector<std::string>* RoomState::record_of(int game) const {
  const bool over = phase_ == RoomPhase::Over;
  const int finished = over || phase_ == RoomPhase::Lobby ? games_ : games_ - 1;
  if (game == 0) game = finished;
  if (over && game == games_) return &game_->record();
  const int back = (over ? games_ - 1 : finished) - game;  // games since then
  if (game < 1 || back < 0 || back >= static_cast<int>(records_.size())) return nullptr;
  return &records_[records_.size() - 1 - static_cast<std::size_t>(back)];
}

void RoomState::apply(const RoomEvent& event) {
  must(phase_ != RoomPhase::Closed, "the room is closed");
  using enum RoomEventKind;
  if (event.kind == Carried) return carry_on(event);
  if (event.kind == Kept) return keep_record(event.lines);
  ++events_;
  switch (event.kind) {
    case Created: settings_ = event.settings; break;
    case Joined:
      join({.name = event.text, .token = event.value});
      open_ = 0;  // they agreed to other company
      break;
    case BotAdded: {
      must(make_bot(event.text, 0) != nullptr, "no such bot");
      std::string name = event.text;
      name[0] = static_cast<char>(name[0] - 'a' + 'A');
      join({.name = std::move(name), .bot = event.text});
      break;
    }
    case Removed: remove(event.seat); break;
    case Changed:
      must(phase_ == RoomPhase::Lobby, "other settings in mid-game");
      must(static_cast<int>(players_.size()) <= event.settings.seats, "more players than seats");
      settings_ = event.settings;
      break;
    case HostChanged:
      must(event.seat < players_.size() && players_[event.seat].person(), "no host");
      host_ = event.seat;
      break;
    case Started: start(event); break;
    case Committed:
      must(phase_ == RoomPhase::Committing, "a commitment too late");
      must(ceremony_->commit(event.seat, event.value) == CeremonyRefusal::None, "a bad commitment");
      break;
    case CommitsClosed:
      must(phase_ == RoomPhase::Committing, "no commitments to close");
      ceremony_->close_commitments();
      phase_ = RoomPhase::Revealing;
      break;
    case Revealed:
      must(phase_ == RoomPhase::Revealing, "a share too late");
      must(ceremony_->reveal(event.seat, event.value) == CeremonyRefusal::None, "a bad share");
      break;
    case Dealt: deal(); break;
    case Answered:
      if (event.by != AnsweredBy::Player && event.by != AnsweredBy::Order) {
        helped_ = static_cast<SeatMask>(helped_ | seat_bit(event.seat));
      }
      if (event.by == AnsweredBy::StandIn) note_ran_out(event.seat);
      go_on(judged(event));
      break;
    case Forfeited: go_on(judged(event)); break;
    case Expired: expire(); break;
    case Replaced:
      must(in_game() && event.seat < players_.size(), "nobody to replace");
      players_[event.seat].bot = kDefaultBot;
      players_[event.seat].token = {};
      players_[event.seat].push = {};
      players_[event.seat].ladder.reset();
      if (host_ == event.seat && has_person()) host_ = first_person();
      break;
    case Rematch:
      must(phase_ == RoomPhase::Over, "a rematch in mid-game");
      keep_record(game_->record());
      phase_ = RoomPhase::Lobby;
      forget_game();
      break;
    case Closed:
      phase_ = RoomPhase::Closed;
      forget_game();
      break;
    case Banned: ban(event.value); break;
    case Watched: watchers_ = event.watchers; break;
    case HandOpened: open_hand(event.seat); break;
    case HandClosed: close_hand(event.seat); break;
    case Hooked: webhook_ = event.text; break;
    case Subscribed:
      must(event.seat < players_.size() && players_[event.seat].person(), "nobody to call");
      players_[event.seat].push = event.push;
      break;
    case Laddered: play_for_ladder(event.seat, event.value); break;
    case AutoPass:
      must(event.seat < players_.size() && players_[event.seat].person(), "nobody to pass for");
      players_[event.seat].auto_pass = event.on;
      break;
    case CameBack: break;  // it counts for who is there, not for what is true
    case Carried:
    case Kept: break;  // above
  }
}

RoomEvent RoomState::replay(const Entry& entry) {
  const auto event = parse_stored(entry.data);
  must(event.has_value(), "an entry can't be read");
  apply(*event);
  must(hash() == entry.state, "the game goes another way than it went");
  return *event;
}

std::string replay_fault(const StoredRoom& room) {
  try {
    RoomState state;
    for (const Entry& entry : room.entries) state.replay(entry);
    return {};
  } catch (const RoomFault& fault) {
    return fault.what();
  }
}

}  // namespace nl
