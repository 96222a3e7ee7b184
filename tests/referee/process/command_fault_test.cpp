#include "referee/process/command_fault.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using testing::HasSubstr;

class CommandFaultTest : public testing::Test {
 protected:
  CommandFaultTest() { test_support::write_file(folder_ / "bot.py", "print()"); }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  const test_support::TempFolder folder_;
};

TEST_F(CommandFaultTest, AScriptWithoutItsInterpreterGetsIt) {
  const auto fault = fault_of_command({at("bot.py")});
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->word, 0U);
  EXPECT_EQ(fault->expected, "\"python3 " + at("bot.py") + "\"");
  EXPECT_EQ(fault_of_command({"bot.py"}, folder_.path())->expected, "\"python3 bot.py\"");
}

TEST_F(CommandFaultTest, AScriptThatIsNotThereIsSaidBeforeAnythingIsPlayed) {
  const auto fault = fault_of_command({"/bin/sh", "-x", at("bot.sh"), "more.sh"});
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->word, 2U);
  EXPECT_THAT(fault->expected, HasSubstr("none of that name"));
}

TEST_F(CommandFaultTest, WhatMayBeRightIsNotRefused) {
  EXPECT_FALSE(fault_of_command({"sh", "bot.sh", "more.sh"}, folder_.path()) == std::nullopt);
  test_support::write_file(folder_ / "bot.sh", "");
  EXPECT_EQ(fault_of_command({"sh", "bot.sh", "more.sh"}, folder_.path()), std::nullopt)
      << "its own argument";
  EXPECT_EQ(fault_of_command({"sh", "-c", "exec python3 none.py"}), std::nullopt);
  EXPECT_EQ(fault_of_command({"env", "none.py"}), std::nullopt) << "who knows what env does with it";
}

TEST_F(CommandFaultTest, AFileThatIsNoProgramMustBecomeOne) {
  test_support::write_file(folder_ / "bot", "");
  EXPECT_THAT(fault_of_command({at("bot")})->expected, HasSubstr("chmod +x"));
  EXPECT_THAT(fault_of_command({"no-such-program"})->expected, HasSubstr("PATH"));
  test_support::write_file(folder_ / "bot.cpp", "");
  EXPECT_THAT(fault_of_command({at("bot.cpp")})->expected, HasSubstr("compiled"));
}

TEST_F(CommandFaultTest, AnotherNameOfAnInterpreterGetsTheOneThatIsThere) {
  EXPECT_THAT(fault_of_command({"py", at("bot.py")})->expected, HasSubstr("python3"));
}

}  // namespace
}  // namespace referee
