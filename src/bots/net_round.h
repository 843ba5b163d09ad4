// Batch of queries to one network, from many games that wait for each other: each
// gets the answer that it would have got alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bots/net_policy.h"

namespace nl {

class NetRound {
 public:
  // The seed is that of a bot that would be asked alone.
  void ask(const Network& policy, const Rules& rules, const ViewRef& v, Past past,
           std::uint64_t seed, int row);
  // To all that were asked, in their order; good until the next call, which is what those who ask
  // meanwhile wait for.
  std::span<const LaterAnswer> answer(const Network& policy);

 private:
  struct Query {
    int row;
    Seat seat;
    ActionSet legal;
    Stream chance{0};
    Seen seen;
  };
  struct Given {
    Wanted wanted;
    std::array<float, kActions> numbers;
  };

  // They stay as large as they ever were: after some rounds nothing is allocated.
  std::vector<Query> questions_;
  std::size_t used_ = 0;  // of them
  std::vector<LaterAnswer> answers_;
  std::vector<Given> given_;
};

}  // namespace nl
