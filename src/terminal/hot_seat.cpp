// Hot-seat control: order of prompts, and unread events.
#include "terminal/hot_seat.h"

namespace nl {
namespace {

constexpr std::size_t place_of(Seat viewer) {
  return viewer < kMaxSeats ? std::size_t{viewer} : std::size_t{kMaxSeats};
}

// True if the other players see less of it than this player.
bool is_private(const Event& event) { return event.secrets > 0 || event.hidden; }

bool is_own_kitten(const Event& event, Seat seat) {
  switch (event.kind) {
    case EventKind::DrewKitten:
    case EventKind::KittenLoose:
    case EventKind::Defused:
    case EventKind::Died: return event.seat == seat;
    default: return false;
  }
}

bool is_worth_a_pause(const Event& event, Seat seat) {
  if (event.kind == EventKind::Passed) return false;
  return is_private(event) || is_own_kitten(event, seat);
}

std::size_t last_turn(std::span<const Event> events) {
  for (std::size_t i = events.size(); i > 0; --i) {
    if (events[i - 1].kind == EventKind::TurnStarted) return i - 1;
  }
  return 0;
}

}  // namespace

HotSeat::HotSeat(const Table& table, bool resumed)
    : table_(table), style_(nope_style(table.preset(), table.rules())) {
  if (count(table.people()) == 1) eyes_ = first_seat(table.people());
  if (!resumed) {
    to_look_ = first_looks();
    return;
  }
  for (Seat seat = 0; seat < table.seats(); ++seat) shown_[seat] = last_turn(table.events(seat));
  shown_[place_of(kWatcher)] = last_turn(table.events(kWatcher));
}

// The first player sees the hand with the first question anyway.
SeatMask HotSeat::first_looks() const {
  const SeatMask people = living_people();
  if (count(people) < 2) return 0;
  return static_cast<SeatMask>(people & ~seat_bit(table_.next_asked()));
}

// In the order of play.
Seat HotSeat::next_to_look() const {
  Seat seat = table_.next_asked();
  while (!holds(to_look_, seat)) seat = seat_after(seat, 1, table_.seats());
  return seat;
}

Prompt HotSeat::next() const {
  if (table_.over()) return {Prompt::Step::Over};
  if (to_look_ != 0) {
    if (eyes_ != kWatcher)
      return {holds(to_look_, eyes_) ? Prompt::Step::Look : Prompt::Step::Hide, eyes_};
    return {Prompt::Step::FirstLook, next_to_look()};
  }
  if (table_.phase() == Phase::Window) return window();
  const Seat seat = table_.next_asked();
  if (table_.is_bot(seat)) return in_the_open({Prompt::Step::Bot, seat});
  return ask_in_private(seat);
}

Prompt HotSeat::window() const {
  const bool secret_answers = table_.rules().nope_way == NopeWay::Commit;
  Seat seat = table_.next_asked();
  if (style_ == NopeStyle::Table) {
    // The bot answered before anybody at the table could react.
    const SeatMask bots = static_cast<SeatMask>(table_.acting_seats() & ~table_.people());
    if (bots != 0) return in_the_open({Prompt::Step::Bot, first_seat(bots)});
  }
  if (table_.is_bot(seat)) return in_the_open({Prompt::Step::Bot, seat});
  if (count(living_people()) <= 1) {
    const bool ask_anyway = style_ == NopeStyle::InTurn && !secret_answers;
    const bool one_answer = table_.view(seat).legal.size() == 1;
    return one_answer && !ask_anyway ? Prompt{Prompt::Step::Forced, seat} : ask_in_private(seat);
  }
  if (secret_answers) return ask_in_private(seat);
  if (claimed_ != kNoSeat && holds(table_.acting_seats(), claimed_))
    return ask_in_private(claimed_);
  const auto kind = style_ == NopeStyle::Table ? Prompt::Step::NopeTable : Prompt::Step::NopeInTurn;
  return in_the_open({kind, seat});
}

Prompt HotSeat::ask_in_private(Seat seat) const {
  if (eyes_ != seat) {
    if (eyes_ != kWatcher) return {Prompt::Step::Hide, eyes_};
    return {Prompt::Step::HandOver, seat};
  }
  if (seat == claimed_) return {Prompt::Step::Claim, seat};
  return {has_one_answer(seat) ? Prompt::Step::Forced : Prompt::Step::Question, seat};
}

// One target, or an empty pile that leaves one place. All see both, so nobody learns from it.
bool HotSeat::has_one_answer(Seat seat) const {
  const Phase phase = table_.phase();
  const bool open = phase == Phase::Target || phase == Phase::Place || phase == Phase::Bury;
  return open && table_.view(seat).legal.size() == 1;
}

// With one person left at the table there is nothing to hide.
Prompt HotSeat::in_the_open(Prompt prompt) const {
  const bool someone_looks_on = count(living_people()) >= 2;
  return eyes_ != kWatcher && someone_looks_on ? Prompt{Prompt::Step::Hide, eyes_} : prompt;
}

std::span<const Event> HotSeat::unread() {
  const auto all = table_.events(eyes_);
  std::size_t& shown = shown_[place_of(eyes_)];
  const auto news = all.subspan(shown);
  shown = all.size();
  for (const Event& event : news) unnoticed_ = unnoticed_ || is_worth_a_pause(event, eyes_);
  return news;
}

void HotSeat::hidden() {
  eyes_ = kWatcher;
  unnoticed_ = false;
}

std::vector<Event> HotSeat::ready(Seat seat) {
  eyes_ = seat;
  unnoticed_ = false;
  std::vector<Event> news;
  for (const Event& event : unread()) {
    if (is_worth_a_pause(event, seat)) news.push_back(event);
  }
  unnoticed_ = !news.empty();
  return news;
}

}  // namespace nl
