// Batch of queries to one network.
#include "bots/net_round.h"

#include <algorithm>
#include <array>

#include "bots/net.h"

namespace nl {

void NetRound::ask(const Network& policy, const Rules& rules, const ViewRef& v, Past past,
                   std::uint64_t seed, int row) {
  if (used_ == questions_.size()) questions_.emplace_back();
  Query& question = questions_[used_++];
  question.row = row;
  question.seat = v.viewer;
  question.legal = v.legal;
  question.chance = net_chance(seed);
  question.seen.see(policy, rules, v, past);
}

std::span<const LaterAnswer> NetRound::answer(const Network& policy) {
  constexpr std::size_t kAtOnce = Network::kAtOnce;
  given_.resize(kAtOnce);
  answers_.clear();
  for (std::size_t from = 0; from < used_; from += kAtOnce) {
    const auto some = std::span(questions_).subspan(from, std::min(kAtOnce, used_ - from));
    std::array<NetworkQuestion, kAtOnce> questions;
    for (std::size_t i = 0; i < some.size(); ++i) {
      questions[i] = {some[i].seen.bytes(), wanted_of(some[i].legal, given_[i].wanted),
                      given_[i].numbers.data()};
    }
    policy.answer(std::span(questions).first(some.size()));
    for (std::size_t i = 0; i < some.size(); ++i) {
      Choices room;
      const auto choices = choices_of(questions[i].wanted, questions[i].out, room);
      answers_.push_back({some[i].row, some[i].seat, draw(choices, some[i].chance).action});
    }
  }
  used_ = 0;
  return answers_;
}

}  // namespace nl
