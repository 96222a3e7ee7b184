#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "sample_bots/cpp/battleship/board.h"
#include "sample_bots/cpp/battleship/hunter.h"
#include "sample_bots/cpp/battleship/placement.h"

namespace battleship {
namespace {

using testing::AnyOf;
using testing::Each;

const Rules kRules(Json::parse(R"({"size":5,"ships":[3,2],"touching":true})"));

/// The opponent's board as seat 0 sees it.
Board board(const std::vector<std::string>& rows, const std::vector<int>& afloat) {
  const Json view = {{"boards", {Json::array(), rows}}, {"afloat", {Json::array(), afloat}}};
  return {view, 0};
}

std::uint64_t weight(const Hunter& hunter, const Board& board, Cell cell) {
  return hunter.weights(board).at(static_cast<std::size_t>(cell.row * board.size() + cell.column));
}

TEST(BattleshipBoard, ReadsTheOpponentsBoard) {
  const Json view = Json::parse(R"({"boards":[["x.","##"],["SS",".."]],"afloat":[[1],[2]]})");
  const Board seen(view, 1);
  EXPECT_EQ(seen.size(), 2);
  EXPECT_EQ(seen.at({0, 0}), Board::Mark::hit);
  EXPECT_EQ(seen.at({1, 1}), Board::Mark::sunk);
  EXPECT_EQ(seen.unknown(), (std::vector<Cell>{{0, 1}}));
  EXPECT_EQ(seen.afloat(), std::vector<int>{1});
  EXPECT_TRUE(seen.has_hits());
}

TEST(BattleshipHunter, CountsThePlacesOfTheShipsThatAreAfloat) {
  const Hunter hunter(kRules);
  const Board open = board({".....", ".....", ".....", ".....", "....."}, {2});
  EXPECT_EQ(weight(hunter, open, {0, 0}), 2U);  // to the right and down
  EXPECT_EQ(weight(hunter, open, {2, 2}), 4U);
  const Board narrow = board({"..ooo", "ooooo", "ooooo", "ooooo", "ooo.."}, {3});
  EXPECT_THAT(hunter.weights(narrow), Each(0U)) << "no ship of three cells fits";
}

TEST(BattleshipHunter, GoesOnWithAShipThatItHasHit) {
  const Hunter hunter(kRules);
  bots::Rng rng(1);
  const Board one_hit = board({".....", ".....", "..x..", "...o.", "....."}, {3, 2});
  for (int i = 0; i < 20; ++i) {
    EXPECT_THAT(hunter.choose(one_hit, rng), AnyOf(Cell{1, 2}, Cell{2, 1}, Cell{2, 3}, Cell{3, 2}));
  }
  const Board two_hits = board({".....", ".....", ".xx..", ".....", "....."}, {3, 2});
  for (int i = 0; i < 20; ++i) {
    EXPECT_THAT(hunter.choose(two_hits, rng), AnyOf(Cell{2, 0}, Cell{2, 3}));
  }
}

TEST(BattleshipHunter, KeepsAwayFromSunkShipsIfShipsMustNotTouch) {
  const Board sunk = board({"##...", ".....", ".....", ".....", "....."}, {2});
  EXPECT_EQ(weight(Hunter(kRules), sunk, {1, 1}), 3U);
  const Rules apart(Json::parse(R"({"size":5,"ships":[2,2],"touching":false})"));
  EXPECT_EQ(weight(Hunter(apart), sunk, {1, 1}), 0U);
  EXPECT_EQ(weight(Hunter(apart), sunk, {0, 3}), 2U);
}

TEST(BattleshipHunter, ShootsAnywhereIfNothingIsKnown) {
  bots::Rng rng(1);
  const Board odd = board({"ooooo", "ooooo", "oo.oo", "ooooo", "ooooo"}, {});
  EXPECT_EQ(Hunter(kRules).choose(odd, rng), (Cell{2, 2}));
}

/// How many shots sink a fleet on an empty board of 10 x 10.
template <class Choose>
int shots_to_sink(const Choose& choose, bots::Rng& rng) {
  const auto game = engines::find_game("battleship")->make(Json::object(), {});
  const Rules rules(game->setup());
  for (const engines::Seat seat : {0U, 1U}) {
    const auto kept = game->submit(seat, random_placement(rules, rng));
    EXPECT_TRUE(std::holds_alternative<std::string>(kept));
    game->settle(seat, engines::Microseconds(1), false);
  }
  game->step();
  int shots = 0;
  while (!game->to_move().empty()) {
    if (game->to_move()[0] == 0) {  // seat 1 does not shoot
      const Board seen(game->view(engines::Observer::seat(0)), 0);
      EXPECT_TRUE(std::holds_alternative<std::string>(game->submit(0, json_of(choose(rules, seen)))));
      ++shots;
    }
    game->settle(game->to_move()[0], engines::Microseconds(1), false);
    game->step();
  }
  return shots;
}

TEST(BattleshipHunter, NeedsFarFewerShotsThanChance) {
  constexpr int kGames = 10;
  bots::Rng rng(1);
  int hunting = 0;
  int by_chance = 0;
  for (int i = 0; i < kGames; ++i) {
    hunting += shots_to_sink(
        [&](const Rules& rules, const Board& seen) { return Hunter(rules).choose(seen, rng); }, rng);
    by_chance += shots_to_sink(
        [&](const Rules&, const Board& seen) {
          const auto cells = seen.unknown();
          return cells[bots::below(rng, cells.size())];
        },
        rng);
  }
  EXPECT_LT(hunting, 60 * kGames);
  EXPECT_GT(by_chance, 85 * kGames);
}

TEST(BattleshipPlacement, PlacesShipsThatMustNotTouch) {
  const Json options = Json::parse(R"({"ships":[4,3,3,2,2,2,1,1,1,1],"touching":false})");
  bots::Rng rng(1);
  for (int i = 0; i < 20; ++i) {
    const auto game = engines::find_game("battleship")->make(options, {});
    const auto kept = game->submit(0, random_placement(Rules(game->setup()), rng));
    ASSERT_TRUE(std::holds_alternative<std::string>(kept));
  }
}

}  // namespace
}  // namespace battleship
