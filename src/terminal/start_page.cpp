#include "terminal/start_page.h"

#include <algorithm>

#include "names/names.h"
#include "terminal/art.h"
#include "terminal/command.h"

namespace nl {
namespace {

// Before the language is chosen, everything is said in all of them.
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

// The lines of the settings before those of the boxes are four.
constexpr int kFirstBoxLine = 5;

}  // namespace

bool ask_yes_or_no(Console& console, const Words& w, const std::string& question) {
  while (true) {
    console.say(question);
    console.say(item(1, w.ui("yes")));
    console.say(item(2, w.ui("no")));
    const auto number = read_number(console.read_line());
    if (number == 1 || number == 2) return number == 1;
    console.say(w.refusal(Refusal::OneOrTwo));
  }
}

Language StartPage::ask_language() {
  if (options_.language) {
    console_.speak(*options_.language);
    return *options_.language;
  }
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

GameChoice StartPage::ask_all() {
  const bool ask_nothing = options_.language && options_.expansions && options_.players;
  choice_ = first_choice(options_);
  if (ask_nothing) console_.speak(choice_.language);
  if (!ask_nothing) {
    console_.say(kCat);
    choice_.language = ask_language();
    console_.say(w().ui("welcome"));
    console_.blank();
  }
  if (!options_.expansions) ask_variant();
  if (options_.players) {
    settle_players();  // the variant may be for fewer
  } else {
    ask_players();
  }
  if (!ask_nothing && preset_row(choice_.preset).manner.settings_asked) change_settings();
  return choice_;
}

template <class Show>
int StartPage::ask_number(Show show, int low, int high) {
  while (true) {
    show();
    const std::string line = console_.read_line();
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

// The commands that make sense before there is a game.
bool StartPage::obeyed(const std::string& line) {
  const Command command = read_command(line);
  switch (command.kind) {
    case Command::Kind::None: return false;
    case Command::Kind::Help: console_.say(w().ui("help_start")); return true;
    case Command::Kind::Describe: console_.say(describe_card(command.argument, w())); return true;
    case Command::Kind::Quit: throw Stopped{Stopped::Why::Quit};
    default: console_.say(w().ui("no_game_yet")); return true;
  }
}

// One box, as the sources ask for it; the settings can add more.
void StartPage::ask_variant() {
  std::vector<Expansions> variants = {kBase};
  for (const BoxRow& box : box_rows()) variants.push_back(box.bit);
  const int count = static_cast<int>(variants.size());
  const int number = ask_number(
      [&] {
        console_.say(w().ui("choose_variant"));
        for (int i = 1; i <= count; ++i) {
          const Expansions box = variants[static_cast<std::size_t>(i - 1)];
          console_.say(item(i, w().box(box)) + ": " + w().box_text(box));
        }
      },
      1, count);
  choose_rules(choice_, options_, choice_.preset, variants[static_cast<std::size_t>(number - 1)]);
}

void StartPage::ask_players() {
  const NumberRange range = players_offered(choice_);
  while (true) {
    const int number = ask_number(
        [&] {
          console_.say(w().ui("choose_players", {{"low", std::to_string(range.low)},
                                                 {"high", std::to_string(range.high)}}));
        },
        range.low, range.high);
    const std::string fault = players_fault(choice_, number);
    if (fault.empty()) {
      choice_.players = number;
      return;
    }
    console_.say(fault);
  }
}

// ---- settings ----------------------------------------------------------------------------------

void StartPage::show_settings() {
  console_.blank();
  console_.say(w().ui("settings_title", {{"game", w().expansions(choice_.expansions)}}));
  const std::vector<SeatSetup> seats = seats_of(choice_);
  std::string players;
  for (const SeatSetup& seat : seats) {
    players += (players.empty() ? "" : ", ") + seat.name;
    if (!seat.bot.empty()) players += ' ' + w().ui("bot_tag");
  }
  console_.say(item(1, w().ui("settings_preset", {{"preset", w().preset(choice_.preset)}})));
  console_.say(item(2, w().ui("settings_players",
                              {{"number", std::to_string(choice_.players)}, {"names", players}})));
  console_.say(item(3, w().ui("settings_names")));
  const auto bots = std::count_if(seats.begin(), seats.end(),
                                  [](const SeatSetup& seat) { return !seat.bot.empty(); });
  console_.say(item(4, w().ui("settings_bots", {{"number", std::to_string(bots)}})));
  int number = kFirstBoxLine;
  for (const BoxRow& box : box_rows()) {
    console_.say(item(number++, box_line(w(), box.bit, choice_.expansions)));
  }
  console_.say(w().ui("settings_begin"));
}

void StartPage::change_settings() {
  while (true) {
    show_settings();
    const std::string line = console_.read_line();
    if (line.empty()) return;
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

// Adds a box or leaves it out.
void StartPage::change_box(int box) {
  const Expansions bit = box_rows()[static_cast<std::size_t>(box)].bit;
  choose_rules(choice_, options_, choice_.preset,
               static_cast<Expansions>(choice_.expansions ^ bit));
  settle_players();
}

void StartPage::change_preset() {
  const int number = ask_number(
      [&] {
        console_.say(w().ui("choose_preset"));
        for (int i = 0; i < kPresets; ++i) {
          const auto preset = static_cast<Preset>(i);
          console_.say(item(i + 1, w().preset(preset)) + ": " + w().preset_text(preset));
        }
      },
      1, kPresets);
  choose_rules(choice_, options_, static_cast<Preset>(number - 1), choice_.expansions);
  settle_players();
}

// Another preset or variant may be for fewer players.
void StartPage::settle_players() {
  const std::string fault = players_fault(choice_, choice_.players);
  if (fault.empty()) return;
  console_.say(fault);
  ask_players();
}

std::string StartPage::ask_text(const std::string& question) {
  while (true) {
    console_.say(question);
    const std::string line = console_.read_line();
    if (!obeyed(line)) return line;
  }
}

void StartPage::change_names() {
  const std::vector<SeatSetup> seats = seats_of(choice_);
  choice_.names.clear();
  for (const SeatSetup& seat : seats) {
    const std::string typed = ask_text(w().ui("choose_name", {{"seat", seat.name}}));
    const std::string name = clean_name(typed);
    choice_.names.push_back(name.empty() ? seat.name : name);
  }
}

void StartPage::change_bots() {
  const int bots = ask_number(
      [&] {
        console_.say(
            w().ui("choose_bots", {{"low", "0"}, {"high", std::to_string(choice_.players)}}));
      },
      0, choice_.players);
  choice_.bots.clear();
  choice_.names.clear();  // bots have names of their own
  if (bots == 0) return;
  const auto levels = bot_levels();
  const int level = ask_number(
      [&] {
        console_.say(w().ui("choose_level"));
        console_.say(item(1, w().ui("level_easy")));
        console_.say(item(2, w().ui("level_medium")));
        console_.say(item(3, w().ui("level_hard")));
      },
      1, static_cast<int>(levels.size()));
  choice_.bots.assign(static_cast<std::size_t>(bots),
                      std::string(levels[static_cast<std::size_t>(level - 1)].name));
}

}  // namespace nl
