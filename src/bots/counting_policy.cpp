// Policy of the counting bot.
#include "bots/counting_policy.h"

#include <algorithm>
#include <initializer_list>

#include "engine/cards.h"

namespace nl {

int card_worth(Card card) {
  switch (card) {
    case Card::Defuse: return 100;
    case Card::Streaking: return 70;
    case Card::Attack:
    case Card::Targeted: return 55;
    case Card::Nope: return 50;
    case Card::SuperSkip: return 48;
    case Card::Skip:
    case Card::Bury:
    case Card::Reverse: return 45;
    case Card::Alter:
    case Card::Share:
    case Card::Alter5: return 40;
    case Card::See:
    case Card::See5: return 35;
    case Card::Bottom: return 32;
    case Card::Shuffle: return 30;
    case Card::Favor: return 28;
    case Card::Swap:
    case Card::Curse:
    case Card::Catomic: return 25;
    case Card::Mark:
    case Card::Personal:
    case Card::Potluck:
    case Card::Garbage: return 15;
    case Card::Exploding: return -100;
    default: return 5;
  }
}

namespace {

int percent(int per_mille) { return (per_mille + 5) / 10; }

class Counting {
 public:
  Counting(const Situation& at, Stream& chance, const CountingStyle& style)
      : at_(at), chance_(chance), style_(style) {}

  Reasoned choose() {
    if (at_.legal.size() == 1) return {at_.legal.nth(0), {Why::Forced}};
    switch (at_.frame.phase) {
      case Phase::Turn: return on_turn();
      case Phase::Chain: return chain();
      case Phase::Target: return aim();
      case Phase::Name:
        return {best([](Action a) { return card_worth(a.card()); }), {Why::NameDefuse}};
      case Phase::Take:
        return {best([](Action a) { return card_worth(a.card()); }), {Why::TakeBest}};
      case Phase::Five:
      case Phase::Give:
      case Phase::Collect:
      case Phase::Potluck:
        return {best([&](Action a) { return -worth_here(a.card()); }), {Why::GiveLeast}};
      case Phase::Window: return answer();
      case Phase::Order: return order();
      case Phase::Keep: return {word(Verb::Keep), {Why::Escape, 100}};
      case Phase::Place: return place();
      case Phase::Bury: return bury();
      default: return {at_.legal.nth(below(at_.legal.size())), {Why::Chance}};
    }
  }

 private:
  // ---- helpers ------------------------------------------------------------------------------

  int below(int n) { return static_cast<int>(bounded(chance_, static_cast<std::uint32_t>(n))); }
  bool likely(int per_mille) { return below(kCertain) < per_mille; }
  bool can(Card card) const { return at_.legal.has(play(card)); }

  template <class Value>
  Action best(Value value) const {
    Action chosen = kNoAnswer;
    int most = 0;
    at_.legal.for_each([&](Action action) {
      const int worth = value(action);
      if (chosen == kNoAnswer || worth > most) {
        chosen = action;
        most = worth;
      }
    });
    return chosen;
  }
  Action first_of(std::initializer_list<Card> cards) const {
    for (const Card card : cards) {
      if (can(card)) return play(card);
    }
    return kNoAnswer;
  }
  // The last copy of a useful card is worth more than the third; a lone cat is worth least.
  int worth_here(Card card) const {
    if (card == Card::Streaking && at_.hand[Card::Exploding] != 0) return 200;
    if (in(kCats, card)) return 5 + 8 * (at_.hand[card] - 1);
    return card_worth(card) - 4 * (at_.hand[card] - 1);
  }

  // ---- its own turn -------------------------------------------------------------------------

