// Action probabilities of the trained policy.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "bots/bot.h"
#include "bots/net_file.h"
#include "engine/encode.h"
#include "engine/rules.h"
#include "engine/rules_block.h"
#include "engine/view.h"

namespace nl {

// True if the network knows all cards of the box.
bool net_knows(const Network& network, const Rules& rules);

// Number of past events in its input; 0: none.
std::size_t net_looks_back(const Network& network);
inline bool net_remembers(const Network& network) { return net_looks_back(network) != 0; }

// Input of a policy: the observation of a view's seat, its past events and the rules.
struct PolicyInput {
  HistoryObservation seen;
  RulesBlock rules;
};
static_assert(sizeof(PolicyInput) == sizeof(HistoryObservation) + sizeof(RulesBlock));

// True if its input includes the rules.
inline bool net_reads_rules(const Network& network) {
  return network.inputs() > sizeof(HistoryObservation);
}

// Input bytes of a policy query. Unused events stay 0.
class Seen {
 public:
  template <Parts kParts>
  void see(const Network& policy, const Rules& rules, const BasicView<kParts>& v, Past past) {
    encode(rules, v, all_.seen.counting);
    const std::size_t events = net_looks_back(policy);
    encode_past(v, past, all_.seen, static_cast<int>(events));
    size_ = sizeof(all_.seen.counting) + events * std::size_t{kEventBytes};
    if (!net_reads_rules(policy)) return;
    all_.rules = rules_block(rules);
    size_ = sizeof(all_);
  }
  std::span<const std::uint8_t> bytes() const {
    return {reinterpret_cast<const std::uint8_t*>(&all_), size_};
  }

 private:
  PolicyInput all_{};
  std::size_t size_ = 0;  // of the observation
};

// One legal action each, in their order.
using Wanted = std::array<std::uint8_t, kActions>;
std::span<const std::uint8_t> wanted_of(const ActionSet& legal, Wanted& room);

// Their probabilities from the network's outputs; the sum is 1.
using Choices = std::array<Weighed, kActions>;
std::span<const Weighed> choices_of(std::span<const std::uint8_t> wanted, const float* given,
                                    Choices& room);

// The legal actions with the policy's probabilities.
std::vector<Weighed> weigh(const Network& policy, const Rules& rules, const View& v, Past past);

// Draws one of them.
Weighed draw(std::span<const Weighed> choices, Stream& chance);

}  // namespace nl
