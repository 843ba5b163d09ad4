// Link preview picture of a game: the winner and the other seats. No text: the title has the names.
#pragma once

#include <string>

namespace nl {

// A PNG file.
std::string game_picture(int seats, int winner);

}  // namespace nl
