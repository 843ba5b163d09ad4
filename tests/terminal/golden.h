// Golden files of terminal pages as text. NINELIVES_UPDATE_GOLDEN=1 writes them again.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
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

// Every page is drawn and measured in all languages and sizes. Files are stored where they can
// differ: the small size shows what Korean's width does, the large size has the same layout in all
// languages. A new language needs no files.
inline bool is_recorded(Language language, ScreenSize size) {
  if (language == Language::English) return true;
  return size.width == kSizes[0].width && std::string(language_code(language)) == "ko";
}

// One part of a golden file: a page in one language and size, below its heading.
struct GoldenPart {
  std::filesystem::path file;  // empty: not stored
  std::string heading;
};

// The pages of a group share a file: net_lobby is in net.txt, hand_over in table.txt.
inline std::string golden_group(const std::string& name) {
  const std::string group = name.substr(0, name.find('_'));
  for (const char* one : {"claim", "home", "learn", "net", "replay", "review"}) {
    if (group == one) return group;
  }
  return "table";
}

inline GoldenPart golden_file(const std::string& name, Language language, ScreenSize size) {
  if (!is_recorded(language, size)) return {};
  const std::filesystem::path folder =
      std::filesystem::path(NINELIVES_SOURCE_DIR) / "tests/terminal/golden";
  return {folder / (golden_group(name) + ".txt"),
          "==== " + name + (language == Language::English ? " en " : " ko ") +
              std::to_string(size.width) + "x" + std::to_string(size.height)};
}

// The parts of a golden file by their headings.
inline std::map<std::string, std::string> golden_parts(const std::filesystem::path& file) {
  std::map<std::string, std::string> parts;
  std::ifstream in(file);
  std::string* part = nullptr;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("==== ")) {
      part = &parts[line];
    } else if (part != nullptr) {
      *part += line + '\n';
    }
  }
  return parts;
}

inline void compare_golden(const GoldenPart& golden, const std::string& now) {
  if (golden.file.empty()) return;
  std::map<std::string, std::string> parts = golden_parts(golden.file);
  if (std::getenv("NINELIVES_UPDATE_GOLDEN") == nullptr) {
    EXPECT_EQ(parts[golden.heading], now) << golden.file << ' ' << golden.heading;
    return;
  }
  parts[golden.heading] = now;
  std::ofstream out(golden.file);
  for (const auto& [heading, text] : parts) out << heading << '\n' << text;
}

}  // namespace nl
