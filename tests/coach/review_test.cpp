// Tests of game reviews: arithmetic, use of hidden cards, distance from the exact truth.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "arena/exact_values.h"
#include "arena/small_games.h"
#include "coach/move_reason.h"
#include "coach/played.h"
#include "coach/review_json.h"
#include "coach/review_text.h"
#include "engine/encode.h"

namespace nl {
namespace {

constexpr Effort kLittle{6, 4};

// In points: what docs/play/coach.md states.
constexpr double kReviewTolerance = 8;
constexpr double kReviewGivesAway = 2;

Rules official() { return make_rules(Preset::Official); }

std::int64_t sum_of(const Account& account) {
  std::int64_t sum = 0;
  for (const std::int64_t one : account.seats) sum += one;
  return sum;
}

void expect_exact(const GameReview& review) {
  for (std::size_t i = 0; i < review.steps.size(); ++i) {
    const ReviewedStep& step = review.steps[i];
    const Account after = i + 1 < review.steps.size() ? review.steps[i + 1].table : review.table;
    EXPECT_EQ(step.skill + step.cards + step.unknown, after - step.table) << "step " << i;
    EXPECT_EQ(sum_of(step.table), kWholeWin);
    EXPECT_EQ(sum_of(step.open), kWholeWin);
    EXPECT_EQ(sum_of(step.skill), 0);
  }
  std::int64_t ends = 0;
  for (const SeatAccount& account : review.accounts) {
    EXPECT_EQ(account.sum(), account.end);
    ends += account.end;
  }
  EXPECT_EQ(ends, kWholeWin);
}

TEST(Review, REV_1_SkillAndLuckAddUpToTheOutcomeExactly) {
  for (int seats = 2; seats <= 5; ++seats) {
    const auto game = read_back(played(header_of(official(), seats), {"counting", "random"}, 7));
    const GameReview review = review_game(game->film, kLittle);
    EXPECT_EQ(review.yardstick, Yardstick::Critic);
    ASSERT_TRUE(review.over);
    expect_exact(review);
    for (Seat seat = 0; seat < seats; ++seat) {
      const bool won = winner(game->film.stills().back().state) == seat;
      EXPECT_EQ(review.accounts[seat].end, won ? kWholeWin : 0);
    }
    EXPECT_EQ(review.moments.size(), 3U);
  }
}

// Cards that the critic never met, rules that it never met, somebody leaves, the game breaks off.
TEST(Review, REV_1_TheSumHoldsByEveryYardstickAndInMidGame) {
  const Rules imploding = make_rules(Preset::Official, kImploding);
  const auto boxed =
      read_back(played(header_of(imploding, 3, Preset::Official, kImploding), {"counting"}, 3));
  const GameReview by_rollouts = review_game(boxed->film, kLittle);
  EXPECT_EQ(by_rollouts.yardstick, Yardstick::Rollouts);
  expect_exact(by_rollouts);

  auto lines = played(header_of(official(), 3), {"counting"}, 5, 20);
  const Seat leaves = winner(read_back(lines)->film.stills().back().state) == 0 ? 1 : 0;
  lines.push_back(record_text(Step{leaves, "forfeit"}));
  const GameReview broken_off = review_game(read_back(lines)->film, kLittle);
  EXPECT_FALSE(broken_off.over);
  expect_exact(broken_off);
  EXPECT_EQ(broken_off.steps.back().text, "forfeit");
  EXPECT_EQ(broken_off.table[leaves], 0);
  EXPECT_LT(broken_off.steps.back().skill[leaves], 0);
}

TEST(Review, REV_1_TheCriticIsAskedOnlyAboutGamesThatItWasTrainedOn) {
  EXPECT_EQ(yardstick_for(official(), 2), Yardstick::Critic);
  EXPECT_EQ(yardstick_for(official(), 5), Yardstick::Critic);
  for (const SmallGame& game : small_games()) {
    EXPECT_EQ(yardstick_for(*small_game_rules(game), 2), Yardstick::Critic) << game_name(game);
  }
  EXPECT_EQ(yardstick_for(make_rules(Preset::Official, kStreaking), 4), Yardstick::Rollouts);
  EXPECT_EQ(yardstick_for(make_rules(Preset::Srs), 3), Yardstick::Rollouts);
  Rules house = official();
  house.hand = 3;
  EXPECT_EQ(yardstick_for(house, 3), Yardstick::Rollouts);
}

// A step that shows nothing new to anybody has no luck in it.
TEST(Review, REV_1_OnlyChanceAndCardsAreLuck) {
  const auto game = read_back(played(header_of(official(), 3), {"counting", "careful"}, 9));
  const GameReview review = review_game(game->film, kLittle);
  int quiet = 0;
  int lucky = 0;
  for (std::size_t i = 0; i < review.steps.size(); ++i) {
    const ReviewedStep& step = review.steps[i];
    if (step.text.starts_with("target") || step.text == "nope" || step.text.starts_with("card")) {
      EXPECT_EQ(step.cards, Account{}) << step.text;
      ++quiet;
    }
    if (step.text == "draw") lucky += step.cards == Account{} ? 0 : 1;
    if (!step.choice && step.cards == Account{}) {
      EXPECT_EQ(step.unknown, Account{}) << step.text;
    }
  }
  EXPECT_GT(quiet, 3);
  EXPECT_GT(lucky, 5);
}

// ---- view-only ----------------------------------------------------------------------------------

std::string look_of(const Rules& rules, const View& v) {
  CountingObservation seen;
  encode(rules, v, seen);
  const auto bytes = std::bit_cast<std::array<char, sizeof(seen)>>(seen);
  return {bytes.begin(), bytes.end()};
}

// The same game with a card of seat 1's hand and one of the pile exchanged.
std::vector<std::string> exchanged(std::vector<std::string> lines, Stream& chance) {
  for (std::string& line : lines) {
    RecordLine content = parse_record_line(line);
    auto* deal = std::get_if<Deal>(&content);
    if (deal == nullptr) continue;
    Counts& hand = deal->hands[1];
    const Card out = nth_card(hand, static_cast<int>(bounded(chance, hand.total())));
    Card& in = deal->pile[bounded(chance, static_cast<std::uint32_t>(deal->pile.size()))];
    if (out == Card::Defuse || in == Card::Defuse || in == Card::Exploding || in == out) return {};
    --hand[out];
    ++hand[in];
    in = out;
    line = record_text(*deal);
  }
  return lines;
}

void expect_same(const ReviewedChoice& a, const ReviewedChoice& b) {
  EXPECT_EQ(a.chances, b.chances);
  EXPECT_EQ(a.skill, b.skill);
  EXPECT_EQ(a.loss, b.loss);
  EXPECT_EQ(a.error, b.error);
  EXPECT_EQ(a.mark, b.mark);
  ASSERT_EQ(a.answers.size(), b.answers.size());
  for (std::size_t i = 0; i < a.answers.size(); ++i) {
    EXPECT_EQ(a.answers[i].text, b.answers[i].text);
    EXPECT_EQ(a.answers[i].wins, b.answers[i].wins);
  }
}

// Number of seat 0's decisions that looked the same in both games; -1: the other can't have been.
int compare_pair(const std::vector<std::string>& lines, const std::vector<std::string>& other,
                 bool& differs) {
  std::unique_ptr<RecordedGame> a = read_back(lines);
  std::unique_ptr<RecordedGame> b;
  try {
    b = read_back(other);
  } catch (const RecordError&) {
    return -1;
  }
  const Rules& rules = a->film.header().rules;
  const GameReview ours = review_game(a->film, kLittle);
  const GameReview theirs = review_game(b->film, kLittle);
  int compared = 0;
  for (std::size_t i = 0; i < ours.steps.size(); ++i) {
    const View va = a->film.stills()[i].view(rules, 0);
    const View vb = b->film.stills()[i].view(rules, 0);
    if (look_of(rules, va) != look_of(rules, vb) || !(va.known == vb.known)) break;
    if (ours.steps[i].seat != 0 || !ours.steps[i].choice) continue;
    expect_same(*ours.steps[i].choice, *theirs.steps[i].choice);
    differs |= ours.steps[i].open != theirs.steps[i].open;
    ++compared;
  }
  return compared;
}

// The beginning of a game in which chance has shown nothing yet: a shuffled pile is in the record,
// and belongs to one deal alone.
std::vector<std::string> without_chance() {
  for (std::uint64_t seed = 1;; ++seed) {
    const auto lines = played(header_of(official(), 2), {"counting"}, seed, 24);
    const bool chance = std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
      return line.starts_with("{\"chance");
    });
    if (!chance) return lines;
  }
}

