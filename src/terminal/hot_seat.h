// Hot-seat control: whose cards may be on the shared screen, and the next prompt. It decides when
// to hide a hand and when to wait for its player; both surfaces follow it.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "table/table.h"

namespace nl {

// Style of answering a Nope window at one keyboard.
enum class NopeStyle {
  Table,   // one open question to all: a player claims by number, then decides privately
  InTurn,  // the players are asked one after another, yes or no
};

constexpr NopeStyle nope_style(Preset preset, const Rules& rules) {
  return preset_row(preset).manner.nopes_in_turn || rules.nope_asks == NopeAsks::Holders ||
                 rules.nope_way == NopeWay::Commit
             ? NopeStyle::InTurn
             : NopeStyle::Table;
}

// Next step of the surface, before it asks again.
struct Prompt {
  enum class Step {
    Bot,         // the bot at `seat` answers: table.play_bot(seat)
    Forced,      // `seat` has only one answer, and nobody can tell: submit it
    Hide,        // the cards of `seat` are hidden now; if unnoticed(), wait for a key first. Then
                 // clear the screen and call hidden()
    HandOver,    // nothing secret is on the screen: wait until `seat` is ready, then ready(seat)
    FirstLook,   // the same before the first turn; or if nobody wants to look: no_looks()
    Look,        // `seat` alone sees its hand, with nothing to answer: then looked()
    Question,    // the question to `seat`, who is looking at the screen with the hand shown
    Claim,       // the same for a Nope that `seat` has claimed: a Nope, or settle_claim()
    NopeInTurn,  // `seat` is asked for a Nope while others look on, so no hand is shown
    NopeTable,   // all people are asked who claims a Nope, then claim(seat); no hand is shown
    Over,
  };
  Step kind = Step::Over;
  Seat seat = kNoSeat;
};

class HotSeat {
 public:
  // `resumed`: the game was interrupted; only the current turn is shown again.
  explicit HotSeat(const Table& table, bool resumed = false);

  // Next step; asking twice changes nothing. Show unread() first.
  Prompt next() const;

  // Owner of the secrets that may be on the screen: a seat, or kWatcher for none.
  Seat eyes() const { return eyes_; }
  NopeStyle style() const { return style_; }

  // Events that the present viewer has not seen; they count as seen from here on.
  std::span<const Event> unread();

  // The screen shows no secrets any more.
  void hidden();
  // The player of `seat` is alone at the keyboard. Returns the events that concern only this player
  // and were not shown on the open screen.
  std::vector<Event> ready(Seat seat);

  // ---- the look before the first turn -----------------------------------------------------------

  void looked() { to_look_ = static_cast<SeatMask>(to_look_ & ~seat_bit(eyes_)); }
  void no_looks() { to_look_ = 0; }

  // ---- a Nope that is claimed -------------------------------------------------------------------

  // The player of `seat` wants to look at the hand and may play a Nope. The table can't distinguish
  // the possible hands, nor the decision unless it is a Nope.
  void claim(Seat seat) { claimed_ = seat; }
  void settle_claim() { claimed_ = kNoSeat; }
  Seat claimed() const { return claimed_; }

  // True if something was shown since the last key that hiding will remove.
  bool unnoticed() const { return unnoticed_; }
  void noticed() { unnoticed_ = false; }

 private:
  SeatMask living_people() const { return static_cast<SeatMask>(table_.people() & table_.alive()); }
  SeatMask first_looks() const;
  Seat next_to_look() const;
  Prompt window() const;
  Prompt ask_in_private(Seat seat) const;
  bool has_one_answer(Seat seat) const;
  Prompt in_the_open(Prompt prompt) const;

  const Table& table_;
  NopeStyle style_;
  Seat eyes_ = kWatcher;
  bool unnoticed_ = false;
  SeatMask to_look_ = 0;    // seats that have yet to look before the first turn
  Seat claimed_ = kNoSeat;  // player who claims a Nope
  std::array<std::size_t, kMaxSeats + 1> shown_{};
};

}  // namespace nl
