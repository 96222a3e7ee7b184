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

class StartTable : public testing::Test {
 protected:
  /// Empty files of these names.
  void lay(const std::vector<std::string>& names) const {
    for (const std::string& name : names) {
      fs::create_directories((folder_ / name).parent_path());
      write_file(folder_ / name, "");
    }
  }
  Start start() const { return find_start(folder_.path()); }
  /// Why find_start() refuses the hand-in.
  std::string refusal() const {
    return test_support::complaint<BadSubmission>([&] { (void)start(); });
  }

  TempFolder folder_;
};

TEST_F(StartTable, AScriptIsGivenToItsInterpreter) {
  lay({"bot.py", "helper.py"});
  const Start start = this->start();
  EXPECT_EQ(start.folder, folder_.path());
  EXPECT_THAT(start.command, ElementsAre("python3", "bot.py"));
  EXPECT_EQ(start.build, "");
}

TEST_F(StartTable, ASourceIsCompiledBefore) {
  write_file(folder_ / "bot.cpp", "int main() {}");
  EXPECT_THAT(start().command, ElementsAre("./bot"));
  EXPECT_THAT(start().build, HasSubstr("g++"));
}

TEST_F(StartTable, RunGoesBeforeEverything) {
  lay({"bot.py"});
  write_file(folder_ / "Makefile", "bot:\n\ttrue\n");
  write_file(folder_ / "run", "exec python3 bot.py\n");
  EXPECT_THAT(start().command, ElementsAre("/bin/sh", "run"));
  write_file(folder_ / "run", "#!/usr/bin/env python3\n");
  EXPECT_THAT(start().command, ElementsAre("./run"));
  EXPECT_NE(fs::status(folder_ / "run").permissions() & fs::perms::owner_exec, fs::perms::none)
      << "archives of some systems do not keep that a file runs";
}

TEST_F(StartTable, AMakefileNeedsTheTargetBot) {
  write_file(folder_ / "Makefile", "all: bot.o\nbots: x\n\tbot: echo\nbot := 3\n");
  lay({"bot.py"});
  EXPECT_THAT(start().command, ElementsAre("python3", "bot.py"));
  write_file(folder_ / "Makefile", "CFLAGS = -O2\nall bot: main.c\n\tcc -o bot main.c\n");
  EXPECT_THAT(start().command, ElementsAre("./bot"));
  EXPECT_EQ(start().build, "make bot");
}

TEST_F(StartTable, TheOnlyFolderAtTheTopIsEntered) {
  fs::create_directory(folder_ / "__MACOSX");
  lay({".DS_Store", "bot-main/inner/bot.py"});
  EXPECT_EQ(start().folder, folder_ / "bot-main/inner");
  lay({"bot-main/data.json"});
  EXPECT_THAT(refusal(), HasSubstr("it has data.json, inner/; expected one of run")) << "not the only one";
}

TEST_F(StartTable, WhatIsLeftBehindOrForPeopleToReadHidesNoFolder) {
  lay({"walls/bot.py"});
  for (const std::string name : {"__pycache__", ".idea", "__MACOSX", "venv"}) {
    fs::create_directory(folder_ / name);
  }
  for (const std::string name : {".DS_Store", "Thumbs.db", "desktop.ini", "Icon\r", "~$report.docx",
                                 "._walls", "README.md", "Report.PDF"}) {
    write_file(folder_ / name, "");
    EXPECT_EQ(start().folder, folder_ / "walls") << name;
    EXPECT_EQ(find_start(folder_.path(), std::vector<std::string>{"python3", "bot.py"}).folder,
              folder_ / "walls");
  }
}

TEST_F(StartTable, AFileMainIsABotIfNoneIsCalledSo) {
  lay({"strategy.py", "__main__.py"});
  EXPECT_THAT(start().command, ElementsAre("python3", "__main__.py"));
  fs::remove(folder_ / "__main__.py");
  lay({"main.py", "setup.py"});
  EXPECT_THAT(start().command, ElementsAre("python3", "main.py"));
  lay({"Bot.PY"});
  EXPECT_THAT(start().command, ElementsAre("python3", "Bot.PY")) << "in any case of letters";
}

