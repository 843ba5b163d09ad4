#include "bots/recall.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/game.h"

namespace nl {
namespace {

// How often what can't be known is drawn anew, where it can't have been so.
constexpr int kAttempts = 6;
// No answer is taken for impossible: what the others went by may be told apart only roughly.
constexpr double kLeastChance = 0.002;

using enum EventKind;

// Events that move no card unseen, or only such that the world now tells where they came from.
bool is_traced(const Event& event) {
  switch (event.kind) {
    case TurnStarted:
    case Played:
    case PlayedPair:
    case PlayedTriple:
    case PlayedFive:
    case AddedToFive:
    case ChoseTarget:
    case NamedCard:
    case Passed:
    case CommittedNope:
    case Noped:
    case Cancelled:
    case WentThrough:
    case Fizzled:
    case Attacked:
    case SkippedTurn:
    case Saw:
    case DrewNothing:
    case Gave:
    case Stole:
    case TookNamed:
    case TookNothing:
    case TookDiscard:
    case PutBack: return true;
    case Drew:
    case DrewKitten:
    case Defused: return event.number == 0;
    default: return false;
  }
}

// Whether the turns that began `i` events ago were owed for an Attack.
std::uint8_t was_attacked(Past past, int i) {
  const Event turn = past.ago(i);
  for (int j = i + 1; j < kHistory; ++j) {
    const Event before = past.ago(j);
    if (before.kind == None) break;
    if (before.kind == Attacked && before.other == turn.seat) return 1;
    if (before.kind == TurnStarted && before.seat != turn.seat) return 0;
  }
  return turn.number > 1;
}

// The card that lay on top of the discard pile, as far as it was told.
Card last_discarded(const History& before) {
  for (int i = 0; i < kHistory; ++i) {
    const Event& event = before.ago(i);
    switch (event.kind) {
      case Played:
      case AddedToFive:
      case PlayedPair:
      case PlayedTriple: return event.card;
      case Noped: return Card::Nope;
      case Defused: return Card::Defuse;
      case None:
      case TookDiscard: return kNoCard;
      default: break;
    }
  }
  return kNoCard;
}

// Goes back from a world, event by event, and fills in what the events don't tell.
class Backwards {
 public:
  Backwards(const State& world, Stream& chance) : s_(world), chance_(chance) {}

  const State& state() const { return s_; }

  // False where it can't have been so.
  bool undo(Event& event, const SureDraw& sure_draw) {
    switch (event.kind) {
      case Played:
      case AddedToFive: return pick_up(event.seat, event.card, 1);
      case PlayedPair: return pick_up_alike(event, 2);
      case PlayedTriple: return pick_up_alike(event, 3);
      case Noped: return pick_up(event.seat, Card::Nope, 1);
      case Defused: return pick_up(event.seat, Card::Defuse, 1);
      case TookDiscard: return lay_down(event.seat, event.card);
      case Drew: return undraw(event, sure_draw);
      case DrewKitten: push(event.card); return true;
      case PutBack: return take_back(event);
      case Gave: return move_back(event, event.other, event.seat);
      case Stole: return move_back(event, event.seat, event.other);
      case TookNamed: return move(event.card, event.seat, event.other);
      case Saw: return lies_as_seen(event);
      default: return true;
    }
  }

