// Golden files of terminal pages as text. NINELIVES_UPDATE_GOLDEN=1 writes them again.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "terminal/screen_cells.h"
#include "terminal/screen_theme.h"
#include "text/words.h"

namespace nl {

inline constexpr ScreenSize kSizes[] = {{80, 24}, {120, 40}};

// A page as plain text, without colours.
inline std::string plain(ftxui::Element page, ScreenSize size) {
  use_colours(false);
  std::string all;
  for (const std::string& row : drawn(page, size)) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] == '\x1b') {
        while (i < row.size() && row[i] != 'm') ++i;
      } else {
        line += row[i];
      }
    }
    EXPECT_EQ(cell_width(line), size.width) << "TERM-2, a row that doesn't line up: " << line;
    while (!line.empty() && line.back() == ' ') line.pop_back();
    all += line + '\n';
  }
  return all;
}

// The same of a page that was shown already.
inline std::string trimmed_rows(const std::string& page) {
  std::istringstream rows(page);
  std::string all;
  for (std::string row; std::getline(rows, row);) {
    while (!row.empty() && row.back() == ' ') row.pop_back();
    all += row + '\n';
  }
  return all;
}

// Every page is drawn and measured in both languages and sizes. Files are stored where they can
// differ: the small size shows what Korean's width does, the large size has the same layout in both
// languages.
inline bool is_recorded(Language language, ScreenSize size) {
  return size.width == kSizes[0].width || language == Language::English;
}

// Empty if no file is stored for it.
inline std::filesystem::path golden_file(const std::string& name, Language language,
                                         ScreenSize size) {
  if (!is_recorded(language, size)) return {};
  const std::string file = name + (language == Language::English ? ".en." : ".ko.") +
                           std::to_string(size.width) + "x" + std::to_string(size.height) + ".txt";
  return std::filesystem::path(NINELIVES_SOURCE_DIR) / "tests/terminal/golden" / file;
}

inline void compare_golden(const std::filesystem::path& file, const std::string& now) {
  if (file.empty()) return;
  if (std::getenv("NINELIVES_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(file) << now;
    return;
  }
  std::ifstream in(file);
  std::stringstream before;
  before << in.rdbuf();
  EXPECT_EQ(before.str(), now) << file;
}

}  // namespace nl
