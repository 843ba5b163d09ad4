// Deals with chosen cards, for tests.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "game/game.h"
#include "game/time.h"

namespace nl {

struct Staged {
  Preset preset = Preset::Official;
  Expansions expansions = kBase;
  Rules rules = make_rules(Preset::Official);
  // Of each hand, what it holds beside its Defuse; filled up with cats, then with other cards.
  std::vector<std::vector<Card>> hands{};
  std::vector<Card> top{};  // of the pile
  Seat first = 0;
  // For tables.
  std::vector<std::string> bots{};  // by seat; empty: a person
  Time window{0};
};

inline Staged staged(Preset preset, Expansions expansions, std::vector<std::vector<Card>> hands,
                     std::vector<Card> top = {}) {
  return {.preset = preset,
          .expansions = expansions,
          .rules = make_rules(preset, expansions),
          .hands = std::move(hands),
          .top = std::move(top)};
}

class Stage {
 public:
  explicit Stage(const Staged& wanted) : wanted_(wanted), left_(wanted.rules.copies) {}

  Deal deal() {
    const int seats = static_cast<int>(wanted_.hands.size());
    const KittenCount kittens = kittens_in(wanted_.rules, seats);
    Deal deal{.first = wanted_.first};
    for (const auto& cards : wanted_.hands) {
      Counts hand;
      give(hand, Card::Defuse);
      for (const Card card : cards) give(hand, card);
      deal.hands.push_back(hand);
    }
    for (const Card card : wanted_.top) {
      deal.pile.push_back(card);
      take(card);
    }
    for (Counts& hand : deal.hands) {
      while (hand.total() < wanted_.rules.hand + 1) give(hand, filler());
    }
    fill_pile(deal, kittens, extra_defuses_in(wanted_.rules, seats));
    deal.removed = left_;
    return deal;
  }

 private:
  void take(Card card) {
    if (left_[card]-- == 0) throw std::logic_error("the box has no more of that card");
  }
  void give(Counts& hand, Card card) {
    take(card);
    ++hand[card];
  }
  // Cards that change nothing by themselves come first; no Nope unless nothing else is left.
  Card filler() const {
    constexpr Card kOrder[] = {Card::Tacocat, Card::Cattermelon, Card::Potato, Card::Beard,
                               Card::Rainbow, Card::Feral,       Card::See,    Card::Favor,
                               Card::Shuffle, Card::Skip,        Card::Attack, Card::Nope};
    for (const Card card : kOrder) {
      if (left_[card] > 0) return card;
    }
    throw std::logic_error("no card left to fill a hand");
  }
  // The kittens lie at the bottom, unless they are wanted at the top.
  void fill_pile(Deal& deal, KittenCount kittens, int defuses) {
    const auto on_top = [&](Card card) {
      int n = 0;
      for (const Card there : wanted_.top) n += there == card ? 1 : 0;
      return n;
    };
    const auto add = [&](Card card, int n) {
      for (int i = 0; i < n; ++i) {
        deal.pile.push_back(card);
        take(card);
      }
    };
    for (int kind = kCardKinds - 1; kind >= 0; --kind) {
      const Card card = card_at(kind);
      if (card != Card::Exploding && card != Card::Imploding && card != Card::Defuse) {
        add(card, left_[card]);
      }
    }
    int held = -static_cast<int>(wanted_.hands.size());
    for (const Counts& hand : deal.hands) held += hand[Card::Defuse];
    add(Card::Defuse, defuses - held - on_top(Card::Defuse));
    add(Card::Imploding, kittens.imploding - on_top(Card::Imploding));
    add(Card::Exploding, kittens.exploding - on_top(Card::Exploding));
  }

  const Staged& wanted_;
  Counts left_;
};

inline Header header_of(const Staged& wanted) {
  return {wanted.preset, wanted.expansions, wanted.rules, static_cast<int>(wanted.hands.size())};
}

}  // namespace nl
