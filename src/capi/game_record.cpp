// Record and story of a game: its lines, and the events of one seat.
#include "capi/boundary.h"
#include "capi/game.h"
#include "game/game.h"

namespace nl::capi {
namespace {

// Replays the moves from the deal and records every random outcome: a running game pays nothing for
// a record that nobody requests.
template <class Random>
std::vector<std::string> replayed(const Header& header, const std::vector<PastStep>& history,
                                  Random random) {
  nl::Game<Random> game(header, std::move(random), RecordWriter({record_text(header)}));
  for (const PastStep& step : history) {
    if (step.deal) continue;
    const Move& move = step.move;
    const auto refused = move.leaves
                             ? game.forfeit(move.seat)
                             : game.submit(move.seat, move.action, game.decision(move.seat));
    if (refused) throw Misuse("the game's history can't be played again");
  }
  return game.record();
}

void add_byte(std::string& text, unsigned byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  text += kDigits[byte >> 4 & 15];
  text += kDigits[byte & 15];
}

void add_event(std::string& text, const Event& e) {
  if (e.kind == EventKind::None) return;
  text += text.empty() ? "" : " ";
  for (const unsigned byte : {static_cast<unsigned>(e.kind), static_cast<unsigned>(e.seat),
                              static_cast<unsigned>(e.other), static_cast<unsigned>(e.card),
                              static_cast<unsigned>(e.number)}) {
    add_byte(text, byte);
  }
  for (std::size_t i = 0; i < e.secrets; ++i) add_byte(text, e.secret[i]);
}

}  // namespace

std::vector<std::string> Game::record() const {
  if (imagined_) throw Misuse("a determinized game has no record: nobody dealt it");
  if (history_.empty()) throw Misuse("there is no record before the deal is chosen");
  if (source_ == Source::Chosen) {
    return replayed(header_, history_, ChosenOutcomes(outcomes_));
  }
  return replayed(header_, history_, SeededSource(seed_, number_));
}

// The seat's hand after the deal comes first: no event contains it.
std::string Game::information(int seat) const {
  const Seat viewer = checked_seat(seat, seats());
  if (history_.empty() && !imagined_) return {};
  std::string text;
  for (const std::uint8_t count : state().hands[viewer].n) {
    if (count > 9) text += '+';
    text += static_cast<char>('0' + count % 10);
  }
  auto step = history_.begin();
  for (std::size_t i = 0; i <= events_.size(); ++i) {
    for (; step != history_.end() && step->events == i; ++step) {
      if (step->deal || step->move.seat != viewer) continue;
      text += step->move.leaves ? " f" : " a";
      if (!step->move.leaves) add_byte(text, step->move.action.id);
    }
    if (i < events_.size()) add_event(text, redact(events_[i], viewer));
  }
  return text;
}

}  // namespace nl::capi
