// Tests of plain mode, scene by scene: hand-overs, Nopes in every way of asking, messages of the
// sources.
#include "terminal/plain_game.h"

#include <gtest/gtest.h>

#include <deque>

#include "terminal/script.h"
#include "text/korean_words.h"

namespace nl {
namespace {

const std::string kErase = "\x1b[2J\x1b[3J\x1b[H";

std::string after(const std::string& text, const std::string& mark) {
  const std::size_t at = text.find(mark);
  return at == std::string::npos ? "" : text.substr(at + mark.size());
}

// The lines of `text` in which `lines` appear one after another, whole.
void expect_in_order(const std::string& text, const Lines& lines) {
  std::size_t at = 0;
  for (const std::string& line : lines) {
    const std::string whole = line + '\n';
    std::size_t found = text.find(whole, at);
    while (found != std::string::npos && found != 0 && text[found - 1] != '\n') {
      found = text.find(whole, found + 1);
    }
    ASSERT_NE(found, std::string::npos) << line << "\n--- in:\n" << text;
    at = found + whole.size();
  }
}

// ---- hands are hidden --------------------------------------------------------------------------

TEST(Plain, TERM_1_AHandIsHiddenUntilItsPlayerIsReady) {
  Table table = make_table(staged(Preset::Official, kBase, {{Card::Attack}, {Card::Skip}}));
  const std::string before = play_script(table, {}).out;
  EXPECT_FALSE(has(before, "Attack"));
  EXPECT_FALSE(has(before, "Defuse"));
  EXPECT_TRUE(has(before, "Over to you, Player 1."));
  // Commands tell nothing of it either, and words are no Enter.
  Table again = make_table(staged(Preset::Official, kBase, {{Card::Attack}, {Card::Skip}}));
  const std::string asked = play_script(again, {"hand", "1", "log", "odds", "hint", "table"}).out;
  EXPECT_FALSE(has(asked, "Attack"));
  EXPECT_EQ(count_of(asked, "Over to you"), 7);
  EXPECT_TRUE(has(asked, "Hands are hidden now"));
}

TEST(Plain, HINT_1_AHintIsForWhoIsAskedAlone) {
  const auto told = [](const std::vector<std::string>& lines, Language language) {
    Table table = make_table(staged(Preset::Official, kBase, {{Card::Skip, Card::Skip}, {}},
                                    {Card::Exploding, Card::Favor}));
    return play_script(table, lines, language).out;
  };
  // Nothing while the hands are hidden, and nothing while the table is asked for Nopes.
  EXPECT_TRUE(has(told({"hint"}, Language::English), "Hints are for the player who is asked"));
  const std::string noping = told({"", "skip", "hint"}, Language::English);
  EXPECT_TRUE(has(noping, "Hints are for the player who is asked"));
  EXPECT_FALSE(has(noping, "Try this"));
  // Asked alone: a move of the list, its chances, the reason.
  const std::string out = told({"", "hint"}, Language::English);
  EXPECT_TRUE(has(out, "Try this: ")) << out;
  EXPECT_TRUE(has(out, ". It wins about "));
  EXPECT_TRUE(has(told({"", "힌트"}, kKorean), "이렇게 해 보세요: "));
}

TEST(Plain, SET_7_TheFirstPlayerIsToldAndSeesHandAndTurns) {
  Table table = make_table(staged(Preset::Srs, kBase, {{Card::Attack}, {}}));
  const std::string out = play_script(table, {""}).out;
  EXPECT_TRUE(has(out, "Player 0 goes first."));
  EXPECT_TRUE(has(out, "Player 0's turn."));
  const std::string own = after(out, "Press Enter when you're ready.\n");
  EXPECT_TRUE(has(own, "1 turn to go"));
  EXPECT_TRUE(has(own, "1. Defuse"));
  EXPECT_TRUE(has(own, "2. Attack"));
}

TEST(Plain, TERM_1_OnATerminalTheScreenIsWipedBetweenTwoPlayers) {
  Table table =
      make_table(staged(Preset::Official, kBase, {{Card::Attack}, {Card::Favor}}, {Card::Shuffle}));
  // Player 1 is ready, draws, reads it, hides it; Player 2 is asked to be ready.
  const std::string out = play_script(table, {"", "draw", ""}, Language::English, true).out;
  EXPECT_TRUE(has(out, "You draw Shuffle."));
  EXPECT_TRUE(has(out, "Player 1, press Enter to hide your cards."));
  const std::string last = out.substr(out.rfind(kErase) + kErase.size());
  EXPECT_TRUE(has(last, "Player 1 draws a card."));
  EXPECT_TRUE(has(last, "Over to you, Player 2."));
  for (const std::string card : {"Shuffle", "Attack", "Defuse", "Favor", "Tacocat"}) {
    EXPECT_FALSE(has(last, card)) << card;
  }
}

TEST(Plain, OnePersonAmongBotsNeedsNoHandOver) {
  Staged wanted = staged(Preset::Official, kBase, {{Card::Attack}, {}, {}});
  wanted.bots = {"", "random", "careful"};
  Table table = make_table(wanted);
  const std::string out = play_script(table, {"hand"}).out;
  EXPECT_FALSE(has(out, "Over to you"));
  EXPECT_TRUE(has(out, "Your turn"));
  EXPECT_TRUE(has(out, "2. Attack"));
}

TEST(Plain, WhatWasStolenIsToldToTheVictimInPrivate) {
  Table table = make_table(
      staged(Preset::Official, kBase, {{Card::Favor}, {Card::Skip}}, {Card::See, Card::See}));
  // Favor; nobody Nopes; Player 2 gives Skip; Player 1 draws.
  const std::string out = play_script(table, {"", "favor", "", "", "skip", "", "draw"}).out;
  EXPECT_TRUE(has(out, "You give Skip to Player 1."));
  EXPECT_TRUE(has(out, "Player 2 gives you Skip."));
  EXPECT_TRUE(has(out, "Player 2 gives a card to Player 1."));
}

// ---- Nope --------------------------------------------------------------------------------------

TEST(Plain, NOPE_5_SrsAsksHoldersByNameInTheWordsOfItsSource) {
  Table table = make_table(
      staged(Preset::Srs, kBase, {{Card::Shuffle, Card::Nope}, {Card::Nope}, {}, {Card::Nope}}));
  const std::string out =
      play_script(table, {"", "shuffle", "7", "2", "1", "2", "1", "2", "2"}).out;
  EXPECT_FALSE(has(out, "Player 2 has a Nope Card."));
  expect_in_order(
      out, {"Player 1 has a Nope Card.", "Would you like to play it?", "1. Yes", "2. No",
            "Invalid choice. Please enter 1 or 2.", "Player 1 has a Nope Card.",
            "Player 1 did not play a Nope Card.", "Player 3 has a Nope Card.",
            "Player 3 decided to play a Nope Card.", "Player 3 successfully played a Nope Card.",
            "Player 0 has a Nope Card.", "Player 0 did not play a Nope Card.",
            "Player 1 has a Nope Card.", "Player 1 decided to play a Nope Card.",
            "Player 1 successfully played a Nope Card.", "Player 0 has a Nope Card."});
}

TEST(Plain, NOPE_10_OddCancelsAndEvenGoesThroughInTheWordsOfTheSource) {
  const auto told = [](const std::vector<std::string>& answers) {
    Table table =
        make_table(staged(Preset::Srs, kBase, {{Card::Shuffle, Card::Nope}, {Card::Nope}}));
    std::vector<std::string> lines = {"", "shuffle"};
    lines.insert(lines.end(), answers.begin(), answers.end());
    return play_script(table, lines).out;
  };
  expect_in_order(told({"1", "2"}), {"Effect cancelled by NOPE chain!"});
  const std::string through = told({"1", "1", "", "3"});
  expect_in_order(through,
                  {"Effect goes through after 2 NOPEs!", "How many times to shuffle? (1-100)"});
  EXPECT_TRUE(has(through, "Deck shuffled 3 times!"));
}

TEST(Plain, NOPE_10_InKoreanToo) {
  Table table = make_table(staged(Preset::Srs, kBase, {{Card::Shuffle, Card::Nope}, {Card::Nope}}));
  const std::string out = play_script(table, {"", "shuffle", "1", "2"}, kKorean).out;
  EXPECT_TRUE(has(out, "안 돼! 카드를 가지고 있습니다."));
  EXPECT_TRUE(has(out, "“안 돼!”가 이어져 효과가 취소되었습니다!"));
}

TEST(Plain, NOPE_5_FamilyAsksEverybodyAndTellsWhoHasNone) {
  Table table = make_table(staged(Preset::Family, kBase, {{Card::Shuffle}, {}, {Card::Nope}, {}}));
  const std::string out = play_script(table, {"", "shuffle", "1", "2", "2"}).out;
  expect_in_order(out,
                  {"Player 2, play a Nope?", "1. Yes", "2. No", "You have no Nope card.",
                   "Player 3, play a Nope?", "Player 4, play a Nope?", "Nobody Nopes Shuffle."});
  EXPECT_EQ(table.view(2).hand[Card::Nope], 1);  // declining keeps the card
}

TEST(Plain, NOPE_5_OfficialAsksTheTableOnce) {
  Table table =
      make_table(staged(Preset::Official, kBase, {{Card::Shuffle, Card::Nope}, {}, {Card::Nope}}));
  // A number out of range; one without a Nope; the holder. Then the first player Nopes the Nope.
  const std::string out =
      play_script(table, {"", "shuffle", "1", "2", "", "1", "2", "3", "", "1", "1", "", "1", ""})
          .out;
  expect_in_order(out, {words(Language::English).ui("nope_table"), "2. Player 2", "3. Player 3",
                        "0. Nobody: go on", "That's you: you played last.",
                        "You have no Nope card.", "Player 3 Nopes Shuffle!", "1. Player 1",
                        "2. Player 2", "Player 1 Nopes the Nope! That's 2 on Shuffle.",
                        "Noped twice: Player 1's Shuffle counts."});
}

TEST(Plain, NOPE_9_TheOpenQuestionIsTheSameWhoeverHoldsANope) {
  const auto told = [](std::vector<Card> second, std::vector<Card> third, Preset preset) {
    Table table = make_table(staged(preset, kBase, {{Card::Shuffle}, second, third}));
    return play_script(table, {"", "shuffle", "help", "log", "odds", "hint", "table", "hand"}).out;
  };
  for (const Preset preset : {Preset::Official, Preset::Implosion, Preset::Family}) {
    const std::string none = told({Card::Skip}, {Card::Skip}, preset);
    EXPECT_EQ(none, told({Card::Nope}, {Card::Skip}, preset));
    EXPECT_EQ(none, told({Card::Skip}, {Card::Nope}, preset));
    EXPECT_EQ(none, told({Card::Nope}, {Card::Nope}, preset));
  }
}

TEST(Plain, TERM_6_AfterAClaimTheHandIsWipedOffATerminal) {
  Table table = make_table(
      staged(Preset::Official, kBase, {{Card::Shuffle}, {Card::Nope, Card::Favor}, {Card::Skip}}));
  const std::string out =
      play_script(table, {"", "shuffle", "2", "", "2"}, Language::English, true).out;
  EXPECT_TRUE(has(out, "Favor"));
  const std::string last = out.substr(out.rfind(kErase) + kErase.size());
  EXPECT_TRUE(has(last, "Any Nopes?"));
  for (const std::string card : {"Favor", "Defuse", "Tacocat", "Skip", "Nope card"}) {
    EXPECT_FALSE(has(last, card)) << card;
  }
}

// A keyboard at which time passes.
class SlowInput : public Input {
 public:
  SlowInput(Time& now, std::deque<std::pair<int, std::string>> lines)
      : now_(now), lines_(std::move(lines)) {}
  InputLine read(std::optional<std::chrono::milliseconds> wait) override {
    if (lines_.empty()) return {};
    const Time takes{lines_.front().first};
    if (wait && takes >= *wait) {
      lines_.front().first -= static_cast<int>(wait->count());
      now_ += *wait;
      return {InputLine::Outcome::TimeUp};
    }
    now_ += takes;
    std::string text = lines_.front().second;
    lines_.pop_front();
    return {InputLine::Outcome::Text, std::move(text)};
  }

