#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/search/snake_board.h"
#include "bench/search/snake_search.h"
#include "engines/random.h"
#include "engines/registry.h"
#include "tests/engines/snake_random_maze.h"
#include "tests/support/random_cases.h"

// Shows that the scores that snake_best calls proven are right: its positions are those of the rules, and its
// bounds never exclude a better path.
namespace snake_tool {
namespace {

using engines::Json;
using engines::MazeRows;
using engines::Rng;

constexpr std::size_t kTooMany = 30'000;  // positions: larger mazes are left out

std::unique_ptr<engines::Game> game_of(const Json& maze, bool body) {
  return engines::find_game("snake")->make({{"maze", maze}, {"body", body}}, {});
}

/// Rows with the spaces that the rules add.
MazeRows padded(const Json& maze) { return game_of(maze, true)->setup()["maze"].get<MazeRows>(); }

std::optional<Board> board_of(const MazeRows& rows, bool body) {
  try {
    return Board(rows, body);
  } catch (const std::runtime_error&) {
    return std::nullopt;  // too large
  }
}

void expect_same(const engines::Game& game, const Position& position, std::size_t width) {
  const Json view = game.view(engines::Observer::everybody());
  const auto at = static_cast<std::size_t>(position.at);
  ASSERT_EQ(view["head"], Json::array({at / width, at % width}));
  ASSERT_EQ(view["coins"], position.coins);
  ASSERT_EQ(view["drill"], position.drill);
}

TEST(SnakeBest, StepsAsTheRulesDo) {
  std::size_t steps = 0;
  for (std::uint64_t number = 0; number < test_support::random_cases(30U); ++number) {
    Rng rng(number);
    const Json maze = engines::random_snake_maze(rng);
    const bool body = number % 4 != 0;
    const auto board = board_of(padded(maze), body);
    if (!board) {
      continue;
    }
    const auto game = game_of(maze, body);
    Position position = board->start();
    for (int i = 0; i < 150 && !game->to_move().empty(); ++i) {
      const auto letter = static_cast<int>(engines::below(rng, 4));
      game->submit(0, std::string(1, kLetters[static_cast<std::size_t>(letter)]));
      game->settle(0, {}, false);
      const bool refused = game->step()["refused"];
      const auto next = board->step(position, letter);
      ASSERT_EQ(refused, !next);
      position = next.value_or(position);
      steps += refused ? 0 : 1;
      expect_same(*game, position, padded(maze).front().size());
      ASSERT_FALSE(HasFatalFailure()) << maze.dump();
    }
  }
  EXPECT_GT(steps, 500U);
}

struct Hash {
  std::size_t operator()(const Position& position) const { return position.hash(); }
};

/// The best score among all positions, by breadth-first search without bounds. Nothing if there are too many
/// positions.
std::optional<int> best_of_all(const Board& board) {
  int best = 0;
  std::unordered_set<Position, Hash> seen = {board.start()};
  std::vector<Position> layer = {board.start()};
  for (int steps = 1; !layer.empty(); ++steps) {
    std::vector<Position> next;
    for (const Position& from : layer) {
      for (int letter = 0; letter < 4; ++letter) {
        const auto to = board.step(from, letter);
        if (to && board.kind(to->at) == '_') {
          best = std::max(best, 1000 + 10 * to->coins - steps);
        } else if (to && seen.insert(*to).second) {
          next.push_back(*to);
        }
      }
    }
    if (seen.size() > kTooMany) {
      return std::nullopt;
    }
    layer = std::move(next);
  }
  return best;
}

/// A small part of a random maze, so that the search can visit all positions.
MazeRows small_part(const MazeRows& rows, Rng& rng) {
  MazeRows part;
  for (std::size_t row = 0; row < rows.size() && row < 3; ++row) {
    part.push_back(rows[row].substr(0, 6));
    for (char& cell : part.back()) {
      cell = cell == 'o' ? ' ' : cell;
    }
  }
  part[engines::below(rng, part.size())].front() = 'o';
  part.back().back() = '_';
  return part;
}

TEST(SnakeBest, FindsTheBestOfAllPositions) {
  int compared = 0;
  int drilled = 0;
  const int cases = test_support::random_cases(40);
  for (int number = 0; number < cases; ++number) {
    Rng rng(static_cast<std::uint64_t>(number));
    const MazeRows maze = small_part(padded(engines::random_snake_maze(rng)), rng);
    const bool body = number % 3 != 0;
    const auto board = board_of(maze, body);
    const auto best = board ? best_of_all(*board) : std::nullopt;
    if (!best) {
      continue;
    }
    const Best found = search(maze, body, {.width = 5, .positions = 1'000'000});
    ASSERT_TRUE(found.proven);
    ASSERT_EQ(found.score, *best) << Json(maze).dump();
    ++compared;
    drilled += board->walls_at_most > 0 ? 1 : 0;
  }
  EXPECT_GT(compared, cases / 2);
  EXPECT_GT(drilled, cases / 14);
}

}  // namespace
}  // namespace snake_tool
