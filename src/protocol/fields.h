// The small parts of messages, each written and read in one place. What comes from outside is not
// trusted: it is checked before it is used as an index or shown.
#pragma once

#include <stdexcept>
#include <string>

#include "engine/card.h"
#include "engine/seat.h"
#include "text/enum_names.h"
#include "text/rules_text.h"

namespace nl {

// A message that nobody who speaks this protocol would send. It says which field is wrong.
class BadMessage : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// ---- plain values; all of them throw BadMessage -------------------------------------------------

const Json& field_of(const Json& json, const char* key);
// A whole number from `low` to `high`.
int number_in(const Json& value, const char* what, int low, int high);
int number_of(const Json& json, const char* key, int low, int high);
std::uint8_t byte_of(const Json& json, const char* key, int high);
bool flag_of(const Json& json, const char* key);
const std::string& text_of(const Json& json, const char* key);
const Json& list_of(const Json& json, const char* key, std::size_t most);

template <class Enum, std::size_t kSize>
Enum named_of(const Json& json, const char* key, const EnumNames<Enum, kSize>& names) {
  const auto value = names.find(text_of(json, key));
  if (!value) throw BadMessage(key);
  return *value;
}

// ---- cards and seats: one that is none is left out ----------------------------------------------

void put_card(Json& json, const char* key, Card card);
Card card_in(const Json& value, const char* what);
Card card_of(const Json& json, const char* key);
Card card_or_none(const Json& json, const char* key);

void put_seat(Json& json, const char* key, Seat seat);
Seat seat_or_none(const Json& json, const char* key, int seats);

// Cards as counts by name: {"skip": 2, …}
Json counts_json(const Counts& cards);
Counts counts_in(const Json& cards, const char* what);

Json seat_list(SeatMask seats);
SeatMask seats_of(const Json& json, const char* key, int seats);

}  // namespace nl
