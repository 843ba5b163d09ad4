// Whose eyes are on the shared screen, and what it has to show next. It decides when a hand must be
// hidden and when its player has to say that they are ready; both surfaces follow it.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "table/table.h"

namespace nl {

// How a Nope window is answered at one keyboard.
enum class NopeStyle {
  Table,   // one open question to all: a player's number Nopes
  InTurn,  // one after another is asked, yes or no
};

constexpr NopeStyle nope_style(Preset preset, const Rules& rules) {
  return preset_row(preset).manner.nopes_in_turn || rules.nope_asks == NopeAsks::Holders ||
                 rules.nope_way == NopeWay::Commit
             ? NopeStyle::InTurn
             : NopeStyle::Table;
}

// What the surface does next, and then asks again.
struct Prompt {
  enum class Kind {
    Bot,         // the bot at `seat` answers: table.play_bot(seat)
    Forced,      // `seat` has one answer only, and nobody can tell: submit it
    Hide,        // the cards of `seat` are hidden now; if unnoticed(), wait for a key first. Then
                 // clear the screen and call hidden()
    HandOver,    // nothing secret is on the screen: wait until `seat` is ready, then ready(seat)
    Question,    // the question to `seat`, whose eyes are on the screen: hand and all
    NopeInTurn,  // `seat` is asked for a Nope; others look on, so no hand is shown
    NopeTable,   // all people are asked for a Nope at once; no hand is shown
    Over,
  };
  Kind kind = Kind::Over;
  Seat seat = kNoSeat;
};

class HotSeat {
 public:
  // `resumed`: the game was broken off; only the current turn is told again.
  explicit HotSeat(const Table& table, bool resumed = false);

  // What comes next; asking twice changes nothing. Show unread() first.
  Prompt next() const;

  // Whose secrets may be on the screen: a seat, or kWatcher for nobody's.
  Seat eyes() const { return eyes_; }
  NopeStyle style() const { return style_; }

  // The events that the eyes have not been shown yet; they count as shown from here on.
  std::span<const Event> unread();

  // The screen shows nobody's secrets any more.
  void hidden();
  // The player of `seat` sits at the keyboard, and nobody else looks. Gives what concerns this
  // player alone and was not told on the open screen.
  std::vector<Event> ready(Seat seat);

  // Whether the player has been shown something since the last key that will be gone when hidden.
  bool unnoticed() const { return unnoticed_; }
  void noticed() { unnoticed_ = false; }

 private:
  SeatMask living_people() const { return static_cast<SeatMask>(table_.people() & table_.alive()); }
  Prompt window() const;
  Prompt ask_in_private(Seat seat) const;
  Prompt in_the_open(Prompt prompt) const;

  const Table& table_;
  NopeStyle style_;
  Seat eyes_ = kWatcher;
  bool unnoticed_ = false;
  std::array<std::size_t, kMaxSeats + 1> shown_{};
};

}  // namespace nl
