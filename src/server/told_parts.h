// What the viewers of one step are told alike: made once, and used for each of them.
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>

#include "engine/event.h"
#include "protocol/view_json.h"

namespace nl {

// The table as some viewers see it.
using SharedTable = std::shared_ptr<const TableView>;

// Of one step. What is handed out stays where it is until the end of it.
class ToldParts {
 public:
  // `before`: what that viewer has been shown; nullptr: nothing.
  SharedTable table(const SharedTable& before, const View& view);
  // The fields that turn one into the other.
  const std::string& patch(const SharedTable& before, const SharedTable& after);
  const std::string& events(std::span<const Event> events);

 private:
  struct Patch {
    SharedTable before;
    SharedTable after;
    std::string text;
  };
  struct Events {
    std::span<const Event> events;
    std::string text;
  };
  std::deque<SharedTable> tables_;
  std::deque<Patch> patches_;
  std::deque<Events> events_;
};

}  // namespace nl
