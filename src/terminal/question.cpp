// Question builder: text and numbered answers from a view.
#include "terminal/question.h"

#include <algorithm>
#include <cassert>

namespace nl {
namespace {

bool is_cursed(const View& v) { return holds(v.cursed, v.viewer); }

class QuestionBuilder {
 public:
  QuestionBuilder(const Rules& rules, const View& v, const Speech& speech)
      : rules_(rules), v_(v), speech_(speech), w_(speech.w) {
    q_.phase = v.phase();
    q_.seat = v.viewer;
    q_.blind = is_cursed(v);
    context_ = {v.phase(), v.viewer, v.seats, v.pile_size};
    q_.text = w_.question(context_, v.viewer, speech.names);
  }

  Question ask() {
    switch (q_.phase) {
      case Phase::Turn: turn(); break;
      case Phase::Window: yes_or_no(); break;
      case Phase::Target: targets(); break;
      case Phase::Give:
      case Phase::Collect:
      case Phase::Potluck: cards_of_hand(false); break;
      case Phase::Order: cards_to_order(); break;
      case Phase::Guess: backs(); break;
      case Phase::Place:
      case Phase::Bury: q_.range = {0, v_.pile_size}; break;
      case Phase::Times: q_.range = {1, 100}; break;
      case Phase::Chain: chain(); break;
      default: all_in_order(); break;
    }
    return std::move(q_);
  }

 private:
  void add(Choice choice) {
    choice.number = next_++;
    q_.choices.push_back(std::move(choice));
  }
  void add(Action action) { add({.text = text(action), .action = action, .card = card(action)}); }
  std::string text(Action action) const { return w_.action(action, context_, speech_.names); }
  static Card card(Action action) { return action.id >= kPlayBase ? action.card() : kNoCard; }

  void turn() {
    if (is_cursed(v_)) {
      backs();
    } else {
      cards_of_hand(true);
      v_.legal.for_each([&](Action action) {
        const Verb verb = action.verb();
        if (verb == Verb::Pair || verb == Verb::Triple || verb == Verb::Five) add(action);
      });
      if (speech_.numbers != nullptr) keep_numbers(*speech_.numbers);
    }
    const Action draw = word(Verb::Draw);
    q_.choices.push_back({.number = 0, .text = text(draw), .action = draw});
  }

  // A played card keeps its number, so that the number never means another card.
  void keep_numbers(TurnNumbers& numbers) {
    std::vector<Action> gone = numbers.given();
    for (Choice& choice : q_.choices) {
      const Action action = choice.action ? *choice.action : play(choice.card);
      choice.number = numbers.number_of(action);
      std::erase(gone, action);
    }
    for (const Action action : gone) {
      q_.choices.push_back({.number = numbers.number_of(action),
                            .refused = why_not_legal(rules_, v_, action),
                            .listed = false});
    }
    std::sort(q_.choices.begin(), q_.choices.end(),
              [](const Choice& a, const Choice& b) { return a.number < b.number; });
  }

  // All cards of the hand in order, playable or not: a number always means the same card.
  void cards_of_hand(bool to_play) {
    for (int kind = 0; kind < kCardKinds; ++kind) {
      const Card held = card_at(kind);
      if (v_.hand[held] == 0) continue;
      const Action action = to_play ? play(held) : name_card(held);
      Choice choice{.text = with_copies(held), .card = held, .copies = v_.hand[held]};
      if (v_.legal.has(action)) {
        choice.action = action;
      } else {
        choice.refused = why_not_legal(rules_, v_, action);
      }
      add(std::move(choice));
    }
  }
  std::string with_copies(Card held) const {
    if (v_.hand[held] == 1) return w_.card(held);
    return w_.ui("copies", {{"card", w_.card(held)}, {"number", std::to_string(v_.hand[held])}});
  }

  // Under a curse every card is a back that may be any card.
  void backs() {
    if (!v_.legal.has(word(Verb::Blind))) return;
    const int cards = v_.hand_size[v_.viewer] - v_.hand[Card::Exploding];
    for (int i = 1; i <= cards; ++i) {
      add({.text = w_.ui("back", {{"number", std::to_string(i)}}), .action = word(Verb::Blind)});
    }
  }

