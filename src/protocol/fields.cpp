// Shared fields of messages: writers and readers.
#include "protocol/fields.h"

#include "text/notation.h"

namespace nl {

void put_card(Json& json, const char* key, Card card) {
  if (index(card) < kCardKinds) json[key] = card_name(card);
}

// A watcher and "nobody" are left out: the reader uses them for a missing seat.
void put_seat(Json& json, const char* key, Seat seat) {
  if (seat < kMaxSeats) json[key] = seat;
}

Json counts_json(const Counts& cards) {
  Json json = Json::object();
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const Card card = card_at(kind);
    if (cards[card] != 0) json[std::string(card_name(card))] = cards[card];
  }
  return json;
}

Counts read_counts(const JsonReader& cards) {
  Counts counts;
  for (const JsonReader& count : cards.fields(kCardKinds)) {
    const auto card = parse_card(count.name());
    const auto number = count.if_number(0, kMaxBox);
    if (!card || !number) cards.fail("numbers of cards by their names");
    counts[*card] = static_cast<std::uint8_t>(*number);
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

SeatMask read_seats(const JsonReader& list, int seats) {
  SeatMask mask = 0;
  for (const JsonReader& seat : list.items(kMaxSeats)) mask |= seat_bit(seat.seat(seats));
  return mask;
}

ServerTime read_time(const JsonReader& time) {
  return ServerTime(time.number<std::int64_t>(0, std::int64_t{1} << 50));
}

}  // namespace nl
