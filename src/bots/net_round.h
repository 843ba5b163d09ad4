// Batch of queries to one network from many games; each gets the same answer as alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bots/net_policy.h"

namespace nl {

class NetRound {
 public:
  // `seed`: as for a bot that is asked alone.
  void ask(const Network& policy, const Rules& rules, const ViewRef& v, Past past,
           std::uint64_t seed, int row);
  // Answers all queries, in order. The result is valid until the next call.
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

  // The buffers keep their size: after some rounds nothing is allocated.
  std::vector<Query> questions_;
  std::size_t used_ = 0;  // of them
  std::vector<LaterAnswer> answers_;
  std::vector<Given> given_;
};

}  // namespace nl
