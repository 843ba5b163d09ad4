// Text tables: aligned columns or Markdown.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace nl {

class TableText {
 public:
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  void extend(std::string cell) { rows_.back().push_back(std::move(cell)); }
  // The first row is the heading.
  void print(std::ostream& out, bool markdown) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace nl
