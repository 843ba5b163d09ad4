// Fields that several messages share, each with its writer and its reader. Plain values are read
// with JsonReader.
#pragma once

#include <chrono>

#include "engine/card.h"
#include "engine/seat.h"
#include "text/json_reader.h"

namespace nl {

// Cards and seats: kNoCard and missing seats are left out.
void put_card(Json& json, const char* key, Card card);
void put_seat(Json& json, const char* key, Seat seat);

// Cards as counts by name: {"skip": 2, …}
Json counts_json(const Counts& cards);
Counts read_counts(const JsonReader& cards);

Json seat_list(SeatMask seats);
SeatMask read_seats(const JsonReader& list, int seats);

// Milliseconds since 1970, on the server's clock.
using ServerTime = std::chrono::milliseconds;
ServerTime read_time(const JsonReader& time);

}  // namespace nl
