#include "server/game_json.h"

#include <array>

#include "text/notation.h"

namespace nl {
namespace {

constexpr auto kEventNames = std::to_array<std::string_view>({"none",
                                                              "game_started",
                                                              "turn_started",
                                                              "played",
                                                              "played_pair",
                                                              "played_triple",
                                                              "played_five",
                                                              "added_to_five",
                                                              "played_blind",
                                                              "lost_blind",
                                                              "chose_target",
                                                              "named_card",
                                                              "passed",
                                                              "committed_nope",
                                                              "noped",
                                                              "cancelled",
                                                              "went_through",
                                                              "fizzled",
                                                              "chain_declined",
                                                              "attacked",
                                                              "skipped_turn",
                                                              "skipped_all",
                                                              "reversed",
                                                              "shuffled",
                                                              "saw",
                                                              "altering",
                                                              "ordering",
                                                              "altered",
                                                              "swapped",
                                                              "bombed",
                                                              "drew",
                                                              "drew_nothing",
                                                              "drew_kitten",
                                                              "found_kitten",
                                                              "kept",
                                                              "kitten_loose",
                                                              "defused",
                                                              "guessed",
                                                              "put_back",
                                                              "died",
                                                              "kittens_returned",
                                                              "forfeited",
                                                              "gave",
                                                              "stole",
                                                              "took_named",
                                                              "took_nothing",
                                                              "took_discard",
                                                              "collected",
                                                              "marked",
                                                              "cursed_player",
                                                              "curse_lifted",
                                                              "won"});
static_assert(kEventNames.size() == kEventKinds);

constexpr std::array<std::string_view, 4> kCombos = {"single", "pair", "triple", "five"};

Json cards_object(const Counts& cards) {
  Json json = Json::object();
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const Card card = card_at(kind);
    if (cards[card] != 0) json[std::string(card_name(card))] = cards[card];
  }
  return json;
}

Json seat_list(SeatMask seats) {
  Json list = Json::array();
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if (holds(seats, seat)) list.push_back(seat);
  }
  return list;
}

template <class Numbers>
Json number_list(const Numbers& numbers, int n) {
  Json list = Json::array();
  for (int i = 0; i < n; ++i) list.push_back(numbers[static_cast<std::size_t>(i)]);
  return list;
}

void put_card(Json& json, const char* key, Card card) {
  if (card != kNoCard) json[key] = card_name(card);
}
void put_seat(Json& json, const char* key, Seat seat) {
  if (seat < kMaxSeats) json[key] = seat;
}

// The open question as this viewer sees it.
Json phase_json(const View& v) {
  const Frame& top = v.top();
  Json json = {{"name", phase_name(top.phase)}, {"seat", top.seat}};
  switch (top.phase) {
    case Phase::Five: json["named"] = top.a; break;
    case Phase::Order:
      json["placed"] = top.a;
      json["of"] = top.b;
      break;
    case Phase::Collect: json["waiting"] = seat_list(top.a); break;
    case Phase::Keep:
    case Phase::Guess:
    case Phase::Place: put_card(json, "kitten", static_cast<Card>(top.a)); break;
    default: break;
  }
  return json;
}

Json play_json(const Play& play) {
  Json json = {{"combo", kCombos[static_cast<std::size_t>(play.combo)]}, {"nopes", play.nopes}};
  put_card(json, "card", play.card);
  put_seat(json, "by", play.by);
  put_seat(json, "target", play.target);
  put_card(json, "named", play.named);
  put_seat(json, "last", play.last);
  return json;
}

// What the viewer knows beyond what lies open.
Json known_json(const View& v) {
  Json pile = Json::array();
  for (int i = 0; i < v.known.facts(); ++i) {
    const PileFact& fact = v.known.fact(i);
    pile.push_back({{"card", card_name(fact.card)}, {"low", fact.low}, {"high", fact.high}});
  }
  Json hands = Json::array();
  for (int i = 0; i < v.known.held(); ++i) {
    const HeldCard held = v.known.held(i);
    hands.push_back({{"seat", held.seat()}, {"card", card_name(held.card())}});
  }
  Json peeked = Json::array();
  for (Seat seat = 0; seat < v.seats; ++seat) peeked.push_back(v.known.peeked(seat));
  return {{"pile", pile}, {"hands", hands}, {"peeked", peeked}};
}

void put_secret(Json& json, const Event& event) {
  if (event.secrets == 0) return;
  if (event.kind == EventKind::PutBack) {
    json["place"] = event.secret[0];
    return;
  }
  Json cards = Json::array();
  for (int i = 0; i < event.secrets; ++i) cards.push_back(card_name(event.secret_card(i)));
  json["secret"] = std::move(cards);
}

}  // namespace

std::string_view event_name(EventKind kind) { return kEventNames[static_cast<std::size_t>(kind)]; }

Json event_json(const Event& event) {
  Json json = {{"kind", event_name(event.kind)}};
  put_seat(json, "seat", event.seat);
  put_seat(json, "other", event.other);
  put_card(json, "card", event.card);
  if (event.number != 0) json["number"] = event.number;
  put_secret(json, event);
  return json;
}

Json view_json(const Rules& rules, const View& v) {
  const Odds odds = next_draw_odds(rules, v);
  Json json = {{"seats", v.seats},
               {"turn", v.turn},
               {"owed", v.owed},
               {"attacked", v.attacked != 0},
               {"forward", v.forward != 0},
               {"alive", seat_list(v.alive)},
               {"cursed", seat_list(v.cursed)},
               {"pending", number_list(v.pending, v.seats)},
               {"hand_sizes", number_list(v.hand_size, v.seats)},
               {"pile", v.pile_size},
               {"discard", cards_object(v.discard)},
               {"faceup", v.faceup != 0},
               {"doom_on_top", v.doom_on_top != 0},
               {"phase", phase_json(v)},
               {"play", play_json(v.play)},
               {"known", known_json(v)},
               {"odds", {{"kittens", odds.kittens}, {"cards", odds.cards}}}};
  put_card(json, "discard_top", v.discard_top);
  Json marked = Json::array();
  for (Seat seat = 0; seat < v.seats; ++seat) marked.push_back(cards_object(v.marked[seat]));
  json["marked"] = std::move(marked);
  if (v.viewer >= v.seats) return json;
  json["viewer"] = v.viewer;
  json["may_act"] = v.may_act != 0;
  json["hand"] = cards_object(v.hand);
  return json;
}

Json merge_patch(const Json& before, const Json& after) {
  Json patch;
  for (const auto& [key, value] : after.items()) {
    const auto old = before.find(key);
    if (old == before.end()) {
      patch[key] = value;
    } else if (value.is_object() && old->is_object()) {
      Json inner = merge_patch(*old, value);
      if (!inner.is_null()) patch[key] = std::move(inner);
    } else if (*old != value) {
      patch[key] = value;
    }
  }
  for (const auto& [key, value] : before.items()) {
    if (!after.contains(key)) patch[key] = nullptr;
  }
  return patch;
}

}  // namespace nl
