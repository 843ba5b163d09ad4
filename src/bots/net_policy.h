// What the trained policy thinks of the legal actions.
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
#include "engine/view.h"

namespace nl {

// Whether the network has met all cards of the box.
bool net_knows(const Network& network, const Rules& rules);

// Whether it looks at past events too.
bool net_remembers(const Network& network);

// The bytes that a policy is asked about: what the seat of a view may know and was told last.
class Seen {
 public:
  template <Parts kParts>
  void see(const Network& policy, const Rules& rules, const BasicView<kParts>& v, Past past) {
    remembers_ = net_remembers(policy);
    encode(rules, v, all_.counting);
    if (remembers_) encode_past(v, past, all_);
  }
  std::span<const std::uint8_t> bytes() const {
    const auto* const first = reinterpret_cast<const std::uint8_t*>(&all_);
    return {first, remembers_ ? sizeof(all_) : sizeof(all_.counting)};
  }

 private:
  HistoryObservation all_;
  bool remembers_ = false;
};

// A legal action each, in their order.
using Wanted = std::array<std::uint8_t, kActions>;
std::span<const std::uint8_t> wanted_of(const ActionSet& legal, Wanted& room);

// Their chances by what the network gave for each; the chances sum up to 1.
using Choices = std::array<Weighed, kActions>;
std::span<const Weighed> choices_of(std::span<const std::uint8_t> wanted, const float* given,
                                    Choices& room);

// The legal actions with the chance that the policy gives each.
std::vector<Weighed> weigh(const Network& policy, const Rules& rules, const View& v, Past past);

// One of them by its chance.
Weighed draw(std::span<const Weighed> choices, Stream& chance);

}  // namespace nl
