// Main menu of the start page: items, and what each letter does.
#include "terminal/main_menu.h"

#include <sstream>

#include "names/names.h"
#include "terminal/command.h"
#include "terminal/ladder_page.h"
#include "terminal/parse_line.h"
#include "terminal/puzzle_player.h"

namespace nl {
namespace {

constexpr int kBotsNow = 3;

std::string menu_item(char letter, const std::string& text) {
  return std::string(1, letter) + ". " + text;
}

// The same number on the same day everywhere.
std::uint64_t seed_of(Day day) {
  return static_cast<std::uint64_t>(static_cast<int>(day.year())) * 10'000 +
         static_cast<unsigned>(day.month()) * 100 + static_cast<unsigned>(day.day());
}

}  // namespace

Lines MainMenu::items(const GameChoice& choice) const {
  const Words& w = choice.words();
  Lines all = {menu_item('p', w.ui("menu_play"))};
  if (const auto open = home_.continue_item(choice)) all.push_back(menu_item('c', *open));
  all.push_back(menu_item('f', w.ui("menu_friends")));
  if (surface_.online) {
    const bool one_server = !options_.server.empty();
    all.push_back(menu_item('o', w.ui(one_server ? "menu_host_here" : "menu_host")));
    all.push_back(menu_item('j', w.ui("menu_join")));
    all.push_back(menu_item('t', w.ui(one_server ? "menu_find_here" : "menu_find")));
  }
  if (surface_.online && options_.ladder != nullptr) {
    all.push_back(menu_item('r', w.ui("menu_ladder")));
  }
  all.push_back(menu_item('z', w.ui("menu_puzzle")));
  all.push_back(menu_item('d', w.ui("menu_daily")));
  for (std::string& item : home_.other_items(choice)) all.push_back(std::move(item));
  all.push_back(menu_item('e', w.ui("menu_settings")));
  return all;
}

MainMenu::Pick MainMenu::ask(GameChoice& choice) {
  while (true) {
    const Words& w = choice.words();
    console_.say(w.ui("menu_tagline"));
    console_.blank();
    console_.say(items(choice));
    const std::string line = console_.read_line();
    if (const auto picked = pick(Home::letter_in(line), choice)) return *picked;
    const Home::Did did = home_.at_start(line, choice);
    if (did == Home::Did::Leaves) return Pick::Continue;
    if (did == Home::Did::All) continue;
    switch (read_command(line).kind) {
      case Command::Verb::Help: console_.say(w.ui("menu_help")); break;
      case Command::Verb::Quit: throw Stopped{Stopped::Why::Quit};
      default: break;
    }
  }
}

std::optional<MainMenu::Pick> MainMenu::pick(char letter, GameChoice& choice) {
  switch (letter) {
    case 'p': play_alone(choice); return Pick::PlayNow;
    case 'd':
      play_alone(choice);
      choice.seed = seed_of(today());
      return Pick::PlayNow;
    case 'f': return Pick::Friends;
    case 'e': return Pick::Language;
    case 'z': play_puzzle_of_day(choice); return std::nullopt;
    case 'o': go_online({.kind = NetWish::Kind::Host}, choice); return std::nullopt;
    case 'j': join(true, choice); return std::nullopt;
    case 't': join(false, choice); return std::nullopt;
    case 'r': show_ladder(choice); return std::nullopt;
    default: return std::nullopt;
  }
}

void MainMenu::play_alone(GameChoice& choice) const {
  choose_rules(choice, options_, kDefaultPreset, kBase);
  choice.players = 1 + kBotsNow;
  choice.names = {read_memory(options_.memory).name};
  choice.bots.assign(kBotsNow, std::string(kDefaultBot));
  choice.seed.reset();
}

// ---- pages of its own
// ----------------------------------------------------------------------------

std::string MainMenu::line_after(const std::string& question) {
  console_.blank();
  console_.say(question);
  const std::string line = console_.read_line();
  if (read_command(line).kind == Command::Verb::Quit) throw Stopped{Stopped::Why::Quit};
  return line;
}

void MainMenu::ask_name(const GameChoice& choice) {
  PlayerMemory memory = read_memory(options_.memory);
  const std::string line = line_after(choice.words().ui("menu_name"));
  const std::string name = clean_name(line);
  const bool says_nothing = name.empty() || read_command(line).kind != Command::Verb::None;
  memory.language = choice.language;
  if (!says_nothing) memory.name = name;
  write_memory(options_.memory, memory);
}

void MainMenu::ask_theme(const GameChoice& choice) {
  if (!surface_.dress) return;
  const Words& w = choice.words();
  Lines asking = {w.ui("menu_theme")};
  for (std::size_t i = 0; i < kThemeNames.size(); ++i) {
    asking.push_back(std::to_string(i + 1) + ". " + w.ui("theme_" + std::string(kThemeNames[i])));
  }
  console_.blank();
  console_.say(asking);
  const int number = read_number(console_.read_line()).value_or(0);
  if (number < 1 || number > std::ssize(kThemeNames)) return;
  PlayerMemory memory = read_memory(options_.memory);
  memory.theme = static_cast<Theme>(number - 1);
  write_memory(options_.memory, memory);
  surface_.dress(*memory.theme);
}

void MainMenu::play_puzzle_of_day(const GameChoice& choice) {
  const Words& w = choice.words();
  console_.blank();
  try {
    play_todays_puzzle(console_, options_.streak, choice.language);
  } catch (const Stopped& stopped) {
    if (stopped.why != Stopped::Why::Quit) throw;
    return;  // back to the menu
  }
  console_.say(w.ui("home_enter"));
  console_.read_line_after_text();
}

void MainMenu::go_online(NetWish wish, const GameChoice& choice) {
  if (!surface_.online) return;
  wish.name = read_memory(options_.memory).name;
  surface_.online(wish, choice.language);
}

void MainMenu::show_ladder(const GameChoice& choice) {
  if (!surface_.online || options_.ladder == nullptr) return;
  const auto play = [&] {
    go_online({.kind = NetWish::Kind::Find, .address = options_.server}, choice);
  };
  LadderPage(console_, *options_.ladder, choice.words(), play)
      .show(read_memory(options_.memory).name);
}

// "ADDRESS CODE", or one of them. Without an address: the last server; without a code: its open
// tables.
void MainMenu::join(bool by_code, const GameChoice& choice) {
  if (!surface_.online) return;
  const bool one_server = !options_.server.empty();
  if (one_server && !by_code) {
    return go_online({.kind = NetWish::Kind::Join, .address = options_.server}, choice);
  }
  PlayerMemory memory = read_memory(options_.memory);
  if (one_server) memory.server = options_.server;
  const Words& w = choice.words();
  const std::string_view asks = one_server ? "menu_code_asks"
                                : by_code  ? "menu_join_asks"
                                           : "menu_find_asks";
  std::string question = w.ui(asks);
  if (!one_server && !memory.server.empty())
    question += '\n' + w.ui("menu_last_server", {{"address", memory.server}});
  const std::string line = line_after(question);
  if (read_command(line).kind == Command::Verb::Back) return;
  std::istringstream words(line);
  NetWish wish{.kind = NetWish::Kind::Join, .address = memory.server};
  for (std::string word; words >> word;) (is_room_code(word) ? wish.code : wish.address) = word;
  if (one_server) wish.address = options_.server;
  if (wish.address.empty()) return;
  memory.language = choice.language;
  memory.server = wish.address;
  write_memory(options_.memory, memory);
  go_online(wish, choice);
}

}  // namespace nl
