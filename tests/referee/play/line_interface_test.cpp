#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/play/play_interface.h"

namespace referee::play {
namespace {

using testing::ElementsAre;

PlayedAttempt game_of(const std::vector<std::string>& players, const std::vector<double>& scores) {
  PlayedAttempt game;
  game.record = "out/records/walls-1g1.jsonl";
  game.job.spec.game = engines::find_game("walls");
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
              ElementsAre("The game is over. bot has won.", "scores: bot 2, person 0",
                          "record  out/records/walls-1g1.jsonl"));
}

TEST(EndText, SaysWhatDecidesAGameWhoseScoresAreOnlyPointsForIt) {
  PlayedAttempt game = game_of({"person", "bot"}, {0, 2});
  game.result.outcome = {{"bricks", {8, 12}}};
  EXPECT_EQ(end_lines(game).at(1), "bricks: bot 12, person 8");
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
