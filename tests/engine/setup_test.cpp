// Tests of the setup: the deck, the hands, the first player.
#include "scenario.h"

namespace nl {
namespace {

constexpr int kGames = 60;

State dealt(const Rules& rules, int seats, std::uint64_t game, Seat first = kNoSeat) {
  SeededSource random(2024, game);
  NullSink sink;
  return new_game(rules, seats, random, sink, first);
}

Counts pile_of(const State& s) {
  Counts counts;
  for (std::size_t i = 0; i < s.pile_size; ++i) ++counts[s.pile[i]];
  return counts;
}

Counts whole_game(const State& s) {
  Counts counts = pile_of(s);
  for (const Counts& hand : s.hands) {
    for (std::size_t k = 0; k < kCardPlaces; ++k) {
      counts.n[k] = static_cast<std::uint8_t>(counts.n[k] + hand.n[k]);
    }
  }
  return counts;
}

// Calls `visit(preset, expansions, rules, seats)` for every game that can be set up.
template <class Visit>
void for_every_table(Visit visit) {
  for (const Preset preset : kAllPresets) {
    for (Expansions expansions = 0; expansions < kExpansionSets; ++expansions) {
      const Rules rules = make_rules(preset, expansions);
      for (int seats = rules.min_players; seats <= rules.max_players; ++seats) {
        SCOPED_TRACE(std::string(preset_name(preset)) + " + " + expansions_name(expansions) +
                     ", seats: " + std::to_string(seats));
        ASSERT_EQ(check_rules(rules, seats), RulesFault::None);
        visit(preset, expansions, rules, seats);
      }
    }
  }
}

TEST(SET_4, OfficialPilesAreAsTheRuleBookSays) {
  const std::array<int, 4> sizes = {35, 29, 23, 16};
  for (int seats = 2; seats <= 5; ++seats) {
    EXPECT_EQ(dealt(official(), seats, 1).pile_size, sizes[static_cast<std::size_t>(seats - 2)]);
  }
}

TEST(SET_4, BoxesHaveTheCountsOfTheTable) {
  const std::string base = "favor*4 shuffle*4 see*5 skip*4 exploding*4 defuse*6 ";
  const std::string cats = "tacocat*4 cattermelon*4 potato*4 beard*4 rainbow*4";
  EXPECT_EQ(official().copies, counts_of(base + "attack*4 nope*5 " + cats));
  EXPECT_EQ(srs().copies, counts_of(base + "attack*3 nope*4 " + cats));
  EXPECT_EQ(family().copies, counts_of(base + "attack*4 nope*5 " + cats));
  EXPECT_EQ(implosion().copies, counts_of(base + "attack*4 nope*5 tacocat*4 rainbow*4 potato*4"));
}

TEST(SET_4, ExpansionsAddTheirCards) {
  const std::string base = words_of(official().copies) + " ";
  const std::string imploding = "imploding targeted*3 reverse*4 bottom*4 alter*4 feral*4 ";
  const std::string streaking =
      "exploding streaking superskip see5 alter5 swap*3 garbage catomic mark*3 curse*2 ";
  const auto box = [](Expansions e) { return make_rules(Preset::Official, e).copies; };
  EXPECT_EQ(box(kImploding), counts_of(base + imploding));
  EXPECT_EQ(box(kStreaking), counts_of(base + streaking));
  EXPECT_EQ(box(kBoth), counts_of(base + imploding + streaking));
}

TEST(SET_5, EveryHandHasADefuseAndThePresetsCardsAndNoKitten) {
  const std::array<int, kPresets> hand = {7, 5, 4, 4};
  for_every_table([&](Preset preset, Expansions, const Rules& rules, int seats) {
    for (std::uint64_t game = 0; game < kGames; ++game) {
      const State s = dealt(rules, seats, game);
      for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats); ++seat) {
        EXPECT_EQ(s.hand_size[seat], hand[static_cast<std::size_t>(preset)] + 1);
        EXPECT_EQ(s.hands[seat].total(), s.hand_size[seat]);
        EXPECT_GE(s.hands[seat][Card::Defuse], 1);
        EXPECT_EQ(s.hands[seat][Card::Exploding] + s.hands[seat][Card::Imploding], 0);
      }
    }
  });
}

