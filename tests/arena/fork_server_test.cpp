// Tests of agents' commands that preload modules. tests/arena/forked_games.sh plays their games.
#include "arena/fork_server.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "arena/submission.h"

namespace nl {
namespace {

TEST(ForkServer, BEN_7_ACommandNamesModulesAndAPythonScript) {
  const PreloadedCommand one =
      preloaded_command("preload:torch,numpy /opt/bin/python3.12 a.py -x 'y z'");
  EXPECT_EQ(one.modules, "torch,numpy");
  EXPECT_EQ(one.program, "/opt/bin/python3.12");
  EXPECT_EQ(one.arguments, "a.py -x 'y z'");
  EXPECT_EQ(one.plain(), "/opt/bin/python3.12 a.py -x 'y z'");
  EXPECT_EQ(preloaded_command("preload:json python3 -m agent").arguments, "-m agent");
  EXPECT_EQ(preloaded_command("python3 preload:json.py").modules, "");
  for (const char* wrong :
       {"preload:", "preload:json", "preload:json python3", "preload: python3 a.py",
        "preload:json node a.js", "preload:json python3 -c pass"}) {
    EXPECT_THROW(preloaded_command(wrong), std::invalid_argument) << wrong;
  }
}

TEST(ForkServer, BEN_7_NoWordOfACommandLeavesItsQuotes) {
  const PreloadedCommand command = preloaded_command("preload:json python3 a.py");
  const std::string words = server_words(command, {"/a'b", "", {"/log; rm x"}});
  EXPECT_NE(words.find(R"('/a'\''b' 'json' '' '/log; rm x)"), std::string::npos);
  EXPECT_TRUE(words.ends_with("' a.py"));
}

TEST(ForkServer, BEN_7_AManifestNamesModules) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "ninelives_preload";
  fs::create_directories(folder);
  const auto command_of = [&](const std::string& preload) {
    std::ofstream(folder / "manifest.json")
        << R"({"name": "mine", "command": "python3 a.py", "learned": false, "preload": )" << preload
        << '}';
    return read_submission(folder.string()).command;
  };
  EXPECT_EQ(command_of(R"(["torch", "numpy"])"), "preload:torch,numpy python3 a.py");
  EXPECT_EQ(command_of("[]"), "python3 a.py");
  EXPECT_THROW(command_of("[1]"), std::invalid_argument);
  EXPECT_THROW(command_of(R"("torch")"), std::invalid_argument);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace nl
