// What a viewer sees, as JSON: for people who look, and for agents that read.
#include "capi/game.h"
#include "text/notation.h"

namespace nl::capi {
namespace {

Json seats_json(SeatMask mask) {
  Json list = Json::array();
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if (holds(mask, seat)) list.push_back(seat);
  }
  return list;
}

Json seat_json(Seat seat) { return seat < kMaxSeats ? Json(seat) : Json(nullptr); }
Json card_json(Card card) {
  return index(card) < kCardKinds ? Json(card_name(card)) : Json(nullptr);
}

Json hands_json(const View& v) {
  Json sizes = Json::array();
  for (Seat seat = 0; seat < v.seats; ++seat) sizes.push_back(v.hand_size[seat]);
  return sizes;
}

Json play_json(const View& v) {
  constexpr std::array<std::string_view, 4> kCombos = {"single", "pair", "triple", "five"};
  if (v.play.by == kNoSeat) return nullptr;
  return {{"card", card_json(v.play.card)},
          {"combo", kCombos[static_cast<std::size_t>(v.play.combo)]},
          {"by", seat_json(v.play.by)},
          {"target", seat_json(v.play.target)},
          {"named", card_json(v.play.named)},
          {"nopes", v.play.nopes}};
}

Json pile_json(const View& v) {
  Json facts = Json::array();
  for (int i = 0; i < v.known.facts(); ++i) {
    const PileFact& fact = v.known.fact(i);
    facts.push_back({{"card", card_json(fact.card)}, {"low", fact.low}, {"high", fact.high}});
  }
  return facts;
}

Json held_json(const View& v) {
  Json list = Json::array();
  for (int i = 0; i < v.known.held(); ++i) {
    const HeldCard held = v.known.held(i);
    list.push_back({{"seat", held.seat()}, {"card", card_json(held.card())}});
  }
  return list;
}

}  // namespace

std::string view_text(const Rules& rules, const View& v) {
  Json json = {{"viewer", v.viewer < v.seats ? Json(v.viewer) : Json(nullptr)},
               {"seats", v.seats},
               {"phase", phase_name(v.phase())},
               {"phase_seat", seat_json(v.top().seat)},
               {"turn", v.turn},
               {"owed", v.owed},
               {"forward", v.forward != 0},
               {"alive", seats_json(v.alive)},
               {"cursed", seats_json(v.cursed)},
               {"hand_sizes", hands_json(v)},
               {"pile", v.pile_size},
               {"discard", cards_json(v.discard)},
               {"discard_top", card_json(v.discard_top)},
               {"play", play_json(v)}};
  if (v.viewer < v.seats) {
    const Odds odds = next_draw_odds(rules, v);
    json["hand"] = cards_json(v.hand);
    json["known_pile"] = pile_json(v);
    json["known_hands"] = held_json(v);
    json["kitten_odds"] = {odds.kittens, odds.cards};
  }
  return json.dump();
}

}  // namespace nl::capi
