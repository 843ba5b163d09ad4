#include "protocol/fields.h"

#include "text/notation.h"

namespace nl {

const Json& field_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) throw BadMessage(key);
  return *found;
}

int number_in(const Json& value, const char* what, int low, int high) {
  if (!value.is_number_integer()) throw BadMessage(what);
  const auto n = value.get<std::int64_t>();
  if (n < low || n > high) throw BadMessage(what);
  return static_cast<int>(n);
}

int number_of(const Json& json, const char* key, int low, int high) {
  return number_in(field_of(json, key), key, low, high);
}

std::uint8_t byte_of(const Json& json, const char* key, int high) {
  return static_cast<std::uint8_t>(number_of(json, key, 0, high));
}

bool flag_of(const Json& json, const char* key) {
  const Json& value = field_of(json, key);
  if (!value.is_boolean()) throw BadMessage(key);
  return value.get<bool>();
}

const std::string& text_of(const Json& json, const char* key) {
  const Json& value = field_of(json, key);
  if (!value.is_string()) throw BadMessage(key);
  return value.get_ref<const std::string&>();
}

const Json& list_of(const Json& json, const char* key, std::size_t most) {
  const Json& list = field_of(json, key);
  if (!list.is_array() || list.size() > most) throw BadMessage(key);
  return list;
}

void put_card(Json& json, const char* key, Card card) {
  if (index(card) < kCardKinds) json[key] = card_name(card);
}

Card card_in(const Json& value, const char* what) {
  const auto card =
      value.is_string() ? parse_card(value.get_ref<const std::string&>()) : std::nullopt;
  if (!card) throw BadMessage(what);
  return *card;
}

Card card_of(const Json& json, const char* key) { return card_in(field_of(json, key), key); }

Card card_or_none(const Json& json, const char* key) {
  return json.contains(key) ? card_of(json, key) : kNoCard;
}

// A watcher and "nobody" are left out: who reads it takes a missing seat for that.
void put_seat(Json& json, const char* key, Seat seat) {
  if (seat < kMaxSeats) json[key] = seat;
}

Seat seat_or_none(const Json& json, const char* key, int seats) {
  return json.contains(key) ? byte_of(json, key, seats - 1) : kNoSeat;
}

Json counts_json(const Counts& cards) {
  Json json = Json::object();
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const Card card = card_at(kind);
    if (cards[card] != 0) json[std::string(card_name(card))] = cards[card];
  }
  return json;
}

Counts counts_in(const Json& cards, const char* what) {
  Counts counts;
  if (!cards.is_object()) throw BadMessage(what);
  for (const auto& [name, number] : cards.items()) {
    const auto card = parse_card(name);
    if (!card) throw BadMessage(what);
    counts[*card] = static_cast<std::uint8_t>(number_in(number, what, 0, kMaxBox));
  }
  return counts;
}

Json seat_list(SeatMask seats) {
  Json list = Json::array();
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if (holds(seats, seat)) list.push_back(seat);
  }
  return list;
}

SeatMask seats_of(const Json& json, const char* key, int seats) {
  SeatMask mask = 0;
  for (const Json& seat : list_of(json, key, kMaxSeats)) {
    mask |= seat_bit(static_cast<Seat>(number_in(seat, key, 0, seats - 1)));
  }
  return mask;
}

}  // namespace nl
