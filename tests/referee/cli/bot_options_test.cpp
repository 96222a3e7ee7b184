#include "referee/cli/bot_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include <CLI/CLI.hpp>

#include "referee/base/text.h"
#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::complaint;
using test_support::TempFolder;
using testing::HasSubstr;
using Words = std::vector<std::string>;

std::string name_of(const std::string& argument) {
  std::set<std::string> taken;
  return read_bot_argument(argument, nullptr, taken).name;
}

/// The path of a program of that name.
std::string program_in(const TempFolder& folder, const std::string& name) {
  test_support::write_file(folder / name, "");
  std::filesystem::permissions(folder / name, std::filesystem::perms::owner_all);
  return (folder / name).string();
}

TEST(BotArgument, ABotHasTheNameOfItsProgramOrScript) {
  const TempFolder folder;
  test_support::write_file(folder / "my bot.py", "");
  EXPECT_EQ(name_of(program_in(folder, "rocket") + " --fast"), "rocket");
  EXPECT_EQ(name_of("python3 -u '" + (folder / "my bot.py").string() + "'"), "my-bot");
  EXPECT_EQ(name_of("python3 not_a_file"), "python3");
  EXPECT_EQ(name_of(program_in(folder, "__x.py")), "x");
  EXPECT_EQ(name_of(program_in(folder, "___")), "bot");
}

TEST(BotArgument, NamesAreMadeUniqueAndStayNames) {
  const TempFolder folder;
  std::set<std::string> taken;
  const std::string rocket = program_in(folder, "rocket");
  const std::string long_name = program_in(folder, std::string(60, 'a'));
  EXPECT_EQ(read_bot_argument(rocket, nullptr, taken).name, "rocket");
  EXPECT_EQ(read_bot_argument(rocket, nullptr, taken).name, "rocket-2");
  EXPECT_EQ(read_bot_argument(program_in(folder, "rocket.sh"), nullptr, taken).name, "rocket-3");
  for (int i = 0; i < 12; ++i) {
    const std::string name = read_bot_argument(long_name, nullptr, taken).name;
    EXPECT_TRUE(protocol::is_valid_name(name)) << name;
  }
  EXPECT_EQ(taken.size(), 15U);
}

TEST(BotArgument, TheCommandIsKept) {
  std::set<std::string> taken;
  EXPECT_EQ(read_bot_argument("python3 x 'a b'", nullptr, taken).bot->argv, (Words{"python3", "x", "a b"}));
}

TEST(BotArgument, ACommandThatCannotRunIsRefusedBeforeAnythingIsPlayed) {
  const TempFolder folder;
  test_support::write_file(folder / "bot.py", "");
  std::set<std::string> taken;
  const auto said = [&](const std::string& command) {
    return complaint([&] { read_bot_argument(command, nullptr, taken); });
  };
  EXPECT_THAT(said((folder / "bot.py").string()), HasSubstr("python3 " + (folder / "bot.py").string()));
  EXPECT_THAT(said("python3 no_bot.py"), HasSubstr("none of that name"));
  EXPECT_THAT(said("no_such_program"), HasSubstr("a program in PATH"));
}

TEST(BotArgument, ASampleThatIsNoneIsNamedWithTheKnownOnes) {
  for (const char* sample : {"no_such_bot", "", "../referee_misc_test"}) {
    std::set<std::string> taken;
    const std::string text =
        complaint([&] { read_bot_argument(std::string("sample:") + sample, nullptr, taken); });
    EXPECT_TRUE(text.starts_with(std::string("no bot 'sample:") + sample + "': expected one of ")) << text;
    EXPECT_TRUE(taken.empty());
  }
}

// ---- the forms of one bot ----

/// A command with a first argument and a bot, as `score` is one, and what it was given.
struct Form {
  Form() {
    command.add_option("RUBRIC", rubric);
    command.add_flag("--reveal");
    bot.add_to(command);
  }

  /// The words of the bot in a command line, or the complaint about it.
  Words bot_in(Words line) {
    line.insert(line.begin(), "score");
    line = with_bot_as_option(command, std::move(line));
    Words words(line.rbegin(), line.rend() - 1);
    command.parse(std::move(words));
    return bot.words();
  }

  CLI::App command;
  std::string rubric;
  BotArgument bot;
};

Words bot_in(const Words& line) { return Form().bot_in(line); }

TEST(BotArgument, IsTheSameInAllForms) {
  const Words bot{"python3", "my bot.py", "--fast", "it's", ""};
  EXPECT_EQ(bot_in({"r", "--", "python3", "my bot.py", "--fast", "it's", ""}), bot);
  EXPECT_EQ(bot_in({"r", "--reveal", "--", "python3", "my bot.py", "--fast", "it's", ""}), bot);
  EXPECT_EQ(bot_in({"r", "--bot", R"(python3 "my bot.py" --fast "it's" '')"}), bot);
  EXPECT_EQ(bot_in({"--bot", "sample:walls_random", "r"}), Words{"sample:walls_random"});
  EXPECT_EQ(bot_in({"r", "python3", "bot.py"}), (Words{"python3", "bot.py"})) << "as it always was";
}

TEST(BotArgument, WordsBehindTheDashesAreLeftAlone) {
  for (const char* word : {"~", "$HOME", "*", "a;b", "--", "-x", "\\", "\"", "a\nb", "#", "=", "a=b"}) {
    EXPECT_EQ(bot_in({"r", "--", "bot", word}), (Words{"bot", word}));
  }
}

TEST(BotArgument, NoneOrTwoAreRefused) {
  EXPECT_THAT(complaint([] { bot_in({"r"}); }), HasSubstr("no bot"));
  EXPECT_THAT(complaint([] { bot_in({"r", "--"}); }), HasSubstr("no bot"));
  EXPECT_THAT(complaint([] { bot_in({"r", "x", "--", "bot"}); }), HasSubstr("unexpected argument 'x'"));
}

TEST(BotArgument, OfACommandWithoutBotsTheDashesStay) {
  CLI::App command;
  EXPECT_EQ(with_bot_as_option(command, {"collect", "x", "--", "python3"}),
            (Words{"collect", "x", "--", "python3"}));
}

}  // namespace
}  // namespace referee
