// Rewind of an imagined world to its first hands.
#include "bots/rewind.h"

#include <algorithm>

#include "engine/fold.h"
#include "engine/odds.h"

namespace nl {
namespace {

constexpr std::size_t kMostWays = 1000;

// The logarithm of the number of orders in which the same hand can be dealt, up to a common factor.
double log_orders(const Counts& hand) {
  double orders = 0;
  for (const std::uint8_t copies : hand.n) {
    for (int i = 2; i <= copies; ++i) orders -= log_of(i);
  }
  return orders;
}

// Cards whose play can be undone, in games where each is reported in one way.
bool can_be_replayed(const Rules& rules, std::span<const Event> told) {
  const bool plain = (rules.copies.kinds() & ~make_rules(kDefaultPreset).copies.kinds()) == 0 &&
                     rules.nope_asks == NopeAsks::All && !rules.chain && !rules.times &&
                     !rules.five && !rules.faster;
  const bool all_live = std::none_of(told.begin(), told.end(), [](const Event& event) {
    return event.kind == EventKind::Died || event.kind == EventKind::Forfeited;
  });
  return plain && all_live && !told.empty() && told.front().kind == EventKind::GameStarted;
}

std::vector<Card> listed(const Counts& counts) {
  std::vector<Card> cards;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    cards.insert(cards.end(), counts[card_at(kind)], card_at(kind));
  }
  return cards;
}

}  // namespace

Rewind::Rewind(const Rules& rules, const View& v, std::span<const Event> told, Stream& chance)
    : rules_(rules), v_(v), told_(told), chance_(chance), possible_(can_be_replayed(rules, told)) {
  Knowledge known(v.viewer, v.seats);
  for (std::size_t i = 0; possible_ && i < told.size(); ++i) {
    top_before_.push_back(known.at(0));
    if (told[i].kind == EventKind::Shuffled) ways_[i] = ways_to_lie(known, known.pile_size());
    fold(known, told[i]);
  }
  ways_[told.size()] = ways_to_lie(v.known, v.pile_size);
}

// Every arrangement of the viewer's known cards; if there are too many, only cards with a known
// place.
std::vector<Rewind::Placing> Rewind::ways_to_lie(const Knowledge& known, int pile) {
  std::vector<Placing> ways{{}};
  for (const bool exact : {true, false}) {
    for (int i = 0; i < known.facts(); ++i) {
      const PileFact& fact = known.fact(i);
      if (fact.card == kNoKitten || fact.exact() != exact) continue;
      std::vector<Placing> more;
      for (const Placing& way : ways) {
        for (int place = fact.low; place <= fact.high && place < pile; ++place) {
          if (std::any_of(way.begin(), way.end(),
                          [&](const Placed& p) { return p.place == place; })) {
            continue;
          }
          more.push_back(way);
          more.back().push_back({static_cast<std::uint8_t>(place), fact.card});
        }
      }
      if (more.size() <= kMostWays) ways = std::move(more);
    }
  }
  return ways;
}

bool Rewind::take(Seat seat, Card card) {
  if (cards_.hands[seat][card] == 0) return false;
  --cards_.hands[seat][card];
  return true;
}

// Copies are alike: the fewer there are of the chosen one, the more it represents.
Card Rewind::any_card_of(Seat seat) {
  const Counts& hand = cards_.hands[seat];
  const int all = hand.total();
  if (all == 0) return Card::Exploding;  // in no hand
  const Card card = nth_card(hand, below(all));
  log_weight_ += log_of(all) - log_of(hand[card]);
  return card;
}

bool Rewind::undo_draw(std::size_t i) {
  const Event& event = told_[i];
  const Card known = top_before_[i];
  const Card card = event.secrets != 0 ? event.secret_card()
                    : known != kNoCard ? known
                                       : any_card_of(event.seat);
  cards_.pile[cards_.pile_size++] = card;
  return take(event.seat, card);
}

bool Rewind::undo_putting_back(Event& event) {
  if (event.secrets == 0) {
    int kittens = 0;
    for (int place = 0; place < cards_.pile_size; ++place) {
      if (cards_.from_top(place) != event.card) continue;
      if (below(++kittens) == 0) event.secret[0] = static_cast<std::uint8_t>(place);
    }
    if (kittens == 0) return false;
  }
  const int place = event.secret[0];
  if (place >= cards_.pile_size || cards_.from_top(place) != event.card) return false;
  for (int i = place; i > 0; --i) cards_.from_top(i) = cards_.from_top(i - 1);
  --cards_.pile_size;
  return true;
}

bool Rewind::undo_gift(Event& event, Seat from, Seat to) {
  if (event.secrets == 0) event.secret[0] = static_cast<std::uint8_t>(any_card_of(to));
  ++cards_.hands[from][event.secret_card()];
  return take(to, event.secret_card());
}

