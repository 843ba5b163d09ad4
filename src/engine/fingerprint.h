// One number over many seeded games. It must be the same from every compiler and on every target:
// one number proves one engine. Actions, what the actors see and know, and final states all go into
// it, as written.h writes them.
#pragma once

#include "engine/game.h"
#include "engine/written.h"

namespace nl {

// Everything each seat knows, kept up to date as events come.
//
// Most cards that somebody plays are known to nobody, and of most draws nobody knows more than that
// the pile is smaller: both are told apart here, so that they cost a few instructions for a table.
class KnowledgeSink {
 public:
  static constexpr bool kListens = true;

  // To be read by seat. What a seat knows comes from events, or from set().
  class Seats {
   public:
    constexpr const Knowledge& operator[](std::size_t seat) const { return known_[seat]; }
    friend constexpr bool operator==(const Seats&, const Seats&) = default;

   private:
    friend class KnowledgeSink;
    std::array<Knowledge, kMaxSeats> known_{};
  };
  Seats seats{};
  int count = 0;

  constexpr explicit KnowledgeSink(int seat_count) : count(seat_count) {
    for (Seat seat = 0; seat < count; ++seat) seats.known_[seat] = Knowledge(seat, count);
    anything_may_be_known();
  }

  constexpr void set(Seat seat, const Knowledge& known) {
    seats.known_[seat] = known;
    anything_may_be_known();
  }

  // The kind is a constant wherever an event is told, so most events cost nothing.
  [[gnu::always_inline]] constexpr void operator()(const Event& event) {
    if (!Knowledge::concerns(event.kind)) return;
#if defined(__CUDA_ARCH__)
    // What nvcc 13.0 makes of the short ways below is not what seats know (the hash told).
    fold(event);
#else
    switch (event.kind) {
      case EventKind::Played:
      case EventKind::AddedToFive:
      case EventKind::LostBlind:
      case EventKind::Guessed: return lose(event.seat, event.card, 1);
      case EventKind::Noped: return lose(event.seat, Card::Nope, 1);
      case EventKind::Defused:
        if (event.number == 0) lose(event.seat, Card::Defuse, 1);
        return;
      case EventKind::Shuffled: return shuffle();
      case EventKind::PlayedPair:
        if (event.number == 0) return lose(event.seat, event.card, 2);
        break;
      case EventKind::PlayedTriple:
        if (event.number == 0) return lose(event.seat, event.card, 3);
        break;
      case EventKind::Drew:
      case EventKind::DrewKitten:
        if (event.number == 0) return draw(event);
        note_drawn(event);
        break;
      case EventKind::Kept: note(event.seat, Card::Exploding); break;
      case EventKind::TookNamed:
      case EventKind::TookDiscard: note(event.seat, event.card); break;
      case EventKind::Stole: note_secret(event.seat, event); break;
      case EventKind::Gave: note_secret(event.other, event); break;
      default: break;
    }
    fold(event);
#endif
  }

 private:
  constexpr Knowledge& known(int i) { return seats.known_[static_cast<std::size_t>(i)]; }

  constexpr void anything_may_be_known() {
    for (KindMask& kinds : told_) kinds = ~KindMask{0};
  }
  constexpr void note(Seat seat, Card card) { told_[seat] |= bit(card); }
  // Nobody learns a card that the event does not tell anybody.
  constexpr void note_secret(Seat seat, const Event& event) {
    if (event.secrets != 0) note(seat, event.secret_card());
  }

  // Who knew where the card lay knows it in that hand now.
  constexpr void note_drawn(const Event& event) {
    told_[event.seat] |= event.secrets != 0 ? bit(event.secret_card()) : ~KindMask{0};
  }

  constexpr void lose(Seat seat, Card card, int copies) {
    if ((told_[seat] & bit(card)) != 0) lose_known(seat, card, copies);
  }
  [[gnu::noinline]] constexpr void lose_known(Seat seat, Card card, int copies) {
    bool anybody_knew = false;
    for (; copies > 0; --copies) {
      for (int i = 0; i < count; ++i) anybody_knew |= known(i).fold_lost(seat, card);
    }
    if (!anybody_knew) told_[seat] &= ~bit(card);
  }

  // From the top.
  [[gnu::noinline]] constexpr void draw(const Event& event) {
    SeatMask rest = 0;
    for (int i = 0; i < count; ++i) {
      if (!known(i).fold_plain_draw()) rest |= seat_bit(static_cast<Seat>(i));
    }
    if (rest == 0) return;
    note_drawn(event);
    fold_for(event, rest);
  }

