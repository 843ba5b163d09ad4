// Application of stored events, by kind.
#include "server/event_applier.h"

#include <algorithm>

#include "bots/bot.h"
#include "fair/fair_line.h"
#include "names/names.h"

namespace nl {
namespace {

void must(bool holds, const char* otherwise) {
  if (!holds) throw RoomFault(otherwise);
}

// Rules that can be dealt.
Header header_in(const std::string& line) {
  try {
    const RecordLine content = parse_record_line(line);
    if (const auto* header = std::get_if<Header>(&content)) return *header;
  } catch (const RecordError& error) {
    throw RoomFault(std::string("no game can be dealt: ") + error.what());
  }
  throw RoomFault("the stored game has no header");
}

SeatsLine seats_line(const std::vector<Player>& players, std::uint32_t voice) {
  SeatsLine line{.voice = voice};
  for (const Player& player : players) line.seats.push_back({player.name, player.bot});
  return line;
}

// Bots always agree.
bool all_hands_open(const std::vector<Player>& players, SeatMask open) {
  for (Seat seat = 0; seat < players.size(); ++seat) {
    if (players[seat].person() && !holds(open, seat)) return false;
  }
  return true;
}

}  // namespace

void EventApplier::apply(const RoomEvent& event) {
  must(room_.phase_ != RoomPhase::Closed, "the room is closed");
  // These two kinds replace earlier events, so they carry their own number.
  const bool summary = event.is_one_of<stored::Carried, stored::Kept>();
  if (!summary) ++room_.events_;
  std::visit([&](const auto& change) { on(change); }, event.what);
}

void EventApplier::take(const Accepted& accepted) {
  ++room_.events_;
  room_.game_->take(accepted);
  after_step();
}

// ---- who sits where -----------------------------------------------------------------------------

void EventApplier::on(const stored::Created& event) { room_.settings_ = event.settings; }

void EventApplier::join(Player player) {
  must(room_.phase_ == RoomPhase::Lobby, "a player joins in mid-game");
  std::vector<Player>& players = room_.players_;
  must(static_cast<int>(players.size()) < room_.settings_.seats, "more players than seats");
  players.push_back(std::move(player));
  std::vector<std::string> names;
  for (const Player& each : players) names.push_back(each.name);
  make_distinct(names);
  players.back().name = names.back();
}

void EventApplier::on(const stored::Joined& event) {
  join({.name = event.name, .token = event.token});
  room_.open_ = 0;  // the players agreed to different opponents
}

void EventApplier::on(const stored::BotAdded& event) {
  must(make_bot(event.bot, 0) != nullptr, "no such bot");
  std::string name = event.bot;
  name[0] = static_cast<char>(name[0] - 'a' + 'A');
  join({.name = std::move(name), .bot = event.bot});
}

void EventApplier::on(const stored::Removed& event) {
  const Seat seat = event.seat;
  must(room_.phase_ == RoomPhase::Lobby && seat < room_.players_.size(), "nobody to remove");
  room_.players_.erase(room_.players_.begin() + seat);
  const auto before = static_cast<SeatMask>(room_.open_ & all_seats(seat));
  room_.open_ = static_cast<SeatMask>(before | (room_.open_ >> 1 & ~all_seats(seat)));
  if (room_.host_ == seat) {
    const Seat next = room_.first_person();
    room_.host_ = next == kNoSeat ? Seat{0} : next;
  } else if (room_.host_ > seat && room_.host_ != kNoSeat) {
    --room_.host_;
  }
}

Player& EventApplier::person_at(Seat seat, const char* otherwise) {
  must(seat < room_.players_.size() && room_.players_[seat].person(), otherwise);
  return room_.players_[seat];
}

void EventApplier::on(const stored::HostChanged& event) {
  person_at(event.seat, "no host");
  room_.host_ = event.seat;
}

void EventApplier::on(const stored::Replaced& event) {
  must(room_.in_game() && event.seat < room_.players_.size(), "nobody to replace");
  Player& player = room_.players_[event.seat];
  if (player.person()) room_.replaced_.push_back(player.token);
  player.bot = kDefaultBot;
  player.token = {};
  player.push = {};
  player.ladder.reset();
  if (room_.host_ == event.seat && room_.has_person()) room_.host_ = room_.first_person();
}

// Limits the list so that a host who removes everybody can't fill the disk: the oldest entries go.
void EventApplier::on(const stored::Banned& event) {
  constexpr std::size_t kBanned = 64;
  if (room_.is_banned(event.mark)) return;
  room_.banned_.push_back(event.mark);
  if (room_.banned_.size() > kBanned) room_.banned_.erase(room_.banned_.begin());
}

// It counts for presence, not for the state.
void EventApplier::on(const stored::CameBack&) {}

// ---- what the room's people want ----------------------------------------------------------------

void EventApplier::on(const stored::Changed& event) {
  must(room_.phase_ == RoomPhase::Lobby, "other settings in mid-game");
  must(static_cast<int>(room_.players_.size()) <= event.settings.seats, "more players than seats");
  room_.settings_ = event.settings;
}

void EventApplier::on(const stored::Watched& event) { room_.watchers_ = event.rule; }

void EventApplier::on(const stored::HandOpened& event) {
  const bool lobby = room_.phase_ == RoomPhase::Lobby;
  must(lobby && event.seat < room_.players_.size(), "a hand is opened too late");
  room_.open_ = static_cast<SeatMask>(room_.open_ | seat_bit(event.seat));
}

// At any time, and at once.
void EventApplier::on(const stored::HandClosed& event) {
  must(event.seat < room_.players_.size(), "nobody's hand");
  room_.open_ = without(room_.open_, event.seat);
  room_.delayed_hands_.reset();
}

void EventApplier::on(const stored::Hooked& event) { room_.webhook_ = event.url; }

void EventApplier::on(const stored::Subscribed& event) {
  person_at(event.seat, "nobody to call").push = event.push;
}

// Before anybody sees their cards.
void EventApplier::on(const stored::Laddered& event) {
  must(!room_.game_, "too late for the ladder");
  person_at(event.seat, "too late for the ladder").ladder = event.key;
}

void EventApplier::on(const stored::AutoPass& event) {
  person_at(event.seat, "nobody to pass for").auto_pass = event.on;
}

void EventApplier::on(const stored::PlaysOn& event) {
  must(room_.phase_ == RoomPhase::Lobby && event.origin.exists(), "nothing to play on from");
  room_.origin_ = event.origin;
}

// ---- a game -------------------------------------------------------------------------------------

// A game keeps the rules, terms and record format that it began with, even under a newer build.
void EventApplier::on(const stored::Started& event) {
  must(room_.phase_ == RoomPhase::Lobby, "started twice");
  std::string& line = room_.header_line_;
  line = event.header;
  const Header header = header_in(line);
  must(header.seats == static_cast<int>(room_.players_.size()), "a game for other seats");
  room_.ceremony_.emplace(event.game, terms_of_line(line), header.seats, event.seed);
  room_.phase_ = RoomPhase::Committing;
  ++room_.games_;
  room_.helped_ = 0;
  room_.replaced_.clear();
  // A player who is removed later has not agreed to this.
  if (all_hands_open(room_.players_, room_.open_)) room_.delayed_hands_.emplace();
}

void EventApplier::on(const stored::Committed& event) {
  must(room_.phase_ == RoomPhase::Committing, "a commitment too late");
  must(room_.ceremony_->commit(event.seat, event.commitment) == CeremonyRefusal::None,
       "a bad commitment");
}

void EventApplier::on(const stored::CommitsClosed&) {
  must(room_.phase_ == RoomPhase::Committing, "no commitments to close");
  room_.ceremony_->close_commitments();
  room_.phase_ = RoomPhase::Revealing;
}

void EventApplier::on(const stored::Revealed& event) {
  must(room_.phase_ == RoomPhase::Revealing, "a share too late");
  must(room_.ceremony_->reveal(event.seat, event.share) == CeremonyRefusal::None, "a bad share");
}

void EventApplier::on(const stored::Dealt&) {
  must(room_.phase_ == RoomPhase::Revealing, "dealt without a ceremony");
  const std::string& line = room_.header_line_;
  room_.deal_ = room_.ceremony_->finish();
  if (room_.origin_.exists()) return play_on();
  RecordWriter writer({line, record_text(seats_line(room_.players_, room_.voice()))});
  room_.game_.emplace(header_in(line), FairSource(*room_.deal_), std::move(writer));
  room_.phase_ = RoomPhase::Playing;
  if (room_.delayed_hands_) room_.delayed_hands_->follow(*room_.game_);
}

// Rebuilds the position from its record. The ceremony supplies the randomness from here on, but the
// deal was not fair, so the record has an origin and no seeds.
void EventApplier::play_on() {
  const Origin& origin = room_.origin_;
  std::vector<std::string> lines = {room_.header_line_,
                                    record_text(seats_line(room_.players_, room_.voice())),
                                    record_text(origin)};
  lines.insert(lines.end(), origin.lines.begin() + 1, origin.lines.end());
  try {
    GameSoFar there = game_at(origin);
    there.write_behind(std::move(lines));
    room_.game_.emplace(std::move(there), FairSource(*room_.deal_));
  } catch (const std::runtime_error& error) {
    throw RoomFault(std::string("no game can go on: ") + error.what());
  }
  room_.phase_ = RoomPhase::Playing;
  if (room_.delayed_hands_) room_.delayed_hands_->follow(*room_.game_);
}

void EventApplier::on(const stored::Answered& event) {
  must(room_.phase_ == RoomPhase::Playing, "a move without a game");
  if (event.by != AnsweredBy::Player && event.by != AnsweredBy::Order) {
    room_.helped_ = static_cast<SeatMask>(room_.helped_ | seat_bit(event.seat));
  }
  if (event.by == AnsweredBy::StandIn) record_timeout(event.seat);
  go_on(room_.game_->judge(event.seat, event.action));
}

void EventApplier::on(const stored::Forfeited& event) {
  must(room_.phase_ == RoomPhase::Playing, "a move without a game");
  go_on(room_.game_->judge_forfeit(event.seat));
}

void EventApplier::on(const stored::Expired&) {
  must(room_.phase_ == RoomPhase::Playing && room_.game_->phase() == Phase::Window,
       "no window to close");
  room_.game_->expire();
  after_step();
}

void EventApplier::record_timeout(Seat seat) {
  const FairGame& game = *room_.game_;
  RanOut& noted = room_.ran_out_.emplace_back();
  noted.seat = seat;
  for (Seat viewer = 0; viewer < game.seats(); ++viewer) {
    noted.after[viewer_place(viewer)] = game.events(viewer).size();
  }
  noted.after[viewer_place(kWatcher)] = game.events(kWatcher).size();
}

void EventApplier::go_on(const Verdict& verdict) {
  const auto* accepted = std::get_if<Accepted>(&verdict);
  must(accepted != nullptr, "a move that is not legal");
  room_.game_->take(*accepted);
  after_step();
}

void EventApplier::after_step() {
  if (room_.delayed_hands_) room_.delayed_hands_->follow(*room_.game_);
  if (!room_.game_->over()) return;
  // The game is over: the seeds become public as the record's last line.
  room_.phase_ = RoomPhase::Over;
  if (!room_.origin_.exists()) room_.game_->note(record_text(*room_.deal_));
}

// ---- earlier games ------------------------------------------------------------------------------

void EventApplier::forget_game() {
  room_.game_.reset();
  room_.deal_.reset();
  room_.ceremony_.reset();
  room_.delayed_hands_.reset();
  room_.ran_out_.clear();
}

void EventApplier::on(const stored::Rematch&) {
  must(room_.phase_ == RoomPhase::Over, "a rematch in mid-game");
  on(stored::Kept{room_.game_->record()});
  room_.phase_ = RoomPhase::Lobby;
  forget_game();
}

void EventApplier::on(const stored::Closed&) {
  room_.phase_ = RoomPhase::Closed;
  forget_game();
}

// Links to moves outlive the next games, up to a limit.
void EventApplier::on(const stored::Kept& event) {
  constexpr std::size_t kKept = 8;
  room_.records_.push_back(event.lines);
  if (room_.records_.size() > kKept) room_.records_.pop_front();
}

void EventApplier::on(const stored::Carried& event) {
  const CarriedRoom& room = event.room;
  must(room_.events_ == 0 && static_cast<int>(room.players.size()) <= event.settings.seats,
       "a room in mid-room");
  for (const Player& player : room.players) {
    must(player.person() || make_bot(player.bot, 0) != nullptr, "no such bot");
  }
  room_.settings_ = event.settings;
  room_.events_ = room.events;
  room_.games_ = room.games;
  room_.host_ = room.host;
  room_.players_ = room.players;
  room_.banned_ = room.banned;
  room_.watchers_ = room.watchers;
  room_.open_ = room.open;
  room_.webhook_ = room.webhook;
  room_.origin_ = room.origin;
}

}  // namespace nl
