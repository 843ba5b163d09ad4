// Fixture of a game set up by hand: hands and pile are given, actions are the words
// of a record, and each seat has seen what it would have seen.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fold.h"
#include "engine/game.h"
#include "engine/make_view.h"
#include "engine/random.h"
#include "engine/view.h"
#include "text/notation.h"

namespace nl {

class Board {
 public:
  Board(Preset chosen, Expansions added, int seats)
      : preset(chosen), expansions(added), rules(make_rules(chosen, added)) {
    state.seats = static_cast<std::uint8_t>(seats);
  }

  Board& hand(int seat, std::string_view cards) {
    for (const Card card : cards_in(cards)) ++state.hands[static_cast<std::size_t>(seat)][card];
    return *this;
  }
  // From the top; the first name may be repeated by a number: "skip*10".
  Board& pile(std::string_view cards) {
    const std::vector<Card> list = cards_in(cards);
    for (auto card = list.rbegin(); card != list.rend(); ++card) {
      state.pile[state.pile_size++] = *card;
    }
    return *this;
  }
  Board& begin(int first = 0) {
    for (Seat seat = 0; seat < kMaxSeats; ++seat) known[seat] = Knowledge(seat, state.seats);
    known[kMaxSeats] = Knowledge(kWatcher, state.seats);
    Sink sink{this};
    begin_game(state, state.seats, static_cast<Seat>(first), sink);
    return *this;
  }
  Board& does(int seat, std::string_view words) {
    while (!words.empty()) {
      const std::size_t end = words.find(", ");
      act(static_cast<Seat>(seat), words.substr(0, end));
      words.remove_prefix(end == std::string_view::npos ? words.size() : end + 2);
    }
    return *this;
  }
  Board& all_pass() {
    while (state.top().phase == Phase::Window) act(next_actor(state), "pass");
    return *this;
  }
  View seen_by(Seat viewer) const {
    return view(rules, state, known[viewer < kMaxSeats ? viewer : std::size_t{kMaxSeats}], viewer);
  }

  Preset preset;
  Expansions expansions;
  Rules rules;
  State state;
  std::vector<Event> events;
  std::array<Knowledge, kMaxSeats + 1> known{};

 private:
  struct Sink {
    static constexpr bool kListens = true;
    Board* board;
    void operator()(const Event& event) {
      board->events.push_back(event);
      for (std::size_t i = 0; i < board->known.size(); ++i) {
        const Seat viewer = i < kMaxSeats ? static_cast<Seat>(i) : kWatcher;
        fold(board->known[i], redact(event, viewer));
      }
    }
  };

  static std::vector<Card> cards_in(std::string_view words) {
    std::vector<Card> cards;
    while (!words.empty()) {
      const std::size_t end = words.find(' ');
      const std::string_view word = words.substr(0, end);
      const std::size_t star = word.find('*');
      const int copies =
          star == std::string_view::npos ? 1 : std::stoi(std::string(word.substr(star + 1)));
      const auto card = parse_card(word.substr(0, star));
      EXPECT_TRUE(card) << word;
      cards.insert(cards.end(), static_cast<std::size_t>(copies), card.value_or(Card::Skip));
      words.remove_prefix(end == std::string_view::npos ? words.size() : end + 1);
    }
    return cards;
  }
  void act(Seat seat, std::string_view words) {
    const auto action = parse_action(state, seat, words);
    Sink sink{this};
    ASSERT_TRUE(action && apply(rules, state, seat, *action, random_, sink)) << words;
  }

  SeededSource random_{1, 0};
};

}  // namespace nl
