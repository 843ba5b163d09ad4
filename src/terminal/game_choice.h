// Settings of the next game, from the command line and then the start page.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "table/table.h"
#include "terminal/question.h"
#include "text/words.h"

namespace nl {

class LadderClient;

// Choice of a network game. The address is empty for a table on this machine.
struct NetWish {
  enum class Kind { Host, Join, Find };
  Kind kind = Kind::Host;
  std::string address{};
  std::string code{};  // empty: the open tables are shown
  std::string name{};  // empty: ask for it
};

// Options from the command line; the game asks for the others.
struct PlayOptions {
  std::optional<Language> language{};
  std::optional<Preset> preset{};
  std::optional<Expansions> expansions{};
  std::optional<int> players{};
  std::vector<std::string> names{};
  std::vector<std::string> bots{};  // bots take the last seats, in this order
  std::optional<std::uint64_t> seed{};
  std::string record{};            // file that the game is written to; empty: none
  std::filesystem::path games{};   // folder where every game is saved; empty: none
  std::filesystem::path memory{};  // file of the remembered player; empty: none
  std::filesystem::path streak{};  // file of solved puzzles; empty: none
  std::filesystem::path seats{};   // folder of seats on servers; empty: none
  std::string resume{};            // file of the game to continue; empty: a new one
  Time window{0};                  // time limit of a Nope window; zero: none
  bool verbose = false;            // plain mode: shows table and odds with each question
  Time bot_pause{600};             // full screen: how long a bot's move stays visible
  // The rules of a preset with the house rules of the command line.
  std::function<Rules(Preset, Expansions)> rules = make_rules;
  // Plays on a server until the player leaves; empty: not offered.
  std::function<void(const NetWish&, Language)> online{};
  std::string server{};            // the only server on offer; empty: ask for the address
  LadderClient* ladder = nullptr;  // the ladder of that server; null: not offered
};

struct GameChoice {
  Language language = Language::English;
  Preset preset = kDefaultPreset;
  Expansions expansions = kBase;
  Rules rules = make_rules(kDefaultPreset);
  int players = 2;
  std::vector<std::string> names{};
  std::vector<std::string> bots{};
  std::optional<std::uint64_t> seed{};  // for this game only

  const Words& words() const { return nl::words(language, wording_of(preset)); }
};

// The default settings.
GameChoice first_choice(const PlayOptions& options);

// Chooses another preset or expansion, with its rules.
void choose_rules(GameChoice& choice, const PlayOptions& options, Preset preset,
                  Expansions expansions);

// Numbers of players on offer.
NumberRange players_offered(const GameChoice& choice);

// Reason why this number of players is wrong; empty if it is allowed.
std::string players_fault(const GameChoice& choice, int players);

// People first, bots last; names are unique.
std::vector<SeatSetup> seats_of(const GameChoice& choice);

// The players in a row: bots with face and level.
std::string seats_words(const std::vector<SeatSetup>& seats, const Words& w);

// A box in a list of settings, and whether it is added.
std::string box_line(const Words& w, Expansions box, Expansions chosen);

TableSetup table_setup(const GameChoice& choice, const PlayOptions& options, std::uint64_t game);

// The names of a table and the numbers of its players, for questions in words.
Speech speech_for(const Table& table, Language language);

}  // namespace nl
