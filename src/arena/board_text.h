// Leaderboards as text, Markdown and JSON.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "arena/board.h"
#include "arena/robustness.h"

namespace nl {

enum class BoardFormat { Plain, Markdown, AsJson, Html };

// `date` as YYYY-MM-DD. Robustness is shown if it is known.
void print_boards(std::ostream& out, const std::vector<Board>& boards, BoardFormat format,
                  const std::string& date, const Robustness& known = {});

// One self-contained page.
void print_boards_html(std::ostream& out, const std::vector<Board>& boards, const std::string& date,
                       const Robustness& known);

// Rows of cells in aligned columns; the first row is the heading.
using TableRows = std::vector<std::vector<std::string>>;
void print_columns(std::ostream& out, const TableRows& rows, bool markdown);

// official, 4 players
std::string board_title(const BoardKey& key);

// An extra column of a board; unknown values are question marks.
struct RobustnessColumn {
  std::string heading;
  std::string (*shown)(const Robustness&, const std::string& agent, const BoardKey&);
};
std::vector<RobustnessColumn> robustness_columns();

// The board's rows in display order: unrated ones come last.
std::vector<const BoardRow*> rated_first(const Board& board, const Robustness& known);

// The agent's name, with a mark if its games can't be replayed.
std::string shown_name(const BoardRow& row);

TableRows match_table(const Match& match);

// The class of processor time of a decision's p99.
std::string time_class(double micros);

// Number of games, and the figures that still lack games.
std::string played_text(const Board& board);

std::string fixed_digits(double number, int digits);

}  // namespace nl
