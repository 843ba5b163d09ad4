#include "bots/past_worlds.h"

#include <algorithm>
#include <cmath>
#include <concepts>

#include "bots/event_number.h"

namespace nl {
namespace {

constexpr int kAsksForChances = 100;  // how often a bot is asked that can't say its chances

constexpr int kDealsForAWorld = 10;  // that may not fit
constexpr int kOneCountsOf = 3;      // so few of the worlds may count
constexpr std::size_t kMostWays = 1000;

double log_of(std::integral auto whole) { return std::log(static_cast<double>(whole)); }

// In how many orders the same hand can be dealt, up to a factor that all hands of its size share:
// the logarithm.
double log_orders(const Counts& hand) {
  double orders = 0;
  for (const std::uint8_t copies : hand.n) {
    for (int i = 2; i <= copies; ++i) orders -= log_of(i);
  }
  return orders;
}

// Cards whose going can be taken back, in games where each is told in one way.
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

// The answer that an event tells of, where nothing of it is secret.
Action told_answer(const Event& event, int seats) {
  switch (event.kind) {
    case EventKind::Played: return play(event.card);
    case EventKind::PlayedPair: return pair(event.card);
    case EventKind::PlayedTriple: return triple(event.card);
    case EventKind::ChoseTarget: return target(event.seat, event.other, seats);
    case EventKind::NamedCard: return name_card(event.card);
    case EventKind::Gave: return name_card(event.secret_card());
    case EventKind::PutBack: return number(event.secret[0]);
    case EventKind::Noped:
    case EventKind::CommittedNope: return word(Verb::Nope);
    case EventKind::Passed: return word(Verb::Pass);
    default: return word(Verb::Draw);
  }
}

}  // namespace

std::vector<Weighed> chances_of(Bot& bot, const Rules& rules, const View& v, Past past) {
  std::vector<Weighed> chances = bot.chances(rules, v, past);
  if (!chances.empty()) return chances;
  v.legal.for_each([&](Action action) { chances.push_back({action, 0}); });
  for (int i = 0; i < kAsksForChances; ++i) {
    const Action action = bot.act(rules, v, past);
    for (Weighed& one : chances) one.chance += one.action == action ? 1.0 / kAsksForChances : 0;
  }
  return chances;
}

PastWorlds::PastWorlds(const Rules& rules, const View& v, std::span<const Event> told, Bot& target,
                       Stream& chance, SaidChances& said)
    : rules_(rules),
      v_(v),
      told_(told),
      target_(target),
      chance_(chance),
      said_(said),
      possible_(can_be_replayed(rules, told)) {
  Knowledge known(v.viewer, v.seats);
  for (std::size_t i = 0; possible_ && i < told.size(); ++i) {
    top_before_.push_back(known.at(0));
    if (told[i].kind == EventKind::Shuffled) ways_[i] = ways_to_lie(known, known.pile_size());
    known.fold(told[i]);
  }
  ways_[told.size()] = ways_to_lie(v.known, v.pile_size);
}

// Every way in which the cards that somebody can place may lie; where there are too many, those
// whose place is known.
std::vector<PastWorlds::Placing> PastWorlds::ways_to_lie(const Knowledge& known, int pile) {
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

// ---- back to the first hands --------------------------------------------------------------------

bool PastWorlds::take(Seat seat, Card card) {
  if (cards_.hands[seat][card] == 0) return false;
  --cards_.hands[seat][card];
  return true;
}

// Copies are alike: the fewer there are of the one chosen, the more it stands for.
Card PastWorlds::any_card_of(Seat seat) {
  const Counts& hand = cards_.hands[seat];
  const int all = hand.total();
  if (all == 0) return Card::Exploding;  // in no hand
  const Card card = nth_card(hand, below(all));
  log_weight_ += log_of(all) - log_of(hand[card]);
  return card;
}

bool PastWorlds::undo_draw(std::size_t i) {
  const Event& event = told_[i];
  const Card known = top_before_[i];
  const Card card = event.secrets != 0 ? event.secret_card()
                    : known != kNoCard ? known
                                       : any_card_of(event.seat);
  cards_.pile[cards_.pile_size++] = card;
  return take(event.seat, card);
}

bool PastWorlds::undo_putting_back(Event& event) {
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

bool PastWorlds::undo_gift(Event& event, Seat from, Seat to) {
  if (event.secrets == 0) event.secret[0] = static_cast<std::uint8_t>(any_card_of(to));
  ++cards_.hands[from][event.secret_card()];
  return take(to, event.secret_card());
}

// What is known of the pile goes to one of the ways in which it can lie, the rest anywhere. Where
// the pile then looks as several ways would have it, it would be dealt that much too often.
bool PastWorlds::lay_pile(const std::vector<Placing>& ways, Counts& rest, Cards& others) {
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

// Any order that the pile may have had before a shuffle, as far as the viewer could know.
bool PastWorlds::unshuffle(std::size_t i) {
  Counts rest{};
  for (int place = 0; place < cards_.pile_size; ++place) ++rest[cards_.from_top(place)];
  Cards none;
  return lay_pile(ways_.at(i), rest, none);
}

// Hands and pile as the view allows them, each way as likely as the others.
bool PastWorlds::deal() {
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

bool PastWorlds::lies_on_top(const Event& seen) const {
  for (int i = 0; i < seen.secrets; ++i) {
    if (i >= cards_.pile_size || cards_.from_top(i) != seen.secret_card(i)) return false;
  }
  return true;
}

bool PastWorlds::undo(std::size_t i) {
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
    case EventKind::Saw: return lies_on_top(event);
    case EventKind::Shuffled: shuffled_.push_back(cards_.pile); return unshuffle(i);
    default: return true;
  }
}

bool PastWorlds::rewind() {
  whole_.assign(told_.begin(), told_.end());
  shuffled_.clear();
  log_weight_ = 0;
  if (!deal()) return false;
  for (std::size_t i = told_.size(); i-- > 0;) {
    if (!undo(i) || cards_.pile_size == cards_.pile.size()) return false;
  }
  for (Seat seat = 0; seat < v_.seats; ++seat) {
    Counts first = cards_.hands[seat];
    if (first[Card::Defuse] == 0) return false;  // everybody is given one
    --first[Card::Defuse];
    if (first[Card::Defuse] != 0 && !rules_.extra_defuses_dealt) return false;
    log_weight_ += log_orders(first);
  }
  return true;
}

// ---- and forth again ----------------------------------------------------------------------------

// Plays from the first hands on, by what the viewer was told. It is the game's chance and the one
// who listens, too.
struct PastWorlds::Replay {
  static constexpr bool kListens = true;

  PastWorlds& from;
  PastWorld world;
  std::size_t next = 0;  // of what was told
  bool fits = true;
  std::array<std::uint64_t, kMaxSeats> heard{};  // what each seat was told, as a number

  // ---- chance
  void shuffle(Chance, int number, Card* cards, int n) {
    const auto& order = from.shuffled_;
    const auto after = static_cast<std::size_t>(number) + 1;
    if (after > order.size()) return;
    std::copy_n(order[order.size() - after].begin(), n, cards);
  }
  Card card(Chance, int, const Counts& hand, int n) {
    const Event* const theft = coming(EventKind::Stole);
    fits &= theft != nullptr && hand[theft->secret_card()] != 0;
    if (!fits) return nth_card(hand, 0);
    world.log_deal += log_of(hand[theft->secret_card()]) - log_of(n);
    return theft->secret_card();
  }
  Seat seat(Chance, int, SeatMask seats) {
    const Event* const nope = coming(EventKind::Noped);
    fits &= nope != nullptr && holds(seats, nope->seat);
    world.log_deal -= log_of(count(seats));
    return fits ? nope->seat : first_seat(seats);
  }

  void operator()(const Event& event) {
    world.minds(event);
    for (Seat seat = 0; seat < from.v_.seats; ++seat) {
      const Event told = redact(event, seat);
      if (told.kind != EventKind::None) heard[seat] = mix64(heard[seat] + event_number(told));
    }
    const Event shown = redact(event, from.v_.viewer);
    if (shown.kind == EventKind::None) return;
    fits &= next < from.told_.size() && from.told_[next] == shown;
    ++next;
  }

  // The next event of a kind that is still to come.
  const Event* coming(EventKind kind) const {
    for (std::size_t i = next; i < from.whole_.size(); ++i) {
      if (from.whole_[i].kind == kind) return &from.whole_[i];
    }
    return nullptr;
  }
  // … and the next that all are told.
  const Event* openly_coming() const {
    for (std::size_t i = next; i < from.whole_.size(); ++i) {
      const EventKind kind = from.whole_[i].kind;
      if (kind != EventKind::Passed && kind != EventKind::CommittedNope) return &from.whole_[i];
    }
    return nullptr;
  }

  View seen_by(Seat seat) const {
    return view(from.rules_, world.state, world.minds.known(seat), seat);
  }

  // What somebody else has answered in a window nobody was told but by what came of it.
  std::optional<Action> answer_in_window(Seat seat) const {
    const Event* const came = openly_coming();
    const bool noped = came != nullptr && came->kind == EventKind::Noped;
    if (noped && came->seat == seat) return word(Verb::Nope);
    const bool open = came == nullptr || noped;
    if (open && from.rules_.nope_way == NopeWay::Commit) return std::nullopt;
    return word(Verb::Pass);
  }
  std::optional<Action> answer_of(Seat seat) const {
    const bool viewers = seat == from.v_.viewer;
    if (!viewers && world.state.top().phase == Phase::Window) return answer_in_window(seat);
    if (next >= from.whole_.size()) return std::nullopt;
    return told_answer(from.whole_[next], world.state.seats);
  }

  // What a seat holds at first and is told says all that it may go by.
  double chance_of(Seat seat, Action action) {
    const auto [found, added] = from.said_.try_emplace(heard[seat]);
    if (added) {
      found->second = chances_of(from.target_, from.rules_, seen_by(seat), world.minds.past(seat));
    }
    for (const Weighed& one : found->second) {
      if (one.action == action) return one.chance;
    }
    return 0;
  }

  // Weighs the answer that was given, or draws one where nobody can know it.
  Action weighed(Seat seat, const ActionSet& choices) {
    const std::optional<Action> told = answer_of(seat);
    if (choices.size() == 1 || (told && seat == from.v_.viewer)) {
      return told.value_or(choices.nth(0));
    }
    if (!told) return from.target_.act(from.rules_, seen_by(seat), world.minds.past(seat));
    world.answers.push_back({next, std::log(chance_of(seat, *told))});
    return *told;
  }

  std::optional<PastWorld> play() {
    State& s = world.state;
    for (Seat seat = 0; seat < from.v_.seats; ++seat) {
      for (const std::uint8_t n : s.hands[seat].n) heard[seat] = mix64(heard[seat] + n + seat);
    }
    begin_game(s, from.v_.seats, from.told_.front().seat, *this);
    while (fits && !s.over()) {
      const Seat seat = next_actor(s);
      if (next == from.told_.size() && seat == from.v_.viewer) return world;
      const ActionSet choices = legal(from.rules_, s, seat);
      const Action action = weighed(seat, choices);
      if (!choices.has(action)) return std::nullopt;
      apply_legal(from.rules_, s, seat, action, *this, *this);
    }
    return std::nullopt;
  }
};

std::optional<PastWorld> PastWorlds::draw() {
  if (!rewind()) return std::nullopt;
  State first;
  first.hands = cards_.hands;
  first.pile = cards_.pile;
  first.pile_size = cards_.pile_size;
  const Minds minds(v_.seats, target_.remembers(rules_));
  return Replay{*this, {first, minds, log_weight_}}.play();
}

// ---- many ---------------------------------------------------------------------------------------

double PastWorld::log_weight(std::size_t since) const {
  double sum = log_deal;
  for (const Answered& one : answers) sum += one.when >= since ? one.log_chance : 0;
  return sum;
}

namespace {

std::vector<double> weights_of(std::span<const PastWorld> worlds, std::size_t since) {
  std::vector<double> weights;
  for (const PastWorld& world : worlds) weights.push_back(world.log_weight(since));
  const double most = *std::max_element(weights.begin(), weights.end());
  for (double& weight : weights) weight = std::exp(weight - most);  // NaN where none is possible
  return weights;
}

// As many as would tell as much if none weighed more than another.
double as_good_as(std::span<const double> weights) {
  double sum = 0, squares = 0;
  for (const double weight : weights) {
    sum += weight;
    squares += weight * weight;
  }
  return sum > 0 ? sum * sum / squares : 0;
}

}  // namespace

WeighedWorlds PastWorlds::draw_many(int wanted) {
  WeighedWorlds all;
  const auto enough = static_cast<std::size_t>(wanted);
  for (int deals = 0; possible_ && deals < wanted * kDealsForAWorld; ++deals) {
    if (auto world = draw()) all.worlds.push_back(std::move(*world));
    if (all.worlds.size() == enough) break;
  }
  const double least = static_cast<double>(all.worlds.size()) / kOneCountsOf;
  for (std::size_t since = 0; !all.worlds.empty() && since <= told_.size() + 1; ++since) {
    all.weights = weights_of(all.worlds, since);
    if (as_good_as(all.weights) >= least) break;
  }
  return all;
}

}  // namespace nl
