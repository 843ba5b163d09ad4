// Outgoing HTTP POST request as a value.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace nl {

struct Post {
  std::string url{};
  std::vector<std::pair<std::string, std::string>> headers{};
  std::string body{};
};

}  // namespace nl