 private:
  bool pick_up(Seat seat, Card card, int copies) {
    if (s_.discard[card] < copies) return false;
    s_.discard[card] = static_cast<std::uint8_t>(s_.discard[card] - copies);
    s_.hands[seat][card] = static_cast<std::uint8_t>(s_.hands[seat][card] + copies);
    s_.hand_size[seat] = static_cast<std::uint8_t>(s_.hand_size[seat] + copies);
    return true;
  }
  bool pick_up_alike(const Event& event, int copies) {
    return pick_up(event.seat, event.card, copies - event.number) &&
           pick_up(event.seat, Card::Feral, event.number);
  }
  bool lay_down(Seat seat, Card card) {
    if (s_.hands[seat][card] == 0) return false;
    --s_.hands[seat][card];
    --s_.hand_size[seat];
    ++s_.discard[card];
    return true;
  }
  bool move(Card card, Seat from, Seat to) {
    if (s_.hands[from][card] == 0) return false;
    --s_.hands[from][card];
    --s_.hand_size[from];
    ++s_.hands[to][card];
    ++s_.hand_size[to];
    return true;
  }
  bool move_back(Event& event, Seat from, Seat to) {
    return tell_card(event, from, {}) && move(event.secret_card(), from, to);
  }
  // Any card of the hand may be the one that was not there before: the even deal makes no
  // difference between them.
  bool tell_card(Event& event, Seat holder, const SureDraw& sure) {
    if (event.secrets != 0) return true;
    Counts may_be = s_.hands[holder];
    for (std::size_t k = 0; k < may_be.n.size(); ++k) {
      may_be.n[k] = static_cast<std::uint8_t>(may_be.n[k] - std::min(may_be.n[k], sure.held.n[k]));
    }
    const int cards = may_be.total();
    if (cards == 0) return false;
    const auto lot = static_cast<int>(bounded(chance_, static_cast<std::uint32_t>(cards)));
    const Card card = sure.card != kNoCard ? sure.card : nth_card(may_be, lot);
    event.secrets = 1;
    event.secret[0] = static_cast<std::uint8_t>(card);
    return true;
  }
  void push(Card card) { s_.pile[s_.pile_size++] = card; }
  bool undraw(Event& event, const SureDraw& sure) {
    if (!tell_card(event, event.seat, sure)) return false;
    const Card card = event.secret_card();
    if (s_.hands[event.seat][card] == 0) return false;
    --s_.hands[event.seat][card];
    --s_.hand_size[event.seat];
    push(card);
    return true;
  }
  bool take_back(Event& event) {
    if (event.secrets == 0 && !tell_place(event)) return false;
    const int place = event.secret[0];
    if (place >= s_.pile_size || s_.from_top(place) != event.card) return false;
    for (int i = place; i > 0; --i) s_.from_top(i) = s_.from_top(i - 1);
    --s_.pile_size;
    return true;
  }
  // One of the kittens that lie in the pile.
  bool tell_place(Event& event) {
    int kittens = 0;
    for (int i = 0; i < s_.pile_size; ++i) kittens += s_.from_top(i) == event.card;
    if (kittens == 0) return false;
    auto skip = bounded(chance_, static_cast<std::uint32_t>(kittens));
    int place = 0;
    while (s_.from_top(place) != event.card || skip-- > 0) ++place;
    event.secrets = 1;
    event.secret[0] = static_cast<std::uint8_t>(place);
    return true;
  }
  bool lies_as_seen(const Event& event) const {
    for (int i = 0; i < event.secrets; ++i) {
      if (i >= s_.pile_size || s_.from_top(i) != event.secret_card(i)) return false;
    }
    return true;
  }

  State s_;
  Stream& chance_;
};

struct Answer {
  Seat seat;
  Action action;
};

// Plays the past again by the rules, every outcome as it was told.
class Forwards {
 public:
  static constexpr bool kListens = true;

  Forwards(const Rules& rules, Seat viewer, const std::vector<Event>& told,
           const std::vector<Event>& filled, const Minds& minds)
      : rules_(rules), viewer_(viewer), told_(told), filled_(filled), minds_(minds) {}

  // False where the rules lead elsewhere. `note_answer` is called before each answer of another who
  // had a choice.
  template <class NoteAnswer>
  bool play(State& s, NoteAnswer note_answer) {
    while (next_ < told_.size() && !broken_) {
      const std::optional<Answer> answer = answer_in(s);
      if (!answer) return false;
      const ActionSet choices = legal(rules_, s, answer->seat);
      if (!choices.has(answer->action)) return false;
      if (answer->seat != viewer_ && choices.size() > 1) {
        note_answer(s, *answer, choices, minds_, next_);
      }
      apply_legal(rules_, s, answer->seat, answer->action, *this, *this);
    }
    return !broken_;
  }
  const Minds& minds() const { return minds_; }

  // As a sink.
  void operator()(const Event& event) {
    minds_(event);
    const Event shown = redact(event, viewer_);
    if (shown.kind == None) return;
    broken_ |= next_ >= told_.size() || shown != told_[next_];
    ++next_;
  }

  // As a source of chance.
  void shuffle(Chance, int, Card*, int) { broken_ = true; }
  Card card(Chance, int, const Counts& from, int) {
    const Card told = next_ < filled_.size() ? filled_[next_].secret_card() : kNoCard;
    if (index(told) < kCardKinds && from[told] != 0) return told;
    broken_ = true;
    return nth_card(from, 0);
  }
  Seat seat(Chance, int, SeatMask seats) {
    if (next_ < told_.size() && holds(seats, told_[next_].seat)) return told_[next_].seat;
    broken_ = true;
    return first_seat(seats);
  }

