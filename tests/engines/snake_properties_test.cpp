#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "engines/random.h"
#include "engines/registry.h"
#include "tests/engines/cells.h"
#include "tests/engines/play.h"
#include "tests/engines/snake_random_maze.h"
#include "tests/support/random_cases.h"

// Properties of every game of Snake Labyrinth, checked in the views of games on random mazes. Tests name
// paragraphs of engines/snake/RULES.md.
namespace engines {
namespace {

const std::uint64_t kGames = test_support::random_cases(30U);

Json random_snake_options(Rng& rng) {
  Json options = {{"maze", random_snake_maze(rng)}, {"body", below(rng, 4) != 0}};
  options["max_turns"] = 1 + below(rng, 60);
  options["max_steps"] = 1 + below(rng, 300);
  return options;
}

/// Snake 5.1, 5.4, 5.6: one segment a coin; neighbours one after the other from the head; no cell twice, the
/// head's neither; all on empty cells.
void expect_sound_body(const Json& view, bool with_body) {
  ASSERT_EQ(view["body"].size(), with_body ? view["coins"].get<std::size_t>() : 0U);
  std::set<Json> seen = {view["head"]};
  Json before = view["head"];
  for (const Json& segment : view["body"]) {
    ASSERT_EQ(distance(before, segment), 1) << view.dump();
    ASSERT_TRUE(seen.insert(segment).second) << view.dump();
    const auto row = view["maze"][segment[0].get<std::size_t>()].get<std::string>();
    ASSERT_EQ(row[segment[1].get<std::size_t>()], ' ');
    before = segment;
  }
}

/// Snake 4.5, 4.7, 4.8: cells only ever become empty, and only where an object or a drilled wall was; exits
/// stay.
void expect_only_vanishing(const Json& before, const Json& after) {
  for (std::size_t row = 0; row < before.size(); ++row) {
    const auto was = before[row].get<std::string>();
    const auto is = after[row].get<std::string>();
    ASSERT_EQ(was.size(), is.size());
    for (std::size_t col = 0; col < was.size(); ++col) {
      ASSERT_TRUE(is[col] == was[col] || (is[col] == ' ' && was[col] != '_'))
          << before.dump() << after.dump();
    }
  }
}

std::ptrdiff_t count(const Json& rows, char cell) {
  std::ptrdiff_t sum = 0;
  for (const auto& row : rows) {
    sum += std::ranges::count(row.get_ref<const std::string&>(), cell);
  }
  return sum;
}

/// Snake 4.1, 4.2, 4.4, 4.5, 6.2, 7.4: what vanished from the maze, and what the snake has, add up.
void expect_true_books(const Game& game, const std::string& path) {
  const Json view = game.view(Observer::everybody());
  const Json first = game.setup()["maze"];
  const auto gone = [&](char cell) { return count(first, cell) - count(view["maze"], cell); };
  ASSERT_EQ(view["steps"], path.size());
  ASSERT_LE(view["steps"], game.options()["max_steps"]);
  ASSERT_EQ(view["drill"].get<std::ptrdiff_t>(), 3 * gone('T') - gone('#'));
  ASSERT_LE(view["coins"].get<std::ptrdiff_t>(), gone('$'));
  ASSERT_EQ(gone('o'), 1);
  ASSERT_EQ(gone('_'), 0);
  const bool lost = game.to_move().empty() && !game.outcome()["exited"].get<bool>();
  const int points = lost ? 0 : 1000 + 10 * view["coins"].get<int>() - view["steps"].get<int>();
  ASSERT_EQ(view["points"], points);
}

TEST(SnakeProperties, HoldAtEveryTurn) {
  int exited = 0;
  int refused = 0;
  int eaten = 0;
  for (std::uint64_t number = 0; number < kGames; ++number) {
    Rng rng(number);
    const auto game = find_game("snake")->make(random_snake_options(rng), Seed{});
    const bool with_body = game->options()["body"];
    std::string path;
    Json before = game->view(Observer::everybody());
    while (!game->to_move().empty()) {
      const Json events = turn(*game, draw_turn(*game, rng, {.missing = 20, .forfeited = 2}));
      path += events["steps"].get<std::string>();
      const Json view = game->view(Observer::everybody());
      expect_sound_body(view, with_body);
      expect_only_vanishing(before["maze"], view["maze"]);
      expect_true_books(*game, path);
      ASSERT_FALSE(HasFatalFailure()) << "game " << number;
      refused += events["refused"].get<bool>() ? 1 : 0;
      before = view;
    }
    EXPECT_EQ(game->outcome()["path"], path);
    exited += game->outcome()["exited"].get<bool>() ? 1 : 0;
    eaten += before["coins"].get<int>();
  }
  EXPECT_GT(exited, 2);  // enough games reach an exit
  EXPECT_GT(refused, 20);
  EXPECT_GT(eaten, 10);
}

// Snake 3.3: a path is the same in one answer, step by step, and as it was cut by the answers of the game.
TEST(SnakeProperties, APathIsTheSameInOneAnswerAndStepByStep) {
  for (std::uint64_t number = 0; number < kGames; ++number) {
    Rng rng(number);
    Json options = random_snake_options(rng);
    options["max_turns"] = 1000;
    const auto game = find_game("snake")->make(options, Seed{});
    while (!game->to_move().empty() && game->view(Observer::everybody())["steps"].get<int>() < 100) {
      turn(*game, draw_turn(*game, rng, {}));
    }
    const auto path = game->outcome()["path"].get<std::string>();
    if (path.empty()) {
      continue;  // walled in
    }
    const auto at_once = find_game("snake")->make(options, Seed{});
    turn(*at_once, {says(Json(path).dump())});
    EXPECT_EQ(at_once->view(Observer::everybody()), game->view(Observer::everybody()));
    EXPECT_EQ(at_once->outcome()["exited"], game->outcome()["exited"]);

    const auto one_by_one = find_game("snake")->make(options, Seed{});
    for (const char step : path) {
      turn(*one_by_one, {says(Json(std::string(1, step)).dump())});
    }
    EXPECT_EQ(one_by_one->view(Observer::everybody()), game->view(Observer::everybody()));
    EXPECT_EQ(one_by_one->to_move(), at_once->to_move());
  }
}

// Snake 5.4, 5.8: with the option `body` off the same path never holds fewer coins: a body can only lose.
TEST(SnakeProperties, ABodyNeverGains) {
  int worse = 0;
  for (std::uint64_t number = 0; number < kGames; ++number) {
    Rng rng(number);
    Json options = random_snake_options(rng);
    options["body"] = true;
    const auto with = find_game("snake")->make(options, Seed{});
    options["body"] = false;
    const auto without = find_game("snake")->make(options, Seed{});
    while (!with->to_move().empty()) {
      const auto said = draw_turn(*with, rng, {});
      ASSERT_EQ(turn(*with, said), turn(*without, said));
      ASSERT_LE(with->view(Observer::everybody())["coins"], without->view(Observer::everybody())["coins"]);
    }
    EXPECT_EQ(with->view(Observer::everybody())["maze"], without->view(Observer::everybody())["maze"]);
    worse +=
        with->view(Observer::everybody())["coins"] < without->view(Observer::everybody())["coins"] ? 1 : 0;
  }
  EXPECT_GT(worse, 4);
}

}  // namespace
}  // namespace engines