  void yes_or_no() {
    Lines text = play_lines(v_, speech_);
    text.insert(text.end(), q_.text.begin(), q_.text.end());
    q_.text = std::move(text);
    add({.text = w_.ui("yes"), .action = word(Verb::Nope)});
    add({.text = w_.ui("no"), .action = word(Verb::Pass)});
  }

  void targets() {
    for (Seat seat = 0; seat < v_.seats; ++seat) {
      const Action action = target(v_.viewer, seat, v_.seats);
      Choice choice{.number = speech_.first_number + seat,
                    .text = speech_.names[seat],
                    .seat = seat,
                    .listed = v_.legal.has(action)};
      if (choice.listed) {
        choice.action = action;
        choice.text = w_.ui("target_with_cards", {{"seat", speech_.names[seat]},
                                                  {"number", std::to_string(v_.hand_size[seat])}});
      } else {
        choice.refused = why_not_legal(rules_, v_, action);
      }
      q_.choices.push_back(std::move(choice));
    }
  }

  void cards_to_order() {
    const int placed = v_.top().a;
    v_.legal.for_each([&](Action action) {
      const Card there = v_.known.at(placed + action.number());
      add({.text = there == kNoCard ? text(action) : w_.card(there),
           .action = action,
           .card = there});
    });
  }

  void chain() {
    v_.legal.for_each([&](Action action) {
      if (action.verb() == Verb::Play) add(action);
    });
    add(word(Verb::Pass));
  }

  void all_in_order() {
    v_.legal.for_each([&](Action action) { add(action); });
  }

  const Rules& rules_;
  const View& v_;
  const Speech& speech_;
  const Words& w_;
  QuestionContext context_;
  Question q_;
  int next_ = 1;
};

}  // namespace

void TurnNumbers::begin(std::size_t turn) {
  if (turn != turn_) given_.clear();
  turn_ = turn;
}

int TurnNumbers::number_of(Action action) {
  const auto found = std::find(given_.begin(), given_.end(), action);
  const auto at = found - given_.begin();
  if (found == given_.end()) given_.push_back(action);
  return static_cast<int>(at) + 1;
}

Question question_for(const Rules& rules, const View& v, const Speech& speech) {
  assert(v.may_act);
  return QuestionBuilder(rules, v, speech).ask();
}

Question claim_question_for(const View& v, const Speech& speech) {
  Question q{.phase = Phase::Window, .seat = v.viewer, .text = play_lines(v, speech)};
  q.text.push_back(speech.w.ui("nope_in_turn", {{"seat", speech.names[v.viewer]}}));
  q.choices = {{.number = 1, .text = speech.w.ui("claim_nope"), .action = word(Verb::Nope)},
               {.number = 2, .text = speech.w.ui("claim_nothing"), .action = word(Verb::Pass)}};
  return q;
}

bool is_yes_or_no(const Question& question) {
  return question.phase == Phase::Window && question.seat != kNoSeat;
}

Question nope_question_for(const View& v, SeatMask people, const Speech& speech) {
  Question q{.phase = Phase::Window, .seat = kNoSeat, .text = play_lines(v, speech)};
  q.text.push_back(speech.w.ui("nope_table"));
  for (Seat seat = 0; seat < v.seats; ++seat) {
    Choice choice{.number = speech.first_number + seat, .text = speech.names[seat], .seat = seat};
    if (!holds(people, seat)) {
      choice.why = speech.w.ui("nope_is_bot", {{"seat", speech.names[seat]}});
    } else if (!holds(v.alive, seat)) {
      choice.refused = {.why = Refusal::TargetDead, .seat = seat};
    } else if (seat == v.play.last) {
      choice.why = speech.w.ui("nope_is_you");
    } else {
      choice.action = word(Verb::Nope);
    }
    choice.listed = choice.action.has_value();
    q.choices.push_back(std::move(choice));
  }
  q.choices.push_back(
      {.number = 0, .text = speech.w.ui("nope_nobody"), .action = word(Verb::Pass)});
  return q;
}

}  // namespace nl
