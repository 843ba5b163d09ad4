// Info pages of a player: table, hand, card counts, odds and hint.
#include <algorithm>
#include <cmath>

#include "bots/hint.h"
#include "engine/odds.h"
#include "names/names.h"
#include "terminal/question.h"

namespace nl {
namespace {

std::string number_of(int n) { return std::to_string(n); }

std::string joined(const Lines& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += separator;
    text += part;
  }
  return text;
}

std::string marked_cards(const Counts& marked, const Words& w) {
  Lines cards;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    for (int i = 0; i < marked[card_at(kind)]; ++i) cards.push_back(w.card(card_at(kind)));
  }
  return joined(cards, ", ");
}

Lines states_of(const View& v, Seat seat, const Speech& speech) {
  const Words& w = speech.w;
  Lines parts;
  if (!holds(v.alive, seat)) return {w.ui("player_dead")};
  parts.push_back(w.ui("player_cards", {{"number", number_of(v.hand_size[seat])}}));
  if (seat == v.turn && !v.over()) {
    parts.push_back(w.ui("player_on_turn", {{"number", number_of(v.owed)}}));
  }
  if (v.pending[seat] != 0) {
    parts.push_back(w.ui("player_pending", {{"number", number_of(v.pending[seat])}}));
  }
  if (holds(v.cursed, seat)) parts.push_back(w.ui("player_cursed"));
  if (holds(v.with_marks, seat)) {
    parts.push_back(w.ui("player_marked", {{"cards", marked_cards(v.marked[seat], w)}}));
  }
  return parts;
}

std::string player_line(const View& v, Seat seat, int width, const Speech& speech) {
  const std::string number = number_of(speech.first_number + seat);
  const std::string name = padded(speech.names[seat] + player_tag(speech, seat), width);
  return "  " + number + ". " + name + "  " + joined(states_of(v, seat, speech), ", ");
}

std::string piles_line(const View& v, const Words& w) {
  std::string line = w.ui("pile", {{"number", number_of(v.pile_size)}});
  if (v.discard_top != kNoCard) {
    line += ' ' + w.ui("discard_top", {{"card", w.card(v.discard_top)}});
  }
  if (v.doom_on_top) {
    line += ' ' + w.ui("doom_on_top");
  } else if (v.faceup && v.discard[Card::Imploding] == 0 && v.known.imploded() == 0) {
    line += ' ' + w.ui("doom_somewhere");
  }
  if (!v.forward) line += ' ' + w.ui("backwards");
  return line;
}

// The answer as in the question's list, with the number to type.
std::string listed(const Question& question, Action action, const View& v, const Speech& speech) {
  for (const Choice& choice : question.choices) {
    if (choice.action == action) return number_of(choice.number) + " - " + choice.text;
  }
  return speech.w.action(action, {v.phase(), v.viewer, v.seats, v.pile_size}, speech.names);
}

}  // namespace

std::string player_tag(const Speech& speech, Seat seat) {
  const std::string face = seat < speech.faces.size() ? speech.faces[seat] : "";
  if (holds(speech.bots, seat)) {
    return (face.empty() ? " " : ' ' + face + ' ') + speech.w.ui("bot_tag");
  }
  if (holds(speech.held, seat)) return ' ' + speech.w.ui("held_tag");
  return holds(speech.away, seat) ? ' ' + speech.w.ui("away_tag") : "";
}

Lines table_lines(const View& v, const Speech& speech) {
  int width = 0;
  for (Seat seat = 0; seat < v.seats; ++seat) {
    width = std::max(width, columns_of(speech.names[seat] + player_tag(speech, seat)));
  }
  Lines lines = {piles_line(v, speech.w)};
  for (Seat seat = 0; seat < v.seats; ++seat) {
    lines.push_back(player_line(v, seat, width, speech));
  }
  return lines;
}

namespace {

std::string counted_cards(const Counts& cards, const Words& w) {
  Lines list;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const int copies = cards[card_at(kind)];
    if (copies == 0) continue;
    list.push_back(copies == 1 ? w.card(card_at(kind))
                               : w.ui("copies", {{"card", w.card(card_at(kind))},
                                                 {"number", number_of(copies)}}));
  }
  return joined(list, ", ");
}

}  // namespace