TEST(SET_5, ASecondDefuseIsDealtOnlyUnderOfficial) {
  for (const Preset preset : kAllPresets) {
    int most = 0;
    for (std::uint64_t game = 0; game < kGames; ++game) {
      const State s = dealt(make_rules(preset), 4, game);
      for (const Counts& hand : s.hands) most = std::max(most, int{hand[Card::Defuse]});
    }
    EXPECT_EQ(most > 1, preset == Preset::Official) << preset_name(preset);
  }
}

TEST(SET_5, TheStreakingKittenIsDealtLikeAnyCard) {
  int in_hands = 0;
  for (std::uint64_t game = 0; game < kGames; ++game) {
    const State s = dealt(make_rules(Preset::Official, kStreaking), 4, game);
    in_hands += 1 - pile_of(s)[Card::Streaking];
  }
  EXPECT_GT(in_hands, 0);
  EXPECT_LT(in_hands, kGames);
}

TEST(SET_6, KittensGoInByTheNumberOfPlayers) {
  for_every_table([](Preset, Expansions expansions, const Rules& rules, int seats) {
    const Counts pile = pile_of(dealt(rules, seats, 7));
    const bool imploding = (expansions & kImploding) != 0;
    const int kittens = seats - 1 + ((expansions & kStreaking) != 0 ? 1 : 0);
    EXPECT_EQ(pile[Card::Imploding], imploding ? 1 : 0);
    EXPECT_EQ(pile[Card::Exploding], std::max(1, kittens - (imploding ? 1 : 0)));
  });
}

TEST(SET_6, DefusesGoInByThePreset) {
  for_every_table([](Preset preset, Expansions, const Rules& rules, int seats) {
    const int left = 6 - seats;
    const int extra = preset == Preset::Official    ? std::min(2, left)
                      : preset == Preset::Implosion ? 0
                                                    : left;
    const State s = dealt(rules, seats, 7);
    EXPECT_EQ(whole_game(s)[Card::Defuse], seats + extra);
    if (preset != Preset::Official) {
      EXPECT_EQ(pile_of(s)[Card::Defuse], extra);
    }
  });
}

TEST(SET_6, NothingElseLeavesTheGame) {
  for_every_table([](Preset, Expansions, const Rules& rules, int seats) {
    const Counts cards = whole_game(dealt(rules, seats, 3));
    EXPECT_EQ(cards, cards_in_game(rules, seats));
    for (int kind = index(Card::Attack); kind < kCardKinds; ++kind) {
      EXPECT_EQ(cards[card_at(kind)], rules.copies[card_at(kind)]) << card_name(card_at(kind));
    }
  });
}

TEST(SET_6, TheDeckIsShuffledAndASeedRepeatsIt) {
  // Places of the one kitten of a two-player game: all over the pile, and the same for a seed.
  std::vector<int> places;
  for (std::uint64_t game = 0; game < 400; ++game) {
    const State s = dealt(official(), 2, game);
    const State again = dealt(official(), 2, game);
    EXPECT_EQ(std::memcmp(&s, &again, sizeof s), 0);
    const auto kitten = std::find(s.pile.begin(), s.pile.end(), Card::Exploding);
    places.push_back(static_cast<int>(kitten - s.pile.begin()));
  }
  for (int place = 0; place < 35; ++place) {
    EXPECT_GT(std::count(places.begin(), places.end(), place), 0) << place;
    EXPECT_LT(std::count(places.begin(), places.end(), place), 40) << place;
  }
}

TEST(SET_7, TheFirstPlayerIsAsThePresetSays) {
  for (const Preset preset : kAllPresets) {
    SeatMask began = 0;
    for (std::uint64_t game = 0; game < kGames; ++game) {
      began |= seat_bit(dealt(make_rules(preset), 4, game).turn);
    }
    const bool zero = preset == Preset::Srs || preset == Preset::Implosion;
    EXPECT_EQ(began, zero ? 0b0001 : 0b1111) << preset_name(preset);
    EXPECT_EQ(dealt(make_rules(preset), 4, 1, 2).turn, 2) << "a named first player begins";
  }
}

TEST(SET_7, WhoBeginsIsToldWithTheTurnsOwed) {
  SeededSource random(5, 5);
  EventLog log;
  const State s = new_game(official(), 3, random, log, 2);
  ASSERT_EQ(log.events.size(), 2u);
  EXPECT_EQ(redact(log.events[0], kWatcher),
            (Event{.kind = EventKind::GameStarted, .seat = 2, .number = s.pile_size}));
  EXPECT_EQ(redact(log.events[1], kWatcher),
            (Event{.kind = EventKind::TurnStarted, .seat = 2, .number = 1}));
  EXPECT_EQ(s.owed, 1);
  EXPECT_EQ(actors(s), seat_bit(2));
}

