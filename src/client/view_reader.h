// Views, events and answers out of the server's JSON: the way back from server/game_json.h. What a
// server sends is not trusted: everything is checked before it is used as an index or shown.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/event.h"
#include "engine/view.h"
#include "text/rules_text.h"

namespace nl {

// A message that a server of this protocol would not send.
class BadMessage : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A whole number from `low` to `high`; throws BadMessage.
int number_of(const Json& json, const char* key, int low, int high);
const std::string& text_of(const Json& json, const char* key);

struct SeenGame {
  View view{};
  Odds odds{};  // as the server works them out from all that this viewer knows
};

// Of what the viewer knows of the pile, the view has the exact top cards alone: screens show no
// more, and the odds come with the message.
SeenGame read_view(const Json& json);

// `viewer`: whose event it is; its secrets are for these eyes alone.
Event read_event(const Json& json, Seat viewer, int seats);

// The answers that a question lists, in the words of the record.
ActionSet read_legal(const Json& list, const View& v);
std::string answer_text(const View& v, Action action);

std::optional<Phase> parse_phase(std::string_view name);

}  // namespace nl
