#include "referee/base/shown_result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace referee {
namespace {

using testing::ElementsAre;
using Json = nlohmann::json;

TEST(ShownResult, IsWhatDecidesElseTheScores) {
  const ShownResult discs = shown_result("discs_left", Json{{"discs_left", {18, 46}}}, {0, 1});
  EXPECT_EQ(discs.what, "discs left");
  EXPECT_THAT(discs.values, ElementsAre("18", "46"));
  EXPECT_EQ(discs.with_unit(1), "46 discs left");
  EXPECT_EQ(discs.line({"ada", "bob"}), "discs left: bob 46, ada 18") << "the winner is first";
  const ShownResult scores = shown_result("", Json{{"discs_left", {18, 46}}}, {2.5, 1});
  EXPECT_EQ(scores.with_unit(0), "2.5");
  EXPECT_EQ(scores.line({"ada", "bob"}), "scores: ada 2.5, bob 1");
  EXPECT_EQ(shown_result("", nullptr, {45}).line({"ada"}), "score: ada 45");
}

TEST(ShownResult, WhereNothingWasPlayedTheScoresAreLeft) {
  for (const char* const outcome :
       {"null", "[]", "{}", R"({"discs":[1]})", R"({"discs":[1,"2"]})", R"({"discs":7})"}) {
    EXPECT_EQ(deciding_count("discs", Json::parse(outcome), 2), DecidingCount()) << outcome;
    EXPECT_TRUE(shown_result("discs", Json::parse(outcome), {1, 0}).is_score) << outcome;
  }
  EXPECT_EQ(deciding_text({"discs", {46, 17.5}}), "46 : 17.5 discs");
  EXPECT_EQ(deciding_text({"", {2, 0}}), "2 : 0");
}

}  // namespace
}  // namespace referee
