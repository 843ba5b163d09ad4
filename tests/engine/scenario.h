// Scenario fixture: set hands and pile, play by the words of a record, expect.
//
//   Table t(make_rules(Preset::Official), 3);
//   t.hand(0, "favor").hand(1, "skip nope").pile("tacocat*2");
//   t.does(0, "play favor, target 1").play(1, "card skip");
//   t.expect_hand(0, "skip").expect_turn(0, 1);
//
// Cards of a pile are listed from the top; "tacocat*2" is two of them. Seat 0 begins unless
// starts() says otherwise. Chance is scripted by next_…(), in order; chance that was not
// scripted, or scripted and not used, fails the test.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.h"
#include "text/notation.h"

namespace nl {

inline constexpr Expansions kBoth = kImploding | kStreaking;
inline constexpr std::array<Preset, kPresets> kAllPresets = {Preset::Official, Preset::Srs,
                                                             Preset::Family, Preset::Implosion};

inline Rules imploding(Preset preset = Preset::Official) { return make_rules(preset, kImploding); }
inline Rules both(Preset preset = Preset::Official) { return make_rules(preset, kBoth); }

inline std::vector<std::string> split(std::string_view text, std::string_view by) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = text.find(by);
    if (end != 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + by.size());
  }
  return parts;
}

inline std::vector<Card> cards_of(std::string_view words) {
  std::vector<Card> cards;
  for (const std::string& word : split(words, " ")) {
    const std::size_t star = word.find('*');
    const auto card = parse_card(word.substr(0, star));
    if (!card) ADD_FAILURE() << "no such card: " << word;
    const int copies = star == std::string::npos ? 1 : std::stoi(word.substr(star + 1));
    cards.insert(cards.end(), static_cast<std::size_t>(copies), card.value_or(kNoCard));
  }
  return cards;
}

inline Counts counts_of(std::string_view words) {
  Counts counts;
  for (const Card card : cards_of(words)) ++counts[card];
  return counts;
}

inline std::string words_of(const std::vector<Card>& cards) {
  std::string words;
  for (auto card = cards.begin(); card != cards.end();) {
    const auto end = std::find_if(card, cards.end(), [&](Card other) { return other != *card; });
    words += (words.empty() ? "" : " ") + std::string(card_name(*card));
    if (end - card > 1) words += "*" + std::to_string(end - card);
    card = end;
  }
  return words;
}

inline std::string words_of(const Counts& counts) {
  std::vector<Card> cards;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    cards.insert(cards.end(), counts[card_at(kind)], card_at(kind));
  }
  return words_of(cards);
}

// Chance as the test wrote it, in the order in which it must be asked for.
class Script {
 public:
  struct Outcome {
    Chance what;
    std::vector<Card> cards;
    Seat seat = kNoSeat;
    std::string among = "";  // possible cards, if the test names them
  };
  std::deque<Outcome> outcomes;

  // `cards` lies from the bottom up.
  void shuffle(Chance what, int, Card* cards, int n) {
    const Outcome next = take(what);
    std::vector<Card> order = next.cards;
    std::reverse(order.begin(), order.end());
    if (static_cast<int>(order.size()) == n &&
        std::is_permutation(order.begin(), order.end(), cards)) {
      std::copy(order.begin(), order.end(), cards);
    } else {
      ADD_FAILURE() << "the shuffled cards are not those of the script: "
                    << words_of(std::vector<Card>(cards, cards + n));
    }
  }
  Card card(Chance what, int, const Counts& from, int n) {
    EXPECT_EQ(from.total(), n);
    const Outcome next = take(what);
    if (!next.among.empty()) {
      EXPECT_EQ(words_of(from), words_of(counts_of(next.among)));
    }
    if (next.cards.size() == 1 && from[next.cards[0]] != 0) return next.cards[0];
    ADD_FAILURE() << "the script's card is not among: " << words_of(from);
    return nth_card(from, 0);
  }
  Seat seat(Chance what, int, SeatMask seats) {
    const Outcome next = take(what);
    if (next.seat != kNoSeat && holds(seats, next.seat)) return next.seat;
    ADD_FAILURE() << "the script's seat is not in mask " << int{seats};
    return first_seat(seats);
  }

 private:
  Outcome take(Chance what) {
    if (outcomes.empty() || outcomes.front().what != what) {
      ADD_FAILURE() << "chance was not expected here: " << static_cast<int>(what);
      return {what, {}, kNoSeat, ""};
    }
    const Outcome next = outcomes.front();
    outcomes.pop_front();
    return next;
  }
};

