// Paired-world tests of sentences: in every language, and in the words of every preset.
#include <gtest/gtest.h>

#include "engine/pair_play.h"
#include "text/words.h"

namespace nl {
namespace {

const std::vector<std::string> kPairNames = {"Ada", "Bo", "Cleo", "Dee", "Eve", "Fay"};

template <class Say>
std::string in_all_words(Say say) {
  std::string text;
  for (const Language language : all_languages()) {
    for (const Wording wording : all_wordings()) {
      for (const std::string& line : say(words(language, wording))) text += line + '\n';
    }
  }
  return text;
}

std::string told(const Event& event, Seat viewer) {
  return in_all_words([&](const Words& w) { return w.event(event, viewer, kPairNames); });
}

std::string asked(const View& v) {
  const QuestionContext question{v.phase(), v.top().seat, v.seats, v.pile_size};
  return in_all_words([&](const Words& w) { return w.question(question, v.viewer, kPairNames); });
}

std::string told_without_redaction(const Event& event, Seat) { return told(event, kEveryone); }

TEST(PairedWords, EK_4_NOPE_9_SentencesTellNothingThatAViewerCantKnow) {
  const Eyes reader{.words = told, .question = asked};
  Together together;
  const auto pairs = static_cast<std::uint64_t>(in_builds(20'000, 300));
  for (std::uint64_t n = 0; n < pairs; ++n) {
    const std::uint64_t number = n + 5'000'000;
    ASSERT_EQ(tell_apart(reader, game_kind(number), number, together), "") << "pair " << number;
  }
}

TEST(PairedWords, WordsThatTellAllAreFound) {
  const Eyes gossip{.words = told_without_redaction};
  Together together;
  std::uint64_t n = 0;
  while (n < 1000 && tell_apart(gossip, game_kind(n * 7), n, together).empty()) ++n;
  EXPECT_LT(n, 1000u);
}

}  // namespace
}  // namespace nl
