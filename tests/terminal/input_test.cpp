// Tests of plain mode's input from keyboard or pipe: lines, ends, interrupts and time.
#include "terminal/input.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <iostream>

#include "terminal/play.h"

namespace nl {
namespace {

using std::chrono::milliseconds;

class Pipe {
 public:
  Pipe() {
    if (pipe(ends_.data()) != 0) std::abort();
  }
  ~Pipe() {
    close(ends_[0]);
    finish();
  }
  int reader() const { return ends_[0]; }
  void write(const std::string& text) {
    EXPECT_EQ(::write(ends_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void finish() {
    if (ends_[1] >= 0) close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  std::array<int, 2> ends_{};
};

TEST(FileInput, GivesLinesAndThenTheEnd) {
  Pipe pipe;
  FileInput in(pipe.reader());
  pipe.write("one\ntwo\r\n\nlast without an end");
  pipe.finish();
  for (const std::string line : {"one", "two\r", "", "last without an end"}) {
    const InputLine read = in.read(std::nullopt);
    EXPECT_EQ(read.kind, InputLine::Outcome::Text);
    EXPECT_EQ(read.text, line);
  }
  EXPECT_EQ(in.read(std::nullopt).kind, InputLine::Outcome::End);
  EXPECT_EQ(in.read(milliseconds{5}).kind, InputLine::Outcome::End);
}

TEST(FileInput, NOPE_8_GivesUpWhenTheTimeIsUpAndLosesNothing) {
  Pipe pipe;
  FileInput in(pipe.reader());
  pipe.write("ha");
  EXPECT_EQ(in.read(milliseconds{20}).kind, InputLine::Outcome::TimeUp);
  pipe.write("lf\n");
  EXPECT_EQ(in.read(milliseconds{1000}).text, "half");
}

TEST(FileInput, TERM_4_AnEndlessLineIsCut) {
  Pipe pipe;
  FileInput in(pipe.reader());
  pipe.write(std::string(10000, 'x') + '\n');
  EXPECT_LE(in.read(std::nullopt).text.size(), 8192u);
}

TEST(FileInput, TERM_4_CtrlCEndsTheGameCleanly) {
  const auto interrupted = [] {
    Pipe pipe;
    FileInput in(pipe.reader());
    catch_interrupts();
    raise(SIGINT);
    PlayOptions options;
    options.language = Language::English;
    options.expansions = kBase;
    options.players = 2;
    std::_Exit(play_plain(options, in, std::cout, false));
  };
  EXPECT_EXIT(interrupted(), testing::ExitedWithCode(kExitInterrupted), "");
}

}  // namespace
}  // namespace nl
