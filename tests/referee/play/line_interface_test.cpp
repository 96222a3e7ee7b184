#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/play/play_interface.h"

namespace referee::play {
namespace {

using testing::ElementsAre;

PlayedAttempt game_of(const std::vector<std::string>& players, const std::vector<double>& scores) {
  PlayedAttempt game;
  game.record = "out/records/walls-1g1.jsonl";
  game.result.scores = scores;
  game.result.rank = ranks_of(scores);
  for (const std::string& player : players) {
    game.result.seats.emplace_back().player = player;
  }
  return game;
}

TEST(EndText, WhoeverPlaysAloneHasAScore) {
  EXPECT_THAT(end_lines(game_of({"person"}, {1030})),
              ElementsAre("The game is over. Score: 1030", "record  out/records/walls-1g1.jsonl"));
}

TEST(EndText, NamesTheWinnerAndAllScores) {
  EXPECT_THAT(end_lines(game_of({"person", "bot"}, {0, 2})),
              ElementsAre("The game is over. bot has won.", "scores: person 0, bot 2",
                          "record  out/records/walls-1g1.jsonl"));
}

TEST(EndText, NamesAllThatAreFirst) {
  EXPECT_EQ(end_lines(game_of({"a", "b"}, {1, 1})).front(), "The game is over. A draw between a and b.");
  EXPECT_EQ(end_lines(game_of({"a", "b", "c", "d"}, {7, 7, 3, 7})).front(),
            "The game is over. A draw between a, b and d.");
}

TEST(EndText, TheFinalViewIsInTheLastLineOfTheRecord) {
  EXPECT_EQ(final_view("{\"record\":1}\n{\"turn\":0}\n{\"status\":\"done\",\"view\":{\"score\":7}}\n"),
            nlohmann::json({{"score", 7}}));
}

}  // namespace

}  // namespace referee::play
