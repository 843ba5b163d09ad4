// Tests of words and sentences in all languages.
#include "text/words.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "engine/legal.h"
#include "text/korean_words.h"

namespace nl {
namespace {

const std::vector<std::string> kNames = {"Player 0", "Player 1", "Player 2"};
const std::vector<Wording>& kWordings = all_wordings();
constexpr std::array<Seat, 5> kViewers = {0, 1, 2, kWatcher, kEveryone};

const Words& en() { return words(Language::English); }
const Words& ko() { return words(kKorean); }
const Words& srs() { return words(Language::English, wording_of(Preset::Srs)); }

template <class Check>
void in_every_wording(Check check) {
  for (const Language language : all_languages()) {
    for (const Wording wording : kWordings) check(words(language, wording));
  }
}

bool is_finished(const std::string& line) {
  return !line.empty() && line.find_first_of("{}") == std::string::npos;
}

bool is_look(EventKind kind) {
  return kind == EventKind::Saw || kind == EventKind::Altering || kind == EventKind::Ordering ||
         kind == EventKind::Altered || kind == EventKind::Shown;
}
bool has_secret_card(EventKind kind) {
  return kind == EventKind::Drew || kind == EventKind::Gave || kind == EventKind::Stole ||
         kind == EventKind::Collected || kind == EventKind::PutOnTop || kind == EventKind::Lifted;
}
bool is_for_two(EventKind kind) { return kind == EventKind::Gave || kind == EventKind::Stole; }
bool is_hidden(EventKind kind) {
  return kind == EventKind::CommittedNope || kind == EventKind::Ordering ||
         kind == EventKind::FoundKitten;
}

// An event of any kind as the referee tells it: seat 0 acts on seat 1.
Event sample(EventKind kind, std::uint8_t number = 2, Card card = Card::Skip) {
  Event event{.kind = kind, .seat = 0, .other = 1, .card = card, .number = number};
  event.hidden = is_hidden(kind);
  if (is_look(kind)) {
    event.secrets = number;
    event.secret = {static_cast<std::uint8_t>(Card::Nope), static_cast<std::uint8_t>(Card::Favor)};
  } else if (has_secret_card(kind)) {
    event.secrets = 1;
    event.secret = {static_cast<std::uint8_t>(Card::Nope)};
  } else if (kind == EventKind::PutBack) {
    event.secrets = 1;
    event.secret = {4};
  } else if (kind == EventKind::Buried) {
    event.secrets = 2;
    event.secret = {4, static_cast<std::uint8_t>(Card::Nope)};
  }
  if (event.secrets > 0 || event.hidden) event.knows = seat_bit(0);
  if (is_for_two(kind)) event.knows = seat_bit(0) | seat_bit(1);
  return event;
}

template <class Check>
void for_each_kind(Check check) {
  for (int i = 1; i < kEventKinds; ++i) check(static_cast<EventKind>(i));
}

// ---- names -------------------------------------------------------------------------------------

TEST(Words, TERM_2_EveryCardPresetAndExpansionHasWords) {
  in_every_wording([](const Words& w) {
    for (int i = 0; i < kCardKinds; ++i) {
      EXPECT_TRUE(is_finished(w.card(card_at(i))));
      EXPECT_TRUE(is_finished(w.card_text(card_at(i))));
      EXPECT_TRUE(is_finished(w.card_short(card_at(i))));
    }
    for (int i = 0; i < kPresets; ++i) {
      EXPECT_TRUE(is_finished(w.preset(static_cast<Preset>(i))));
      EXPECT_TRUE(is_finished(w.preset_text(static_cast<Preset>(i))));
    }
    for (Expansions set = 0; set < kExpansionSets; ++set) {
      EXPECT_TRUE(is_finished(w.expansions(set)));
    }
    EXPECT_TRUE(is_finished(w.box_text(kBase)));
    for (const BoxRow& box : box_rows()) EXPECT_TRUE(is_finished(w.box_text(box.bit)));
  });
}

TEST(Words, SeeTheFutureSaysHowManyItShows) {
  EXPECT_EQ(en().card(Card::See), "See the Future (3)");
  EXPECT_EQ(srs().card(Card::See), "See the Future (2)");
}

// ---- events ------------------------------------------------------------------------------------

TEST(Words, NET_3_EveryEventHasWordsForEveryViewer) {
  in_every_wording([](const Words& w) {
    for_each_kind([&](EventKind kind) {
      for (const Seat viewer : kViewers) {
        const Lines lines = w.event(sample(kind), viewer, kNames);
        const bool untold = is_hidden(kind) && viewer != 0 && viewer != kEveryone;
        EXPECT_EQ(lines.empty(), untold) << static_cast<int>(kind) << " to " << int{viewer};
        for (const std::string& line : lines) EXPECT_TRUE(is_finished(line)) << line;
      }
    });
  });
}

TEST(Words, NET_3_EveryVariantOfAnEventHasWords) {
  in_every_wording([](const Words& w) {
    for_each_kind([&](EventKind kind) {
      // An order is asked for only where there are two cards to put into one.
      const bool orders = kind == EventKind::Ordering || kind == EventKind::Altered;
      for (std::uint8_t number = orders ? 2 : 0; number < 3; ++number) {
        for (const Card card : {Card::Imploding, Card::Shuffle, Card::Defuse, kNoCard}) {
          const Event event = sample(kind, number, card);
          const Lines lines = w.event(event, kEveryone, kNames);
          const bool told_before = kind == EventKind::Died && card == kNoCard;
          const bool unopposed = kind == EventKind::WentThrough && number == 0;
          EXPECT_TRUE(!lines.empty() || told_before || unopposed) << static_cast<int>(kind);
          for (const std::string& line : lines) EXPECT_TRUE(is_finished(line)) << line;
        }
      }
    });
  });
}

TEST(Words, AnEventWithoutItsSecretIsToldAsToAll) {
  const Event redacted = redact(sample(EventKind::Drew), kWatcher);
  EXPECT_EQ(en().event(redacted, kEveryone, kNames), Lines{"Player 0 draws a card."});
}

TEST(Words, NoneIsNotTold) { EXPECT_TRUE(en().event({}, kWatcher, kNames).empty()); }

TEST(Words, EK_4_NoSentenceTellsASecretToTheWrongViewer) {
  in_every_wording([](const Words& w) {
    for_each_kind([&](EventKind kind) {
      const Event event = sample(kind);
      Event changed = event;
      changed.secret = {2, 3, 4, 5, 6};
      for (const Seat viewer : {Seat{1}, Seat{2}, kWatcher}) {
        if (holds(event.knows, viewer)) continue;
        EXPECT_EQ(w.event(event, viewer, kNames), w.event(changed, viewer, kNames));
        EXPECT_EQ(w.event(event, viewer, kNames), w.event(redact(event, viewer), viewer, kNames));
      }
    });
  });
}

TEST(Words, TheViewerIsSpokenTo) {
  const Event gave = sample(EventKind::Gave);
  EXPECT_EQ(en().event(gave, 0, kNames), Lines{"You give Nope to Player 1."});
  EXPECT_EQ(en().event(gave, 1, kNames), Lines{"Player 0 gives you Nope."});
  EXPECT_EQ(en().event(gave, 2, kNames), Lines{"Player 0 gives a card to Player 1."});
  EXPECT_EQ(en().event(gave, kWatcher, kNames), Lines{"Player 0 gives a card to Player 1."});
  EXPECT_EQ(en().event(gave, kEveryone, kNames), Lines{"Player 0 gives Nope to Player 1."});
  EXPECT_EQ(ko().event(gave, 0, kNames), Lines{"Player 1에게 안 돼!를 줬어요."});
  EXPECT_EQ(ko().event(gave, 1, kNames), Lines{"Player 0이 나에게 안 돼!를 줬어요."});
}

TEST(Words, STR_8_AMarkedCardIsToldToAllAsItGoes) {
  Event stole = sample(EventKind::Stole);
  stole.knows = all_seats(8);
  EXPECT_EQ(en().event(stole, kWatcher, kNames), Lines{"Player 0 steals Nope from Player 1."});
}

TEST(Words, TERM_2_KoreanParticlesFitTheNames) {
  const std::vector<std::string> names = {"민지", "지훈", "🐱"};
  Event event{.kind = EventKind::Played, .seat = 0, .card = Card::Attack};
  EXPECT_EQ(ko().event(event, 2, names), Lines{"민지가 공격을 냈어요."});
  event.seat = 1;
  event.card = Card::Skip;
  EXPECT_EQ(ko().event(event, 2, names), Lines{"지훈이 건너뛰기를 냈어요."});
  event.seat = 2;
  event.card = Card::See;
  EXPECT_EQ(ko().event(event, 0, names), Lines{"🐱가 미래 보기 (3)를 냈어요."});
}

TEST(Words, EK_4_ThePlaceOfAKittenIsToldToItsOwnerOnly) {
  const Event put = sample(EventKind::PutBack);
  EXPECT_EQ(en().event(put, 0, kNames), Lines{"You put the kitten back, under 4 cards."});
  EXPECT_EQ(en().event(put, 1, kNames), Lines{"Player 0 hides the kitten somewhere in the pile."});
  Event top = put;
  top.secret = {0};
  EXPECT_EQ(en().event(top, 0, kNames), Lines{"You put the kitten back, on top."});
}

TEST(Words, SHUF_4_EverybodyIsToldWhetherThePileWasShuffled) {
  const Event done = sample(EventKind::Shuffled, 1);
  const Event stopped = sample(EventKind::Cancelled, 1, Card::Shuffle);
  EXPECT_EQ(en().event(done, 1, kNames), Lines{"The pile is shuffled."});
  EXPECT_EQ(en().event(stopped, 1, kNames),
            Lines{"Noped! Player 0's Shuffle is gone. The pile was not shuffled."});
  EXPECT_EQ(srs().event(stopped, 1, kNames).back(), "The deck was not shuffled.");
}

TEST(Words, FiveCardsHaveNoSingleName) {
  const Event event = sample(EventKind::Cancelled, 3, kNoCard);
  EXPECT_EQ(en().event(event, 0, kNames),
            Lines{"Noped for good! Your five different cards are gone."});
}

TEST(Words, ASeatWithoutANameIsANumber) {
  EXPECT_EQ(en().event({.kind = EventKind::Won, .seat = 5}, 0, {}),
            Lines{"The game is over. 5 wins!"});
}

// ---- A's words under srs -----------------------------------------------------------------------

TEST(Words, TERM_5_KittenMessagesOfTheSource) {
  const Event drew{.kind = EventKind::DrewKitten, .seat = 0, .card = Card::Exploding};
  const Event died{.kind = EventKind::Died, .seat = 0, .card = Card::Exploding};
  EXPECT_EQ(srs().event(drew, 0, kNames),
            (Lines{"You drew an EXPLODING KITTEN!",
                   "You have an EXPLODING KITTEN in your hand. Defuse it to live!"}));
  EXPECT_EQ(srs().event(died, 0, kNames), (Lines{"You have no Defuse card!", "You exploded!"}));
}

TEST(Words, NOPE_10_NopeMessagesOfTheSource) {
  const Lines played = {"Player 0 decided to play a Nope Card.",
                        "Player 0 successfully played a Nope Card."};
  const Event cancelled{.kind = EventKind::Cancelled, .seat = 0, .card = Card::Skip, .number = 3};
  const Event through{.kind = EventKind::WentThrough, .seat = 0, .card = Card::Skip, .number = 2};
  for (const Seat viewer : kViewers) {
    EXPECT_EQ(srs().event(sample(EventKind::Noped, 1), viewer, kNames), played);
    EXPECT_EQ(srs().event(sample(EventKind::Noped, 2), viewer, kNames), played);
    EXPECT_EQ(srs().event(sample(EventKind::Passed), viewer, kNames),
              Lines{"Player 0 did not play a Nope Card."});
    EXPECT_EQ(srs().event(cancelled, viewer, kNames), Lines{"Effect cancelled by NOPE chain!"});
    EXPECT_EQ(srs().event(through, viewer, kNames), Lines{"Effect goes through after 2 NOPEs!"});
  }
}

TEST(Words, NOPE_10_TheNopeQuestionOfTheSource) {
  const QuestionContext asked{.phase = Phase::Window, .seat = 1, .seats = 3};
  EXPECT_EQ(srs().question(asked, 1, kNames),
            (Lines{"Player 1 has a Nope Card.", "Would you like to play it?"}));
  EXPECT_EQ(srs().action(word(Verb::Nope), asked, kNames), "Yes");
  EXPECT_EQ(srs().action(word(Verb::Pass), asked, kNames), "No");
  EXPECT_EQ(srs().refusal(Refusal::OneOrTwo), "Invalid choice. Please enter 1 or 2.");
}

TEST(Words, SHUF_2_ShuffleMessagesOfTheSource) {
  const QuestionContext asked{.phase = Phase::Times, .seat = 0, .seats = 3};
  EXPECT_EQ(srs().question(asked, 0, kNames), Lines{"How many times to shuffle? (1-100)"});
  EXPECT_EQ(srs().event(sample(EventKind::Shuffled, 7), 1, kNames),
            Lines{"Deck shuffled 7 times!"});
  EXPECT_EQ(srs().event(sample(EventKind::Shuffled, 1), 1, kNames), Lines{"Deck shuffled 1 time!"});
}

TEST(Words, TERM_5_SeeTheFutureMessagesOfTheSource) {
  EXPECT_EQ(srs().event(sample(EventKind::Saw), 0, kNames),
            (Lines{"Top 2 cards of the deck:", "Card 1 (top): Nope", "Card 2: Favor"}));
  EXPECT_EQ(en().event(sample(EventKind::Saw), 1, kNames),
            Lines{"Player 0 looks at the top 2 cards."});
}

TEST(Words, TERM_5_PlainWordingHasTheSameMoments) {
  const Event died{.kind = EventKind::Died, .seat = 0, .card = Card::Exploding};
  const Event turn{.kind = EventKind::TurnStarted, .seat = 0, .number = 2};
  EXPECT_EQ(en().event(died, 0, kNames).size(), 2u);
  EXPECT_EQ(ko().event(died, 0, kNames), (Lines{"해체 카드가 없어요!", "펑! 터졌어요!"}));
  EXPECT_EQ(en().event(turn, 1, kNames), Lines{"Player 0's turn: two draws."});
  EXPECT_EQ(ko().event(turn, 0, kNames), Lines{"내 차례! 2턴 남았어요."});
}

TEST(Words, ForfeitsAreToldOnce) {
  EXPECT_FALSE(en().event({.kind = EventKind::Forfeited, .seat = 0}, 1, kNames).empty());
  EXPECT_TRUE(en().event({.kind = EventKind::Died, .seat = 0}, 1, kNames).empty());
}

// ---- questions and answers ---------------------------------------------------------------------

TEST(Words, TERM_2_EveryPhaseAsksAndWaits) {
  in_every_wording([](const Words& w) {
    for (int i = 0; i < kPhases; ++i) {
      const QuestionContext asked{
          .phase = static_cast<Phase>(i), .seat = 0, .seats = 3, .pile_size = 20};
      for (const Seat viewer : {Seat{0}, Seat{1}, kWatcher, kEveryone}) {
        const Lines lines = w.question(asked, viewer, kNames);
        const bool unseen = asked.phase == Phase::Explode || asked.phase == Phase::EndTurn;
        EXPECT_EQ(lines.empty(), unseen) << i;
        for (const std::string& line : lines) EXPECT_TRUE(is_finished(line)) << line;
      }
    }
  });
}

// A choice about a kitten is a secret: its player looks as if still thinking.
TEST(Words, EK_8_WaitingForAKeeperLooksLikeWaitingForATurn) {
  in_every_wording([](const Words& w) {
    EXPECT_EQ(w.question({.phase = Phase::Keep, .seat = 0, .seats = 3}, 1, kNames),
              w.question({.phase = Phase::Turn, .seat = 0, .seats = 3}, 1, kNames));
  });
}

TEST(Words, NOPE_9_NobodyIsNamedWhileNopesAreAwaited) {
  const QuestionContext first{.phase = Phase::Window, .seat = 0, .seats = 3};
  const QuestionContext second{.phase = Phase::Window, .seat = 1, .seats = 3};
  EXPECT_EQ(en().question(first, 2, kNames), en().question(second, 2, kNames));
}

TEST(Words, TERM_2_EveryActionHasWordsInEveryPhase) {
  in_every_wording([](const Words& w) {
    for (int i = 0; i < kPhases; ++i) {
      const QuestionContext asked{
          .phase = static_cast<Phase>(i), .seat = 2, .seats = 6, .pile_size = 20};
      for (int id = 0; id < kActions; ++id) {
        const Action action = make_action(id);
        const bool beyond = action.verb() == Verb::Reserved ||
                            (action.verb() == Verb::Target && action.distance() >= 6) ||
                            (id >= kPlayBase && index(action.card()) >= kCardKinds);
        const std::string text = w.action(action, asked, kNames);
        EXPECT_EQ(text.empty(), beyond) << id;
        EXPECT_EQ(is_finished(text), !beyond) << text;
      }
    }
  });
}

TEST(Words, AnswersToOneQuestionAreDistinct) {
  for (const Language language : all_languages()) {
    for (const Phase phase : {Phase::Place, Phase::Order, Phase::Times, Phase::Turn}) {
      const QuestionContext asked{.phase = phase, .seat = 0, .seats = 3, .pile_size = 20};
      std::set<std::string> seen;
      for (int n = 0; n <= 100; ++n) {
        EXPECT_TRUE(seen.insert(words(language).action(number(n), asked, kNames)).second);
      }
    }
  }
}

TEST(Words, EK_3_PlacesSayWhichIsTopAndBottom) {
  const QuestionContext asked{.phase = Phase::Place, .seat = 0, .seats = 3, .pile_size = 20};
  EXPECT_EQ(en().action(number(0), asked, kNames), "0: on top");
  EXPECT_EQ(en().action(number(1), asked, kNames), "1: under 1 card");
  EXPECT_EQ(en().action(number(20), asked, kNames), "20: at the bottom");
  EXPECT_EQ(ko().question(asked, 0, kNames),
            Lines{"이 고양이를 어디에 넣을까요? (0: 맨 위, 20: 맨 아래)"});
}

TEST(Words, TargetsAreSeatsAsTheySit) {
  const QuestionContext asked{.phase = Phase::Target, .seat = 2, .seats = 3};
  EXPECT_EQ(en().action(target(2, 0, 3), asked, kNames), "Player 0");
  EXPECT_EQ(en().action(target(2, 1, 3), asked, kNames), "Player 1");
}

TEST(Words, AnActionReadsByTheQuestionItAnswers) {
  const auto read = [](Action action, Phase phase) {
    return en().action(action, {.phase = phase, .seat = 0, .seats = 3, .pile_size = 9}, kNames);
  };
  EXPECT_EQ(read(name_card(Card::Skip), Phase::Name), "Ask for Skip");
  EXPECT_EQ(read(name_card(Card::Skip), Phase::Give), "Give Skip");
  EXPECT_EQ(read(name_card(Card::Skip), Phase::Take), "Take Skip");
  EXPECT_EQ(read(word(Verb::Pass), Phase::Window), "Pass");
  EXPECT_EQ(read(word(Verb::Pass), Phase::Chain), "Take the attack");
  EXPECT_EQ(read(number(0), Phase::Order), "Card 1 of those left");
  EXPECT_EQ(read(pair(Card::Tacocat), Phase::Turn), "Play a pair of Tacocats");
}

// ---- refusals ----------------------------------------------------------------------------------

TEST(Words, TERM_2_EveryRefusalHasWords) {
  const Values values = {{"text", "x"},     {"low", "1"},     {"high", "100"},
                         {"number", "0"},   {"card", "Skip"}, {"seat", "Player 1"},
                         {"field", "hand"}, {"allowed", "1"}};
  in_every_wording([&](const Words& w) {
    std::set<std::string> seen;
    for (int i = 0; i < kRefusals; ++i) {
      const std::string line = w.refusal(static_cast<Refusal>(i), values);
      EXPECT_TRUE(is_finished(line)) << line;
      EXPECT_TRUE(seen.insert(line).second) << line;
    }
  });
}

TEST(Words, SHUF_2_TooManyShufflesSaysTheMost) {
  EXPECT_EQ(en().refusal(Refusal::TooManyShuffles, {{"low", "1"}, {"high", "100"}}),
            "100 is plenty. Please enter a number from 1 to 100.");
}

TEST(Words, TERM_2_EveryFaultOfTheRulesHasWords) {
  in_every_wording([](const Words& w) {
    for (int i = 1; i <= static_cast<int>(RulesFault::See); ++i) {
      const std::string line = w.fault(static_cast<RulesFault>(i), official(), 3);
      EXPECT_TRUE(is_finished(line)) << line;
    }
    EXPECT_EQ(w.fault(RulesFault::None, official(), 3), "");
  });
}

TEST(Words, SET_3_TheNumberOfPlayersIsNamed) {
  EXPECT_EQ(en().fault(RulesFault::Players, official(), 9), "This game is for 2 to 5 players.");
  EXPECT_EQ(ko().fault(RulesFault::Players, official(), 9),
            "이 게임은 2명부터 5명까지 할 수 있어요.");
}

TEST(Words, AMissingWordOfTheInterfaceIsItsKey) {
  EXPECT_EQ(en().ui("no_such_key"), "no_such_key");
}

}  // namespace
}  // namespace nl
