// Menus of a network session: the choices on every page beside the game.
#pragma once

#include "terminal/net_session.h"

namespace nl {

class NetMenus {
 public:
  explicit NetMenus(NetSession& session)
      : s_(session), model_(session.model_), entry_(session.entry_), w_(session.w()) {}

  Menu of_page(NetSession::Page page);

 private:
  Menu connecting();
  Menu name();
  Menu rooms();
  Menu form();
  Menu refused();
  Menu in_use();
  Menu found();
  Menu lobby();
  Menu bots();
  Menu players(bool to_hand_over);
  Menu watchers();
  Menu shuffle();
  Menu over();
  Menu leave();
  Menu leave_slow();

  Menu::Item room_item(const ListedRoom& room);
  Menu::Item leave_item();
  void add_host_items(Menu& menu);
  void add_watchers_item(Menu& menu);
  void add_open_hand_item(Menu& menu);
  void add_listen_item(Menu& menu);
  void add_stop_item(Menu& menu);
  void add_verdict(Menu& menu) const;
  Lines player_lines() const;
  Lines settings_lines() const;

  // The session outlives the menu's items.
  NetSession& s_;
  ClientModel& model_;
  NetEntry& entry_;
  const Words& w_;
};

}  // namespace nl
