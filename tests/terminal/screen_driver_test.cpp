// Test driver that presses only what the screen offers, through whole hot-seat games of three.
#include <gtest/gtest.h>

#include <random>
#include <regex>

#include "terminal/both.h"

namespace nl {
namespace {

// Reads the page as a person does, and presses a key that it names.
class Driver : public Terminal {
 public:
  explicit Driver(std::uint64_t seed) : random_(seed) {}

  Wake wait(std::chrono::milliseconds, int) override {
    if (++pressed > kMostKeys) return Wake::Closed;
    if (keys_.empty()) press_what_is_offered();
    key_ = keys_.front();
    keys_.pop_front();
    return Wake::Pressed;
  }
  const Key& key() const override { return key_; }
  ScreenSize size() const override { return {80, 24}; }
  void show(const std::vector<std::string>& rows) override {
    rows_.clear();
    for (const std::string& row : rows) rows_.push_back(without_colours(row));
  }
  void wipe() override {}
  void ignore_enter() override {}

  static constexpr int kMostKeys = 20'000;
  int pressed = 0;
  std::vector<std::string> refused;  // pages with a word of refusal

 private:
  std::string page() const {
    std::string all;
    for (const std::string& row : rows_) all += row + '\n';
    return all;
  }
  void type(const std::string& text, bool enter) {
    for (const char c : text) keys_.push_back({KeyKind::Character, std::string(1, c)});
    if (enter) keys_.push_back({.kind = KeyKind::Enter});
  }

  // The numbers of the answers in the list below the table, then those of the cards of the hand.
  std::vector<std::string> numbers() const {
    static const std::regex kListed(R"((?:^|  )[ >]?(\d+) [A-Z])");
    static const std::regex kCards("╭(\\d+)");
    std::vector<std::string> listed;
    std::vector<std::string> cards;
    bool below = false;
    for (const std::string& row : rows_) {
      if (!below) {
        below = row.starts_with("╰");
        continue;
      }
      for (std::sregex_iterator at(row.begin(), row.end(), kListed), end; at != end; ++at) {
        listed.push_back((*at)[1]);
      }
      for (std::sregex_iterator at(row.begin(), row.end(), kCards), end; at != end; ++at) {
        cards.push_back((*at)[1]);
      }
    }
    return listed.empty() ? cards : listed;
  }

  void press_what_is_offered() {
    const std::string all = page();
    for (const char* word : {"out of range", "Invalid choice", "Please enter", "can't be"}) {
      if (has(all, word)) refused.push_back(all);
    }
    if (has(all, "0: nobody")) return type("0", false);
    if (has(rows_.back(), "Enter: go on")) return keys_.push_back({.kind = KeyKind::Enter});
    std::smatch range;
    if (std::regex_search(all, range, std::regex(R"(A number from (\d+) to (\d+))"))) {
      return type(range[1 + random_() % 2], true);
    }
    const std::vector<std::string> offered = numbers();
    if (offered.empty()) return keys_.push_back({.kind = KeyKind::Enter});
    type(offered[random_() % offered.size()], true);
  }

  std::mt19937_64 random_;
  std::vector<std::string> rows_;
  std::deque<Key> keys_;
  Key key_;
};

TEST(Driver, TERM_1_TERM_7_WhatTheScreenOffersPlaysAWholeGameOfThree) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    TableSetup setup{.seats = {{"Ann"}, {"Bob"}, {"Cho"}}, .seed = seed};
    if (seed % 2 == 0) setup.preset = Preset::Family;
    setup.rules = make_rules(setup.preset);
    Table table(setup);
    Driver driver(seed);
    ScreenStage stage(driver);
    const ScreenSettings settings{.bot_pause = Time{0}, .animated = false};
    ScreenGame(stage, table, settings, false).play();
    EXPECT_TRUE(table.over()) << driver.pressed;
    EXPECT_TRUE(driver.refused.empty()) << driver.refused.front();
  }
}

}  // namespace
}  // namespace nl
