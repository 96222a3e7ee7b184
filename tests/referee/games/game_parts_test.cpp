#include "referee/games/game_parts.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/games/game_pictures.h"

namespace referee {
namespace {

using engines::Observer;
using Json = nlohmann::json;

/// Plays one turn of random moves.
void play_turn(engines::Game& game) {
  engines::Rng rng(1);
  for (const engines::Seat seat : game.to_move()) {
    (void)game.submit(seat, game.sample(seat, rng));
    game.settle(seat, engines::Microseconds(0), false);
  }
  game.step();
}

class GamePartsTest : public testing::TestWithParam<std::reference_wrapper<const engines::Entry>> {
 protected:
  const GameParts& parts_ = parts_of(GetParam().get().name);
  std::unique_ptr<engines::Game> game_ = GetParam().get().make(Json::object(), {});
};

TEST_P(GamePartsTest, PainterDrawsWhatEverybodyAndWhatASeatSees) {
  for (const Observer observer : {Observer::everybody(), Observer::seat(game_->seats() - 1)}) {
    const auto game = game_->clone();
    const auto painter = picture_of(parts_.game).painter(game->setup());
    const screen::Picture before = painter->next(game->view(observer));
    EXPECT_GT(before.board.rows() * before.board.columns(), 0);
    play_turn(*game);
    EXPECT_EQ(painter->next(game->view(observer)).board.rows(), before.board.rows());
  }
}

TEST_P(GamePartsTest, PeoplePlayItInAWindow) {
  EXPECT_NE(parts_.input, nullptr);
  EXPECT_EQ(parts_.lines != nullptr, !parts_.lines_help.empty());
}

TEST_P(GamePartsTest, APersonMeetsSampleBotsOfTheGame) {
  const std::string sample = "sample:" + std::string(GetParam().get().name) + "_";
  EXPECT_EQ(parts_.opponents.empty(), game_->seats() == 1);
  for (const std::string_view opponent : parts_.opponents) {
    EXPECT_TRUE(opponent.starts_with(sample)) << opponent;
  }
}

TEST_P(GamePartsTest, MeasuresHaveTheirOwnKeysAndATextForReports) {
  for (const GameMeasure& measure : parts_.measures) {
    EXPECT_FALSE(measure.text.empty()) << measure.key;
    EXPECT_NE(measure.value, nullptr) << measure.key;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, GamePartsTest,
                         testing::ValuesIn(engines::games().begin(), engines::games().end()),
                         [](const auto& game) { return std::string(game.param.get().name); });

TEST(AllParts, AreThoseOfTheGames) {
  ASSERT_EQ(all_parts().size(), engines::games().size());
  for (std::size_t i = 0; i < all_parts().size(); ++i) {
    EXPECT_EQ(all_parts()[i].game, engines::games()[i].get().name);
  }
}

TEST(AllParts, MeasuresOfAllGamesHaveDifferentKeys) {
  std::set<std::string_view> keys;
  for (const GameParts& parts : all_parts()) {
    for (const GameMeasure& measure : parts.measures) {
      EXPECT_TRUE(keys.insert(measure.key).second) << measure.key;
    }
  }
}

}  // namespace
}  // namespace referee