  [[gnu::noinline]] constexpr void shuffle() {
    for (int i = 0; i < count; ++i) known(i).fold_shuffled();
  }

  constexpr void fold(const Event& event) {
    if (event.kind == EventKind::GameStarted) {  // all that anybody knows is what all begin with
      for (KindMask& kinds : told_) kinds = bit(Card::Defuse);
    }
    fold_for(event, all_seats(count));
  }
  // Not inlined: events are told from many places, and compilers for GPUs would copy it to each.
  [[gnu::noinline]] constexpr void fold_for(const Event& event, SeatMask viewers) {
    for (; viewers != 0; viewers = static_cast<SeatMask>(viewers & (viewers - 1))) {
      const Seat viewer = first_seat(viewers);
      Knowledge& seat = known(viewer);
      seat.fold(Told(event, holds(event.knows, viewer)));
    }
  }

  // By hand: the kinds of which anybody may know that one is in it, and perhaps more.
  std::array<KindMask, kSeatPlaces> told_{};
};

class Fingerprint {
 public:
  constexpr void add(std::uint64_t value) { hash_ = mix64(hash_ + value + 0x9E3779B97F4A7C15u); }
  constexpr void operator()(std::uint64_t value) { add(value); }
  constexpr std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0;
};

struct PlayedGame {
  std::uint64_t fingerprint = 0;
  int decisions = 0;
};

// One game of random legal play.
constexpr PlayedGame fingerprint_game(const Rules& rules, int seats, std::uint64_t seed,
                                      std::uint64_t game) {
  SeededSource random(seed, game);
  Stream choices(mix64(seed + 1) ^ game);
  KnowledgeSink sink(seats);
  State s = new_game(rules, seats, random, sink);
  Fingerprint hash;
  int decisions = 0;
  while (!s.over()) {
    const Seat seat = next_actor(s);
    const Glimpse v = glimpse(rules, s, sink.seats[seat], seat);
    write(rules, v, hash);
    const auto choice = bounded(choices, static_cast<std::uint32_t>(v.legal.size()));
    const Action action = v.legal.nth(static_cast<int>(choice));
    hash.add(action.id);
    apply_legal(rules, s, seat, action, random, sink);
    ++decisions;
  }
  write(s, hash);
  return {hash.value(), decisions};
}

// Sets of expansions, from one to before another. A box that comes later gets sets and a hash of
// its own, so that the hash of the first ones stays what it is.
struct ExpansionSets {
  int first = 0;
  int end = 0;
};
inline constexpr ExpansionSets kFirstBoxes{0, kFirstBoxSets};
inline constexpr ExpansionSets kLaterBoxes{kFirstBoxSets, kExpansionSets};
inline constexpr ExpansionSets kAllSets{0, kExpansionSets};

// Calls visit(rules, preset, expansions, seats) for every game that the presets allow, in both ways
// of answering a window.
template <class Visit>
constexpr void for_each_game_kind(Visit visit, ExpansionSets sets = kFirstBoxes) {
  for (int preset = 0; preset < kPresets; ++preset) {
    for (int expansions = sets.first; expansions < sets.end; ++expansions) {
      Rules rules = make_rules(static_cast<Preset>(preset), static_cast<Expansions>(expansions));
      for (int seats = rules.min_players; seats <= rules.max_players; ++seats) {
        for (const NopeWay way : {NopeWay::Immediate, NopeWay::Commit}) {
          rules.nope_way = way;
          visit(rules, static_cast<Preset>(preset), static_cast<Expansions>(expansions), seats);
        }
      }
    }
  }
}

// The engine's hash: the sum over games, so that they can be played in any order.
constexpr std::uint64_t kHashSeed = 9;
constexpr int kHashGames = 32;  // of each kind

constexpr std::uint64_t engine_hash(int games_of_each = kHashGames,
                                    ExpansionSets sets = kFirstBoxes) {
  std::uint64_t sum = 0;
  const auto play_all = [&](const Rules& rules, Preset, Expansions, int seats) {
    for (int game = 0; game < games_of_each; ++game) {
      sum +=
          fingerprint_game(rules, seats, kHashSeed, static_cast<std::uint64_t>(game)).fingerprint;
    }
  };
  for_each_game_kind(play_all, sets);
  return sum;
}

}  // namespace nl
