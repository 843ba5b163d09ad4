#include "protocol/event_json.h"

#include "text/notation.h"

namespace nl {
namespace {

// A place comes apart from the cards. That there is a secret is told even where it is empty: who
// looked at no cards knows that there were none.
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

void read_secret(const Json& json, Event& event) {
  if (json.contains("place")) {
    event.secrets = 1;
    event.secret[0] = byte_of(json, "place", kMaxBox);
  }
  if (!json.contains("secret")) return;
  for (const Json& card : list_of(json, "secret", event.secret.size() - event.secrets)) {
    event.secret[event.secrets++] = static_cast<std::uint8_t>(index(card_in(card, "secret")));
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

Event read_event(const Json& json, Seat viewer, int seats) {
  const auto kind = kEventNames.find(text_of(json, "kind"));
  if (!kind) return {};
  Event event{.kind = *kind,
              .seat = seat_or_none(json, "seat", seats),
              .other = seat_or_none(json, "other", seats),
              .card = card_or_none(json, "card")};
  if (json.contains("number")) event.number = byte_of(json, "number", 255);
  event.hidden = json.contains("hidden") && flag_of(json, "hidden");
  read_secret(json, event);
  const bool insider = event.hidden || json.contains("secret") || json.contains("place");
  if (insider) event.knows = seat_bit(viewer);
  return event;
}

}  // namespace nl
