#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/games/game_pictures.h"
#include "referee/screen/canvas.h"
#include "tests/support/random_cases.h"

namespace referee::screen {
namespace {

using Json = nlohmann::json;

std::unique_ptr<engines::Game> game_of(const Json& options) {
  return engines::find_game("lightcycle")->make(options, {});
}

/// Plays a turn: targets by seat, as the game wants them.
void play(engines::Game& game, const std::vector<Json>& moves) {
  for (const engines::Seat seat : game.to_move()) {
    game.submit(seat, moves.at(seat));
    game.settle(seat, engines::Microseconds(0), false);
  }
  game.step();
}

TEST(LightCyclePainter, KeepsTrailsAndClearsThemWithTheirCycle) {
  const auto game = game_of(Json::parse(R"({"size":6,"starts":[[[0,0],[0,2]],[[5,5],[5,3]]]})"));
  const auto painter = picture_of("lightcycle").painter(game->setup());
  EXPECT_EQ(plain_text(painter->next(game->view(engines::Observer::everybody())).board, false),
            "A.....\n"
            "......\n"
            "A.....\n"
            ".....B\n"
            "......\n"
            ".....B\n");
  play(*game, {{{1, 0}, {1, 2}}, {{4, 5}, {4, 3}}});
  painter->see(game->view(engines::Observer::everybody()));
  play(*game, {{{2, 0}, {1, 3}}, {{3, 5}, {4, 4}}});
  Picture picture = painter->next(game->view(engines::Observer::everybody()));
  EXPECT_EQ(plain_text(picture.board, false),
            "aaA...\n"
            "......\n"
            "aa....\n"
            ".A..bb\n"
            "....B.\n"
            "...Bbb\n");
  EXPECT_EQ(picture.notes, (std::vector<std::string>{"cycles left: A 2/2 B 2/2"}));
  EXPECT_NE(picture.board.at(0, 2).ink, picture.board.at(4, 4).ink);
  EXPECT_GT(picture.board.at(0, 2).rank, picture.board.at(0, 1).rank) << "a head is above a trail";

  // B's second cycle runs into the first one's trail; the place where it was is marked for one turn.
  play(*game, {{{3, 0}, {1, 4}}, {{2, 5}, {4, 5}}});
  picture = painter->next(game->view(engines::Observer::everybody()));
  EXPECT_EQ(plain_text(picture.board, false),
            "aaaA..\n"
            "......\n"
            "aa....\n"
            ".a....\n"
            ".A..x.\n"
            "..Bbbb\n");
  EXPECT_EQ(picture.notes, (std::vector<std::string>{"cycles left: A 2/2 B 1/2"}));
  play(*game, {{{4, 0}, {0, 4}}, {{2, 4}, nullptr}});
  EXPECT_EQ(plain_text(painter->next(game->view(engines::Observer::everybody())).board, false),
            "aaaaA.\n"
            "......\n"
            "aa....\n"
            ".a....\n"
            "AaB...\n"
            "..bbbb\n");
}

/// Asks the rules whether a cell is occupied: cycle `number` of team `seat` goes there, the others stay.
bool is_occupied(const engines::Game& game, engines::Seat seat, std::size_t number, std::size_t cycles,
                 std::pair<int, int> cell) {
  const auto trial = game.clone();
  Json move(cycles, Json::array({-1, -1}));
  move[number] = {cell.first, cell.second};
  trial->submit(seat, move);
  for (const engines::Seat mover : trial->to_move()) {
    trial->settle(mover, engines::Microseconds(0), false);
  }
  const Json events = trial->step();
  return std::ranges::any_of(events.at("terminated"), [&](const Json& one) {
    return one.at("cycle") == seat * cycles + number && one.at("cause") == "occupied";
  });
}

TEST(LightCyclePainter, ShowsWhatTheRulesTakeForOccupied) {
  constexpr int kSize = 9;
  constexpr std::size_t kCycles = 2;
  constexpr std::array<std::pair<int, int>, 4> kSteps = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
  const Json options = Json::parse(R"({"size":9,"starts":[[[0,0],[0,2]],[[8,8],[8,6]],[[4,4],[0,8]]]})");
  int looked_at = 0;
  for (unsigned seed = 0; seed < test_support::random_cases(2U); ++seed) {
    const auto game = game_of(options);
    const auto painter = picture_of("lightcycle").painter(game->setup());
    engines::Rng rng(seed);
    painter->see(game->view(engines::Observer::everybody()));
    for (auto movers = game->to_move(); !movers.empty(); movers = game->to_move()) {
      const Canvas board = painter->picture().board;
      const Json cycles = game->view(engines::Observer::everybody()).at("cycles");
      for (std::size_t i = 0; i < cycles.size(); ++i) {
        const int x = cycles[i].at(0).get<int>();
        const int y = cycles[i].at(1).get<int>();
        for (const auto& [dx, dy] : kSteps) {
          const std::pair<int, int> cell(x + dx, y + dy);
          if (x < 0 || std::min(cell.first, cell.second) < 0 || std::max(cell.first, cell.second) >= kSize) {
            continue;
          }
          const char32_t glyph = board.at(cell.second, cell.first).glyph;
          EXPECT_EQ(is_occupied(*game, i / kCycles, i % kCycles, kCycles, cell),
                    glyph != kGround && glyph != U'x')
              << "seed " << seed << ", cell " << cell.first << "," << cell.second;
          ++looked_at;
        }
      }
      for (const engines::Seat seat : movers) {
        game->submit(seat, game->sample(seat, rng));
        game->settle(seat, engines::Microseconds(0), false);
      }
      game->step();
      painter->see(game->view(engines::Observer::everybody()));
    }
  }
  EXPECT_GT(looked_at, 500);
}

}  // namespace
}  // namespace referee::screen
