// Rewind of an imagined world to its first hands.
// A seat's events, taken back one by one from a deal of the cards that it can't see to the first
// hands: a past that leads to where the seat is now, or none, where the deal doesn't fit it.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <map>
#include <span>
#include <vector>

#include "engine/game.h"
#include "engine/random.h"
#include "engine/view.h"

namespace nl {

double log_of(std::integral auto whole) { return std::log(static_cast<double>(whole)); }

class Rewind {
 public:
  // `told`: all that the viewer was told since the game began.
  Rewind(const Rules& rules, const View& v, std::span<const Event> told, Stream& chance);

  // True if the events can be undone: the base box as most rules have it, while all live.
  bool possible() const { return possible_; }

  // Deals, and goes back to the first hands; false if the deal doesn't fit the events. What
  // follows is of the last time that it did.
  bool go_back();

  State first_hands() const;
  // The events, with what the viewer was not told of them.
  std::span<const Event> whole() const { return whole_; }
  // The pile that the game's shuffle of this number left; nothing for one that is still to come.
  const std::array<Card, kMaxBox>* shuffled(int number) const;
  // Weight of the deal.
  double log_weight() const { return log_weight_; }

 private:
  struct Placed {
    std::uint8_t place;
    Card card;
  };
  using Placing = std::vector<Placed>;
  using Cards = std::vector<Card>;

  bool undo(std::size_t i);
  bool undo_draw(std::size_t i);
  bool undo_putting_back(Event& event);
  bool undo_gift(Event& event, Seat from, Seat to);
  bool deal();
  bool lay_pile(const std::vector<Placing>& ways, Counts& rest, Cards& others);
  bool unshuffle(std::size_t i);
  static std::vector<Placing> ways_to_lie(const Knowledge& known, int pile);
  bool take(Seat seat, Card card);
  bool lies_on_top(const Event& seen) const;
  Card any_card_of(Seat seat);
  int below(int n) { return static_cast<int>(bounded(chance_, static_cast<std::uint32_t>(n))); }

  const Rules& rules_;
  const View& v_;
  std::span<const Event> told_;
  Stream& chance_;
  bool possible_;
  // The viewer's knowledge of the pile before events: the top card, and at a shuffle (and now) the
  // ways in which it could lie.
  Cards top_before_;
  std::map<std::size_t, std::vector<Placing>> ways_;

  // Of the past under way; the piles that shuffles left, the last first.
  State cards_{};
  std::vector<Event> whole_;
  std::vector<std::array<Card, kMaxBox>> shuffled_;
  double log_weight_ = 0;
};

}  // namespace nl