Lines card_count_lines(const Rules& rules, const View& v, const Words& w) {
  const std::string gone = counted_cards(v.discard, w);
  const std::string left = counted_cards(unseen(rules, v), w);
  const bool seated = v.viewer < v.seats;
  return {gone.empty() ? w.ui("cards_discarded_none") : w.ui("cards_discarded", {{"list", gone}}),
          w.ui(seated ? "cards_unseen" : "cards_unseen_all", {{"list", left}})};
}

Lines hand_lines(const View& v, const Speech& speech) {
  const Words& w = speech.w;
  const int cards = v.hand_size[v.viewer];
  if (holds(v.cursed, v.viewer)) {
    Lines lines = {w.ui("hand_backs", {{"number", number_of(cards)}})};
    if (holds(v.with_marks, v.viewer)) {
      const std::string marked = marked_cards(v.marked[v.viewer], w);
      lines.push_back("  " + w.ui("player_marked", {{"cards", marked}}));
    }
    return lines;
  }
  if (cards == 0) return {w.ui("hand_empty")};
  int width = 0;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    if (v.hand[card_at(kind)] != 0) width = std::max(width, columns_of(w.card(card_at(kind))));
  }
  Lines lines = {w.ui("hand", {{"number", number_of(cards)}})};
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const Card card = card_at(kind);
    for (int i = 0; i < v.hand[card]; ++i) {
      lines.push_back("  " + padded(w.card(card), width) + "  " + w.card_short(card));
    }
  }
  return lines;
}

std::string odds_line(Odds odds, const Words& w) {
  if (odds.kittens == 0) return w.ui("odds_none");
  if (odds.kittens == odds.cards) return w.ui("odds_certain");
  const int percent = (odds.kittens * 200 + odds.cards) / (2 * odds.cards);
  return w.ui("odds", {{"kittens", number_of(odds.kittens)},
                       {"cards", number_of(odds.cards)},
                       {"percent", number_of(percent)}});
}

namespace {

// A percentage in everyday words: 1 in 4, 2 in 3, 9 in 10.
struct RoundChance {
  int number;
  int of;
};

RoundChance chance_in_words(int percent) {
  const auto off = [&](RoundChance one) { return std::abs(100.0 * one.number / one.of - percent); };
  RoundChance best{1, 20};
  for (int of = 2; of <= 10; ++of) {
    for (int number = 1; number < of; ++number) {
      // A longer fraction has to be closer by a whole percent.
      if (off({number, of}) < off(best) - 1) best = {number, of};
    }
  }
  return best;
}

}  // namespace

Lines hint_lines(const Rules& rules, const View& v, const Speech& speech) {
  const Words& w = speech.w;
  if (v.viewer >= v.seats || !v.may_act) return {w.ui("hint_not_now")};
  const Question question = question_for(rules, v, speech);
  // The same view always gives the same advice: repeated requests are no second opinion.
  const Hint hint = hint_for(rules, v, 1);
  const Tried& advice = hint.moves.front();
  const RoundChance chance = chance_in_words(advice.percent());
  const Values values{{"choice", listed(question, advice.action, v, speech)},
                      {"number", number_of(chance.number)},
                      {"of", number_of(chance.of)}};
  if (hint.equal) {
    const Tried& rival = hint.moves[1];
    return {w.ui("hint_equal", {{"choice", listed(question, advice.action, v, speech)},
                                {"percent", number_of(advice.percent())},
                                {"other", listed(question, rival.action, v, speech)},
                                {"second", number_of(rival.percent())}})};
  }
  Lines lines{w.ui(advice.games > 0 ? "hint" : "hint_only", values)};
  if (hint.reason.why != Why::Searched) lines.push_back(sentence(hint.reason, w));
  Lines others;
  for (std::size_t i = 1; i < hint.moves.size(); ++i) {
    const Tried& other = hint.moves[i];
    others.push_back(w.ui("hint_other", {{"choice", listed(question, other.action, v, speech)},
                                         {"percent", number_of(other.percent())}}));
  }
  if (!others.empty()) lines.push_back(w.ui("hint_others", {{"list", joined(others, ", ")}}));
  return lines;
}

}  // namespace nl
