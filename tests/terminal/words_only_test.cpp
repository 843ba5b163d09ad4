// Tests that a player who gets the printed words alone can finish whole games.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

#include "terminal/script.h"
#include "text/file_content.h"

namespace nl {
namespace {

// Answers a question by the words of its choices, and remembers what it heard in this turn.
class Listener : public Input {
 public:
  explicit Listener(std::ostringstream& out) : out_(out) {}

  InputLine read(std::optional<std::chrono::milliseconds>) override {
    constexpr int kMostLines = 3'000;
    if (++typed_ > kMostLines) return {};
    const std::string all = out_.str();
    heard_ = all.substr(read_);
    read_ = all.size();
    listen();
    const std::string answer = answer_to_question();
    transcript += heard_ + "> " + answer + '\n';
    return {InputLine::Outcome::Text, answer};
  }

  void hear_the_end() { transcript += out_.str().substr(read_); }
  std::string transcript;

 private:
  // The last numbered lines are the choices; the line above them is the question.
  void listen() {
    static const std::regex kChoice(R"( ?(\d+)\. (.*))");
    choices_.clear();
    question_.clear();
    std::istringstream lines(heard_);
    for (std::string line; std::getline(lines, line);) {
      std::smatch parts;
      if (std::regex_match(line, parts, kChoice)) {
        if (closed_) choices_.clear();
        closed_ = false;
        choices_.emplace_back(parts[1], parts[2]);
      } else {
        if (!line.empty() && line.front() != ' ') question_ = line;
        closed_ = true;
      }
    }
    closed_ = true;
    notice();
  }

  void notice() {
    if (has(heard_, "Your turn")) {
      knows_odds_ = has_looked_ = top_is_safe_ = kitten_on_top_ = false;
    }
    if (has(heard_, "(top): ")) {
      has_looked_ = true;
      kitten_on_top_ = has(heard_, "(top): Exploding Kitten");
      top_is_safe_ = !kitten_on_top_;
    }
    if (has(heard_, "You draw") || has(heard_, "The pile is shuffled")) {
      top_is_safe_ = kitten_on_top_ = has_looked_ = false;
    }
    std::smatch chance;
    static const std::regex kChance(R"(Chance of a kitten .* or (\d+) %)");
    if (std::regex_search(heard_, chance, kChance)) percent_ = std::stoi(chance[1]);
    if (has(heard_, "The next draw is no kitten")) percent_ = 0;
    if (has(heard_, "for certain")) percent_ = 100;
  }

  std::string number_of(const std::string& words) const {
    for (const auto& [number, text] : choices_) {
      if (text.starts_with(words)) return number;
    }
    return {};
  }

  // The first of these that is offered; `rest` where none is.
  std::string first_of(const std::vector<std::string>& wanted, const std::string& rest) const {
    for (const std::string& words : wanted) {
      if (const std::string number = number_of(words); !number.empty()) return number;
    }
    return rest;
  }

  std::string least_needed() const {
    std::string best = choices_.front().first;
    for (const auto& [number, text] : choices_) {
      const bool needed = text.starts_with("Defuse") || text.starts_with("Nope") ||
                          text.starts_with("Give Defuse") || text.starts_with("Give Nope");
      if (!needed) best = number;
    }
    return best;
  }

  std::string answer_to_question() {
    if (has(heard_, "Play again?")) return "2";
    if (has(heard_, "Where does the kitten go?")) return "0";
    if (has(heard_, "Play a Nope?")) {
      const bool against_me = has(heard_, " on you: ") || has(heard_, "from you.");
      return against_me ? number_of("Yes") : number_of("No");
    }
    if (!number_of("Draw a card").empty()) return move();
    if (has(heard_, "Who is it for?")) return choices_.front().first;
    if (has(heard_, "Which card do you want?")) return first_of({"Ask for Defuse"}, "1");
    if (has(heard_, "Which card do you take")) return first_of({"Take Defuse", "Defuse"}, "1");
    return choices_.empty() ? "" : least_needed();
  }

  std::string move() {
    if (!knows_odds_) {
      knows_odds_ = true;
      return "odds";
    }
    const std::string draw = number_of("Draw a card");
    if (top_is_safe_ || percent_ == 0) return draw;
    const std::string steal = first_of(
        {"Play a pair of Tacocats", "Play a pair of Beard Cats", "Play a pair of Hairy Potato Cats",
         "Play a pair of Cattermelons", "Play a pair of Rainbow-Ralphing Cats", "Favor"},
        "");
    if (!steal.empty()) return steal;
    constexpr int kTooDangerous = 15;
    if (percent_ < kTooDangerous && !kitten_on_top_) return draw;
    if (!has_looked_) {
      if (const std::string look = first_of({"See the Future", "Alter the Future"}, "");
          !look.empty()) {
        return look;
      }
    }
    return first_of({"Attack", "Targeted Attack", "Skip", "Reverse", "Shuffle"}, draw);
  }

