#include "referee/process/bot_libraries.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "referee/base/files.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

class BotLibraries : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_.path() / name).parent_path());
    write_file_atomically(folder_.path() / name, text, Sync::none);
  }
  /// Whether the library is there once it was asked for.
  bool adds(const std::string& name) {
    add_missing_libraries(folder_.path());
    return fs::file_size(folder_.path() / name) > 1000;
  }
  bool has(const std::string& name) const { return fs::exists(folder_.path() / name); }

  test_support::TempFolder folder_;
};

TEST_F(BotLibraries, AreAddedBesideABotThatImportsThem) {
  write("bot.py", "from referee import play\n");
  write("web/bot.js", "const { play } = require(\"./referee.js\");\n");
  write("src/Bot.java", "class Bot { void f() { Referee.play(null); } }\n");
  EXPECT_TRUE(adds("referee.py"));
  EXPECT_TRUE(adds("web/referee.js"));
  EXPECT_TRUE(adds("src/Referee.java"));
}

TEST_F(BotLibraries, ThatABotDoesNotImportAreNotAdded) {
  write("bot.py", "import sys  # no referee\n");
  write("bot.c", "// import referee\n");
  add_missing_libraries(folder_.path());
  EXPECT_FALSE(has("referee.py"));
}

TEST_F(BotLibraries, OfABotThatHasItsOwnStayAsTheyAre) {
  write("bot.py", "import referee\n");
  write("lib/referee.py", "mine\n");
  write("bot.js", "require('./referee')\n");
  write("referee.js", "mine\n");
  add_missing_libraries(folder_.path());
  EXPECT_FALSE(has("referee.py")) << "the bot may have put lib on its path";
  EXPECT_EQ(fs::file_size(folder_.path() / "referee.js"), 5U);
}

}  // namespace
}  // namespace referee
