#include "referee/rules/staff_scale.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <string>

#include "tests/referee/rules/rules_room.h"
#include "tests/support/complaint.h"

namespace referee::rules {
namespace {

using test_support::write_file;
using testing::HasSubstr;

const Json kStaff = {{"staff", {{"game:any"}, {"python3", "rules.py", "--depth", "2"}}},
                     {"bots", {{"any", {"python3", "rules.py"}}}}};

/// What is said of a file with one bot, but for one key.
std::string refused_scale(const std::string& key, const std::string& value) {
  Json file = {{"seeds", 2},
               {"bots", {{{"command", {"x"}}, {"games", 4}, {"level", 1}, {"low", 0}, {"high", 2}}}}};
  file[Json::json_pointer(key)] = Json::parse(value);
  return test_support::complaint<fields::Exception>([&] { (void)StaffScale::read(file, "staff.json"); });
}

TEST(StaffScale, EachOfOurGamesHasFiveRatedBotsThatAnswerAlikeEverywhere) {
  for (const engines::Entry& game : engines::games()) {
    const StaffScale scale = StaffScale::of(game);
    ASSERT_EQ(scale.bots.size(), 5U) << game.name;
    EXPECT_GT(scale.seeds, 0) << game.name;
    for (std::size_t place = 0; place < 5; ++place) {
      const StaffBot& bot = scale.bots[place];
      EXPECT_GT(bot.games, 0) << game.name;
      EXPECT_LE(bot.level.low, bot.level.estimate) << game.name;
      EXPECT_GE(bot.level.high, bot.level.estimate) << game.name;
      if (place > 0) {
        EXPECT_GT(bot.level.estimate, scale.bots[place - 1].level.estimate) << game.name;
      }
      const std::string command = placed_staff(game, bot.command);
      EXPECT_TRUE(command.starts_with("sample:")) << command;
      EXPECT_EQ(command.find("ms"), std::string::npos) << command << ": no bound of time";
    }
  }
}

TEST(StaffScale, TheFileHasAllThatTheScaleHas) {
  StaffScale scale;
  scale.bots = {{{"sample:a", "--nodes", "3"}, 4, {0, 0, 0}}, {{"sample:b"}, 4, {100.5, -3, 204}}};
  scale.seeds = 2;
  scale.random_plies = 4;
  scale.instances = {{{"map", "spiral"}}};
  scale.rules_sha256 = std::string(64, 'a');
  const std::string text = scale.file_text();
  EXPECT_EQ(StaffScale::read(Json::parse(text), "staff.json").file_text(), text);
  EXPECT_THAT(text, HasSubstr(R"({"command":["sample:b"],"games":4,"high":204.0,"level":100.5,"low":-3.0})"));
}

TEST(StaffScale, NamesTheKeyThatIsWrong) {
  EXPECT_THAT(refused_scale("/seeds", "0"),
              HasSubstr("staff.json: seeds: got 0, expected an integer from 1"));
  EXPECT_THAT(refused_scale("/instances", "[1]"),
              HasSubstr("staff.json: instances: got [1], expected a list of options"));
  EXPECT_THAT(refused_scale("/bots/0/level", "\"high\""),
              HasSubstr("staff.json: bots[0].level: got \"high\", expected a number"));
  EXPECT_THAT(refused_scale("/bots/0/command", "\"x\""),
              HasSubstr("staff.json: bots[0].command: got \"x\", expected a list"));
  EXPECT_THAT(refused_scale("/bots", "{}"), HasSubstr("staff.json: bots: got {}, expected a list of bots"));
}

TEST(StaffScale, AGameOfOnesOwnHasLevelsOfTheBotsThatItNames) {
  const auto folder = sticks_folder(kStaff);
  const engines::Entry& game = open_rules(folder.path());
  StaffScale scale = StaffScale::of(game);
  ASSERT_EQ(scale.bots.size(), 2U);
  EXPECT_EQ(scale.bots[0].games, 0);
  EXPECT_EQ(placed_staff(game, scale.bots[0].command), "game:any");
  EXPECT_EQ(placed_staff(game, scale.bots[1].command),
            "python3 " + (std::filesystem::canonical(folder.path()) / "rules.py").string() + " --depth 2");
  scale.seeds = 2;
  scale.bots[0].games = scale.bots[1].games = 4;
  write_file(folder.path() / "staff.json", scale.file_text());
  EXPECT_EQ(StaffScale::of(game).bots[1].games, 4);
  scale.bots[1].command.back() = "3";
  write_file(folder.path() / "staff.json", scale.file_text());
  EXPECT_EQ(StaffScale::of(game).bots[1].games, 0) << "the level of another bot";
}

TEST(StaffScale, AGameWithoutStaffIsToldWhatToWrite) {
  const auto folder = sticks_folder({{"name", "no_staff"}});
  const engines::Entry& game = open_rules(folder.path());
  EXPECT_THAT(
      test_support::complaint<fields::Exception>([&] { (void)StaffScale::of(game); }),
      HasSubstr(
          R"(game.json: staff: missing, expected a list of 2 to 20 commands, the weakest bot first, as [[)"));
}

}  // namespace
}  // namespace referee::rules
