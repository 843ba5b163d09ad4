#include "bots/net_question.h"

#include <algorithm>
#include <array>

namespace nl {

std::vector<std::vector<Weighed>> answer_all(const Network& policy,
                                             std::span<const KeptQuestion* const> questions) {
  constexpr std::size_t kAtOnce = 64;
  std::vector<std::vector<Weighed>> answers;
  answers.reserve(questions.size());
  std::vector<Wanted> wanted(std::min(kAtOnce, questions.size()));
  std::vector<std::array<float, kActions>> given(wanted.size());
  std::vector<NetQuestion> asked;
  for (std::size_t from = 0; from < questions.size(); from += kAtOnce) {
    const auto some = questions.subspan(from, std::min(kAtOnce, questions.size() - from));
    asked.clear();
    for (std::size_t i = 0; i < some.size(); ++i) {
      asked.push_back(
          {some[i]->seen.bytes(), wanted_of(some[i]->legal, wanted[i]), given[i].data()});
    }
    policy.answer(asked);
    for (const NetQuestion& question : asked) {
      Choices room;
      const auto choices = choices_of(question.wanted, question.out, room);
      answers.emplace_back(choices.begin(), choices.end());
    }
  }
  return answers;
}

}  // namespace nl
