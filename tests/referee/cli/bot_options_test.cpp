#include "referee/cli/bot_options.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "referee/base/text.h"
#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::complaint;
using test_support::TempFolder;
using Words = std::vector<std::string>;

std::string name_of(const std::string& argument) {
  std::set<std::string> taken;
  return read_bot_argument(argument, nullptr, taken).name;
}

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

TEST(BotArgument, ABotHasTheNameOfItsProgramOrScript) {
  const TempFolder folder;
  test_support::write_file(folder / "my bot.py", "");
  test_support::write_file(folder / "__x.py", "");
  EXPECT_EQ(name_of("/usr/games/rocket --fast"), "rocket");
  EXPECT_EQ(name_of("python3 -u '" + (folder / "my bot.py").string() + "'"), "my-bot");
  EXPECT_EQ(name_of("python3 not_a_file.py"), "python3");
  EXPECT_EQ(name_of((folder / "__x.py").string()), "x");
  EXPECT_EQ(name_of("___"), "bot");
}

TEST(BotArgument, NamesAreMadeUniqueAndStayNames) {
  std::set<std::string> taken;
  const std::string long_name(60, 'a');
  EXPECT_EQ(read_bot_argument("rocket", nullptr, taken).name, "rocket");
  EXPECT_EQ(read_bot_argument("rocket", nullptr, taken).name, "rocket-2");
  EXPECT_EQ(read_bot_argument("./rocket.sh", nullptr, taken).name, "rocket-3");
  for (int i = 0; i < 12; ++i) {
    const std::string name = read_bot_argument(long_name, nullptr, taken).name;
    EXPECT_TRUE(protocol::is_valid_name(name)) << name;
  }
  EXPECT_EQ(taken.size(), 15U);
}

TEST(BotArgument, TheCommandIsKept) {
  std::set<std::string> taken;
  EXPECT_EQ(read_bot_argument("python3 x.py 'a b'", nullptr, taken).bot->argv,
            (Words{"python3", "x.py", "a b"}));
}

TEST(BotArgument, ASampleThatIsNoneIsNamedWithTheKnownOnes) {
  for (const char* sample : {"no_such_bot", "", "../referee_misc_test"}) {
    std::set<std::string> taken;
    const std::string text =
        complaint([&] { read_bot_argument(std::string("sample:") + sample, nullptr, taken); });
    EXPECT_TRUE(text.starts_with(std::string("no sample bot '") + sample + "': expected one of ")) << text;
    EXPECT_TRUE(taken.empty());
  }
}

TEST(ShellWords, AreSplitIntoTheSameWordsAgain) {
  const std::vector<std::string> words = {"a", "b c",        "$HOME", "`x`", "it's",
                                          "",  "two\nlines", "*",     "~",   "\\"};
  EXPECT_EQ(split_words(shell_command(words)), words);
}

}  // namespace
}  // namespace referee
