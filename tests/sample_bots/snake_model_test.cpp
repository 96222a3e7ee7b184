#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/random.h"
#include "engines/registry.h"
#include "sample_bots/cpp/snake/maze.h"
#include "sample_bots/cpp/snake/searcher.h"
#include "tests/engines/snake_random_maze.h"
#include "tests/support/random_cases.h"

// Compares the bots' own model of the rules with the referee's engine.
namespace {

using engines::Json;
using engines::Observer;

std::unique_ptr<engines::Game> game_of(const Json& maze, bool body) {
  const Json options = {{"maze", maze}, {"body", body}, {"max_turns", 100'000}};
  return engines::find_game("snake")->make(options, {});
}

Json answer(engines::Game& game, const std::string& steps) {
  EXPECT_TRUE(std::holds_alternative<std::string>(game.submit(0, steps)));
  game.settle(0, {}, false);
  return game.step();
}

Json cell_json(const snake::Snake& snake, int cell) {
  return {cell / snake.maze.width() - 1, cell % snake.maze.width() - 1};
}

/// The view that the referee would send.
Json view_of(const snake::Snake& snake) {
  Json rows = Json::array();
  for (int row = 0; row < snake.maze.rows(); ++row) {
    std::string text;
    for (int column = 0; column < snake.maze.columns(); ++column) {
      text += snake.maze.mark(snake.maze.cell(row, column));
    }
    rows.push_back(text);
  }
  Json body = Json::array();
  for (const int cell : snake.body) {
    body.push_back(cell_json(snake, cell));
  }
  return {{"maze", rows},
          {"head", cell_json(snake, snake.head)},
          {"body", body},
          {"coins", snake.coins},
          {"drill", snake.drill},
          {"steps", snake.steps},
          {"points", snake.points()}};
}

TEST(SnakeModel, AgreesWithTheRefereeStepByStep) {
  engines::Rng rng(1);
  for (int i = 0; i < test_support::random_cases(30, 8); ++i) {
    const bool body = i % 4 != 0;
    const auto game = game_of(engines::random_snake_maze(rng), body);
    snake::Snake snake(snake::Maze(snake::rows_of(game->setup()["maze"])), body);
    for (int turn = 0; turn < 300 && !game->to_move().empty(); ++turn) {
      const std::size_t step = engines::below(rng, snake::kSteps.size());
      const bool legal = snake.may(step);
      ASSERT_EQ(answer(*game, {snake::kSteps[step]})["refused"].get<bool>(), !legal);
      if (legal) {
        snake.take(step);
      }
      ASSERT_EQ(view_of(snake), game->view(Observer::everybody()));
      ASSERT_EQ(view_of(snake::Snake(game->view(Observer::everybody()), body)),
                game->view(Observer::everybody()));
      ASSERT_EQ(snake.exited, game->to_move().empty());
    }
  }
}

// A plan from any point of a game leads to the expected score.
TEST(SnakeModel, PlansAgreeWithTheReferee) {
  engines::Rng rng(2);
  constexpr snake::Limits kFew = {.budget = {}, .nodes = 1000};
  int exits = 0;
  const int cases = test_support::random_cases(30);
  for (int i = 0; i < cases; ++i) {
    const bool body = i % 4 != 0;
    const auto game = game_of(engines::random_snake_maze(rng), body);
    answer(*game, game->sample(0, rng).get<std::string>());
    if (game->to_move().empty()) {
      continue;
    }
    const auto plan = find_path(snake::Snake(game->view(Observer::everybody()), body), kFew);
    if (plan.path.exits) {
      ++exits;
      const Json events = answer(*game, plan.path.steps);
      ASSERT_EQ(events["steps"], plan.path.steps);
      ASSERT_TRUE(game->outcome()["exited"].get<bool>());
      ASSERT_EQ(game->scores().front(), plan.path.points);
    }
  }
  EXPECT_GT(exits, cases / 3);
}

/// A line of the table: name, "body" or "coins", score, and more.
struct Known {
  std::string name;
  bool body = true;
  int score = 0;
};

std::vector<Known> table() {
  std::ifstream in(SNAKE_BEST_KNOWN);
  std::vector<Known> lines;
  std::string name;
  std::string kind;
  int score = 0;
  std::string rest;
  while (in >> name >> kind >> score && std::getline(in, rest)) {
    lines.push_back({name, kind == "body", score});
  }
  return lines;
}

// "On our mazes up to 20 x 12 equal to the best known." Most need a tenth of the states that the bot visits
// in a second.
TEST(SnakeModel, TheSearchIsAsGoodAsTheBestKnown) {
  const auto lines = table();
  EXPECT_GE(lines.size(), 50U);
  for (const Known& known : lines) {
    const snake::Snake start(game_of(known.name, known.body)->view(Observer::everybody()), known.body);
    int points = 0;
    for (const std::uint64_t nodes : {100'000U, 1'500'000U}) {
      points = find_path(start, {.budget = {}, .nodes = nodes}).path.points;
      if (points == known.score) {
        break;
      }
    }
    EXPECT_EQ(points, known.score) << known.name << (known.body ? "" : " without a body");
  }
}

}  // namespace
