// A game's history in words: the record, and what one seat was told and did.
#include "capi/boundary.h"
#include "capi/game.h"
#include "engine/game.h"
#include "text/notation.h"

namespace nl::capi {
namespace {

struct Deaths {
  static constexpr bool kListens = true;
  std::vector<Seat> died{};
  void operator()(const Event& event) {
    if (event.kind == EventKind::Died) died.push_back(event.seat);
  }
};

// Plays the moves once more from the deal, this time writing down every random outcome: a game in
// use pays nothing for a record that nobody asks for.
template <class Random>
std::vector<std::string> replayed(const Header& header, const std::vector<Move>& moves,
                                  Random& random) {
  Deaths deaths;
  State s = new_game(header.rules, header.seats, random, deaths);
  NotingSource noting(random, s);
  std::vector<std::string> lines = {record_text(header), record_text(deal_of(header.rules, s))};
  for (const Move& move : moves) {
    if (move.deal) continue;
    const Action action = make_action(move.action);
    const std::string text = move.forfeit ? "forfeit" : action_text(s, move.seat, action);
    lines.push_back(record_text(Step{.seat = move.seat, .text = text}));
    if (move.forfeit) {
      forfeit(header.rules, s, move.seat, noting, deaths);
    } else {
      apply_legal(header.rules, s, move.seat, action, noting, deaths);
    }
    for (const Outcome& outcome : noting.take()) lines.push_back(record_text(outcome));
  }
  if (s.over()) lines.push_back(record_text(End{winner(s), deaths.died}));
  return lines;
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
  if (moves_.empty()) throw Misuse("there is no record before the deal is chosen");
  if (source_ == Source::Chosen) {
    ChosenOutcomes chosen(outcomes_);
    return replayed(header_, moves_, chosen);
  }
  SeededSource seeded(seed_, number_);
  return replayed(header_, moves_, seeded);
}

// What a seat holds after the deal comes first: no event tells it.
std::string Game::information(int seat) const {
  const Seat viewer = checked_seat(seat, seats());
  if (moves_.empty() && !imagined_) return {};
  std::string text;
  for (const std::uint8_t count : state().hands[viewer].n) {
    if (count > 9) text += '+';
    text += static_cast<char>('0' + count % 10);
  }
  auto move = moves_.begin();
  for (std::size_t i = 0; i <= events_.size(); ++i) {
    for (; move != moves_.end() && move->events == i; ++move) {
      if (move->deal || move->seat != viewer) continue;
      text += move->forfeit ? " f" : " a";
      if (!move->forfeit) add_byte(text, move->action);
    }
    if (i < events_.size()) add_event(text, redact(events_[i], viewer));
  }
  return text;
}

}  // namespace nl::capi
