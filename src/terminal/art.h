// ASCII art of the title page.
#pragma once

#include <string_view>

namespace nl {

inline constexpr std::string_view kCat = R"(
                                   *
         /\_____/\               .'
        (  o   O  )           .-'-.       N I N E   L I V E S
        (   =^=   )          /     \
         )       (__        |   9   |
        (  |   |    \_       \     /
         \_|_/_|_)____)       `---'
)";

}  // namespace nl
