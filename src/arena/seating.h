// Seating orders of a line-up.
// Seating orders for the games of a deal. Cards hit the next player and help the one after: so it
// matters not only where an agent sits but behind whom, and rotating a line-up leaves that as it
// is.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/seat.h"

namespace nl {

enum class Seating : std::uint8_t {
  Rotations,  // one circular order: what logs were before there was a choice
  Balanced,   // everybody is everybody's next neighbour equally often
  All,        // all (n-1)! circular orders
};

std::string_view seating_name(Seating seating);
std::optional<Seating> parse_seating(std::string_view name);

// All orders where these are few enough, otherwise balanced ones.
Seating usual_seating(int seats);

// Agents of a line-up in the order of play, each beginning with agent 0.
std::vector<std::vector<int>> circular_orders(int seats, Seating seating);

// By game, then by agent of the line-up, the seat: each circular order from every rotation.
std::vector<std::vector<Seat>> seats_in_games(int seats, Seating seating);

}  // namespace nl
