// Start page in plain mode: menus and settings.
#include "terminal/start_page.h"

#include <algorithm>

#include "names/names.h"
#include "terminal/art.h"
#include "terminal/command.h"
#include "terminal/parse_line.h"

namespace nl {
namespace {

// Before a language is chosen, texts appear in all languages.
template <class Sentence>
std::string in_all_languages(Sentence sentence) {
  std::string all;
  for (const Language language : all_languages()) {
    all += (all.empty() ? "" : " / ") + sentence(words(language));
  }
  return all;
}

std::string item(int number, const std::string& text) {
  return std::to_string(number) + ". " + text;
}

// Number of setting lines before those of the boxes.
constexpr int kFirstBoxLine = 5;

}  // namespace

bool ask_yes_or_no(Console& console, const Words& w, const Lines& question) {
  while (true) {
    console.say(question);
    console.say(item(1, w.ui("yes")));
    console.say(item(2, w.ui("no")));
    if (const auto answer = read_yes_or_no(console.read_line())) return *answer;
    console.say(w.refusal(Refusal::OneOrTwo));
  }
}

bool is_back(const std::string& line) { return read_command(line).kind == Command::Verb::Back; }

// From the command line, or chosen before.
Language StartPage::ask_language() {
  const PlayerMemory memory = read_memory(options_.memory);
  const auto known = options_.language ? options_.language : memory.language;
  if (!known) return chosen_language();
  console_.speak(*known);
  return *known;
}

Language StartPage::chosen_language() {
  while (true) {
    console_.say(in_all_languages([](const Words& w) { return w.ui("choose_language"); }));
    for (const Language language : all_languages()) {
      console_.say(item(static_cast<int>(language) + 1, words(language).ui("language_name")));
    }
    const std::string line = console_.read_line();
    if (obeyed(line)) continue;
    const int last = static_cast<int>(all_languages().size());
    const int number = read_number(line).value_or(0);
    if (number >= 1 && number <= last) {
      console_.speak(static_cast<Language>(number - 1));
      return static_cast<Language>(number - 1);
    }
    console_.say(in_all_languages([&](const Words& w) {
      const Values range = {{"low", "1"}, {"high", std::to_string(last)}};
      return w.refusal(last == 2 ? Refusal::OneOrTwo : Refusal::NotANumber, range);
    }));
  }
}

bool StartPage::greet() {
  choice_.language = ask_language();
  if (home_.has_menu()) {
    const PlayerMemory memory = read_memory(options_.memory);
    if (!options_.memory.empty() && !memory.language) menu_.ask_name(choice_);
    return true;
  }
  console_.say(w().ui("welcome"));
  console_.blank();
  return true;
}

bool StartPage::show_menu() {
  while (true) {
    switch (menu_.ask(choice_)) {
      case MainMenu::Pick::PlayNow: plays_now_ = true; return true;
      case MainMenu::Pick::Continue: return true;
      case MainMenu::Pick::Friends: {
        const std::string name = read_memory(options_.memory).name;
        if (choice_.names.empty() && !name.empty()) choice_.names = {name};
        return true;
      }
      case MainMenu::Pick::Language:
        choice_.language = chosen_language();
        menu_.ask_name(choice_);
        menu_.ask_theme(choice_);
        break;
    }
  }
}

GameChoice StartPage::ask_all() {
  const bool ask_nothing = options_.language && options_.expansions && options_.players;
  choice_ = first_choice(options_);
  if (ask_nothing) console_.speak(choice_.language);
  std::vector<Step> steps;
  if (!ask_nothing) {
    console_.say(kCat);
    steps.push_back(&StartPage::greet);
    if (home_.has_menu()) steps.push_back(&StartPage::show_menu);
  }
  if (!options_.expansions) steps.push_back(&StartPage::ask_variant);
  // The variant may allow fewer players than the command line asks for.
  steps.push_back(options_.players ? &StartPage::settle_players : &StartPage::ask_players);
  const bool settings = preset_row(choice_.preset).manner.settings_asked;
  if (!ask_nothing && settings) steps.push_back(&StartPage::change_settings);
  walk(steps);
  return choice_;
}

GameChoice StartPage::ask_again(const GameChoice& before) {
  choice_ = before;
  return change_settings() ? choice_ : before;
}

void StartPage::walk(const std::vector<Step>& steps) {
  std::size_t at = 0;
  while (at < steps.size() && !home_.chosen() && !plays_now_) {
    const bool on = (this->*steps[at])();
    if (on) {
      ++at;
    } else if (at > 0) {
      --at;
    }
  }
}

template <class Show>
std::optional<int> StartPage::ask_number(Show show, int low, int high) {
  while (true) {
    show();
    const std::string line = console_.read_line();
    if (is_back(line)) return std::nullopt;
    if (obeyed(line)) continue;
    const auto number = read_number(line);
    if (number && *number >= low && *number <= high) return *number;
    console_.say(wrong(line, low, high));
  }
}

std::string StartPage::wrong(const std::string& line, int low, int high) const {
  const Values values = {{"number", clean_text(line, 12)},
                         {"low", std::to_string(low)},
                         {"high", std::to_string(high)}};
  return w().refusal(read_number(line) ? Refusal::OutOfRange : Refusal::NotANumber, values);
}

// Commands that make sense before a game.
bool StartPage::obeyed(const std::string& line) {
  const Command command = read_command(line);
  switch (command.kind) {
    case Command::Verb::None: return false;
    case Command::Verb::Help: console_.say(w().ui("help_start")); return true;
    case Command::Verb::Describe: console_.say(describe_card(command.argument, w())); return true;
    case Command::Verb::Quit: throw Stopped{Stopped::Why::Quit};
    case Command::Verb::Back: return true;  // this is the first page
    default: console_.say(w().ui("no_game_yet")); return true;
  }
}

// The three games of the sources; the settings can add boxes to each.
bool StartPage::ask_variant() {
  std::vector<Expansions> variants = {kBase};
  for (const BoxRow& box : box_rows()) {
    if (box.bit < kFirstBoxSets) variants.push_back(box.bit);
  }
  const int count = static_cast<int>(variants.size());
  while (true) {
    console_.say(w().ui("choose_variant"));
    for (int i = 1; i <= count; ++i) {
      const Expansions box = variants[static_cast<std::size_t>(i - 1)];
      console_.say(item(i, w().box(box)) + ": " + w().box_text(box));
    }
    const bool menu_here = !home_.has_menu();  // the menu's items, if it has no own page
    if (menu_here) console_.say(home_.start_items(choice_));
    const std::string line = console_.read_line();
    if (is_back(line)) return false;
    const Home::Did did = menu_here ? home_.at_start(line, choice_) : Home::Did::Nothing;
    if (did == Home::Did::Leaves) return true;
    if (did == Home::Did::All || obeyed(line)) continue;
    const int number = read_number(line).value_or(0);
    if (number >= 1 && number <= count) {
      const Expansions box = variants[static_cast<std::size_t>(number - 1)];
      choose_rules(choice_, options_, choice_.preset, box);
      return true;
    }
    console_.say(wrong(line, 1, count));
  }
}

bool StartPage::ask_players() {
  const NumberRange range = players_offered(choice_);
  while (true) {
    const auto number = ask_number(
        [&] {
          console_.say(w().ui("choose_players", {{"low", std::to_string(range.low)},
                                                 {"high", std::to_string(range.high)}}));
        },
        range.low, range.high);
    if (!number) return false;
    const std::string fault = players_fault(choice_, *number);
    if (fault.empty()) {
      choice_.players = *number;
      drop_names_from(choice_.players);
      return true;
    }
    console_.say(fault);
  }
}

// Says so if a name was changed.
void StartPage::drop_names_from(int seat) {
  const auto kept = static_cast<std::size_t>(seat);
  for (std::size_t i = kept; i < choice_.names.size(); ++i) {
    const std::string name = clean_name(choice_.names[i]);
    if (!name.empty()) console_.say(w().ui("names_left_over", {{"name", name}}));
  }
  if (choice_.names.size() > kept) choice_.names.resize(kept);
}

// ---- settings ----------------------------------------------------------------------------------

void StartPage::show_settings() {
  console_.blank();
  console_.say(w().ui("settings_title", {{"game", w().expansions(choice_.expansions)}}));
  const std::vector<SeatSetup> seats = seats_of(choice_);
  console_.say(item(1, w().ui("settings_preset", {{"preset", w().preset(choice_.preset)}})));
  console_.say(item(2, w().ui("settings_players", {{"number", std::to_string(choice_.players)},
                                                   {"names", seats_words(seats, w())}})));
  console_.say(item(3, w().ui("settings_names")));
  const auto bots = std::count_if(seats.begin(), seats.end(),
                                  [](const SeatSetup& seat) { return !seat.bot.empty(); });
  console_.say(item(4, w().ui(bots == 0 ? "settings_no_bots" : "settings_bots",
                              {{"number", std::to_string(bots)}})));
  int number = kFirstBoxLine;
  for (const BoxRow& box : box_rows()) {
    console_.say(item(number++, box_line(w(), box.bit, choice_.expansions)));
  }
  console_.say(w().ui("settings_begin"));
}

bool StartPage::change_settings() {
  while (true) {
    show_settings();
    const std::string line = console_.read_line();
    if (line.empty()) return true;
    if (is_back(line)) return false;
    if (obeyed(line)) continue;
    const int number = read_number(line).value_or(0);
    const int last = kFirstBoxLine + kBoxes - 1;
    if (number >= kFirstBoxLine && number <= last) {
      change_box(number - kFirstBoxLine);
      continue;
    }
    switch (number) {
      case 1: change_preset(); break;
      case 2: ask_players(); break;
      case 3: change_names(); break;
      case 4: change_bots(); break;
      default: console_.say(wrong(line, 1, last));
    }
  }
}

// Adds or removes a box.
void StartPage::change_box(int box) {
  const Expansions bit = box_rows()[static_cast<std::size_t>(box)].bit;
  choose_rules(choice_, options_, choice_.preset,
               static_cast<Expansions>(choice_.expansions ^ bit));
  settle_players();
}

void StartPage::change_preset() {
  const auto number = ask_number(
      [&] {
        console_.say(w().ui("choose_preset"));
        for (int i = 0; i < kPresets; ++i) {
          const auto preset = static_cast<Preset>(i);
          console_.say(item(i + 1, w().preset(preset)) + ": " + w().preset_text(preset));
        }
      },
      1, kPresets);
  if (!number) return;
  choose_rules(choice_, options_, static_cast<Preset>(*number - 1), choice_.expansions);
  settle_players();
}

// Another preset or variant may allow fewer players.
bool StartPage::settle_players() {
  const std::string fault = players_fault(choice_, choice_.players);
  if (fault.empty()) return true;
  console_.say(fault);
  return ask_players();
}

std::optional<std::string> StartPage::ask_text(const std::string& question) {
  while (true) {
    console_.say(question);
    const std::string line = console_.read_line();
    if (is_back(line)) return std::nullopt;
    if (!obeyed(line)) return line;
  }
}

void StartPage::change_names() {
  std::vector<std::string> names = choice_.names;
  names.resize(static_cast<std::size_t>(choice_.players));
  const std::vector<SeatSetup> seats = seats_of(choice_);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto typed = ask_text(w().ui("choose_name", {{"seat", seats[i].name}}));
    if (!typed) return;
    const std::string name = clean_name(*typed);
    if (!name.empty()) names[i] = name;
  }
  choice_.names = std::move(names);
}

void StartPage::change_bots() {
  const auto bots = ask_number(
      [&] {
        console_.say(
            w().ui("choose_bots", {{"low", "0"}, {"high", std::to_string(choice_.players)}}));
      },
      0, choice_.players);
  if (!bots) return;
  const auto levels = bot_levels();
  std::optional<int> level = 1;
  if (*bots > 0) {
    level = ask_number(
        [&] {
          console_.say(w().ui("choose_level"));
          console_.say(item(1, w().ui("level_easy")));
          console_.say(item(2, w().ui("level_medium")));
          console_.say(item(3, w().ui("level_hard")));
        },
        1, static_cast<int>(levels.size()));
  }
  if (!level) return;
  // Bots sit behind the people and have unique names.
  const int most = std::max(*bots, static_cast<int>(choice_.bots.size()));
  drop_names_from(std::max(0, choice_.players - most));
  choice_.bots.assign(static_cast<std::size_t>(*bots),
                      std::string(levels[static_cast<std::size_t>(*level - 1)].name));
}

}  // namespace nl
