// The leaderboard as one HTML page: tables, and plots drawn as SVG in the page itself.
#include <algorithm>

#include "arena/board_text.h"

namespace nl {
namespace {

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '&': safe += "&amp;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += c;
    }
  }
  return safe;
}

constexpr const char* kHead = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Nine Lives leaderboard</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; }
.scroll { overflow-x: auto; }
svg text { fill: currentColor; font-size: 13px; }
</style></head><body>
<h1>Nine Lives leaderboard</h1>
)";

// One line an agent: a dot for the strength, a bar for its interval.
void print_plot(std::ostream& out, const Board& board, const Robustness& known) {
  constexpr double kLeft = 140, kWidth = 560, kRow = 28;
  double low = -50, high = 50;
  for (const BoardRow& row : board.rows) {
    if (!known.may_be_rated(row.agent, board.key)) continue;
    low = std::min(low, row.strength.low);
    high = std::max(high, row.strength.high);
  }
  const auto x = [&](double v) {
    return fixed_digits(kLeft + (v - low) / (high - low) * kWidth, 1);
  };
  const double height = kRow * static_cast<double>(board.rows.size()) + 30;
  out << "<svg role=\"img\" aria-label=\"strength with 95 % intervals\" viewBox=\"0 0 720 "
      << fixed_digits(height, 0) << "\" width=\"100%\">\n";
  out << "<line x1=\"" << x(0) << "\" x2=\"" << x(0) << "\" y1=\"0\" y2=\""
      << fixed_digits(height - 24, 0) << "\" stroke=\"currentColor\" stroke-opacity=\".3\"/>\n";
  double y = kRow / 2;
  for (const BoardRow& row : board.rows) {
    if (!known.may_be_rated(row.agent, board.key)) continue;
    const std::string at = fixed_digits(y, 1);
    out << "<text x=\"0\" y=\"" << fixed_digits(y + 4, 1) << "\">" << escaped(row.agent)
        << "</text>"
        << "<line x1=\"" << x(row.strength.low) << "\" x2=\"" << x(row.strength.high) << "\" y1=\""
        << at << "\" y2=\"" << at << "\" stroke=\"#d06030\" stroke-width=\"4\"/>"
        << "<circle cx=\"" << x(row.strength.value) << "\" cy=\"" << at
        << "\" r=\"5\" fill=\"#d06030\"/>\n";
    y += kRow;
  }
  out << "<text x=\"" << x(low) << "\" y=\"" << fixed_digits(height - 4, 0) << "\">"
      << fixed_digits(low, 0) << "</text><text text-anchor=\"end\" x=\"" << x(high) << "\" y=\""
      << fixed_digits(height - 4, 0) << "\">" << fixed_digits(high, 0) << " points</text></svg>\n";
}

void print_cell(std::ostream& out, const std::string& text) { out << "<td>" << text << "</td>"; }

std::string share_text(const Estimate& e) {
  return fixed_digits(e.value * 100, 1) + " <small>[" + fixed_digits(e.low * 100, 1) + ", " +
         fixed_digits(e.high * 100, 1) + "]</small>";
}

std::string strength_text(const BoardRow& row, bool rated) {
  if (!rated) return "unrated";
  const Estimate& e = row.strength;
  return fixed_digits(e.value, 0) + " <small>[" + fixed_digits(e.low, 0) + ", " +
         fixed_digits(e.high, 0) + "]</small>";
}

