// Parser and writer of a seat's knowledge in one line.
#include "text/knowledge_text.h"

#include "text/field_reader.h"

namespace nl {
namespace {

constexpr std::string_view kNoKittenName = "no-kitten";

std::string name_of(Card card) {
  return std::string(card == kNoKitten ? kNoKittenName : card_name(card));
}

template <class Item, class Word>
std::string listed(int count, Item item, Word word) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "" : ",") + word(item(i));
  return text.empty() ? "-" : text;
}

Texts list_of(std::string_view text) { return text == "-" ? Texts{} : parts_of(text, ","); }

Card read_card(FieldReader& in, std::string_view name) {
  const auto card = name == kNoKittenName ? std::optional(kNoKitten) : parse_card(name);
  in.check(card.has_value());
  return card.value_or(Card{});
}

void read_facts(FieldReader& in, std::string_view text, int places, Knowledge::Parts& parts) {
  const Texts facts = list_of(text);
  in.check(facts.size() <= parts.facts.size());
  for (const std::string_view fact : facts) {
    const Texts values = in.split(fact, ":", 3);
    if (!in.good()) return;
    const PileFact one{read_card(in, values[0]), in.byte(values[1], places),
                       in.byte(values[2], places)};
    in.check(one.low <= one.high && one.high < places);
    parts.facts[parts.fact_count++] = one;
  }
}

void read_held(FieldReader& in, std::string_view text, int seats, Knowledge::Parts& parts) {
  const Texts held = list_of(text);
  in.check(held.size() <= parts.held.size());
  for (const std::string_view one : held) {
    const Texts values = in.split(one, ":", 2);
    if (!in.good()) return;
    const auto seat = static_cast<Seat>(in.number(values[0], seats - 1));
    parts.held[parts.held_count++] = held_card(seat, read_card(in, values[1]));
  }
}

}  // namespace

std::string knowledge_text(const Knowledge& known, Seat seat, int seats) {
  const auto n = [](int value) { return std::to_string(value); };
  const auto fact = [&](int i) { return known.fact(i); };
  const auto held = [&](int i) { return known.held(i); };
  const auto peeked = [&](int i) { return known.peeked(static_cast<Seat>(i)); };
  return "seat=" + n(seat) + " cards=" + n(known.pile_size()) + " gone=" + n(known.exploded()) +
         '/' + n(known.imploded()) + " peeked=" + listed(seats, peeked, n) + " facts=" +
         listed(known.facts(), fact,
                [&](const PileFact& one) {
                  return name_of(one.card) + ':' + n(one.low) + ':' + n(one.high);
                }) +
         " held=" + listed(known.held(), held, [&](HeldCard one) {
           return n(one.seat()) + ':' + std::string(card_name(one.card()));
         });
}

std::optional<SeatKnowledge> parse_knowledge(std::string_view text, const State& s) {
  FieldReader in;
  const Texts fields = in.split(text, " ", 6);
  SeatKnowledge result;
  result.seat = static_cast<Seat>(in.number(in.value(fields[0], "seat"), s.seats - 1));
  Knowledge::Parts parts;
  parts.pile_size = in.byte(in.value(fields[1], "cards"), kMaxBox);
  const Texts gone = in.split(in.value(fields[2], "gone"), "/", 2);
  parts.exploded = in.byte(gone[0], kMaxBox);
  parts.imploded = in.byte(gone[1], kMaxBox);
  const Texts peeked = in.split(in.value(fields[3], "peeked"), ",", s.seats);
  for (std::size_t i = 0; i < peeked.size(); ++i) parts.peeked[i] = in.byte(peeked[i], kMaxBox);
  read_facts(in, in.value(fields[4], "facts"), s.pile_size, parts);
  read_held(in, in.value(fields[5], "held"), s.seats, parts);
  if (!in.good()) return std::nullopt;
  result.known = Knowledge(result.seat, s.seats, parts);
  return result;
}

}  // namespace nl
