#include "referee/score/scored_game.h"

#include <gtest/gtest.h>

namespace referee::score {
namespace {

using Words = std::vector<std::string>;

TEST(OpponentWords, TheSeedOfTheGameStandsWhereItIsAskedFor) {
  EXPECT_EQ(opponent_words({"bot", "--seed", "{seed}1"}, 7), (Words{"bot", "--seed", "71"}));
  EXPECT_EQ(opponent_words({"bot", "{seed}-{seed}", "{seed"}, 12), (Words{"bot", "12-12", "{seed"}));
}

TEST(OpponentWords, OtherWordsStayAsTheyAre) {
  EXPECT_EQ(opponent_words({"bot", "--seed", "1", ""}, 7), (Words{"bot", "--seed", "1", ""}));
}

}  // namespace

}  // namespace referee::score
