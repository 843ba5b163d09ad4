// Random source whose outcomes the caller chooses.
#include "capi/chance.h"

#include <algorithm>
#include <numeric>

namespace nl::capi {
namespace {

ChanceNode node_of(const Counts& cards) {
  ChanceNode node;
  std::copy(cards.n.begin(), cards.n.end(), node.weights.begin());
  return node;
}

int first_outcome(const ChanceNode& node) {
  const auto positive = [](std::uint16_t weight) { return weight != 0; };
  const auto found = std::find_if(node.weights.begin(), node.weights.end(), positive);
  return static_cast<int>(found - node.weights.begin());
}

}  // namespace

int ChanceNode::total() const { return std::accumulate(weights.begin(), weights.end(), 0); }

int ChanceNode::certain() const {
  const int first = first_outcome(*this);
  return weights[static_cast<std::size_t>(first)] == total() ? first : -1;
}

int ChosenOutcomes::choose(const ChanceNode& node) {
  if (const int only = node.certain(); only >= 0) return only;
  if (used_ < outcomes_.size()) return outcomes_[used_++];
  if (!ran_out_) missing_ = node;
  ran_out_ = true;
  return first_outcome(node);
}

void ChosenOutcomes::shuffle(Chance, int, Card* cards, int n) {
  Counts rest;
  for (int i = 0; i < n; ++i) ++rest[cards[i]];
  for (int i = n - 1; i >= 0; --i) {
    cards[i] = card_at(choose(node_of(rest)));
    --rest[cards[i]];
  }
}

Card ChosenOutcomes::card(Chance, int, const Counts& from, int) {
  return card_at(choose(node_of(from)));
}

Seat ChosenOutcomes::seat(Chance, int, SeatMask seats) {
  ChanceNode node;
  for (Seat seat = 0; seat < kMaxSeats; ++seat) node.weights[seat] = holds(seats, seat) ? 1 : 0;
  return static_cast<Seat>(choose(node));
}

}  // namespace nl::capi
