// Form for a new room on a server.
#pragma once

#include "protocol/room_settings.h"
#include "terminal/menu.h"
#include "terminal/question.h"

namespace nl {

class RoomForm {
 public:
  RoomSettings settings() const;
  int bots() const;
  // One line per setting; choosing it changes it.
  std::vector<Menu::Item> items(const Words& w);

 private:
  NumberRange seat_range() const;
  void add_boxes(const Words& w, std::vector<Menu::Item>& items);
  void add_times(const Words& w, std::vector<Menu::Item>& items);

  int preset_ = 0;
  Expansions expansions_ = kBase;
  int seats_ = 0;  // 0: as many as the rules allow
  int bots_ = 0;
  int window_ = 0;  // indices of the times on offer
  int turn_ = 0;
  int clock_ = 0;
  bool listed_ = true;
};

// Settings of a room in words.
std::string turn_words(const Words& w, int seconds);
std::string clock_words(const Words& w, std::chrono::hours hours);

}  // namespace nl
