// Subcommand `spec`: tables of actions and observations, as Markdown.
#include <array>
#include <iostream>
#include <map>
#include <string_view>

#include "app/commands.h"
#include "app/table_text.h"
#include "engine/encode.h"
#include "text/notation.h"

namespace nl {
namespace {

std::string range(std::size_t first, std::size_t size) {
  if (size == 1) return std::to_string(first);
  return std::to_string(first) + ".." + std::to_string(first + size - 1);
}

// Description of each field of an observation. A missing line stops the command, and the test that
// compares the docs with it.
const std::map<std::string_view, std::string_view>& meanings() {
  static const std::map<std::string_view, std::string_view> all = {
      {"hand", "own cards, a count a kind"},
      {"discard", "discard pile, a count a kind"},
      {"alive", "1 for each living player"},
      {"hand_size", "cards in each hand"},
      {"cursed", "1 for each cursed player"},
      {"pending", "turns waiting for each player (`targeted` = `wait`)"},
      {"asked",
       "in a window: 1 for who is still asked, where that is public (`nope_asks` = `holders`)"},
      {"marks", "marked cards as pairs: seat, card"},
      {"seats", "players at the start"},
      {"turn", "whose turn it is (seat)"},
      {"owed", "turns that player has to take, this one too"},
      {"attacked", "1 if they come from an Attack"},
      {"forward", "1 if play goes up the seats"},
      {"may_act", "1 if the viewer is asked"},
      {"committed", "1 if the viewer's Nope lies face down (`nope_way` = `commit`)"},
      {"phase", "the open question, see phases"},
      {"phase_seat", "whom it is put to (seat); in a window, who played"},
      {"phase_a",
       "detail of the question: cards placed, titles named, seats yet to give, the kitten"},
      {"phase_b", "second detail: cards to order, last title"},
      {"play_card", "the last play: its card"},
      {"play_combo", "0 single, 1 pair, 2 triple, 3 five titles"},
      {"play_by", "… by whom (seat)"},
      {"play_target", "… on whom (seat)"},
      {"play_named", "… the card it names"},
      {"play_nopes", "… Nopes so far"},
      {"play_last", "… who laid the card on top (seat)"},
      {"pile_size", "cards in the draw pile"},
      {"discard_top", "top card of the discard pile"},
      {"faceup", "1 if the Imploding Kitten has been turned up"},
      {"doom_on_top", "1 if it is the top card, face up"},
      {"unseen", "cards of this game that the viewer can't account for, a count a kind"},
      {"certain", "cards known in the other hands, a count a kind, for the seats after the viewer"},
      {"places", "cards known at the top places of the pile, from the top"},
      {"bottom", "the card known at the bottom"},
      {"ranges", "cards known between two places: card, low, high (0 is the top)"},
      {"peeked", "how many of the top cards each player has looked at since the last shuffle"},
      {"top_odds", "chance that the top card is a kitten, 0 to 255"},
      {"bottom_odds", "chance that the bottom card is one"},
      {"events",
       "the last 64 events, the latest first: kind, seat, other, card, number, three secret bytes"},
  };
  return all;
}

// Capacity of `ninelives_v1`: additions within it move no byte.
void print_room() {
  std::cout << "## Room\n\nThe layout is `ninelives_v" << kLayoutVersion << "`.\n\n";
  TableText table;
  const auto row = [&](std::string_view what, int taken, int room) {
    table.add({std::string(what), std::to_string(taken), std::to_string(room)});
  };
  table.add({"of what", "taken", "room"});
  row("kinds of cards", kCardKinds, kCardPlaces);
  row("players", kMaxSeats, kMaxSeats);
  row("cards in a box, places in the pile", kMaxBox, kNumbers);
  row("phases", kPhases, kPhaseRoom);
  row("kinds of events", kEventKinds, kEventRoom);
  row("events in an observation", kHistory, kHistory);
  row("words that are actions", kWords, kTargetBase);
  table.print(std::cout, true);
}

void print_actions() {
  std::cout << "\n## Actions\n\n";
  TableText table;
  table.add({"ids", "action", "meaning"});
  const auto words_row = [&](Verb verb, std::string_view name, std::string_view meaning) {
    table.add({std::to_string(static_cast<int>(verb)), std::string(name), std::string(meaning)});
  };
  words_row(Verb::Draw, "draw", "ends the play of cards on a turn");
  words_row(Verb::Pass, "pass", "no Nope; or: the Attack is not passed on");
  words_row(Verb::Nope, "nope", "a Nope in a window");
  words_row(Verb::Blind, "blind", "a cursed player plays or guesses a card");
  words_row(Verb::Five, "five", "begins five different titles");
  words_row(Verb::Keep, "keep", "keeps a kitten by a Streaking Kitten");
  words_row(Verb::Defuse, "defuse", "defuses it instead");
  table.add({range(kWords, kTargetBase - kWords), "", "reserved"});
  table.add({range(kTargetBase, 8), "target D", "the player D places after the actor"});
  table.add({range(kNumberBase, kNumbers), "depth, order or times N", "a number, N = id - 24"});
  table.add({range(kPlayBase, kCardPlaces), "play CARD", "a card from the hand"});
  table.add({range(kPairBase, kCardPlaces), "pair CARD", "two of a kind"});
  table.add({range(kTripleBase, kCardPlaces), "triple CARD", "three of a kind"});
  table.add({range(kCardBase, kCardPlaces), "card CARD", "names, gives or takes a card"});
  table.print(std::cout, true);
}

void print_numbered(std::string_view title, int count, auto name) {
  std::cout << "\n## " << title << "\n\n";
  TableText table;
  table.add({"id", "name"});
  for (int i = 0; i < count; ++i) table.add({std::to_string(i), std::string(name(i))});
  table.print(std::cout, true);
}

std::string_view level_of(const ObservationField& field) {
  if (field.offset < sizeof(RawObservation)) return "raw";
  return field.offset < sizeof(CountingObservation) ? "counting" : "history";
}

void print_observation() {
  std::cout
      << "\n## Observation\n\n"
      << "All bytes. `raw` is the first " << sizeof(RawObservation) << ", `counting` the first "
      << sizeof(CountingObservation) << ", `history` all " << sizeof(HistoryObservation)
      << ". A card is its id + 1 and a seat is its distance from the viewer + 1; 0 says none.\n"
      << "In what is known of the pile, " << index(kNoKitten) + 1
      << " is a card that is no kitten, of whatever kind. "
      << "Lists a seat begin with the viewer.\n\n";
  TableText table;
  table.add({"level", "bytes", "field", "meaning"});
  for_each_field([&](const ObservationField& field) {
    table.add({std::string(level_of(field)), range(field.offset, field.size),
               std::string(field.name), std::string(meanings().at(field.name))});
  });
  table.print(std::cout, true);
}

void print_spec() {
  print_room();
  print_actions();
  print_numbered("Cards", kCardKinds, [](int i) { return card_name(card_at(i)); });
  print_numbered("Phases", kPhases, [](int i) { return phase_name(static_cast<Phase>(i)); });
  print_observation();
}

}  // namespace

void add_spec(CLI::App& program) {
  auto* command =
      program.add_subcommand("spec", "Prints the tables of actions and observations, as Markdown");
  command->callback(print_spec);
}

}  // namespace nl