// Known cards of the pile take one of their arrangements, the rest is random. If the result fits
// several arrangements, it would be dealt too often by that factor.
bool Rewind::lay_pile(const std::vector<Placing>& ways, Counts& rest, Cards& others) {
  if (ways.empty()) return false;
  std::array<bool, kMaxBox> taken{};
  for (const Placed& one : ways[static_cast<std::size_t>(below(static_cast<int>(ways.size())))]) {
    if (rest[one.card] == 0) return false;
    log_weight_ += log_of(rest[one.card]--);
    taken[one.place] = true;
    cards_.from_top(one.place) = one.card;
  }
  others = listed(rest);
  fisher_yates(chance_, others.data(), static_cast<int>(others.size()));
  for (std::size_t place = 0; place < cards_.pile_size; ++place) {
    if (taken[place]) continue;
    if (others.empty()) return false;
    cards_.from_top(static_cast<int>(place)) = others.back();
    others.pop_back();
  }
  log_weight_ -= log_of(std::count_if(ways.begin(), ways.end(), [&](const Placing& way) {
    return std::all_of(way.begin(), way.end(),
                       [&](const Placed& one) { return cards_.from_top(one.place) == one.card; });
  }));
  return true;
}

// Any order before a shuffle that is consistent with the viewer's knowledge.
bool Rewind::unshuffle(std::size_t i) {
  Counts rest{};
  for (int place = 0; place < cards_.pile_size; ++place) ++rest[cards_.from_top(place)];
  Cards none;
  return lay_pile(ways_.at(i), rest, none);
}

// Hands and pile as the view allows them, all equally likely.
bool Rewind::deal() {
  cards_ = {};
  cards_.pile_size = v_.pile_size;
  cards_.hands[v_.viewer] = v_.hand;
  Counts rest = unseen(rules_, v_);
  for (int i = 0; i < v_.known.held(); ++i) {
    const HeldCard held = v_.known.held(i);
    if (rest[held.card()] == 0) return false;
    --rest[held.card()];
    ++cards_.hands[held.seat()][held.card()];
  }
  const Hands known = cards_.hands;
  Cards others;
  if (!lay_pile(ways_.at(told_.size()), rest, others)) return false;
  for (Seat seat = 0; seat < v_.seats; ++seat) {
    Counts dealt{};
    for (int size = known[seat].total(); size < v_.hand_size[seat]; ++size) {
      if (others.empty() || in(kKittens, others.back())) return false;
      ++dealt[others.back()];
      ++cards_.hands[seat][others.back()];
      others.pop_back();
    }
    log_weight_ -= log_orders(dealt);
  }
  return others.empty();
}

bool Rewind::is_on_top(const Event& seen) const {
  for (int i = 0; i < seen.secrets; ++i) {
    if (i >= cards_.pile_size || cards_.from_top(i) != seen.secret_card(i)) return false;
  }
  return true;
}

bool Rewind::undo(std::size_t i) {
  Event& event = whole_[i];
  const auto lay = [&](Card card, int copies) {
    cards_.hands[event.seat][card] =
        static_cast<std::uint8_t>(cards_.hands[event.seat][card] + copies);
    return true;
  };
  switch (event.kind) {
    case EventKind::Played: return lay(event.card, 1);
    case EventKind::PlayedPair: return lay(event.card, 2);
    case EventKind::PlayedTriple: return lay(event.card, 3);
    case EventKind::Noped: return lay(Card::Nope, 1);
    case EventKind::Defused: return lay(Card::Defuse, 1);
    case EventKind::Drew: return undo_draw(i);
    case EventKind::DrewKitten: cards_.pile[cards_.pile_size++] = event.card; return true;
    case EventKind::PutBack: return undo_putting_back(event);
    case EventKind::Gave: return undo_gift(event, event.seat, event.other);
    case EventKind::Stole: return undo_gift(event, event.other, event.seat);
    case EventKind::TookNamed:
      ++cards_.hands[event.other][event.card];
      return take(event.seat, event.card);
    case EventKind::Saw: return is_on_top(event);
    case EventKind::Shuffled: shuffled_.push_back(cards_.pile); return unshuffle(i);
    default: return true;
  }
}

bool Rewind::go_back() {
  whole_.assign(told_.begin(), told_.end());
  shuffled_.clear();
  log_weight_ = 0;
  if (!deal()) return false;
  for (std::size_t i = told_.size(); i-- > 0;) {
    if (!undo(i) || cards_.pile_size == cards_.pile.size()) return false;
  }
  for (Seat seat = 0; seat < v_.seats; ++seat) {
    Counts first = cards_.hands[seat];
    if (first[Card::Defuse] == 0) return false;  // every player gets one
    --first[Card::Defuse];
    if (first[Card::Defuse] != 0 && !rules_.extra_defuses_dealt) return false;
    log_weight_ += log_orders(first);
  }
  return true;
}

State Rewind::first_hands() const {
  State first;
  first.hands = cards_.hands;
  first.pile = cards_.pile;
  first.pile_size = cards_.pile_size;
  return first;
}

const std::array<Card, kMaxBox>* Rewind::shuffled(int number) const {
  const auto after = static_cast<std::size_t>(number) + 1;
  return after > shuffled_.size() ? nullptr : &shuffled_[shuffled_.size() - after];
}

}  // namespace nl
