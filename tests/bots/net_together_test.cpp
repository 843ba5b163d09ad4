// Tests of batched network queries: each gets the answer that it would have got
// alone, to the last bit, on every processor.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "bots/net.h"
#include "bots/net_kernel.h"
#include "engine/encode.h"
#include "engine/game.h"
#include "engine/games_hash.h"
#include "engine/memory_sink.h"
#include "engine/privileged.h"

namespace nl {
namespace {

std::vector<std::uint8_t> bytes_in(const std::string& path) {
  std::ifstream file(NINELIVES_SOURCE_DIR + ("/" + path), std::ios::binary);
  const std::vector<char> chars{std::istreambuf_iterator<char>(file), {}};
  return {chars.begin(), chars.end()};
}

using Bits = std::vector<std::uint32_t>;

// Every question with other outputs wanted; what comes out, bit by bit.
Bits answers(const Network& network, const std::vector<std::uint8_t>& rows, std::size_t row_size,
             std::size_t questions, std::size_t together) {
  const std::size_t all = rows.size() / row_size;
  std::vector<std::vector<std::uint8_t>> wanted(questions);
  std::vector<std::vector<float>> out(questions);
  std::vector<NetworkQuestion> asked;
  for (std::size_t i = 0; i < questions; ++i) {
    for (std::size_t j = i % 5; j < network.outputs(); j += 1 + i % 7) {
      wanted[i].push_back(static_cast<std::uint8_t>(j));
    }
    out[i].resize(wanted[i].size());
    const auto row = std::span(rows).subspan(i % all * row_size, row_size);
    asked.push_back({row, wanted[i], out[i].data()});
  }
  for (std::size_t from = 0; from < questions; from += together) {
    network.answer(std::span(asked).subspan(from, std::min(together, questions - from)));
  }
  Bits bits;
  for (const auto& numbers : out) {
    for (const float number : numbers) bits.push_back(std::bit_cast<std::uint32_t>(number));
  }
  return bits;
}

struct Lanes {
  explicit Lanes(std::size_t lanes) { use_lanes(lanes); }
  ~Lanes() { use_lanes(most_lanes()); }
};

void compare_sizes(const Network& network, const std::string& prefix, std::size_t row_size) {
  const auto rows = bytes_in("tests/golden/net/" + prefix + "observations.bin");
  constexpr std::size_t kQuestions = 75;
  const Bits alone = answers(network, rows, row_size, kQuestions, 1);
  ASSERT_GT(alone.size(), kQuestions);
  for (const std::size_t lanes : {4u, 8u, 16u}) {
    const Lanes used(lanes);
    for (const std::size_t together : {1u, 2u, 3u, 5u, 6u, 64u, 75u}) {
      EXPECT_EQ(answers(network, rows, row_size, kQuestions, together), alone)
          << prefix << lanes << " lanes, " << together << " together";
    }
  }
}

TEST(NetTogether, RL_3_AGT_1_ManyQuestionsGetTheAnswersOfOneToTheLastBit) {
  constexpr std::size_t kSeen = sizeof(CountingObservation);
  compare_sizes(net_network(), "net-", sizeof(PolicyInput));
  compare_sizes(policy_network(), "", kSeen);
  compare_sizes(critic_network(), "critic-", kSeen + kPrivilegedSize);
}

TEST(NetTogether, RL_3_MoreQuestionsThanAreSummedAtOnceAreAnsweredInParts) {
  const auto rows = bytes_in("tests/golden/net/observations.bin");
  constexpr std::size_t kSeen = sizeof(CountingObservation), kQuestions = 262;
  EXPECT_EQ(answers(policy_network(), rows, kSeen, kQuestions, kQuestions),
            answers(policy_network(), rows, kSeen, kQuestions, 1));
}

TEST(NetTogether, ANetworkIsAskedForNothingBeyondWhatItWasGiven) {
  const std::vector<std::uint8_t> few(net_network().inputs() - 1);
  const std::vector<std::uint8_t> enough(net_network().inputs());
  std::array<std::uint8_t, 1> wanted{3};
  std::array<float, 2> out{};
  const std::array<NetworkQuestion, 2> questions{NetworkQuestion{enough, wanted, &out[0]},
                                                 NetworkQuestion{few, wanted, &out[1]}};
  EXPECT_NO_THROW(net_network().answer(std::span(questions).first(1)));
  EXPECT_THROW(net_network().answer(questions), std::invalid_argument);
  net_network().answer({});
}

// Compares the bot's answers in a batch with those alone.
void compare_rounds(const Rules& rules, int seats, const char* name, std::uint64_t games) {
  const auto later = make_bot(name, 0);
  ASSERT_TRUE(later->answers_in_batches(rules));
  std::vector<Action> alone;
  std::vector<Seat> who;
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t game = 0; game < games; ++game) {
    SeededSource random(77, game);
    MemorySink told(seats);
    State s = new_game(rules, seats, random, told);
    while (!s.over()) {
      const Seat seat = next_actor(s);
      const View v = view(rules, s, told.known(seat), seat);
      Action action = v.legal.nth(0);
      if (v.legal.size() > 1) {
        const std::uint64_t seed = 1000 * game + alone.size();
        action = make_bot(name, seed)->act(rules, v, told.past(seat));
        const ViewRef lent = view_ref(rules, s, told.known(seat), seat, v.legal);
        later->ask(rules, lent, told.past(seat), seed, static_cast<int>(alone.size()));
        alone.push_back(action);
        who.push_back(seat);
      }
      apply_legal(rules, s, seat, action, random, told);
    }
  }
  const auto answers = later->answer_all();
  ASSERT_EQ(answers.size(), alone.size());
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(answers[i].row, static_cast<int>(i));
    EXPECT_EQ(answers[i].seat, who[i]);
    EXPECT_EQ(answers[i].action, alone[i]) << i;
  }
  EXPECT_TRUE(later->answer_all().empty());
}

