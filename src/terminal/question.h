// Question to one player, in words, with its numbered answers. Both surfaces show it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/view.h"
#include "game/refused.h"
#include "text/words.h"

namespace nl {

// One line of the list. Unplayable cards of the hand are listed too, since the hand is numbered as
// a whole; they have no action, and `refused` gives the reason.
struct Choice {
  int number = 0;  // number to type
  std::string text{};
  std::optional<Action> action{};
  Refused refused{};
  std::string why{};    // … or this sentence gives it
  Card card = kNoCard;  // the card of the line, if any
  int copies = 0;       // index in the hand, if the line is a card of the hand
  Seat seat = kNoSeat;  // the player of the line, if any
  bool listed = true;   // hidden, but accepted as input and refused with its reason
};

// Numbers of one turn's answers: an answer keeps its number until the turn is over.
class TurnNumbers {
 public:
  // Restarts from 1 in a new turn.
  void begin(std::size_t turn);
  int number_of(Action action);
  const std::vector<Action>& given() const { return given_; }

 private:
  std::size_t turn_ = 0;
  std::vector<Action> given_;  // the first of them is number 1
};

struct NumberRange {
  int low = 0;
  int high = 0;
};

struct Question {
  Phase phase = Phase::Turn;
  Seat seat = 0;
  Lines text{};                        // the question
  std::vector<Choice> choices{};       // empty if any number of the range is allowed
  std::optional<NumberRange> range{};  // a kitten's place, or the number of shuffles
  bool blind = false;                  // the player is cursed and sees no cards
};

// Context of a question beside the view.
struct Speech {
  const Words& w;
  Names names;
  int first_number = 1;  // the number of seat 0, by which players are addressed
  SeatMask bots = 0;
  SeatMask away = 0;  // as in TableModel
  SeatMask held = 0;
  std::vector<std::string> faces{};  // of the bots; empty for people
  TurnNumbers* numbers = nullptr;    // none: numbers restart at each question
};

// Number of the player at seat 0.
constexpr int first_player_number(Preset preset) { return preset_row(preset).manner.first_number; }

// The question to the viewer, who must be asked (v.may_act).
//   Turn              the hand as it lies, 1, 2, 3 …; then combos; 0 draws
//   Window            1 yes, 2 no
//   Target            the players by their own numbers
//   Name Give Collect Five Take Order Chain Keep   a list from 1
//   a cursed player   the backs of the cards, 1, 2, 3 …; each of them is a guess
//   Place Times       a number of the range
Question question_for(const Rules& rules, const View& v, const Speech& speech);

// The cards on the table: player, target, effect, and the Nopes so far.
Lines play_lines(const View& v, const Speech& speech);

// The question to a player who has claimed a Nope and sees only their own cards.
Question claim_question_for(const View& v, const Speech& speech);

// Asks the whole table who claims a Nope: the players by number, and 0 for nobody. It is the same
// whoever holds one. `people`: the seats at this keyboard.
Question nope_question_for(const View& v, SeatMask people, const Speech& speech);

// True for a yes-or-no question, which has its own error text in the sources.
bool is_yes_or_no(const Question& question);

// Finds a card by its name in any language (any case, or an unambiguous prefix) or in record
// notation.
std::optional<Card> find_card(std::string_view text);

// Suffix of a name: a bot plays there, or nobody does at the moment; empty: the player does.
std::string player_tag(const Speech& speech, Seat seat);

// ---- what a player may look at while being asked -----------------------------------------------

// Players, piles and direction: the public table.
Lines table_lines(const View& v, const Speech& speech);
// Discarded cards and unseen cards, by kind.
Lines card_count_lines(const Rules& rules, const View& v, const Words& w);
// The player's own cards, with what they do; backs under a curse.
Lines hand_lines(const View& v, const Speech& speech);
// The chance that the next draw explodes, in words.
std::string odds_line(Odds odds, const Words& w);
// The computer's recommendation for the viewer, its win rate in imagined games, and the reason.
// Private. Without an open question: a sentence that says so.
Lines hint_lines(const Rules& rules, const View& v, const Speech& speech);

}  // namespace nl
