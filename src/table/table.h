// One running game: who sits where, what was asked of whom, what each has seen, and the record.
// Terminal and server use this same class; it knows no screen, no socket and no clock.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bots/bot.h"
#include "engine/game.h"
#include "engine/view.h"
#include "table/refused.h"
#include "table/secure_source.h"
#include "text/asked.h"
#include "text/record.h"

namespace nl {

// Time is passed in, counted from whenever the caller likes.
using Time = std::chrono::milliseconds;

struct SeatSetup {
  std::string name;
  std::string bot{};  // empty: a person
};

// How long a question stays open; zero: for ever. The rules' own window_ms is only a proposal.
struct Timing {
  Time window{0};
};

struct TableSetup {
  Preset preset = kDefaultPreset;
  Expansions expansions = kBase;
  Rules rules = make_rules(kDefaultPreset);
  std::vector<SeatSetup> seats{};
  std::optional<std::uint64_t> seed{};  // none: nobody can predict the cards
  std::uint64_t game = 0;               // of that seed
  Seat first = kNoSeat;                 // none: as the rules say
  Timing timing{};
};

class Table {
 public:
  // Deals. The rules must pass check_rules() for that many seats, and the bots must exist.
  explicit Table(TableSetup setup, Time now = Time{0});

  // Goes on with the last game of a record where it was broken off; a step that was cut off in the
  // middle is left out. Throws RecordError where the record can't be played. What `setup` says of
  // rules and seats is replaced by what the record says, as far as it says anything.
  static Table resume(std::istream& record, TableSetup setup = {}, Time now = Time{0});

  Table(Table&&) noexcept;
  Table& operator=(Table&&) noexcept;
  ~Table();

  // ---- who sits here ------------------------------------------------------------------------

  Preset preset() const { return setup_.preset; }
  Expansions expansions() const { return setup_.expansions; }
  const Rules& rules() const { return setup_.rules; }
  int seats() const { return state_.seats; }
  Names names() const { return names_; }
  bool is_bot(Seat seat) const { return bots_[seat] != nullptr; }
  const std::string& bot_name(Seat seat) const { return setup_.seats[seat].bot; }
  SeatMask people() const;  // seats that no bot plays, dead or alive

  // A bot takes a seat, or (empty name) hands it back to its player.
  void seat_bot(Seat seat, const std::string& bot);

  // ---- what is asked ------------------------------------------------------------------------

  bool over() const { return state_.over(); }
  SeatMask alive() const { return state_.alive; }
  Phase phase() const { return state_.top().phase; }
  // Who may act, and who is next where one after another is asked. For the driver alone: who has
  // yet to answer in a window is nobody else's business.
  SeatMask asked() const { return actors(state_); }
  Seat next_asked() const { return next_actor(state_); }
  // The number of the question last put to a seat; 0 if none was yet.
  Decision decision(Seat seat) const { return decisions_[seat]; }

  // ---- answers ------------------------------------------------------------------------------

  // Takes an answer, or says why not and changes nothing. What happened is then in events().
  std::optional<Refused> submit(Seat seat, Action action, Decision decision, Time now = Time{0});
  std::optional<Refused> forfeit(Seat seat, Time now = Time{0});

  // What the bot at a seat that is asked answers; play_bot() submits it too.
  Action bot_choice(Seat seat);
  void play_bot(Seat seat, Time now = Time{0});

  // When the open window closes by itself; nothing where it stays open.
  std::optional<Time> deadline() const { return deadline_; }
  // Passes for all who have not answered, if the deadline is reached. Says whether it was.
  bool expire(Time now);

  // ---- what a viewer (a seat or kWatcher) gets ------------------------------------------------

  View view(Seat viewer) const;
  // All that happened, redacted for that viewer; the place in the list is the event's number for
  // that viewer, without gaps where others were told something.
  std::span<const Event> events(Seat viewer) const;

  // ---- the record ---------------------------------------------------------------------------

  // Header, seats, deal, steps and outcomes, end: one line each, as they come.
  const std::vector<std::string>& record() const { return record_; }
  const std::vector<Seat>& died() const { return died_; }

 private:
  struct Sink;
  // What a question is to one seat: equal as long as the same answers mean the same.
  struct Posed {
    bool asked = false;
    Frame frame{};
    Play play{};
    ActionSet legal{};
  };

  Table();
  void sit_down();
  void deal();
  void tell(const Event& event);
  void write(std::string line) { record_.push_back(std::move(line)); }
  Posed posed_to(Seat seat) const;
  template <class Change>
  void change(Seat actor, const std::string& step, Time now, Change apply_change);
  void number_questions(Seat actor, std::span<const Posed> before);
  void set_deadline(bool was_window, int nopes_before, Time now);
  std::optional<Refused> refusal(Seat seat, Action action, Decision decision) const;

  TableSetup setup_;
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<Bot>> bots_;
  LiveSource random_;
  State state_;
  std::array<Knowledge, kMaxSeats + 1> known_{};  // the last is the watcher's
  std::array<std::vector<Event>, kMaxSeats + 1> events_{};
  std::array<Decision, kMaxSeats> decisions_{};
  std::optional<Time> deadline_;
  std::vector<std::string> record_;
  std::vector<Seat> died_;
};

}  // namespace nl
