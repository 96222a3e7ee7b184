#include "referee/report/prizes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<double> kExtra{20, 10, 5};

TEST(Prizes, GoToThePlaces) {
  EXPECT_THAT(prizes_of({1, 2, 3, 4}, kExtra, Sharing::best), ElementsAre(20, 10, 5, 0));
  EXPECT_THAT(prizes_of({1, 2, 3, 4}, kExtra, Sharing::average), ElementsAre(20, 10, 5, 0));
  EXPECT_THAT(prizes_of({3, 1, 2}, kExtra, Sharing::best), ElementsAre(5, 20, 10)) << "in any order";
  EXPECT_THAT(prizes_of({1}, kExtra, Sharing::average), ElementsAre(20));
  EXPECT_THAT(prizes_of({}, kExtra, Sharing::best), IsEmpty());
}

// "sharers get the better one"
TEST(Prizes, SharersGetTheBetterOne) {
  EXPECT_THAT(prizes_of({1, 1, 3}, kExtra, Sharing::best), ElementsAre(20, 20, 5));
  EXPECT_THAT(prizes_of({1, 2, 2, 4}, kExtra, Sharing::best), ElementsAre(20, 10, 10, 0));
  EXPECT_THAT(prizes_of({1, 2, 3, 3, 3}, kExtra, Sharing::best), ElementsAre(20, 10, 5, 5, 5));
  EXPECT_THAT(prizes_of({1, 1, 1, 1}, kExtra, Sharing::best), ElementsAre(20, 20, 20, 20));
}

// "`--split` averages"
TEST(Prizes, OrTheAverageOfTheirPlaces) {
  EXPECT_THAT(prizes_of({1, 1, 3}, kExtra, Sharing::average), ElementsAre(15, 15, 5));
  EXPECT_THAT(prizes_of({1, 2, 2, 4}, kExtra, Sharing::average), ElementsAre(20, 7.5, 7.5, 0));
  // Places after the last prize count as none.
  EXPECT_THAT(prizes_of({1, 2, 3, 3}, kExtra, Sharing::average), ElementsAre(20, 10, 2.5, 2.5));
  EXPECT_THAT(prizes_of({1, 1, 1, 1, 1, 1, 1}, kExtra, Sharing::average), testing::Each(5));
}

}  // namespace
}  // namespace referee