  std::ostringstream& out_;
  std::size_t read_ = 0;
  int typed_ = 0;
  std::string heard_;
  std::string question_;
  std::vector<std::pair<std::string, std::string>> choices_;
  bool closed_ = true;
  bool knows_odds_ = false;
  bool has_looked_ = false;
  bool top_is_safe_ = false;
  bool kitten_on_top_ = false;
  int percent_ = 0;
};

struct Heard {
  std::string words;
  std::string transcript;
  int status = 0;
};

Heard listen_to_a_game(std::uint64_t seed) {
  PlayOptions options;
  options.language = Language::English;
  options.preset = Preset::Official;
  options.expansions = seed % 2 == 0 ? kBase : kImploding;
  options.players = 3;
  options.names = {"Ann"};
  options.bots = {"careful", "careful"};
  options.seed = seed;
  std::ostringstream out;
  Listener listener(out);
  Heard heard;
  heard.status = play_plain(options, listener, out, false);
  listener.hear_the_end();
  heard.words = out.str();
  heard.transcript = listener.transcript;
  return heard;
}

bool is_plain_text(const std::string& words) {
  return std::all_of(words.begin(), words.end(),
                     [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); });
}

TEST(WordsOnly, ACC_1_TenGamesAreHeardToTheEndAndSomeAreWon) {
  int won = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    const Heard heard = listen_to_a_game(seed);
    EXPECT_EQ(heard.status, kExitPlayed);
    EXPECT_TRUE(has(heard.words, "The game is over."));
    EXPECT_TRUE(is_plain_text(heard.words)) << "art, colours or a redraw";
    for (const char* refusal : {"Please enter a number", "Invalid choice", "can't be played"}) {
      EXPECT_FALSE(has(heard.words, refusal)) << refusal;
    }
    won += has(heard.words, "You win!") ? 1 : 0;
  }
  EXPECT_GE(won, 1);
}

TEST(WordsOnly, ACC_1_EnterRepeatsTheQuestionWithoutAReproach) {
  PlayOptions options;
  options.language = Language::English;
  options.preset = Preset::Official;
  options.expansions = kBase;
  options.players = 2;
  options.bots = {"careful"};
  std::string said;
  for (std::uint64_t seed = 1; seed < 50 && !has(said, "You go first"); ++seed) {
    options.seed = seed;
    said = run_session(options, {"", ""}).out;
  }
  EXPECT_EQ(count_of(said, "Play a card, or draw to end your turn."), 3);
  EXPECT_FALSE(has(said, "Please enter a number"));
}

// Each question of a turn comes with the table and the odds for those who want that; else the table
// comes once a turn.
TEST(WordsOnly, ACC_1_VerboseTellsTableAndOddsWithEachQuestionOfATurn) {
  PlayOptions options;
  options.language = Language::English;
  options.preset = Preset::Official;
  options.expansions = kBase;
  options.players = 2;
  options.bots = {"careful"};
  for (const bool verbose : {false, true}) {
    options.verbose = verbose;
    std::string said;
    for (std::uint64_t seed = 1; seed < 50 && !has(said, "You go first"); ++seed) {
      options.seed = seed;
      said = run_session(options, {"", ""}).out;
    }
    EXPECT_EQ(count_of(said, "Play a card, or draw to end your turn."), 3);
    EXPECT_EQ(count_of(said, "Draw pile: "), verbose ? 3 : 1);
    EXPECT_EQ(count_of(said, "Chance of a kitten"), verbose ? 3 : 0);
  }
}

// The first of the ten games that the listener wins.
std::string transcript_of_a_win() {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Heard heard = listen_to_a_game(seed);
    if (has(heard.words, "You win!")) return heard.transcript;
  }
  return {};
}

// The transcript in the docs is a game that can be heard today.
TEST(WordsOnly, ACC_1_TheTranscriptOfTheDocsIsTrue) {
  const auto file = std::filesystem::path(NINELIVES_SOURCE_DIR) / "docs/play/transcript.md";
  const std::string page =
      "# A game by listening\n\n"
      "These are all the words of one game in plain lines, as a screen reader receives them.\n"
      "Lines that begin with `>` are typed by the player.\n"
      "`tests/terminal/words_only_test.cpp` plays this game again in each test run.\n\n```text\n" +
      transcript_of_a_win() + "```\n";
  if (const char* update = std::getenv("NINELIVES_UPDATE_GOLDEN"); update != nullptr) {
    std::ofstream(file) << page;
  }
  EXPECT_EQ(content_of(file), page);
}

}  // namespace
}  // namespace nl
