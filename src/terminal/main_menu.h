// Main menu of the start page: everything there is to do, one letter each.
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
    Friends,   // a game at this terminal, whose settings are to be asked
    Continue,  // home's chosen()
    Language,  // to be asked again
  };

  // Asks until one of them is picked; everything else happens here.
  Pick ask(GameChoice& choice);

  // A name for the player, who may leave it out.
  void ask_name(const GameChoice& choice);
  // Colours, where the surface has any.
  void ask_theme(const GameChoice& choice);

 private:
  Lines items(const GameChoice& choice) const;
  std::optional<Pick> pick(char letter, GameChoice& choice);
  void play_alone(GameChoice& choice) const;
  void play_puzzle_of_day(const GameChoice& choice);
  void go_online(NetWish wish, const GameChoice& choice);
  void join(bool by_code, const GameChoice& choice);
  std::string line_after(const std::string& question);

  Console& console_;
  const PlayOptions& options_;
  const Surface& surface_;
  Home& home_;
};

}  // namespace nl
