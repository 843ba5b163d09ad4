// Leaderboards as people and programs read them.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "arena/board.h"

namespace nl {

enum class BoardFormat { Plain, Markdown, AsJson, Html };

// `date` as YYYY-MM-DD.
void print_boards(std::ostream& out, const std::vector<Board>& boards, BoardFormat format,
                  const std::string& date);

// One page that needs nothing from elsewhere.
void print_boards_html(std::ostream& out, const std::vector<Board>& boards,
                       const std::string& date);

// official, 4 players
std::string board_title(const BoardKey& key);

std::string fixed_digits(double number, int digits);

}  // namespace nl
