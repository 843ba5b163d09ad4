// Main menu of the start page: all activities, one letter each.
#pragma once

#include "terminal/home.h"
#include "terminal/player_memory.h"

namespace nl {

class MainMenu {
 public:
  MainMenu(Console& console, const PlayOptions& options, const Surface& surface, Home& home)
      : console_(console), options_(options), surface_(surface), home_(home) {}

  enum class Pick {
    PlayNow,   // a game against three bots, in `choice`
    Friends,   // a game at this terminal, whose settings are asked next
    Continue,  // home's chosen()
    Language,  // show the menu again
  };

  // Asks until one of them is chosen; handles all other entries here.
  Pick ask(GameChoice& choice);

  // Asks for the player's name, which may stay empty.
  void ask_name(const GameChoice& choice);
  // Colour themes, if the surface has colours.
  void ask_theme(const GameChoice& choice);

 private:
  Lines items(const GameChoice& choice) const;
  std::optional<Pick> pick(char letter, GameChoice& choice);
  void play_alone(GameChoice& choice) const;
  void play_puzzle_of_day(const GameChoice& choice);
  void show_ladder(const GameChoice& choice);
  void go_online(NetWish wish, const GameChoice& choice);
  void join(bool by_code, const GameChoice& choice);
  std::string line_after(const std::string& question);

  Console& console_;
  const PlayOptions& options_;
  const Surface& surface_;
  Home& home_;
};

}  // namespace nl
