// The picture that a link to a game is shown with elsewhere: the winner, and who is left of the
// others. No letters: names are in the title.
#pragma once

#include <string>

namespace nl {

// A PNG file.
std::string game_picture(int seats, int winner);

}  // namespace nl
