// A hundred names in twenty scripts and both directions of reading, on the full screen and in plain
// lines.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "terminal/board.h"
#include "terminal/golden.h"
#include "terminal/has.h"
#include "terminal/screen_game.h"
#include "terminal/screen_table.h"
#include "terminal/script.h"
#include "text/file_content.h"

namespace nl {
namespace {

std::vector<std::string> script_names() {
  const auto file = std::filesystem::path(NINELIVES_SOURCE_DIR) / "tests/names/script_names.json";
  std::vector<std::string> all;
  const nlohmann::json scripts = nlohmann::json::parse(content_of(file));
  for (const nlohmann::json& names : scripts) {
    for (const nlohmann::json& name : names) all.push_back(name.get<std::string>());
  }
  return all;
}

// Six of the hundred, of six scripts.
std::vector<std::string> six_from(const std::vector<std::string>& all, std::size_t first) {
  std::vector<std::string> six;
  for (std::size_t seat = 0; seat < 6; ++seat) six.push_back(all[(first + 17 * seat) % all.size()]);
  return six;
}

Board six_with_attack() {
  Board board(Preset::Official, kImploding, 6);
  for (int seat = 0; seat < 6; ++seat) board.hand(seat, "defuse attack skip");
  return board.pile("skip*30").begin().does(0, "play attack").all_pass();
}

// `plain` measures each row: a name that is wider or narrower than it says would move the frame
// beside it.
TEST(ScriptNames, LANG_1_TERM_2_EveryNameIsDrawnAndNoRowMoves) {
  const std::vector<std::string> all = script_names();
  const Board board = six_with_attack();
  ASSERT_EQ(all.size(), 100u);
  for (std::size_t first = 0; first < all.size(); ++first) {
    for (const ScreenSize size : kSizes) {
      Scene scene{.w = words(Language::English)};
      scene.names = six_from(all, first);
      scene.view = board.seen_by(1);
      scene.selected = -1;
      Hits hits;
      const std::string page = plain(table_page(scene, size, hits), size);
      EXPECT_TRUE(has(page, scene.names.front())) << scene.names.front() << '\n' << page;
    }
  }
}

TEST(ScriptNames, LANG_1_EveryNameStandsInPlainLines) {
  const std::vector<std::string> all = script_names();
  for (std::size_t first = 0; first < all.size(); first += 6) {
    PlayOptions options;
    options.language = Language::English;
    options.preset = Preset::Official;
    options.expansions = kImploding;
    options.players = 6;
    options.names = six_from(all, first);
    options.seed = first + 1;
    const std::string said = run_session(options, {"0", "", "table"}).out;
    for (const std::string& name : options.names) EXPECT_TRUE(has(said, name)) << name << said;
  }
}

}  // namespace
}  // namespace nl
