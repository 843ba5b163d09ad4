// Leaderboards as people and programs read them.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "arena/board.h"
#include "arena/small_log.h"

namespace nl {

enum class BoardFormat { Plain, Markdown, AsJson, Html };

// `date` as YYYY-MM-DD. What the agents give away in small games is shown where it is known.
void print_boards(std::ostream& out, const std::vector<Board>& boards, BoardFormat format,
                  const std::string& date, const SmallLog& small = {});

// One page that needs nothing from elsewhere.
void print_boards_html(std::ostream& out, const std::vector<Board>& boards, const std::string& date,
                       const SmallLog& small);

// Rows of cells, the first of them the heading, in lined-up columns.
using TableRows = std::vector<std::vector<std::string>>;
void print_columns(std::ostream& out, const TableRows& rows, bool markdown);

// official, 4 players
std::string board_title(const BoardKey& key);

std::string fixed_digits(double number, int digits);

}  // namespace nl