static_assert(RandomSource<Script>);

struct EventLog {
  static constexpr bool kListens = true;
  std::vector<Event> events;
  void operator()(const Event& event) { events.push_back(event); }
};

class Table {
 public:
  using Where = std::source_location;

  Table(const Rules& rules, int seats) : rules_(rules) {
    s_.seats = static_cast<std::uint8_t>(seats);
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  ~Table() { done(); }

  // ---- before the first card ----------------------------------------------------------------

  Table& hand(int seat, std::string_view cards) {
    s_.hands[static_cast<std::size_t>(seat)] = counts_of(cards);
    return *this;
  }
  Table& pile(std::string_view top_first) {
    s_.pile_size = 0;
    std::vector<Card> cards = cards_of(top_first);
    std::reverse(cards.begin(), cards.end());
    for (const Card card : cards) s_.pile[s_.pile_size++] = card;
    return *this;
  }
  Table& discarded(std::string_view cards) {
    s_.discard = counts_of(cards);
    return *this;
  }
  Table& cursed(int seat) {
    s_.cursed |= seat_bit(static_cast<Seat>(seat));
    return *this;
  }
  Table& marked(int seat, std::string_view cards) {
    s_.marked[static_cast<std::size_t>(seat)] = counts_of(cards);
    s_.with_marks |= seat_bit(static_cast<Seat>(seat));
    return *this;
  }
  Table& face_up() {
    s_.faceup = 1;
    return *this;
  }
  Table& starts(int first) {
    begin_game(s_, s_.seats, static_cast<Seat>(first), log_);
    begun_ = true;
    return *this;
  }
  // The first player owes these turns to an Attack.
  Table& attacked(int turns) {
    begin();
    s_.owed = static_cast<std::uint16_t>(turns);
    s_.attacked = 1;
    return *this;
  }

  // ---- chance -------------------------------------------------------------------------------

  Table& next_shuffle(std::string_view cards) { return script(Chance::Shuffle, cards); }
  // `among`: exactly the cards of which it must be one.
  Table& next_steal(std::string_view card, std::string_view among = "") {
    return script(Chance::Steal, card, among);
  }
  Table& next_mark(std::string_view card, std::string_view among = "") {
    return script(Chance::Mark, card, among);
  }
  Table& next_blind(std::string_view card, std::string_view among = "") {
    return script(Chance::Blind, card, among);
  }
  Table& next_nope_seat(int seat) {
    random_.outcomes.push_back({Chance::Nope, {}, static_cast<Seat>(seat), ""});
    return *this;
  }
  Table& done(Where where = Where::current()) {
    check(random_.outcomes.empty(), "the script of chance is used up", where);
    random_.outcomes.clear();
    return *this;
  }

  // ---- playing ------------------------------------------------------------------------------

  // One action or several, separated by ", ".
  Table& play(int seat, std::string_view actions, Where where = Where::current()) {
    begin();
    for (const std::string& text : split(actions, ", ")) {
      if (broken_) return *this;
      last_ = std::to_string(seat) + ": " + text;
      const auto action = parse_action(s_, static_cast<Seat>(seat), text);
      broken_ = !check(action.has_value(), "the words say an action", where);
      if (broken_) return *this;
      const State before = s_;
      const std::size_t told = log_.events.size();
      const bool done = apply(rules_, s_, static_cast<Seat>(seat), *action, random_, log_);
      broken_ = !check(done, "the action is legal", where);
      if (broken_) return *this;
      check_invariants(before, told, where);
    }
    return *this;
  }
  // The same, and nobody Nopes.
  Table& does(int seat, std::string_view actions, Where where = Where::current()) {
    return play(seat, actions, where).everyone_passes(where);
  }
  Table& draw(int seat, Where where = Where::current()) { return play(seat, "draw", where); }
  Table& pass(int seat, Where where = Where::current()) { return play(seat, "pass", where); }
  Table& nope(int seat, Where where = Where::current()) { return play(seat, "nope", where); }
  Table& everyone_passes(Where where = Where::current()) {
    while (s_.top().phase == Phase::Window && !broken_) pass(next_actor(s_), where);
    return *this;
  }
  Table& forfeit(int seat, Where where = Where::current()) {
    begin();
    last_ = std::to_string(seat) + ": forfeit";
    const State before = s_;
    const std::size_t told = log_.events.size();
    const bool done = nl::forfeit(rules_, s_, static_cast<Seat>(seat), random_, log_);
    check(done, "the seat may forfeit", where);
    check_invariants(before, told, where);
    return *this;
  }
  Table& forget_events() {
    log_.events.clear();
    return *this;
  }

  // ---- expecting ----------------------------------------------------------------------------

  Table& expect_refused(int seat, std::string_view text, Where where = Where::current()) {
    begin();
    const auto action = parse_action(s_, static_cast<Seat>(seat), text);
    const State before = s_;
    const bool done = action && apply(rules_, s_, static_cast<Seat>(seat), *action, random_, log_);
    check(!done, "refused: " + std::string(text), where);
    check(std::memcmp(&before, &s_, sizeof s_) == 0, "a refusal changes nothing", where);
    return *this;
  }
  // All that the seat may say, in any order, separated by " | ".
  Table& expect_legal(int seat, std::string_view actions, Where where = Where::current()) {
    begin();
    std::vector<std::string> wanted = split(actions, " | ");
    std::sort(wanted.begin(), wanted.end());
    return same(legal_words(seat), join(wanted), "legal for " + std::to_string(seat), where);
  }
  Table& expect_hand(int seat, std::string_view cards, Where where = Where::current()) {
    return same(words_of(s_.hands[static_cast<std::size_t>(seat)]), words_of(counts_of(cards)),
                "hand of " + std::to_string(seat), where);
  }
  Table& expect_marked(int seat, std::string_view cards, Where where = Where::current()) {
    return same(words_of(s_.marked[static_cast<std::size_t>(seat)]), words_of(counts_of(cards)),
                "marked cards of " + std::to_string(seat), where);
  }
  Table& expect_pile(std::string_view top_first, Where where = Where::current()) {
    return same(pile_words(), words_of(cards_of(top_first)), "pile", where);
  }
  Table& expect_discard(std::string_view cards, Where where = Where::current()) {
    return same(words_of(s_.discard), words_of(counts_of(cards)), "discard pile", where);
  }
  // Expects this seat's turn with so many owed turns; nothing else is being asked.
  Table& expect_turn(int seat, int owed, Where where = Where::current()) {
    check(s_.top().phase == Phase::Turn, "the player on turn is asked", where);
    return expect_owed(seat, owed, where);
  }
  // The same while another question is open.
  Table& expect_owed(int seat, int owed, Where where = Where::current()) {
    begin();
    same(std::to_string(s_.turn), std::to_string(seat), "turn", where);
    return same(std::to_string(s_.owed), std::to_string(owed), "turns owed", where);
  }
  // The seats that may act, in order: "1 2".
  Table& expect_asked(std::string_view seats, Where where = Where::current()) {
    begin();
    return same(seat_words(actors(s_)), std::string(seats), "seats asked", where);
  }
  Table& expect_alive(std::string_view seats, Where where = Where::current()) {
    return same(seat_words(s_.alive), std::string(seats), "seats alive", where);
  }
  Table& expect_cursed(std::string_view seats, Where where = Where::current()) {
    return same(seat_words(s_.cursed), std::string(seats), "seats cursed", where);
  }
  Table& expect_winner(int seat, Where where = Where::current()) {
    check(s_.over(), "the game is over", where);
    return same(std::to_string(winner(s_)), std::to_string(seat), "winner", where);
  }
  Table& expect_told(EventKind kind, int times = 1, Where where = Where::current()) {
    return same(std::to_string(times_told(kind)), std::to_string(times),
                "events of kind " + std::to_string(static_cast<int>(kind)), where);
  }

  // ---- looking ------------------------------------------------------------------------------

  // The last event of a kind, as `viewer` got it; None if it was not for them.
  Event told(EventKind kind, Seat viewer = kNoSeat) const {
    for (auto event = log_.events.rbegin(); event != log_.events.rend(); ++event) {
      if (event->kind == kind) return viewer == kNoSeat ? *event : redact(*event, viewer);
    }
    ADD_FAILURE() << "no event of kind " << static_cast<int>(kind);
    return {};
  }
  int times_told(EventKind kind) const {
    return static_cast<int>(std::count_if(log_.events.begin(), log_.events.end(),
                                          [&](const Event& event) { return event.kind == kind; }));
  }
  // Events as `viewer` got them.
  std::vector<Event> heard_by(Seat viewer) const {
    std::vector<Event> heard;
    for (const Event& event : log_.events) heard.push_back(redact(event, viewer));
    return heard;
  }
  const State& state() const { return s_; }
  const Rules& rules() const { return rules_; }

  std::string describe() const {
    std::string text = "after [" + last_ + "] turn " + std::to_string(s_.turn) + " owes " +
                       std::to_string(s_.owed) + ", phase " +
                       std::string(phase_name(s_.top().phase)) + ", asked " +
                       seat_words(actors(s_)) + ", alive " + seat_words(s_.alive) + "\n";
    for (std::size_t seat = 0; seat < s_.seats; ++seat) {
      text += "  hand " + std::to_string(seat) + ": " + words_of(s_.hands[seat]) + "\n";
    }
    return text + "  pile: " + pile_words() + "\n  discard: " + words_of(s_.discard) + "\n";
  }

 private:
  void begin() {
    if (!begun_) starts(0);
  }
  Table& script(Chance what, std::string_view cards, std::string_view among = "") {
    random_.outcomes.push_back({what, cards_of(cards), kNoSeat, std::string(among)});
    return *this;
  }
  bool check(bool good, const std::string& what, Where where) const {
    if (!good && !broken_) {
      ADD_FAILURE_AT(where.file_name(), static_cast<int>(where.line()))
          << "not so: " << what << "\n"
          << describe();
    }
    return good;
  }
  Table& same(const std::string& is, const std::string& wanted, const std::string& what,
              Where where) {
    check(is == wanted, what + " is [" + wanted + "]; it is [" + is + "]", where);
    return *this;
  }

  static std::string join(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : " | ") + part;
    return text;
  }
  std::string legal_words(int seat) const {
    std::vector<std::string> words;
    legal(rules_, s_, static_cast<Seat>(seat)).for_each([&](Action action) {
      words.push_back(action_text(s_, static_cast<Seat>(seat), action));
    });
    std::sort(words.begin(), words.end());
    return join(words);
  }
  std::string pile_words() const {
    std::vector<Card> cards(s_.pile.begin(), s_.pile.begin() + s_.pile_size);
    std::reverse(cards.begin(), cards.end());
    return words_of(cards);
  }
  static std::string seat_words(SeatMask mask) {
    std::string words;
    for (Seat seat = 0; seat < kMaxSeats; ++seat) {
      if (holds(mask, seat)) words += (words.empty() ? "" : " ") + std::to_string(seat);
    }
    return words;
  }