TEST_F(StartTable, TheOnlyFileInALanguageIsTheBot) {
  lay({"it's Bot.cpp", "it's Bot.h", "data.json", "._it's Bot.cpp"});
  EXPECT_THAT(start().command, ElementsAre("./it's Bot"));
  EXPECT_EQ(start().build, "g++ -O2 -std=c++20 -o 'it'\\''s Bot' 'it'\\''s Bot'.cpp");
  for (const char* const library : {"referee.py", "referee.js", "Referee.java", "referee.h"}) {
    write_file(folder_ / library, "");
    EXPECT_THAT(start().command, ElementsAre("./it's Bot")) << library;
  }
  lay({"other.py"});
  EXPECT_EQ(refusal(),
            "it has both it's Bot.cpp and other.py: expected one of them to be called bot or main, or a file "
            "'run' that "
            "starts the bot");
}

TEST_F(StartTable, SourcesMayLieInSrc) {
  fs::create_directory(folder_ / "lib");
  lay({"setup.py", "helper.py", "src/inner/main.py"});
  EXPECT_EQ(start().folder, folder_ / "src/inner") << "a file of that name, before any other file";
}

TEST_F(StartTable, SourcesMayLieWhereMavenHasThem) {
  fs::create_directories(folder_ / "walls/src/main/java/org/example");
  fs::create_directories(folder_ / "walls/src/test/java/org/example");
  lay({"walls/pom.xml"});
  write_file(folder_ / "walls/src/main/java/org/example/Main.java", "package org.example;\r\n");
  EXPECT_EQ(start().folder, folder_ / "walls/src/main/java/org/example");
  EXPECT_THAT(start().command, ElementsAre("java", "-cp", ".", "org.example.Main"));
}

TEST_F(StartTable, AClassIsStartedInItsPackage) {
  write_file(folder_ / "Main.java", "// by me\n  package org.example ;\nclass Main {}");
  write_file(folder_ / "Helper.java", "package org.example;\nclass Helper {}");
  EXPECT_THAT(start().command, ElementsAre("java", "-cp", ".", "org.example.Main"));
  EXPECT_EQ(start().build, "javac -d . *.java");
  write_file(folder_ / "Main.java", "class Main { String s = \"package x;\"; }");
  EXPECT_THAT(start().command, ElementsAre("java", "-cp", ".", "Main"));
  EXPECT_EQ(start().build, "javac Main.java");
}

TEST_F(StartTable, WhatWasFoundIsSaid) {
  EXPECT_THAT(refusal(), HasSubstr("it has nothing; expected"));
  lay({"report.pdf", "walls.ipynb", "bot.py.txt", "bot - Shortcut.lnk"});
  write_file(folder_ / "Makefile", "all:\n");
  lay({".DS_Store"});
  EXPECT_THAT(
      refusal(),
      HasSubstr(
          "it has Makefile without a target 'bot', bot - Shortcut.lnk (a link to a file, and not the file), "
          "bot.py.txt (without .txt it is a script), report.pdf, walls.ipynb (a notebook: save it as a "
          "script "
          "bot.py); expected one of run, "));
  for (int i = 0; i < 20; ++i) {
    write_file(folder_ / ("0" + std::to_string(i)), "");
  }
  EXPECT_THAT(refusal(), HasSubstr("and 19 more; expected"));
}

TEST_F(StartTable, SeveralOrNoneAreRefusedWithWhatIsExpected) {
  EXPECT_THAT(refusal(), HasSubstr("expected one of run, Makefile with a target 'bot', bot.py"));
  lay({"bot.py", "bot.c"});
  EXPECT_EQ(refusal(),
            "it has both bot.c and bot.py: expected one of them, or a file 'run' that starts the bot");
}

TEST_F(StartTable, AProgramOfAnotherSystemIsRefused) {
  write_file(folder_ / "bot", "MZ\x90");
  EXPECT_THAT(refusal(), HasSubstr("bot is no program of this system"));
  write_file(folder_ / "bot", "\177ELF\2");
  EXPECT_THAT(start().command, ElementsAre("./bot"));
}

TEST_F(StartTable, ANamedCommandFindsItsFolder) {
  lay({"src/main.py"});
  const Start start = find_start(folder_.path(), std::vector<std::string>{"python3", "main.py", "--fast"});
  EXPECT_EQ(start.folder, folder_ / "src");
  EXPECT_THAT(command_in(start.folder, start.command),
              ElementsAre("python3", (folder_ / "src/main.py").string(), "--fast"));
}

TEST_F(StartTable, AProgramInPathIsNotReplacedByAFileOfThatName) {
  lay({"python3", "iap"});
  EXPECT_THAT(command_in(folder_.path(), {"python3", "x.py"}), ElementsAre("python3", "x.py"));
  EXPECT_THAT(command_in(folder_.path(), {"iap"}), ElementsAre((folder_ / "iap").string()));
}

}  // namespace
}  // namespace referee::prepare
