// Tests of questions, their numbers, and the reading of answers.
#include "terminal/question.h"

#include <gtest/gtest.h>

#include "names/names.h"
#include "terminal/parse_line.h"
#include "terminal/script.h"
#include "terminal/table_model.h"
#include "text/korean_words.h"

namespace nl {
namespace {

struct Posed {
  Table table;
  Speech speech() const { return speech_for(table, Language::English); }
  Question question(Seat seat) const {
    return question_for(table.rules(), table.view(seat), speech());
  }
  std::string error(Seat seat, const std::string& typed) const {
    const ParsedLine parsed = parse_line(question(seat), typed, speech());
    return std::holds_alternative<std::string>(parsed) ? std::get<std::string>(parsed) : "";
  }
  std::optional<Action> action(Seat seat, const std::string& typed) const {
    const ParsedLine parsed = parse_line(question(seat), typed, speech());
    const auto* choice = std::get_if<Choice>(&parsed);
    return choice ? choice->action : std::nullopt;
  }
};

TEST(Questions, TERM_1_TheHandIsNumberedAsItLies) {
  const Posed posed{
      make_table(staged(Preset::Official, kBase, {{Card::Attack, Card::Nope, Card::Favor}, {}}))};
  // Defuse, Attack, Favor, Nope, then four Tacocats.
  EXPECT_EQ(posed.action(0, "2"), play(Card::Attack));
  EXPECT_EQ(posed.action(0, "3"), play(Card::Favor));
  EXPECT_EQ(posed.error(0, "1"), "Defuse can't be played alone.");
  EXPECT_EQ(posed.error(0, "4"), "Keep it: a Nope answers someone else's card.");
  EXPECT_EQ(posed.action(0, "6"), pair(Card::Tacocat));
  EXPECT_EQ(posed.action(0, "7"), triple(Card::Tacocat));
  EXPECT_EQ(posed.action(0, "0"), word(Verb::Draw));
  EXPECT_EQ(posed.error(0, "8"), "8 is out of range. Please enter a number from 0 to 7.");
  EXPECT_EQ(posed.error(0, ""), "Please enter a number from 0 to 7.");
}

TEST(Questions, TERM_7_AWrongNumberNamesThoseThatExist) {
  Posed posed{make_table(staged(Preset::Official, kBase, {{Card::Favor}, {}, {}, {}}))};
  Question question = posed.question(0);
  question.phase = Phase::Target;
  question.choices = {
      {.number = 1, .text = "Ann"}, {.number = 3, .text = "Cem"}, {.number = 0, .text = "Nobody"}};
  const auto error = [&](const std::string& typed) {
    return std::get<std::string>(parse_line(question, typed, posed.speech()));
  };
  EXPECT_EQ(error("2"), "There is no 2 here. Please enter one of these: 0, 1, 3.");
  EXPECT_EQ(error("hm"), "Please enter one of these: 0, 1, 3.");
}

TEST(Questions, TERM_3_CardsAreUnderstoodByName) {
  const Posed posed{
      make_table(staged(Preset::Official, kBase, {{Card::Attack, Card::See, Card::Favor}, {}}))};
  EXPECT_EQ(posed.action(0, "attack"), play(Card::Attack));
  EXPECT_EQ(posed.action(0, "Play ATTACK"), play(Card::Attack));
  EXPECT_EQ(posed.action(0, "공격"), play(Card::Attack));
  EXPECT_EQ(posed.action(0, "see the future"), play(Card::See));
  EXPECT_EQ(posed.action(0, "fav"), play(Card::Favor));
  EXPECT_EQ(posed.action(0, "pair tacocat"), pair(Card::Tacocat));
  EXPECT_EQ(posed.action(0, "draw"), word(Verb::Draw));
  EXPECT_EQ(posed.action(0, "Draw a card"), word(Verb::Draw));
  EXPECT_EQ(posed.error(0, "skip"), "You have no Skip.");
  EXPECT_EQ(posed.error(0, "tacocat"),
            "One Tacocat does nothing alone. 6 plays a pair of Tacocats.");
  EXPECT_EQ(posed.error(0, "banana"), "Please enter a number from 0 to 7.");
}

TEST(Questions, FindCardKnowsBothLanguagesAndTheNotation) {
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const Card card = card_at(kind);
    EXPECT_EQ(find_card(words(Language::English).card(card)), card);
    EXPECT_EQ(find_card(words(kKorean).card(card)), card);
  }
  EXPECT_EQ(find_card("see5"), Card::See5);
  EXPECT_EQ(find_card("SEE THE FUTURE"), Card::See);
  EXPECT_EQ(find_card("rainbow ralphing"), Card::Rainbow);
  EXPECT_EQ(find_card("s"), std::nullopt);
  EXPECT_EQ(find_card(""), std::nullopt);
  EXPECT_EQ(find_card("\x1b[2J"), std::nullopt);
}

TEST(Questions, ATK_4_TargetsAreThePlayersNumbers) {
  Posed posed{make_table(staged(Preset::Official, kBase, {{Card::Favor}, {}, {}, {}}))};
  EXPECT_EQ(posed.table.forfeit(2), std::nullopt);
  must(posed.table, 0, play(Card::Favor));
  EXPECT_EQ(posed.action(0, "2"), target(0, 1, 4));
  EXPECT_EQ(posed.action(0, "4"), target(0, 3, 4));
  EXPECT_EQ(posed.error(0, "1"), "You can't choose yourself.");
  EXPECT_EQ(posed.error(0, "3"), "Player 3 is out of the game.");
  EXPECT_EQ(posed.error(0, "5"), "There is no 5 here. Please enter one of these: 2, 4.");
}

TEST(Questions, NOPE_7_AnythingButOneOrTwoIsRefusedInTheseWords) {
  Posed posed{make_table(staged(Preset::Family, kBase, {{Card::Shuffle}, {Card::Nope}}))};
  must(posed.table, 0, play(Card::Shuffle));
  for (const std::string bad : {"0", "3", "-1", "yes", "nope", "", "1 2", "999999999999"}) {
    EXPECT_EQ(posed.error(1, bad), "Invalid choice. Please enter 1 or 2.") << bad;
  }
  EXPECT_EQ(posed.action(1, "1"), word(Verb::Nope));
  EXPECT_EQ(posed.action(1, " 2 "), word(Verb::Pass));
}

TEST(Questions, SHUF_2_OneToAHundred) {
  Posed posed{make_table(staged(Preset::Srs, kBase, {{Card::Shuffle}, {}}))};
  must(posed.table, 0, play(Card::Shuffle));
  EXPECT_EQ(posed.question(0).text, Lines{"How many times to shuffle? (1-100)"});
  for (const std::string bad : {"0", "-5", "many", "", "1.5"}) EXPECT_NE(posed.error(0, bad), "");
  EXPECT_EQ(posed.error(0, "101"), "100 is plenty. Please enter a number from 1 to 100.");
  EXPECT_EQ(posed.error(0, "99999999999999999999").substr(0, 12), "100 is plent");
  EXPECT_EQ(posed.action(0, "1"), number(1));
  EXPECT_EQ(posed.action(0, "100"), number(100));
}

TEST(Questions, EK_3_FromTheTopToTheBottom) {
  Posed posed{make_table(staged(Preset::Official, kBase, {{}, {}}, {Card::Exploding}))};
  must(posed.table, 0, word(Verb::Draw));
  const int bottom = posed.table.view(0).pile_size;
  EXPECT_EQ(posed.action(0, "0"), number(0));
  EXPECT_EQ(posed.action(0, std::to_string(bottom)), number(bottom));
  for (const std::string& bad :
       std::vector<std::string>{"-1", "top", "", std::to_string(bottom + 1)}) {
    EXPECT_NE(posed.error(0, bad), "") << bad;
  }
}

TEST(Questions, IMP_3_AlterShowsTheCardsThatAreLeft) {
  Posed posed{make_table(staged(Preset::Official, kImploding, {{Card::Alter}, {}},
                                {Card::Skip, Card::Nope, Card::Favor}))};
  must(posed.table, 0, play(Card::Alter));
  must(posed.table, 1, word(Verb::Pass));
  const auto texts = [&] {
    std::string all;
    for (const Choice& choice : posed.question(0).choices) all += choice.text + ';';
    return all;
  };
  EXPECT_EQ(texts(), "Skip;Nope;Favor;");
  must(posed.table, 0, *posed.action(0, "2"));
  EXPECT_EQ(texts(), "Skip;Favor;");
  EXPECT_EQ(posed.action(0, "favor"), number(1));
}

TEST(Questions, EK_11_ACursedPlayerSeesBacksAlone) {
  Posed posed{make_table(staged(Preset::Official, kStreaking, {{Card::Curse}, {Card::Skip}}))};
  must(posed.table, 0, play(Card::Curse));
  must(posed.table, 0, target(0, 1, 2));
  must(posed.table, 1, word(Verb::Pass));
  must(posed.table, 0, word(Verb::Draw));
  const Question question = posed.question(1);
  EXPECT_TRUE(question.blind);
  EXPECT_EQ(question.choices.size(), 9u);  // eight backs and the draw
  for (const Choice& choice : question.choices) EXPECT_EQ(choice.card, kNoCard);
  EXPECT_EQ(posed.action(1, "5"), word(Verb::Blind));
  // Nobody tells players which cards are in their own hand.
  const std::string cursed = words(Language::English).refusal(Refusal::Cursed);
  EXPECT_EQ(posed.error(1, "skip"), cursed);
  EXPECT_EQ(posed.error(1, "attack"), cursed);
  for (const std::string& line : hand_lines(posed.table.view(1), posed.speech())) {
    EXPECT_FALSE(has(line, "Skip"));
  }
}

TEST(Questions, HINT_1_TheOddsAreThoseOfThisPlayer) {
  Posed posed{make_table(
      staged(Preset::Official, kBase, {{Card::See}, {}}, {Card::Skip, Card::Exploding}))};
  const auto odds = [&](Seat seat) {
    return odds_line(table_model_of(posed.table, seat).odds, posed.speech().w);
  };
  EXPECT_TRUE(has(odds(0), "1 in 35, or 3 %"));
  must(posed.table, 0, play(Card::See));
  must(posed.table, 1, word(Verb::Pass));
  EXPECT_TRUE(has(odds(0), "The next draw is no kitten."));
  EXPECT_TRUE(has(odds(1), "1 in 35, or 3 %"));
  must(posed.table, 0, word(Verb::Draw));
  EXPECT_TRUE(has(odds(0), "a kitten for certain"));
}

TEST(Questions, TERM_2_KoreanLinesUp) {
  Table table = make_table(staged(Preset::Official, kBase, {{Card::Attack, Card::Nope}, {}}));
  const Speech speech = speech_for(table, kKorean);
  const Lines lines = hand_lines(table.view(0), speech);
  ASSERT_GT(lines.size(), 3u);
  const Words& w = words(kKorean);
  int column = -1;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    for (const Card card : {Card::Defuse, Card::Attack, Card::Nope, Card::Tacocat}) {
      const std::size_t at = lines[i].find(w.card_short(card));
      if (at == std::string::npos || lines[i].find(w.card(card)) != 2) continue;
      const int here = columns_of(lines[i].substr(0, at));
      EXPECT_TRUE(column == -1 || column == here) << lines[i];
      column = here;
    }
  }
  EXPECT_GT(column, 0);
}

}  // namespace
}  // namespace nl
