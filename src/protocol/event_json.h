// JSON of one event as one viewer sees it: writer and reader.
#pragma once

#include <span>

#include "engine/event.h"
#include "protocol/fields.h"

namespace nl {

// `event` must be redacted for the viewer.
Json event_json(const Event& event);

// The actor and the number of players are known from the view alone: until address_to(), `knows`
// holds all seats where the event has a secret. An event of a kind that is not known here comes
// from a later server and is read as None. Throws JsonError.
Event read_event(const JsonReader& json);

// Makes them the viewer's, whose secrets they hold. Throws JsonError if one names a seat at
// which nobody sits.
void address_to(std::span<Event> events, Seat viewer, int seats);

}  // namespace nl
