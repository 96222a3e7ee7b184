#include "referee/process/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/process/inside/first_step.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::TempFolder;

TEST(Program, APathIsRunnableIfItIsAnExecutableFile) {
  const TempFolder folder;
  const std::string path = (folder / "bot").string();
  EXPECT_FALSE(is_runnable(path));
  test_support::write_file(path, "");
  EXPECT_FALSE(is_runnable(path)) << "not executable";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  EXPECT_TRUE(is_runnable(path));
  EXPECT_FALSE(is_runnable(folder.path().string())) << "a folder";
  EXPECT_FALSE(is_runnable(""));
}

TEST(Program, AProgramThatTakesNoFirstStepsIsNeverStartedAgain) {
  const TempFolder folder;
  EXPECT_EQ(inside_program(folder.path(), true), "/proc/self/exe");
  EXPECT_THAT([&] { return inside_program(folder.path(), false); },
              testing::ThrowsMessage<std::runtime_error>(testing::HasSubstr(folder.path().string())));
  for (const char* const name : {"referee", "referee-sandbox"}) {
    test_support::write_file(folder / name, "");
    std::filesystem::permissions(folder / name, std::filesystem::perms::owner_all);
    EXPECT_EQ(inside_program(folder.path(), false), (folder / name).string());
  }
  EXPECT_FALSE(takes_first_steps()) << "of a program of tests";
}

TEST(Program, TheFaultOfAScriptIsNamed) {
  const test_support::TempFolder folder;
  const std::string path = folder / "run";
  const auto fault = [&](const std::string& text) {
    test_support::write_file(path, text);
    return fault_of_script(path).value_or(ScriptFault{}).text;
  };
  EXPECT_THAT(fault("#!/bin/sh\r\nexec python3 bot.py\r\n"), testing::HasSubstr("carriage return"));
  EXPECT_THAT(fault("#!/usr/bin/env python3\r\nprint(1)\r\n"), testing::HasSubstr("carriage return"));
  EXPECT_THAT(fault("#!/bin/sh\rexec python3 bot.py\r"), testing::HasSubstr("carriage return"))
      << "of old Macs";
  EXPECT_THAT(fault("\xEF\xBB\xBF#!/bin/sh\n"), testing::HasSubstr("byte order mark"));
  EXPECT_THAT(fault(std::string("\xff\xfe#\0!\0/\0", 8)), testing::HasSubstr("UTF-16"));
  EXPECT_THAT(fault("#! /opt/no/python3 -u\n"), testing::HasSubstr("/opt/no/python3, which is not there"));
  for (const char* const sound :
       {"#!/bin/sh\nexit\r\n", "#! /bin/sh -e\n", "#!/bin/sh", "#!\n", "", "print(1)\r\n",
        "\x7f"
        "ELF"}) {
    EXPECT_EQ(fault(sound), "") << sound;
  }
  EXPECT_FALSE(fault_of_script(folder / "missing"));
}

TEST(Program, AWordIsLookedUpInPath) {
  const TempFolder folder;
  test_support::write_file(folder / "bot", "");
  std::filesystem::permissions(folder / "bot", std::filesystem::perms::owner_all);
  const std::string before = std::getenv("PATH");
  for (const std::string& path : {folder.path().string(), "/nowhere:" + folder.path().string(),
                                  folder.path().string() + ":", "::" + folder.path().string()}) {
    ::setenv("PATH", path.c_str(), 1);
    EXPECT_TRUE(is_runnable("bot")) << path;
    EXPECT_FALSE(is_runnable("bo")) << path;
  }
  ::setenv("PATH", ("/nowhere:" + folder.path().string()).c_str(), 1);
  EXPECT_EQ(find_program("bot"), (folder / "bot").string());
  ::setenv("PATH", "/nowhere", 1);
  EXPECT_FALSE(is_runnable("bot"));
  ::unsetenv("PATH");
  EXPECT_TRUE(is_runnable("true")) << "the system's own path";
  ::setenv("PATH", before.c_str(), 1);
}

TEST(Program, SampleBotsAreFilesOfOneFolder) {
  for (const char* name : {"", ".", "..", "no_such_bot", "../referee_config_test", "cpp_bots"}) {
    EXPECT_EQ(find_sample_bot(name), std::nullopt) << name;
  }
}

TEST(NameOfBot, OfAJavaCommandIsThatOfItsClassOrJar) {
  const auto name = [](const std::vector<std::string>& argv) {
    std::set<std::string> taken;
    return name_of_bot(argv, taken);
  };
  EXPECT_EQ(name({"java", "-cp", ".", "MyBot"}), "MyBot");
  EXPECT_EQ(name({"/usr/bin/java", "-XX:TieredStopAtLevel=1", "-cp", "lib", "team.bots.MyBot", "fast"}),
            "MyBot");
  EXPECT_EQ(name({"java", "-jar", "build/my_bot.jar"}), "my_bot");
  EXPECT_EQ(name({"java", "-version"}), "java");
  EXPECT_EQ(name({"javac"}), "javac");
}

}  // namespace
}  // namespace referee
