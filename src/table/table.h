// Local table: players, bots and Nope deadlines around a running game (game/game.h).
#pragma once

#include <istream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bots/bot.h"
#include "game/game.h"
#include "game/seats_line.h"
#include "game/time.h"
#include "table/secure_source.h"

namespace nl {

// Time limit of a question; zero: none. The rules' own window_ms is only a proposal.
struct Timing {
  Time window{0};
};

struct TableSetup {
  Preset preset = kDefaultPreset;
  Expansions expansions = kBase;
  Rules rules = make_rules(kDefaultPreset);
  std::vector<SeatSetup> seats{};
  std::optional<std::uint64_t> seed{};  // none: unpredictable cards
  std::uint64_t game = 0;               // of that seed
  Seat first = kNoSeat;                 // none: the rules decide
  Timing timing{};

  std::optional<std::uint32_t> voice{};  // the game's public number (text/voice.h); none: drawn

  LiveSource source() const;
};

class Table {
 public:
  // Deals. The rules must pass check_rules() for that many seats, and the bots must exist.
  explicit Table(TableSetup setup, Time now = Time{0});

  // Continues the interrupted last game of a record; an incomplete last step is dropped. Throws
  // RecordError if the record can't be played. The record's rules and seats replace those of
  // `setup`, as far as it has any.
  static Table resume(std::istream& record, TableSetup setup = {}, Time now = Time{0});

  // ---- who sits here ------------------------------------------------------------------------

  Preset preset() const { return setup_.preset; }
  Expansions expansions() const { return setup_.expansions; }
  const Rules& rules() const { return setup_.rules; }
  std::uint32_t voice() const { return setup_.voice.value_or(0); }
  int seats() const { return game_.seats(); }
  Names names() const { return names_; }
  bool is_bot(Seat seat) const { return bots_[seat] != nullptr; }
  const std::string& bot_name(Seat seat) const { return setup_.seats[seat].bot; }
  SeatMask people() const;  // seats that no bot plays, dead or alive

  // A bot takes a seat, or (empty name) returns it to its player.
  void seat_bot(Seat seat, const std::string& bot);

  // ---- the open question --------------------------------------------------------------------

  bool over() const { return game_.over(); }
  SeatMask alive() const { return game_.alive(); }
  Phase phase() const { return game_.phase(); }
  SeatMask acting_seats() const { return game_.acting_seats(); }
  Seat next_asked() const { return game_.next_asked(); }
  Decision decision(Seat seat) const { return game_.decision(seat); }

  // ---- answers ------------------------------------------------------------------------------

  // Applies an answer, or returns the reason for refusing it and changes nothing.
  std::optional<Refused> submit(Seat seat, Action action, Decision decision, Time now = Time{0});
  std::optional<Refused> forfeit(Seat seat, Time now = Time{0});

  // Answer of the bot at an acting seat; play_bot() submits it, too.
  Action bot_choice(Seat seat);
  void play_bot(Seat seat, Time now = Time{0});

  // When the open window closes by itself; empty if it has no time limit.
  std::optional<Time> deadline() const { return deadline_; }
  // Its clock is paused while a player looks at their hand.
  void stop_clock(Time now);
  void start_clock(Time now);
  // Passes for all who have not answered, if the deadline is reached. Returns whether it was.
  bool expire(Time now);

  // ---- what a viewer (a seat or kWatcher) gets ------------------------------------------------

  View view(Seat viewer) const { return game_.view(viewer); }
  std::span<const Event> events(Seat viewer) const { return game_.events(viewer); }

  // ---- the record ---------------------------------------------------------------------------

  // Header, seats, deal, steps and outcomes, end.
  const std::vector<std::string>& record() const { return game_.record(); }
  const std::vector<Seat>& died() const { return game_.died(); }

 private:
  using LiveGame = Game<LiveSource>;

  // `moment`: duration of the game so far, different for every bot that sits down.
  Table(TableSetup setup, LiveGame game, std::uint64_t moment, Time now);
  std::unique_ptr<Bot> bot_for(Seat seat, std::uint64_t moment) const;
  // A step may open a window, close it, or restart its time.
  template <class Deed>
  auto timed(Time now, Deed deed);

  TableSetup setup_;
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<Bot>> bots_;
  LiveGame game_;
  std::optional<Time> deadline_;
  std::optional<Time> left_;  // of the paused clock
};

}  // namespace nl
