// Random games with the scratch card of scratch_card.py. Checks every decision, prints how often
// the card was dealt, played, Noped and known.
#include <cstdio>
#include <cstdlib>

#include "engine/batch_row.h"
#include "engine/canonical_form.h"
#include "engine/determinize.h"
#include "engine/encode.h"
#include "engine/game.h"
#include "engine/knowledge_sink.h"
#include "engine/make_view.h"
#include "engine/observe.h"

namespace {

using namespace nl;

int dealt, played, effects, noped, paired, named, known;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "failed: %s\n", what);
  std::exit(1);
}

struct Counter {
  static constexpr bool kListens = true;
  KnowledgeSink seats;
  bool napping = false;

  void operator()(const Event& event) {
    seats(event);
    const bool nap = event.card == Card::Nap;
    played += nap && event.kind == EventKind::Played;
    noped += nap && event.kind == EventKind::Noped;
    paired += nap && event.kind == EventKind::PlayedPair;
    named += nap && event.kind == EventKind::NamedCard;
    effects += napping && event.kind == EventKind::Shuffled;
    napping = nap && event.kind == EventKind::WentThrough;
  }
};

int nap_cards(const State& s) {
  int n = s.discard[Card::Nap];
  for (const Counts& hand : s.hands) n += hand[Card::Nap];
  for (int i = 0; i < s.pile_size; ++i) n += s.from_top(i) == Card::Nap;
  return n;
}

void check_decision(const Rules& rules, const State& s, const Counter& sink, Seat seat) {
  const View v = view(rules, s, sink.seats.seats[seat], seat);
  require(!v.legal.empty(), "the acting seat has an answer");
  int counted = 0;
  v.legal.for_each([&](Action action) {
    require(v.legal.has(action) && v.legal.nth(counted++) == action, "sets list their actions");
    const Card card = action.card();
    if (action.verb() == Verb::Play) require(action == play(card) && v.hand[card] != 0, "play");
    if (action.verb() == Verb::Pair) require(action == pair(card), "pair");
    if (action.verb() == Verb::Triple) require(action == triple(card), "triple");
    if (action.verb() == Verb::Card) require(action == name_card(card), "card");
  });
  require(counted == v.legal.size(), "a set knows its size");

  CountingObservation straight, by_view;
  observe(rules, cards_in_game(rules, s.seats), s, sink.seats.seats[seat], seat, straight);
  encode(rules, v, by_view);
  require(straight.raw.hand[32] == v.hand[Card::Nap], "slot 32 holds the new card");
  require(__builtin_memcmp(&straight, &by_view, sizeof by_view) == 0, "one layout");
  for (const Counts& certain : by_view.certain) known += certain[Card::Nap];

  ByteMask mask;
  encode(v.legal, mask);
  for (int id = 0; id < kActions; ++id) {
    require(mask[static_cast<std::size_t>(id)] == v.legal.has(make_action(id)), "the mask's bytes");
  }
}

// Every kind of the box stays in the game, or leaves it only with the dead.
void play_game(Preset preset, Expansions boxes, int seats, std::uint64_t number) {
  const Rules rules = make_rules(preset, boxes);
  SeededSource random(3, number);
  Stream choices(mix64(number + 7));
  Counter sink{KnowledgeSink(seats)};
  State s = new_game(rules, seats, random, sink);
  for (const Counts& hand : s.hands) dealt += hand[Card::Nap];
  for (int decision = 0; !s.over(); ++decision) {
    const Seat seat = next_actor(s);
    check_decision(rules, s, sink, seat);
    const bool all_in_zones = rules.dead == Dead::Discard && s.top().phase != Phase::Bury;
    if (all_in_zones) require(nap_cards(s) == 3, "no copy is lost");
    const ActionSet answers = legal(rules, s, seat);
    const bool can_play = answers.has(play(Card::Nap)) && (number + decision) % 2 == 0;
    const Action action = can_play ? play(Card::Nap) : choose(choices, answers);
    require(apply(rules, s, seat, action, random, sink), "a legal answer is accepted");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int games = argc > 1 ? std::atoi(argv[1]) : 1;
  for (int i = 0; i < games; ++i) {
    const auto preset = static_cast<Preset>(i % kPresets);
    const Expansions boxes = i % 3 == 0 ? kAllBoxes : kNap;
    play_game(preset, boxes, 2 + i / 4 % 3, static_cast<std::uint64_t>(i));
  }
  std::printf("games %d dealt %d played %d effects %d noped %d paired %d named %d known %d\n",
              games, dealt, played, effects, noped, paired, named, known);
  std::printf("version %d actions %d\n", kLayoutVersion, kActions);
  return 0;
}
