// Text tables: layout of columns.
#include "app/table_text.h"

#include <algorithm>

namespace nl {
namespace {

using Row = std::vector<std::string>;

std::vector<std::size_t> widths_of(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  return widths;
}

void print_row(std::ostream& out, const Row& row, const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    line += row[i] + std::string(widths[i] - row[i].size() + 2, ' ');
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out << line << '\n';
}

void print_markdown_row(std::ostream& out, const Row& row) {
  out << '|';
  for (const std::string& cell : row) out << ' ' << cell << " |";
  out << '\n';
}

}  // namespace

void TableText::print(std::ostream& out, bool markdown) const {
  const auto widths = widths_of(rows_);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!markdown) {
      print_row(out, rows_[i], widths);
      continue;
    }
    print_markdown_row(out, rows_[i]);
    if (i == 0) print_markdown_row(out, Row(rows_[0].size(), "---"));
  }
}

}  // namespace nl
