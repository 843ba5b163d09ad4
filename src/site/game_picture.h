// Link preview picture of a game: its name, the winner and the other seats.
#pragma once

#include <string>
#include <string_view>

namespace nl {

// A PNG file. `fur`: the winner's colour as "#f6d9c4"; empty: that of the seat.
std::string game_picture(int seats, int winner, std::string_view fur = {});

}  // namespace nl
