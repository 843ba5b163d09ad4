// Tests of steps on which full screen and plain mode once differed: one script each,
// typed on both.
#include <gtest/gtest.h>

#include "terminal/both.h"
#include "terminal/screen_table.h"
#include "text/korean_words.h"

namespace nl {
namespace {

// "0": nobody looks before the first turn. "": ready.
constexpr const char* kNoLooks = "0";

TEST(OnBoth, EK_3_APlaceBelowZeroAndWordsAreErrorsAndTheSameQuestion) {
  const Staged wanted = staged(Preset::Official, kBase, {{}, {}}, {Card::Exploding});
  on_both(wanted, {kNoLooks, "", "draw", "-1", "-5", "abc", "1000", "", "top", "3"},
          [](const Shown& shown, const Table& table) {
            const std::string range =
                "Please enter a number from 0 to " + std::to_string(table.view(0).pile_size - 1);
            EXPECT_TRUE(shown.says("-1 is out of range. " + range));
            EXPECT_TRUE(shown.says("-5 is out of range. " + range));
            EXPECT_TRUE(shown.says("1000 is out of range. " + range));
            EXPECT_TRUE(shown.says(range));
            const auto back = told_to(table, 0, EventKind::PutBack);
            ASSERT_EQ(back.size(), 1U);
            EXPECT_EQ(back[0].secret[0], 3);
          });
}

TEST(OnBoth, SHUF_2_BadCountsOfShufflesAreErrorsAndTheSameQuestion) {
  const Staged wanted = staged(Preset::Srs, kBase, {{Card::Shuffle}, {}});
  on_both(wanted, {kNoLooks, "", "shuffle", "-5", "0", "101", "ten", "", "4"},
          [](const Shown& shown, const Table& table) {
            EXPECT_TRUE(shown.says("-5 is out of range. Please enter a number from 1 to 100."));
            EXPECT_TRUE(shown.says("0 is out of range. Please enter a number from 1 to 100."));
            EXPECT_TRUE(shown.says("100 is plenty."));
            EXPECT_TRUE(shown.says("Please enter a number from 1 to 100."));
            const auto shuffled = told_to(table, 0, EventKind::Shuffled);
            ASSERT_EQ(shuffled.size(), 1U);
            EXPECT_EQ(shuffled[0].number, 4);
          });
}

TEST(OnBoth, NOPE_5_FamilyNamesWhoIsAskedAndYesWithoutANopeIsAPass) {
  const Staged wanted = staged(Preset::Family, kBase, {{Card::Shuffle}, {}, {Card::Nope}, {}});
  on_both(wanted, {kNoLooks, "", "shuffle", "1", "2", "2"},
          [](const Shown& shown, const Table& table) {
            EXPECT_TRUE(shown.says("Player 1 plays Shuffle: to shuffle the pile."));
            EXPECT_TRUE(shown.says("Player 2, play a Nope?"));
            EXPECT_TRUE(shown.says("You have no Nope card."));
            EXPECT_TRUE(shown.says("Player 3, play a Nope?"));
            EXPECT_TRUE(shown.says("Player 4, play a Nope?"));
            EXPECT_EQ(table.view(2).hand[Card::Nope], 1);
            EXPECT_EQ(told_to(table, 0, EventKind::Shuffled).size(), 1U);
          });
}

TEST(OnBoth, NOPE_7_NothingButOneOrTwoAnswersYesOrNo) {
  const Staged wanted = staged(Preset::Srs, kBase, {{Card::Shuffle}, {Card::Nope}});
  for (const std::string bad : {"3", "0", "-1", "yes", "", "nope"}) {
    on_both(wanted, {kNoLooks, "", "shuffle", bad}, [&](const Shown& shown, const Table& table) {
      EXPECT_TRUE(shown.says("Invalid choice. Please enter 1 or 2.")) << bad;
      EXPECT_EQ(table.phase(), Phase::Window);
    });
  }
}

TEST(OnBoth, NOPE_9_TERM_6_ANumberClaimsAndPlaysNothing) {
  const Staged wanted =
      staged(Preset::Official, kBase, {{Card::Shuffle}, {Card::Nope}, {Card::Skip}});
  on_both(wanted, {kNoLooks, "", "shuffle", "2"}, [](const Shown& shown, const Table& table) {
    EXPECT_TRUE(shown.says("Player 2 is thinking about a Nope. Nobody else looks."));
    EXPECT_FALSE(shown.says("Play the Nope"));
    EXPECT_EQ(table.view(1).hand[Card::Nope], 1);
    EXPECT_EQ(table.phase(), Phase::Window);
  });
  on_both(wanted, {kNoLooks, "", "shuffle", "2", "", "1", "0"},
          [](const Shown& shown, const Table& table) {
            EXPECT_TRUE(shown.says("Player 2 Nopes Shuffle!"));
            EXPECT_EQ(table.view(1).hand[Card::Nope], 0);
            EXPECT_EQ(told_to(table, 0, EventKind::Cancelled).size(), 1U);
          });
}

TEST(OnBoth, NOPE_9_TERM_6_WithoutANopeOnlyTheClaimantIsToldSo) {
  const Staged wanted = staged(Preset::Implosion, kBase, {{Card::Shuffle}, {}, {}});
  on_both(wanted, {kNoLooks, "", "shuffle", "3", "", "1", "-1", "2", "0"},
          [](const Shown& shown, const Table& table) {
            EXPECT_TRUE(shown.says("You have no Nope card."));
            EXPECT_TRUE(shown.says("Invalid choice. Please enter 1 or 2."));
            EXPECT_EQ(told_to(table, 0, EventKind::Shuffled).size(), 1U);
          });
}

// The pages that everybody sees: a hand's player is named in the first row.
std::vector<std::string> open_pages(const Shown& shown) {
  std::vector<std::string> open;
  for (const std::string& page : shown.pages) {
    if (!has(page.substr(0, page.find('\n')), "Player")) open.push_back(page);
  }
  return open;
}

TEST(OnTheScreen, NOPE_9_TERM_6_TheTableCantTellABluffFromANopeThatIsKept) {
  const auto shown = [](std::vector<Card> claimant, const std::vector<std::string>& alone) {
    Table table = make_table(
        staged(Preset::Official, kBase, {{Card::Shuffle}, std::move(claimant), {Card::Favor}}));
    std::vector<std::string> lines = {kNoLooks, "", "shuffle", "2", ""};
    lines.insert(lines.end(), alone.begin(), alone.end());
    lines.insert(lines.end(), {"3", "", "2", "0"});
    return open_pages(on_screen(table, lines));
  };
  const auto kept = shown({Card::Nope}, {"2"});
  ASSERT_GT(kept.size(), 5U);
  EXPECT_EQ(kept, shown({Card::Skip}, {"2"}));
  EXPECT_EQ(kept, shown({Card::Skip}, {"1", "2"}));
  EXPECT_EQ(kept, shown({Card::Nope}, {"hint", "hand", "2"}));
  for (const std::string& page : kept) {
    for (const std::string card : {"Favor", "Nope card", "Skip", "Tacocat", "Defuse"}) {
      EXPECT_FALSE(has(page, card)) << page;
    }
  }
}

TEST(OnBoth, TERM_6_AChainOfThreeNopesEachClaimed) {
  const Staged wanted =
      staged(Preset::Official, kBase, {{Card::Attack, Card::Nope}, {Card::Nope}, {Card::Nope}});
  on_both(wanted, {kNoLooks, "", "attack", "2", "", "1", "1", "", "1", "3", "", "1", "0"},
          [](const Shown& shown, const Table& table) {
            EXPECT_TRUE(shown.says("Player 2 has Noped it: as it stands, it doesn't happen."));
            EXPECT_TRUE(shown.says("Player 1 has Noped the Nope: as it stands, it happens."));
            const auto cancelled = told_to(table, 0, EventKind::Cancelled);
            ASSERT_EQ(cancelled.size(), 1U);
            EXPECT_EQ(cancelled[0].number, 3);
          });
}

TEST(OnBoth, TERM_6_EverybodyLooksAtTheOwnHandBeforeTheFirstTurn) {
  const Staged wanted =
      staged(Preset::Official, kBase, {{Card::Attack}, {Card::Favor}, {Card::Shuffle, Card::Skip}});
  on_both(wanted, {"", "", "hello", "", "", ""}, [](const Shown& shown, const Table& table) {
    EXPECT_TRUE(shown.says("Now Player 2: nobody else looks."));
    EXPECT_TRUE(shown.says("Player 2, these are your cards."));
    EXPECT_TRUE(shown.says("Just press Enter when you're ready."));
    EXPECT_TRUE(shown.says("Player 3, these are your cards."));
    EXPECT_TRUE(shown.says("Play a card, or draw to end your turn."));
    EXPECT_EQ(table.phase(), Phase::Turn);
  });
}

TEST(OnTheScreen, TERM_6_OneKeySkipsTheLooks) {
  Table table = make_table(staged(Preset::Official, kBase, {{Card::Attack}, {}, {}}));
  const Shown shown = on_screen(table, {"<esc>", "", "draw"});
  EXPECT_FALSE(shown.says("these are your cards"));
  EXPECT_EQ(told_to(table, 0, EventKind::Drew).size(), 1U);
}

TEST(OnTheScreen, TERM_6_NoPageHasTheCardsOfTwo) {
  Table table = make_table(staged(Preset::Official, kBase,
                                  {{Card::Attack, Card::Skip}, {Card::Favor}, {Card::Shuffle}}));
  const Shown shown =
      on_screen(table, {"", "", "", "", "", "attack", "2", "", "2", "3", "", "2", "0", "", "draw"});
  const std::vector<std::string> own = {"Skip", "Favor", "Shuffle"};
  for (const std::string& page : shown.pages) {
    const std::size_t hand = page.find("╭1");
    if (hand == std::string::npos) continue;
    int hands = 0;
    for (const std::string& card : own) hands += has(page.substr(hand), card);
    EXPECT_LE(hands, 1) << page;
  }
}

TEST(OnBoth, TERM_3_TERM_7_WordsWorkAtEveryQuestion) {
  const Staged wanted = staged(Preset::Official, kBase, {{Card::Favor, Card::Skip}, {}, {}});
  on_both(wanted,
          // An Enter after each page closes it: the key that closes a page is not part of a word.
          {"hand",  "odds",         kNoLooks,   "hand", "",     "help",
           "",      "hand",         "",         "log",  "",     "odds",
           "",      "cards",        "",         "hint", "",     "describe nope",
           "",      "describe xyz", "describe", "quit", "help", "2",
           "favor", "odds",         "",         "2",    "hand", "hint",
           "log"},
          [](const Shown& shown, const Table& table) {
            EXPECT_TRUE(shown.says("Hands are hidden now"));
            EXPECT_TRUE(shown.says("Your hand, 8 cards:"));
            EXPECT_TRUE(shown.says("Chance of a kitten on the next draw: 2 in "));
            EXPECT_TRUE(shown.says("Nothing is discarded yet."));
            EXPECT_TRUE(shown.says("Not seen by you yet, in the pile or in other hands:"));
            EXPECT_TRUE(shown.says("Try this: ") || shown.says("About equal: "));
            EXPECT_TRUE(shown.says("There is no card called \"xyz\"."));
            EXPECT_TRUE(shown.says("Say which card"));
            EXPECT_TRUE(shown.says("Really leave the game?"));
            EXPECT_TRUE(shown.says("Invalid choice. Please enter 1 or 2."));
            EXPECT_TRUE(shown.says("Hints are for the player who is asked"));
            EXPECT_TRUE(shown.says(
                "Player 1 plays Favor on Player 2: Player 2 would have to give up a card."));
            EXPECT_EQ(table.phase(), Phase::Window);
          });
}

TEST(OnBoth, TERM_7_OneLetterWillDo) {
  const Staged wanted = staged(Preset::Official, kBase, {{Card::Skip}, {}});
  on_both(wanted, {kNoLooks, "", "o", "ㅐ", "c", "d", "q", "2"},
          [](const Shown& shown, const Table& table) {
            EXPECT_TRUE(shown.says("Chance of a kitten on the next draw"));
            EXPECT_TRUE(shown.says("Nothing is discarded yet."));
            EXPECT_TRUE(shown.says("Really leave the game?"));
            EXPECT_EQ(table.phase(), Phase::Turn);
          });
}

TEST(OnBoth, TERM_7_LettersAndNumbersThatMeanNothingAreTheSameErrors) {
  const Staged wanted = staged(Preset::Official, kBase, {{Card::Favor}, {Card::Skip}, {}});
  on_both(wanted, {kNoLooks, "", "-3", "banana", "skip", "99", "defuse", "favor", "-1", "1", "bob"},
          [](const Shown& shown, const Table& table) {
            EXPECT_TRUE(shown.says("-3 is out of range. Please enter a number from 0 to 7."));
            EXPECT_TRUE(shown.says("Please enter a number from 0 to 7."));
            EXPECT_TRUE(shown.says("99 is out of range."));
            EXPECT_TRUE(shown.says("You have no Skip."));
            EXPECT_TRUE(shown.says("Defuse can't be played alone."));
            EXPECT_TRUE(shown.says("-1 is out of range. Please enter a number from 2 to 3."));
            EXPECT_TRUE(shown.says("You can't choose yourself."));
            // Nothing was played: whom it is for is not said yet.
            EXPECT_EQ(table.phase(), Phase::Turn);
            EXPECT_EQ(table.view(0).hand[Card::Favor], 1);
          });
}

TEST(OnBoth, TERM_7_BackTakesBackOneStepUntilAllIsChosen) {
  const Staged wanted = staged(Preset::Official, kBase, {{Card::Favor}, {Card::Skip}, {}});
  on_both(wanted,
          {kNoLooks, "", "back", "favor", "back", "triple tacocat", "2", "back", "3", "back",
           "back", "pair tacocat", "3"},
          [](const Shown& shown, const Table& table) {
            EXPECT_TRUE(shown.says("There is nothing to take back here."));
            EXPECT_TRUE(shown.says("Which card do you want?"));
            EXPECT_TRUE(
                shown.says("Player 1 plays a pair of Tacocats: to steal a card from Player 3."));
            EXPECT_EQ(table.view(0).hand[Card::Favor], 1);
            EXPECT_EQ(table.view(0).hand[Card::Tacocat], 2);
          });
}

TEST(OnTheScreen, TERM_7_EscapeIsTheSameAsBack) {
  Table table = make_table(staged(Preset::Official, kBase, {{Card::Favor}, {Card::Skip}, {}}));
  on_screen(table, {kNoLooks, "", "favor", "<esc>", "pair tacocat", "<esc>", "<esc>", "draw"});
  EXPECT_EQ(table.view(0).hand[Card::Favor], 1);
  EXPECT_EQ(table.view(0).hand[Card::Tacocat], 4);
  EXPECT_EQ(told_to(table, 0, EventKind::Drew).size(), 1U);
}

TEST(OnBoth, TERM_7_AnOrderCanBeTakenBack) {
  const Staged wanted = staged(Preset::Official, kImploding, {{Card::Alter}, {}},
                               {Card::Skip, Card::Favor, Card::Attack});
  on_both(wanted, {kNoLooks, "", "alter", "0", "", "3", "back", "2", "1"},
          [](const Shown& shown, const Table& table) {
            EXPECT_TRUE(shown.says("Which card comes next from the top?"));
            const auto altered = told_to(table, 0, EventKind::Altered);
            ASSERT_EQ(altered.size(), 1U);
            EXPECT_EQ(altered[0].secret_card(0), Card::Favor);
            EXPECT_EQ(altered[0].secret_card(1), Card::Skip);
            EXPECT_EQ(altered[0].secret_card(2), Card::Attack);
          });
}

TEST(OnBoth, TERM_7_NumbersStayWithinATurn) {
  const Staged wanted =
      staged(Preset::Official, kBase, {{Card::Shuffle, Card::See, Card::Skip}, {}});
  // 2 Skip, 3 Shuffle, 4 See the Future, 5 Tacocat. Number 4 stays 4 when 3 is gone.
  on_both(wanted, {kNoLooks, "", "3", "0", "", "3", "4", "0", ""},
          [](const Shown& shown, const Table& table) {
            EXPECT_TRUE(shown.says("You have no Shuffle."));
            EXPECT_EQ(told_to(table, 0, EventKind::Shuffled).size(), 1U);
            EXPECT_EQ(told_to(table, 0, EventKind::Saw).size(), 1U);
          });
}

TEST(OnBoth, COMBO_2_ACombosNameIsNeverItsCardsAlone) {
  const Staged wanted = staged(Preset::Official, kBase, {{}, {Card::Nope}, {}});
  on_both(wanted, {kNoLooks, "", "pair tacocat", "2", "2", "", "1", "0", "log"},
          [](const Shown& shown, const Table&) {
            EXPECT_TRUE(
                shown.says("Player 1 plays a pair of Tacocats: to steal a card from Player 2."));
            EXPECT_TRUE(shown.says("Player 2 Nopes a pair of Tacocats!"));
            EXPECT_TRUE(shown.says("'s Tacocats are gone."));
            EXPECT_FALSE(shown.says("Nopes Tacocat"));
          });
}

TEST(OnBoth, EK_8_SrsSaysThatKeepingAKittenIsNoSecret) {
  const std::string open =
      words(Language::English, wording_of(Preset::Srs)).card_text(Card::Streaking);
  EXPECT_TRUE(has(open, "everybody is told"));
  EXPECT_FALSE(has(open, "in secret"));
  EXPECT_TRUE(has(words(Language::English).card_text(Card::Streaking), "in secret"));
  EXPECT_FALSE(has(words(kKorean, wording_of(Preset::Srs)).card_text(Card::Streaking), "몰래"));
  on_both(staged(Preset::Srs, kStreaking, {{}, {}}), {kNoLooks, "", "describe streaking"},
          [](const Shown& shown, const Table&) {
            EXPECT_TRUE(shown.says("While you hold it, you may keep one Exploding Kitten"));
            EXPECT_FALSE(shown.says("in secret"));
          });
}

TEST(OnBoth, NOPE_5_SrsNamesTheHolderInTheWordsOfItsSource) {
  const Staged wanted = staged(Preset::Srs, kBase, {{Card::Shuffle}, {}, {Card::Nope}});
  on_both(wanted, {kNoLooks, "", "shuffle", "1"}, [](const Shown& shown, const Table& table) {
    EXPECT_TRUE(shown.says("Player 2 has a Nope Card. Would you like to play it?"));
    EXPECT_TRUE(shown.says("Player 0 plays Shuffle: to shuffle the pile."));
    EXPECT_EQ(told_to(table, 0, EventKind::Cancelled).size(), 1U);
  });
}

TEST(OnBoth, TERM_6_OnePersonAmongBotsIsNeverHandedOver) {
  Staged wanted = staged(Preset::Official, kBase, {{Card::Shuffle, Card::Nope}, {}, {}});
  wanted.bots = {"", "random", "random"};
  on_both(wanted, {"shuffle"}, [](const Shown& shown, const Table&) {
    EXPECT_FALSE(shown.says("look away"));
    EXPECT_FALSE(shown.says("when you're ready"));
  });
}

// ---- what is typed before it is asked for -------------------------------------------------------

// A slow table: whatever is typed comes during a pause first.
Shown on_slow_screen(Table& table, const std::vector<std::string>& lines) {
  TypedTerminal terminal(lines, {80, 24});
  ScreenStage stage(terminal);
  const ScreenSettings settings{.bot_pause = Time{60'000}, .animated = false};
  ScreenGame(stage, table, settings, false).play();
  Shown shown{.pages = terminal.pages, .all = ""};
  for (const std::string& page : shown.pages) shown.all += in_one_line(page) + ' ';
  return shown;
}

TEST(OnTheScreen, TERM_7_EK_3_WhatIsTypedAheadKeepsItsMeaning) {
  Table table = make_table(staged(Preset::Official, kBase, {{}, {}}, {Card::Exploding}));
  // The first Enter ends the pause, the second one sends what was typed meanwhile.
  const Shown shown = on_slow_screen(table, {kNoLooks, "", "draw", "-5", "", "3"});
  EXPECT_TRUE(shown.says("-5 is out of range."));
  const auto back = told_to(table, 0, EventKind::PutBack);
  ASSERT_EQ(back.size(), 1U);
  EXPECT_EQ(back[0].secret[0], 3);
  for (const std::string& page : shown.pages) {
    if (!has(page.substr(0, page.find('\n')), "Player 1")) continue;
    EXPECT_FALSE(has(page, "Waiting for Player 1")) << page;
  }
}

TEST(OnTheScreen, TERM_7_PaceKeysBeginNoAnswer) {
  Table table = make_table(staged(Preset::Official, kBase, {{}, {}}, {Card::Exploding}));
  // Each pace key ends the pause that it was pressed in.
  const Shown shown = on_slow_screen(table, {kNoLooks, "", "draw", "<4"});
  EXPECT_TRUE(shown.says("< slower > faster"));
  const auto back = told_to(table, 0, EventKind::PutBack);
  ASSERT_EQ(back.size(), 1U);
  EXPECT_EQ(back[0].secret[0], 4);
}

// ---- the start page -----------------------------------------------------------------------------

TEST(OnBoth, SET_3_SrsIsForTwoToFourWhateverIsAdded) {
  PlayOptions options;
  options.language = Language::English;
  options.preset = Preset::Srs;
  options.players = 6;
  // Imploding Kittens are chosen after the number of players was said.
  start_on_both(options, {"2", "5", "6"}, [](const Shown& shown) {
    EXPECT_TRUE(shown.says("How many players? (2-4)"));
    EXPECT_TRUE(shown.says("6 is out of range. Please enter a number from 2 to 4."));
    EXPECT_TRUE(shown.says("5 is out of range. Please enter a number from 2 to 4."));
    EXPECT_FALSE(shown.says("two to five"));
    EXPECT_FALSE(shown.says("sixth"));
    EXPECT_FALSE(shown.says("The cards are dealt."));
  });
}

TEST(OnTheScreen, TERM_2_TheStartPageIsKoreanDownToItsFoot) {
  const Shown shown = session_on_screen({}, {"2", "1"});
  ASSERT_GT(shown.pages.size(), 2U);
  EXPECT_TRUE(has(shown.pages.back(), words(kKorean).ui("dialogue_keys_text")));
  for (const std::string english : {"help", "quit", "Up", "Down"}) {
    EXPECT_FALSE(has(shown.pages.back(), english)) << shown.pages.back();
  }
}

// ---- a kitten is a moment -----------------------------------------------------------------------

template <class Watched>
Shown watch_a_draw(const Staged& wanted, const std::vector<std::string>& lines, bool animated) {
  Table table = make_table(wanted);
  Watched terminal(lines, ScreenSize{80, 24});
  ScreenStage stage(terminal);
  const ScreenSettings settings{.bot_pause = Time{0}, .animated = animated};
  ScreenGame(stage, table, settings, false).play();
  Shown shown{.pages = terminal.pages, .all = ""};
  for (const std::string& page : shown.pages) shown.all += in_one_line(page) + ' ';
  return shown;
}

// Each of the two hides the kitten on top for the other, until one has no Defuse.
Staged one_kitten() { return staged(Preset::Official, kBase, {{}, {}}, {Card::Exploding}); }
// The moment is for all, so the hand is hidden and handed over again before the kitten is put back.
const std::vector<std::string> kTwoKittens = {"0",    "", "draw", "", "0", "",    "",
                                              "draw", "", "0",    "", "",  "draw"};

TEST(OnTheScreen, TERM_10_TERM_14_AKittenIsTurnedOverForAllThenDefusedOrItExplodes) {
  const Shown shown = watch_a_draw<WatchedTerminal>(one_kitten(), kTwoKittens, true);
  const auto page_with = [&](const std::string& text) {
    for (std::size_t i = 0; i < shown.pages.size(); ++i) {
      if (has(shown.pages[i], text)) return i;
    }
    return shown.pages.size();
  };
  // Before the log has it: the page of the card has no log.
  const std::size_t turned = page_with("drew an Exploding Kitten!");
  const std::size_t relief = page_with("8<=");
  const std::size_t boom = page_with("B O O M");
  const std::size_t stone = page_with("R.I.P.");
  EXPECT_LT(turned, relief);
  EXPECT_LT(relief, boom);
  EXPECT_LT(boom, stone);
  ASSERT_LT(stone, shown.pages.size());
  EXPECT_TRUE(has(shown.pages[stone], "Player 1"));
  for (const std::size_t page : {turned, relief, boom, stone}) {
    for (const char* secret : {"Tacocat", "Defuse x", "Your hand"}) {
      EXPECT_FALSE(has(shown.pages[page], secret)) << shown.pages[page];
    }
  }
  // While the breath is held, nobody can see how it ends.
  EXPECT_FALSE(has(shown.pages[turned], "Defuse"));
}

TEST(OnTheScreen, TERM_10_AKeySkipsIt) {
  // Each key that is typed meanwhile cuts the moment short, and does nothing else.
  const Shown shown = watch_a_draw<TypedTerminal>(one_kitten(), kTwoKittens, true);
  EXPECT_FALSE(shown.says("B O O M"));
}

TEST(OnTheScreen, TERM_10_NothingMovesWhereNothingShall) {
  const Shown shown = watch_a_draw<TypedTerminal>(one_kitten(), kTwoKittens, false);
  EXPECT_FALSE(shown.says("B O O M"));
}

// A person who draws and answers anything until dead, and then wants to see the end.
class HastyPerson : public Terminal {
 public:
  Wake wait(std::chrono::milliseconds, int) override {
    if (keys_.empty()) type();
    key_ = keys_.front();
    keys_.pop_front();
    return ++pressed_ < 5000 ? Wake::Pressed : Wake::Closed;
  }
  const Key& key() const override { return key_; }
  ScreenSize size() const override { return {80, 24}; }
  void show(const std::vector<std::string>& rows) override {
    page_.clear();
    for (const std::string& row : rows) page_ += without_colours(row) + '\n';
  }
  void wipe() override {}

  int forwards = 0;

 private:
  void type() {
    if (has(page_, "f: straight to the end")) {
      ++forwards;
      return keys_.push_back({KeyKind::Character, "f"});
    }
    constexpr const char* kAnswers[] = {"0", "2", "1"};
    if (!has(page_, "> faster")) keys_.push_back({KeyKind::Character, kAnswers[++answers_ % 3]});
    keys_.push_back({.kind = KeyKind::Enter});
  }

  std::string page_;
  std::deque<Key> keys_;
  Key key_;
  int pressed_ = 0;
  int answers_ = 0;
};

TEST(OnTheScreen, TERM_10_TheDeadGoStraightToTheEndWithOneKey) {
  int seen = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    TableSetup setup{.seats = {{"Ann", ""}, {"Bo", "careful"}, {"Cy", "careful"}}, .seed = seed};
    Table table(setup);
    HastyPerson person;
    ScreenStage stage(person);
    const ScreenSettings settings{.bot_pause = Time{60'000}, .animated = false};
    ScreenGame(stage, table, settings, false).play();
    EXPECT_TRUE(table.over());
    EXPECT_LE(person.forwards, 1);
    seen += person.forwards;
  }
  EXPECT_GT(seen, 0);
}

// ---- one step back ------------------------------------------------------------------------------

TEST(OnBoth, TERM_7_OnTheClaimPageThereIsNothingToTakeBack) {
  const Staged wanted = staged(Preset::Official, kBase, {{Card::Shuffle}, {Card::Nope}, {}});
  on_both(wanted, {kNoLooks, "", "shuffle", "2", "", "back"},
          [](const Shown& shown, const Table& table) {
            EXPECT_TRUE(shown.says("There is nothing to take back here."));
            EXPECT_EQ(table.phase(), Phase::Window);
            EXPECT_EQ(table.view(1).hand[Card::Nope], 1);
          });
}

TEST(OnBoth, TERM_7_BackAtTheFirstLookMeansThatNobodyLooks) {
  const Staged wanted = staged(Preset::Official, kBase, {{Card::Attack}, {Card::Favor}, {}});
  on_both(wanted, {"back", "", "draw"}, [](const Shown& shown, const Table& table) {
    EXPECT_FALSE(shown.says("these are your cards"));
    EXPECT_EQ(told_to(table, 0, EventKind::Drew).size(), 1U);
  });
}

TEST(OnBoth, TERM_7_AHandOverCantBeTakenBack) {
  const Staged wanted = staged(Preset::Official, kBase, {{Card::Attack}, {}, {}});
  on_both(wanted, {kNoLooks, "back", "", "draw"}, [](const Shown& shown, const Table& table) {
    EXPECT_TRUE(shown.says("Just press Enter when you're ready."));
    EXPECT_EQ(told_to(table, 0, EventKind::Drew).size(), 1U);
  });
}

TEST(OnBoth, TERM_6_TERM_7_AClaimWithAWrongNumberIsTakenBackAndNobodyIsTold) {
  const Staged wanted = staged(Preset::Official, kBase, {{Card::Shuffle}, {Card::Nope}, {}});
  on_both(wanted, {kNoLooks, "", "shuffle", "3", "back", "2", "", "1", "0"},
          [](const Shown& shown, const Table& table) {
            EXPECT_TRUE(shown.says("Was it the wrong number? Type back."));
            EXPECT_FALSE(shown.says("Player 3, play a Nope?"));
            EXPECT_EQ(told_to(table, 0, EventKind::Cancelled).size(), 1U);
          });
  // The record and the output are the same as without the wrong number.
  const auto told = [&](const std::vector<std::string>& lines) {
    Table table = make_table(wanted);
    on_screen(table, lines);
    return table.record();
  };
  EXPECT_EQ(told({kNoLooks, "", "shuffle", "3", "<esc>", "0"}),
            told({kNoLooks, "", "shuffle", "0"}));
}

// ---- a terminal that is too small ---------------------------------------------------------------

constexpr ScreenSize kTooSmall{40, 10};

TEST(OnTheScreen, TERM_7_KeysDoNothingWhileTheTerminalIsTooSmall) {
  Table table = make_table(staged(Preset::Official, kBase, {{Card::Skip}, {}}));
  on_screen(table, {kNoLooks, "", "draw", "quit", "1"}, Language::English, kTooSmall);
  EXPECT_TRUE(told_to(table, 0, EventKind::Drew).empty());
}

TEST(OnTheScreen, TERM_7_NorOnTheStartPage) {
  PlayOptions options;
  options.language = kKorean;
  const Shown shown = session_on_screen(options, {"1", "3", "1", "1", "<esc>"}, kTooSmall);
  ASSERT_EQ(shown.pages.size(), 1U) << shown.pages.back();
  EXPECT_TRUE(has(shown.pages[0], "터미널이 너무 작아요."));
}

TEST(OnTheScreen, TERM_7_AnyKeyClosesAShortTextAndEnterALongOne) {
  const auto shown_with = [](const Lines& text, KeyKind kind) {
    class OneKey : public TypedTerminal {
     public:
      explicit OneKey(KeyKind kind) : TypedTerminal({}, {80, 24}) {
        keys_.push_back({.kind = kind});
      }
    };
    OneKey terminal(kind);
    ScreenStage stage(terminal);
    const Scene scene{.w = words(Language::English)};
    const auto draw = [](const Scene&, ScreenSize, Hits&) { return ftxui::text("page"); };
    stage.tell(scene, draw, {.title = "title", .lines = text});
    return std::pair(terminal.pages.front(), stage.goes_on());
  };
  const Lines longer(60, "text");
  for (const KeyKind kind : {KeyKind::End, KeyKind::PageUp, KeyKind::Home, KeyKind::Down,
                             KeyKind::Other, KeyKind::Enter, KeyKind::Escape}) {
    const auto [page, closed] = shown_with({"text"}, kind);
    EXPECT_TRUE(has(page, "any key goes back"));
    EXPECT_TRUE(closed);
  }
  EXPECT_TRUE(has(shown_with(longer, KeyKind::End).first, "scroll   Enter: back"));
  EXPECT_FALSE(shown_with(longer, KeyKind::End).second);
  EXPECT_TRUE(shown_with(longer, KeyKind::Enter).second);
}

TEST(OnTheScreen, TERM_7_TheTitleOfTheLogCountsOnlyWhatThePlayerScrolled) {
  Hits hits;
  Scene scene{.w = words(Language::English), .names = {"Ann", "Bob"}};
  scene.view.seats = 2;
  for (int i = 0; i < 20; ++i) scene.log.push_back("line " + std::to_string(i));
  const auto page = [&] {
    std::string all;
    for (const std::string& row : drawn(table_page(scene, {80, 24}, hits), {80, 24})) all += row;
    return without_colours(all);
  };
  scene.log_to_come = 1;
  EXPECT_FALSE(has(page(), "Log -"));
  EXPECT_FALSE(has(page(), "line 19"));
  scene.log_back = 2;
  EXPECT_TRUE(has(page(), "Log -2"));
}

TEST(OnTheScreen, TERM_7_NorUnderATextThatIsLaidOverThePage) {
  const auto stop_at = [](ScreenSize size) {
    TypedTerminal terminal({"x"}, size);
    ScreenStage stage(terminal);
    const Scene scene{.w = words(Language::English)};
    const auto draw = [](const Scene&, ScreenSize, Hits&) { return ftxui::text("page"); };
    stage.tell(scene, draw, {.title = "title", .lines = {"text"}});
    return stage.stopped();
  };
  EXPECT_EQ(stop_at(kTooSmall), Stop::Closed);
  EXPECT_EQ(stop_at({80, 24}), Stop::No);
}

}  // namespace
}  // namespace nl
