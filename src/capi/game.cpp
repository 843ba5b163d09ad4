// Game of the C interface.
#include "capi/game.h"

#include <algorithm>
#include <cstring>

#include "capi/boundary.h"
#include "capi/ninelives.h"
#include "engine/determinize.h"
#include "engine/observe.h"
#include "game/carry_out.h"

namespace nl::capi {

Game::Game(const Header& header, std::uint64_t seed, std::uint64_t number)
    : header_(header),
      seed_(seed),
      number_(number),
      random_(seed, number),
      choices_(mix64(seed + 1) ^ number) {
  constexpr std::size_t kMovesOfMost = 128;  // growing a list by steps costs ten moves
  history_.reserve(kMovesOfMost);
  events_.reserve(2 * kMovesOfMost);
  take({.deal = true});
}

Game::Game(const Header& header)
    : header_(header), random_(0, 0), choices_(0), source_(Source::Chosen) {
  take({.deal = true});
}

template <class Random>
void Game::play(const PastStep& step, Random& random) {
  Chronicler chronicler{*this};
  if (step.deal) {
    position_.known = KnowledgeSink(seats());
    position_.state = new_game(rules(), seats(), random, chronicler);
  } else {
    carry_out(rules(), position_.state, step.move, random, chronicler);
  }
}

void Game::take(PastStep step) {
  step.events = static_cast<std::uint32_t>(events_.size());
  if (source_ == Source::Chosen) {
    waits_ = true;
    pending_ = step;
    pending_from_ = outcomes_.size();
    return try_chosen();
  }
  history_.push_back(step);
  play(step, random_);
}

void Game::try_chosen() {
  const Position before = position_;
  const PastStep step = pending_;
  const std::span<const std::uint8_t> all = outcomes_;
  ChosenOutcomes chosen(all.subspan(pending_from_));
  play(step, chosen);
  if (chosen.ran_out()) {
    position_ = before;
    events_.resize(step.events);
    node_ = chosen.missing();
    return;
  }
  waits_ = false;
  node_ = {};
  history_.push_back(step);
}

void Game::choose(int outcome) {
  if (!at_chance()) throw Misuse("nothing is to be chosen: the game waits for a player");
  checked_range("outcome", outcome, 0, kCardPlaces - 1);
  if (node_.weights[static_cast<std::size_t>(outcome)] == 0) {
    throw Misuse("outcome " + std::to_string(outcome) + " can't come here");
  }
  outcomes_.push_back(static_cast<std::uint8_t>(outcome));
  try_chosen();
}

SeatMask Game::actors_now() const { return at_chance() ? SeatMask{0} : actors(state()); }

int Game::next() const { return actors_now() == 0 ? -1 : next_actor(state()); }

ActionSet Game::legal_now(int seat) const {
  const Seat asked = checked_seat(seat, seats());
  return at_chance() ? ActionSet{} : legal(rules(), state(), asked);
}

View Game::view_of(int seat) const {
  if (seat == -1) return view(rules(), state(), Knowledge(kWatcher, seats()), kWatcher);
  const Seat viewer = checked_seat(seat, seats());
  View v = view(rules(), state(), position_.known.seats[viewer], viewer);
  if (at_chance()) {
    v.may_act = 0;
    v.legal = {};
  }
  return v;
}

History Game::past_of(Seat seat) const {
  History past;
  for (const Event& event : events_) past.add(redact(event, seat));
  return past;
}

std::string Game::refusal(int seat, int action) const {
  const std::string who = "seat " + std::to_string(seat);
  const ActionSet set = legal_now(seat);
  if (state().over()) return "the game is over: no action is legal";
  if (set.empty()) {
    return who + " is not asked; seat " + std::to_string(next()) + " is to move";
  }
  const Seat asked = static_cast<Seat>(seat);
  std::string list;
  set.for_each([&](Action one) {
    list += (list.empty() ? "" : ", ") + std::to_string(one.id) + " (" +
            action_text(state(), asked, one) + ")";
  });
  return "action " + std::to_string(action) + " is not legal for " + who + "; expected one of " +
         list;
}

void Game::apply(int seat, int action) {
  checked_range("action", action, 0, kActions - 1);
  if (at_chance()) throw Misuse("a random outcome is to be chosen first");
  if (!legal_now(seat).has(make_action(action))) throw Misuse(refusal(seat, action));
  take({.move = {.seat = static_cast<Seat>(seat), .action = make_action(action)}});
}

void Game::leave(int seat) {
  const Seat who = checked_seat(seat, seats());
  if (at_chance()) throw Misuse("a random outcome is to be chosen first");
  if (state().over() || !state().living(who)) {
    throw Misuse("seat " + std::to_string(seat) + " is out of the game already");
  }
  take({.move = {.seat = who, .leaves = true}});
}

int Game::turns() const {
  return static_cast<int>(std::count_if(events_.begin(), events_.end(), [](const Event& event) {
    return event.kind == EventKind::TurnStarted;
  }));
}

int Game::skip_forced(int last_turn) {
  ActionSet own;
  return skip_forced(last_turn, own);
}

int Game::skip_forced(int last_turn, ActionSet& own) {
  for (int answers = 0;; ++answers) {
    const int seat = next();
    own = seat < 0 ? ActionSet{} : legal_now(seat);
    if (own.size() != 1 || (last_turn != 0 && turns() >= last_turn)) return answers;
    take({.move = {.seat = static_cast<Seat>(seat), .action = own.nth(0)}});
  }
}

Action Game::sample() {
  const int seat = next();
  if (seat < 0) throw Misuse("nobody is to move");
  const ActionSet set = legal_now(seat);
  return set.nth(static_cast<int>(bounded(choices_, static_cast<std::uint32_t>(set.size()))));
}

// The viewer's knowledge stays. The others' knowledge is folded again from the viewer's version of
// the events: secrets shared with the viewer remain, all others are forgotten. Of the moves only
// the viewer's own remain, which are part of its information set.
Game Game::determinized(int seat, std::uint64_t seed) const {
  const View v = view_of(seat);
  if (seat == -1 || at_chance()) throw Misuse("determinize: expected a seat that can look");
  Stream words(mix64(seed ^ 0x64657465726D696Eu));
  Game world = *this;
  world.imagined_ = true;
  world.seed_ = seed;
  world.random_ = SeededSource(seed, number_);
  world.choices_ = Stream(mix64(seed + 1) ^ number_);
  world.outcomes_.clear();
  std::erase_if(world.history_,
                [&](const PastStep& step) { return step.deal || step.move.seat != v.viewer; });
  world.position_.state = determinize(rules(), v, words);
  world.position_.known = KnowledgeSink(seats());
  for (Event& event : world.events_) {
    if (!holds(event.knows, v.viewer)) event = redact(event, v.viewer);
    world.position_.known(event);
  }
  world.position_.known.set(v.viewer, v.known);
  return world;
}

std::size_t observation_size(int level) {
  switch (checked_range("level", level, 0, 2)) {
    case 0: return sizeof(RawObservation);
    case 1: return sizeof(CountingObservation);
    default: return sizeof(HistoryObservation);
  }
}

void Game::observe(int seat, int level, std::uint8_t* bytes, std::size_t size) const {
  observe(seat, level, bytes, size, legal_now(seat));
}

void Game::observe(int seat, int level, std::uint8_t* bytes, std::size_t size,
                   const ActionSet& own) const {
  const std::size_t needed = observation_size(level);
  if (bytes == nullptr || size < needed) {
    throw Misuse("observation: expected room for " + std::to_string(needed) + " bytes");
  }
  const Seat viewer = checked_seat(seat, seats());
  const Knowledge& known = position_.known.seats[viewer];
  if (level == NL_COUNTING && !at_chance()) {
    return nl::observe(rules(), cards_in_game(rules(), seats()), state(), known, viewer,
                       *reinterpret_cast<CountingObservation*>(bytes));
  }
  ViewRef v = view_ref(rules(), state(), known, viewer, own);
  if (at_chance()) v.may_act = 0;
  if (level == NL_RAW) encode(v, *reinterpret_cast<RawObservation*>(bytes));
  if (level == NL_COUNTING) encode(rules(), v, *reinterpret_cast<CountingObservation*>(bytes));
  if (level == NL_HISTORY) {
    encode(rules(), v, past_of(viewer), *reinterpret_cast<HistoryObservation*>(bytes));
  }
}

}  // namespace nl::capi
