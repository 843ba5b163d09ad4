// Interface of a connection to a server. It reconnects by itself.
#pragma once

#include <string>
#include <vector>

namespace nl {

struct LinkEvent {
  enum class Change { Opened, Text, Closed };
  Change kind = Change::Text;
  std::string text{};  // the message, or why it was closed
};

class Link {
 public:
  virtual ~Link() = default;
  virtual void send(std::string text) = 0;
  // Events since the last call, in order.
  virtual std::vector<LinkEvent> take() = 0;
  // File descriptor that is readable while take() has events. -1: there is none, so poll take().
  virtual int wake_file() const = 0;
};

}  // namespace nl
