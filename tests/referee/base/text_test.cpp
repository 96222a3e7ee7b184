#include "referee/base/text.h"

#include <gtest/gtest.h>

namespace referee {
namespace {

TEST(ShellWords, OnlyWhatNeedsItIsQuoted) {
  EXPECT_EQ(shell_quoted("sample:walls_random"), "sample:walls_random");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("it's"), R"('it'\''s')");
  EXPECT_EQ(shell_command({"python3", "my bot.py"}), "python3 'my bot.py'");
}

TEST(NumberText, ShowsNumbersShort) {
  EXPECT_EQ(decimal_text(3), "3");
  EXPECT_EQ(decimal_text(10), "10");
  EXPECT_EQ(decimal_text(2.5), "2.5");
  EXPECT_EQ(decimal_text(1.0 / 3), "0.33");
  EXPECT_EQ(score_text(12), "12");
  EXPECT_EQ(score_text(0.5), "0.5");
}

}  // namespace
}  // namespace referee