void print_ranking(std::ostream& out, const Board& board, const Robustness& known) {
  out << "<div class=\"scroll\"><table><tr><th>agent</th><th>strength</th><th>wins %</th>"
         "<th>mean place</th><th>alpha-rank</th><th>deals</th><th>games</th><th>p50 µs</th>"
         "<th>p99 µs</th><th>class</th><th>illegal</th><th>late</th>";
  if (board.luck_measured) out << "<th>wins less luck %</th>";
  const std::vector<RobustnessColumn> columns = robustness_columns();
  for (const RobustnessColumn& column : columns) out << "<th>" << column.heading << "</th>";
  out << "</tr>\n";
  for (const BoardRow* at : rated_first(board, known)) {
    const BoardRow& row = *at;
    out << "<tr>";
    print_cell(out, escaped(shown_name(row)));
    print_cell(out, strength_text(row, known.may_be_rated(row.agent, board.key)));
    print_cell(out, board.complete() ? share_text(row.win_share) : "?");
    print_cell(out, fixed_digits(row.mean_place, 2));
    print_cell(out, fixed_digits(row.alpha_rank, 3));
    print_cell(out, std::to_string(row.deals));
    print_cell(out, std::to_string(row.games));
    print_cell(out, fixed_digits(row.p50_micros, 0));
    print_cell(out, fixed_digits(row.p99_micros, 0));
    print_cell(out, time_class(row.p99_micros));
    print_cell(out, std::to_string(row.illegal));
    print_cell(out, std::to_string(row.timeouts));
    if (board.luck_measured) {
      print_cell(out, board.complete() ? share_text(row.less_luck) : "?");
    }
    for (const RobustnessColumn& column : columns) {
      print_cell(out, escaped(column.shown(known, row.agent, board.key)));
    }
    out << "</tr>\n";
  }
  out << "</table></div>\n";
}

// The colour is stronger for a higher share of the two agents' wins.
void print_cross(std::ostream& out, const Board& board) {
  out << "<div class=\"scroll\"><table><tr><th>wins against, %</th>";
  for (const BoardRow& row : board.rows) out << "<th>" << escaped(row.agent) << "</th>";
  out << "</tr>\n";
  for (std::size_t i = 0; i < board.rows.size(); ++i) {
    out << "<tr><td>" << escaped(board.rows[i].agent) << "</td>";
    for (std::size_t j = 0; j < board.rows.size(); ++j) {
      if (i == j || !board.rows[i].has_met[j]) {
        out << "<td></td>";
        continue;
      }
      const Estimate& e = board.rows[i].wins_from[j];
      out << "<td style=\"background:rgba(" << (e.value > 0.5 ? "40,150,70," : "200,70,40,")
          << fixed_digits(std::min(1.0, std::abs(e.value - 0.5) * 1.6), 2) << ")\">"
          << share_text(e) << "</td>";
    }
    out << "</tr>\n";
  }
  out << "</table></div>\n";
}

void print_table(std::ostream& out, const TableRows& rows) {
  out << "<div class=\"scroll\"><table>\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out << "<tr>";
    const char* tag = i == 0 ? "th" : "td";
    for (const std::string& cell : rows[i]) {
      out << '<' << tag << '>' << escaped(cell) << "</" << tag << '>';
    }
    out << "</tr>\n";
  }
  out << "</table></div>\n";
}

void print_small(std::ostream& out, const SmallLog& small) {
  out << "<h2>Small games, solved exactly</h2>\n";
  if (!small.solved.empty()) print_table(out, solved_table(small));
  if (small.exploited.empty()) return;
  out << "<p>Points that the best answer to each bot wins beyond an even game.</p>\n";
  print_table(out, exploited_table(small));
}

}  // namespace

void print_boards_html(std::ostream& out, const std::vector<Board>& boards, const std::string& date,
                       const Robustness& known) {
  out << kHead << "<p>Made by <code>ninelives leaderboard</code> on " << escaped(date)
      << ". Strength is by who wins, in points (400 are odds of ten to one); intervals are 95 %, "
         "from a bootstrap over the deals of each line-up.</p>\n";
  for (const Board& board : boards) {
    out << "<h2>" << escaped(board_title(board.key)) << "</h2>\n<p>" << escaped(played_text(board))
        << " Engine";
    for (const std::string& engine : board.engines)
      out << " <code>" << escaped(engine) << "</code>";
    out << ".</p>\n";
    if (!board.rows.empty()) {
      print_plot(out, board, known);
      print_ranking(out, board, known);
      print_cross(out, board);
    }
    for (const Match& match : board.matches) print_table(out, match_table(match));
  }
  if (known.has_small_tables()) print_small(out, known.small);
  out << "</body></html>\n";
}

}  // namespace nl
