// Tests of row updates: only changed cells are drawn again.
#include "terminal/row_update.h"

#include <gtest/gtest.h>

#include <map>

namespace nl {
namespace {

// A terminal that understands cursor moves, styles and characters of known width.
class TestTerminal {
 public:
  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      if (bytes.starts_with("\x1b[")) {
        const std::size_t end = bytes.find_first_not_of("0123456789;", 2);
        const std::string_view parameters = bytes.substr(2, end - 2);
        if (bytes[end] == 'H') {
          const std::size_t split = parameters.find(';');
          row_ = std::stoi(std::string(parameters.substr(0, split)));
          column_ = std::stoi(std::string(parameters.substr(split + 1)));
        } else {
          EXPECT_EQ(bytes[end], 'm');
          style_ = parameters == "0" ? "" : style_ + '[' + std::string(parameters) + ']';
        }
        bytes.remove_prefix(end + 1);
        continue;
      }
      const auto lead = static_cast<unsigned char>(bytes[0]);
      const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
      cells_[{row_, column_}] = style_ + std::string(bytes.substr(0, length));
      column_ += lead >= 0xEA ? 2 : 1;  // of the characters in these tests
      bytes.remove_prefix(length);
    }
  }
  std::string text(int row) const {
    std::string all;
    for (const auto& [place, cell] : cells_) {
      if (place.first == row) all += cell;
    }
    return all;
  }

 private:
  std::map<std::pair<int, int>, std::string> cells_;
  int row_ = 1;
  int column_ = 1;
  std::string style_;
};

std::string after_update(const std::string& before, const std::string& after) {
  TestTerminal terminal;
  terminal.write("\x1b[3;1H" + before);
  terminal.write(row_update(2, before, after));
  return terminal.text(3);
}

TEST(RowUpdate, SSH_3_OnlyChangedCellsAreSent) {
  const std::string before = "the clock says 12 seconds and nothing else changes here at all";
  const std::string after = "the clock says 11 seconds and nothing else changes here at all";
  EXPECT_EQ(row_update(2, before, after), "\x1b[3;17H1");
  EXPECT_EQ(after_update(before, after), after);
  EXPECT_EQ(row_update(2, after, after), "");
}

TEST(RowUpdate, TwoDistantChangesAreTwoRuns) {
  const std::string before = "a..............................b";
  const std::string after = "c..............................d";
  EXPECT_EQ(row_update(0, before, after), "\x1b[1;1Hc\x1b[1;32Hd");
}

TEST(RowUpdate, AChangedStyleIsAChange) {
  const std::string before = "one two three four five six seven eight nine ten";
  const std::string after = "one \x1b[1mtwo\x1b[22m three four five six seven eight nine ten";
  EXPECT_EQ(row_update(0, before, after), "\x1b[1;5H\x1b[1mtwo\x1b[0m");
}

TEST(RowUpdate, TheSameStyleByOtherSequencesIsNoChange) {
  EXPECT_EQ(row_update(0, "\x1b[31m\x1b[1mred\x1b[0m", "\x1b[1;31mred\x1b[39m\x1b[22m"), "");
}

TEST(RowUpdate, HangulTakesTwoCells) {
  const std::string before = "고양이 카드는 모두 10장입니다 ----------------------";
  const std::string after = "고양이 카드는 모두 12장입니다 ----------------------";
  EXPECT_EQ(row_update(0, before, after), "\x1b[1;21H2");
}

TEST(RowUpdate, ARowWithAnUncertainWidthIsWrittenWhole) {
  const std::string before = "\xF0\x9F\x90\xB1 cat number one is here and there";
  const std::string after = "\xF0\x9F\x90\xB1 cat number two is here and there";
  EXPECT_EQ(row_update(1, before, after), "\x1b[2;1H" + after);
  EXPECT_EQ(row_update(1, "", "abc"), "\x1b[2;1Habc");
}

}  // namespace
}  // namespace nl
