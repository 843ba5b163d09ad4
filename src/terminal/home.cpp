// Start menu: continue, learn, saved games and statistics.
#include "terminal/home.h"

#include <fstream>

#include "terminal/command.h"
#include "terminal/parse_line.h"
#include "terminal/player_statistics.h"
#include "terminal/record_lines.h"
#include "terminal/string_utils.h"

namespace nl {
namespace {

constexpr std::size_t kListedGames = 9;

std::string lettered(char letter, const std::string& text) {
  return std::string(1, letter) + ". " + text;
}

std::vector<SavedGame> finished(const SavedGames& kept) {
  std::vector<SavedGame> games;
  for (SavedGame& game : kept.all()) {
    if (game.over && games.size() < kListedGames) games.push_back(std::move(game));
  }
  return games;
}

std::string game_line(const SavedGame& game, const Words& w) {
  const std::string winner = game.winner < game.seats.size() ? game.seats[game.winner].name : "";
  return w.ui("home_game", {{"time", game.when()}, {"names", game.names()}, {"name", winner}});
}

std::vector<std::string> names_in(const SavedGame& game) {
  std::vector<std::string> names;
  for (const SeatSetup& seat : game.seats) names.push_back(seat.name);
  return names;
}

Lines result_of(const SavedGame& game, const Words& w) {
  std::ifstream in(game.file);
  return share_lines(in, names_in(game), w);
}

Lines review_of(const SavedGame& game, const Words& w) {
  std::ifstream in(game.file);
  const Lines lines = review_lines(in, names_in(game), w);
  // The file was changed since the game was played.
  if (lines.empty()) return {w.ui("verify_empty", {{"file", game.file.filename().string()}})};
  return lines;
}

}  // namespace

char Home::letter_in(const std::string& line) { return letter_of(line); }

bool Home::is_open() const { return kept_.keeps() && !strict_; }

void Home::wait(const Words& w) {
  console_.say(w.ui("home_enter"));
  console_.read_line_after_text();
}

Lines Home::start_items(const GameChoice& choice) {
  if (!is_open()) return {};
  Lines items;
  if (const auto open = continue_item(choice)) items.push_back(lettered('c', *open));
  for (std::string& item : other_items(choice)) items.push_back(std::move(item));
  return items;
}

std::optional<std::string> Home::continue_item(const GameChoice& choice) {
  offered_ = kept_.unfinished();
  tables_ = surface_.online ? kept_seats(seats_) : std::vector<KeptSeat>();
  const std::size_t open = offered_.size() + tables_.size();
  if (open == 0) return std::nullopt;
  const Words& w = choice.words();
  if (open > 1) return w.ui("home_continue_some", {{"number", std::to_string(open)}});
  return open_lines(choice).front();
}

Lines Home::other_items(const GameChoice& choice) const {
  const Words& w = choice.words();
  Lines items = {lettered('l', w.ui("home_learn"))};
  if (!finished(kept_).empty()) {
    items.push_back(lettered('g', w.ui("home_games")));
    items.push_back(lettered('s', w.ui("home_stats")));
  }
  return items;
}

Lines Home::open_lines(const GameChoice& choice) const {
  const Words& w = choice.words();
  Lines lines;
  for (const SavedGame& game : offered_) {
    lines.push_back(w.ui("home_continue", {{"names", game.names()}, {"time", game.when()}}));
  }
  for (const KeptSeat& table : tables_) {
    lines.push_back(
        w.ui("home_table",
             {{"code", table.seat.room}, {"address", table.server}, {"name", table.seat.name}}));
  }
  return lines;
}

// Chooses the only unfinished game, or asks with a list. False: nothing to continue.
bool Home::choose_to_continue(const GameChoice& choice) {
  const Words& w = choice.words();
  const Lines open = open_lines(choice);
  if (open.size() == 1) return continue_one(0, choice);
  while (true) {
    console_.blank();
    console_.say(w.ui("home_which_open"));
    for (std::size_t i = 0; i < open.size(); ++i) {
      console_.say(std::to_string(i + 1) + ". " + open[i]);
    }
    console_.say(w.ui("home_back"));
    const std::string line = console_.read_line();
    if (line.empty() || read_command(line).kind == Command::Verb::Back) return false;
    if (read_command(line).kind == Command::Verb::Quit) throw Stopped{Stopped::Why::Quit};
    const auto number = read_number(line);
    if (number && *number >= 1 && *number <= std::ssize(open)) {
      return continue_one(static_cast<std::size_t>(*number - 1), choice);
    }
    console_.say(
        w.refusal(Refusal::NotANumber, {{"low", "1"}, {"high", std::to_string(open.size())}}));
  }
}

bool Home::continue_one(std::size_t which, const GameChoice& choice) {
  if (which >= offered_.size()) {
    const KeptSeat& table = tables_[which - offered_.size()];
    surface_.online({.kind = NetWish::Kind::Join,
                     .address = table.server,
                     .code = table.seat.room,
                     .name = table.seat.name},
                    choice.language);
    return false;
  }
  const SavedGame& game = offered_[which];
  if (FileLock(game.file).is_locked_elsewhere()) {
    console_.say(choice.words().ui("file_in_use", {{"file", game.file.filename().string()}}));
    return false;
  }
  chosen_ = game;
  return true;
}

Home::Did Home::at_start(const std::string& line, const GameChoice& choice) {
  if (!is_open()) return Did::Nothing;
  switch (letter_in(line)) {
    case 'c':
      if (offered_.empty() && tables_.empty()) return Did::Nothing;
      return choose_to_continue(choice) ? Did::Leaves : Did::All;
    case 'l': surface_.learn(choice.language); return Did::All;
    case 'g': show_games(choice); return Did::All;
    case 's': show_statistics(choice); return Did::All;
    default: return Did::Nothing;
  }
}

Lines Home::after_items(const GameChoice& choice) const {
  if (!is_open()) return {};
  const Words& w = choice.words();
  return {lettered('o', w.ui("home_other_settings")), lettered('w', w.ui("home_watch")),
          lettered('r', w.ui("home_review")), lettered('t', w.ui("home_share")),
          lettered('s', w.ui("home_stats"))};
}

// Names what works on the page.
std::string Home::wrong_after_game(const GameChoice& choice) const {
  const Words& w = choice.words();
  std::string list;
  for (const std::string& item : after_items(choice)) {
    list += (list.empty() ? "" : ", ") + item.substr(0, 1);
  }
  return list.empty() ? w.refusal(Refusal::OneOrTwo) : w.ui("after_game_wrong", {{"list", list}});
}

Home::Did Home::after_game(const std::string& line, const GameChoice& choice,
                           const std::string& file) {
  if (!is_open()) return Did::Nothing;
  switch (letter_in(line)) {
    case 'o': return Did::Leaves;
    case 's': show_statistics(choice); return Did::All;
    case 'w':
      for (const SavedGame& game : kept_.all()) {
        if (game.file == file) surface_.replay(game, choice.language);
      }
      return Did::All;
    case 'r': show_review(choice, file); return Did::All;
    case 't': show_result(choice, file); return Did::All;
    default: return Did::Nothing;
  }
}

void Home::show_review(const GameChoice& choice, const std::string& file) {
  const Words& w = choice.words();
  console_.blank();
  console_.say_meanwhile(w.ui("home_reviewing"));
  for (const SavedGame& game : kept_.all()) {
    if (game.file == file) console_.say(review_of(game, w));
  }
  wait(w);
}

// Lines to copy into a chat.
void Home::show_result(const GameChoice& choice, const std::string& file) {
  const Words& w = choice.words();
  console_.blank();
  for (const SavedGame& game : kept_.all()) {
    if (game.file == file) console_.say(result_of(game, w));
  }
  wait(w);
}

void Home::show_statistics(const GameChoice& choice) {
  console_.blank();
  console_.say(statistics_lines(statistics_of(kept_.all()), "", choice.words()));
  wait(choice.words());
}

void Home::show_games(const GameChoice& choice) {
  const Words& w = choice.words();
  const std::vector<SavedGame> games = finished(kept_);
  if (games.empty()) return console_.say(w.ui("stats_none"));
  while (true) {
    console_.blank();
    console_.say(w.ui("home_which"));
    for (std::size_t i = 0; i < games.size(); ++i) {
      console_.say(std::to_string(i + 1) + ". " + game_line(games[i], w));
    }
    console_.say(w.ui("home_back"));
    const std::string line = console_.read_line();
    if (line.empty() || read_command(line).kind == Command::Verb::Back) return;
    if (read_command(line).kind == Command::Verb::Quit) throw Stopped{Stopped::Why::Quit};
    const auto number = read_number(line);
    if (number && *number >= 1 && *number <= std::ssize(games)) {
      surface_.replay(games[static_cast<std::size_t>(*number - 1)], choice.language);
    } else {
      console_.say(
          w.refusal(Refusal::NotANumber, {{"low", "1"}, {"high", std::to_string(games.size())}}));
    }
  }
}

void Home::introduce(const GameChoice& choice) {
  if (!is_open() || !kept_.all().empty()) return;
  const Words& w = choice.words();
  for (const std::string& page : {w.ui("how_to_play_goal"), w.ui("how_to_play_cards")}) {
    console_.blank();
    console_.say(page);
    console_.say(w.ui("how_to_play_on"));
    const Command::Verb said = read_command(console_.read_line()).kind;
    if (said == Command::Verb::Back) return;
    if (said == Command::Verb::Quit) throw Stopped{Stopped::Why::Quit};
  }
}

}  // namespace nl