  // All cards on the table, one in mid-air too.
  static int cards_in(const State& s) {
    int cards = s.pile_size + s.discard.total();
    for (const Counts& hand : s.hands) cards += hand.total();
    for (std::size_t i = 0; i < s.depth; ++i) {
      const Phase phase = s.frames[i].phase;
      cards += is_one_of(phase, phases(Phase::Keep, Phase::Guess, Phase::Place, Phase::Bury));
    }
    return cards;
  }
  void check_invariants(const State& before, std::size_t told, Where where) const {
    const bool died =
        std::any_of(log_.events.begin() + static_cast<std::ptrdiff_t>(told), log_.events.end(),
                    [](const Event& event) { return event.kind == EventKind::Died; });
    const int lost = cards_in(before) - cards_in(s_);
    const bool cards_may_go = died && rules_.dead != Dead::Discard;
    check(cards_may_go ? lost >= 0 : lost == 0, "no card appears or vanishes", where);
    for (Seat seat = 0; seat < s_.seats; ++seat) check_hand(seat, where);
    check(s_.depth >= 1 && s_.depth <= kMaxFrames, "the frames fit", where);
    check(s_.over() == (count(s_.alive) == 1), "over when one is left", where);
    if (s_.over()) return;
    check(s_.owed > 0, "turns are owed", where);
    check((actors(s_) & ~s_.alive) == 0 && actors(s_) != 0, "a living seat is asked", where);
    for (Seat seat = 0; seat < s_.seats; ++seat) {
      check(legal(rules_, s_, seat).empty() != holds(actors(s_), seat),
            "the acting seats can answer, and nobody else", where);
    }
  }
  void check_hand(Seat seat, Where where) const {
    const Counts& hand = s_.hands[seat];
    const Counts& marks = s_.marked[seat];
    check(hand.total() == s_.hand_size[seat], "the hand's size is its count", where);
    for (std::size_t k = 0; k < kCardPlaces; ++k) {
      check(marks.n[k] <= hand.n[k], "marked cards are held", where);
    }
    check((marks.total() != 0) == holds(s_.with_marks, seat), "marks are known of", where);
    check(s_.living(seat) || hand.total() == 0, "the dead hold nothing", where);
  }

  Rules rules_;
  State s_;
  Script random_;
  EventLog log_;
  std::string last_ = "start";
  bool begun_ = false;
  bool broken_ = false;  // an action was refused: what follows would say nothing
};

}  // namespace nl
