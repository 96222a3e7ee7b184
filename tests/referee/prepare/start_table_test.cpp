#include "referee/prepare/start_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/prepare/archive.h"
#include "tests/support/complaint.h"
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
  return test_support::complaint<BadSubmission>([&] { find_start(top); });
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
  write_file(folder / "bot-main/data.json", "");
  EXPECT_THAT(refusal(folder.path()), HasSubstr("it has data.json, inner/; expected one of run"))
      << "not the only one";
}

TEST(StartTable, WhatIsLeftBehindOrForPeopleToReadHidesNoFolder) {
  const TempFolder folder;
  fs::create_directory(folder / "walls");
  write_file(folder / "walls/bot.py", "");
  for (const std::string name : {"__pycache__", ".idea", "__MACOSX", "venv"}) {
    fs::create_directory(folder / name);
  }
  for (const std::string name : {".DS_Store", "Thumbs.db", "desktop.ini", "Icon\r", "~$report.docx",
                                 "._walls", "README.md", "Report.PDF"}) {
    write_file(folder / name, "");
    EXPECT_EQ(find_start(folder.path()).folder, folder / "walls") << name;
    EXPECT_EQ(find_start(folder.path(), std::vector<std::string>{"python3", "bot.py"}).folder,
              folder / "walls");
  }
}

TEST(StartTable, AFileMainIsABotIfNoneIsCalledSo) {
  const TempFolder folder;
  write_file(folder / "strategy.py", "");
  write_file(folder / "__main__.py", "");
  EXPECT_THAT(find_start(folder.path()).command, ElementsAre("python3", "__main__.py"));
  fs::remove(folder / "__main__.py");
  write_file(folder / "main.py", "");
  write_file(folder / "setup.py", "");
  EXPECT_THAT(find_start(folder.path()).command, ElementsAre("python3", "main.py"));
  write_file(folder / "Bot.PY", "");
  EXPECT_THAT(find_start(folder.path()).command, ElementsAre("python3", "Bot.PY"))
      << "in any case of letters";
}

TEST(StartTable, TheOnlyFileInALanguageIsTheBot) {
  const TempFolder folder;
  write_file(folder / "it's Bot.cpp", "");
  write_file(folder / "it's Bot.h", "");
  write_file(folder / "data.json", "");
  write_file(folder / "._it's Bot.cpp", "");
  EXPECT_THAT(find_start(folder.path()).command, ElementsAre("./it's Bot"));
  EXPECT_EQ(find_start(folder.path()).build, "g++ -O2 -std=c++20 -o 'it'\\''s Bot' 'it'\\''s Bot'.cpp");
  for (const char* const library : {"referee.py", "referee.js", "Referee.java", "referee.h"}) {
    write_file(folder / library, "");
    EXPECT_THAT(find_start(folder.path()).command, ElementsAre("./it's Bot")) << library;
  }
  write_file(folder / "other.py", "");
  EXPECT_EQ(refusal(folder.path()),
            "it has both it's Bot.cpp and other.py: expected one of them to be called bot or main, or a file "
            "'run' that "
            "starts the bot");
}

TEST(StartTable, SourcesMayLieInSrc) {
  const TempFolder folder;
  fs::create_directories(folder / "src/inner");
  fs::create_directory(folder / "lib");
  write_file(folder / "setup.py", "");
  write_file(folder / "helper.py", "");
  write_file(folder / "src/inner/main.py", "");
  EXPECT_EQ(find_start(folder.path()).folder, folder / "src/inner")
      << "a file of that name, before any other file";
}

TEST(StartTable, SourcesMayLieWhereMavenHasThem) {
  const TempFolder folder;
  fs::create_directories(folder / "walls/src/main/java/org/example");
  fs::create_directories(folder / "walls/src/test/java/org/example");
  write_file(folder / "walls/pom.xml", "");
  write_file(folder / "walls/src/main/java/org/example/Main.java", "package org.example;\r\n");
  EXPECT_EQ(find_start(folder.path()).folder, folder / "walls/src/main/java/org/example");
  EXPECT_THAT(find_start(folder.path()).command, ElementsAre("java", "-cp", ".", "org.example.Main"));
}

TEST(StartTable, AClassIsStartedInItsPackage) {
  const TempFolder folder;
  write_file(folder / "Main.java", "// by me\n  package org.example ;\nclass Main {}");
  write_file(folder / "Helper.java", "package org.example;\nclass Helper {}");
  EXPECT_THAT(find_start(folder.path()).command, ElementsAre("java", "-cp", ".", "org.example.Main"));
  EXPECT_EQ(find_start(folder.path()).build, "javac -d . *.java");
  write_file(folder / "Main.java", "class Main { String s = \"package x;\"; }");
  EXPECT_THAT(find_start(folder.path()).command, ElementsAre("java", "-cp", ".", "Main"));
  EXPECT_EQ(find_start(folder.path()).build, "javac Main.java");
}

TEST(StartTable, WhatWasFoundIsSaid) {
  const TempFolder folder;
  EXPECT_THAT(refusal(folder.path()), HasSubstr("it has nothing; expected"));
  write_file(folder / "report.pdf", "");
  write_file(folder / "walls.ipynb", "");
  write_file(folder / "bot.py.txt", "");
  write_file(folder / "bot - Shortcut.lnk", "");
  write_file(folder / "Makefile", "all:\n");
  write_file(folder / ".DS_Store", "");
  EXPECT_THAT(
      refusal(folder.path()),
      HasSubstr(
          "it has Makefile without a target 'bot', bot - Shortcut.lnk (a link to a file, and not the file), "
          "bot.py.txt (without .txt it is a script), report.pdf, walls.ipynb (a notebook: save it as a "
          "script "
          "bot.py); expected one of run, "));
  for (int i = 0; i < 20; ++i) {
    write_file(folder / ("0" + std::to_string(i)), "");
  }
  EXPECT_THAT(refusal(folder.path()), HasSubstr("and 19 more; expected"));
}

TEST(StartTable, SeveralOrNoneAreRefusedWithWhatIsExpected) {
  const TempFolder folder;
  EXPECT_THAT(refusal(folder.path()), HasSubstr("expected one of run, Makefile with a target 'bot', bot.py"));
  write_file(folder / "bot.py", "");
  write_file(folder / "bot.c", "");
  EXPECT_EQ(refusal(folder.path()),
            "it has both bot.c and bot.py: expected one of them, or a file 'run' that starts the bot");
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