TEST(Review, REV_1_WhatIsSaidOfADecisionDependsOnThePlayersViewAlone) {
  const auto lines = without_chance();
  Stream chance(3);
  int pairs = 0;
  int compared = 0;
  bool differs = false;
  for (int i = 0; i < 200 && pairs < 4; ++i) {
    const auto other = exchanged(lines, chance);
    const int same = other.empty() ? -1 : compare_pair(lines, other, differs);
    pairs += same > 0 ? 1 : 0;
    compared += std::max(same, 0);
  }
  EXPECT_EQ(pairs, 4);
  EXPECT_GT(compared, 12);
  EXPECT_TRUE(differs) << "with open cards the two games are not the same";
}

// ---- against the truth --------------------------------------------------------------------------

// Distance of the critic's figures from the exact solution's, in points, over the information sets
// of a small game by how often they are reached.
struct Distance {
  double value = 0;       // of an answer's worth
  double given_away = 0;  // by the answer that the review calls best
};

Distance distance(const SmallGame& small, int every) {
  const Rules rules = *small_game_rules(small);
  const Judge judge(rules, yardstick_for(rules, 2));
  Distance sum;
  double weight = 0;
  int number = 0;
  for_each_exact_set(rules, {}, [&](const ExactSet& set) {
    if (number++ % every != 0 || set.reach < 1e-4) return;
    const Weighing weighing = weigh_moves(judge, set.view, 16, 1);
    double off = 0;
    double best = 0;
    for (std::size_t i = 0; i < set.wins.size(); ++i) {
      const Action action = set.view.legal.nth(static_cast<int>(i));
      const auto move = std::find_if(weighing.moves.begin(), weighing.moves.end(),
                                     [&](const MoveValue& one) { return one.action == action; });
      off += std::abs(move->chances[set.view.viewer] - set.wins[i]);
      best = std::max(best, set.wins[i]);
      if (move == weighing.moves.begin()) sum.given_away -= set.reach * set.wins[i];
    }
    sum.value += set.reach * off / static_cast<double>(set.wins.size());
    sum.given_away += set.reach * best;
    weight += set.reach;
  });
  return {sum.value / weight * 100, sum.given_away / weight * 100};
}

