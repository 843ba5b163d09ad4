// Tests of pairs, triples and fives.
#include "scenario.h"

namespace nl {
namespace {

Rules with_fives(Expansions expansions = kBase) {
  Rules rules = make_rules(Preset::Official, expansions);
  rules.five = true;
  return rules;
}

TEST(COMBO_2, APairTakesARandomCardOfAChosenHand) {
  for (const Preset preset : kAllPresets) {
    SCOPED_TRACE(preset_name(preset));
    Table t(make_rules(preset), 3);
    t.hand(0, "tacocat*2").hand(1, "skip defuse").hand(2, "see").pile("beard*3");
    t.play(0, "pair tacocat").expect_discard("tacocat*2").expect_legal(0, "target 1 | target 2");
    t.next_steal("defuse", "skip defuse").does(0, "target 1");
    t.expect_hand(0, "defuse").expect_hand(1, "skip").expect_turn(0, 1);
  }
}

TEST(COMBO_2, OnlyThoseTwoKnowTheCard) {
  Table t(official(), 3);
  t.hand(0, "tacocat*2").hand(1, "skip defuse").pile("beard*3");
  t.next_steal("skip").does(0, "pair tacocat, target 1");
  EXPECT_EQ(t.told(EventKind::Stole, 0).secret_card(), Card::Skip);
  EXPECT_EQ(t.told(EventKind::Stole, 1).secret_card(), Card::Skip);
  EXPECT_EQ(t.told(EventKind::Stole, kWatcher),
            (Event{.kind = EventKind::Stole, .seat = 0, .other = 1}));
}

TEST(COMBO_2, EveryCardOfTheHandIsAsLikely) {
  const Counts hand = counts_of("skip*3 see");
  int skips = 0;
  for (std::uint64_t game = 0; game < 4000; ++game) {
    skips += SeededSource(1, game).card(Chance::Steal, 0, hand, 4) == Card::Skip;
  }
  EXPECT_NEAR(skips, 3000, 110) << "four standard deviations";
}

TEST(COMBO_2, AnyTitleOrCatsOnlyByThePreset) {
  for (const Preset preset : kAllPresets) {
    SCOPED_TRACE(preset_name(preset));
    const bool any = preset == Preset::Official || preset == Preset::Implosion;
    Table t(make_rules(preset), 2);
    t.hand(0, "defuse*2 nope*2 tacocat*2").hand(1, "see").pile("beard*3");
    t.expect_legal(0,
                   any ? "draw | pair defuse | pair nope | pair tacocat" : "draw | pair tacocat");
  }
}

TEST(COMBO_2, TheDeadOneselfAndTheEmptyHandedCannotBeChosen) {
  Table t(official(), 4);
  t.hand(0, "skip").hand(1, "tacocat*2 see").hand(3, "skip").pile("exploding beard*3").draw(0);
  t.play(1, "pair tacocat").expect_legal(1, "target 3").expect_refused(1, "target 1");
}

TEST(COMBO_2, WithoutAHandToStealFromItCannotBePlayed) {
  Table t(official(), 3);
  t.hand(0, "tacocat*2").pile("beard*3").expect_legal(0, "draw");
}

TEST(COMBO_2, AHandEmptiedByItsOwnNopeLosesNothing) {
  Table t(official(), 3);
  t.hand(0, "tacocat*2 nope").hand(1, "nope").pile("beard*3").play(0, "pair tacocat, target 1");
  t.nope(1).nope(0).everyone_passes().expect_hand(0, "").expect_turn(0, 1);
  t.expect_told(EventKind::Fizzled).expect_told(EventKind::Stole, 0);
}

TEST(COMBO_2, NoComboContainsAKittenOrTheStreakingKitten) {
  Rules rules = make_rules(Preset::Official, kStreaking);
  rules.five = true;
  Table t(rules, 2);
  t.hand(0, "streaking*3 exploding*3 skip see attack favor").hand(1, "see").pile("beard*3");
  t.expect_legal(0, "draw | play skip | play see | play attack | play favor");
}

TEST(COMBO_3, ANamedTitleIsTaken) {
  for (const Preset preset : kAllPresets) {
    Table t(make_rules(preset), 3);
    t.hand(0, "potato*3").hand(1, "defuse*2 skip").pile("tacocat*3");
    t.does(0, "triple potato, target 1, card defuse").expect_hand(0, "defuse");
    t.expect_hand(1, "defuse skip").expect_discard("potato*3").expect_turn(0, 1);
    EXPECT_EQ(t.told(EventKind::TookNamed, 2).card, Card::Defuse);
  }
}

TEST(COMBO_3, IfThePlayerLacksItNothingAndTheCardsAreGone) {
  Table t(official(), 3);
  t.hand(0, "potato*3").hand(1, "skip").pile("tacocat*3");
  t.does(0, "triple potato, target 1, card defuse").expect_hand(0, "").expect_hand(1, "skip");
  t.expect_discard("potato*3").expect_turn(0, 1).expect_told(EventKind::TookNothing);
}

TEST(COMBO_3, AnEmptyHandMayBeAskedTheDeadAndOneselfNot) {
  Table t(official(), 4);
  t.hand(1, "potato*3").pile("exploding tacocat*3").draw(0).play(1, "triple potato");
  t.expect_legal(1, "target 2 | target 3").does(1, "target 3, card skip").expect_turn(1, 1);
  t.expect_told(EventKind::TookNothing);
}

TEST(COMBO_3, AnyTitleOfTheBoxMayBeNamed) {
  Table base(implosion(), 2);
  base.hand(0, "potato*3").pile("tacocat*3").play(0, "triple potato, target 1");
  base.expect_legal(0,
                    "card defuse | card attack | card skip | card favor | card nope | card shuffle "
                    "| card see | card tacocat | card potato | card rainbow");
  for (const char* wrong : {"card exploding", "card imploding", "card beard", "card feral"}) {
    base.expect_refused(0, wrong);
  }
  Table both(make_rules(Preset::Official, kBoth), 2);
  both.hand(0, "potato*3").pile("tacocat*3").play(0, "triple potato, target 1");
  both.expect_refused(0, "card imploding");
  EXPECT_EQ(legal(both.rules(), both.state(), 0).size(),
            count_bits(both.rules().copies.kinds()) - 1);
}

TEST(COMBO_3, ATripleOfAnyTitleOrOfCatsOnly) {
  Table any(official(), 2);
  any.hand(0, "skip*3").hand(1, "see").pile("beard*3");
  any.expect_legal(0, "draw | play skip | pair skip | triple skip");
  Table cats(srs(), 2);
  cats.hand(0, "skip*3").hand(1, "see").pile("beard*3").expect_legal(0, "draw | play skip");
}

TEST(COMBO_5, OffInAllFourPresets) {
  for (const Preset preset : kAllPresets) {
    for (const Expansions expansions : {kBase, kBoth}) {
      Table t(make_rules(preset, expansions), 2);
      t.hand(0, "attack skip favor see shuffle").hand(1, "see").pile("beard*3");
      t.discarded("defuse").expect_refused(0, "five");
    }
  }
}

TEST(COMBO_5, ACardOfChoiceFromTheDiscardPile) {
  Table t(with_fives(), 2);
  t.hand(0, "attack skip favor see tacocat beard").hand(1, "see").pile("beard*3");
  t.discarded("defuse").play(0, "five").expect_legal(0, "card attack | card skip");
  t.play(0, "card skip, card favor, card see, card tacocat").expect_legal(0, "card beard");
  t.does(0, "card beard")
      .expect_legal(0,
                    "card beard | card defuse | card favor | card see | "
                    "card skip | card tacocat");
  t.play(0, "card defuse").expect_hand(0, "attack defuse").expect_turn(0, 1);
  t.expect_discard("skip favor see tacocat beard");
  EXPECT_EQ(t.told(EventKind::TookDiscard, kWatcher).card, Card::Defuse);
}

TEST(COMBO_5, TheFiveJustPlayedMayBeTakenBackButNoKitten) {
  Table t(with_fives(kBoth), 2);
  t.hand(0, "attack skip favor see nope").pile("beard*3");
  t.discarded("exploding imploding streaking");
  t.does(0, "five, card attack, card skip, card favor, card nope, card see");
  t.expect_legal(0, "card attack | card skip | card favor | card nope | card see");
  t.play(0, "card nope").expect_hand(0, "nope");
}

TEST(COMBO_5, ATopCardThatIsTakenNoLongerLiesOnTop) {
  Table t(with_fives(), 2);
  t.hand(0, "attack skip favor nope see").pile("beard*3");
  t.does(0, "five, card attack, card skip, card favor, card nope, card see");
  EXPECT_EQ(t.state().discard_top, Card::See);
  t.play(0, "card see").expect_discard("attack skip favor nope");
  EXPECT_NE(t.state().discard_top, Card::See) << "the discard pile has none";
}

TEST(COMBO_5, TitlesAreNamedInTheOrderOfTheList) {
  Table t(with_fives(), 2);
  t.hand(0, "attack skip favor see tacocat beard").pile("beard*3").play(0, "five, card skip");
  t.expect_refused(0, "card attack").expect_refused(0, "card skip").expect_refused(0, "card see");
  t.expect_refused(0, "draw").expect_legal(0, "card favor");
}

TEST(COMBO_5, FourTitlesAreTooFewAndAFeralCatIsOnlyItsOwn) {
  Table four(with_fives(kImploding), 2);
  four.hand(0, "attack*2 skip favor feral*2").pile("beard*3").expect_refused(0, "five");
  Table five(with_fives(kImploding), 2);
  five.hand(0, "attack skip favor see feral").pile("beard*3");
  five.does(0, "five, card attack, card skip, card favor, card see, card feral");
  five.expect_discard("attack skip favor see feral").play(0, "card feral").expect_hand(0, "feral");
}

TEST(COMBO_N, ACombosCardsAreGoneWhenItIsNoped) {
  Table t(official(), 3);
  t.hand(0, "tacocat*2 potato*3").hand(1, "nope*2 see").pile("beard*3");
  t.play(0, "pair tacocat, target 1").nope(1).everyone_passes().expect_hand(0, "potato*3");
  t.play(0, "triple potato, target 1, card see").nope(1).everyone_passes();
  t.expect_hand(0, "").expect_hand(1, "see").expect_turn(0, 1);
}

TEST(COMBO_N, TheCardsOwnInstructionsDoNotApply) {
  Table t(official(), 3);
  t.hand(0, "attack*2 skip*2 nope*2").hand(1, "see*3").pile("beard*3");
  for (const char* combo : {"pair attack", "pair skip", "pair nope"}) {
    t.next_steal("see").does(0, std::string(combo) + ", target 1").expect_turn(0, 1);
  }
  t.expect_hand(0, "see*3").expect_pile("beard*3").expect_told(EventKind::Attacked, 0);
}

TEST(IMP_4, AFeralCatFillsUpPairsAndTriplesOfCats) {
  for (const Preset preset : kAllPresets) {
    SCOPED_TRACE(preset_name(preset));
    Table t(imploding(preset), 2);
    t.hand(0, "tacocat feral*2").hand(1, "see").pile("beard*3");
    t.expect_legal(0, "draw | pair tacocat | pair feral | triple tacocat");
    t.next_steal("see").does(0, "pair tacocat, target 1").expect_hand(0, "feral see");
    t.expect_discard("tacocat feral");
    EXPECT_EQ(t.told(EventKind::PlayedPair).number, 1);
  }
}

TEST(IMP_4, TheNamedCatsOwnCopiesAreSpentFirst) {
  Table pair(imploding(), 2);
  pair.hand(0, "tacocat*2 feral").hand(1, "see").pile("beard*3").play(0, "pair tacocat");
  pair.expect_hand(0, "feral").expect_discard("tacocat*2");
  Table triple(imploding(), 2);
  triple.hand(0, "tacocat*2 feral*2").hand(1, "see").pile("beard*3").play(0, "triple tacocat");
  triple.expect_hand(0, "feral").expect_discard("tacocat*2 feral");
}

TEST(IMP_4, FeralsAloneMatchEachOtherAndAPairNeedsARealCat) {
  Table t(imploding(), 2);
  t.hand(0, "feral*3").hand(1, "see").pile("beard*3");
  t.expect_legal(0, "draw | pair feral | triple feral").expect_refused(0, "pair tacocat");
  t.play(0, "triple feral").expect_discard("feral*3");
}

TEST(IMP_4, NeverAsAnotherCard) {
  Table t(imploding(), 2);
  t.hand(0, "skip feral").hand(1, "see").pile("beard*3").expect_legal(0, "draw | play skip");
  Table one(imploding(), 2);
  one.hand(0, "tacocat beard feral").hand(1, "see").pile("beard*3");
  one.expect_legal(0, "draw | pair tacocat | pair beard");
}

}  // namespace
}  // namespace nl
