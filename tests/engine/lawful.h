// Second, independent redaction of events for tests.
// A viewer's lawful knowledge, written down once more from the rules, apart from the engine's own
// redaction: two worlds in which a viewer may learn the same must give it the same bytes.
#pragma once

#include <vector>

#include "engine/game.h"

namespace nl {

// Knowledge that a viewer may gain from one event.
struct Lesson {
  Event event{};        // fields that the viewer may not know are blank
  Counts laid_open{};   // the hand of a dead player, where it goes to the discard pile
  bool nothing = true;  // the event is not for this viewer at all
  friend bool operator==(const Lesson&, const Lesson&) = default;
};

enum class Audience { All, NotTheSecret, Nobody };

// `seen_by_all`: the card that moved was marked.
inline Audience audience(const Rules& rules, const Event& event, Seat viewer, bool seen_by_all) {
  const bool own = viewer == event.seat;
  switch (event.kind) {
    case EventKind::Ordering:
    case EventKind::FoundKitten:
    case EventKind::CommittedNope: return own ? Audience::All : Audience::Nobody;
    case EventKind::Kept:
      return own || !rules.keep_ends ? Audience::All : Audience::Nobody;  // EK-8
    case EventKind::Passed:                                               // NOPE-9
      return own || rules.nope_asks == NopeAsks::Holders ? Audience::All : Audience::Nobody;
    case EventKind::Saw:      // STF-1
    case EventKind::PutBack:  // EK-4
    case EventKind::Altering:
    case EventKind::Altered:
    case EventKind::Shown:   // BOX-2: who saw is public
    case EventKind::Lifted:  // BOX-4
    case EventKind::Buried:
    case EventKind::Drew: return own ? Audience::All : Audience::NotTheSecret;
    case EventKind::PutOnTop:  // BOX-3
    case EventKind::Collected: return own || seen_by_all ? Audience::All : Audience::NotTheSecret;
    case EventKind::Gave:
    case EventKind::Stole:
      return own || viewer == event.other || seen_by_all ? Audience::All : Audience::NotTheSecret;
    default: return Audience::All;
  }
}

inline Lesson lesson(const Rules& rules, const State& s, const Event& event, Seat viewer,
                     bool seen_by_all) {
  Lesson l;
  const Audience to = audience(rules, event, viewer, seen_by_all);
  if (to == Audience::Nobody) return l;
  l.nothing = false;
  l.event = event;
  l.event.knows = 0;
  l.event.hidden = false;
  if (to == Audience::NotTheSecret) {
    l.event.secrets = 0;
    l.event.secret = {};
  }
  if (event.kind == EventKind::Died && rules.dead == Dead::Discard) {
    l.laid_open = s.hands[event.seat];
  }
  return l;
}

// Open parts of the table that no event contains.
struct OpenTable {
  bool doom_on_top = false;  // IMP-5: face up, and the top card
  SeatMask asked = 0;        // under `srs` the seats asked for a Nope …
  bool chain = false;        // … or an Attack is public
  friend bool operator==(const OpenTable&, const OpenTable&) = default;
};

inline OpenTable open_table(const Rules& rules, const State& s, Seat viewer) {
  OpenTable open;
  const Frame& top = s.top();
  // Cards that somebody else has in hand, to choose about them, lie on no pile.
  const bool in_hand =
      top.seat != viewer && (top.phase == Phase::Order || (top.phase == Phase::Keep && top.b == 0));
  open.doom_on_top = s.faceup && !in_hand && s.pile_size != 0 && s.from_top(0) == Card::Imploding;
  // Of a card that was lifted the others know what they saw before.
  if (top.phase == Phase::Bury && top.seat != viewer) {
    open.doom_on_top = s.faceup && top.a == index(Card::Imploding);
  }
  if (rules.nope_asks == NopeAsks::Holders && top.phase == Phase::Window) {
    open.asked = s.play.waiting;
  }
  open.chain = top.phase == Phase::Chain;
  return open;
}

}  // namespace nl
