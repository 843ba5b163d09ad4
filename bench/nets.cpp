// Speed of learned opponents on one core: official rules, base box.
//
//   nets [--seconds 2]
//
// First the network alone: one question at a time and 64 at once, as they come up in games of `net`
// against itself. Then whole batches as a learner meets them, who answers at random: one game,
// where the network is asked one question at a time, and many, where it is asked all that wait;
// beside them the same batches with `careful`. An answer is one that a bot gave where it had a
// choice. Time is processor time, in rounds in which all take turns; the ratios are what can be
// compared.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bots/net_policy.h"
#include "capi/ninelives.h"
#include "engine/game.h"
#include "engine/make_view.h"
#include "engine/memory_sink.h"
#include "processor_time.h"

namespace {

constexpr int kRounds = 5;

struct Contestant {
  std::string name;
  std::function<double()> play;  // amount done
  std::vector<double> rates{};

  double rate() {
    std::nth_element(rates.begin(), rates.begin() + kRounds / 2, rates.end());
    return rates[kRounds / 2];
  }
};

// Answers of each in a second of processor time.
void measure(std::vector<Contestant>& all, double seconds) {
  for (Contestant& one : all) one.play();
  for (int round = 0; round < kRounds; ++round) {
    for (Contestant& one : all) {
      const double start = processor_seconds();
      double done = 0, used = 0;
      while ((used = processor_seconds() - start) < seconds / kRounds) done += one.play();
      one.rates.push_back(done / used);
    }
  }
}

// ---- the network alone --------------------------------------------------------------------------

struct Question {
  nl::Seen seen;
  nl::Wanted wanted;
  std::size_t count;
};

std::vector<Question> questions_of_games(std::size_t enough) {
  const nl::Network& policy = nl::net_network();
  nl::Rules rules = nl::official();
  rules.nope_way = nl::NopeWay::Commit;
  std::vector<Question> questions;
  nl::Stream chance(1);
  for (std::uint64_t game = 0; questions.size() < enough; ++game) {
    const int seats = 2 + static_cast<int>(game % 4);
    nl::SeededSource random(1, game);
    nl::MemorySink told(seats);
    nl::State s = nl::new_game(rules, seats, random, told);
    while (!s.over()) {
      const nl::Seat seat = nl::next_actor(s);
      const nl::View v = nl::view(rules, s, told.known(seat), seat);
      nl::Action action = v.legal.nth(0);
      if (v.legal.size() > 1) {
        Question& question = questions.emplace_back();
        question.seen.see(policy, rules, v, told.past(seat));
        question.count = nl::wanted_of(v.legal, question.wanted).size();
        action = nl::draw(nl::weigh(policy, rules, v, told.past(seat)), chance).action;
      }
      nl::apply_legal(rules, s, seat, action, random, told);
    }
  }
  return questions;
}

// Asks for `together` at once, again and again through all of them.
std::function<double()> asking(const std::vector<Question>& all, std::size_t together) {
  return [&all, together, next = std::size_t{0}]() mutable {
    static std::array<float, 64 * nl::kActions> out;
    std::array<nl::NetworkQuestion, 64> asked;
    for (std::size_t i = 0; i < together; ++i, next = (next + 1) % all.size()) {
      const Question& one = all[next];
      asked[i] = {one.seen.bytes(), std::span(one.wanted).first(one.count),
                  out.data() + i * nl::kActions};
    }
    nl::net_network().answer(std::span(asked).first(together));
    return static_cast<double>(together);
  };
}

void measure_network(double seconds) {
  const std::vector<Question> questions = questions_of_games(8192);
  std::vector<Contestant> all = {{"one", asking(questions, 1)}, {"64", asking(questions, 64)}};
  measure(all, seconds);
  const double one = all[0].rate(), many = all[1].rate();
  std::printf("net alone, one question at a time: %8.2f us\n", 1e6 / one);
  std::printf("net alone, 64 questions at once:   %8.2f us each, %.0f us for all; %.1f times\n\n",
              1e6 / many, 64e6 / many, many / one);
}

// ---- batches ------------------------------------------------------------------------------------

class Games {
 public:
  Games(int rows, int seats, const char* bots)
      : rows_(static_cast<std::size_t>(rows)),
        observation_(rows_ * static_cast<std::size_t>(nl_observation_size(NL_COUNTING))),
        mask_(rows_ * NL_ACTIONS),
        reward_(rows_),
        terminated_(rows_),
        truncated_(rows_),
        player_(rows_),
        actions_(rows_) {
    nl_batch_options options{};
    options.rules = "nope_way=commit";
    options.bots = bots;
    options.seed = 1;
    options.seats = seats;
    options.games = rows;
    options.threads = 1;
    options.level = NL_COUNTING;
    options.learner = NL_ANY_SEAT;
    options.skip_forced = 1;
    nl_batch_arrays arrays{};
    arrays.observation = observation_.data();
    arrays.mask = mask_.data();
    arrays.reward = reward_.data();
    arrays.terminated = terminated_.data();
    arrays.truncated = truncated_.data();
    arrays.player = player_.data();
    batch_.reset(nl_batch_new(&options, &arrays));
    if (batch_ == nullptr) throw std::runtime_error(nl_last_error());
  }

