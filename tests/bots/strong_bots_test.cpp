// Tests of the bots that count and search: legal everywhere, from views alone, stronger one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "bots/bot.h"
#include "bots/hint.h"
#include "bots/imagined.h"
#include "bots/position_value.h"
#include "engine/chi_square.h"
#include "engine/determinize.h"
#include "engine/games_hash.h"
#include "engine/same_view.h"

namespace nl {
namespace {

// Every bot there is; one that takes a budget thinks for a moment only.
std::vector<std::string> all_bots() {
  std::vector<std::string> bots;
  for (const std::string_view name : bot_names()) {
    const std::string quick = std::string(name) + ":6";
    bots.push_back(make_bot(quick, 1) != nullptr ? quick : std::string(name));
  }
  bots.push_back("hunt:counting:3");
  return bots;
}

template <class Look>
Seat play_bots(const Rules& rules, const std::vector<std::string>& bots, std::uint64_t game,
               Look look) {
  const int seats = static_cast<int>(bots.size());
  std::vector<std::unique_ptr<Bot>> players;
  for (std::size_t i = 0; i < bots.size(); ++i) players.push_back(make_bot(bots[i], game * 8 + i));
  KnowledgeSink known(seats);
  SeededSource random(5, game);
  State s = new_game(rules, seats, random, known);
  for (int steps = 0; !s.over() && steps < 5000; ++steps) {
    const Seat seat = next_actor(s);
    const View v = view(rules, s, known.seats[seat], seat);
    look(v, bots[seat]);
    const Action action = players[seat]->act(rules, v, {});
    if (!v.legal.has(action)) {
      ADD_FAILURE() << bots[seat] << " plays " << int{action.id};
      return kNoSeat;
    }
    apply_legal(rules, s, seat, action, random, known);
  }
  EXPECT_TRUE(s.over());
  return winner(s);
}

constexpr auto kUnwatched = [](const View&, const std::string&) {};

TEST(StrongBots, BOT_1_EveryAnswerIsLegalInEveryGame) {
  const std::vector<std::string> all = all_bots();
  std::size_t next = 0;
  for_each_game_kind([&](const Rules& rules, Preset, Expansions, int seats) {
    std::vector<std::string> bots;
    for (int i = 0; i < seats; ++i) bots.push_back(all[next++ % all.size()]);
    play_bots(rules, bots, 1, kUnwatched);
  });
}

// Worlds that the seat can't tell apart give the same view; whoever sees the same answers the same.
TEST(StrongBots, BOT_1_AnAnswerDependsOnTheViewAlone) {
  const Rules rules = make_rules(Preset::Official, kStreaking);
  Stream words(9);
  int compared = 0;
  const std::vector<std::string> all = all_bots();
  play_bots(rules, {all.end() - 4, all.end()}, 2, [&](const View& v, const std::string&) {
    if (compared == 30) return;  // every bot is asked twice at each: networks take their time
    const State twin = determinize(rules, v, words);
    const View again = view(rules, twin, v.known, v.viewer);
    ASSERT_EQ(different_field(v, again), "");
    ++compared;
    for (const std::string& bot : all) {
      EXPECT_EQ(make_bot(bot, 1)->act(rules, v, {}), make_bot(bot, 1)->act(rules, again, {}))
          << bot;
    }
  });
  EXPECT_GT(compared, 20);
}

// ---- imagined worlds --------------------------------------------------------------------------

// The small game of S, S, A, F and a kitten, one card dealt to each, as seat 0 sees it.
struct SmallTable {
  Rules rules = official();
  KnowledgeSink known{2};
  State s;

