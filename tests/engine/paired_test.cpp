// Paired-world tests of secrets: whatever a viewer can't know may change, and every byte it gets
// stays the same. And the proof that the test sees: planted leaks, each of which it finds.
#include <gtest/gtest.h>

#include <vector>

#include "engine/pair_play.h"

namespace nl {
namespace {

// ---- planted leaks, each in one place through which a viewer learns ----

// A redaction that forgets events of one kind, and gives them out as they are.
template <EventKind kForgotten>
Event forgetful_redact(const Event& event, Seat viewer) {
  return event.kind == kForgotten ? event : redact(event, viewer);
}

Event no_redaction(const Event& event, Seat) { return event; }

// A hidden answer leaves a gap in the numbers of what is sent.
Event with_placeholder(const Event& event, Seat viewer) {
  const Event shown = redact(event, viewer);
  return shown.kind == EventKind::None ? Event{.kind = EventKind::Passed} : shown;
}

Event with_place_as_number(const Event& event, Seat viewer) {
  Event shown = redact(event, viewer);
  if (event.kind == EventKind::PutBack) shown.number = event.secret[0];
  return shown;
}

Seat somebody_else(const State& s, Seat viewer) {
  return first_seat(without(s.alive, viewer < kMaxSeats ? viewer : Seat{7}));
}

SeatMask holders_of(const State& s, Card card) {
  SeatMask mask = 0;
  for (Seat seat = 0; seat < s.seats; ++seat) {
    if (s.hands[seat][card] != 0) mask |= seat_bit(seat);
  }
  return mask;
}

bool doom_lies_on_top(const State& s) {
  return s.faceup && s.pile_size != 0 && s.from_top(0) == Card::Imploding;
}

std::vector<Eyes> leaky_views() {
  using R = const Rules&;
  using S = const State&;
  return {
      {.name = "ViewHasAnothersHand",
       .view =
           [](R, S s, View& v) {
             const Seat seat = somebody_else(s, v.viewer);
             v.marked[seat] = s.hands[seat];
           }},
      {.name = "ViewHasOneCountOfAnothersHand",
       .view = [](R, S s,
                  View& v) { v.hand_size[5] = s.hands[somebody_else(s, v.viewer)][Card::Nope]; }},
      {.name = "ViewHasThePilesTop",
       .view =
           [](R, S s, View& v) {
             if (s.pile_size != 0) v.discard_top = s.from_top(0);
           }},
      {.name = "ViewHasThePilesBottom", .view = [](R, S s, View& v) { v.discard_top = s.pile[0]; }},
      {.name = "ViewHasWhoHasNotAnswered",
       .view = [](R, S s, View& v) { v.asked = s.play.waiting; }},
      {.name = "ViewHasWhoCommitted",
       .view = [](R, S s, View& v) { v.play.committed = s.play.committed; }},
      {.name = "ViewHasTheTruePileSizeWhileAKittenIsThoughtAbout",
       .view = [](R, S s, View& v) { v.pile_size = s.pile_size; }},
      {.name = "ViewHasAllFrames",
       .view =
           [](R, S s, View& v) {
             v.frames = s.frames;
             v.depth = s.depth;
           }},
      {.name = "ViewHasHowFarAnOrderIsChosen",
       .view =
           [](R, S s, View& v) {
             if (s.top().phase == Phase::Order) v.frames[v.depth - 1u].a = s.top().a;
           }},
      {.name = "ViewHasTheCountersOfChance",
       .view =
           [](R, S s, View& v) {
             for (const std::uint16_t chance : s.chances)
               v.owed = static_cast<std::uint16_t>(v.owed + chance);
           }},
      {.name = "ViewShowsDoomUnderAKittenThatWasDrawnInSecret",
       .view =
           [](R, S s, View& v) {
             if (s.top().phase == Phase::Keep) v.doom_on_top = doom_lies_on_top(s);
           }},
      {.name = "ViewShowsDoomComeAndGoWhileAnOrderIsChosen",
       .view =
           [](R, S s, View& v) {
             if (s.top().phase == Phase::Order) v.doom_on_top = doom_lies_on_top(s);
           }},
      {.name = "ViewShowsDoomFaceDown",
       .view =
           [](R, S s, View& v) {
             v.doom_on_top = s.pile_size != 0 && s.from_top(0) == Card::Imploding;
           }},
      {.name = "ViewHasTheCardThatWasLifted",
       .view =
           [](R, S s, View& v) {
             if (s.top().phase == Phase::Bury) v.frames[v.depth - 1u].a = s.top().a;
           }},
      {.name = "ViewShowsDoomUnderACardThatWasLifted",
       .view =
           [](R, S s, View& v) {
             if (s.top().phase == Phase::Bury) v.doom_on_top = doom_lies_on_top(s);
           }},
      {.name = "ViewHasTheNumberOfAnothersChoices",
       .view =
           [](R rules, S s, View& v) {
             if (v.may_act || s.over()) return;
             v.legal.bits[0] = static_cast<std::uint64_t>(legal(rules, s, next_actor(s)).size());
           }},
      {.name = "ViewHasWhoHoldsANope",
       .view = [](R, S s, View& v) { v.asked = holders_of(s, Card::Nope); }},
      {.name = "ViewHasWhoHoldsAKitten",
       .view = [](R, S s, View& v) { v.cursed = holders_of(s, Card::Exploding); }},
      {.name = "ViewHasWhereTheNextKittenLies",
       .view =
           [](R, S s, View& v) {
             int place = 0;
             while (place < s.pile_size && s.from_top(place) != Card::Exploding) ++place;
             v.pending[5] = static_cast<std::uint16_t>(place);
           }},
  };
}

std::vector<Eyes> leaky_bytes() {
  using R = const Rules&;
  using S = const State&;
  return {
      {.name = "OddsAreCountedFromTheTruePile",
       .bytes =
           [](R, S s, HistoryObservation& o) {
             o.counting.top_odds = s.pile_size != 0 && in(kKittens, s.from_top(0)) ? 255 : 0;
           }},
      {.name = "UnseenCardsAreCountedFromThePile",
       .bytes =
           [](R, S s, HistoryObservation& o) {
             o.counting.unseen = {};
             for (int i = 0; i < s.pile_size; ++i) {
               ++o.counting.unseen[s.pile[static_cast<std::size_t>(i)]];
             }
           }},
      {.name = "HistoryKeepsSecrets", .history = no_redaction},
      {.name = "KnowledgeIsFoldedFromAllEvents", .fold = no_redaction},
      {.name = "KnowledgeFollowsKittensPutBackByOthers",
       .fold = forgetful_redact<EventKind::PutBack>},
      {.name = "KnowledgeFollowsAnothersOrder", .fold = forgetful_redact<EventKind::Altered>},
      {.name = "KnowledgeFollowsACardBuriedByOthers", .fold = forgetful_redact<EventKind::Buried>},
      {.name = "KnowledgeHasTheCardsPutOnTop", .fold = forgetful_redact<EventKind::PutOnTop>},
  };
}

std::vector<Eyes> leaky_events() {
  using enum EventKind;
  return {
      {.name = "EventTellsTheCardDrawn", .event = forgetful_redact<Drew>},
      {.name = "EventTellsTheKittensPlace", .event = forgetful_redact<PutBack>},
      {.name = "EventTellsTheKittensPlaceAsItsNumber", .event = with_place_as_number},
      {.name = "EventTellsTheCardGiven", .event = forgetful_redact<Gave>},
      {.name = "EventTellsTheCardStolen", .event = forgetful_redact<Stole>},
      {.name = "EventTellsTheCardsSeen", .event = forgetful_redact<Saw>},
      {.name = "EventTellsTheCardsToBeAltered", .event = forgetful_redact<Altering>},
      {.name = "EventTellsTheNewOrder", .event = forgetful_redact<Altered>},
      {.name = "EventTellsTheOrderAsItIsChosen", .event = forgetful_redact<Ordering>},
      {.name = "EventTellsTheCardCollected", .event = forgetful_redact<Collected>},
      {.name = "EventTellsTheCardPutOnTop", .event = forgetful_redact<PutOnTop>},
      {.name = "EventTellsTheCardLifted", .event = forgetful_redact<Lifted>},
      {.name = "EventTellsWhereACardWasBuried", .event = forgetful_redact<Buried>},
      {.name = "EventTellsTheCardsShownToAnother", .event = forgetful_redact<Shown>},
      {.name = "EventTellsWhoPassed", .event = forgetful_redact<Passed>},
      {.name = "EventTellsWhoCommitted", .event = forgetful_redact<CommittedNope>},
      {.name = "EventTellsOfAKittenThatMayBeKept", .event = forgetful_redact<FoundKitten>},
      {.name = "EventTellsOfAKittenThatWasKept", .event = forgetful_redact<Kept>},
      {.name = "HiddenEventsLeaveAGap", .event = with_placeholder},
  };
}

std::vector<Eyes> planted_leaks() {
  std::vector<Eyes> all = leaky_views();
  for (const auto& more : {leaky_bytes(), leaky_events()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

// ---- the tests ----

void expect_no_leak(std::uint64_t first, int pairs) {
  const Eyes honest;
  Together together;
  for (std::uint64_t n = first; n < first + static_cast<std::uint64_t>(pairs); ++n) {
    const std::string leak = tell_apart(honest, game_kind(n), n, together);
    ASSERT_EQ(leak, "") << "pair " << n << ": " << game_kind(n).name();
  }
  // Pairs that part at once would say little.
  EXPECT_GT(together.all(), 2 * pairs);
  for (const Phase phase :
       {Phase::Turn, Phase::Target, Phase::Name, Phase::Window, Phase::Give, Phase::Order,
        Phase::Collect, Phase::Keep, Phase::Place, Phase::Chain, Phase::Potluck, Phase::Bury}) {
    EXPECT_GT(together.rounds[static_cast<std::size_t>(phase)], pairs / 2000)
        << static_cast<int>(phase);
  }
}

TEST(Paired, EK_4_NOPE_9_BOX_3_BOX_4_NothingThatAViewerCantKnowChangesWhatItGets) {
  expect_no_leak(0, in_builds(100'000, 1'500));
}

TEST(LongPaired, EK_4_NOPE_9_FiveMillionPairs) {
  if (in_builds(0, 1) != 0) GTEST_SKIP() << "for release builds";
  expect_no_leak(1'000'000, 5'000'000);
}

class PlantedLeak : public testing::TestWithParam<Eyes> {};

TEST_P(PlantedLeak, IsFound) {
  constexpr std::uint64_t kEnough = 20'000;
  Together together;
  std::uint64_t n = 0;
  while (n < kEnough && tell_apart(GetParam(), game_kind(n * 7), n, together).empty()) ++n;
  EXPECT_LT(n, kEnough) << GetParam().name;
}

INSTANTIATE_TEST_SUITE_P(Paired, PlantedLeak, testing::ValuesIn(planted_leaks()),
                         [](const auto& leak) { return std::string(leak.param.name); });

TEST(Paired, ThereAreTwentyPlantedLeaksAtLeast) { EXPECT_GE(planted_leaks().size(), 20u); }

}  // namespace
}  // namespace nl
