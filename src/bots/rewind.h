// Rewind of an imagined world to its first hands: a seat's events are undone one by one from a deal
// of the unseen cards. The result is a past that leads to the present view, or none if the deal
// doesn't fit.
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
  // `told`: all of the viewer's events since the game began.
  Rewind(const Rules& rules, const View& v, std::span<const Event> told, Stream& chance);

  // True if the events can be undone: the base box under most rules, while all live.
  bool possible() const { return possible_; }

  // Deals, and goes back to the first hands; false if the deal doesn't fit the events. The
  // functions below refer to the last success.
  bool go_back();

  State first_hands() const;
  // The events, completed with their hidden parts.
  std::span<const Event> whole() const { return whole_; }
  // The pile after the game's shuffle of this number; empty for a future one.
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
  bool is_on_top(const Event& seen) const;
  Card any_card_of(Seat seat);
  int below(int n) { return static_cast<int>(bounded(chance_, static_cast<std::uint32_t>(n))); }

  const Rules& rules_;
  const View& v_;
  std::span<const Event> told_;
  Stream& chance_;
  bool possible_;
  // The viewer's knowledge of the pile before events: the top card, and at a shuffle (and now) its
  // possible arrangements.
  Cards top_before_;
  std::map<std::size_t, std::vector<Placing>> ways_;

  // For the present past; the piles after shuffles, last first.
  State cards_{};
  std::vector<Event> whole_;
  std::vector<std::array<Card, kMaxBox>> shuffled_;
  double log_weight_ = 0;
};

}  // namespace nl
