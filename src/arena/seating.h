// Seating orders for the games of a deal. Many cards affect the next player, so an agent's
// neighbours matter as well as its seat, and rotating a line-up keeps its neighbours.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/seat.h"

namespace nl {

enum class Seating : std::uint8_t {
  Rotations,  // one circular order: logs from before there was a choice
  Balanced,   // each agent is each other's next neighbour equally often
  All,        // all (n-1)! circular orders
};

std::string_view seating_name(Seating seating);
std::optional<Seating> parse_seating(std::string_view name);

// All orders if they are few enough, otherwise balanced ones.
Seating usual_seating(int seats);

// Agents of a line-up in the order of play, each list beginning with agent 0.
std::vector<std::vector<int>> circular_orders(int seats, Seating seating);

// The seat by game, then by agent of the line-up: each circular order in every rotation.
std::vector<std::vector<Seat>> seats_in_games(int seats, Seating seating);

}  // namespace nl
