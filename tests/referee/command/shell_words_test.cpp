#include "referee/command/shell_words.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "referee/base/text.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

using test_support::complaint;
using Words = std::vector<std::string>;

TEST(SplitWords, AsAShellWould) {
  EXPECT_EQ(split_words("python3 my_bot.py --fast"), (Words{"python3", "my_bot.py", "--fast"}));
  EXPECT_EQ(split_words("  a   b  "), (Words{"a", "b"}));
  EXPECT_EQ(split_words(R"('one word' "two \"words\"" three\ words '')"),
            (Words{"one word", "two \"words\"", "three words", ""}));
}

TEST(SplitWords, KnowsHomeAndVariables) {
  ::setenv("BOT_FOLDER", "/bots", 1);
  EXPECT_EQ(split_words("$BOT_FOLDER/a"), Words{"/bots/a"});
  ::unsetenv("BOT_FOLDER");
  const std::string home = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
  if (!home.empty()) {
    EXPECT_EQ(split_words("~/bot"), Words{home + "/bot"});
  }
  EXPECT_EQ(complaint([] { split_words("$NO_SUCH_VARIABLE_HERE"); }),
            "bot command '$NO_SUCH_VARIABLE_HERE': it names a variable that is not set");
}

TEST(SplitWords, RunsNoShell) {
  for (const char* command : {"a | b", "a; b", "a > b", "a & b", "a $(b)", "a `b`", "a\nb"}) {
    const std::string text = complaint([&] { split_words(command); });
    EXPECT_TRUE(text.starts_with(std::string("bot command '") + command + "': no shell runs it")) << text;
  }
}

TEST(SplitWords, WhatIsNoCommandIsNamed) {
  EXPECT_EQ(complaint([] { split_words("'open"); }), "bot command ''open': its quotes do not match");
  EXPECT_EQ(complaint([] { split_words(" "); }),
            "an empty bot command: expected a program and its arguments");
}

TEST(ShellWords, AreSplitIntoTheSameWordsAgain) {
  const std::vector<std::string> words = {"a", "b c",        "$HOME", "`x`", "it's",
                                          "",  "two\nlines", "*",     "~",   "\\"};
  EXPECT_EQ(split_words(shell_command(words)), words);
}

}  // namespace
}  // namespace referee
