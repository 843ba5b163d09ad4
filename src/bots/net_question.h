// A question to a policy that is kept until it is answered together with others.
#pragma once

#include <span>
#include <vector>

#include "bots/net_policy.h"

namespace nl {

// What a seat may know and was told last, and the answers that it may give.
struct KeptQuestion {
  Seen seen;
  ActionSet legal{};

  template <Parts kParts>
  void put(const Network& policy, const Rules& rules, const BasicView<kParts>& v, Past past) {
    seen.see(policy, rules, v, past);
    legal = v.legal;
  }
};

// For each of them, the legal actions with the chance that the policy gives each.
std::vector<std::vector<Weighed>> answer_all(const Network& policy,
                                             std::span<const KeptQuestion* const> questions);

}  // namespace nl
