// Record notation: short English words for cards, actions and rules, the same in every language.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/action.h"
#include "engine/card.h"
#include "engine/rules.h"
#include "engine/state.h"
#include "text/enum_names.h"
#include "text/question_context.h"

namespace nl {

std::string_view card_name(Card card);
std::optional<Card> parse_card(std::string_view name);

std::string_view preset_name(Preset preset);
std::optional<Preset> parse_preset(std::string_view name);
// All names, for errors and help: "official srs …".
std::string preset_list();

// One added box, and the boxes of a set.
std::optional<Expansions> parse_box(std::string_view name);
std::vector<std::string_view> box_names(Expansions expansions);

// "none", or the boxes separated by commas.
std::string expansions_name(Expansions expansions);
std::optional<Expansions> parse_expansions(std::string_view names);
// Allowed words, for errors and help: none, each box, and all of them together.
std::string expansions_list();

std::string_view phase_name(Phase phase);

// An action in record notation. The meaning of a number depends on its question, and targets are
// absolute seats, so both functions need the question and its seat.
std::string action_text(const QuestionContext& asked, Action action);
inline std::string action_text(const State& s, Seat seat, Action action) {
  return action_text(question_context(s, seat), action);
}

// The action that `text` names, legal or not; empty if it can't answer the question.
std::optional<Action> parse_action(const QuestionContext& asked, std::string_view text);
inline std::optional<Action> parse_action(const State& s, Seat seat, std::string_view text) {
  return parse_action(question_context(s, seat), text);
}

// An integer without sign, spaces or leading zeros; empty if it is invalid or above `most`.
std::optional<int> parse_number(std::string_view text, int most);

}  // namespace nl