TEST(NetTogether, BOT_1_AGT_1_AnAnswerInARoundIsTheOneThatActGives) {
  Rules rules = official();
  rules.nope_way = NopeWay::Commit;
  for (const int seats : {2, 5}) compare_rounds(rules, seats, "net", 4);
  compare_rounds(make_rules(Preset::Official, kImploding | kStreaking | kStray), 6, "net", 2);
  compare_rounds(rules, 3, "net:" NINELIVES_SOURCE_DIR "/data/nets/policy.nlnet", 3);
}

TEST(NetTogether, BotsThatGainNothingByItAreAskedOneByOne) {
  for (const char* name : {"random", "careful", "counting", "ismcts:10", "net+search:1"}) {
    EXPECT_FALSE(make_bot(name, 1)->answers_in_batches(official())) << name;
  }
  const Rules unknown = make_rules(Preset::Official, kImploding);
  const std::string own = "net:" NINELIVES_SOURCE_DIR "/data/nets/policy.nlnet";
  EXPECT_FALSE(make_bot(own, 1)->answers_in_batches(unknown));
}

TEST(NetTogether, AWeightThatIsNoNumberIsRefused) {
  auto file = bytes_in("data/nets/policy.nlnet");
  const std::array<std::uint8_t, 2> infinite{0x00, 0x7C};
  std::copy(infinite.begin(), infinite.end(), file.end() - 2);
  EXPECT_THROW(Network{file}, std::invalid_argument);
}

// A file with a feature a byte, one middle layer and small weights by chance.
struct Made {
  static constexpr std::uint32_t kFeatures = 20, kOutputs = 5;
  explicit Made(std::uint32_t hidden) : hidden(hidden) {
    for (const char letter : std::string("NLNET001"))
      file.push_back(static_cast<std::uint8_t>(letter));
    for (const std::uint32_t size : {kFeatures, hidden, 1u, kOutputs, 0u}) put(size);
    for (std::uint16_t byte = 0; byte < kFeatures; ++byte) {
      put(byte);
      put<std::uint16_t>(0xFF01);  // 1 where the byte is not 0
    }
    for (std::size_t i = 0; i < 3; ++i) {
      weights[i] = by_chance(i == 0 ? kFeatures : hidden, i == 2 ? kOutputs : hidden);
      bias[i] = by_chance(1, i == 2 ? kOutputs : hidden);
    }
  }

