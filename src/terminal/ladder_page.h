// Page of the server's ladder: the list, joining, leaving, and games for the ladder.
#pragma once

#include <functional>
#include <string>

#include "client/ladder_client.h"
#include "terminal/console.h"
#include "terminal/game_choice.h"

namespace nl {

class LadderPage {
 public:
  // `play` looks for a table with strangers and plays there.
  LadderPage(Console& console, LadderClient& ladder, const Words& w, std::function<void()> play)
      : console_(console), ladder_(ladder), w_(w), play_(std::move(play)) {}

  // Until the player leaves the page. `name`: the player's usual one, may be empty.
  void show(const std::string& name);

 private:
  void show_places(const LadderView& view);
  bool show_member(const LadderView& view);
  bool show_newcomer(const std::string& name);
  void play(const LadderPlace& before);
  void join(std::string name);
  void leave();
  bool said_yes(const std::string& question);
  std::string read_line();
  std::string sentence(LadderClient::Outcome outcome) const;

  Console& console_;
  LadderClient& ladder_;
  const Words& w_;
  std::function<void()> play_;
};

}  // namespace nl
