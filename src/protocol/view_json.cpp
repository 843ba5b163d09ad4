// JSON of views: writer, reader and patches.
#include "protocol/view_json.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <type_traits>

#include "engine/odds.h"
#include "text/notation.h"

namespace nl {
namespace {

template <class Numbers>
Json number_list(const Numbers& numbers, int n) {
  Json list = Json::array();
  for (int i = 0; i < n; ++i) list.push_back(numbers[static_cast<std::size_t>(i)]);
  return list;
}

// One number for each seat.
template <class Numbers>
void read_numbers(const JsonReader& list, int seats, int high, Numbers& numbers) {
  const auto items = list.items(kMaxSeats);
  if (static_cast<int>(items.size()) != seats) list.fail("one number for each seat");
  for (std::size_t i = 0; i < items.size(); ++i) {
    numbers[i] = static_cast<typename Numbers::value_type>(items[i].number(0, high));
  }
}

// ---- the question that is open, and what lies under it ------------------------------------------

Json frame_json(const Frame& frame) {
  Json json = {{"name", kPhaseNames[frame.phase]}, {"seat", frame.seat}};
  switch (frame.phase) {
    case Phase::Five:
      json["named"] = frame.a;
      if (frame.a != 0) put_card(json, "last", static_cast<Card>(frame.b));
      break;
    case Phase::Order:
      json["placed"] = frame.a;
      json["of"] = frame.b;
      break;
    case Phase::Collect:
    case Phase::Potluck: json["waiting"] = seat_list(frame.a); break;
    case Phase::Bury: put_card(json, "card", static_cast<Card>(frame.a)); break;
    case Phase::Keep:
      if (frame.b != 0) json["bottom"] = true;
      [[fallthrough]];
    case Phase::Guess:
    case Phase::Place: put_card(json, "kitten", static_cast<Card>(frame.a)); break;
    default: break;
  }
  return json;
}

std::uint8_t card_number(const JsonReader& card) {
  return static_cast<std::uint8_t>(index(card.card()));
}

Frame read_frame(const JsonReader& json, int seats) {
  Frame frame{json["name"].named(kPhaseNames), json["seat"].byte(seats - 1)};
  switch (frame.phase) {
    case Phase::Five:
      frame.a = json["named"].byte(5);
      if (frame.a != 0) frame.b = card_number(json["last"]);
      break;
    case Phase::Order:
      frame.a = json["placed"].byte(5);
      frame.b = json["of"].byte(5);
      break;
    case Phase::Collect:
    case Phase::Potluck: frame.a = read_seats(json["waiting"], seats); break;
    case Phase::Bury: frame.a = static_cast<std::uint8_t>(json["card"].card_or_none()); break;
    case Phase::Keep: frame.b = json["bottom"].flag_or(false); [[fallthrough]];
    case Phase::Guess:
    case Phase::Place: frame.a = card_number(json["kitten"]); break;
    default: break;
  }
  return frame;
}

const Frame& top_frame(const TableView& v) { return v.frames[std::size_t{v.depth} - 1]; }

Json under_json(const TableView& v) {
  Json under = Json::array();
  for (std::size_t i = 0; i + 1 < v.depth; ++i) under.push_back(frame_json(v.frames[i]));
  return under;
}

void read_frames(const JsonReader& json, View& v) {
  v.depth = 0;
  if (json.has("under")) {
    for (const JsonReader& frame : json["under"].items(kMaxFrames - 1)) {
      v.frames[v.depth++] = read_frame(frame, v.seats);
    }
  }
  v.frames[v.depth++] = read_frame(json["phase"], v.seats);
}

Json play_json(const Play& play) {
  Json json = {{"combo", kComboNames[play.combo]}, {"nopes", play.nopes}};
  put_card(json, "card", play.card);
  put_seat(json, "by", play.by);
  put_seat(json, "target", play.target);
  put_card(json, "named", play.named);
  put_seat(json, "last", play.last);
  return json;
}

Play read_play(const JsonReader& json, int seats) {
  return {.card = json["card"].card_or_none(),
          .combo = json["combo"].named(kComboNames),
          .by = json["by"].seat_or_none(seats),
          .target = json["target"].seat_or_none(seats),
          .named = json["named"].card_or_none(),
          .nopes = json["nopes"].byte(255),
          .last = json["last"].seat_or_none(seats)};
}

// ---- what the viewer knows beyond what lies open ------------------------------------------------

Json gone_json(const Knowledge& known) {
  Counts gone;
  gone[Card::Exploding] = static_cast<std::uint8_t>(known.exploded());
  gone[Card::Imploding] = static_cast<std::uint8_t>(known.imploded());
  return counts_json(gone);
}

Json known_json(const Knowledge& known, int seats) {
  Json pile = Json::array();
  for (int i = 0; i < known.facts(); ++i) {
    const PileFact& fact = known.fact(i);
    Json told = {{"low", fact.low}, {"high", fact.high}};
    if (fact.card != kNoKitten) put_card(told, "card", fact.card);
    pile.push_back(std::move(told));
  }
  Json hands = Json::array();
  for (int i = 0; i < known.held(); ++i) {
    const HeldCard held = known.held(i);
    hands.push_back({{"seat", held.seat()}, {"card", card_name(held.card())}});
  }
  Json json = {{"pile", std::move(pile)},
               {"hands", std::move(hands)},
               {"peeked", number_list(known.peeked(), seats)}};
  if (Json gone = gone_json(known); !gone.empty()) json["gone"] = std::move(gone);
  return json;
}

Knowledge read_known(const JsonReader& json, const View& v) {
  constexpr std::size_t kMostFacts = 2 * kMaxBox;  // knowing less than the truth is always sound
  Knowledge::Parts parts;
  for (const JsonReader& fact : json["pile"].items(kMostFacts)) {
    if (parts.fact_count == Knowledge::kMaxFacts) break;
    const Card card = fact["card"].card_or_none();
    parts.facts[parts.fact_count++] = {card == kNoCard ? kNoKitten : card, fact["low"].byte(255),
                                       fact["high"].byte(255)};
  }
  for (const JsonReader& held : json["hands"].items(kMostFacts)) {
    if (parts.held_count == Knowledge::kMaxHeld) break;
    parts.held[parts.held_count++] = held_card(held["seat"].byte(v.seats - 1), held["card"].card());
  }
  read_numbers(json["peeked"], v.seats, kMaxBox, parts.peeked);
  if (json.has("gone")) {
    const Counts gone = read_counts(json["gone"]);
    parts.exploded = gone[Card::Exploding];
    parts.imploded = gone[Card::Imploding];
  }
  parts.pile_size = v.pile_size;
  parts.found = v.phase() == Phase::Keep;  // only the acting seat sees that phase
  return {v.viewer, v.seats, parts};
}

// ---- the view -----------------------------------------------------------------------------------

void read_marked(const JsonReader& json, View& v) {
  const auto marked = json["marked"].items(v.seats);
  for (std::size_t seat = 0; seat < marked.size(); ++seat) {
    v.marked[seat] = read_counts(marked[seat]);
    if (v.marked[seat].total() > 0) v.with_marks |= seat_bit(static_cast<Seat>(seat));
  }
}

void read_public(const JsonReader& json, View& v) {
  const int seats = v.seats;
  v.turn = json["turn"].byte(seats - 1);
  v.alive = read_seats(json["alive"], seats);
  v.cursed = read_seats(json["cursed"], seats);
  v.forward = json["forward"].flag();
  v.attacked = json["attacked"].flag();
  v.faceup = json["faceup"].flag();
  v.doom_on_top = json["doom_on_top"].flag();
  v.pile_size = json["pile"].byte(kMaxBox);
  v.discard_top = json["discard_top"].card_or_none();
  v.owed = static_cast<std::uint16_t>(json["owed"].number(0, 65'535));
  read_numbers(json["pending"], seats, 65'535, v.pending);
  read_numbers(json["hand_sizes"], seats, kMaxBox, v.hand_size);
  v.discard = read_counts(json["discard"]);
  read_frames(json, v);
  v.play = read_play(json["play"], seats);
  if (json.has("asked")) v.asked = read_seats(json["asked"], seats);
  read_marked(json, v);
}

template <class Bytes>
bool same_bytes(const Bytes& a, const Bytes& b) {
  static_assert(std::has_unique_object_representations_v<Bytes>);
  using Plain = std::array<std::uint8_t, sizeof(Bytes)>;
  return std::bit_cast<Plain>(a) == std::bit_cast<Plain>(b);
}

// ---- fields: what each is called, when it is the same as another's, and what it is
// ---------------

// One of a view's two parts. A field that is null is left out.
template <class Part>
struct ViewField {
  const char* name;
  bool (*same)(const Part&, const Part&);  // false does not promise that they differ
  Json (*json)(const Part&);
};

template <auto kMember, class Part>
bool same_member(const Part& a, const Part& b) {
  return a.*kMember == b.*kMember;
}
template <auto kMember, class Part>
Json plain_member(const Part& part) {
  return part.*kMember;
}
template <auto kMember>
Json seats_member(const TableView& v) {
  return seat_list(v.*kMember);
}

template <auto kMember, class Part>
constexpr ViewField<Part> plain_field(const char* name) {
  return {name, same_member<kMember, Part>, plain_member<kMember, Part>};
}

using Table = TableView;
constexpr std::array kTableFields = {
    plain_field<&Table::seats, Table>("seats"),
    plain_field<&Table::turn, Table>("turn"),
    plain_field<&Table::owed, Table>("owed"),
    plain_field<&Table::attacked, Table>("attacked"),
    plain_field<&Table::forward, Table>("forward"),
    ViewField<Table>{"alive", same_member<&Table::alive>, seats_member<&Table::alive>},
    ViewField<Table>{"cursed", same_member<&Table::cursed>, seats_member<&Table::cursed>},
    ViewField<Table>{"pending", same_member<&Table::pending>,
                     [](const Table& v) { return number_list(v.pending, v.seats); }},
    ViewField<Table>{"hand_sizes", same_member<&Table::hand_size>,
                     [](const Table& v) { return number_list(v.hand_size, v.seats); }},
    plain_field<&Table::pile_size, Table>("pile"),
    ViewField<Table>{"discard", same_member<&Table::discard>,
                     [](const Table& v) { return counts_json(v.discard); }},
    plain_field<&Table::faceup, Table>("faceup"),
    plain_field<&Table::doom_on_top, Table>("doom_on_top"),
    ViewField<Table>{
        "phase",
        [](const Table& a, const Table& b) { return same_bytes(top_frame(a), top_frame(b)); },
        [](const Table& v) { return frame_json(top_frame(v)); }},
    ViewField<Table>{"under",
                     [](const Table& a, const Table& b) {
                       return a.depth == b.depth && same_bytes(a.frames, b.frames);
                     },
                     [](const Table& v) { return v.depth == 1 ? Json() : under_json(v); }},
    ViewField<Table>{"play",
                     [](const Table& a, const Table& b) { return same_bytes(a.play, b.play); },
                     [](const Table& v) { return play_json(v.play); }},
    ViewField<Table>{
        "discard_top", same_member<&Table::discard_top>,
        [](const Table&
               v) { return v.discard_top == kNoCard ? Json() : Json(card_name(v.discard_top)); }},
    ViewField<Table>{"asked", same_member<&Table::asked>,
                     [](const Table& v) { return v.asked == 0 ? Json() : seat_list(v.asked); }},
    ViewField<Table>{"marked", same_member<&Table::marked>, [](const Table& v) {
                       Json marked = Json::array();
                       for (Seat seat = 0; seat < v.seats; ++seat) {
                         marked.push_back(counts_json(v.marked[seat]));
                       }
                       return marked;
                     }}};

bool watches(const OwnView& v) { return v.viewer >= v.seats; }

constexpr std::array kOwnFields = {
    ViewField<OwnView>{"known", same_member<&OwnView::known>,
                       [](const OwnView& v) { return known_json(v.known, v.seats); }},
    ViewField<OwnView>{"odds",
                       [](const OwnView& a, const OwnView& b) {
                         return a.odds.kittens == b.odds.kittens && a.odds.cards == b.odds.cards;
                       },
                       [](const OwnView& v) {
                         return Json{{"kittens", v.odds.kittens}, {"cards", v.odds.cards}};
                       }},
    ViewField<OwnView>{"viewer", same_member<&OwnView::viewer>,
                       [](const OwnView& v) { return watches(v) ? Json() : Json(v.viewer); }},
    ViewField<OwnView>{"may_act", same_member<&OwnView::may_act>,
                       [](const OwnView& v) { return watches(v) ? Json() : Json(v.may_act); }},
    ViewField<OwnView>{
        "committed", same_member<&OwnView::committed>,
        [](const OwnView& v) { return watches(v) || !v.committed ? Json() : Json(true); }},
    ViewField<OwnView>{"hand", same_member<&OwnView::hand>,
                       [](const OwnView& v) { return watches(v) ? Json() : counts_json(v.hand); }}};

template <class Fields, class Part>
Json json_of(const Fields& fields, const Part& part) {
  Json json = Json::object();
  for (const auto& field : fields) {
    if (Json value = field.json(part); !value.is_null()) json[field.name] = std::move(value);
  }
  return json;
}

// Removed fields come last, as in merge_patch().
template <class Fields, class Part>
Json patch_of(const Fields& fields, const Part* before, const Part& after) {
  if (before == nullptr) return json_of(fields, after);
  Json patch;
  Json gone;
  for (const auto& field : fields) {
    if (field.same(*before, after)) continue;
    const Json old = field.json(*before);
    Json now = field.json(after);
    if (now == old) continue;
    if (now.is_null()) {
      gone[field.name] = nullptr;
    } else if (now.is_object() && old.is_object()) {
      patch[field.name] = merge_patch(old, now);
    } else {
      patch[field.name] = std::move(now);
    }
  }
  if (!gone.is_null()) patch.update(gone);
  return patch;
}

}  // namespace

bool operator==(const TableView& a, const TableView& b) {
  const auto small = [](const TableView& t) {
    return std::tie(t.seats, t.turn, t.alive, t.cursed, t.forward, t.attacked, t.faceup,
                    t.doom_on_top, t.asked, t.pile_size, t.owed, t.discard_top, t.depth);
  };
  return small(a) == small(b) && same_bytes(a.frames, b.frames) && same_bytes(a.play, b.play) &&
         a.hand_size == b.hand_size && a.pending == b.pending && a.discard == b.discard &&
         a.marked == b.marked;
}

TableView table_of(const View& v) {
  TableView table{.seats = v.seats,
                  .turn = v.turn,
                  .alive = v.alive,
                  .cursed = v.cursed,
                  .forward = v.forward != 0,
                  .attacked = v.attacked != 0,
                  .faceup = v.faceup != 0,
                  .doom_on_top = v.doom_on_top != 0,
                  .asked = v.asked,
                  .pile_size = v.pile_size,
                  .owed = v.owed,
                  .discard_top = v.discard_top,
                  .depth = v.depth,
                  .play = v.play,
                  .hand_size = v.hand_size,
                  .pending = v.pending,
                  .discard = v.discard,
                  .marked = v.marked};
  // Frames below the open question belong to earlier questions.
  std::copy_n(v.frames.begin(), v.depth, table.frames.begin());
  return table;
}

OwnView own_of(const Rules& rules, const View& v) {
  return {.viewer = v.viewer,
          .seats = v.seats,
          .may_act = v.may_act != 0,
          .committed = v.committed != 0,
          .hand = v.hand,
          .known = v.known,
          .odds = next_draw_odds(rules, v)};
}

Json table_json(const TableView& table) { return json_of(kTableFields, table); }
Json own_json(const OwnView& own) { return json_of(kOwnFields, own); }

Json table_patch(const TableView* before, const TableView& after) {
  return patch_of(kTableFields, before, after);
}
Json own_patch(const OwnView* before, const OwnView& after) {
  return patch_of(kOwnFields, before, after);
}

Json view_json(const Rules& rules, const View& v) {
  Json json = table_json(table_of(v));
  json.update(own_json(own_of(rules, v)));
  return json;
}

SeenGame read_view(const JsonReader& json) {
  SeenGame seen;
  View& v = seen.view;
  v.seats = static_cast<std::uint8_t>(json["seats"].number(2, kMaxSeats));
  read_public(json, v);
  if (json.has("viewer")) {
    v.viewer = json["viewer"].byte(v.seats - 1);
    v.may_act = json["may_act"].flag();
    v.committed = json["committed"].flag_or(false);
    v.hand = read_counts(json["hand"]);
  }
  v.known = read_known(json["known"], v);
  const JsonReader odds = json["odds"];
  seen.odds = {odds["kittens"].number(0, kLargestOdds), odds["cards"].number(1, kLargestOdds)};
  return seen;
}

Json legal_json(const QuestionContext& asked, const ActionSet& legal) {
  Json list = Json::array();
  legal.for_each([&](Action action) { list.push_back(action_text(asked, action)); });
  return list;
}

// Record notation has plain letters only.
std::string legal_text(const QuestionContext& asked, const ActionSet& legal) {
  std::string text = "[";
  legal.for_each([&](Action action) {
    text += text.size() == 1 ? "\"" : ",\"";
    text += action_text(asked, action);
    text += '"';
  });
  return text + ']';
}

ActionSet read_legal(std::span<const std::string> words, const QuestionContext& asked) {
  ActionSet legal;
  for (const std::string& word : words) {
    const auto action = parse_action(asked, word);
    if (!action) throw JsonError("legal", "\"legal\" must answer what is asked");
    legal.add(*action);
  }
  return legal;
}

SentView::SentView(const TableView& table, const OwnView& own) : json_(table_json(table)) {
  json_.update(own_json(own));
}

SentView SentView::patched(const ViewPatch& patch) const {
  SentView after = *this;
  after.json_.merge_patch(patch.fields());
  return after;
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
