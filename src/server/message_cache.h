// Message cache for one step: message parts that several viewers share are written once.
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

// Lives for one step; returned references stay valid until its end.
class MessageCache {
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
