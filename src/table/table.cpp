#include "table/table.h"

#include <stdexcept>

#include "table/table_line.h"
#include "text/notation.h"

namespace nl {
namespace {

constexpr std::size_t kWatcherPlace = kMaxSeats;

constexpr std::size_t place_of(Seat viewer) {
  return viewer < kMaxSeats ? std::size_t{viewer} : kWatcherPlace;
}

// Who has yet to answer in a window is not part of anybody's question.
Play without_answers(Play play) {
  play.waiting = 0;
  play.committed = 0;
  return play;
}

bool same_play(const Play& a, const Play& b) {
  return a.card == b.card && a.combo == b.combo && a.by == b.by && a.target == b.target &&
         a.named == b.named && a.nopes == b.nopes && a.last == b.last;
}

bool same_frame(const Frame& a, const Frame& b) {
  return a.phase == b.phase && a.seat == b.seat && a.a == b.a && a.b == b.b;
}

}  // namespace

struct Table::Sink {
  static constexpr bool kListens = true;
  Table* table;
  void operator()(const Event& event) { table->tell(event); }
};

Table::Table() = default;
Table::Table(Table&&) noexcept = default;
Table& Table::operator=(Table&&) noexcept = default;
Table::~Table() = default;

Table::Table(TableSetup setup, Time now) : setup_(std::move(setup)) {
  const int seats = static_cast<int>(setup_.seats.size());
  if (seats > kMaxSeats || check_rules(setup_.rules, seats) != RulesFault::None) {
    throw std::invalid_argument("no game can be dealt with these rules and seats");
  }
  if (setup_.seed) random_ = LiveSource(*setup_.seed, setup_.game);
  sit_down();
  deal();
  number_questions(kNoSeat, std::vector<Posed>(setup_.seats.size()));
  set_deadline(false, 0, now);
}

void Table::sit_down() {
  const auto seats = setup_.seats.size();
  for (Seat seat = 0; seat < seats; ++seat) known_[seat] = Knowledge(seat, static_cast<int>(seats));
  known_[kWatcherPlace] = Knowledge(kWatcher, static_cast<int>(seats));
  names_.clear();
  bots_.resize(seats);
  for (Seat seat = 0; seat < seats; ++seat) {
    names_.push_back(setup_.seats[seat].name);
    seat_bot(seat, setup_.seats[seat].bot);
  }
}

void Table::seat_bot(Seat seat, const std::string& bot) {
  setup_.seats[seat].bot = bot;
  bots_[seat] = nullptr;
  if (bot.empty()) return;
  // A bot that sits down in mid-game must not repeat what it did at the start.
  const std::uint64_t moment = static_cast<std::uint64_t>(seat) << 32 | record_.size();
  const std::uint64_t seed = setup_.seed ? mix64(*setup_.seed + setup_.game) : secure_seed();
  bots_[seat] = make_bot(bot, mix64(seed ^ moment));
  if (!bots_[seat]) throw std::invalid_argument("there is no bot \"" + bot + '"');
}

void Table::deal() {
  const int seats = static_cast<int>(setup_.seats.size());
  write(record_text(Header{setup_.preset, setup_.expansions, setup_.rules, seats}));
  write(table_line(setup_));
  Sink sink{this};
  state_ = new_game(setup_.rules, seats, random_, sink, setup_.first);
  write(record_text(deal_of(setup_.rules, state_)));
}

SeatMask Table::people() const {
  SeatMask people = 0;
  for (Seat seat = 0; seat < bots_.size(); ++seat) {
    if (!bots_[seat]) people |= seat_bit(seat);
  }
  return people;
}

void Table::tell(const Event& event) {
  if (event.kind == EventKind::Died) died_.push_back(event.seat);
  const auto tell_one = [&](Seat viewer) {
    const Event shown = redact(event, viewer);
    if (shown.kind == EventKind::None) return;
    known_[place_of(viewer)].fold(shown);
    events_[place_of(viewer)].push_back(shown);
  };
  for (Seat seat = 0; seat < setup_.seats.size(); ++seat) tell_one(seat);
  tell_one(kWatcher);
}

View Table::view(Seat viewer) const {
  return nl::view(setup_.rules, state_, known_[place_of(viewer)], viewer);
}

std::span<const Event> Table::events(Seat viewer) const { return events_[place_of(viewer)]; }

// ---- questions and their numbers ---------------------------------------------------------------

Table::Posed Table::posed_to(Seat seat) const {
  if (!holds(actors(state_), seat)) return {};
  return {true, state_.top(), without_answers(state_.play), legal(setup_.rules, state_, seat)};
}

void Table::number_questions(Seat actor, std::span<const Posed> before) {
  for (Seat seat = 0; seat < before.size(); ++seat) {
    const Posed now = posed_to(seat);
    const Posed& then = before[seat];
    const bool same = seat != actor && then.asked && same_frame(now.frame, then.frame) &&
                      same_play(now.play, then.play) && now.legal == then.legal;
    if (now.asked && !same) ++decisions_[seat];
  }
}

void Table::set_deadline(bool was_window, int nopes_before, Time now) {
  const bool window = phase() == Phase::Window;
  if (!window || setup_.timing.window == Time{0}) {
    deadline_.reset();
  } else if (!was_window || state_.play.nopes != nopes_before) {
    deadline_ = now + setup_.timing.window;
  }
}

// ---- answers -----------------------------------------------------------------------------------

std::optional<Refused> Table::refusal(Seat seat, Action action, Decision decision) const {
  const bool nope = action.verb() == Verb::Nope;
  if (seat >= state_.seats) return Refused{.why = Refusal::Watching};
  if (over()) return Refused{.why = nope ? Refusal::LateNope : Refusal::GameOver};
  if (!state_.living(seat)) return Refused{.why = Refusal::OutOfGame};
  const bool stale = decision != decisions_[seat];
  if (!holds(actors(state_), seat)) {
    return Refused{.why = nope ? Refusal::LateNope : stale ? Refusal::Stale : Refusal::NotYourTurn};
  }
  if (stale) return Refused{.why = nope ? Refusal::LateNope : Refusal::Stale};
  if (!legal(setup_.rules, state_, seat).has(action)) {
    return why_not_legal(setup_.rules, view(seat), action);
  }
  return std::nullopt;
}

template <class Change>
void Table::change(Seat actor, const std::string& step, Time now, Change apply_change) {
  std::vector<Posed> before;
  for (Seat seat = 0; seat < state_.seats; ++seat) before.push_back(posed_to(seat));
  const bool was_window = phase() == Phase::Window;
  const int nopes = state_.play.nopes;

  NotingSource noting(random_, state_);
  Sink sink{this};
  write(record_text(Step{.seat = actor, .text = step}));
  apply_change(noting, sink);
  for (const Outcome& outcome : noting.take()) write(record_text(outcome));
  if (over()) write(record_text(End{winner(state_), died_}));

  number_questions(actor, before);
  set_deadline(was_window, nopes, now);
}

std::optional<Refused> Table::submit(Seat seat, Action action, Decision decision, Time now) {
  if (const auto refused = refusal(seat, action, decision)) return refused;
  change(seat, action_text(state_, seat, action), now, [&](auto& random, auto& sink) {
    apply_legal(setup_.rules, state_, seat, action, random, sink);
  });
  return std::nullopt;
}

std::optional<Refused> Table::forfeit(Seat seat, Time now) {
  if (seat >= state_.seats) return Refused{.why = Refusal::Watching};
  if (over()) return Refused{.why = Refusal::GameOver};
  if (!state_.living(seat)) return Refused{.why = Refusal::OutOfGame};
  change(seat, "forfeit", now,
         [&](auto& random, auto& sink) { nl::forfeit(setup_.rules, state_, seat, random, sink); });
  return std::nullopt;
}

Action Table::bot_choice(Seat seat) { return bots_[seat]->act(setup_.rules, view(seat)); }

void Table::play_bot(Seat seat, Time now) {
  const auto refused = submit(seat, bot_choice(seat), decisions_[seat], now);
  if (refused) throw std::logic_error("the bot \"" + bot_name(seat) + "\" broke the rules");
}

bool Table::expire(Time now) {
  if (!deadline_ || now < *deadline_) return false;
  // One pass may close the round and open another (in the commit way), which has its own time.
  const std::optional<Time> due = deadline_;
  while (phase() == Phase::Window && deadline_ == due) {
    const Seat seat = next_asked();
    submit(seat, word(Verb::Pass), decisions_[seat], now);
  }
  return true;
}

}  // namespace nl