TEST(Review, REV_1_AgreesWithTheExactSolutionOfSmallGames) {
  for (const SmallGame& small : {SmallGame{"SA", 0}, SmallGame{"SAF", 0}, SmallGame{"SSAF", 1}}) {
    const Distance found = distance(small, small.deal == 1 ? 8 : 1);
    RecordProperty(game_name(small) + " value", std::to_string(found.value));
    std::printf("%s: worth off by %.2f points, gives away %.2f\n", game_name(small).c_str(),
                found.value, found.given_away);
    EXPECT_LE(found.value, kReviewTolerance) << game_name(small);
    EXPECT_LE(found.given_away, kReviewGivesAway) << game_name(small);
  }
}

// ---- words and JSON -----------------------------------------------------------------------------

TEST(Review, REV_1_IsToldInBothLanguagesAndPrintedFiguresAddUp) {
  const auto game = read_back(played(header_of(official(), 3), {"random", "counting"}, 4));
  const GameReview review = review_game(game->film, kLittle);
  const std::vector<std::string> names = {"Ann", "Bob", "Cid"};
  for (const Language language : all_languages()) {
    const Words& w = words(language);
    const Lines lines = coach_lines(game->film, review, names, w);
    EXPECT_GT(lines.size(), 15U);
    for (const char* key : {"coach_curve", "coach_moments", "coach_accounts"}) {
      EXPECT_NE(std::find(lines.begin(), lines.end(), w.ui(key)), lines.end()) << key;
    }
    for (const std::string& line : lines) {
      EXPECT_EQ(line.find('{'), std::string::npos) << line;
    }
  }
  const Lines mine = coach_lines(game->film, review, names, words(Language::English), 1);
  int accounts = 0;
  for (const std::string& line : mine) {
    double share = 0, skill = 0, others = 0, luck = 0, deal = 0, cards = 0, unknown = 0, end = 0;
    if (std::sscanf(line.c_str(),
                    "  Bob: %lf to begin with, %lf by own moves, %lf by the moves of the others, "
                    "%lf by luck (deal %lf, cards %lf, what nobody could know %lf): %lf.",
                    &share, &skill, &others, &luck, &deal, &cards, &unknown, &end) != 8) {
      continue;
    }
    ++accounts;
    EXPECT_NEAR(share + skill + others + luck, end, 1e-9);
    EXPECT_NEAR(deal + cards + unknown, luck, 1e-9);
  }
  EXPECT_EQ(accounts, 1);
}

