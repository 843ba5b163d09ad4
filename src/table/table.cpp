// Local table: bots, deadlines and submitted moves.
#include "table/table.h"

#include <algorithm>
#include <stdexcept>

namespace nl {
namespace {

Game<LiveSource> dealt(const TableSetup& setup) {
  const Header header{setup.preset, setup.expansions, setup.rules,
                      static_cast<int>(setup.seats.size())};
  const SeatsLine seats{setup.seats, setup.seed, setup.game, setup.voice};
  RecordWriter writer({record_text(header), record_text(seats)});
  return {header, setup.source(), std::move(writer), setup.first};
}

// Substitute for a bot that does not know the rules.
constexpr const char* kStandIn = "counting";

// A seat is named after its true player: if a bot does not know some cards of the rules, its
// substitute gets the seat, the name and the line in the record.
std::string playable(const std::string& bot, const Rules& rules) {
  const auto made = make_bot(bot, 0);
  return made && !made->knows(rules) ? kStandIn : bot;
}

// The same seed gives the same words, too.
std::uint32_t drawn_voice(const TableSetup& setup) {
  constexpr std::uint64_t kVoices = 0x766f696365;  // a stream of its own
  if (!setup.seed) return static_cast<std::uint32_t>(secure_seed());
  return static_cast<std::uint32_t>(mix64(mix64(*setup.seed ^ kVoices) + setup.game));
}

TableSetup staffed(TableSetup setup) {
  for (auto& seat : setup.seats) seat.bot = playable(seat.bot, setup.rules);
  if (!setup.voice) setup.voice = drawn_voice(setup);
  return setup;
}

}  // namespace

LiveSource TableSetup::source() const { return seed ? LiveSource(*seed, game) : LiveSource(); }

// Braces evaluate in order: the seats are filled before the deal.
Table::Table(TableSetup setup, Time now)
    : Table{setup = staffed(std::move(setup)), dealt(setup), 0, now} {}

Table::Table(TableSetup setup, LiveGame game, std::uint64_t moment, Time now)
    : setup_(staffed(std::move(setup))), game_(std::move(game)) {
  for (Seat seat = 0; seat < seats(); ++seat) {
    names_.push_back(setup_.seats[seat].name);
    bots_.push_back(bot_for(seat, moment));
  }
  if (phase() == Phase::Window && setup_.timing.window != Time{0}) {
    deadline_ = now + setup_.timing.window;
  }
}

// The moment is part of the seed: a bot that sits down later in the same game, or after a break,
// must not repeat its random numbers.
std::unique_ptr<Bot> Table::bot_for(Seat seat, std::uint64_t moment) const {
  const std::string& bot = setup_.seats[seat].bot;
  if (bot.empty()) return nullptr;
  const std::uint64_t seed = setup_.seed ? mix64(*setup_.seed + setup_.game) : secure_seed();
  auto made = make_bot(bot, mix64(seed ^ (std::uint64_t{seat} << 32 | moment)));
  if (!made) throw std::invalid_argument("there is no bot \"" + bot + '"');
  return made;
}

void Table::seat_bot(Seat seat, const std::string& bot) {
  setup_.seats[seat].bot = playable(bot, setup_.rules);
  bots_[seat] = bot_for(seat, record().size());
}

SeatMask Table::people() const {
  SeatMask people = 0;
  for (Seat seat = 0; seat < bots_.size(); ++seat) {
    if (!bots_[seat]) people |= seat_bit(seat);
  }
  return people;
}

// A Nope restarts the window's time. A pass must not: the clock would reveal it.
template <class Deed>
auto Table::timed(Time now, Deed deed) {
  const bool was_window = phase() == Phase::Window;
  const int nopes_before = game_.nopes();
  const auto result = deed();
  // Without a Nope in the box, everybody knows that nobody has one.
  if (phase() == Phase::Window && rules().copies[Card::Nope] == 0) game_.expire();
  if (phase() != Phase::Window || setup_.timing.window == Time{0}) {
    deadline_.reset();
    left_.reset();
  } else if (!was_window || game_.nopes() != nopes_before) {
    deadline_ = now + setup_.timing.window;
    left_.reset();
  }
  return result;
}

std::optional<Refused> Table::submit(Seat seat, Action action, Decision decision, Time now) {
  return timed(now, [&] { return game_.submit(seat, action, decision); });
}

std::optional<Refused> Table::forfeit(Seat seat, Time now) {
  return timed(now, [&] { return game_.forfeit(seat); });
}

Action Table::bot_choice(Seat seat) { return bots_[seat]->act(rules(), view(seat), events(seat)); }

void Table::play_bot(Seat seat, Time now) {
  const auto refused = submit(seat, bot_choice(seat), decision(seat), now);
  if (refused) throw std::logic_error("the bot \"" + bot_name(seat) + "\" broke the rules");
}

void Table::stop_clock(Time now) {
  if (!deadline_) return;
  left_ = std::max(Time{0}, *deadline_ - now);
  deadline_.reset();
}

void Table::start_clock(Time now) {
  if (!left_) return;
  deadline_ = now + *left_;
  left_.reset();
}

bool Table::expire(Time now) {
  if (!deadline_ || now < *deadline_) return false;
  return timed(now, [&] {
    game_.expire();
    return true;
  });
}

}  // namespace nl
