#include "referee/score/criterion.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <nlohmann/json.hpp>

namespace referee::score {
namespace {

Criterion read(const char* text) { return Criterion::read(nlohmann::json::parse(text), "criterion"); }

TEST(Criterion, ABoundIsOnTheRightSide) {
  const Criterion at_least = read(R"({"measure":"pairwise","at_least":0.4})");
  EXPECT_EQ(at_least.share_of(0.4), 1);
  EXPECT_EQ(at_least.share_of(0.399999), 0);
  const Criterion more_than = read(R"({"measure":"score","more_than":100})");
  EXPECT_EQ(more_than.share_of(100), 0);
  EXPECT_EQ(more_than.share_of(100.01), 1);
  const Criterion at_most = read(R"({"measure":"faults","at_most":0})");
  EXPECT_EQ(at_most.share_of(0), 1);
  EXPECT_EQ(at_most.share_of(1), 0);
}

TEST(Criterion, MeansThatAreNotExactAreOnTheirBound) {
  const double three_tenths = 0.1 + 0.2;  // 0.30000000000000004
  EXPECT_EQ(read(R"({"measure":"score","more_than":0.3})").share_of(three_tenths), 0);
  EXPECT_EQ(read(R"({"measure":"score","at_most":0.3})").share_of(three_tenths), 1);
  EXPECT_EQ(read(R"({"measure":"score","at_least":0.3})").share_of(0.3 - 1e-12), 1);
  EXPECT_EQ(read(R"({"measure":"score","steps":[{"at_least":0.3,"share":1}]})").share_of(0.3 - 1e-12), 1);
  EXPECT_EQ(read(R"({"measure":"score","linear":{"from":0,"to":0.3}})").share_of(0.3 - 1e-12), 1);
}

TEST(Criterion, LinearIsInProportionBetweenItsEnds) {
  const Criterion rising = read(R"({"measure":"score","linear":{"from":50,"to":100}})");
  EXPECT_EQ(rising.share_of(50), 0);
  EXPECT_EQ(rising.share_of(-7), 0);
  EXPECT_DOUBLE_EQ(rising.share_of(60), 0.2);
  EXPECT_EQ(rising.share_of(100), 1);
  EXPECT_EQ(rising.share_of(1e9), 1);
  const Criterion falling = read(R"({"measure":"faults","linear":{"from":10,"to":0}})");
  EXPECT_EQ(falling.share_of(0), 1);
  EXPECT_DOUBLE_EQ(falling.share_of(4), 0.6);
  EXPECT_EQ(falling.share_of(10), 0);
  EXPECT_EQ(falling.share_of(11), 0);
}

TEST(Criterion, TheLastStepThatIsReachedCounts) {
  const Criterion steps =
      read(R"({"measure":"wins","steps":[{"at_least":1,"share":0.25},{"at_least":3,"share":1}]})");
  EXPECT_EQ(steps.share_of(0), 0);
  EXPECT_EQ(steps.share_of(1), 0.25);
  EXPECT_EQ(steps.share_of(2.9), 0.25);
  EXPECT_EQ(steps.share_of(3), 1);
}

TEST(Measured, EachMeasureIsReadByItsKey) {
  for (const std::string key :
       {"score", "attained", "wins", "pairwise", "faults", "needless_deaths", "outcome.discs"}) {
    const Measured measured = read((R"({"at_least":1,"measure":")" + key + "\"}").c_str()).measured;
    EXPECT_EQ(key_of(measured), key);
    EXPECT_FALSE(text_of(measured).empty());
  }
  EXPECT_EQ(text_of(Measured::of_outcome("outcome.discs")), "mean discs");
}

TEST(Measured, AGamesOwnMeasureIsReadAndNamed) {
  const Criterion criterion = read(R"({"measure":"needless_deaths","at_most":0})");
  ASSERT_NE(criterion.measured.own(), nullptr);
  EXPECT_EQ(criterion.text_of(2), "needless deaths 2, asked: at most 0");
  EXPECT_FALSE(more_is_better(criterion.measured));
  EXPECT_FALSE(is_mean(criterion.measured));
}

TEST(Criterion, SaysWhatWasMeasuredAndAsked) {
  EXPECT_EQ(read(R"({"measure":"pairwise","at_least":0.4})").text_of(0.43333),
            "mean pairwise result 0.433, asked: at least 0.4");
  EXPECT_EQ(read(R"({"measure":"attained","linear":{"from":0,"to":1}})").text_of(0.5),
            "mean share of what can be attained 0.5, asked: nothing at 0, all at 1");
  EXPECT_EQ(
      read(R"({"measure":"wins","steps":[{"at_least":1,"share":0.5},{"at_least":2,"share":1}]})").asked(),
      "50 % from 1, 100 % from 2");
}

}  // namespace
}  // namespace referee::score
