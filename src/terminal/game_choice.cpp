// Settings of the next game: limits, lines and table setup.
#include "terminal/game_choice.h"

#include <algorithm>

#include "names/names.h"
#include "terminal/table_model.h"
#include "text/characters.h"

namespace nl {
GameChoice first_choice(const PlayOptions& options) {
  GameChoice choice;
  choice.language = options.language.value_or(Language::English);
  choose_rules(choice, options, options.preset.value_or(kDefaultPreset),
               options.expansions.value_or(kBase));
  choice.names = options.names;
  choice.bots = options.bots;
  // The smallest sensible number: every named player has a seat.
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
  std::vector<std::string> at(players);
  for (std::size_t i = 0; i < bots; ++i) at[players - bots + i] = choice.bots[i];
  const auto characters = characters_at(at);
  std::vector<std::string> names;
  for (std::size_t seat = 0; seat < players; ++seat) {
    std::string name = seat < choice.names.size() ? clean_name(choice.names[seat]) : "";
    const int number = first_player_number(choice.preset) + static_cast<int>(seat);
    if (name.empty()) {
      name = characters[seat] ? w.character(characters[seat]->key)
                              : w.ui("player", {{"number", std::to_string(number)}});
    }
    names.push_back(std::move(name));
  }
  make_distinct(names);
  std::vector<SeatSetup> seats(players);
  for (std::size_t seat = 0; seat < players; ++seat) seats[seat] = {names[seat], at[seat]};
  return seats;
}

namespace {

// Bots are shown with their face and level.
std::string seat_words(const SeatSetup& seat, const Character& character, const Words& w) {
  std::string level = w.ui("level_hard");
  if (character.level == "easy") level = w.ui("level_easy");
  if (character.level == "medium") level = w.ui("level_medium");
  return seat.name + ' ' + character.face + ' ' + level;
}

}  // namespace

std::string seats_words(const std::vector<SeatSetup>& seats, const Words& w) {
  std::vector<std::string> bots;
  for (const SeatSetup& seat : seats) bots.push_back(seat.bot);
  const auto characters = characters_at(bots);
  std::string all;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    all += all.empty() ? "" : ", ";
    all += characters[i] ? seat_words(seats[i], *characters[i], w) : seats[i].name;
  }
  return all;
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
          .seed = choice.seed ? choice.seed : options.seed,
          .game = game,
          .timing = {.window = options.window}};
}

Speech speech_for(const Table& table, Language language) {
  return table_model_of(table, kWatcher).speech(words(language, wording_of(table.preset())));
}

}  // namespace nl
