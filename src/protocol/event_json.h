// An event as one viewer is told it, as JSON and back.
#pragma once

#include "engine/event.h"
#include "protocol/fields.h"

namespace nl {

// `event` must be redacted for whom it goes to.
Json event_json(const Event& event);

// `viewer`: whose event it is; its secrets are for these eyes alone. An event of a kind that is not
// known here comes from a later server: it is read as None. Throws BadMessage.
Event read_event(const Json& json, Seat viewer, int seats);

}  // namespace nl