// At every decision, whichever answer was given: a reason, and never a bare figure.
TEST(Review, REV_3_EachDecisionHasAReasonInWords) {
  std::set<std::string> keys;
  int decisions = 0;
  for (const auto& header :
       {header_of(official(), 4), header_of(make_rules(Preset::Official, kImploding), 3)}) {
    const auto game = read_back(played(header, {"random", "counting"}, 9));
    const GameReview review = review_game(game->film, kLittle);
    for (const ReviewedStep& step : review.steps) {
      if (!step.choice) continue;
      ++decisions;
      const MoveReason& reason = step.choice->reason;
      keys.insert(reason.key);
      for (const char* bare : {"chance", "searched", "learned", "foreseen"}) {
        EXPECT_NE(reason.key, std::string("ui/why_") + bare) << step.text;
      }
      for (const Language language : all_languages()) {
        const std::string text = sentence(reason, words(language));
        EXPECT_GT(text.size(), 8U) << reason.key;
        EXPECT_EQ(text.find('{'), std::string::npos) << text;
      }
    }
  }
  EXPECT_GT(decisions, 30);
  EXPECT_GT(keys.size(), 5U);
}

TEST(Review, REV_3_AKnownTopCardIsTheReason) {
  const Rules rules = official();
  SeededSource random(5, 0);
  KnowledgeSink known(2);
  const State s = new_game(rules, 2, random, known);
  const Seat seat = next_actor(s);
  const auto view_with_top = [&](Card top) {
    Knowledge::Parts parts;
    parts.pile_size = s.pile_size;
    parts.facts[parts.fact_count++] = {top, 0, 0};
    return view(rules, s, Knowledge(seat, 2, parts), seat);
  };
  const Action draw = word(Verb::Draw);
  const View kitten = view_with_top(Card::Exploding);
  EXPECT_EQ(reason_for_better(rules, kitten, play(Card::Skip), draw, 1).key,
            "ui/because_knew_kitten");
  const MoveReason safe =
      reason_for_better(rules, view_with_top(Card::Favor), draw, play(Card::Skip), 1);
  EXPECT_EQ(safe.key, "ui/because_knew_safe");
  EXPECT_EQ(safe.card, Card::Favor);
  EXPECT_EQ(sentence(safe, words(Language::English)), "The top card was known: Favor.");
}

TEST(Review, REV_1_AsJsonForPrograms) {
  const auto game = read_back(played(header_of(official(), 2), {"random"}, 6));
  const GameReview review = review_game(game->film, kLittle);
  const std::vector<std::string> names = {"Ann", "Bob"};
  const Json json = review_json(review, names, 0);
  EXPECT_EQ(json["whole"], kWholeWin);
  EXPECT_EQ(json["by"], "critic");
  EXPECT_EQ(json["steps"].size(), review.steps.size());
  for (const Json& step : json["steps"]) {
    EXPECT_EQ(step.contains("choice") && step["seat"] != 0, false);
    EXPECT_EQ(step["table"].size(), 2U);
  }
  for (const Json& account : json["accounts"]) {
    std::int64_t sum = 0;
    for (const char* key : {"share", "deal", "skill", "others", "cards", "unknown"}) {
      sum += account[key].get<std::int64_t>();
    }
    EXPECT_EQ(sum, account["end"]);
  }
}

TEST(Review, WhatIsNoRecordIsSaidWithItsLine) {
  EXPECT_EQ(read_back({}), nullptr);
  try {
    read_back({record_text(header_of(official(), 2)), "nonsense"});
    FAIL();
  } catch (const RecordError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("2: ")) << error.what();
  }
}

}  // namespace
}  // namespace nl