  // In the order of the inputs, one after the other.
  std::vector<float> answer(std::span<const std::uint8_t> bytes) const {
    std::vector<float> numbers;
    for (const std::uint8_t byte : bytes) numbers.push_back(byte != 0);
    for (std::size_t layer = 0; layer < 3; ++layer) {
      std::vector<float> sums(bias[layer].begin(), bias[layer].end());
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        for (std::size_t j = 0; j < sums.size(); ++j) {
          sums[j] += numbers[i] * weights[layer][i * sums.size() + j];
        }
      }
      if (layer == 2) return sums;
      for (std::size_t j = 0; j < sums.size(); ++j) {
        sums[j] = std::max(sums[j], 0.0f) + (layer == 1 ? numbers[j] : 0);
      }
      numbers = sums;
    }
    return {};
  }

  std::uint32_t hidden;
  std::vector<std::uint8_t> file;
  std::array<std::vector<float>, 3> weights, bias;

 private:
  template <class Value>
  void put(Value value) {
    const auto bytes = std::bit_cast<std::array<std::uint8_t, sizeof(Value)>>(value);
    file.insert(file.end(), bytes.begin(), bytes.end());
  }
  // Whole numbers up to 3 and as far below 0: no sum is rounded.
  std::vector<float> by_chance(std::uint32_t rows, std::uint32_t columns) {
    constexpr std::array<std::uint16_t, 7> kHalves{0xC200, 0xC000, 0xBC00, 0,
                                                   0x3C00, 0x4000, 0x4200};
    std::vector<float> all;
    for (std::uint32_t i = 0; i < rows * columns; ++i) {
      const auto number = static_cast<std::size_t>(chance() % kHalves.size());
      put(kHalves[number]);
      all.push_back(static_cast<float>(number) - 3);
    }
    return all;
  }

  Stream chance{5};
};

TEST(NetTogether, AGT_1_ANetworkOfOnesOwnMayHaveAnyWidth) {
  for (const std::uint32_t hidden : {1u, 7u, 64u, 96u, 100u, 200u, 256u}) {
    const Made made(hidden);
    const Network network(made.file);
    constexpr std::size_t kRow = Made::kFeatures, kQuestions = 11;
    Stream chance(hidden);
    std::vector<std::uint8_t> rows(kRow * kQuestions);
    for (std::uint8_t& byte : rows) byte = chance() % 3 == 0;
    for (const std::size_t lanes : {4u, 8u, 16u}) {
      const Lanes used(lanes);
      const Bits alone = answers(network, rows, kRow, kQuestions, 1);
      EXPECT_EQ(answers(network, rows, kRow, kQuestions, kQuestions), alone) << hidden;
      for (std::size_t i = 0; i < kQuestions; ++i) {
        const auto row = std::span(rows).subspan(i * kRow, kRow);
        const Eigen::RowVectorXf out = network(row);
        EXPECT_EQ(std::vector<float>(out.begin(), out.end()), made.answer(row))
            << hidden << " wide, " << lanes << " lanes";
      }
    }
  }
}

// A user's own network may have weights of any size: the first layer's sums must not run over.
TEST(NetTogether, LargeWeightsDoNotRunOver) {
  auto file = bytes_in("data/nets/policy.nlnet");
  std::uint32_t features = 0;
  std::memcpy(&features, &file[8], sizeof features);
  const std::size_t weights = 28 + 4 * std::size_t{features};
  const std::array<std::uint8_t, 2> large{0xFF, 0x7B};  // 65504
  for (std::size_t i = 0; i < std::size_t{features} * 384; ++i) {
    std::copy(large.begin(), large.end(),
              file.begin() + static_cast<std::ptrdiff_t>(weights + 2 * i));
  }
  const Network network(file);
  const auto rows = bytes_in("tests/golden/net/observations.bin");
  const auto out = network(std::span(rows).first(sizeof(CountingObservation)));
  EXPECT_TRUE(out.allFinite());
  EXPECT_GT(out.cwiseAbs().maxCoeff(), 1000);
}

}  // namespace
}  // namespace nl