TEST(SET_8, TheFasterGameTakesAThirdOutBeforeTheKittensGoIn) {
  for_every_table([](Preset, Expansions, const Rules& rules, int seats) {
    EXPECT_FALSE(rules.faster);
    Rules faster = rules;
    faster.faster = true;
    const State full = dealt(rules, seats, 9);
    const State s = dealt(faster, seats, 9);
    const KittenCount kittens = kittens_in(rules, seats);
    const int deck = full.pile_size - kittens.exploding - kittens.imploding;
    EXPECT_EQ(s.pile_size, full.pile_size - deck / 3);
    EXPECT_EQ(pile_of(s)[Card::Exploding], kittens.exploding);
    EXPECT_EQ(pile_of(s)[Card::Imploding], kittens.imploding);
  });
}

TEST(SET_8, TheExtraDefusesMayBeAmongTheThird) {
  Rules faster = family();
  faster.faster = true;
  bool some_went = false, some_stayed = false;
  for (std::uint64_t game = 0; game < kGames; ++game) {
    const int left = pile_of(dealt(faster, 4, game))[Card::Defuse];
    some_went = some_went || left < 2;
    some_stayed = some_stayed || left > 0;
  }
  EXPECT_TRUE(some_went);
  EXPECT_TRUE(some_stayed);
}

TEST(SET_9, TheLastOneAliveWinsAndEveryoneIsTold) {
  Table t(official(), 3);
  t.hand(2, "skip").pile("exploding*2 tacocat");
  t.draw(0).expect_told(EventKind::Won, 0);
  t.draw(1).expect_winner(2).expect_asked("");
  EXPECT_EQ(t.told(EventKind::Won, kWatcher).seat, 2);
  EXPECT_EQ(t.told(EventKind::Won, 0).seat, 2);
  t.expect_refused(2, "draw").expect_refused(2, "play skip").expect_legal(2, "");
}

TEST(IMP_6, SixPlayersWithImplodingOnly) {
  for (const Preset preset : kAllPresets) {
    EXPECT_EQ(check_rules(make_rules(preset), 6), RulesFault::Players);
    EXPECT_EQ(check_rules(make_rules(preset, kStreaking), 6), RulesFault::Players);
    EXPECT_EQ(check_rules(make_rules(preset, kImploding), 6), RulesFault::None);
    EXPECT_EQ(check_rules(make_rules(preset, kBoth), 6), RulesFault::None);
    EXPECT_EQ(check_rules(make_rules(preset), 5), RulesFault::None);
    EXPECT_EQ(check_rules(make_rules(preset), 1), RulesFault::Players);
  }
  const Counts pile = pile_of(dealt(make_rules(Preset::Official, kImploding), 6, 1));
  EXPECT_EQ(pile[Card::Exploding], 4);
  EXPECT_EQ(pile[Card::Imploding], 1);
  EXPECT_EQ(pile[Card::Defuse], 0);
}

TEST(IMP_6, TwoPlayersHaveOneKittenOfEach) {
  const Counts pile = pile_of(dealt(make_rules(Preset::Official, kImploding), 2, 1));
  EXPECT_EQ(pile[Card::Exploding], 1);
  EXPECT_EQ(pile[Card::Imploding], 1);
  Table t(make_rules(Preset::Official, kImploding), 2);
  t.pile("exploding imploding tacocat").draw(0).expect_winner(1);
}

TEST(STR_1, OneMoreExplodingKittenIsInTheDeck) {
  for (const Preset preset : kAllPresets) {
    const Counts pile = pile_of(dealt(make_rules(preset, kStreaking), 4, 1));
    EXPECT_EQ(pile[Card::Exploding], 4) << preset_name(preset);
    const Counts both = pile_of(dealt(make_rules(preset, kBoth), 4, 1));
    EXPECT_EQ(both[Card::Exploding], 3) << preset_name(preset);
    EXPECT_EQ(both[Card::Imploding], 1) << preset_name(preset);
  }
}

}  // namespace
}  // namespace nl
