// Fuzz test of the full screen: random keys, pastes, sizes and signals through whole sessions.
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <random>

#include "terminal/home_pages.h"
#include "terminal/screen_cells.h"
#include "terminal/screen_dialogue.h"
#include "terminal/screen_surface.h"
#include "terminal/screen_table.h"
#include "terminal/screen_theme.h"
#include "terminal/tty.h"
#include "text/korean_words.h"

namespace nl {
namespace {

// Terminal of a player who presses anything and drags the window to any size. It closes after a
// fixed number of events.
class RandomTerminal : public Terminal {
 public:
  RandomTerminal(std::uint64_t seed, int events) : random_(seed), left_(events) {}

  Wake wait(std::chrono::milliseconds, int) override {
    if (left_-- <= 0) return below(2) == 0 ? Wake::Closed : Wake::Terminated;
    if (below(8) == 0) {
      size_ = {1 + below(below(3) == 0 ? 300 : 100), 1 + below(below(3) == 0 ? 100 : 40)};
      return Wake::Resized;
    }
    if (below(60) == 0) return Wake::Timeout;
    if (below(200) == 0) return Wake::Interrupted;
    while (!take_key()) reader_.feed(input());
    return Wake::Pressed;
  }
  const Key& key() const override { return key_; }
  ScreenSize size() const override { return size_; }
  void show(const std::vector<std::string>& rows) override {
    EXPECT_LE(rows.size(), static_cast<std::size_t>(size_.height));
    ++shown;
  }
  void wipe() override {}

  int shown = 0;

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  // Commands, numbers, keys, pasted text and bytes that are no text at all.
  std::string input() {
    static const std::vector<std::string> inputs = {"\r",
                                                    "\r",
                                                    "\r",
                                                    "0\r",
                                                    "1\r",
                                                    "2\r",
                                                    "3\r",
                                                    "4\r",
                                                    "help\r",
                                                    "hand\r",
                                                    "log\r",
                                                    "odds\r",
                                                    "cards\r",
                                                    "hint\r",
                                                    "describe nope\r",
                                                    "quit\r",
                                                    "back\r",
                                                    "p",
                                                    "c",
                                                    "l",
                                                    "g",
                                                    "s",
                                                    "q",
                                                    "\x1b",
                                                    "\x1b[A",
                                                    "\x1b[B",
                                                    "\x1b[C",
                                                    "\x1b[D",
                                                    "\x1b[5~",
                                                    "\x1b[6~",
                                                    "\x1b[H",
                                                    "\x1b[F",
                                                    "\t",
                                                    "\x7f",
                                                    "한글\r",
                                                    "\xff\xfe",
                                                    "\x1b[<0;5;5M",
                                                    "\x1b[<64;1;1M",
                                                    "skip\r",
                                                    "attack\r",
                                                    "draw\r",
                                                    "favor\r",
                                                    "tacocat\r",
                                                    "1 2 3\r",
                                                    std::string(500, 'x') + "\r",
                                                    "\x1b[200~paste\nlines\n\x1b[201~",
                                                    "\x1b[<0;999;999M"};
    return inputs[static_cast<std::size_t>(below(static_cast<int>(inputs.size())))];
  }
  bool take_key() {
    auto key = reader_.next();
    if (!key && reader_.unfinished()) key = reader_.give_up();
    // Ctrl-Z and Ctrl-L are handled below this interface.
    if (!key || key->kind == KeyKind::Suspend || key->kind == KeyKind::Redraw) return false;
    key_ = std::move(*key);
    return true;
  }

  std::mt19937_64 random_;
  int left_;
  ScreenSize size_{80, 24};
  KeyReader reader_;
  Key key_;
};

// Half of the sessions begin at the start page, the others in a game of some kind.
PlayOptions random_options(std::uint64_t seed, const GamesFolder& folder) {
  PlayOptions options = at_home(folder, seed % 2 == 0 ? Language::English : kKorean);
  options.seed = seed;
  options.bot_pause = Time{0};
  if (seed % 4 < 2) return options;
  options.preset = static_cast<Preset>(seed / 4 % kPresets);
  options.expansions = static_cast<Expansions>(seed / 16 % kExpansionSets);
  options.players = 2 + static_cast<int>(seed / 64 % 3);
  if (seed % 8 < 4) options.bots.assign(static_cast<std::size_t>(*options.players - 1), "easy");
  return options;
}

void play_sessions(int seeds) {
  use_colours(true);
  for (int seed = 0; seed < seeds; ++seed) {
    SCOPED_TRACE(seed);
    const GamesFolder folder;
    const PlayOptions options = random_options(static_cast<std::uint64_t>(seed), folder);
    RandomTerminal terminal(static_cast<std::uint64_t>(seed), 60);
    std::ostringstream said;
    ScreenDialogue dialogue(terminal, said);
    Console console(dialogue, said, false);
    play_session(options, console, screen_surface(terminal, dialogue, console, options));
    EXPECT_GT(terminal.shown, 0);
  }
}

TEST(ScreenFuzz, TERM_11_NoKeySizeOrSignalCrashesASession) { play_sessions(200); }
TEST(ScreenFuzz, Long_TERM_11_NoKeySizeOrSignalCrashesASession) { play_sessions(20'000); }

TEST(ScreenFuzz, TERM_11_AnOpenPopupSurvivesEverySize) {
  const Words& w = words(Language::English);
  Scene scene{.w = w};
  scene.note = Note{.title = "Help", .lines = Lines(40, "a line of help"), .card = Card::Nope};
  Hits hits;
  for (int height = 1; height <= 60; ++height) {
    for (const int width : {1, 2, 7, 9, 40, 80, 300}) {
      const ScreenSize size{width, height};
      EXPECT_LE(drawn(scene_page(scene, table_page, size, hits), size).size(),
                static_cast<std::size_t>(height));
    }
  }
}

// Output of a program that opens the full screen on a terminal of its own and then crashes.
std::string output_of_crash(bool& settings_are_back) {
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    const Tty tty;
    std::abort();
  }
  std::string output;
  std::array<char, 4096> bytes;
  for (ssize_t got; (got = read(terminal, bytes.data(), bytes.size())) > 0;) {
    output.append(bytes.data(), static_cast<std::size_t>(got));
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
  termios after{};
  tcgetattr(terminal, &after);
  settings_are_back = (after.c_lflag & (ICANON | ECHO)) == (ICANON | ECHO);
  close(terminal);
  return output;
}

TEST(ScreenFuzz, TERM_11_ACrashRestoresTheTerminal) {
  bool settings_are_back = false;
  const std::string output = output_of_crash(settings_are_back);
  for (const char* sequence : {"\x1b[?1000l", "\x1b[?25h", "\x1b[?1049l"}) {
    EXPECT_NE(output.find(sequence), std::string::npos) << sequence + 1;
  }
  EXPECT_TRUE(settings_are_back);
}

}  // namespace
}  // namespace nl
