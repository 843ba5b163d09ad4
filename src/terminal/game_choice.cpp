#include "terminal/game_choice.h"

#include <algorithm>
#include <sstream>

#include "names/names.h"

namespace nl {
namespace {

std::string bot_called(const Words& w, std::size_t seat) {
  std::istringstream all(w.ui("bot_names"));
  std::string name;
  for (std::size_t i = 0; i <= seat && std::getline(all, name);) ++i;
  return name;
}

}  // namespace

GameChoice first_choice(const PlayOptions& options) {
  GameChoice choice;
  choice.language = options.language.value_or(Language::English);
  choose_rules(choice, options, options.preset.value_or(kDefaultPreset),
               options.expansions.value_or(kBase));
  choice.names = options.names;
  choice.bots = options.bots;
  // The fewest that make sense: everybody who was named has a seat.
  const int seated = static_cast<int>(std::max(options.names.size(), options.bots.size() + 1));
  const NumberRange range = players_offered(choice);
  choice.players = options.players.value_or(std::clamp(seated, range.low, range.high));
  return choice;
}

void choose_rules(GameChoice& choice, const PlayOptions& options, Preset preset,
                  Expansions expansions) {
  choice.preset = preset;
  choice.expansions = expansions;
  choice.rules = options.rules(preset, expansions);
}

NumberRange players_offered(const GameChoice& choice) {
  return {choice.rules.min_players, most_people(choice.preset, choice.rules)};
}

std::string players_fault(const GameChoice& choice, int players) {
  const Words& w = choice.words();
  const NumberRange range = players_offered(choice);
  if (players < range.low || players > range.high) {
    return w.refusal(Refusal::OutOfRange, {{"number", std::to_string(players)},
                                           {"low", std::to_string(range.low)},
                                           {"high", std::to_string(range.high)}});
  }
  const RulesFault fault = check_rules(choice.rules, players);
  return fault == RulesFault::None ? "" : w.fault(fault, choice.rules, players);
}

std::vector<SeatSetup> seats_of(const GameChoice& choice) {
  const Words& w = choice.words();
  const auto players = static_cast<std::size_t>(choice.players);
  const std::size_t bots = std::min(players, choice.bots.size());
  std::vector<std::string> names;
  std::vector<SeatSetup> seats(players);
  for (std::size_t seat = 0; seat < players; ++seat) {
    if (seat >= players - bots) seats[seat].bot = choice.bots[seat - (players - bots)];
    const int number = first_player_number(choice.preset) + static_cast<int>(seat);
    std::string name = seat < choice.names.size() ? clean_name(choice.names[seat]) : "";
    if (name.empty()) {
      name = seats[seat].bot.empty() ? w.ui("player", {{"number", std::to_string(number)}})
                                     : bot_called(w, seat);
    }
    names.push_back(std::move(name));
  }
  make_distinct(names);
  for (std::size_t seat = 0; seat < players; ++seat) seats[seat].name = names[seat];
  return seats;
}

std::string box_line(const Words& w, Expansions box, Expansions chosen) {
  const Values values = {{"game", w.box(box)}};
  return (chosen & box) != 0 ? w.ui("box_in", values) : w.ui("box_out", values);
}

TableSetup table_setup(const GameChoice& choice, const PlayOptions& options, std::uint64_t game) {
  return {.preset = choice.preset,
          .expansions = choice.expansions,
          .rules = choice.rules,
          .seats = seats_of(choice),
          .seed = options.seed,
          .game = game,
          .timing = {.window = options.window}};
}

Speech speech_for(const Table& table, Language language) {
  const auto bots = static_cast<SeatMask>(all_seats(table.seats()) & ~table.people());
  return {words(language, wording_of(table.preset())), table.names(),
          first_player_number(table.preset()), bots};
}

}  // namespace nl
