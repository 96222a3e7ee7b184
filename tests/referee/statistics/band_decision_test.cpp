#include "referee/statistics/band_decision.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace referee::comparison {
namespace {

using testing::ElementsAre;
using Undecided = BandTerms::Undecided;

/// Half of the points against the opponents 2, 1 and 0, the strongest first.
BandTerms three_opponents() {
  BandTerms terms;
  terms.borders = {{2, 0.5}, {1, 0.5}, {0, 0.5}};
  return terms;
}

/// Plays to the end: who has `shares` of the points in each group.
BandDecision played(const BandTerms& terms, const std::vector<double>& shares) {
  BandDecision decision(terms);
  while (const auto opponent = decision.next()) {
    decision.add(*opponent, shares[*opponent]);
  }
  return decision;
}

TEST(BandDecision, WhoBeatsTheStrongestOpponentPlaysNobodyElse) {
  const BandDecision decision = played(three_opponents(), {0, 0, 1});
  EXPECT_TRUE(decision.is_decided());
  EXPECT_EQ(decision.band(), 0U);
  EXPECT_EQ(decision.groups(), decision.share(2).count());
  EXPECT_LT(decision.groups(), 15);
}

TEST(BandDecision, WhoReachesNoBorderIsInTheLastBand) {
  const BandDecision decision = played(three_opponents(), {0, 0, 0});
  EXPECT_TRUE(decision.is_decided());
  EXPECT_EQ(decision.band(), 3U);
  EXPECT_THAT(decision.possible(), ElementsAre(3U));
  EXPECT_LT(decision.groups(), 45);
}

TEST(BandDecision, TheBestBorderThatIsReachedDecides) {
  const BandDecision decision = played(three_opponents(), {0, 1, 0});
  EXPECT_EQ(decision.band(), 1U);
  EXPECT_EQ(decision.share(0).count(), 0);
}

// Who is at a border plays most there, and the opponents beside it are not forgotten.
TEST(BandDecision, MostGroupsAreAtTheBorderThatIsNear) {
  BandDecision decision(three_opponents());
  bool won = false;
  while (const auto opponent = decision.next()) {
    won = opponent == 1U ? !won : won;
    decision.add(*opponent, *opponent == 1 ? (won ? 1 : 0) : (*opponent == 0 ? 1 : 0));
  }
  EXPECT_EQ(decision.groups(), three_opponents().most_groups);
  EXPECT_GT(decision.share(1).count(), decision.groups() * 3 / 4);
  EXPECT_THAT(decision.possible(), ElementsAre(1U, 2U));
}

TEST(BandDecision, GamesServeAllBordersOfTheirOpponent) {
  BandTerms terms;
  terms.borders = {{0, 0.8}, {0, 0.5}, {0, 0.2}};
  const BandDecision decision = played(terms, {0.625});
  EXPECT_EQ(decision.band(), 1U);
  EXPECT_EQ(decision.groups(), decision.share(0).count());
  const BandDecision alone = played({.borders = {{0, 0.5}}}, {0.625});
  EXPECT_LT(decision.groups(), 2 * alone.groups());
}

// Within the margin either band is right, so half of the points is as good as decided at once; nothing is
// between two opponents who are beaten and lost to.
TEST(BandDecision, WhoIsUndecidedGetsTheBandThatTheKeySays) {
  BandTerms terms = three_opponents();
  terms.most_groups = 4;
  const auto band = [&](Undecided rule, double share) {
    terms.undecided = rule;
    const BandDecision decision = played(terms, {0.5, 0.5, share});
    EXPECT_FALSE(decision.is_decided());
    EXPECT_THAT(decision.possible(), ElementsAre(0U, 1U, 2U, 3U));
    EXPECT_EQ(decision.groups(), 4);
    return decision.band();
  };
  EXPECT_EQ(band(Undecided::likelier, 0.5), 0U);
  EXPECT_EQ(band(Undecided::likelier, 0.25), 3U);
  EXPECT_EQ(band(Undecided::lower, 0.5), 3U);
  EXPECT_EQ(band(Undecided::higher, 0.25), 0U);
}

TEST(BandDecision, IntervalsAreOfWhatWasPlayed) {
  const BandDecision decision = played(three_opponents(), {0, 0, 1});
  EXPECT_EQ(decision.interval(2).estimate, 1);
  EXPECT_GT(decision.interval(2).low, 0.45);
  EXPECT_EQ(decision.interval(1), (Interval{0, 0, 1}));
}

// A smaller error takes more groups, and so do more opponents, who share it.
TEST(BandDecision, TheErrorIsSpentOverAllBorders) {
  const auto groups = [](std::vector<BandBorder> borders, double error) {
    BandTerms terms{.borders = std::move(borders), .error = error};
    return played(terms, {1, 1, 1}).groups();
  };
  EXPECT_LT(groups({{0, 0.5}}, 0.05), groups({{0, 0.5}}, 0.0005));
  EXPECT_LT(groups({{0, 0.5}}, 0.05), groups({{0, 0.5}, {1, 0.5}, {2, 0.5}}, 0.05));
  EXPECT_LT(groups({{0, 0.5}, {0, 0.3}}, 0.05), groups({{0, 0.5}, {1, 0.5}, {2, 0.5}}, 0.05) + 1);
}

}  // namespace
}  // namespace referee::comparison
