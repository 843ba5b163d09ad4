// Two servers whose games differ in everything that one viewer can't know, driven alike. Every
// message that the viewer gets must be the same in both, to the byte and to the millisecond, for as
// long as the rules tell it the same.
// Requirements: EK-4, NET-5, NOPE-9
#include <gtest/gtest.h>

#include "bots/bot.h"
#include "fair/fair_line.h"
#include "server/bench_table.h"
#include "text/notation.h"

namespace nl {
namespace {

struct PairKind {
  PlainJson create;
  int people;
  Seat viewer;
  std::vector<std::string> bots{};
};

PairKind kind_of(Dice& dice) {
  const int people = 2 + dice.below(3);
  PlainJson expansions = PlainJson::array();
  if (dice.once_in(2)) expansions.push_back("imploding");
  if (dice.once_in(2)) expansions.push_back("streaking");
  PlainJson create = {{"preset", preset_name(static_cast<Preset>(dice.below(kPresets)))},
                      {"expansions", expansions},
                      {"window_ms", 1'000},
                      {"turn_s", 20},
                      {"rules", {{"hand", 1 + dice.below(2)}, {"first", "zero"}}}};
  if (dice.once_in(2)) create["rules"]["copies.nope"] = 9;
  const bool watches = dice.once_in(4);
  return {create, people, watches ? kWatcher : static_cast<Seat>(dice.below(people))};
}

class World {
 public:
  World(const PairKind& kind, std::uint64_t seed)
      : table_(kind.people, kind.create, quiet(), seed) {
    for (const std::string& bot : kind.bots) table_.says(0, {{"t", "add_bot"}, {"bot", bot}});
    watcher_ = &table_.watch();
    viewer_ = kind.viewer;
  }

  // The cards of the viewer (a watcher has none) if the game were started with this chance. The
  // rest of what is seen at the start is the same in every deal.
  Counts dealt_hand(std::uint64_t seed) const {
    if (viewer_ == kWatcher) return {};
    const RoomState& state = table_.room().state();
    const RoomSettings& settings = state.settings();
    const int seats = static_cast<int>(state.players().size());
    const Header header{settings.preset, settings.expansions, settings.rules(), seats};
    SeededEntropy entropy(seed);
    const auto server_seed = entropy.draw<Bytes32>();
    const auto id = entropy.draw<GameId>();
    FairCeremony ceremony(id, terms_of(header), seats, server_seed);
    ceremony.close_commitments();
    FairSource chance(ceremony.finish());
    NullSink nobody;
    return new_game(header.rules, seats, chance, nobody).hands[viewer_];
  }

  void start(std::uint64_t seed) {
    const SessionId session = client(viewer_).session();
    table_.world.on_sent = [this, session](const SimWorld::Sent& sent) {
      (sent.to == session ? heard_ : others_)
          .push_back(std::to_string(sent.at.count()) + " " + sent.text);
    };
    table_.world.entropy().reseed(seed);
    table_.start();
  }
  const FairGame& game() const { return table_.game(); }
  bool over() const { return game().over(); }
  SimWorld& world() { return table_.world; }
  SimClient& client(Seat seat) { return seat == kWatcher ? *watcher_ : *table_.clients[seat]; }
  std::vector<std::string> legal(Seat seat) {
    const View v = game().view(seat);
    std::vector<std::string> texts;
    v.legal.for_each([&](Action action) { texts.push_back(game().text_of(seat, action)); });
    return texts;
  }
  void say(Seat seat, const std::string& action) {
    client(seat).say(
        {{"t", "answer"}, {"game", 1}, {"decision", game().decision(seat)}, {"action", action}});
  }
  std::vector<Event> events() const {
    const auto all = game().events(viewer_);
    return {all.begin(), all.end()};
  }
  const std::vector<std::string>& heard() const { return heard_; }
  const std::vector<std::string>& others() const { return others_; }

 private:
  // How long a bot thinks tells of its hand as loudly as can be.
  static WorldOptions quiet() {
    WorldOptions options = quick_world();
    options.check_schema = false;
    options.thinking = [](const ThinkJob& job) {
      std::uint64_t hand = job.topic.seat;
      for (int card = 0; card < kCardKinds; ++card) {
        hand = mix64(hand ^ static_cast<std::uint64_t>(job.view.hand[static_cast<Card>(card)]));
      }
      return Time(1 + static_cast<int>(hand % 1'500));
    };
    return options;
  }

  TestTable table_;
  SimClient* watcher_ = nullptr;
  Seat viewer_ = kWatcher;
  std::vector<std::string> heard_;
  std::vector<std::string> others_;
};

std::string choose(Dice& dice, World& a, World& b, Seat seat) {
  std::vector<std::string> both;
  for (const std::string& action : a.legal(seat)) {
    const auto other = b.legal(seat);
    if (std::find(other.begin(), other.end(), action) != other.end()) both.push_back(action);
  }
  return both.empty() ? ""
                      : both[static_cast<std::size_t>(dice.below(static_cast<int>(both.size())))];
}

struct PairResult {
  std::string leak;
  int steps = 0;
  bool others_differ = false;
};

// Plays two worlds side by side until the viewer may lawfully tell them apart.
PairResult play_pair(const PairKind& kind, std::uint64_t seed) {
  World a(kind, seed);
  World b(kind, seed);
  const std::uint64_t first = mix64(seed);
  const Counts wanted = a.dealt_hand(first);
  std::uint64_t second = first + 1;
  while (second < first + 3'000 && b.dealt_hand(second) != wanted) ++second;
  PairResult result;
  if (second == first + 3'000) return result;
  a.start(first);
  b.start(second);
  Dice dice(seed);
  for (; result.steps < 200; ++result.steps) {
    if (a.events() != b.events()) break;  // lawfully told apart
    // Under `srs` an attacked player who can pass the Attack on is asked before the turn, at any
    // table: the rules themselves tell everybody so.
    if ((a.game().phase() == Phase::Chain) != (b.game().phase() == Phase::Chain)) break;
    if (a.heard() != b.heard()) {
      const std::size_t last = std::min(a.heard().size(), b.heard().size());
      std::size_t i = 0;
      while (i < last && a.heard()[i] == b.heard()[i]) ++i;
      result.leak = (i < a.heard().size() ? a.heard()[i] : "-") + "\n" +
                    (i < b.heard().size() ? b.heard()[i] : "-");
      break;
    }
    result.others_differ = result.others_differ || a.others() != b.others();
    const SeatMask asked = a.game().asked() & b.game().asked();
    if (a.over() || b.over()) break;
    const int what = dice.below(12);
    const Seat seat = asked == 0 ? kNoSeat : dice.seat(asked);
    const std::string action = seat == kNoSeat ? "" : choose(dice, a, b, seat);
    for (World* world : {&a, &b}) {
      if (what != 0 && !action.empty()) world->say(seat, action);
      world->world().run_for(Time(what == 0 ? 1'200 : 20 + what * 30));
    }
    // The whole view, as one gets it who comes back, is compared, too.
    if (what > 2) continue;
    for (World* world : {&a, &b}) {
      world->client(kind.viewer).say({{"t", "sync"}});
      world->world().run_for(Time(50));
    }
  }
  return result;
}

TEST(PairedServers, NET_5_NOPE_9_EK_4_NoMessageTellsWhatItsReaderCantKnow) {
  int steps = 0;
  int differing = 0;
  const int pairs = in_builds(150, 6);
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(pairs); ++seed) {
    Dice dice(seed);
    const PairKind kind = kind_of(dice);
    const PairResult result = play_pair(kind, seed);
    ASSERT_EQ(result.leak, "") << "pair " << seed << ", viewer " << int{kind.viewer};
    steps += result.steps;
    differing += result.others_differ;
  }
  // The test sees: what the other seats get does differ.
  EXPECT_GT(differing, pairs / 3);
  EXPECT_GT(steps, pairs * 2) << "pairs part too soon to say much";
  std::printf("%d pairs, %d steps\n", pairs, steps);
}

// ---- bots ---------------------------------------------------------------------------------------

std::vector<std::string> every_bot() {
  std::vector<std::string> bots(bot_names().begin(), bot_names().end());
  for (const Level& level : bot_levels()) bots.emplace_back(level.name);
  return bots;
}

std::string time_of(const std::vector<std::string>& heard, std::size_t i) {
  return i < heard.size() ? heard[i].substr(0, heard[i].find(' ')) : "never";
}

// Of two games that differ in the bots' hands, what is said first and differs must be said at the
// same time: else the time alone would tell before the words do. Where more than one bot is asked,
// one that passes says nothing, so that the next to be heard may be another.
std::string first_times_differ(World& a, World& b, bool one_is_asked) {
  std::size_t i = 0;
  while (i < a.heard().size() && i < b.heard().size() && a.heard()[i] == b.heard()[i]) ++i;
  if (i == a.heard().size() && i == b.heard().size()) return "";
  if (!one_is_asked || time_of(a.heard(), i) == time_of(b.heard(), i)) return "";
  return (i < a.heard().size() ? a.heard()[i] : "-") + "\n" +
         (i < b.heard().size() ? b.heard()[i] : "-");
}

// One person plays against bots; nobody else is there to be watched.
PairResult play_against_bots(const PairKind& kind, std::uint64_t seed) {
  World a(kind, seed);
  World b(kind, seed);
  const std::uint64_t first = mix64(seed);
  const Counts wanted = a.dealt_hand(first);
  std::uint64_t second = first + 1;
  while (second < first + 3'000 && b.dealt_hand(second) != wanted) ++second;
  PairResult result;
  if (second == first + 3'000) return result;
  a.start(first);
  b.start(second);
  Dice dice(seed);
  for (; result.steps < 600 && !a.over() && !b.over(); ++result.steps) {
    const bool mine = holds(a.game().asked(), 0) && holds(b.game().asked(), 0);
    const std::string action = mine && dice.once_in(10) ? choose(dice, a, b, 0) : "";
    const bool one_is_asked = a.game().phase() != Phase::Window || kind.bots.size() == 1;
    for (World* world : {&a, &b}) {
      if (!action.empty()) world->say(0, action);
      world->world().run_for(Time{20});
    }
    if (a.heard() == b.heard()) continue;
    result.leak = first_times_differ(a, b, one_is_asked);
    return result;
  }
  return result;
}

TEST(PairedServers, NOPE_9_NoTimeTellsWhatABotHoldsAtAnyLevel) {
  int steps = 0;
  int pairs = 0;
  for (const std::string& bot : every_bot()) {
    for (int i = 0; i < in_builds(12, 1); ++i, ++pairs) {
      const std::uint64_t seed = mix64(static_cast<std::uint64_t>(pairs) + 77);
      const PlainJson create = {{"seats", 3},
                                {"window_ms", 1'000},
                                {"turn_s", 0},
                                {"rules", {{"first", "zero"}, {"hand", 3}, {"copies.nope", 9}}}};
      const PairKind kind{create, 1, 0, std::vector<std::string>(pairs % 3 == 2 ? 2 : 1, bot)};
      const PairResult result = play_against_bots(kind, seed);
      ASSERT_EQ(result.leak, "") << bot << ", pair " << pairs;
      steps += result.steps;
    }
  }
  EXPECT_GT(steps, pairs * 20) << "pairs part too soon to say much";
  std::printf("%d pairs, %d steps\n", pairs, steps);
}

}  // namespace
}  // namespace nl
