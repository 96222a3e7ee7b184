#include "referee/prepare/start_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/prepare/archive.h"
#include "tests/support/temp_folder.h"

namespace referee::prepare {
namespace {

using test_support::TempFolder;
using test_support::write_file;
using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

/// Why find_start() refuses the hand-in.
std::string refusal(const fs::path& top) {
  try {
    find_start(top);
  } catch (const BadSubmission& bad) {
    return bad.what();
  }
  return "";
}

TEST(StartTable, AScriptIsGivenToItsInterpreter) {
  const TempFolder folder;
  write_file(folder / "bot.py", "");
  write_file(folder / "helper.py", "");
  const Start start = find_start(folder.path());
  EXPECT_EQ(start.folder, folder.path());
  EXPECT_THAT(start.command, ElementsAre("python3", "bot.py"));
  EXPECT_EQ(start.build, "");
}

TEST(StartTable, ASourceIsCompiledBefore) {
  const TempFolder folder;
  write_file(folder / "bot.cpp", "int main() {}");
  EXPECT_THAT(find_start(folder.path()).command, ElementsAre("./bot"));
  EXPECT_THAT(find_start(folder.path()).build, HasSubstr("g++"));
}

TEST(StartTable, RunGoesBeforeEverything) {
  const TempFolder folder;
  write_file(folder / "bot.py", "");
  write_file(folder / "Makefile", "bot:\n\ttrue\n");
  write_file(folder / "run", "exec python3 bot.py\n");
  EXPECT_THAT(find_start(folder.path()).command, ElementsAre("/bin/sh", "run"));
  write_file(folder / "run", "#!/usr/bin/env python3\n");
  EXPECT_THAT(find_start(folder.path()).command, ElementsAre("./run"));
  EXPECT_NE(fs::status(folder / "run").permissions() & fs::perms::owner_exec, fs::perms::none)
      << "archives of some systems do not keep that a file runs";
}

TEST(StartTable, AMakefileNeedsTheTargetBot) {
  const TempFolder folder;
  write_file(folder / "Makefile", "all: bot.o\nbots: x\n\tbot: echo\nbot := 3\n");
  write_file(folder / "bot.py", "");
  EXPECT_THAT(find_start(folder.path()).command, ElementsAre("python3", "bot.py"));
  write_file(folder / "Makefile", "CFLAGS = -O2\nall bot: main.c\n\tcc -o bot main.c\n");
  EXPECT_THAT(find_start(folder.path()).command, ElementsAre("./bot"));
  EXPECT_EQ(find_start(folder.path()).build, "make bot");
}

TEST(StartTable, TheOnlyFolderAtTheTopIsEntered) {
  const TempFolder folder;
  fs::create_directories(folder / "bot-main/inner");
  fs::create_directory(folder / "__MACOSX");
  write_file(folder / ".DS_Store", "");
  write_file(folder / "bot-main/inner/bot.py", "");
  EXPECT_EQ(find_start(folder.path()).folder, folder / "bot-main/inner");
  write_file(folder / "bot-main/README", "");
  EXPECT_THAT(refusal(folder.path()), HasSubstr("nothing in it is known to be a bot's program"))
      << "not the only one";
}

TEST(StartTable, SeveralOrNoneAreRefusedWithWhatIsExpected) {
  const TempFolder folder;
  EXPECT_THAT(refusal(folder.path()), HasSubstr("expected one of run, Makefile with a target 'bot', bot.py"));
  write_file(folder / "bot.py", "");
  write_file(folder / "bot.c", "");
  EXPECT_EQ(refusal(folder.path()),
            "it has both bot.py and bot.c: expected one of them, or a file 'run' that starts the bot");
}

TEST(StartTable, AProgramOfAnotherSystemIsRefused) {
  const TempFolder folder;
  write_file(folder / "bot", "MZ\x90");
  EXPECT_THAT(refusal(folder.path()), HasSubstr("bot is no program of this system"));
  write_file(folder / "bot", "\177ELF\2");
  EXPECT_THAT(find_start(folder.path()).command, ElementsAre("./bot"));
}

TEST(StartTable, ANamedCommandFindsItsFolder) {
  const TempFolder folder;
  fs::create_directory(folder / "src");
  write_file(folder / "src/main.py", "");
  const Start start = find_start(folder.path(), std::vector<std::string>{"python3", "main.py", "--fast"});
  EXPECT_EQ(start.folder, folder / "src");
  EXPECT_THAT(command_in(start.folder, start.command),
              ElementsAre("python3", (folder / "src/main.py").string(), "--fast"));
}

TEST(StartTable, AProgramInPathIsNotReplacedByAFileOfThatName) {
  const TempFolder folder;
  write_file(folder / "python3", "");
  write_file(folder / "iap", "");
  EXPECT_THAT(command_in(folder.path(), {"python3", "x.py"}), ElementsAre("python3", "x.py"));
  EXPECT_THAT(command_in(folder.path(), {"iap"}), ElementsAre((folder / "iap").string()));
}

}  // namespace
}  // namespace referee::prepare
