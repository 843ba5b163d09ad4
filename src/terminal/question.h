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

// One line of the list. A card of the hand that can't be played now is listed too, since the hand
// is numbered as it lies; it has no action, and `refused` says why.
struct Choice {
  int number = 0;  // number to type
  std::string text{};
  std::optional<Action> action{};
  Refused refused{};
  std::string why{};    // … or this sentence says it
  Card card = kNoCard;  // the card that the line is about, if it is about one
  int copies = 0;       // in the hand, where the line is a card of the hand
  Seat seat = kNoSeat;  // the player that the line is about, if it is about one
  bool listed = true;   // not shown, but known, so that choosing it is refused with its reason
};

// The numbers of one turn's answers: what has got a number keeps it until the turn is over.
class TurnNumbers {
 public:
  // Starts again from 1 if this is another turn than the last one.
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
  std::vector<Choice> choices{};       // empty if any number of the range will do
  std::optional<NumberRange> range{};  // a kitten's place, or how often to shuffle
  bool blind = false;                  // the player is cursed and sees no cards
};

// Data that a surface needs beside the view to put a question.
struct Speech {
  const Words& w;
  Names names;
  int first_number = 1;  // the number of seat 0: players are called by it
  SeatMask bots = 0;
  SeatMask away = 0;  // as in TableModel
  SeatMask held = 0;
  std::vector<std::string> faces{};  // of the bots; empty for people
  TurnNumbers* numbers = nullptr;    // none: counted from 1 at each question
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

// The cards on the table: the player, the target, the effect, and how the Nopes stand.
Lines play_lines(const View& v, const Speech& speech);

// The question to a player who has claimed a Nope and looks at their cards alone.
Question claim_question_for(const View& v, const Speech& speech);

// The table as a whole is asked who claims a Nope: the players by their own numbers, and 0 for
// nobody. It is the same whoever holds one. `people`: the seats that sit at this keyboard.
Question nope_question_for(const View& v, SeatMask people, const Speech& speech);

// True if it is a yes or no, which has its own error in the words of the sources.
bool is_yes_or_no(const Question& question);

// A card by its name in either language (any case; the beginning is enough where it is clear) or
// in the notation of records.
std::optional<Card> find_card(std::string_view text);

// Behind a name: that a bot plays there, or that nobody does just now; empty: the player does.
std::string player_tag(const Speech& speech, Seat seat);

// ---- what a player may look at while being asked -----------------------------------------------

// The players, the piles and the direction: what everybody sees.
Lines table_lines(const View& v, const Speech& speech);
// Discarded cards, and cards that the viewer has not seen, kind by kind.
Lines card_count_lines(const Rules& rules, const View& v, const Words& w);
// The player's own cards, with what they do; backs under a curse.
Lines hand_lines(const View& v, const Speech& speech);
// The chance that the next draw explodes, in words.
std::string odds_line(Odds odds, const Words& w);
// The computer's answer in the viewer's place, how often it won in imagined games, and
// why. For the viewer's eyes alone. With no open question: a sentence that says so.
Lines hint_lines(const Rules& rules, const View& v, const Speech& speech);

}  // namespace nl
