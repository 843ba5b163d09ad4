// Paired-server tests: two games that differ only in what one viewer can't know. The viewer's
// messages must be equal, to the byte and to the millisecond.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <regex>

#include "bots/bot.h"
#include "fair/fair_line.h"
#include "server/bench_table.h"
#include "text/notation.h"

namespace nl {
namespace {

// Two worlds are two games, and the public number of a game is part of its id, which is drawn
// before the cards.
std::string without_voice(const std::string& text) {
  static const std::regex kVoice("\"voice\":[0-9]+");
  return std::regex_replace(text, kVoice, "\"voice\":0");
}

struct PairKind {
  PlainJson create;
  int people;
  Seat viewer;
  std::vector<std::string> bots{};

  bool slow() const { return create.contains("hours"); }
};

PairKind kind_of(Dice& dice) {
  const int people = 2 + dice.below(3);
  PlainJson expansions = PlainJson::array();
  for (const BoxRow& box : box_rows()) {
    if (dice.once_in(2)) expansions.push_back(box.key);
  }
  PlainJson create = {{"preset", preset_name(static_cast<Preset>(dice.below(kPresets)))},
                      {"expansions", expansions},
                      {"window_ms", 1'000},
                      {"turn_s", 20},
                      {"rules", {{"hand", 1 + dice.below(2)}, {"first", "zero"}}}};
  // As many as fit beside all the boxes.
  if (dice.once_in(2)) create["rules"]["copies.nope"] = 8;
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
    if (kind.slow()) pass_for_some();
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
          .push_back(std::to_string(sent.at.count()) + " " + without_voice(sent.text));
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
  // Webhooks and browsers, with their times.
  std::vector<std::string> calls() const {
    std::vector<std::string> all;
    for (const auto& [at, call] : table_.world.calls) {
      all.push_back(std::to_string(at.count()) + " " + call.to() + " " + std::to_string(call.seat) +
                    " " + std::to_string(static_cast<int>(call.why)) + " " + call.name + " " +
                    std::to_string(call.game));
    }
    return all;
  }
  void want_calls() {
    table_.says(0, {{"t", "webhook"}, {"url", "https://chat.example/1"}});
    for (std::size_t seat = 0; seat + 1 < table_.clients.size(); ++seat) {
      table_.says(seat, browser());
      table_.says(seat, {{"t", "hidden"}, {"hidden", true}});
    }
  }
  const std::vector<std::string>& others() const { return others_; }

 private:
  // Players who don't look have windows passed, at every other seat but the viewer's.
  void pass_for_some() {
    for (Seat seat = 0; seat + 1u < table_.clients.size(); ++seat) {
      if (seat == viewer_ || seat % 2 == 0) continue;
      table_.says(seat, {{"t", "auto_pass"}, {"on", true}});
      table_.says(seat, {{"t", "hidden"}, {"hidden", true}});
    }
  }

  // The bot's thinking time tells of its hand as loudly as can be.
  static WorldOptions quiet() {
    WorldOptions options = quick_world();
    options.check_schema = false;
    options.limits.features.webhooks = true;
    options.push_key = "key";
    options.thinking = [](const BotJob& job) {
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

// Two worlds that are driven alike.
class Pair {
 public:
  Pair(const PairKind& kind, std::uint64_t seed) : a(kind, seed), b(kind, seed) {}

  // Begins games that deal the viewer the same hand; false: there was no second one.
  bool start(std::uint64_t seed) {
    const std::uint64_t first = mix64(seed);
    const Counts wanted = a.dealt_hand(first);
    std::uint64_t second = first + 1;
    while (second < first + 3'000 && b.dealt_hand(second) != wanted) ++second;
    if (second == first + 3'000) return false;
    a.start(first);
    b.start(second);
    return true;
  }
  void both(const std::function<void(World&)>& deed) {
    deed(a);
    deed(b);
  }
  bool over() const { return a.over() || b.over(); }
  bool same_so_far() const { return a.heard() == b.heard(); }
  // The number of the first message that differs.
  std::size_t parting() const {
    const std::size_t last = std::min(a.heard().size(), b.heard().size());
    std::size_t i = 0;
    while (i < last && a.heard()[i] == b.heard()[i]) ++i;
    return i;
  }
  std::string both_messages(std::size_t i) const {
    return (i < a.heard().size() ? a.heard()[i] : "-") + "\n" +
           (i < b.heard().size() ? b.heard()[i] : "-");
  }

  World a;
  World b;
};

// True if the viewer may tell the two games apart by the rules.
bool lawfully_apart(const Pair& pair) {
  if (pair.a.events() != pair.b.events()) return true;
  // If the cards of dead players are laid open, everybody sees what they held.
  const View a = pair.a.game().view(kWatcher);
  const View b = pair.b.game().view(kWatcher);
  const bool laid_open =
      pair.a.game().rules().dead == Dead::Discard && std::popcount(a.alive) < pair.a.game().seats();
  if (laid_open && a.discard != b.discard) return true;
  // Under `srs` an attacked player who can pass the Attack on is asked before the turn, at any
  // table: the rules themselves tell everybody so.
  return (pair.a.game().phase() == Phase::Chain) != (pair.b.game().phase() == Phase::Chain);
}

// Somebody answers, or a window's time runs out; and now and then the viewer wants the whole view.
void go_on(Pair& pair, Dice& dice, const PairKind& kind) {
  const SeatMask asked = pair.a.game().acting_seats() & pair.b.game().acting_seats();
  const int what = dice.below(12);
  const Seat seat = asked == 0 ? kNoSeat : dice.seat(asked);
  const std::string action = seat == kNoSeat ? "" : choose(dice, pair.a, pair.b, seat);
  pair.both([&](World& world) {
    if (what != 0 && !action.empty()) world.say(seat, action);
    // In a slow room standing orders are carried out, a window closes, or the clock runs out.
    const Time slow = what < 3 ? Time(100'000) : Time(what == 3 ? 3'700'000 : 400'000);
    const Time live = Time(what == 0 ? 1'200 : 20 + what * 30);
    world.world().run_for(kind.slow() && what < 5 ? slow : live);
  });
  if (what > 2) return;
  pair.both([&](World& world) {
    world.client(kind.viewer).say({{"t", "sync"}});
    world.world().run_for(Time(50));
  });
}

// Plays two worlds side by side until the viewer may lawfully tell them apart.
PairResult play_pair(const PairKind& kind, std::uint64_t seed) {
  Pair pair(kind, seed);
  PairResult result;
  if (!pair.start(seed)) return result;
  Dice dice(seed);
  for (; result.steps < 200 && !lawfully_apart(pair); ++result.steps) {
    if (!pair.same_so_far()) {
      result.leak = pair.both_messages(pair.parting());
      break;
    }
    result.others_differ = result.others_differ || pair.a.others() != pair.b.others();
    if (pair.over()) break;
    go_on(pair, dice, kind);
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

// The clock is an hour, and some players are away and have windows passed for them.
TEST(PairedServers, NOPE_9_WEB_13_NeitherStandingOrdersNorLongClocksTellWhatIsHeld) {
  int steps = 0;
  int differing = 0;
  const int pairs = in_builds(60, 4);
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(pairs); ++seed) {
    Dice dice(seed);
    PairKind kind = kind_of(dice);
    kind.create["hours"] = 1;
    const PairResult result = play_pair(kind, seed);
    ASSERT_EQ(result.leak, "") << "pair " << seed << ", viewer " << int{kind.viewer};
    steps += result.steps;
    differing += result.others_differ;
  }
  EXPECT_GT(differing, pairs / 3);
  EXPECT_GT(steps, pairs * 2) << "pairs part too soon to say much";
}

// Notifications are open to anybody who reads their lines: they must tell no more
// than a watcher sees.
TEST(PairedServers, WEB_13_NET_5_NoCallTellsWhatAWatcherCantKnow) {
  std::size_t calls = 0;
  int differing = 0;
  const int pairs = in_builds(80, 4);
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(pairs); ++seed) {
    Dice dice(seed);
    PairKind kind = kind_of(dice);
    kind.viewer = kWatcher;
    if (seed % 2 == 0) kind.create["hours"] = 1;
    Pair pair(kind, seed);
    pair.both([](World& world) { world.want_calls(); });
    if (!pair.start(seed)) continue;
    for (int step = 0; step < 200 && !pair.over() && !lawfully_apart(pair); ++step) {
      ASSERT_EQ(pair.a.calls(), pair.b.calls()) << "pair " << seed;
      differing += pair.a.others() != pair.b.others();
      go_on(pair, dice, kind);
    }
    calls += pair.a.calls().size();
  }
  EXPECT_GT(differing, pairs);
  EXPECT_GT(calls, static_cast<std::size_t>(pairs)) << "nobody is called";
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
// same time: else the time alone would tell before the words do. If more than one bot is asked,
// one that passes says nothing, so that the next to be heard may be another.
std::string first_times_differ(const Pair& pair, bool one_is_asked) {
  const std::size_t i = pair.parting();
  const bool same_time = time_of(pair.a.heard(), i) == time_of(pair.b.heard(), i);
  return !one_is_asked || same_time ? "" : pair.both_messages(i);
}

// One person plays against bots; nobody else is there to be watched.
PairResult play_against_bots(const PairKind& kind, std::uint64_t seed) {
  Pair pair(kind, seed);
  PairResult result;
  if (!pair.start(seed)) return result;
  Dice dice(seed);
  for (; result.steps < 600 && !pair.over() && pair.same_so_far(); ++result.steps) {
    const bool mine =
        holds(pair.a.game().acting_seats(), 0) && holds(pair.b.game().acting_seats(), 0);
    const std::string action = mine && dice.once_in(10) ? choose(dice, pair.a, pair.b, 0) : "";
    const bool one_is_asked = pair.a.game().phase() != Phase::Window || kind.bots.size() == 1;
    pair.both([&](World& world) {
      if (!action.empty()) world.say(0, action);
      world.world().run_for(Time{20});
    });
    if (!pair.same_so_far()) result.leak = first_times_differ(pair, one_is_asked);
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

// ---- many games: what an attacker with a clock gathers ------------------------------------------

// A bot's time to answer a Skip, in a game of its own; and whether it holds a Nope.
struct Timed {
  double delay = 0;
  bool nope = false;
};

std::optional<Timed> time_a_nope(const std::string& bot, std::uint64_t seed) {
  const PlainJson create = {
      {"seats", 2},
      {"window_ms", 5'000},
      {"turn_s", 0},
      {"rules", {{"first", "zero"}, {"hand", 3}, {"copies.nope", 12}, {"copies.skip", 40}}}};
  World world({create, 1, 0, {bot}}, seed);
  world.start(mix64(seed));
  world.world().run_for(Time{100});
  const auto legal = world.legal(0);
  if (std::find(legal.begin(), legal.end(), "play skip") == legal.end()) return std::nullopt;
  const bool nope = world.game().view(1).hand[Card::Nope] != 0;
  world.say(0, "play skip");
  world.world().run_for(Time{50});
  const std::size_t asked = world.heard().size();
  world.world().run_for(Time{4'000});
  if (world.heard().size() == asked) return std::nullopt;
  const auto at = [&](std::size_t i) { return std::stod(time_of(world.heard(), i)); };
  return Timed{.delay = at(asked) - at(asked - 1), .nope = nope};
}

// The largest difference between the two distribution functions (Kolmogorov and Smirnov): 1 where
// a look at the clock tells the two apart, about 1.2 / sqrt(n/2) by chance.
double told_apart(std::vector<double> a, std::vector<double> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const auto share = [](const std::vector<double>& all, double x) {
    const auto below = std::upper_bound(all.begin(), all.end(), x) - all.begin();
    return static_cast<double>(below) / static_cast<double>(all.size());
  };
  double most = 0;
  for (const double x : a) most = std::max(most, std::abs(share(a, x) - share(b, x)));
  for (const double x : b) most = std::max(most, std::abs(share(a, x) - share(b, x)));
  return most;
}

TEST(PairedServers, NOPE_9_WhoGathersTimesLearnsNothingOfABotsNope) {
  const int games = in_builds(120, 30);
  for (const std::string& bot : every_bot()) {
    std::vector<double> with;
    std::vector<double> without;
    for (int i = 0; i < games; ++i) {
      const auto timed = time_a_nope(bot, mix64(static_cast<std::uint64_t>(i) + 991));
      if (timed) (timed->nope ? with : without).push_back(timed->delay);
    }
    const auto fewer = static_cast<double>(std::min(with.size(), without.size()));
    ASSERT_GT(fewer, games / 8) << bot;
    // By chance once in a million; the seeds are fixed, so it is so today and tomorrow.
    EXPECT_LT(told_apart(with, without), 2.7 * std::sqrt(1 / fewer)) << bot;
  }
}

}  // namespace
}  // namespace nl