  Reasoned on_turn() {
    if (at_.cursed) return blind_or_draw();
    const Action prize = gain();
    if (prize != kNoAnswer) return {prize, {Why::Gain}};
    if (at_.risk == 0) return {word(Verb::Draw), {Why::DrawSafe}};
    if (at_.risk <= bearable()) return {word(Verb::Draw), {Why::DrawRisk, percent(at_.risk)}};
    const Reasoned out = way_out();
    if (out.action != kNoAnswer) return out;
    return {word(Verb::Draw), {Why::DrawNoWayOut, percent(at_.risk)}};
  }
  // With a Defuse a kitten costs a card; without one it costs the game.
  int bearable() const {
    if (at_.hand[Card::Defuse] == 0) return style_.bearable_bare;
    return at_.others() > 1 ? style_.bearable_in_company : style_.bearable_with_defuse;
  }
  Reasoned way_out() {
    if (!at_.top_known && at_.risk >= style_.look_above && escape() != kNoAnswer) {
      const Action look = first_of({Card::Alter5, Card::Alter, Card::See5, Card::See, Card::Share});
      if (look != kNoAnswer) return {look, {Why::Look, percent(at_.risk)}};
    }
    const Action out = escape();
    if (out != kNoAnswer) {
      if (at_.risk == kCertain) return {out, {Why::EscapeKitten}};
      return {out, {at_.owed > 1 ? Why::PassOn : Why::Escape, percent(at_.risk)}};
    }
    if (at_.risk < kCertain / 2) return {kNoAnswer};
    const Action mix = first_of({Card::Alter, Card::Alter5, Card::Shuffle, Card::Swap,
                                 Card::Garbage, Card::See, Card::See5});
    return {mix, {Why::Mix}};
  }
  Action escape() const {
    if (at_.owed > 1) {
      const Action all = first_of({Card::Attack, Card::Targeted, Card::SuperSkip});
      if (all != kNoAnswer) return all;
    }
    if (can(Card::Bottom) && at_.risk_at_bottom * 3 < at_.risk) return play(Card::Bottom);
    const bool hit_hard =
        at_.risk > kCertain / 2;  // one draw must not be enough for the next player
    return hit_hard ? first_of({Card::Attack, Card::Targeted, Card::Bury, Card::Skip, Card::Reverse,
                                Card::Catomic, Card::SuperSkip})
                    : first_of({Card::Bury, Card::Skip, Card::Reverse, Card::Attack, Card::Targeted,
                                Card::Catomic, Card::SuperSkip});
  }
  Reasoned blind_or_draw() {
    const bool dangerous = at_.risk > 250;
    if (dangerous && at_.legal.has(word(Verb::Blind)) && likely(600)) {
      return {word(Verb::Blind), {Why::Escape, percent(at_.risk)}};
    }
    return {word(Verb::Draw), {Why::DrawRisk, percent(at_.risk)}};
  }
  // Cats have no other use, so they become somebody's cards at once.
  Action gain() const {
    const Action prize = best([&](Action action) {
      switch (action.verb()) {
        case Verb::Triple: return in(kCats, action.card()) && at_.defusers != 0 ? 60 : 0;
        case Verb::Pair: return in(kCats, action.card()) ? 50 : 0;
        case Verb::Play:
          if (action.card() == Card::Favor) return 40;
          return action.card() == Card::Curse || action.card() == Card::Mark ? 20 : 0;
        default: return 1;
      }
    });
    return prize.verb() == Verb::Draw || prize.verb() == Verb::Blind ? kNoAnswer : prize;
  }

  Reasoned chain() {
    const Action on = best([](Action action) { return action.verb() == Verb::Play ? 1 : 0; });
    return {on, {Why::PassOn}};
  }
  // Target: a seat with a Defuse among few other cards; for an Attack, one without.
  Reasoned aim() {
    const bool attack = at_.play.combo == Combo::Single && in(kAttacks, at_.play.card);
    bool at_defuse = false;
    const Action chosen = best([&](Action action) {
      const Seat seat = seat_after(at_.me, action.distance(), at_.seats);
      const bool has = holds(at_.defusers, seat);
      if (attack) return (has ? 0 : 40) - at_.hand_size[seat] * 2 + below(4);
      at_defuse |= has;
      const bool by_choice = at_.play.combo == Combo::Single;  // they give their least useful card
      return (has && !by_choice ? 40 : 0) +
             (by_choice ? -at_.hand_size[seat] : at_.hand_size[seat]) * 2 + below(4);
    });
    return {chosen, {at_defuse ? Why::AimDefuse : Why::AimRich}};
  }

  // ---- windows ------------------------------------------------------------------------------

