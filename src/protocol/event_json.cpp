// JSON of events: writer and reader.
#include "protocol/event_json.h"

#include "text/notation.h"

namespace nl {
namespace {

// A place has its own field. An empty secret is written, too: a player who looked at no cards knows
// that there were none.
void put_secret(Json& json, const Event& event) {
  if (event.secrets == 0 && (event.knows == 0 || event.hidden)) return;
  const bool placed = tells_place(event.kind);
  if (placed) json["place"] = event.secret[0];
  Json cards = Json::array();
  for (int i = placed ? 1 : 0; i < event.secrets; ++i) {
    cards.push_back(card_name(event.secret_card(i)));
  }
  if (!placed || !cards.empty()) json["secret"] = std::move(cards);
}

void read_secret(const JsonReader& json, Event& event) {
  if (json.has("place")) {
    event.secrets = 1;
    event.secret[0] = json["place"].byte(kMaxBox);
  }
  if (!json.has("secret")) return;
  for (const JsonReader& card : json["secret"].items(event.secret.size() - event.secrets)) {
    event.secret[event.secrets++] = static_cast<std::uint8_t>(index(card.card()));
  }
}

}  // namespace

Json event_json(const Event& event) {
  Json json = {{"kind", kEventNames[event.kind]}};
  put_seat(json, "seat", event.seat);
  put_seat(json, "other", event.other);
  put_card(json, "card", event.card);
  if (event.number != 0) json["number"] = event.number;
  if (event.hidden) json["hidden"] = true;
  put_secret(json, event);
  return json;
}

Event read_event(const JsonReader& json) {
  const auto kind = kEventNames.find(json["kind"].text());
  if (!kind) return {};
  Event event{.kind = *kind,
              .seat = json["seat"].seat_or_none(),
              .other = json["other"].seat_or_none(),
              .card = json["card"].card_or_none()};
  event.number = json["number"].exists() ? json["number"].byte(255) : std::uint8_t{0};
  event.hidden = json["hidden"].flag_or(false);
  read_secret(json, event);
  const bool insider = event.hidden || json.has("secret") || json.has("place");
  if (insider) event.knows = all_seats(kMaxSeats);
  return event;
}

void address_to(std::span<Event> events, Seat viewer, int seats) {
  const auto sits = [&](Seat seat) { return seat == kNoSeat || seat < seats; };
  for (Event& event : events) {
    if (!sits(event.seat)) throw JsonError("seat", "nobody sits at the seat of an event");
    if (!sits(event.other)) throw JsonError("other", "nobody sits at the seat of an event");
    if (event.knows != 0) event.knows = seat_bit(viewer);
  }
}

}  // namespace nl
