#include "client/view_reader.h"

#include <algorithm>

#include "server/game_json.h"
#include "text/notation.h"

namespace nl {
namespace {

const Json& field(const Json& json, const char* key) {
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

std::uint8_t byte_of(const Json& json, const char* key, int high) {
  return static_cast<std::uint8_t>(number_of(json, key, 0, high));
}

bool flag(const Json& json, const char* key) {
  const Json& value = field(json, key);
  if (!value.is_boolean()) throw BadMessage(key);
  return value.get<bool>();
}

Card card_named(const Json& value, const char* what) {
  const auto card = value.is_string() ? parse_card(value.get<std::string>()) : std::nullopt;
  if (!card) throw BadMessage(what);
  return *card;
}
Card card_or_none(const Json& json, const char* key) {
  return json.contains(key) ? card_named(json[key], key) : kNoCard;
}
Seat seat_or_none(const Json& json, const char* key, int seats) {
  return json.contains(key) ? static_cast<Seat>(number_of(json, key, 0, seats - 1)) : kNoSeat;
}

const Json& array_of(const Json& json, const char* key, std::size_t most) {
  const Json& list = field(json, key);
  if (!list.is_array() || list.size() > most) throw BadMessage(key);
  return list;
}

SeatMask seats_in(const Json& json, const char* key, int seats) {
  SeatMask mask = 0;
  for (const Json& seat : array_of(json, key, kMaxSeats)) {
    mask |= seat_bit(static_cast<Seat>(number_in(seat, key, 0, seats - 1)));
  }
  return mask;
}

template <class Numbers>
void read_numbers(const Json& json, const char* key, int seats, int high, Numbers& numbers) {
  const Json& list = array_of(json, key, kMaxSeats);
  if (static_cast<int>(list.size()) != seats) throw BadMessage(key);
  for (std::size_t i = 0; i < list.size(); ++i) {
    numbers[i] = static_cast<typename Numbers::value_type>(number_in(list[i], key, 0, high));
  }
}

Counts cards_in(const Json& cards, const char* what) {
  Counts counts;
  if (!cards.is_object()) throw BadMessage(what);
  for (const auto& [name, number] : cards.items()) {
    const auto card = parse_card(name);
    if (!card) throw BadMessage(what);
    counts[*card] = static_cast<std::uint8_t>(number_in(number, what, 0, kMaxBox));
  }
  return counts;
}

Frame read_frame(const Json& json, int seats) {
  const auto phase = parse_phase(text_of(json, "name"));
  if (!phase) throw BadMessage("phase");
  Frame frame{*phase, static_cast<Seat>(number_of(json, "seat", 0, 255))};
  if (*phase != Phase::Over && frame.seat >= seats) throw BadMessage("phase");
  switch (*phase) {
    case Phase::Five: frame.a = byte_of(json, "named", 5); break;
    case Phase::Order:
      frame.a = byte_of(json, "placed", 5);
      frame.b = byte_of(json, "of", 5);
      break;
    case Phase::Collect: frame.a = seats_in(json, "waiting", seats); break;
    case Phase::Keep:
    case Phase::Guess:
    case Phase::Place:
      frame.a = static_cast<std::uint8_t>(index(card_or_none(json, "kitten")));
      break;
    default: break;
  }
  return frame;
}

Play read_play(const Json& json, int seats) {
  constexpr std::array<std::string_view, 4> kCombos = {"single", "pair", "triple", "five"};
  const auto combo = std::find(kCombos.begin(), kCombos.end(), text_of(json, "combo"));
  if (combo == kCombos.end()) throw BadMessage("combo");
  return {.card = card_or_none(json, "card"),
          .combo = static_cast<Combo>(combo - kCombos.begin()),
          .by = seat_or_none(json, "by", seats),
          .target = seat_or_none(json, "target", seats),
          .named = card_or_none(json, "named"),
          .nopes = byte_of(json, "nopes", 255),
          .last = seat_or_none(json, "last", seats)};
}

// The top cards, as far as they are known without a gap, as if they had just been looked at.
Knowledge top_of_pile(const Json& known, const View& v) {
  constexpr std::size_t kMost = 5;  // as many as one event can hold
  std::array<Card, kMost> top;
  top.fill(kNoCard);
  for (const Json& fact : array_of(known, "pile", 2 * kMaxBox)) {
    const int low = number_of(fact, "low", 0, 255);
    const Card card = card_named(field(fact, "card"), "card");
    const bool exact = low == number_of(fact, "high", 0, 255);
    if (exact && low < static_cast<int>(kMost)) top[static_cast<std::size_t>(low)] = card;
  }
  Event look{.kind = EventKind::Saw, .seat = v.viewer};
  while (look.secrets < kMost && top[look.secrets] != kNoCard) {
    look.secret[look.secrets] = static_cast<std::uint8_t>(index(top[look.secrets]));
    ++look.secrets;
  }
  look.number = look.secrets;
  Knowledge knowledge(v.viewer, v.seats);
  if (look.secrets != 0) knowledge.fold(look);
  return knowledge;
}

void read_public(const Json& json, View& v) {
  const int seats = v.seats;
  v.turn = byte_of(json, "turn", seats - 1);
  v.alive = seats_in(json, "alive", seats);
  v.cursed = seats_in(json, "cursed", seats);
  v.forward = flag(json, "forward");
  v.attacked = flag(json, "attacked");
  v.faceup = flag(json, "faceup");
  v.doom_on_top = flag(json, "doom_on_top");
  v.pile_size = byte_of(json, "pile", kMaxBox);
  v.discard_top = card_or_none(json, "discard_top");
  v.owed = static_cast<std::uint16_t>(number_of(json, "owed", 0, 65'535));
  read_numbers(json, "pending", seats, 65'535, v.pending);
  read_numbers(json, "hand_sizes", seats, kMaxBox, v.hand_size);
  v.discard = cards_in(field(json, "discard"), "discard");
  v.frames[0] = read_frame(field(json, "phase"), seats);
  v.play = read_play(field(json, "play"), seats);
  const Json& marked = array_of(json, "marked", kMaxSeats);
  for (std::size_t seat = 0; seat < marked.size(); ++seat) {
    v.marked[seat] = cards_in(marked[seat], "marked");
    if (v.marked[seat].total() > 0) v.with_marks |= seat_bit(static_cast<Seat>(seat));
  }
}

// As much of a state as the notation needs to tell the words of an answer.
State as_state(const View& v) {
  State s;
  s.seats = v.seats;
  s.frames[0] = v.top();
  return s;
}

std::optional<EventKind> parse_event(std::string_view name) {
  for (int kind = 0; kind < kEventKinds; ++kind) {
    if (event_name(static_cast<EventKind>(kind)) == name) return static_cast<EventKind>(kind);
  }
  return std::nullopt;
}

// News to nobody but the one it is about.
bool is_hidden(EventKind kind) {
  return kind == EventKind::Passed || kind == EventKind::CommittedNope ||
         kind == EventKind::Ordering || kind == EventKind::FoundKitten;
}

void read_secret(const Json& json, Event& event) {
  if (json.contains("place")) {
    event.secrets = 1;
    event.secret[0] = byte_of(json, "place", kMaxBox);
  }
  if (!json.contains("secret")) return;
  for (const Json& card : array_of(json, "secret", event.secret.size())) {
    event.secret[event.secrets++] = static_cast<std::uint8_t>(index(card_named(card, "secret")));
  }
}

}  // namespace

int number_of(const Json& json, const char* key, int low, int high) {
  return number_in(field(json, key), key, low, high);
}

const std::string& text_of(const Json& json, const char* key) {
  const Json& value = field(json, key);
  if (!value.is_string()) throw BadMessage(key);
  return value.get_ref<const std::string&>();
}

std::optional<Phase> parse_phase(std::string_view name) {
  for (int phase = 0; phase < kPhases; ++phase) {
    if (phase_name(static_cast<Phase>(phase)) == name) return static_cast<Phase>(phase);
  }
  return std::nullopt;
}

SeenGame read_view(const Json& json) {
  if (!json.is_object()) throw BadMessage("view");
  SeenGame seen;
  View& v = seen.view;
  v.seats = static_cast<std::uint8_t>(number_of(json, "seats", 2, kMaxSeats));
  read_public(json, v);
  if (json.contains("viewer")) {
    v.viewer = byte_of(json, "viewer", v.seats - 1);
    v.may_act = flag(json, "may_act");
    v.hand = cards_in(field(json, "hand"), "hand");
  }
  v.known = top_of_pile(field(json, "known"), v);
  const Json& odds = field(json, "odds");
  seen.odds = {number_of(odds, "kittens", 0, kMaxBox), number_of(odds, "cards", 1, kMaxBox)};
  return seen;
}

Event read_event(const Json& json, Seat viewer, int seats) {
  const auto kind = parse_event(text_of(json, "kind"));
  if (!kind) return {};  // of a later server: nothing that this client could say about it
  Event event{.kind = *kind,
              .seat = seat_or_none(json, "seat", seats),
              .other = seat_or_none(json, "other", seats),
              .card = card_or_none(json, "card")};
  if (json.contains("number")) event.number = byte_of(json, "number", 255);
  read_secret(json, event);
  event.hidden = is_hidden(*kind);
  const bool for_these_eyes = event.secrets > 0 || event.hidden;
  if (for_these_eyes && viewer < seats) event.knows = seat_bit(viewer);
  return event;
}

ActionSet read_legal(const Json& list, const View& v) {
  const State s = as_state(v);
  ActionSet legal;
  if (!list.is_array()) throw BadMessage("legal");
  for (const Json& text : list) {
    const auto action = text.is_string()
                            ? parse_action(s, v.viewer, text.get_ref<const std::string&>())
                            : std::nullopt;
    if (!action) throw BadMessage("legal");
    legal.add(*action);
  }
  return legal;
}

std::string answer_text(const View& v, Action action) {
  return action_text(as_state(v), v.viewer, action);
}

}  // namespace nl