 private:
  std::optional<Answer> answer_in(const State& s) const {
    const Event& next = filled_[next_];
    if (s.top().phase == Phase::Window) return answer_in_window(s, next);
    const Seat seat = s.top().seat;
    if (next.seat != seat) return {};
    switch (s.top().phase) {
      case Phase::Turn: return answer_on_turn(seat, next);
      case Phase::Target:
        if (next.kind == ChoseTarget) return Answer{seat, target(seat, next.other, s.seats)};
        return {};
      case Phase::Name:
        if (next.kind == NamedCard) return Answer{seat, name_card(next.card)};
        return {};
      case Phase::Five:
        if (next.kind == AddedToFive) return Answer{seat, name_card(next.card)};
        return {};
      case Phase::Take:
        if (next.kind == TookDiscard) return Answer{seat, name_card(next.card)};
        return {};
      case Phase::Give:
        if (next.kind == Gave) return Answer{seat, name_card(next.secret_card())};
        return {};
      case Phase::Place:
        if (next.kind == PutBack) return Answer{seat, number(next.secret[0])};
        return {};
      default: return {};
    }
  }
  static std::optional<Answer> answer_on_turn(Seat seat, const Event& next) {
    switch (next.kind) {
      case Played: return Answer{seat, nl::play(next.card)};
      case PlayedPair: return Answer{seat, pair(next.card)};
      case PlayedTriple: return Answer{seat, triple(next.card)};
      case PlayedFive: return Answer{seat, word(Verb::Five)};
      case Drew:
      case DrewKitten:
      case DrewNothing: return Answer{seat, word(Verb::Draw)};
      default: return {};
    }
  }
  // Who passes does so unseen. That a Nope was laid down beside the one that counted can't be told:
  // it is taken for a pass.
  std::optional<Answer> answer_in_window(const State& s, const Event& next) const {
    switch (next.kind) {
      case Passed: return Answer{next.seat, word(Verb::Pass)};
      case CommittedNope: return Answer{next.seat, word(Verb::Nope)};
      case Noped:
        if (rules_.nope_way == NopeWay::Immediate || next_actor(s) == next.seat) {
          return Answer{next.seat, word(Verb::Nope)};
        }
        return Answer{next_actor(s), word(Verb::Pass)};
      case Cancelled:
      case WentThrough: return Answer{next_actor(s), word(Verb::Pass)};
      default: return {};
    }
  }