  // A decision in every row; returns what the bots answered meanwhile.
  double step() {
    if (nl_batch_sample(batch_.get(), actions_.data()) < 0 ||
        nl_batch_step(batch_.get(), actions_.data()) < 0) {
      throw std::runtime_error(nl_last_error());
    }
    decisions_ += rows_;
    const std::int64_t before = answers_;
    answers_ = nl_batch_answers(batch_.get());
    return static_cast<double>(answers_ - before);
  }
  double answers_a_decision() const {
    return static_cast<double>(answers_) / static_cast<double>(decisions_);
  }

 private:
  struct Free {
    void operator()(nl_batch* batch) const { nl_batch_free(batch); }
  };
  std::size_t rows_, decisions_ = 0;
  std::int64_t answers_ = 0;
  std::vector<std::uint8_t> observation_;
  std::vector<std::int8_t> mask_;
  std::vector<float> reward_;
  std::vector<std::uint8_t> terminated_, truncated_;
  std::vector<std::int32_t> player_, actions_;
  std::unique_ptr<nl_batch, Free> batch_;
};

void measure_batches(int seats, double seconds) {
  const std::vector<int> sizes = {1, 16, 64, 256, 1024};
  std::vector<std::unique_ptr<Games>> games;
  std::vector<Contestant> all;
  for (const char* bots : {"net", "careful"}) {
    for (const int rows : sizes) {
      Games& made = *games.emplace_back(std::make_unique<Games>(rows, seats, bots));
      all.push_back({bots, [&made] { return made.step(); }});
    }
  }
  measure(all, seconds);
  std::printf("%d players, one learner: answers of bots a second (decisions of the learner)\n",
              seats);
  std::printf("games        net                      careful                  net/careful  /one\n");
  const double alone = all[0].rate();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double net = all[i].rate(), careful = all[sizes.size() + i].rate();
    const double net_each = games[i]->answers_a_decision();
    const double careful_each = games[sizes.size() + i]->answers_a_decision();
    std::printf("%5d  %10.0f (%9.0f)   %10.0f (%9.0f)   %10.3f  %6.1f\n", sizes[i], net,
                net / net_each, careful, careful / careful_each, net / careful, net / alone);
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  double seconds = 2;
  if (argc == 3 && std::strcmp(argv[1], "--seconds") == 0) seconds = std::atof(argv[2]);
  if ((argc != 1 && argc != 3) || seconds <= 0) {
    std::fprintf(stderr, "usage: nets [--seconds 2]   of processor time for each\n");
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  measure_network(seconds);
  for (const int seats : {2, 4}) measure_batches(seats, seconds);
  return 0;
}
