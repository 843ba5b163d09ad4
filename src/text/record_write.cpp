// Writer of record lines.
#include <algorithm>
#include <array>

#include "engine/legal.h"
#include "text/knowledge_text.h"
#include "text/notation.h"
#include "text/record.h"
#include "text/state_text.h"

namespace nl {
namespace {

constexpr auto kChanceNames =
    std::to_array<std::string_view>({"deal", "first", "shuffle", "steal", "nope", "mark", "blind"});
static_assert(kChanceNames.size() == kChances);

Json pile_json(const std::vector<Card>& pile) {
  Json list = Json::array();
  for (const Card card : pile) list.push_back(card_name(card));
  return list;
}

Json seats_json(const State& s, SeatMask mask) {
  Json list = Json::array();
  for (Seat seat = 0; seat < s.seats; ++seat) {
    if (holds(mask, seat)) list.push_back(seat);
  }
  return list;
}

std::vector<Card> pile_of(const State& s) {
  std::vector<Card> pile;
  for (int place = 0; place < s.pile_size; ++place) pile.push_back(s.from_top(place));
  return pile;
}

}  // namespace

Json cards_json(const Counts& cards) {
  Json list = Json::array();
  for (int kind = 0; kind < kCardKinds; ++kind) {
    for (int i = 0; i < cards[card_at(kind)]; ++i) list.push_back(card_name(card_at(kind)));
  }
  return list;
}

std::string record_text(const Header& header) {
  Json json = {{"record", header.version}, {"preset", preset_name(header.preset)}};
  json["expansions"] = Json::array();
  for (const std::string_view box : box_names(header.expansions)) json["expansions"].push_back(box);
  json["rules"] = rules_json(header.rules, header.version);
  json["seats"] = header.seats;
  return json.dump();
}

std::string record_text(const Deal& deal) {
  Json hands = Json::array();
  for (const Counts& hand : deal.hands) hands.push_back(cards_json(hand));
  Json json = {{"first", deal.first}, {"hands", hands}};
  json["pile"] = pile_json(deal.pile);
  json["removed"] = cards_json(deal.removed);
  return Json{{"deal", json}}.dump();
}

std::string record_text(const StartPosition& position) {
  const State& s = position.state;
  const std::string known = knowledge_text(position.known, position.seat, s.seats);
  return Json{{"position", {{"state", state_text(s)}, {"known", known}}}}.dump();
}

std::string record_text(const Step& step) {
  Json json = {{"seat", step.seat}, {"do", step.text}};
  if (step.legal) json["legal"] = *step.legal;
  return json.dump();
}

std::string record_text(const Outcome& outcome) {
  Json json = {{"chance", kChanceNames[static_cast<std::size_t>(outcome.what)]}};
  if (outcome.what == Chance::Shuffle) {
    json["pile"] = pile_json(outcome.pile);
  } else if (outcome.what == Chance::Nope) {
    json["seat"] = outcome.seat;
  } else {
    json["card"] = card_name(outcome.card);
  }
  return json.dump();
}

std::string record_text(const StateLine& state) { return Json{{"state", state.state}}.dump(); }

std::string record_text(const End& end) {
  return Json{{"end", Json{{"winner", end.winner}, {"died", end.died}}}}.dump();
}

// Cards in no hand and not in the pile were left out of this game: spare kittens and Defuses, and
// the third that a faster game removes.
Deal deal_of(const Rules& rules, const State& s) {
  Deal deal{.first = s.turn, .pile = pile_of(s), .removed = rules.copies};
  for (Seat seat = 0; seat < s.seats; ++seat) {
    deal.hands.push_back(s.hands[seat]);
    for (std::size_t k = 0; k < kCardKinds; ++k) {
      deal.removed.n[k] = static_cast<std::uint8_t>(deal.removed.n[k] - s.hands[seat].n[k]);
    }
  }
  for (const Card card : deal.pile) --deal.removed[card];
  return deal;
}

Json state_json(const State& s) {
  Json json;
  json["turn"] = s.turn;
  json["owed"] = s.owed;
  json["actors"] = seats_json(s, actors(s));
  json["alive"] = seats_json(s, s.alive);
  json["hands"] = Json::array();
  json["marked"] = Json::array();
  json["pending"] = Json::array();
  for (Seat seat = 0; seat < s.seats; ++seat) {
    json["hands"].push_back(cards_json(s.hands[seat]));
    json["marked"].push_back(cards_json(s.marked[seat]));
    json["pending"].push_back(s.pending[seat]);
  }
  json["pile"] = pile_json(pile_of(s));
  json["discard"] = cards_json(s.discard);
  json["direction"] = s.forward ? 1 : -1;
  json["attacked"] = s.attacked != 0;
  json["faceup"] = s.faceup != 0;
  json["cursed"] = seats_json(s, s.cursed);
  return json;
}

std::vector<std::string> legal_texts(const Rules& rules, const State& s, Seat seat) {
  std::vector<std::string> texts;
  legal(rules, s, seat).for_each([&](Action action) {
    texts.push_back(action_text(s, seat, action));
  });
  std::sort(texts.begin(), texts.end());  // a checker does not know the order of our ids
  return texts;
}

}  // namespace nl
