// Views and events as clients get them: built from what one viewer may know, by names that do not
// change with the engine's layout.
#pragma once

#include <string_view>

#include "engine/event.h"
#include "engine/view.h"
#include "text/rules_text.h"

namespace nl {

std::string_view event_name(EventKind kind);

// `event` must be redacted for whom it goes to.
Json event_json(const Event& event);

Json view_json(const Rules& rules, const View& v);

// What turns `before` into `after` as a JSON merge patch (RFC 7396); null where nothing does. The
// values themselves must hold no null: in a patch it stands for "is gone".
Json merge_patch(const Json& before, const Json& after);

}  // namespace nl