 private:
  Time& now_;
  std::deque<std::pair<int, std::string>> lines_;
};

TEST(Plain, NOPE_8_ACountdownWhereAWindowIsAskedFor) {
  Staged wanted = staged(Preset::Official, kBase, {{Card::Shuffle, Card::Nope}, {Card::Nope}, {}});
  wanted.window = Time{3000};
  Table table = make_table(wanted);
  Time now{0};
  // Player 2 Nopes after two seconds; then nobody says anything for long.
  // The clock stands still while they look at their cards.
  SlowInput input(
      now, {{0, "0"}, {0, ""}, {50, "shuffle"}, {2000, "2"}, {5000, ""}, {5000, "1"}, {9000, "1"}});
  std::ostringstream out;
  Console console(input, out, false);
  RecordFile record("");
  EXPECT_THROW(
      PlainHotSeat(table, console, record, Language::English, false, [&] { return now; }).play(),
      Stopped);
  expect_in_order(out.str(),
                  {"3 seconds left.", "Player 2 Nopes Shuffle!", "3 seconds left.", "Time is up.",
                   "Noped! Player 1's Shuffle is gone. The pile was not shuffled."});
  EXPECT_EQ(table.view(0).hand[Card::Nope], 1);
}

// ---- the messages of the sources ---------------------------------------------------------------

TEST(Plain, TERM_5_SrsTellsOfAKittenInTheWordsOfItsSource) {
  Table table = make_table(staged(Preset::Srs, kBase, {{}, {}}, {Card::Exploding}));
  const std::string out =
      play_script(table, {"", "draw", "-1", "1000", "top", "", "0", "", "draw"}).out;
  expect_in_order(out, {"You drew an EXPLODING KITTEN!",
                        "You have an EXPLODING KITTEN in your hand. Defuse it to live!",
                        "You use a Defuse card and live."});
  // Four bad answers and a good one; then the other player is asked.
  EXPECT_EQ(count_of(out, "Where does the kitten go?"), 6);
  // It lay on top: the next player draws it, and was not told of it before.
  EXPECT_EQ(count_of(out, "You drew an EXPLODING KITTEN!"), 2);
  const std::string second = after(out, "Over to you, Player 1.");
  EXPECT_FALSE(has(second.substr(0, second.find("You drew")), "on top"));
}

TEST(Plain, TERM_5_SrsTellsOfADeathAndTheWinner) {
  Staged wanted = staged(Preset::Srs, kBase, {{}, {}}, {Card::Exploding});
  Table table = make_table(wanted);
  // Player 0 hides it on top for Player 1, who does the same; now nobody has a Defuse.
  const std::string out = play_script(table, {"", "draw", "0", "", "draw", "0", "", "draw"}).out;
  expect_in_order(out, {"You have no Defuse card!", "You exploded!"});
  EXPECT_TRUE(has(out, "The game is over."));
  EXPECT_TRUE(has(out, "Out, in this order: Player 0."));
}

// A player who is out among bots is asked nothing more and reads the rest.
TEST(Plain, TERM_1_TheDeadWatchTheGameToItsEnd) {
  std::vector<std::string> lines;
  for (int turn = 0; turn < 60; ++turn) lines.insert(lines.end(), {"draw", "0", "", "2"});
  int watched = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    TableSetup setup{.seats = {{"Ann", ""}, {"Bo", "careful"}, {"Cy", "careful"}}, .seed = seed};
    Table table(setup);
    const std::string out = play_script(table, lines).out;
    const std::size_t death = out.find("You exploded!");
    if (death == std::string::npos) continue;
    const std::string rest = out.substr(death);
    EXPECT_TRUE(table.over());
    EXPECT_TRUE(has(rest, "The game is over.")) << rest;
    EXPECT_FALSE(has(rest, "Play a card, or draw")) << rest;
    watched += has(rest, "draws a card.") ? 1 : 0;
  }
  EXPECT_GT(watched, 0);
}

TEST(Plain, TERM_5_SrsSeesTwoCardsWithTheirPlaces) {
  Table table = make_table(
      staged(Preset::Srs, kBase, {{Card::See}, {}}, {Card::Skip, Card::Favor, Card::Nope}));
  const std::string out = play_script(table, {"", "see"}).out;
  expect_in_order(out, {"Top 2 cards of the deck:", "Card 1 (top): Skip", "Card 2: Favor"});
}

TEST(Plain, SHUF_2_BadCountsAreErrorsAndTheSameQuestion) {
  Table table = make_table(staged(Preset::Srs, kBase, {{Card::Shuffle}, {}}));
  const std::string out = play_script(table, {"", "shuffle", "0", "-1", "101", "ten", "", "4"}).out;
  EXPECT_EQ(count_of(out, "How many times to shuffle? (1-100)"), 6);
  EXPECT_TRUE(has(out, "100 is plenty."));
  EXPECT_TRUE(has(out, "Deck shuffled 4 times!"));
}

TEST(Plain, ATK_3_SrsAsksTheAttackedPlayerAtOnce) {
  Table table = make_table(staged(Preset::Srs, kBase, {{Card::Attack}, {Card::Attack}, {}}));
  const std::string out = play_script(table, {"", "attack", "", "x", "1", ""}).out;
  EXPECT_EQ(count_of(out, "You're attacked! Pass it on?"), 2);
  EXPECT_TRUE(has(out, "Player 1 attacks Player 2: 4 turns for them."));
}

TEST(Plain, EK_8_KeepOrDefuse) {
  Table table =
      make_table(staged(Preset::Official, kStreaking, {{Card::Streaking}, {}}, {Card::Exploding}));
  const std::string out = play_script(table, {"", "draw", "3", "keep", ""}).out;
  EXPECT_TRUE(has(out, "1. Keep the kitten in your hand"));
  EXPECT_TRUE(has(out, "2. Defuse the kitten"));
  EXPECT_TRUE(has(out, "You keep the Exploding Kitten"));
  // To the other player it was a draw like any other.
  const std::string second = after(out, "Over to you, Player 2.");
  EXPECT_TRUE(has(out, "Player 1 draws a card."));
  EXPECT_FALSE(has(second, "keep"));
  EXPECT_FALSE(has(second, "drew"));
}

TEST(Plain, EK_11_ACursedPlayerGuessesCardByCard) {
  Table table = make_table(
      staged(Preset::Official, kStreaking, {{Card::Curse}, {}}, {Card::Skip, Card::Exploding}));
  std::vector<std::string> lines = {"", "curse", "", "", "draw", "", "draw", "0", "back"};
  for (int i = 0; i < 8; ++i) lines.push_back("1");
  const std::string out = play_script(table, lines).out;
  EXPECT_TRUE(has(out, "You're cursed. Turn up a card and hope for a Defuse!"));
  EXPECT_TRUE(has(out, "8. Card 8, face down"));
  EXPECT_TRUE(has(out, "0 is out of range."));
  EXPECT_TRUE(has(out, "You turn up Defuse: just in time!"));
  EXPECT_TRUE(has(out, "Where does the kitten go?"));
}

TEST(Plain, COMBO_2_COMBO_3_BothAreAskedStepByStep) {
  Table table = make_table(staged(Preset::Official, kBase, {{}, {Card::Skip}, {}}));
  // Four Tacocats in the hand: a pair, then (with three others) a triple that names Skip.
  const std::string out = play_script(table, {"", "pair tacocat", "1", "2", "", ""}).out;
  EXPECT_TRUE(has(out, "Who is it for?"));
  EXPECT_TRUE(has(out, "You can't choose yourself."));
  EXPECT_TRUE(has(out, "You steal "));
  Table triples = make_table(staged(Preset::Official, kBase, {{}, {Card::Skip}, {}}));
  const std::string named = play_script(triples, {"", "triple tacocat", "2", "skip", "", ""}).out;
  EXPECT_TRUE(has(named, "Which card do you want?"));
  EXPECT_TRUE(has(named, "Player 1 takes Skip from Player 2."));
}

TEST(Plain, COMBO_5_FiveTitlesTakeFromTheDiscardPile) {
  Staged wanted = staged(Preset::Official, kBase,
                         {{Card::Attack, Card::Skip, Card::Favor, Card::See, Card::Nope}, {}});
  wanted.rules.five = true;
  Table table = make_table(wanted);
  const std::string out =
      play_script(table, {"", "five", "attack", "skip", "favor", "nope", "see", "", "", "skip"})
          .out;
  EXPECT_TRUE(has(out, "Which card do you take from the discard pile?"));
  EXPECT_TRUE(has(out, "You take Skip from the discard pile."));
}

// ---- commands ----------------------------------------------------------------------------------

TEST(Plain, TERM_3_CommandsAtAnyQuestionLoseNothing) {
  Table table = make_table(staged(Preset::Official, kBase, {{Card::Favor}, {}, {}}));
  const std::string out =
      play_script(table, {"", "help", "hand", "odds", "log", "table", "describe nope",
                          "describe xyz", "describe", "quit", "2", "favor", "help", "2"})
          .out;
  EXPECT_TRUE(has(out, words(Language::English).ui("help")));
  EXPECT_TRUE(has(out, "Your hand, 8 cards:"));
  EXPECT_TRUE(has(out, "Chance of a kitten on the next draw: 2 in "));
  EXPECT_TRUE(has(out, words(Language::English).card_text(Card::Nope)));
  EXPECT_TRUE(has(out, "There is no card called \"xyz\"."));
  EXPECT_TRUE(has(out, "Player 1 chooses Player 2 for Favor."));
}

TEST(Plain, TERM_4_HostileInputIsHarmless) {
  Table table = make_table(staged(Preset::Official, kBase, {{Card::Favor}, {}}));
  const std::string out = play_script(table, {"", "\x1b[2J",
                                              "describe \x1b]0;x\x07"
                                              "evil",
                                              std::string(5000, '9'), std::string(5000, 'x'),
                                              "\xff\xfe", "-0x1", "describe \u202Eevil"})
                              .out;
  EXPECT_FALSE(has(out, "\x1b"));
  EXPECT_FALSE(has(out, "\u202E"));
  EXPECT_LT(out.size(), 20000u);
}

}  // namespace
}  // namespace nl
