#include "referee/base/text.h"

#include <gtest/gtest.h>

#include "referee/cli/bot_options.h"

namespace referee {
namespace {

TEST(ShellWords, OnlyWhatNeedsItIsQuoted) {
  EXPECT_EQ(shell_quoted("sample:walls_random"), "sample:walls_random");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("it's"), R"('it'\''s')");
  EXPECT_EQ(shell_command({"python3", "my bot.py"}), "python3 'my bot.py'");
}

TEST(ShellWords, AreSplitIntoTheSameWordsAgain) {
  const std::vector<std::string> words = {"a", "b c",        "$HOME", "`x`", "it's",
                                          "",  "two\nlines", "*",     "~",   "\\"};
  EXPECT_EQ(split_words(shell_command(words)), words);
}

}  // namespace

}  // namespace referee
