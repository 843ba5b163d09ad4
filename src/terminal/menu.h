// Menu: numbered choices, the same on both surfaces.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "text/words.h"

namespace nl {

struct Menu {
  struct Item {
    std::string text{};
    std::function<void()> run{};
  };
  Lines head{};
  std::string code{};  // room code, for large letters
  std::vector<Item> items{};
  Lines foot{};
};

}  // namespace nl
