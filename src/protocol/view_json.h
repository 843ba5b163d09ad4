// A view as JSON and back, in the one form that clients, agents and other languages get: built from
// what one viewer may know, by names that do not change with the engine's layout.
#pragma once

#include "engine/view.h"
#include "protocol/fields.h"
#include "text/asked.h"

namespace nl {

// All of the view but `legal`, which comes with a question. `rules` are wanted for the odds.
Json view_json(const Rules& rules, const View& v);

struct SeenGame {
  View view{};
  Odds odds{};  // as they follow from all that this viewer knows
};

// The view that view_json() was made from, without `legal`. Throws BadMessage.
SeenGame read_view(const Json& json);

// The answers that a question lists, in the words of the record.
Json legal_json(const Asked& asked, const ActionSet& legal);
ActionSet read_legal(const Json& list, const Asked& asked);

// What turns `before` into `after` as a JSON merge patch (RFC 7396); null where nothing does. The
// values themselves must hold no null: in a patch it stands for "is gone".
Json merge_patch(const Json& before, const Json& after);

}  // namespace nl
