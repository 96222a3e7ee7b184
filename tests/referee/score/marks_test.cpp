#include "referee/score/marks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engines/registry.h"

// Wrong values, key by key: tests/configs/rubric_test.py.

namespace referee::score {
namespace {

using Json = nlohmann::json;

Marks read(const std::string& game, Json json) {
  const engines::Entry& entry = *engines::find_game(game);
  const Json options = Json::object();
  return Marks::read(json, "marks", entry, options, entry.facts(options).seats);
}

TEST(Marks, BandsOfOneBotShareAnOpponent) {
  const Marks marks = read("walls", Json::parse(R"({"openings":{"plies":2},"bands":[
    {"mark":"A","points":3,"against":["/bin/true"],"share":0.75},
    {"mark":"B","points":2,"against":["/bin/false"],"share":0.5},
    {"mark":"C","points":1,"against":["/bin/true"],"share":0.25},
    {"mark":"D","points":0}]})"));
  EXPECT_THAT(marks.terms.borders,
              testing::ElementsAre(comparison::BandBorder{0, 0.75}, comparison::BandBorder{1, 0.5},
                                   comparison::BandBorder{0, 0.25}));
  EXPECT_EQ(marks.asked(0), "A from 0.75, C from 0.25");
  EXPECT_EQ(marks.text(),
            "A from 0.75, C from 0.25 against /bin/true; B from 0.5 against /bin/false; else D");
  EXPECT_EQ(marks.most_games(), 400);
  EXPECT_EQ(marks.terms.most_groups, 200);
}

TEST(Marks, ScoresAreSharesOfThoseThatCount) {
  const Marks marks =
      read("superball", Json::parse(R"({"scores":{"from":100,"to":300},"margin":20,"most_games":50,"bands":[
    {"mark":"A","points":3,"score":200},{"mark":"B","points":0}]})"));
  EXPECT_DOUBLE_EQ(marks.terms.borders.at(0).share, 0.5);
  EXPECT_DOUBLE_EQ(marks.terms.margin, 0.1);
  EXPECT_EQ(marks.terms.most_groups, 50);
  EXPECT_EQ(marks.share_of(99), 0);
  EXPECT_EQ(marks.share_of(150), 0.25);
  EXPECT_EQ(marks.share_of(1e6), 1);
  EXPECT_EQ(marks.value_of(0.25), 150);
  EXPECT_THAT(marks.promise(), testing::HasSubstr("further than 20 points"));
}

}  // namespace
}  // namespace referee::score