  explicit SmallTable(std::uint64_t game) {
    rules.hand = 1;
    rules.first = First::Zero;
    rules.extra_defuses = ExtraDefuses::None;
    rules.copies = {};
    rules.copies[Card::Exploding] = rules.copies[Card::Attack] = rules.copies[Card::See] = 1;
    rules.copies[Card::Defuse] = rules.copies[Card::Skip] = 2;
    SeededSource random(1, game);
    s = new_game(rules, 2, random, known);
  }
  View seen() const { return view(rules, s, known.seats[0], 0); }
};

std::string name_of(const State& world) {
  std::string name;
  for (int i = 0; i < world.pile_size; ++i) {
    name += static_cast<char>('a' + index(world.from_top(i)));
  }
  name += '|';
  for (int kind = 0; kind < kCardKinds; ++kind) {
    name += std::string(world.hands[1][card_at(kind)], static_cast<char>('a' + kind));
  }
  return name;
}

// Every order of the cards that seat 0 has not seen: one of them, no kitten, is the other's.
std::map<std::string, double> all_worlds(const SmallTable& table) {
  std::vector<Card> hidden{Card::Exploding};
  for (const Card card : {Card::Attack, Card::See, Card::Skip}) {
    const int unseen_copies = table.rules.copies[card] - table.s.hands[0][card];
    hidden.insert(hidden.end(), static_cast<std::size_t>(unseen_copies), card);
  }
  std::vector<std::size_t> order(hidden.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::map<std::string, double> weights;
  do {
    State world = table.s;
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
      world.from_top(static_cast<int>(i)) = hidden[order[i]];
    }
    world.hands[1] = {};
    ++world.hands[1][Card::Defuse];
    ++world.hands[1][hidden[order.back()]];
    if (hidden[order.back()] != Card::Exploding) ++weights[name_of(world)];
  } while (std::next_permutation(order.begin(), order.end()));
  return weights;
}

TEST(StrongBots, BOT_1_ImaginedWorldsAreEvenOverAllThatTheViewAllows) {
  for (const std::uint64_t game : {1, 2, 3}) {
    const SmallTable table(game);
    const std::map<std::string, double> weights = all_worlds(table);
    double all = 0;
    for (const auto& [name, weight] : weights) all += weight;
    Stream chance(7);
    std::map<std::string, int> found;
    constexpr int kDraws = 20'000;
    for (int i = 0; i < kDraws; ++i) ++found[name_of(imagine(table.rules, table.seen(), chance))];
    EXPECT_EQ(found.size(), weights.size()) << "worlds that can't be, or are never thought of";
    std::vector<int> counts;
    std::vector<double> expected;
    for (const auto& [name, weight] : weights) {
      counts.push_back(found[name]);
      expected.push_back(kDraws * weight / all);
    }
    const double freedom = static_cast<double>(weights.size()) - 1;
    EXPECT_LT(chi_deviations(counts, expected, freedom), kTooFar);
  }
}

int kittens_of(const State& world) {
  const Phase phase = world.top().phase;
  int kittens = phase == Phase::Place || phase == Phase::Guess;
  for (int place = 0; place < world.pile_size; ++place)
    kittens += in(kKittens, world.from_top(place));
  return kittens;
}

// A game without enough kittens would never end.
TEST(StrongBots, AnImaginedWorldLacksNoKitten) {
  const Rules rules = make_rules(Preset::Implosion, kImploding);
  Stream chance(4);
  for (std::uint64_t game = 0; game < 40; ++game) {
    play_bots(rules, {"draw", "counting", "counting", "draw", "counting"}, game,
              [&](const View& v, const std::string&) {
                EXPECT_GE(kittens_of(imagine(rules, v, chance)), count(v.alive) - 1);
              });
  }
}

TEST(StrongBots, BOT_1_LevelsAndBudgetsAreNames) {
  for (const Level& level : bot_levels()) EXPECT_NE(make_bot(level.name, 1), nullptr);
  EXPECT_NE(make_bot("ismcts:5ms", 1), nullptr);
  for (const char* hunter : {"hunt", "hunt:7", "hunt:careful", "hunt:ismcts:5:7", "hunt:hard:7"}) {
    EXPECT_NE(make_bot(hunter, 1), nullptr) << hunter;
  }
  for (const char* wrong : {"ismcts:", "ismcts:0", "ismcts:x", "counting:5", "flat:-3", "hunt:",
                            "hunt:nobody:7", "hunt:net:5ms", "hunt:net:", "hunt:hunt:net:7"}) {
    EXPECT_EQ(make_bot(wrong, 1), nullptr) << wrong;
  }
}

double wins_of(const std::string& bot, const std::string& other, std::uint64_t games) {
  const Rules rules = official();
  double won = 0;
  for (std::uint64_t game = 0; game < games; ++game) {
    won += play_bots(rules, {bot, other}, game, kUnwatched) == 0;
    won += play_bots(rules, {other, bot}, game, kUnwatched) == 1;
  }
  return won / static_cast<double>(2 * games);
}

TEST(StrongBots, RL_3_CountingBeatsCarefulAndDrawing) {
  EXPECT_GT(wins_of("counting", "careful", 400), 0.52);
  EXPECT_GT(wins_of("counting", "draw", 100), 0.6);
}

TEST(StrongBots, RL_3_SearchBeatsCounting) { EXPECT_GT(wins_of("ismcts:60", "counting", 20), 0.5); }

TEST(StrongBots, HINT_1_EveryReasonIsASentenceInBothLanguages) {
  for (int why = 0; why < kWhys; ++why) {
    const Reason reason{static_cast<Why>(why), 37};
    for (const Language language : all_languages()) {
      const std::string text = sentence(reason, words(language));
      EXPECT_GT(text.size(), 8u) << why;
      EXPECT_EQ(text.find('{'), std::string::npos) << text;
    }
  }
}

TEST(StrongBots, HINT_1_AReasonHasTheKeyOfItsSentence) {
  for (int why = 0; why < kWhys; ++why) {
    const std::string key = reason_key(static_cast<Why>(why));
    ASSERT_TRUE(key.starts_with("ui/"));
    EXPECT_EQ(words(Language::English).ui(key.substr(3), {{"percent", "37"}}),
              sentence({static_cast<Why>(why), 37}, words(Language::English)));
  }
}

// Every bot with a rule can give its reason at every question.
TEST(StrongBots, HINT_1_EveryBotExplainsEveryMove) {
  const Rules rules = make_rules(Preset::Official, kImploding);
  for (const std::string name : {"draw", "careful", "counting", "flat:3", "ismcts:3"}) {
    const auto bot = make_bot(name, 1);
    int explained = 0;
    play_bots(rules, {name, "counting", "careful"}, 3, [&](const View& v, const std::string&) {
      const Action action = bot->act(rules, v, {});
      const Reason reason = bot->reason();
      EXPECT_NE(reason.why, Why::Chance) << name << " plays " << int{action.id};
      EXPECT_TRUE(v.legal.size() == 1 || reason.why != Why::Forced) << name;
      ++explained;
    });
    EXPECT_GT(explained, 20);
  }
}

TEST(StrongBots, HINT_1_AdviceIsLegalAndDependsOnTheViewAlone) {
  const Rules rules = make_rules(Preset::Official, kStreaking);
  Stream words(8);
  int compared = 0;
  play_bots(rules, {"counting", "careful", "counting"}, 5, [&](const View& v, const std::string&) {
    const Hint hint = hint_for(rules, v, 1, {40, 0});
    for (const Tried& move : hint.moves) EXPECT_TRUE(v.legal.has(move.action));
    EXPECT_EQ(hint.moves.front().games == 0, v.legal.size() == 1);
    const View again = view(rules, determinize(rules, v, words), v.known, v.viewer);
    ASSERT_EQ(different_field(v, again), "");
    ++compared;
    const Hint twin = hint_for(rules, again, 1, {40, 0});
    ASSERT_EQ(twin.moves.size(), hint.moves.size());
    for (std::size_t i = 0; i < hint.moves.size(); ++i) {
      EXPECT_EQ(twin.moves[i].action, hint.moves[i].action);
      EXPECT_EQ(twin.moves[i].percent(), hint.moves[i].percent());
    }
    EXPECT_EQ(twin.reason.why, hint.reason.why);
  });
  EXPECT_GT(compared, 15);
}

// In games that the critic has learned, the hint has its figures: as legal, and from the view
// alone.
TEST(StrongBots, HINT_1_AdviceByTheCriticDependsOnTheViewAloneAndKeepsToItsFigures) {
  const Rules rules = official();
  ASSERT_TRUE(critic_learned(rules, 3));
  ASSERT_FALSE(critic_learned(make_rules(Preset::Official, kImploding), 3));
  Stream words(8);
  int chosen = 0;
  play_bots(rules, {"counting", "careful", "counting"}, 5, [&](const View& v, const std::string&) {
    const Hint hint = hint_for(rules, v, 1, {30, 0});
    const View again = view(rules, determinize(rules, v, words), v.known, v.viewer);
    const Hint twin = hint_for(rules, again, 1, {30, 0});
    ASSERT_EQ(twin.moves.size(), hint.moves.size());
    for (std::size_t i = 0; i < hint.moves.size(); ++i) {
      EXPECT_TRUE(v.legal.has(hint.moves[i].action));
      EXPECT_EQ(twin.moves[i].action, hint.moves[i].action);
      EXPECT_EQ(twin.moves[i].wins, hint.moves[i].wins);
      EXPECT_LE(hint.moves[i].percent(), hint.moves.front().percent());
    }
    if (hint.reason.why == Why::Foreseen) {
      EXPECT_EQ(hint.reason.percent, hint.moves.front().percent());
    }
    chosen += v.legal.size() > 1 ? 1 : 0;
    EXPECT_EQ(twin.equal, hint.equal);
  });
  EXPECT_GT(chosen, 15);
}

// By a critic, whose answers share their worlds, and by search, whose answers have games of their
// own.
TEST(StrongBots, HINT_1_TwoAnswersAreEqualWithinTheirError) {
  for (const Rules& rules : {official(), make_rules(Preset::Official, kImploding)}) {
    int equal = 0;
    int better = 0;
    const auto look = [&](const View& v, const std::string&) {
      const Hint hint = hint_for(rules, v, 1, {120, 0});
      if (hint.moves.size() < 2) {
        EXPECT_FALSE(hint.equal);
        return;
      }
      const int lag = hint.moves[0].percent() - hint.moves[1].percent();
      if (lag == 0) {
        EXPECT_TRUE(hint.equal);
      }
      if (lag > 25) {
        EXPECT_FALSE(hint.equal) << lag;
      }
      ++(hint.equal ? equal : better);
    };
    for (std::uint64_t game = 1; game <= 3; ++game) {
      play_bots(rules, {"counting", "careful", "counting"}, game, look);
    }
    EXPECT_GT(equal, 3);
    EXPECT_GT(better, 3);
  }
}

// Ninety hints and more: nothing that is listed beside the advice has a better rate than it.
TEST(StrongBots, HINT_1_TheAdviceIsNeverBelowWhatIsShownBesideIt) {
  const Rules rules = make_rules(Preset::Official, kImploding);
  int chosen = 0;
  for (std::uint64_t game = 1; game <= 2; ++game) {
    play_bots(rules, {"counting", "careful", "counting", "careful"}, game,
              [&](const View& v, const std::string&) {
                const Hint hint = hint_for(rules, v, 1, {60, 0});
                chosen += hint.moves.size() > 1 ? 1 : 0;
                for (const Tried& other : hint.moves) {
                  EXPECT_LE(other.percent(), hint.moves.front().percent());
                }
              });
  }
  EXPECT_GT(chosen, 15);
}

TEST(StrongBots, HINT_1_AMoveHasItsReason) {
  const Rules rules = official();
  KnowledgeSink known(2);
  SeededSource random(5, 3);
  const State s = new_game(rules, 2, random, known);
  const Seat seat = next_actor(s);
  const View v = view(rules, s, known.seats[seat], seat);
  const auto search = make_bot("ismcts:50", 1);
  search->act(rules, v, {});
  EXPECT_EQ(search->reason().why, Why::Searched);
  EXPECT_GT(search->reason().percent, 0);
  const auto counting = make_bot("counting", 1);
  counting->act(rules, v, {});
  EXPECT_NE(counting->reason().why, Why::Chance);
}

}  // namespace
}  // namespace nl
