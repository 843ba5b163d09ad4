// Tests of the program's subcommands as a user runs them: output and exit status.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/commands.h"
#include "net/own_addresses.h"
#include "text/build_version.h"
#include "text/notation.h"

namespace nl {
namespace {

struct Ran {
  int status = 0;
  std::string out;
  std::string err;
};

Ran run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "ninelives");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int status = run_program(static_cast<int>(argv.size()), argv.data());
  std::fflush(stdout);
  std::string out = testing::internal::GetCapturedStdout();
  return {status, std::move(out), testing::internal::GetCapturedStderr()};
}

std::string write_file(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

std::string read_file(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(Program, HelpAndVersionGoToStandardOutput) {
  EXPECT_NE(run({"--help"}).out.find("record"), std::string::npos);
  const std::string version = run({"--version"}).out;
  EXPECT_TRUE(version.starts_with("ninelives " + std::string(build_version()) + " (commit "))
      << version;
  EXPECT_TRUE(version.ends_with(")\nengine 1d0d37ee0b731aed b2b0da2172a2490a\nprotocol 1\n"));
}

TEST(Program, SHIP_1_CompletionsAndManualsNameEveryCommandAndItsValues) {
  const std::string bash = run({"completions", "bash"}).out;
  EXPECT_NE(bash.find("'play --preset') COMPREPLY=($(compgen -W 'official"), std::string::npos);
  EXPECT_NE(bash.find("'admin kick') words="), std::string::npos);
  EXPECT_NE(run({"completions", "zsh"}).out.find("'--preset:official"), std::string::npos);
  EXPECT_NE(run({"completions", "fish"}).out.find("-l preset -x -a 'official"), std::string::npos);
  EXPECT_NE(run({"man"}).out.find(".BR ninelives\\-serve (1)"), std::string::npos);
  EXPECT_NE(run({"man", "serve"}).out.find("\\fB\\-\\-port\\fR \\fINUMBER\\fR"), std::string::npos);
  EXPECT_EQ(run({"man", "chess"}).status, 2);
  EXPECT_EQ(run({"completions", "cmd"}).status, 2);
}

TEST(Program, NonsenseIsAnErrorOnStandardError) {
  const Ran ran = run({"explode"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_TRUE(ran.out.empty());
  EXPECT_FALSE(ran.err.empty());
}

TEST(RecordCommand, WritesTheSameGamesForTheSameSeed) {
  const Ran ran =
      run({"record", "--seats", "3", "--games", "2", "--seed", "5", "--legal", "--full"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(
      ran.out,
      run({"record", "--seats", "3", "--games", "2", "--seed", "5", "--legal", "--full"}).out);
  EXPECT_NE(
      ran.out,
      run({"record", "--seats", "3", "--games", "2", "--seed", "6", "--legal", "--full"}).out);
}

TEST(RecordCommand, HouseRulesComeFromAFileAndFromSet) {
  const std::string file = write_file("house.toml", "hand = 3\nfive = true\n[copies]\nnope = 9\n");
  const Ran ran = run({"record", "--rules", file, "--set", "hand=2"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("\"hand\":2"), std::string::npos);
  EXPECT_NE(ran.out.find("\"five\":true"), std::string::npos);
  EXPECT_NE(ran.out.find("\"nope\":9"), std::string::npos);
}

TEST(RecordCommand, AWrongHouseRuleIsNamedWithWhatIsAllowed) {
  for (const std::string set : {"nope_way=shout", "hand=-1", "copies.skip=many", "times=yes"}) {
    const Ran ran = run({"record", "--set", set});
    EXPECT_EQ(ran.status, 2) << set;
    EXPECT_NE(ran.err.find(set.substr(0, set.find('='))), std::string::npos) << ran.err;
  }
  EXPECT_NE(run({"record", "--set", "nope_way=shout"}).err.find("immediate commit"),
            std::string::npos);
  EXPECT_NE(run({"record", "--set", "colour=red"}).err.find("nope_way"), std::string::npos);
  EXPECT_EQ(run({"record", "--rules", write_file("bad.toml", "hand = = 3")}).status, 2);
  EXPECT_EQ(run({"record", "--rules", "/no/such/file"}).status, 2);
}

// Records have the stored names; --set, files, help and `ninelives rules` have plain ones.
TEST(RecordCommand, PlainNamesOfHouseRulesStandForTheStoredOnes) {
  const std::vector<std::array<std::string, 4>> names = {
      {"ask_shuffle_count", "true", "times", "\"times\":true"},
      {"dead_hand", "discard", "dead", "\"dead\":\"discard\""},
      {"five_titles", "true", "five", "\"five\":true"},
      {"loose_kitten", "at_draw", "loose", "\"loose\":\"at_draw\""}};
  const std::string table = run({"rules", "official"}).out;
  const std::string known = run({"record", "--set", "colour=red"}).err;
  for (const auto& [plain, value, stored, written] : names) {
    const Ran ran = run({"record", "--set", plain + '=' + value});
    EXPECT_EQ(ran.out, run({"record", "--set", stored + '=' + value}).out) << plain;
    EXPECT_NE(ran.out.find(written), std::string::npos) << ran.err;
    EXPECT_EQ(
        ran.out,
        run({"record", "--rules", write_file("plain.toml", plain + " = \"" + value + '"')}).out);
    const Ran wrong = run({"record", "--set", plain + "=7"});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_NE(wrong.err.find(plain), std::string::npos) << wrong.err;
    EXPECT_NE(wrong.err.find(value), std::string::npos) << "the allowed values: " << wrong.err;
    EXPECT_NE(table.find('\n' + plain + ' '), std::string::npos) << table;
    EXPECT_NE(known.find(plain), std::string::npos) << known;
  }
}

TEST(RecordCommand, SET_3_AGameThatCantBeDealtIsRefused) {
  EXPECT_NE(run({"record", "--seats", "6"}).err.find("2 to 5"), std::string::npos);
  EXPECT_EQ(run({"record", "--seats", "6", "--expansions", "imploding"}).status, 0);
  EXPECT_EQ(run({"record", "--seats", "1"}).status, 2);
  EXPECT_EQ(run({"record", "--set", "copies.skip=90"}).status, 2);
  EXPECT_EQ(run({"record", "--set", "copies.defuse=1"}).status, 2);
  EXPECT_EQ(run({"record", "--set", "hand=30"}).status, 2);
  EXPECT_EQ(run({"record", "--set", "copies.streaking=2"}).status, 2) << "it might never end";
}

TEST(ReplayCommand, ChecksWhatRecordWrites) {
  for (const std::string preset : {"official", "srs", "family", "implosion"}) {
    const Ran written = run({"record", "--preset", preset, "--expansions", "imploding,streaking",
                             "--games", "2", "--legal", "--full", "--set", "nope_way=commit"});
    const std::string file = write_file(preset + ".jsonl", written.out);
    const Ran checked = run({"replay", "--check", file});
    EXPECT_EQ(checked.status, 0) << checked.err;
    EXPECT_EQ(checked.out.substr(0, 11), "ok: 2 games");
  }
}

TEST(ReplayCommand, OneGameIsOneGameAndNoGameIsAnError) {
  const std::string one = write_file("one.jsonl", run({"record"}).out);
  EXPECT_EQ(run({"replay", "--check", one}).out.substr(0, 12), "ok: 1 game, ");
  for (const std::string text : {"", "\n\n", "{\"some\":\"thing\"}\n"}) {
    const std::string file = write_file("none.jsonl", text);
    const Ran ran = run({"replay", "--check", file});
    EXPECT_EQ(ran.status, 2) << text;
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find("has no record in it"), std::string::npos);
  }
}

TEST(PlayCommand, ANameWithoutASeatIsAnError) {
  const Ran ran = run({"play", "--players", "2", "--names", "Ann,Bob,Cho"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("3 names for 2 players"), std::string::npos) << ran.err;
  EXPECT_EQ(run({"play", "--names", "a,b,c,d,e,f,g,h,i,j,k"}).status, 2);
}

TEST(WatchCommand, WhatIsNoCodeIsSaidBeforeAServerIsAsked) {
  const Ran ran = run({"watch", "127.0.0.1:1", "no-code"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("no-code is no room code"), std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("no such room"), std::string::npos);
}

TEST(WatchCommand, AServerThatIsNotThereIsNoRoomThatIsNotThere) {
  // Nobody listens at port 1.
  const Ran ran = run({"watch", "127.0.0.1:1", "abcdef", "--plain"});
  EXPECT_NE(ran.status, 0);
  EXPECT_NE((ran.out + ran.err).find("127.0.0.1:1 can't be reached: nobody listens there"),
            std::string::npos)
      << ran.out << ran.err;
  EXPECT_EQ((ran.out + ran.err).find("no such room"), std::string::npos);
}

// A home of its own, as long as a test lasts; the keyboard has nothing to say, or what a test
// types.
struct EmptyHome {
  EmptyHome() {
    std::string name = testing::TempDir() + "nl_home_XXXXXX";
    path = mkdtemp(name.data());
    setenv("XDG_DATA_HOME", path.c_str(), 1);
    if (std::freopen("/dev/null", "r", stdin) == nullptr) ADD_FAILURE() << "/dev/null";
  }
  ~EmptyHome() {
    unsetenv("XDG_DATA_HOME");
    std::filesystem::remove_all(path);
  }
  // Somebody who says this over and over, whatever is asked.
  void type(const std::string& lines) const {
    std::ofstream keyboard(path / "keyboard");
    for (int i = 0; i < 300; ++i) keyboard << lines;
    keyboard.close();
    const std::string file = path / "keyboard";
    if (std::freopen(file.c_str(), "r", stdin) == nullptr) ADD_FAILURE() << file;
  }
  std::filesystem::path path;
};

TEST(StatsCommand, TERM_8_SaysWhatTheKeptGamesSay) {
  const EmptyHome home;
  const Ran none = run({"stats"});
  EXPECT_EQ(none.status, 0);
  EXPECT_NE(none.out.find("No game has been played to its end here yet."), std::string::npos);
  // A script's game is not kept by itself: it lays its record into the folder of games.
  const std::filesystem::path games = home.path / "ninelives" / "games";
  std::filesystem::create_directories(games);
  home.type("draw\npass\n0\n2\n");
  const Ran played =
      run({"play", "--plain", "--lang", "en", "--expansions", "none", "--players", "2", "--names",
           "Mia", "--bots", "1", "--seed", "3", "--record", games / "20261116-0815.jsonl"});
  EXPECT_EQ(played.status, 0) << played.out << played.err;
  const Ran some = run({"stats"});
  EXPECT_NE(some.out.find("Games at this terminal, by name:"), std::string::npos) << some.out;
  EXPECT_NE(some.out.find("Mia  1 game, "), std::string::npos) << some.out;
  EXPECT_EQ(run({"stats", "--lang", "ko"}).out.find("Games at"), std::string::npos);
}

TEST(LearnCommand, TERM_9_BeginsTheFirstGame) {
  const EmptyHome home;
  const Ran ran = run({"learn", "--plain", "--lang", "en"});
  EXPECT_EQ(ran.status, 1) << "the input ended before the lesson";
  EXPECT_NE(ran.out.find("How to play"), std::string::npos);
  EXPECT_NE(ran.out.find("Draw a card now."), std::string::npos) << ran.out;
}

TEST(ReplayCommand, SaysWhichLineIsWrongAndWhy) {
  std::istringstream in(run({"record", "--seats", "2"}).out);
  std::string line;
  std::string changed;
  for (int n = 1; std::getline(in, line); ++n)
    changed += (n == 3 ? R"({"seat":5,"do":"draw"})" : line) + '\n';
  const std::string file = write_file("wrong.jsonl", changed);
  const Ran ran = run({"replay", "--check", file});
  EXPECT_EQ(ran.status, 1);
  EXPECT_NE(ran.err.find(file + ":3: "), std::string::npos) << ran.err;
}

TEST(ReplayCommand, AMalformedFileIsAnotherError) {
  const std::string file = write_file("malformed.jsonl", run({"record"}).out + "{\"record\":\n");
  const Ran ran = run({"replay", "--check", file});
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("not JSON"), std::string::npos);
  EXPECT_EQ(run({"replay", "--check", "/no/such/file"}).status, 2);
}

TEST(ReplayCommand, TellsAGameInWordsAsOneSeatSeesIt) {
  const std::string file =
      write_file("told.jsonl", run({"record", "--seats", "3", "--seed", "4"}).out);
  const Ran open = run({"replay", file});
  EXPECT_EQ(open.status, 0);
  EXPECT_NE(open.out.find("Player 2 goes first."), std::string::npos);
  const Ran own = run({"replay", file, "--seat", "1", "--lang", "ko"});
  EXPECT_NE(own.out.find("내 차례"), std::string::npos);
  EXPECT_EQ(run({"replay", file, "--seat", "5"}).status, 2);
}

TEST(HostCommand, NET_9_OnlyWhatIsListenedAtIsAdvertised) {
  EXPECT_EQ(listened_hosts("127.0.0.1"), std::vector<std::string>{"127.0.0.1"});
  EXPECT_EQ(listened_hosts("10.1.2.3"), std::vector<std::string>{"10.1.2.3"});
  EXPECT_EQ(listened_hosts("::1"), std::vector<std::string>{"[::1]"});
  for (const std::string all : {"0.0.0.0", "::"}) {
    std::vector<std::string> expected = lan_addresses();
    expected.emplace_back("127.0.0.1");
    EXPECT_EQ(listened_hosts(all), expected);
  }
}

// Earlier names of options work as before, and neither help nor manual shows them.
TEST(Options, EarlierNamesAreTakenAndNotShown) {
  const std::vector<std::string> game = {"--plain", "--lang",    "en", "--expansions",
                                         "none",    "--players", "2",  "--bots",
                                         "2",       "--seed",    "3"};
  for (const std::string name : {"--bot-pause", "--pace"}) {
    std::vector<std::string> words = {"play", name, "-1"};
    words.insert(words.end(), game.begin(), game.end());
    EXPECT_EQ(run(words).status, 2) << name << " checks its range";
  }
  EXPECT_EQ(run({"host", "--clock", "3w"}).status, 2);
  const Ran earlier = run({"host", "--pace", "3w"});
  EXPECT_EQ(earlier.status, 2);
  EXPECT_NE(earlier.err.find("--pace is deprecated: use --clock\n"), std::string::npos);
  for (const char* command : {"play", "host"}) {
    const std::string help = run({command, "--help"}).out;
    EXPECT_NE(help.find(std::string(command) == "play" ? "--bot-pause" : "--clock"),
              std::string::npos);
    EXPECT_EQ(help.find("--pace"), std::string::npos);
  }
  EXPECT_NE(run({"man", "play"}).out.find("bot\\-pause"), std::string::npos);
  EXPECT_EQ(run({"man", "play"}).out.find("\\-pace"), std::string::npos);
  EXPECT_EQ(run({"completions", "bash"}).out.find("--pace"), std::string::npos);
}

TEST(RulesCommand, ShowsPresetsSideBySide) {
  const Ran ran = run({"rules", "official", "srs"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_NE(ran.out.find("nope_asks"), std::string::npos);
  EXPECT_EQ(ran.out.find("family"), std::string::npos);
  EXPECT_EQ(run({"rules", "chess"}).status, 2);
}

// A table in the docs is printed by the program.
TEST(Docs, TablesAreTheProgramsOwn) {
  const std::string docs = std::string(NINELIVES_SOURCE_DIR) + "/docs/";
  EXPECT_NE(read_file(docs + "reference/spec.md").find(run({"spec"}).out), std::string::npos)
      << "run `ninelives spec` and put it into docs/reference/spec.md";
  EXPECT_NE(read_file(docs + "host/settings.md").find(run({"serve", "--settings"}).out),
            std::string::npos)
      << "run `ninelives serve --settings` and put it into docs/host/settings.md";
  EXPECT_NE(read_file(docs + "play/rules.md")
                .find(run({"rules", "--markdown", "--expansions", expansions_name(kAllBoxes)}).out),
            std::string::npos)
      << "run `ninelives rules --markdown --expansions imploding,streaking,stray` and put it into "
         "docs/play/rules.md";
}

TEST(ReviewCommand, REV_1_ReviewsARecordInWordsAndAsJson) {
  const std::string file =
      write_file("review.jsonl", run({"record", "--seats", "2", "--games", "2"}).out);
  const Ran words = run({"review", file, "--worlds", "2"});
  EXPECT_EQ(words.status, 0) << words.err;
  EXPECT_NE(words.out.find("Luck and skill"), std::string::npos);
  const Ran second = run({"review", file, "--worlds", "2", "--game", "2", "--seat", "1", "--json"});
  EXPECT_EQ(second.status, 0) << second.err;
  EXPECT_TRUE(second.out.starts_with("{\"review\":1,")) << second.out.substr(0, 80);
  EXPECT_EQ(second.out,
            run({"review", file, "--worlds", "2", "--game", "2", "--seat", "1", "--json"}).out);
}

TEST(ReviewCommand, REV_1_SaysWhatIsWrongWithAFile) {
  EXPECT_EQ(run({"review", testing::TempDir() + "nowhere.jsonl"}).status, 2);
  const std::string file = write_file("one.jsonl", run({"record", "--seats", "2"}).out);
  EXPECT_EQ(run({"review", file, "--game", "2"}).status, 2);
  EXPECT_EQ(run({"review", file, "--seat", "4"}).status, 2);
  const std::string text = read_file(file);
  const std::string bent = write_file("bent.jsonl", text.substr(0, text.size() / 2) + "\n");
  const Ran ran = run({"review", bent});
  EXPECT_NE(ran.status, 0);
  EXPECT_NE(ran.err.find("bent.jsonl:"), std::string::npos) << ran.err;
}

TEST(PuzzleCommand, REV_2_ADateMustBeOne) {
  const Ran ran = run({"puzzle", "--date", "yesterday"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("'yesterday' is no date"), std::string::npos) << ran.err;
  EXPECT_EQ(run({"puzzle", "--make", "1", "--small", "XYZ"}).status, 2);
}

}  // namespace
}  // namespace nl