  const Rules& rules_;
  Seat viewer_;
  const std::vector<Event>& told_;
  const std::vector<Event>& filled_;
  Minds minds_;
  std::size_t next_ = 0;
  bool broken_ = false;
};

static_assert(RandomSource<Forwards>);

// Who is sure to hold the Defuse that everybody begins with. Of the others the viewer knows it; of
// the viewer it can be told by how many have been used, and by whom.
SeatMask with_first_defuse(const View& v, const State& start, const std::vector<Event>& told) {
  SeatMask sure = 0;
  for (int i = 0; i < v.known.held(); ++i) {
    if (v.known.held(i).card() == Card::Defuse) sure |= seat_bit(v.known.held(i).seat());
  }
  const int used = start.discard[Card::Defuse];
  for (const Event& event : told) {
    if (event.kind == Defused && used == 0 && event.seat != v.viewer) sure |= seat_bit(event.seat);
  }
  const int others_without = v.seats - 1 - count(without(sure, v.viewer));
  sure = without(sure, v.viewer);
  const bool has_one = start.hands[v.viewer][Card::Defuse] != 0;
  return has_one && used <= others_without ? sure | seat_bit(v.viewer) : sure;
}

Knowledge knowledge_at(const View& v, const State& start, SeatMask with_defuse, Seat seat) {
  Knowledge::Parts parts;
  parts.pile_size = start.pile_size;
  parts.exploded = static_cast<std::uint8_t>(v.known.exploded());
  parts.imploded = static_cast<std::uint8_t>(v.known.imploded());
  for (Seat other = 0; other < v.seats; ++other) {
    if (other == seat || !holds(with_defuse, other)) continue;
    parts.held[parts.held_count++] = held_card(other, Card::Defuse);
  }
  return {seat, v.seats, parts};
}

bool same_cards(const State& a, const State& b) {
  return a.hands == b.hands && a.discard == b.discard && a.pile_size == b.pile_size &&
         std::equal(a.pile.begin(), a.pile.begin() + a.pile_size, b.pile.begin());
}

}  // namespace

std::vector<double> believed(const Network& policy, std::span<const Recalled> worlds) {
  std::vector<const KeptQuestion*> questions;
  for (const Recalled& world : worlds) {
    for (const GivenAnswer& given : world.answers) questions.push_back(&given.question);
  }
  const std::vector<std::vector<Weighed>> answers = answer_all(policy, questions);
  std::vector<double> sums(worlds.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    for (const GivenAnswer& given : worlds[i].answers) {
      for (const Weighed& choice : answers[next++]) {
        if (choice.action != given.action) continue;
        sums[i] += std::log(std::max(choice.chance, kLeastChance));
      }
    }
  }
  return sums;
}

Recall::Recall(const Rules& rules, const View& v, Past past, const Network& policy, int events)
    : rules_(rules), v_(v), policy_(policy) {
  find_start(past);
  note_what_is_sure();
  const auto wanted = static_cast<std::size_t>(events);
  weighed_from_ = told_.size() > wanted ? told_.size() - wanted : 0;
}

// As far back as can be traced: to the beginning of a turn, or to where the pile was shuffled, and
// what lay in it before makes no difference any more.
void Recall::find_start(Past past) {
  int first = -1;
  for (int i = 0; i < kHistory; ++i) {
    const Event event = past.ago(i);
    if (event.kind == TurnStarted) {
      first = i;
      start_ = {event.seat, event.number, was_attacked(past, i)};
    }
    if (event.kind == Shuffled) {
      int j = i + 1;
      while (j < kHistory && past.ago(j).kind != TurnStarted) ++j;
      if (j < kHistory && past.ago(j).seat == event.seat) {
        first = i;
        start_ = {event.seat, past.ago(j).number, was_attacked(past, j)};
      }
    }
    if (!is_traced(event)) break;
  }
  for (int i = first - 1; i >= 0; --i) told_.push_back(past.ago(i));
  if (told_.empty()) return;
  for (Seat seat = 0; seat < v_.seats; ++seat) before_[seat] = told_to(seat, v_, past, first);
}

// The viewer has seen some cards before others drew them, and knows some of those that they had.
void Recall::note_what_is_sure() {
  Knowledge known(v_.viewer, v_.seats);
  for (const Event& event : told_) {
    SureDraw& sure = sure_draws_.emplace_back();
    if (event.kind == Drew && event.secrets == 0) {
      sure.card = known.at(0);
      for (int i = 0; i < known.held(); ++i) {
        if (known.held(i).seat() == event.seat) ++sure.held[known.held(i).card()];
      }
    }
    known.fold(event);
  }
}

Recalled Recall::lead_to(const State& world, Stream& chance) const {
  for (int attempt = 0; attempt < kAttempts && traces(); ++attempt) {
    Recalled recalled = try_to_lead_to(world, chance);
    if (recalled.whole) return recalled;
  }
  return {};
}

Recalled Recall::try_to_lead_to(const State& world, Stream& chance) const {
  std::vector<Event> filled = told_;
  Backwards back(world, chance);
  for (std::size_t i = filled.size(); i-- > 0;) {
    if (!back.undo(filled[i], sure_draws_[i])) return {};
  }
  State s = begun(back.state());
  Minds minds(v_.seats, net_remembers(policy_));
  const SeatMask with_defuse = with_first_defuse(v_, s, told_);
  for (Seat seat = 0; seat < v_.seats; ++seat) {
    minds.know(seat, knowledge_at(v_, s, with_defuse, seat));
    if (minds.remembers()) minds.remember(seat, before_[seat]);
  }
  Recalled recalled;
  Forwards forwards(rules_, v_.viewer, told_, filled, minds);
  const auto note_answer = [&](const State& at, const Answer& answer, const ActionSet& choices,
                               const Minds& then, std::size_t next) {
    if (next < weighed_from_) return;
    GivenAnswer& given = recalled.answers.emplace_back();
    const Glimpse seen = glimpse(rules_, at, then.known(answer.seat), answer.seat, choices);
    given.question.put(policy_, rules_, seen, then.past(answer.seat));
    given.action = answer.action;
  };
  if (!forwards.play(s, note_answer) || !same_cards(s, world)) return {};
  recalled.whole = true;
  recalled.minds = forwards.minds();
  recalled.minds.know(v_.viewer, v_.known);
  return recalled;
}

State Recall::begun(const State& cards) const {
  State s = cards;
  s.frames = {};
  s.frames[0] = {Phase::Turn, start_.turn};
  s.depth = 1;
  s.play = {};
  s.turn = start_.turn;
  s.owed = start_.owed;
  s.attacked = start_.attacked;
  s.discard_top = last_discarded(before_[v_.viewer]);
  return s;
}

}  // namespace nl