  Reasoned answer() {
    const bool stands = at_.play.nopes % 2 == 0;
    if (!stands) return answer_nope();
    if (at_.play.by == at_.me) return {word(Verb::Pass), {Why::KeepNope}};
    if (flees_kitten()) return {word(Verb::Nope), {Why::NopeKitten}};
    if (threatens()) return {word(Verb::Nope), {Why::NopeThreat}};
    return {word(Verb::Pass), {Why::KeepNope}};
  }
  // Its own card was Noped: worth another Nope if the draw would be deadly, or for a Defuse.
  Reasoned answer_nope() {
    const bool escaping = at_.turn == at_.me && at_.risk > kCertain / 3;
    const bool prize = at_.play.combo == Combo::Triple;
    if (at_.play.by == at_.me && (escaping || prize)) return {word(Verb::Nope), {Why::NopeBack}};
    return {word(Verb::Pass), {Why::KeepNope}};
  }
  // They play a card to avoid a kitten that this seat knows to be on top.
  bool flees_kitten() const {
    if (at_.risk != kCertain || at_.play.combo != Combo::Single) return false;
    constexpr KindMask kWaysOut = bit(Card::Skip) | bit(Card::Attack) | bit(Card::Targeted) |
                                  bit(Card::SuperSkip) | bit(Card::Reverse) | bit(Card::Shuffle) |
                                  bit(Card::Alter) | bit(Card::Swap) | bit(Card::Bottom) |
                                  bit(Card::Share) | bit(Card::Bury);
    return in(kWaysOut, at_.play.card);
  }
  bool threatens() {
    const bool at_me = at_.play.target == at_.me;
    if (at_.play.combo == Combo::Triple) return at_me && at_.hand[at_.play.named] != 0;
    if (at_.play.combo == Combo::Pair) {
      return at_me &&
             at_.hand[Card::Defuse] * kCertain >= at_.hand_size[at_.me] * style_.nope_theft_from &&
             at_.hand[Card::Defuse] != 0;
    }
    if (at_.play.combo != Combo::Single) return false;
    if (at_me && at_.play.card == Card::Curse) return true;
    if (at_me && at_.play.card == Card::Favor) return all_precious();
    const bool next = at_me || (at_.play.target == kNoSeat && at_.next(at_.turn) == at_.me);
    return next && in(kAttacks | bit(Card::Catomic), at_.play.card) &&
           at_.risk > style_.nope_attack_above;
  }
  bool all_precious() const {
    for (int kind = 0; kind < kCardKinds; ++kind) {
      if (at_.hand[card_at(kind)] != 0 && card_worth(card_at(kind)) < 40) return false;
    }
    return true;
  }

  // ---- kittens and the order of the pile ----------------------------------------------------

  Reasoned order() {
    const int placed = at_.frame.a;
    const bool own_draw = placed < at_.owed;
    const Action chosen = best([&](Action action) {
      const auto place = static_cast<std::size_t>(placed + action.number());
      const Card card = place < at_.top.size() ? at_.top[place] : kNoCard;
      const bool kitten = card == kNoCard || in(kKittens, card);
      if (!own_draw) return kitten ? 1000 : -card_worth(card);
      return kitten ? -1000 : card_worth(card);
    });
    return {chosen, {Why::Order}};
  }
  // Excludes the places of its own next draws; the choice among the rest must be unpredictable.
  Reasoned place() {
    const int places = at_.pile + 1;
    const int round = at_.others() + 1;
    const bool again = at_.turn == at_.me && at_.owed > 1;
    if (again) {
      const int deepest = std::min(places, at_.owed - 1 + round);
      const int above = std::min(places - 1, at_.owed - 1);  // its own draws come first
      return {number(above + below(std::max(1, std::min(deepest, places) - above))),
              {Why::PlaceDeep}};
    }
    if (likely(style_.top_place)) return {number(0), {Why::PlaceForNext}};
    for (int attempt = 0; attempt < 8; ++attempt) {
      const int depth = below(likely(500) ? std::min(places, 3 * round) : places);
      if (depth % round != round - 1) return {number(depth), {Why::PlaceAnywhere}};
    }
    return {number(0), {Why::PlaceForNext}};
  }

  // A kitten goes where a defused one would; a valuable card goes to its own next draw.
  Reasoned bury() {
    const auto card = static_cast<Card>(at_.frame.a);
    if (in(kKittens, card)) return place();
    const int others_first = at_.owed > 1 ? 0 : at_.others();
    const bool wanted = card_worth(card) > card_worth(Card::Favor);
    return {number(wanted ? std::min(others_first, at_.pile) : 0), {Why::Order}};
  }

  const Situation& at_;
  Stream& chance_;
  const CountingStyle& style_;
};

}  // namespace

Reasoned counting_choice(const Situation& at, Stream& chance, const CountingStyle& style) {
  return Counting(at, chance, style).choose();
}

}  // namespace nl
