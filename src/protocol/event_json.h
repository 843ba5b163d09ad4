// JSON of one event as one viewer sees it: writer and reader.
#pragma once

#include <span>

#include "engine/event.h"
#include "protocol/fields.h"

namespace nl {

// `event` must be redacted for the viewer.
Json event_json(const Event& event);

// The actor and the number of players come from the view: until address_to(), `knows` has all seats
// if the event has a secret. An unknown kind comes from a later server and is read as None. Throws
// JsonError.
Event read_event(const JsonReader& json);

// Completes the events for the viewer who received them. Throws JsonError if one names an empty
// seat.
void address_to(std::span<Event> events, Seat viewer, int seats);

}  // namespace nl
